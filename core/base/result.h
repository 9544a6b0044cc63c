// SPDX-License-Identifier: GPL-3.0-or-later
// Result<T>: a value or an Error. Named after std::expected, which GCC 12 does not have yet. Who asks for the
// one where there is the other ends the program, with a message.
#pragma once

#include "core/base/misuse.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace edgewright {

enum class ErrorCode {
    BadInput,    // a file, a command line or bytes from outside are not what was expected
    Unsupported, // understood, but this program cannot do it
    Cancelled,   // the caller asked to stop; never shown as a failure
    TimedOut,    // the caller's time limit ran out
    OutOfMemory, // more bytes are needed than a limit or the machine allows; the message names both
    Internal,    // our own mistake
};

// `message` says what happened and what was expected, naming file and place; contexts read outermost first.
struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::string message;

    // Adds the outer context: "reading model.onnx: node 'Conv_3': kernel_shape ...".
    [[nodiscard]] Error within(const std::string& context) && {
        message.insert(0, context + ": ");
        return std::move(*this);
    }
};

inline Error badInput(std::string message) { return {ErrorCode::BadInput, std::move(message)}; }
inline Error unsupported(std::string message) { return {ErrorCode::Unsupported, std::move(message)}; }
inline Error cancelled() { return {ErrorCode::Cancelled, "cancelled"}; }
// "initializer 'w': 300 bytes needed, limit 200 bytes"; `needed` counts what is taken already.
Error outOfMemory(const std::string& what, std::int64_t needed, std::int64_t limit);
inline Error internalError(std::string message) { return {ErrorCode::Internal, std::move(message)}; }

template <typename T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    bool has_value() const { return m_state.index() == 0; }
    explicit operator bool() const { return has_value(); }

    T& value() & { return requireValue(), *std::get_if<0>(&m_state); }
    const T& value() const& { return requireValue(), *std::get_if<0>(&m_state); }
    T&& value() && { return requireValue(), std::move(*std::get_if<0>(&m_state)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    const Error& error() const& { return requireError(), *std::get_if<1>(&m_state); }
    Error&& error() && { return requireError(), std::move(*std::get_if<1>(&m_state)); }

private:
    void requireValue() const {
        if (has_value()) [[likely]]
            return;
        const Error* error = std::get_if<1>(&m_state);
        endMisuse("the value of a Result that is an error: ", error ? error->message.c_str() : "");
    }
    void requireError() const {
        if (m_state.index() != 1) [[unlikely]]
            endMisuse("the error of a Result that is a value", "");
    }

    std::variant<T, Error> m_state;
};

// Success without a value, or an Error.
template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : m_error(std::move(error)) {}
    bool has_value() const { return !m_error.has_value(); }
    explicit operator bool() const { return has_value(); }
    const Error& error() const& { return requireError(), *m_error; }
    Error&& error() && { return requireError(), *std::move(m_error); }

private:
    void requireError() const {
        if (!m_error) [[unlikely]]
            endMisuse("the error of a Result that is a success", "");
    }

    std::optional<Error> m_error;
};

} // namespace edgewright
