#include "chupai/solve/doudizhu/solve.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "chupai/core/error.hpp"
#include "chupai/doudizhu/game.hpp"
#include "chupai/doudizhu/legality.hpp"
#include "chupai/search/proof_search.hpp"
#include "chupai/solve/doudizhu/endgame_search.hpp"

namespace chupai::doudizhu {

// The endgame that the table is of, and the proof table, in which all keys are of that endgame.
struct SolveTable::Contents {
    explicit Contents(std::size_t bytes) : memory(bytes) {}

    search::TableMemory memory;
    std::shared_ptr<const Tables> rules;
    std::unique_ptr<Endgame> game;
    std::variant<std::monostate, search::ProofTable<1>, search::ProofTable<2>, search::ProofTable<3>> proofs;

    // The endgame of a position: the one that is there, if it covers it.
    const Endgame& prepare(const Position& pos, std::shared_ptr<const Tables> of) {
        if (game == nullptr || !game->covers(pos)) {
            proofs.emplace<std::monostate>();
            game.reset();
            rules = std::move(of);
            Position kept = pos;
            kept.tables = rules.get();
            game = std::make_unique<Endgame>(kept);
        }
        return *game;
    }
    template <int Words>
    search::ProofTable<Words>& table() {
        using Table = search::ProofTable<Words>;
        if (!std::holds_alternative<Table>(proofs)) {
            proofs.emplace<Table>(memory);
        }
        return std::get<Table>(proofs);
    }
};

SolveTable::SolveTable(std::size_t bytes) : contents_(std::make_unique<Contents>(bytes)) {}
SolveTable::~SolveTable() = default;

std::size_t SolveTable::bytes() const noexcept {
    const auto bytes_of = [](const auto* table) { return table == nullptr ? 0 : table->bytes(); };
    const auto& proofs = contents_->proofs;
    return bytes_of(std::get_if<search::ProofTable<1>>(&proofs)) +
           bytes_of(std::get_if<search::ProofTable<2>>(&proofs)) +
           bytes_of(std::get_if<search::ProofTable<3>>(&proofs));
}

namespace {

// Questions with yes and no as answers: "does the landlord's side win?", "does it get at least so much?".
template <class Keys, class Stakes, std::size_t Words>
class Asker {
public:
    using Search = EndgameSearch<Keys, Stakes, Words>;
    using State = typename Search::State;
    using Child = typename Search::Child;

    Asker(const Endgame& game, const Stakes& stakes, search::ProofTable<Keys::kWords>& table, search::Watch& watch,
          const SolveOptions& options)
        : search_(game, stakes), table_(table), watch_(watch), options_(options) {}

    // Nothing where the watch said stop.
    std::optional<bool> first_gets(const Position& pos) {
        const State state = search_.settled(search_.state_of(pos));
        return proven(state);
    }

    // A child for every legal move, always in the same order.
    std::vector<Child> children(const Position& pos) const {
        std::vector<Child> out;
        search_.expand_all(search_.state_of(pos), out);
        return out;
    }
    std::optional<bool> first_gets(const Position& pos, const Child& child) {
        return child.proof.decided() ? answer(child.proof) : proven(search_.descend(search_.state_of(pos), child));
    }
    // What the table knows of it.
    std::optional<bool> known(const Child& child) const {
        search::Proof proof = child.proof;
        if (!proof.decided()) {
            table_.find(child.key, proof);
        }
        return answer(proof);
    }

private:
    static std::optional<bool> answer(search::Proof proof) {
        return proof.decided() ? std::optional(proof.pn == 0) : std::nullopt;
    }

    std::optional<bool> proven(const State& state) {
        if (const std::optional<search::Proof> at_once = search_.decided(state)) {
            return answer(*at_once);
        }
        return answer(
            search::prove(search_, state, search_.key_of(state), table_, watch_, options_.threads, options_.alone));
    }

    Search search_;
    search::ProofTable<Keys::kWords>& table_;
    search::Watch& watch_;
    const SolveOptions& options_;
};

Code code_of(const Endgame& game, const Position& pos, SeatMoves::Index move) {
    return move == SeatMoves::kPassed ? kPass : game.moves_of(pos.to_move).moves[move].code;
}

// Solves by asking. Ask is called with what the landlord's side may get and returns an Asker; `totals` is everything
// that it can get, ascending: the value is the highest of them that it gets.
template <class Ask>
class Solver {
public:
    Solver(const Endgame& game, Ask ask, std::vector<std::int32_t> totals)
        : game_(game), ask_(ask), totals_(std::move(totals)) {}

