// The questions that benchmarks and profiles ask, always the same ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "chupai/doudizhu/position.hpp"
#include "chupai/doudizhu/rules.hpp"
#include "chupai/doudizhu/types.hpp"
#include "chupai/kernels/kernels.hpp"

namespace chupai::bench {

using TablesPtr = std::shared_ptr<const doudizhu::Tables>;

TablesPtr tables_of(std::string_view rules);

// All presets.
std::vector<std::string> presets();

// The instruction levels of this build and processor.
std::vector<const Kernels*> levels();

// Hands with what lies on the table.
struct Questions {
    std::vector<doudizhu::Hand> hands;
    std::vector<doudizhu::Shape> tables;
    std::size_t size() const { return hands.size(); }
};

// n landlords' hands, about to lead: 20 cards, or 33 of two packs.
Questions leads(const doudizhu::Tables& tables, std::size_t n);

// n follows as they come up in uniformly random play: positions of random games where something is on the table.
Questions follows(const doudizhu::Tables& tables, std::size_t n);

// n positions of uniformly random games in which cards are played.
std::vector<doudizhu::Position> positions(const doudizhu::Tables& tables, std::size_t n);

// n codes: half are moves of these rules, half are as many random cards.
std::vector<doudizhu::Code> codes(const doudizhu::Tables& tables, std::size_t n);

// Room for any legal list.
std::vector<doudizhu::Move> buffer(std::size_t lists = 1);

// bench_gongzhu.cpp
void register_gongzhu();

}  // namespace chupai::bench
