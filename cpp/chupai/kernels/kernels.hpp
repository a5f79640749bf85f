// The hot loops, compiled once an instruction level; one table of functions is chosen at load.
//
// CHUPAI_LEVEL=baseline in the environment forces the portable table, as does a level that is not known or not there;
// the table says which it is.
#pragma once

#include <cstddef>
#include <cstdint>

#include "chupai/batch/state.hpp"
#include "chupai/core/random.hpp"
#include "chupai/doudizhu/game.hpp"
#include "chupai/gongzhu/game.hpp"

namespace chupai {

// What every game has, whatever its sizes; F is its AnySize.
template <class F>
struct GameKernels {
    using Tables = typename F::Tables;
    using Position = typename F::Position;
    using Move = typename F::Move;

    // search/playout.hpp, search/perft.hpp
    void (*random_games)(const Tables&, std::uint64_t seed, std::uint64_t first, std::size_t n, std::int32_t* payoffs,
                         std::int32_t* plies);
    void (*playouts)(const Position&, std::uint64_t seed, std::uint64_t first, std::size_t n, std::int32_t* payoffs);
    std::uint64_t (*perft)(const Position&, int depth, bool bulk, Move* buffer);

    // core/game.hpp
    unsigned (*count_legal)(const Position&);
    Move (*nth_legal)(const Position&, unsigned index);
    Move* (*legal)(const Position&, Move* out);

    // batch/step.hpp
    batch::Loops<F> batch;

    // One deal, and n of them for measuring (returns a mixture of their cards).
    typename F::Deal (*deal)(const Tables&, Stream&);
    std::uint64_t (*deal_many)(const Tables&, std::uint64_t seed, std::size_t n);
};

// doudizhu/generate.hpp: bare questions, and n of them for measuring.
struct CombinationKernels {
    unsigned (*count)(const doudizhu::Tables&, doudizhu::Hand, doudizhu::Shape table);
    doudizhu::Move* (*write)(const doudizhu::Tables&, doudizhu::Hand, doudizhu::Shape table, doudizhu::Move* out);
    std::uint64_t (*count_many)(const doudizhu::Tables&, const doudizhu::Hand*, const doudizhu::Shape*, std::size_t n);
    std::uint64_t (*write_many)(const doudizhu::Tables&, const doudizhu::Hand*, const doudizhu::Shape*, std::size_t n,
                                doudizhu::Move* out);
};

struct Kernels {
    const char* level;
    GameKernels<doudizhu::AnySize> doudizhu;
    CombinationKernels combinations;
    GameKernels<gongzhu::AnySize> gongzhu;

    // By the game: of(doudizhu::AnySize{}), or of its Family.
    const GameKernels<doudizhu::AnySize>& of(doudizhu::AnySize) const noexcept { return doudizhu; }
    const GameKernels<gongzhu::AnySize>& of(gongzhu::AnySize) const noexcept { return gongzhu; }
};

// The table in use, chosen once for this processor and environment.
const Kernels& kernels();

// One level's table; nothing where it was not built or this processor lacks it.
const Kernels* kernels_of(const char* level);

}  // namespace chupai
