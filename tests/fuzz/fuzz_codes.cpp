// Codes of moves, which may be any number: rules, then numbers of eight bytes.
#include "chupai/doudizhu/combination.hpp"
#include "chupai/doudizhu/family.hpp"
#include "chupai/doudizhu/hand.hpp"
#include "chupai/doudizhu/text.hpp"
#include "chupai/gongzhu/family.hpp"
#include "chupai/gongzhu/text.hpp"
#include "rules.hpp"

namespace chupai::fuzz {
namespace {

void read_doudizhu(const doudizhu::Record& game, std::uint64_t code) {
    const doudizhu::Tables& tables = game.tables();
    const auto any = doudizhu::decode(code);
    const auto ours = doudizhu::decode(tables, code);
    demand(!any || any->code == code, "a code is decoded to its move");
    demand(!ours || (any && *ours == *any), "a move of these rules is a move");
    if (any) {
        const std::string text = to_text(*any);
        demand(doudizhu::parse_code(text) == code, "a move's text is its code", text);
        demand(!doudizhu::kind_text(*any).empty(), "a move has a kind");
        demand((doudizhu::kickers_of(*any) & ~(code & doudizhu::kCardsMask) & ~doudizhu::kCardsMask) == 0,
               "kickers are cards");
    }
    if (ours) {
        const auto list = doudizhu::classify(tables, code & doudizhu::kCardsMask);
        demand(std::find(list.begin(), list.end(), *ours) != list.end(), "a move is a reading of its cards");
        demand(!beats(ours->shape, ours->shape), "nothing beats itself");
    }
    doudizhu::Record tried = game;
    const bool pushed = accepted([&] { tried.push(code); });
    demand(pushed == is_legal(game.now(), code), "what is legal can be pushed, and nothing else");
    demand(pushed || tried == game, "a refused move changes nothing");
}

void read_gongzhu(const gongzhu::Record& game, std::uint64_t code) {
    if (gongzhu::is_code(code)) {
        const gongzhu::Move move = gongzhu::move_of(code);
        demand(gongzhu::code(move) == code, "a code is decoded to its move");
        demand(accepted([&] { gongzhu::to_text(move); }), "a move has a text");
    }
    gongzhu::Record tried = game;
    const bool pushed = accepted([&] { tried.push(code); });
    demand(pushed == is_legal(game.now(), code), "what is legal can be pushed, and nothing else");
    demand(pushed || tried == game, "a refused move changes nothing");
}

}  // namespace
}  // namespace chupai::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace chupai;
    fuzz::Bytes in(data, size);
    const doudizhu::Record first(doudizhu::resolve(fuzz::choose_rules<doudizhu::Schema>(in)), Seeds{1, 0, 0});
    const gongzhu::Record second(gongzhu::resolve(fuzz::choose_rules<gongzhu::Schema>(in)), Seeds{1, 0, 0});
    while (!in.empty()) {
        const std::uint64_t code = in.word();
        fuzz::read_doudizhu(first, code);
        fuzz::read_gongzhu(second, code % 128 + (code >> 63) * code);
    }
    return 0;
}
