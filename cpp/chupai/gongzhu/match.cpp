#include "chupai/gongzhu/match.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "chupai/core/error.hpp"
#include "chupai/core/record.hpp"
#include "chupai/gongzhu/score.hpp"

namespace chupai::gongzhu {
namespace {

void check_count(const char* what, std::size_t found, int sides) {
    if (found != static_cast<std::size_t>(sides)) {
        throw ParseError(std::to_string(found) + " " + what + ": give " + std::to_string(sides) +
                         (sides == 2 ? ", one for each team" : ", one for each player"));
    }
}

}  // namespace

DealResult result_of(const Position& pos, std::optional<Seat> leader) {
    const Score score = raw_score_of(*pos.tables, pos.taken, pos.exposed);
    DealResult result;
    result.scores.assign(score.sides, score.sides + pos.tables->sides);
    result.swept = score.swept;
    const Seat taker = holder_of(pos.taken, pos.seats, kPigSet);
    if (taker != kNoSeat) {
        result.pig_taker = taker;
    }
    result.leader = leader;
    return result;
}

Match::Match(TablesPtr tables, std::vector<std::int64_t> totals)
    : tables_(std::move(tables)), totals_(std::move(totals)) {
    if (totals_.empty()) {
        totals_.resize(static_cast<std::size_t>(tables_->sides));
    }
    check_count("totals", totals_.size(), tables_->sides);
}

bool Match::is_over() const noexcept {
    const Rules& rules = tables_->rules;
    if (history_.empty()) {
        return false;  // checked after a deal
    }
    return std::any_of(totals_.begin(), totals_.end(), [&](std::int64_t total) {
        const bool lost = !rules.loss_limit.none() &&
                          (rules.loss_inclusive ? total <= rules.loss_limit.value : total < rules.loss_limit.value);
        return lost || (!rules.win_limit.none() && total >= rules.win_limit.value);
    });
}

std::vector<Seat> Match::seats_with(std::int64_t total) const {
    std::vector<Seat> seats;
    for (int seat = 0; seat < tables_->seats && is_over(); ++seat) {
        if (totals_[static_cast<std::size_t>(seat % tables_->sides)] == total) {
            seats.push_back(static_cast<Seat>(seat));
        }
    }
    return seats;
}

std::vector<Seat> Match::losers() const { return seats_with(*std::min_element(totals_.begin(), totals_.end())); }
std::vector<Seat> Match::winners() const { return seats_with(*std::max_element(totals_.begin(), totals_.end())); }

std::optional<Seat> Match::leader_after(const DealResult& result) const {
    switch (tables_->rules.next_leader) {
        case NextLeader::kCardHolder: return {};
        case NextLeader::kPigTaker: return result.pig_taker;
        default: break;
    }
    // Who led this deal, as far as it is known: of the first deal the rules themselves say it where no card does.
    std::optional<Seat> leader = result.leader ? result.leader : next_leader_;
    if (!leader && tables_->first_lead == 0) {
        leader = Seat{0};
    }
    return leader ? std::optional<Seat>(static_cast<Seat>((*leader + 1) % tables_->seats)) : std::nullopt;
}

void Match::add(const DealResult& result) {
    if (is_over()) {
        throw ParseError("the match is over: a total has reached the limit");
    }
    check_count("scores", result.scores.size(), tables_->sides);
    for (const auto& [name, seat] : {std::pair("pig_taker", result.pig_taker), std::pair("leader", result.leader)}) {
        if (seat) {
            check_seat(name, *seat, tables_->seats);
        }
    }
    std::vector<std::int32_t> scores = result.scores;
    if (result.swept && tables_->rules.sweep_rotation == SweepRotation::kDeal) {
        rotate(scores.data(), tables_->sides);
    }
    std::vector<std::int64_t> totals = totals_;
    for (std::size_t side = 0; side < totals.size(); ++side) {
        totals[side] += scores[side];
    }
    if (result.swept && tables_->rules.sweep_rotation == SweepRotation::kTotals) {
        std::rotate(totals.begin(), totals.end() - 1, totals.end());
    }
    history_.push_back(std::move(scores));  // nothing below throws
    next_leader_ = leader_after(result);
    totals_ = std::move(totals);
}

bool operator==(const Match& a, const Match& b) {
    return a.tables_->rules == b.tables_->rules && a.totals_ == b.totals_ && a.history_ == b.history_ &&
           a.next_leader_ == b.next_leader_;
}

}  // namespace chupai::gongzhu
