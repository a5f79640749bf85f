// Many games of the same rules stepped at once, for any Family: legal moves as one flat array with offsets, everything
// else as one number or row a game.
//
// Buffers keep their place (but the codes: a new one takes over where the moves outgrow it; the old one stays with who
// holds it). Everything is checked before anything moves. Not for several threads at once; the games themselves are
// stepped on as many as the batch was made for.
#pragma once

#include <algorithm>
#include <climits>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "chupai/batch/pool.hpp"
#include "chupai/batch/state.hpp"
#include "chupai/core/error.hpp"
#include "chupai/core/record.hpp"

namespace chupai::batch {

inline constexpr std::size_t kMostGames = std::size_t{1} << 20;
inline constexpr std::size_t kMostThreads = 1024;

template <class F>
class Batch {
public:
    using Tables = typename F::Tables;
    using TablesPtr = std::shared_ptr<const Tables>;
    using Game = Record<F>;
    using Any = typename F::AnySize;  // what kernels know of the game

    // n games, 1..kMostGames; threads 1..kMostThreads. Game i of episode e has the streams (seed, i, e).
    Batch(const Loops<Any>& loops, TablesPtr tables, std::size_t n, std::uint64_t seed, int threads, bool autoreset)
        : loops_(loops),
          tables_(std::move(tables)),
          n_(n),
          seats_(static_cast<std::size_t>(tables_->seats)),
          threads_(threads),
          autoreset_(autoreset),
          pool_(static_cast<int>(std::min(static_cast<std::size_t>(threads), n))),
          games_(n),
          offsets_(n + 1),
          player_(n),
          phase_(n),
          terminated_(std::make_unique<bool[]>(n)),
          episode_(n),
          rewards_(n * seats_),
          final_returns_(n * seats_),
          parts_(static_cast<std::size_t>(pool_.parts())),
          slices_(parts_.size()) {
        for (std::size_t i = 0; i < slices_.size(); ++i) {
            make_slice(i);
        }
        for (Row<Any>& game : games_) {
            game.seed = seed;
        }
        run([&](Slice<Any>& slice) { loops_.start(slice); });
    }
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;

    const TablesPtr& tables_ptr() const noexcept { return tables_; }
    std::size_t size() const noexcept { return n_; }
    std::size_t seats() const noexcept { return seats_; }
    int threads() const noexcept { return threads_; }
    bool autoreset() const noexcept { return autoreset_; }

    std::int32_t* offsets() noexcept { return offsets_.data(); }
    std::int8_t* player() noexcept { return player_.data(); }
    std::int8_t* phase() noexcept { return phase_.data(); }
    bool* terminated() noexcept { return terminated_.get(); }
    std::int64_t* episode() noexcept { return episode_.data(); }
    float* rewards() noexcept { return rewards_.data(); }
    float* final_returns() noexcept { return final_returns_.data(); }
    // offsets()[n] codes. Another array once they have outgrown this one.
    const std::shared_ptr<std::vector<std::int64_t>>& codes() const noexcept { return codes_; }

    // Plays number index[i] of game i's list; -1 where it is over. Throws IllegalMoveError naming the first game whose
    // index is not in its list, and moves nothing then.
    void step(std::span<const std::int32_t> index) {
        check_whole();
        check_index(index);
        run([&](Slice<Any>& slice) { loops_.step(slice, index.data() + slice.first); });
    }

    // The same by codes; -1 where it is over.
    void step_codes(std::span<const std::int64_t> codes) {
        check_whole();
        std::vector<std::int32_t> index(n_);
        for (std::size_t i = 0; i < n_; ++i) {
            index[i] = find(i, codes[i]);
        }
        run([&](Slice<Any>& slice) { loops_.step(slice, index.data() + slice.first); });
    }

    // Plays uniformly random moves, `times` in each game that is not over, by the stream (seed, i, episode, kPlay).
    // Rewards add up; `first` and `more_follow` say which part of one call this is.
    void step_random(std::size_t times, bool first, bool more_follow) {
        if (first) {
            check_whole();
            std::fill(rewards_.begin(), rewards_.end(), 0.0f);
            std::fill_n(terminated_.get(), n_, false);
        }
        const auto work = [&](Slice<Any>& slice) { loops_.step_random(slice, times, more_follow); };
        if (more_follow) {
            whole_ = false;
            pool_.run([&](int part) { work(slices_[static_cast<std::size_t>(part)]); });
        } else {
            run(work);
        }
    }

    // Begins every game's next episode; with seeds episode 0 of these.
    void reset(std::span<const std::uint64_t> seeds) {
        for (std::size_t i = 0; i < n_; ++i) {
            games_[i].episode = seeds.empty() ? games_[i].episode + 1 : 0;
            games_[i].seed = seeds.empty() ? games_[i].seed : seeds[i];
        }
        given_.clear();
        std::fill(final_returns_.begin(), final_returns_.end(), 0.0f);
        run([&](Slice<Any>& slice) { loops_.start(slice); });
    }

