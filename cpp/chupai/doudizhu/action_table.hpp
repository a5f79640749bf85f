// Moves numbered without gaps, for network heads: an id for every move that any hand could ever make.
//
// Three numberings:
//   rules      those of any rules of one pack: pass, bids where there are calls, then all combinations in the order of
//              the legal list (generate.hpp: kind, length, top, kickers).
//   rlcard     RLCard's 27,472 ids: the combinations of the preset `rlcard`, then the pass.
//   openspiel  OpenSpiel's 26,057 ids: pass, bids, the combinations of the preset `openspiel`.
// The last two are sorted from the same list by the rules given in action_table.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "chupai/doudizhu/rules.hpp"
#include "chupai/doudizhu/types.hpp"

namespace chupai::doudizhu {

enum class Numbering : std::uint8_t { kRules, kRlcard, kOpenSpiel };

class ActionTable {
public:
    static constexpr std::int32_t kNone = -1;

    // Throws RulesError for rules of two packs.
    explicit ActionTable(const std::shared_ptr<const Tables>& tables);
    // The numbering of a peer, under its preset.
    static ActionTable rlcard();
    static ActionTable openspiel();

    Numbering numbering() const noexcept { return numbering_; }
    const std::shared_ptr<const Tables>& tables() const noexcept { return tables_; }

    // Code by id.
    const std::vector<Code>& codes() const noexcept { return codes_; }

    // Id by code, kNone where the code is not in the table.
    std::int32_t id(Code code) const noexcept {
        for (std::uint64_t slot = first_slot(code);; slot = (slot + 1) & (slots_.size() - 1)) {
            const std::int32_t found = slots_[slot];
            if (found == kNone || codes_[static_cast<std::size_t>(found)] == code) {
                return found;
            }
        }
    }

private:
    ActionTable(std::shared_ptr<const Tables> tables, Numbering numbering, const std::vector<Move>& moves);

    std::uint64_t first_slot(Code code) const noexcept {
        return ((code ^ (code >> 32)) * 0x9e3779b97f4a7c15u) >> slot_shift_;
    }

    std::shared_ptr<const Tables> tables_;
    Numbering numbering_;
    std::vector<Code> codes_;
    std::vector<std::int32_t> slots_;  // ids by hash, kNone where free; a power of two, at most half full
    int slot_shift_;
};

}  // namespace chupai::doudizhu
