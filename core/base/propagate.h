// SPDX-License-Identifier: GPL-3.0-or-later
// Passing the Error of a Result on to the caller, in functions that return a Result. For source files and
// headers that are not part of the library's interface: the names are those that other projects use, too.
#pragma once

#include "core/base/result.h"

#define EDGEWRIGHT_JOINED_AGAIN(a, b) a##b
#define EDGEWRIGHT_JOINED(a, b) EDGEWRIGHT_JOINED_AGAIN(a, b)

// ASSIGN_OR_RETURN(auto graph, read(file)); two statements in one line: not the branch of an `if` without
// braces.
#define ASSIGN_OR_RETURN(target, ...)                                                                          \
    EDGEWRIGHT_ASSIGN_OR_RETURN(EDGEWRIGHT_JOINED(result_, __COUNTER__), target, __VA_ARGS__)
#define EDGEWRIGHT_ASSIGN_OR_RETURN(result, target, ...)                                                       \
    auto result = (__VA_ARGS__);                                                                               \
    if (!result) [[unlikely]]                                                                                  \
        return std::move(result).error();                                                                      \
    target = *std::move(result)

// RETURN_IF_ERROR(write(file)); the value, if there is one, is dropped.
#define RETURN_IF_ERROR(...) EDGEWRIGHT_RETURN_IF_ERROR(EDGEWRIGHT_JOINED(result_, __COUNTER__), __VA_ARGS__)
#define EDGEWRIGHT_RETURN_IF_ERROR(result, ...)                                                                \
    do {                                                                                                       \
        if (auto result = (__VA_ARGS__); !result) [[unlikely]]                                                 \
            return std::move(result).error();                                                                  \
    } while (false)
