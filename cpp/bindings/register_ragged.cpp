// Ragged arrays in Python: what comes as offsets and one flat array, checked and passed on.

#include "chupai/batch/ragged.hpp"
#include "common.hpp"

namespace chupai::bindings {

namespace {

using batch::Offsets;

constexpr std::size_t kMostColumns = std::size_t{1} << 31;

std::string found(const py::array& array) {
    return std::string("found ") + py::str(array.dtype()).cast<std::string>() + " of shape " +
           py::str(array.attr("shape")).cast<std::string>();
}

[[noreturn]] void refuse_dtype(const std::string& wanted, const py::array& array) {
    throw py::type_error(wanted + ": " + found(array));
}

// The value as an array, as numpy.asarray makes it; a view, whose shape and dtype no one else can set.
py::array to_array(py::handle value) {
    const bool is_array = Py_TYPE(value.ptr()) == py::detail::npy_api::get().PyArray_Type_;
    const py::object array =
        is_array ? py::reinterpret_borrow<py::object>(value) : py::module_::import("numpy").attr("asarray")(value);
    return array.attr("view")().cast<py::array>();
}

py::array converted(const py::array& array, const py::object& dtype) {
    return array.attr("astype")(dtype, py::arg("order") = "C").cast<py::array>();
}

// The array in order and aligned; a copy only where it is not.
py::array in_order(const py::array& array) {
    constexpr int kWanted = int{py::array::c_style} | int{py::detail::npy_api::NPY_ARRAY_ALIGNED_};
    return (array.flags() & kWanted) == kWanted ? array : converted(array, array.dtype());
}

// The same with the processor's order of bytes.
py::array native(const py::array& array) {
    const char order = array.dtype().byteorder();
    return order == '=' || order == '|' ? in_order(array)
                                        : converted(array, array.dtype().attr("newbyteorder")("=").cast<py::object>());
}

void check_flat(const py::array& array, const char* name) {
    if (array.ndim() != 1) {
        throw ParseError(std::string(name) + " must have one dimension: " + found(array));
    }
}

template <class T>
const T* data_of(const py::array& array) {
    return static_cast<const T*>(array.data());
}

// Calls act(T{}) for the integer type of a native array.
template <class Act>
void with_integer(const py::array& array, Act&& act) {
    const bool is_signed = array.dtype().kind() == 'i';
    switch (array.itemsize()) {
        case 1: return is_signed ? act(std::int8_t{}) : act(std::uint8_t{});
        case 2: return is_signed ? act(std::int16_t{}) : act(std::uint16_t{});
        case 4: return is_signed ? act(std::int32_t{}) : act(std::uint32_t{});
        default: return is_signed ? act(std::int64_t{}) : act(std::uint64_t{});
    }
}

bool is_integer(const py::array& array) { return array.dtype().kind() == 'i' || array.dtype().kind() == 'u'; }

bool is_real(const py::array& array) {
    return array.dtype().kind() == 'f' && (array.itemsize() == 4 || array.itemsize() == 8);
}

// Whole numbers in one dimension. An empty list counts as such, though numpy makes it float64.
py::array to_integers(py::handle value, const char* name) {
    py::array array = to_array(value);
    if (array.size() == 0 && !py::isinstance<py::array>(value)) {
        array = converted(array, py::dtype::of<std::int64_t>());
    }
    if (!is_integer(array)) {
        refuse_dtype(std::string(name) + " must be of an integer dtype", array);
    }
    check_flat(array, name);
    return native(array);
}

// A copy of the offsets, checked: nothing that others do to the array meanwhile matters.
std::vector<std::int64_t> to_offsets(py::handle value, std::size_t total, const char* name) {
    const py::array array = to_integers(value, "offsets");
    std::vector<std::int64_t> offsets(static_cast<std::size_t>(array.size()));
    with_integer(array, [&]<class T>(T) {
        std::transform(data_of<T>(array), data_of<T>(array) + offsets.size(), offsets.begin(), [](T offset) {
            return std::cmp_greater(offset, INT64_MAX) ? INT64_MAX : static_cast<std::int64_t>(offset);
        });
    });
    batch::check_offsets(offsets, total, name);
    return offsets;
}

std::size_t length_of(const py::array& array) { return static_cast<std::size_t>(array.shape(0)); }

// float32 or float64; float16 and whole numbers become float64.
py::array to_logits(py::handle value) {
    const py::array array = to_array(value);
    const bool converts = is_integer(array) || (array.dtype().kind() == 'f' && array.itemsize() == 2);
    if (!converts && !is_real(array)) {
        refuse_dtype("logits must be float32 or float64 (float16 and integers become float64)", array);
    }
    check_flat(array, "logits");
    return converts ? converted(array, py::dtype::of<double>()) : native(array);
}

// Calls act(T{}) for float or double.
template <class Act>
void with_real(const py::array& array, Act&& act) {
    array.itemsize() == 4 ? act(float{}) : act(double{});
}

py::array_t<std::int32_t> new_positions(Offsets offsets) {
    batch::check_positions(offsets);
    return py::array_t<std::int32_t>(static_cast<py::ssize_t>(batch::segments(offsets)));
}

py::array segment_sample(py::handle logits_given, py::handle offsets_given, py::handle seed_given) {
    const py::array logits = to_logits(logits_given);
    const auto offsets = to_offsets(offsets_given, length_of(logits), "logits");
    const std::uint64_t seed = to_uint64(seed_given, "seed");
    py::array_t<std::int32_t> out = new_positions(offsets);
    std::int32_t* const to = out.mutable_data();
    with_real(logits, [&]<class Real>(Real) {
        const Real* const from = data_of<Real>(logits);
        const WithoutGil without;
        batch::segment_sample(from, offsets, seed, to);
    });
    return out;
}

py::array segment_argmax(py::handle values_given, py::handle offsets_given) {
    py::array values = to_array(values_given);
    const char kind = values.dtype().kind();
    if (kind == 'b') {
        values = converted(values, py::dtype::of<std::uint8_t>());
    } else if (kind == 'f' && values.itemsize() == 2) {
        values = converted(values, py::dtype::of<float>());
    } else if (!is_integer(values) && !is_real(values)) {
        refuse_dtype("values must be float32, float64, float16, bool or of an integer dtype", values);
    }
    check_flat(values, "values");
    values = native(values);
    const auto offsets = to_offsets(offsets_given, length_of(values), "values");
    py::array_t<std::int32_t> out = new_positions(offsets);
    std::int32_t* const to = out.mutable_data();
    const auto act = [&]<class T>(T) {
        const T* const from = data_of<T>(values);
        const WithoutGil without;
        batch::segment_argmax(from, offsets, to);
    };
    if (is_integer(values)) {
        with_integer(values, act);
    } else {
        with_real(values, act);
    }
    return out;
}

// A new array like the logits, that compute(logits, offsets, out) fills.
template <class Compute>
py::array like_logits(py::handle logits_given, py::handle offsets_given, Compute&& compute) {
    const py::array logits = to_logits(logits_given);
    const auto offsets = to_offsets(offsets_given, length_of(logits), "logits");
    py::array out;
    with_real(logits, [&]<class Real>(Real) {
        py::array_t<Real> made(logits.size());
        Real* const to = made.mutable_data();
        const Real* const from = data_of<Real>(logits);
        {
            const WithoutGil without;
            compute(from, offsets, to);
        }
        out = std::move(made);
    });
    return out;
}

py::array segment_softmax(py::handle logits, py::handle offsets) {
    return like_logits(logits, offsets,
                       [](const auto* from, Offsets of, auto* to) { batch::segment_softmax(from, of, to); });
}

py::array segment_log_softmax(py::handle logits, py::handle offsets) {
    return like_logits(logits, offsets,
                       [](const auto* from, Offsets of, auto* to) { batch::segment_log_softmax(from, of, to); });
}

double to_double(py::handle fill) {
    const double value = PyFloat_AsDouble(fill.ptr());
    if (PyErr_Occurred() == nullptr) {
        return value;
    }
    const bool is_large = PyErr_ExceptionMatches(PyExc_OverflowError) != 0;
    if (!is_large && PyErr_ExceptionMatches(PyExc_TypeError) == 0) {
        throw py::error_already_set();
    }
    PyErr_Clear();
    if (is_large) {
        throw ParseError("fill = " + show(fill) + " is out of range of every float");
    }
    throw py::type_error("fill must be a number, not " + show(fill));
}

// `fill` as an element of this dtype, in an array without dimensions. What the dtype cannot hold is refused; fractions
// may be rounded.
py::array to_fill(py::handle fill, const py::dtype& dtype) {
    const py::module_ numpy = py::module_::import("numpy");
    py::object number = py::reinterpret_borrow<py::object>(fill);
    const char kind = dtype.kind();
    if (kind == 'b') {
        const bool is_bool = PyBool_Check(fill.ptr()) != 0 || py::isinstance(fill, numpy.attr("bool_"));
        number = py::bool_(is_bool ? py::cast<bool>(py::bool_(number)) : to_int(fill, "fill", 0, 1) != 0);
    } else if (kind == 'i') {
        const std::int64_t most = INT64_MAX >> (64 - 8 * dtype.itemsize());
        number = py::int_(to_int(fill, "fill", -most - 1, most));
    } else if (kind == 'u') {
        const std::int64_t most = dtype.itemsize() == 8 ? 0 : (std::int64_t{1} << (8 * dtype.itemsize())) - 1;
        number =
            py::int_(most == 0 ? to_uint64(fill, "fill") : static_cast<std::uint64_t>(to_int(fill, "fill", 0, most)));
    } else if (kind == 'f') {
        const double value = to_double(fill);
        const double most = py::float_(numpy.attr("finfo")(dtype).attr("max"));
        if (std::isfinite(value) && std::abs(value) > most) {
            throw ParseError("fill = " + show(fill) + " is out of range: the most of " +
                             py::str(dtype).cast<std::string>() + " is " + show(py::float_(most)));
        }
        number = py::float_(value);
    }
    const py::array made = numpy.attr("array")(number, py::arg("dtype") = dtype).cast<py::array>();
    if (made.ndim() != 0) {
        throw py::type_error("fill must be one value, not " + show(fill));
    }
    return made;
}

// Throws ParseError where an array of this shape has more bytes than addresses, which pybind11 and numpy count on.
void check_shape(const std::vector<py::ssize_t>& shape, py::ssize_t bytes) {
    std::string text;
    for (const py::ssize_t size : shape) {
        text += (text.empty() ? "" : ", ") + std::to_string(size);
    }
    for (const py::ssize_t size : shape) {
        if (std::max<py::ssize_t>(size, 1) > PY_SSIZE_T_MAX / bytes) {
            throw ParseError("an array of shape (" + text + ") is too large");
        }
        bytes *= std::max<py::ssize_t>(size, 1);
    }
}

template <class Word>
void pad_words(const py::array& values, Offsets offsets, std::size_t k, std::size_t length, const py::array& fill,
               py::array& out) {
    Word word;
    std::memcpy(&word, fill.data(), sizeof word);
    const Word* const from = data_of<Word>(values);
    Word* const to = static_cast<Word*>(out.mutable_data());
    const WithoutGil without;
    batch::to_padded(from, offsets, k, length, word, to);
}

py::array to_padded(py::handle values_given, py::handle offsets_given, py::handle fill_given, py::handle length_given) {
    const py::array given = to_array(values_given);
    const py::ssize_t bytes = given.itemsize();
    const bool fits = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
    if (!fits || given.dtype().attr("hasobject").cast<bool>()) {
        refuse_dtype("values must be of a dtype of 1, 2, 4 or 8 bytes that holds no objects", given);
    }
    if (given.ndim() != 1 && given.ndim() != 2) {
        throw ParseError("values must have one or two dimensions: " + found(given));
    }
    py::array values = in_order(given);
    if (reinterpret_cast<std::uintptr_t>(values.data()) % static_cast<std::uintptr_t>(bytes) != 0) {
        values = converted(values, values.dtype());  // elements of several parts are aligned as those are
    }
    const auto offsets = to_offsets(offsets_given, length_of(values), "values");
    const std::size_t longest = batch::longest(offsets);
    const std::size_t length = length_given.is_none() ? longest : to_size(length_given, "length", kMostColumns);
    if (length < longest) {
        throw ParseError("length = " + std::to_string(length) + " is too short: the longest segment has " +
                         std::to_string(longest));
    }
    const py::array fill = to_fill(fill_given, values.dtype());
    std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(batch::segments(offsets)),
                                   static_cast<py::ssize_t>(length)};
    if (values.ndim() == 2) {
        shape.push_back(values.shape(1));
    }
    check_shape(shape, bytes);
    py::array out(values.dtype(), shape);
    const std::size_t k = values.ndim() == 2 ? static_cast<std::size_t>(values.shape(1)) : 1;
    switch (bytes) {
        case 1: pad_words<std::uint8_t>(values, offsets, k, length, fill, out); break;
        case 2: pad_words<std::uint16_t>(values, offsets, k, length, fill, out); break;
        case 4: pad_words<std::uint32_t>(values, offsets, k, length, fill, out); break;
        default: pad_words<std::uint64_t>(values, offsets, k, length, fill, out); break;
    }
    return out;
}

py::array to_mask(py::handle ids_given, py::handle offsets_given, py::handle size_given) {
    const py::array ids = to_integers(ids_given, "ids");
    const auto offsets = to_offsets(offsets_given, length_of(ids), "ids");
    const std::size_t size = to_size(size_given, "size", kMostColumns);
    const std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(batch::segments(offsets)),
                                         static_cast<py::ssize_t>(size)};
    check_shape(shape, 1);
    py::array_t<bool> out(shape);
    auto* const to = static_cast<std::uint8_t*>(static_cast<py::array&>(out).mutable_data());
    with_integer(ids, [&]<class Id>(Id) {
        const Id* const from = data_of<Id>(ids);
        const WithoutGil without;
        batch::to_mask(from, offsets, size, to);
    });
    return out;
}

}  // namespace