    // Goes on from these games, which have the batch's rules (else ParseError, and nothing changed). With autoreset
    // they must not be over.
    void set_games(const std::vector<Game>& games) {
        for (std::size_t i = 0; i < n_; ++i) {
            check_game(games[i], i);
        }
        std::vector<std::unique_ptr<const Game>> given(n_);  // what may throw comes before what changes
        for (std::size_t i = 0; i < n_; ++i) {
            given[i] = std::make_unique<const Game>(games[i]);
        }
        given_ = std::move(given);
        for (std::size_t i = 0; i < n_; ++i) {
            Row<Any>& game = games_[i];
            game.pos = games[i].now();
            game.pos.tables = tables_.get();
            game.deals = games[i].stream_of_deals();
            game.plays = make_stream(game.seed, i, game.episode, Purpose::kPlay);
            game.ply = 0;
            game.redeals = games[i].seeds().has_value();
        }
        std::fill(rewards_.begin(), rewards_.end(), 0.0f);
        std::fill(final_returns_.begin(), final_returns_.end(), 0.0f);
        std::fill_n(terminated_.get(), n_, false);
        run([&](Slice<Any>& slice) { loops_.list(slice); });
    }

    // Throws where a call before ran out of memory half-way: only reset() and set_games() make the batch whole again.
    void check_whole() const {
        if (!whole_) {
            throw std::runtime_error("an earlier call failed half-way: reset() or set_games() begin anew");
        }
    }

    // Game i as it stands, with all its moves.
    Game game(std::size_t i) const {
        check_whole();
        const Row<Any>& table = games_[i];
        // A game that was given is the base of its first episode only: episodes after it are dealt.
        Game game = !given_.empty() && given_[i] ? *given_[i] : Game(tables_, Seeds{table.seed, i, table.episode});
        const Slice<Any>& slice = slice_of(i);
        Stream plays = make_stream(table.seed, i, table.episode, Purpose::kPlay);
        for (std::size_t k = 0; k < table.ply; ++k) {
            const Played played = slice.history[(i - slice.first) * slice.plies + k];
            game.push(F::with(*tables_, [&]<class G>() {
                return G::code(played == kPlayedRandomly ? G::random_legal(game.now(), next_word(plays))
                                                         : G::nth_legal(game.now(), played));
            }));
        }
        return game;
    }

    // Bytes of everything that grows with n.
    std::size_t memory() const noexcept {
        std::size_t bytes =
            n_ * (sizeof(Row<Any>) + sizeof(std::int32_t) + 3 + sizeof(std::int64_t) + 2 * seats_ * sizeof(float)) +
            codes_->capacity() * sizeof(std::int64_t) + given_.size() * sizeof(Game);
        for (const Part& part : parts_) {
            bytes += part.moves.capacity() * sizeof(typename F::Move) + part.history.capacity() * sizeof(Played);
        }
        return bytes;
    }

private:
    // What a slice points to.
    struct Part {
        std::vector<typename F::Move> moves;
        std::vector<Played> history;
    };

    void make_slice(std::size_t i) {
        Slice<Any>& slice = slices_[i];
        slice.rules = tables_.get();
        slice.first = n_ * i / slices_.size();
        slice.size = n_ * (i + 1) / slices_.size() - slice.first;
        slice.games = games_.data() + slice.first;
        slice.seats = static_cast<int>(seats_);
        slice.autoreset = autoreset_;
        const std::size_t row = slice.first * seats_;
        slice.out =
            Buffers{offsets_.data() + slice.first, player_.data() + slice.first,    phase_.data() + slice.first,
                    rewards_.data() + row,         terminated_.get() + slice.first, episode_.data() + slice.first,
                    final_returns_.data() + row};
        slice.owner = &parts_[i];
        slice.more_moves = [](Slice<Any>& s, std::size_t count) {
            auto& moves = static_cast<Part*>(s.owner)->moves;
            moves.resize(count + count / 4 + 1024);
            s.moves = moves.data();
            s.room = moves.size();
        };
        slice.more_plies = [](Slice<Any>& s) {
            auto& history = static_cast<Part*>(s.owner)->history;
            const std::size_t plies = s.plies == 0 ? 64 : 2 * s.plies;
            std::vector<Played> wider(s.size * plies);
            for (std::size_t g = 0; g < s.size && s.plies != 0; ++g) {
                std::copy_n(history.data() + g * s.plies, s.plies, wider.data() + g * plies);
            }
            history = std::move(wider);
            s.history = history.data();
            s.plies = plies;
        };
    }

    const Slice<Any>& slice_of(std::size_t i) const noexcept {
        std::size_t part = 0;
        while (i >= slices_[part].first + slices_[part].size) {
            ++part;
        }
        return slices_[part];
    }

