// The hot loops, compiled once an instruction level; one table of functions is chosen at load.
//
// CHUPAI_LEVEL=baseline in the environment forces the portable table, as does a level that is not known or not there;
// the table says which it is.
#pragma once

#include <cstddef>
#include <cstdint>

#include "chupai/core/random.hpp"
#include "chupai/doudizhu/deal.hpp"
#include "chupai/doudizhu/position.hpp"

namespace chupai {

struct Kernels {
    const char* level;

    // search/playout.hpp, search/perft.hpp
    void (*random_games)(const doudizhu::Tables&, std::uint64_t seed, std::uint64_t first, std::size_t n,
                         std::int32_t* payoffs, std::int32_t* plies);
    void (*playouts)(const doudizhu::Position&, std::uint64_t seed, std::uint64_t first, std::size_t n,
                     std::int32_t* payoffs);
    std::uint64_t (*perft)(const doudizhu::Position&, int depth, bool bulk, doudizhu::Move* buffer);

    // doudizhu/position.hpp
    unsigned (*count_legal)(const doudizhu::Position&);
    doudizhu::Move (*nth_legal)(const doudizhu::Position&, unsigned index);
    doudizhu::Move* (*legal)(const doudizhu::Position&, doudizhu::Move* out);

    // doudizhu/generate.hpp: bare questions, and n of them for measuring
    unsigned (*count_moves)(const doudizhu::Tables&, doudizhu::Hand, doudizhu::Shape table);
    doudizhu::Move* (*write_moves)(const doudizhu::Tables&, doudizhu::Hand, doudizhu::Shape table, doudizhu::Move* out);
    std::uint64_t (*count_many)(const doudizhu::Tables&, const doudizhu::Hand*, const doudizhu::Shape*, std::size_t n);
    std::uint64_t (*write_many)(const doudizhu::Tables&, const doudizhu::Hand*, const doudizhu::Shape*, std::size_t n,
                                doudizhu::Move* out);

    // doudizhu/deal.hpp: one deal, and n of them for measuring (returns a mixture of their cards)
    doudizhu::Deal (*deal)(const doudizhu::Tables&, Stream&);
    std::uint64_t (*deal_many)(const doudizhu::Tables&, std::uint64_t seed, std::size_t n);
};

// The table in use, chosen once for this processor and environment.
const Kernels& kernels();

// One level's table; nothing where it was not built or this processor lacks it.
const Kernels* kernels_of(const char* level);

}  // namespace chupai
