// A match: totals to begin with, then deals, given as numbers or played at random.
#include "chupai/gongzhu/match.hpp"

#include "games.hpp"
#include "rules.hpp"

namespace chupai::fuzz {
namespace {

using namespace gongzhu;

std::int32_t number(Bytes& in, int most) { return static_cast<std::int32_t>(in.word(3)) % most - most / 2; }

std::optional<Seat> any_seat(Bytes& in) {
    const unsigned seat = in.byte() % 8;
    return seat < 7 ? std::optional<Seat>(static_cast<Seat>(seat)) : std::nullopt;
}

DealResult given(Bytes& in, int sides) {
    DealResult result;
    for (int n = in.byte() % 16 == 0 ? in.below(6) : sides; n > 0; --n) {
        result.scores.push_back(number(in, 4000));
    }
    result.swept = in.byte() % 4 == 0;
    result.pig_taker = any_seat(in);
    result.leader = any_seat(in);
    return result;
}

DealResult played(Bytes& in, const Match& match) {
    const auto leader = match.next_leader();
    const Seeds seeds{in.word(2), 0, static_cast<std::uint64_t>(match.deals())};
    gongzhu::Record game(match.tables_ptr(), seeds, leader ? std::optional<int>(*leader) : std::nullopt);
    Stream stream = make_stream(seeds.seed, 0, 0, Purpose::kPlay);
    while (!is_over(game.now())) {
        game.push(code(nth_legal(game.now(), static_cast<unsigned>(below(stream, count_legal(game.now()))))));
    }
    check_end(game);
    return result_of(game.now(), leader);
}

std::int64_t sum(const auto& numbers) { return std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0}); }

void add(Match& match, const DealResult& result) {
    const Match before = match;
    if (!accepted([&] { match.add(result); })) {
        demand(match == before, "a refused deal changes nothing");
        return;
    }
    demand(!before.is_over(), "a match that is over takes no deals");
    demand(match.deals() == before.deals() + 1 && sum(match.totals()) == sum(before.totals()) + sum(result.scores),
           "the totals are the sums of the deals");
    const auto losers = match.losers(), winners = match.winners();
    demand(losers.empty() != match.is_over() && winners.empty() != match.is_over(), "some win and lose at the end");
    for (const Seat seat : losers) {
        const std::int64_t total = match.totals()[static_cast<std::size_t>(seat % match.tables().sides)];
        demand(std::all_of(match.totals().begin(), match.totals().end(), [&](auto t) { return t >= total; }),
               "who loses has least");
    }
    const auto next = match.next_leader();
    demand(!next || *next < match.tables().seats, "a seat leads next");
}

}  // namespace
}  // namespace chupai::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace chupai;
    fuzz::Bytes in(data, size);
    const auto tables = gongzhu::resolve(fuzz::choose_rules<gongzhu::Schema>(in));
    std::vector<std::int64_t> totals;
    for (int n = in.coin() ? tables->sides : in.below(6); n > 0; --n) {
        totals.push_back(fuzz::number(in, 2'000'000));
    }
    fuzz::accepted([&] {
        gongzhu::Match match(tables, totals);
        for (int deals = 0; deals < 50 && !in.empty(); ++deals) {
            fuzz::add(match, in.coin() || match.is_over() ? fuzz::given(in, tables->sides) : fuzz::played(in, match));
        }
    });
    return 0;
}
