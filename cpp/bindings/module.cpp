#include "common.hpp"

PYBIND11_MODULE(_core, m) {
    namespace b = chupai::bindings;
    m.doc() = "The compiled core of chupai; private: use chupai and chupai.doudizhu.";
    b::prepare_arrays();
    b::guard_base_class();
    b::register_errors(m);
    b::register_doudizhu_rules(m);
    b::register_doudizhu_moves(m);
    b::register_doudizhu_game(m);
    b::register_doudizhu_view(m);
    b::register_search(m);
    b::register_bench(m);
    m.attr("level") = chupai::kernels().level;
}