void register_ragged(py::module_& m) {
    m.def("segment_sample", &segment_sample, py::arg("logits"), py::arg("offsets"), py::arg("seed"),
          R"(Draws a position within each segment with the probabilities of its softmax: int32[n].

logits: float32[total] or float64[total] (float16 and integers become float64); -inf is never drawn. offsets: any
integer dtype [n + 1], from 0 to total, never decreasing. seed: 0..2**64-1. -1 for an empty segment.

What segment i gets depends on its logits, their dtype, i and the seed alone, not on other segments, and is the same on
every platform. A logit more than 87 below its segment's largest (float64: 708) is not drawn either. ParseError (a
ValueError) at NaN, at inf, at a segment of nothing but -inf, and at offsets that do not fit; TypeError for other
dtypes. Releases the GIL.

>>> from chupai.ragged import segment_sample
>>> segment_sample([0.0, float("-inf"), 3.0, 5.0], offsets=[0, 1, 1, 3, 4], seed=7).tolist()
[0, -1, 1, 0]
)");
    m.def("segment_argmax", &segment_argmax, py::arg("values"), py::arg("offsets"),
          R"(Position of each segment's largest value, the first of equals: int32[n].

values: float32, float64, float16, bool or any integer dtype [total]; infinities are values like others. offsets: any
integer dtype [n + 1], from 0 to total, never decreasing. -1 for an empty segment. ParseError (a ValueError) at NaN and
at offsets that do not fit; TypeError for other dtypes. Releases the GIL.

>>> from chupai.ragged import segment_argmax
>>> segment_argmax([3, 7, 7, 5], offsets=[0, 3, 3, 4]).tolist()
[1, -1, 0]
)");
    m.def("segment_softmax", &segment_softmax, py::arg("logits"), py::arg("offsets"),
          R"(Softmax within each segment: [total] of the logits' dtype.

logits: float32[total] or float64[total] (float16 and integers become float64); -inf has probability 0. offsets: any
integer dtype [n + 1], from 0 to total, never decreasing; segments may be empty.

float32 is computed in float32, sums in double: the relative error is below 4e-7 (float64: 1e-15, and 3e-17 more for
each element of the segment). A logit more than 87 below its segment's largest (float64: 708) gets 0. ParseError (a
ValueError) at NaN, at inf, at a segment of nothing but -inf, and at offsets that do not fit; TypeError for other
dtypes. Releases the GIL.

