#include "game_class.hpp"

#include <random>

namespace chupai::bindings {

Seeds to_seeds(py::handle seed, py::handle game, py::handle episode) {
    std::random_device device;
    const std::uint64_t drawn =
        seed.is_none() ? (static_cast<std::uint64_t>(device()) << 32) | device() : to_uint64(seed, "seed");
    return Seeds{drawn, to_uint64(game, "game"), to_uint64(episode, "episode")};
}

}  // namespace chupai::bindings
