// Objects that change, and several threads.
//
// Without a GIL two threads may call methods of one object at once. Whoever is given an object that can change, by
// reference, holds its lock until the call is over: its caster takes it (LockingCaster), so that no method can forget.
// The lock behaves as the GIL does: Python lets go of it where the call waits, runs without the interpreter, or takes
// the lock of another object, and gives it back after. So what happens between two uses of Python is atomic, no more.
// A call that looks at two such objects at once has parameters `Unlocked` and takes both locks together. With a GIL all
// of this is nothing.
#pragma once

#include <pybind11/critical_section.h>
#include <pybind11/pybind11.h>

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

namespace chupai::bindings {

namespace py = pybind11;

using Lock = py::scoped_critical_section;

// The C++ object of a Python object of class T, which is not locked.
template <class T>
T& object_of(py::handle source) {
    py::detail::type_caster_base<T> caster;
    if (!caster.load(source, false)) {
        throw py::cast_error("an object of another class");
    }
    return static_cast<T&>(caster);
}

// A copy as the object stands.
template <class T>
T copy_of(py::handle source) {
    const Lock lock(source);
    return object_of<T>(source);
}

// A parameter that is not locked: the call does so itself.
template <class T>
struct Unlocked {
    py::handle handle;
    T* object = nullptr;

    T& operator*() const noexcept { return *object; }
    T* operator->() const noexcept { return object; }
};

// What is locked for an object of class T.
template <class T>
py::handle locked_for(py::handle source, const T&) {
    return source;
}

template <class T>
class LockingCaster : public py::detail::type_caster_base<T> {
public:
    LockingCaster() = default;
    LockingCaster(const LockingCaster&) = delete;  // handle.cast<T&>() would let go of the lock: see object_of, copy_of
    LockingCaster& operator=(const LockingCaster&) = delete;

    bool load(py::handle source, bool convert) {
        if (!py::detail::type_caster_base<T>::load(source, convert)) {
            return false;
        }
#ifdef Py_GIL_DISABLED
        if (this->value != nullptr) {  // None is no object, and refused after
            lock_.emplace(locked_for(source, *static_cast<T*>(this->value)));
        }
#endif
        return true;
    }

private:
#ifdef Py_GIL_DISABLED
    std::optional<Lock> lock_;
#endif
};

// ---- calls that run long ----

// Who uses an object whose lock is let go of for long: one call that changes it, or any number that read it.
class Users {
public:
    enum class Access : std::uint8_t { kReads, kChanges };
    enum class Answer : std::uint8_t { kYes, kInUse, kForked };

    // kForked: another thread was changing the object when this process was forked from it, and never will be done.
    Answer enter(Access access) noexcept;
    void leave(Access access) noexcept;
    bool forked() const noexcept;

private:
    // Below: how many read, or kChanging. Above: how often the process was forked when this was written; a fork ends
    // what goes on in other threads.
    std::atomic<std::uint64_t> state_{0};
};

// Held for a call. Throws E where another call is in the way: `the` object is in use, `advice`.
template <class E>
class Use {
public:
    Use(Users& users, Users::Access access, const char* the, const char* advice) : users_(users), access_(access) {
        switch (users_.enter(access)) {
            case Users::Answer::kYes: return;
            case Users::Answer::kInUse: throw E(std::string(the) + " is in use by another " + advice);
            default:
                throw E(std::string(the) + " was in use by another thread when the process was forked: make a new one");
        }
    }
    ~Use() { users_.leave(access_); }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

private:
    Users& users_;
    Users::Access access_;
};

// Lets `Users` hear of forks. Called once, as the module is made.
void count_forks();

}  // namespace chupai::bindings

namespace pybind11::detail {

template <class T>
struct type_caster<chupai::bindings::Unlocked<T>> {
    static constexpr auto name = type_caster_base<T>::name;  // NOLINT(readability-identifier-naming) pybind11's
    bool load(handle source, bool convert) {
        type_caster_base<T> caster;
        if (!caster.load(source, convert) || source.is_none()) {
            return false;
        }
        value_ = {source, &static_cast<T&>(caster)};
        return true;
    }
    template <class>
    using cast_op_type = chupai::bindings::Unlocked<T>;  // NOLINT(readability-identifier-naming) pybind11's
    operator chupai::bindings::Unlocked<T>() const { return value_; }

private:
    chupai::bindings::Unlocked<T> value_;
};

}  // namespace pybind11::detail