>>> from chupai.ragged import segment_softmax
>>> segment_softmax([2.0, 2.0, 2.0, 2.0, 1.0], offsets=[0, 4, 4, 5]).tolist()
[0.25, 0.25, 0.25, 0.25, 1.0]
)");
    m.def("segment_log_softmax", &segment_log_softmax, py::arg("logits"), py::arg("offsets"),
          R"(Logarithm of the softmax within each segment: [total] of the logits' dtype.

Takes what segment_softmax takes, and raises ParseError and TypeError where that does. -inf stays -inf; the improbable
keeps its logarithm where segment_softmax gives 0. Of float32, differences and sums are double and the result is rounded
once: it is wrong by less than 1e-7 of its size and 2e-7 (float64: 4e-16, and 1e-15 with 3e-17 more for each element).
Releases the GIL.

>>> from chupai.ragged import segment_log_softmax
>>> segment_log_softmax([0.0, 0.0, -1000.0], offsets=[0, 2, 3]).round(4).tolist()
[-0.6931, -0.6931, 0.0]
)");
    m.def("to_padded", &to_padded, py::arg("values"), py::arg("offsets"), py::arg("fill") = 0,
          py::arg("length") = py::none(),
          R"(Segments as rows of one length: [n, longest], or [n, longest, k] of values[total, k]; the dtype of values.

values: any dtype of 1, 2, 4 or 8 bytes without objects. offsets: any integer dtype [n + 1], from 0 to total, never
decreasing. fill: what rows lack, a bool or number that the dtype holds (floats are rounded to it; for other dtypes,
what numpy.array makes of it). length: the rows' length, where not the longest segment's.

Writes n * length * k elements where the ragged form has total * k: one long segment makes every row long. ParseError (a
ValueError) for a length that is too short (it says the longest), a fill out of range and offsets that do not fit;
TypeError for other dtypes. Releases the GIL.

>>> from chupai.ragged import to_padded
>>> to_padded([1, 2, 3, 4], offsets=[0, 3, 3, 4], fill=-1).tolist()
[[1, 2, 3], [-1, -1, -1], [4, -1, -1]]
)");
    m.def("to_mask", &to_mask, py::arg("ids"), py::arg("offsets"), py::arg("size"),
          R"(Segments of dense ids as rows of a mask: bool[n, size], True at the segment's ids.

ids: any integer dtype [total], each 0..size-1; twice the same is once. offsets: any integer dtype [n + 1], from 0 to
total, never decreasing.

Writes n * size bytes where the ragged form has total ids: among thousands of ids, every row takes kilobytes however few
it has. ParseError (a ValueError) at the first id out of range and at offsets that do not fit; TypeError for other
dtypes. Releases the GIL.

>>> from chupai.ragged import to_mask
>>> to_mask([0, 2, 1], offsets=[0, 2, 2, 3], size=3).astype(int).tolist()
[[1, 0, 1], [0, 0, 0], [0, 1, 0]]
)");
}

}  // namespace chupai::bindings
