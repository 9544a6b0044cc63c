// SPDX-License-Identifier: GPL-3.0-or-later
// Catalogues that the build lists. edgewright_catalogue (resources/cmake/Edgewright.cmake) writes
// <catalogue>.def, which defines EDGEWRIGHT_<CATALOGUE>(Do, ...): Do(<entry>, ...) for each, in order.
#pragma once

#include <span>

#define EDGEWRIGHT_DECLARE_ENTRY(name, Type, suffix)                                                           \
    namespace name##suffix {                                                                                   \
        extern const Type entry;                                                                               \
    }
#define EDGEWRIGHT_POINT_TO_ENTRY(name, Type, suffix) &name##suffix::entry,

// Declares `entry` of namespace <name><suffix> for each name in the catalogue, and defines
// `std::span<const Type* const> function()`, which has them in order.
#define EDGEWRIGHT_CATALOGUE(CATALOGUE, function, Type, suffix)                                                \
    CATALOGUE(EDGEWRIGHT_DECLARE_ENTRY, Type, suffix)                                                          \
    std::span<const Type* const> function() {                                                                  \
        static const Type* const entries[] = {CATALOGUE(EDGEWRIGHT_POINT_TO_ENTRY, Type, suffix)};             \
        return entries;                                                                                        \
    }