    Solution solve(const Position& pos, const SolveOptions& options) {
        Solution out;
        const std::size_t last = totals_.size() - 1;
        std::optional<std::size_t> value;
        if (options.moves == SolveMoves::kAll && last == 1) {  // all moves decide it too, with less work
            value = value_moves(pos, 0, last, out);
        } else {
            value = highest(0, last, [&](std::size_t i) { return ask_(totals_[i]).first_gets(pos); });
        }
        if (!value) {
            return out;
        }
        out.value = seen_by(pos, *value);
        out.complete = true;
        if (options.moves == SolveMoves::kFirst) {
            const std::optional<Code> move = keeping(pos, *value);
            out.complete = move.has_value();
            out.best_moves.assign(move.has_value(), move.value_or(kPass));
        }
        if (options.moves == SolveMoves::kAll) {
            if (last > 1) {
                const bool first = game_.is_first(pos.to_move);
                value_moves(pos, first ? 0 : *value, first ? *value : last, out);
            }
            out.complete = out.moves.size() == count(pos);
            for (std::size_t i = 0; i < out.moves.size(); ++i) {
                if (out.values[i] == *out.value) {
                    out.best_moves.push_back(out.moves[i]);
                }
            }
        }
        if (options.line) {
            out.complete &= play_line(pos, *value, out.line);
        }
        return out;
    }

private:
    using Asker = std::invoke_result_t<Ask, std::int32_t>;
    using Child = typename Asker::Child;

    std::int32_t seen_by(const Position& pos, std::size_t total) const {
        return ask_.seen_by(game_.is_first(pos.to_move), totals_[total]);
    }

    // The index of what the landlord's side gets, known to be from low to high. `gets(i)`: does it get totals_[i]?
    template <class Gets>
    static std::optional<std::size_t> highest(std::size_t low, std::size_t high, const Gets& gets) {
        while (low < high) {
            const std::size_t middle = low + (high - low + 1) / 2;
            const std::optional<bool> answer = gets(middle);
            if (!answer) {
                return std::nullopt;
            }
            (*answer ? low : high) = *answer ? middle : middle - 1;
        }
        return low;
    }

    // A move after which the landlord's side still gets totals_[value] and no more; none where a limit struck.
    std::optional<Code> keeping(const Position& pos, std::size_t value) {
        const bool first = game_.is_first(pos.to_move);
        // The first side asks for what it has, the other that it is no more.
        if (first ? value == 0 : value + 1 == totals_.size()) {
            return code_of(game_, pos, resisting(pos, ask_(totals_[value]).children(pos)));
        }
        Asker asker = ask_(totals_[first ? value : value + 1]);
        std::vector<Child> children = asker.children(pos);
        for (const Child& child : children) {
            if (asker.known(child) == first) {
                return code_of(game_, pos, child.move);
            }
        }
        std::stable_sort(children.begin(), children.end(), [&](const Child& a, const Child& b) {
            return first ? a.proof.pn < b.proof.pn : a.proof.dn < b.proof.dn;
        });
        for (const Child& child : children) {
            const std::optional<bool> gets = asker.first_gets(pos, child);
            if (!gets) {
                return std::nullopt;
            }
            if (*gets == first) {
                return code_of(game_, pos, child.move);
            }
        }
        return std::nullopt;
    }

    // Where all moves come to the same: the one that makes it hardest for the other side.
    SeatMoves::Index resisting(const Position& pos, const std::vector<Child>& children) const {
        const bool first = game_.is_first(pos.to_move);
        const auto hardest = std::max_element(children.begin(), children.end(), [&](const Child& a, const Child& b) {
            return first ? a.proof.dn < b.proof.dn : a.proof.pn < b.proof.pn;
        });
        return hardest->move;
    }

    // Writes the moves and their values that are known to be from totals_[low] to totals_[high], and returns the best
    // for the player to move, where the others cannot be better. Goes on after a limit has struck: the table may know
    // more.
    std::optional<std::size_t> value_moves(const Position& pos, std::size_t low, std::size_t high, Solution& out) {
        const bool first = game_.is_first(pos.to_move);
        std::map<std::size_t, std::vector<Child>> lists;  // the children as each question has them, always in one order
        const auto list = [&](std::size_t total) -> const std::vector<Child>& {
            const auto [at, is_new] = lists.try_emplace(total);
            if (is_new) {
                at->second = ask_(totals_[total]).children(pos);
            }
            return at->second;
        };
        const std::vector<Child>& children = list(high);
        std::map<Code, std::size_t> known;
        for (std::size_t i = 0; i < children.size(); ++i) {
            const std::optional<std::size_t> total =
                highest(low, high, [&](std::size_t at) { return ask_(totals_[at]).first_gets(pos, list(at)[i]); });
            if (total) {
                known[code_of(game_, pos, children[i].move)] = *total;
            }
        }
        std::optional<std::size_t> best;
        for (const Code code : legal_codes(pos)) {
            const auto at = known.find(code);
            if (at != known.end()) {
                out.moves.push_back(code);
                out.values.push_back(seen_by(pos, at->second));
                best = !best ? at->second : first ? std::max(*best, at->second) : std::min(*best, at->second);
            }
        }
        const bool sure = known.size() == children.size() || best == (first ? high : low);
        return sure ? best : std::nullopt;
    }

