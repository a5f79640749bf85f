#include "chupai/kernels/kernels.hpp"
#include "common.hpp"

namespace {

namespace py = pybind11;

// A submodule that can be imported by its name.
py::module_ submodule(py::module_& m, const char* name, const char* doc) {
    py::module_ made = m.def_submodule(name, doc);
    py::module_::import("sys").attr("modules")[made.attr("__name__")] = made;
    return made;
}

}  // namespace

// Needs no GIL: what can change has locks (locks.hpp). One interpreter: enums, dtypes and types are kept by the
// process.
PYBIND11_MODULE(_core, m, py::mod_gil_not_used(), py::multiple_interpreters::not_supported()) {
    namespace b = chupai::bindings;
    m.doc() = "The compiled core of chupai; private: use chupai and its modules.";
    b::prepare_arrays();
    b::count_forks();
    b::guard_base_class();
    b::register_errors(m);
    py::module_ doudizhu = submodule(m, "doudizhu", "What chupai.doudizhu shows.");
    b::register_doudizhu(doudizhu);
    py::module_ gongzhu = submodule(m, "gongzhu", "What chupai.gongzhu shows.");
    b::register_gongzhu(gongzhu);
    b::register_search(m);
    b::register_solve(m, doudizhu, gongzhu);
    b::register_ragged(m);
    b::register_bench(m);
    m.attr("level") = chupai::kernels().level;
}
