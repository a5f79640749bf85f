// A match: deals until a total reaches a limit. A value above the deal, which knows nothing of it but its leader.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "chupai/gongzhu/position.hpp"
#include "chupai/gongzhu/rules.hpp"

namespace chupai::gongzhu {

// What a match asks of a finished deal.
struct DealResult {
    std::vector<std::int32_t> scores;  // of all sides, before any rotation
    bool swept = false;  // a player (pooled: a team) took all hearts, pig and sheep
    std::optional<Seat> pig_taker;
    std::optional<Seat> leader;  // who led first
};
// `pos` is over; `leader` led its first trick.
DealResult result_of(const Position& pos, std::optional<Seat> leader);

class Match {
public:
    using TablesPtr = std::shared_ptr<const Tables>;

    // Throws ParseError where the totals are not one for each side.
    explicit Match(TablesPtr tables, std::vector<std::int64_t> totals = {});

    const Tables& tables() const noexcept { return *tables_; }
    const TablesPtr& tables_ptr() const noexcept { return tables_; }
    // One for each side: a player, or a team.
    const std::vector<std::int64_t>& totals() const noexcept { return totals_; }
    // The scores of every deal as they entered: with the rotation of sweep_rotation = deal, before that of the totals.
    const std::vector<std::vector<std::int32_t>>& history() const noexcept { return history_; }
    int deals() const noexcept { return static_cast<int>(history_.size()); }
    // Who deals next: a label.
    int dealer() const noexcept { return deals() % tables_->seats; }

    // Whether a total has reached loss_limit or win_limit after the last deal.
    bool is_over() const noexcept;
    // The seats with the lowest total, and with the highest; none before the match is over.
    std::vector<Seat> losers() const;
    std::vector<Seat> winners() const;

    // Who leads the next deal; nothing where first_lead_card's holder does (or seat 0, where that is none).
    std::optional<Seat> next_leader() const noexcept { return next_leader_; }

    // Throws ParseError, and changes nothing then, where the match is over or the result does not fit it.
    void add(const DealResult& result);

    friend bool operator==(const Match& a, const Match& b);

private:
    std::vector<Seat> seats_with(std::int64_t total) const;
    std::optional<Seat> leader_after(const DealResult& result) const;

    TablesPtr tables_;
    std::vector<std::int64_t> totals_;
    std::vector<std::vector<std::int32_t>> history_;
    std::optional<Seat> next_leader_;
};

}  // namespace chupai::gongzhu