    static std::size_t count(const Position& pos) {
        return with_packs(*pos.tables, [&]<class G>() { return std::size_t{G::count_legal(pos)}; });
    }

    static std::vector<Code> legal_codes(const Position& pos) {
        std::vector<Move> moves(with_packs(*pos.tables, []<class G>() { return std::size_t{G::kMaxLegal}; }));
        const Move* const end = with_packs(*pos.tables, [&]<class G>() { return G::legal(pos, moves.data()); });
        std::vector<Code> out;
        for (const Move* move = moves.data(); move != end; ++move) {
            out.push_back(move->code);
        }
        return out;
    }

    // False where a limit struck.
    bool play_line(Position pos, std::size_t value, std::vector<Code>& out) {
        while (!is_over(pos)) {
            const std::optional<Code> move = keeping(pos, value);
            if (!move) {
                return false;
            }
            out.push_back(*move);
            play(pos, legal_move(pos, *move));
        }
        return true;
    }

    const Endgame& game_;
    Ask ask_;
    std::vector<std::int32_t> totals_;
};

template <class Keys, std::size_t Words>
struct AskWinner {
    const Endgame& game;
    search::ProofTable<Keys::kWords>& table;
    search::Watch& watch;
    const SolveOptions& options;

    auto operator()(std::int32_t) const {
        return Asker<Keys, WinStakes, Words>(game, WinStakes(game), table, watch, options);
    }
    std::int32_t seen_by(bool first, std::int32_t total) const { return first ? total : -total; }
};

struct AskPayoff {
    using Keys = WideKeys<3>;
    const Endgame& game;
    search::ProofTable<3>& table;
    search::Watch& watch;
    const SolveOptions& options;

    auto operator()(std::int32_t least) const {
        return Asker<Keys, PayoffStakes, 0>(game, PayoffStakes(game, least), table, watch, options);
    }
    // What one side gets the other pays, but where payoff = win_loss gives every seat one.
    std::int32_t seen_by(bool first, std::int32_t total) const {
        if (first || game.rules().rules.payoff != Payoff::kWinLoss) {
            return first ? total : -total;
        }
        int opponents = 0;
        for (int s = 0; s < game.seats(); ++s) {
            opponents += !game.is_first(s);
        }
        return total > 0 ? -opponents : opponents;
    }
};

}  // namespace

Solution solve(const Position& pos, std::shared_ptr<const Tables> rules, const SolveOptions& options, SolveTable& table,
               search::Watch& watch) {
    if (pos.phase != Phase::kPlay) {
        throw Error(pos.phase == Phase::kOver ? "the game is over: there is nothing to solve"
                    : pos.phase == Phase::kStake
                        ? "the landlord has not named his stake: only the play of cards can be solved"
                        : "the auction is not over: only the play of cards can be solved");
    }
    if (options.threads < 1 || options.threads > kMaxSolveThreads) {
        throw Error("threads = " + std::to_string(options.threads) + ": allowed are 1.." +
                    std::to_string(kMaxSolveThreads));
    }
    SolveTable::Contents& contents = table.contents();
    const Endgame& game = contents.prepare(pos, std::move(rules));
    if (options.mode == SolveMode::kPayoff) {
        const PayoffStakes stakes(game, 0);
        const AskPayoff ask{game, contents.table<3>(), watch, options};
        return Solver(game, ask, stakes.totals(stakes.tally_of(pos), pos.hands)).solve(pos, options);
    }
    const std::vector<std::int32_t> totals = {-1, 1};
    if (PackedKeys::fits(game) && game.words() == 1) {
        const AskWinner<PackedKeys, 1> ask{game, contents.table<1>(), watch, options};
        return Solver(game, ask, totals).solve(pos, options);
    }
    if (PackedKeys::fits(game)) {
        const AskWinner<PackedKeys, 0> ask{game, contents.table<1>(), watch, options};
        return Solver(game, ask, totals).solve(pos, options);
    }
    const AskWinner<WideKeys<2>, 0> ask{game, contents.table<2>(), watch, options};
    return Solver(game, ask, totals).solve(pos, options);
}

}  // namespace chupai::doudizhu
