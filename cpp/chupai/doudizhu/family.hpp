// Dou Dizhu as a Family (core/record.hpp): games with their history, texts and views, for one pack or two.
#pragma once

#include <memory>
#include <sstream>
#include <string>
#include <string_view>

#include "chupai/core/record.hpp"
#include "chupai/doudizhu/game.hpp"
#include "chupai/doudizhu/legality.hpp"
#include "chupai/doudizhu/open.hpp"
#include "chupai/doudizhu/rules.hpp"

namespace chupai::doudizhu {

using TablesPtr = std::shared_ptr<const Tables>;

struct Family : AnySize {
    using Schema = doudizhu::Schema;
    using Open = OpenPosition;

    static constexpr const char* kName = "doudizhu";
    static constexpr const char* kFirst = "first";

    static TablesPtr resolve(const Rules& rules) { return doudizhu::resolve(rules); }
    static TablesPtr tables_of(std::string_view rules) { return resolve(parse_rules<Schema>(rules)); }
    static std::string rules_text(const Tables& tables) { return to_text(tables.rules); }

    static int seats(const Position& pos) { return pos.seats; }
    static int to_move(const Position& pos) { return pos.to_move; }
    static void play(Position& pos, const Move& move) { doudizhu::play(pos, move); }
    static Position start(const Tables& tables, const Deal& deal) { return doudizhu::start(tables, deal); }
    static Position start_open(const Tables& tables, const Open& open) { return doudizhu::start_open(tables, open); }
    static Deal deal_of(const Open& open);
    static void check_deal(const Tables& tables, const Deal& deal) { doudizhu::check_deal(tables, deal); }
    static void check_first(const Tables& tables, int seat) { doudizhu::check_first(tables, seat); }
    static void set_first(Deal& deal, int seat) { deal.first = static_cast<Seat>(seat); }

    static std::string deal_text(const Tables& tables, const Deal& deal);
    static Deal read_deal(const Tables& tables, std::istringstream& in);
    static std::string open_text(const Tables& tables, const Open& open);
    static Open read_open(const Tables& tables, std::istringstream& in);

    static Code code(const Move& move) { return move.code; }
    static Move legal_move(const Position& pos, Code code) { return doudizhu::legal_move(pos, code); }
    static bool is_legal(const Position& pos, Code code) { return doudizhu::is_legal(pos, code); }
    static Move parse_in(const Position& pos, std::string_view text) { return doudizhu::parse_in(pos, text); }

    static void hide(Open& open);
    static void hide(Deal& deal);
    // Every move is public.
    static Move as_seen(const chupai::Record<Family>& record, std::size_t i, int) { return record.move_of_deal(i); }
    static chupai::Record<Family> sample(const chupai::Observation<Family>& seen, Stream& stream);
    static bool same_view(const View& a, const View& b);
};

using Record = chupai::Record<Family>;
using Observation = chupai::Observation<Family>;

}  // namespace chupai::doudizhu

namespace chupai {
extern template class Record<doudizhu::Family>;
extern template class Observation<doudizhu::Family>;
}  // namespace chupai