    // Lets every slice do this and list its moves, then joins the lists.
    template <class Work>
    void run(const Work& work) {
        whole_ = false;
        pool_.run([&](int part) { work(slices_[static_cast<std::size_t>(part)]); });
        std::size_t total = 0;
        for (Slice<Any>& slice : slices_) {
            slice.base = static_cast<std::int32_t>(total);
            total += slice.count;
        }
        if (total > INT_MAX) {
            throw Error("the games have " + std::to_string(total) + " legal moves together: offsets go to 2**31-1");
        }
        if (!codes_ || codes_->size() < total) {
            codes_ = std::make_shared<std::vector<std::int64_t>>(total + total / 4 + 64);
        }
        pool_.run([&](int part) { loops_.write(slices_[static_cast<std::size_t>(part)], codes_->data()); });
        offsets_[n_] = static_cast<std::int32_t>(total);
        forget_given();
        whole_ = true;
    }

    // Given games whose first episode has ended.
    void forget_given() {
        for (std::size_t i = 0; i < given_.size(); ++i) {
            if (given_[i] && autoreset_ && terminated_[i]) {
                given_[i].reset();
            }
        }
    }

    std::int32_t count(std::size_t i) const noexcept { return offsets_[i + 1] - offsets_[i]; }

    [[noreturn]] void refuse(std::size_t i, const std::string& what) const {
        throw IllegalMoveError("game " + std::to_string(i) + ": " + what + "; nothing has moved");
    }

    void check_index(std::span<const std::int32_t> index) const {
        bool good = true;
        for (std::size_t i = 0; i < n_; ++i) {
            // As unsigned, -1 is beyond any list; a game that is over has none, and -1 is its only index.
            const std::int32_t n = count(i);
            const std::uint32_t ended = n == 0;
            good &= static_cast<std::uint32_t>(index[i]) + ended < static_cast<std::uint32_t>(n) + ended;
        }
        for (std::size_t i = 0; i < n_ && !good; ++i) {
            const std::int32_t n = count(i);
            if (n == 0 && index[i] != -1) {
                refuse(i, "it is over, and index " + std::to_string(index[i]) + " is given: give -1");
            }
            if (n != 0 && (index[i] < 0 || index[i] >= n)) {
                refuse(i, "index " + std::to_string(index[i]) + " is not in its list of " + std::to_string(n) +
                              " legal moves (0.." + std::to_string(n - 1) + ")");
            }
        }
    }

    std::int32_t find(std::size_t i, std::int64_t code) const {
        const std::int64_t* const begin = codes_->data() + offsets_[i];
        const std::int64_t* const end = codes_->data() + offsets_[i + 1];
        if (begin == end) {
            if (code != -1) {
                refuse(i, "it is over, and code " + std::to_string(code) + " is given: give -1");
            }
            return -1;
        }
        const std::int64_t* const at = std::find(begin, end, code);
        if (at == end) {
            if (code < 0) {
                refuse(i, "code " + std::to_string(code) + " is no move's code: codes are 0..2**63-1");
            }
            try {
                F::legal_move(games_[i].pos, static_cast<std::uint64_t>(code));
            } catch (const Error& error) {
                refuse(i, error.what());
            }
            refuse(i, "code " + std::to_string(code) + " is not in its list");
        }
        return static_cast<std::int32_t>(at - begin);
    }

    void check_game(const Game& game, std::size_t i) const {
        if (!(game.tables().rules == tables_->rules)) {
            throw ParseError("game " + std::to_string(i) + " has other rules (" + F::rules_text(game.tables()) +
                             ") than the batch (" + F::rules_text(*tables_) + ")");
        }
        if (F::seats(game.now()) != static_cast<int>(seats_)) {
            throw ParseError("game " + std::to_string(i) + " has " + std::to_string(F::seats(game.now())) +
                             " players: the batch has " + std::to_string(seats_));
        }
        const bool over = F::with(*tables_, [&]<class G>() { return G::is_over(game.now()); });
        if (over && autoreset_) {
            throw ParseError("game " + std::to_string(i) + " is over: a batch that resets takes games that go on");
        }
    }

    const Loops<Any>& loops_;
    TablesPtr tables_;
    std::size_t n_, seats_;
    int threads_;
    bool autoreset_;
    bool whole_ = false;
    Pool pool_;
    std::vector<Row<Any>> games_;
    std::vector<std::unique_ptr<const Game>> given_;  // the bases of games that were set; empty where none was
    std::vector<std::int32_t> offsets_;
    std::vector<std::int8_t> player_, phase_;
    std::unique_ptr<bool[]> terminated_;
    std::vector<std::int64_t> episode_;
    std::vector<float> rewards_, final_returns_;
    std::shared_ptr<std::vector<std::int64_t>> codes_;
    std::vector<Part> parts_;
    std::vector<Slice<Any>> slices_;
};

}  // namespace chupai::batch
