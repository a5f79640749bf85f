// Rules as text, of both games: a line each.
#include "rules.hpp"

namespace chupai::fuzz {
namespace {

template <class Schema, class Resolve>
void read(std::string_view text, Resolve&& resolve) {
    accepted([&] {
        const auto rules = parse_rules<Schema>(text);
        const std::string written = rules_text<Schema>(rules);
        demand(parse_rules<Schema>(written) == rules, "rules are read as they were written", written);
        demand(resolve(rules)->rules == rules, "tables keep their rules", written);
    });
}

}  // namespace
}  // namespace chupai::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace chupai;
    for (fuzz::Lines in(data, size); !in.empty();) {
        const std::string_view line = in.next();
        fuzz::read<doudizhu::Schema>(line, [](const doudizhu::Rules& rules) { return doudizhu::resolve(rules); });
        fuzz::read<gongzhu::Schema>(line, [](const gongzhu::Rules& rules) { return gongzhu::resolve(rules); });
    }
    return 0;
}
