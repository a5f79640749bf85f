// Gong Zhu as a Family (core/record.hpp): games with their history, texts and views, for three to five players.
#pragma once

#include <memory>
#include <sstream>
#include <string>
#include <string_view>

#include "chupai/core/record.hpp"
#include "chupai/gongzhu/game.hpp"
#include "chupai/gongzhu/legality.hpp"
#include "chupai/gongzhu/open.hpp"
#include "chupai/gongzhu/rules.hpp"

namespace chupai::gongzhu {

using TablesPtr = std::shared_ptr<const Tables>;

// Stands for another seat's exposing choice that is not public yet.
inline constexpr Move kHiddenMove{0xff};

struct Family : AnySize {
    using Schema = gongzhu::Schema;
    using Open = OpenPosition;

    static constexpr const char* kName = "gongzhu";
    static constexpr const char* kFirst = "leader";

    static TablesPtr resolve(const Rules& rules) { return gongzhu::resolve(rules); }
    static TablesPtr tables_of(std::string_view rules) { return resolve(parse_rules<Schema>(rules)); }
    static std::string rules_text(const Tables& tables) { return to_text(tables.rules); }

    static int seats(const Position& pos) { return pos.seats; }
    static int to_move(const Position& pos) { return pos.to_move; }
    static void play(Position& pos, const Move& move) { gongzhu::play(pos, move); }
    static Position start(const Tables& tables, const Deal& deal) { return gongzhu::start(tables, deal); }
    static Position start_open(const Tables& tables, const Open& open) { return gongzhu::start_open(tables, open); }
    static Deal deal_of(const Open& open);
    static void check_deal(const Tables& tables, const Deal& deal) { gongzhu::check_deal(tables, deal); }
    static void check_first(const Tables& tables, int seat) { check_seat("leader", seat, tables.seats); }
    static void set_first(Deal& deal, int seat) { deal.leader = static_cast<Seat>(seat); }

    static std::string deal_text(const Tables& tables, const Deal& deal);
    static Deal read_deal(const Tables& tables, std::istringstream& in);
    static std::string open_text(const Tables& tables, const Open& open);
    static Open read_open(const Tables& tables, std::istringstream& in);

    // -1, as int64, of kHiddenMove.
    static Code code(const Move& move) { return move == kHiddenMove ? ~Code{0} : gongzhu::code(move); }
    static Move legal_move(const Position& pos, Code code) { return gongzhu::legal_move(pos, code); }
    static bool is_legal(const Position& pos, Code code) { return gongzhu::is_legal(pos, code); }
    static Move parse_in(const Position& pos, std::string_view text) { return gongzhu::parse_in(pos, text); }

    static void hide(Open& open);
    static void hide(Deal& deal);
    static Move as_seen(const chupai::Record<Family>& record, std::size_t i, int seat);
    static chupai::Record<Family> sample(const chupai::Observation<Family>& seen, Stream& stream);
    static bool same_view(const View& a, const View& b);
};

using Record = chupai::Record<Family>;
using Observation = chupai::Observation<Family>;

}  // namespace chupai::gongzhu

namespace chupai {
extern template class Record<gongzhu::Family>;
extern template class Observation<gongzhu::Family>;
}  // namespace chupai
