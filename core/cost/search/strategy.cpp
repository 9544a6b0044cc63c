// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/search/strategy.h"

#include <algorithm>

namespace edgewright::cost::search {

#define EDGEWRIGHT_ENTRY(name)                                                                                 \
    namespace name##_strategy {                                                                                \
        extern const Strategy entry;                                                                           \
    }
#include "search_strategies.def"
#undef EDGEWRIGHT_ENTRY

std::span<const Strategy* const> strategies() {
    static const Strategy* const entries[] = {
#define EDGEWRIGHT_ENTRY(name) &name##_strategy::entry,
#include "search_strategies.def"
#undef EDGEWRIGHT_ENTRY
    };
    return entries;
}

const Strategy* findStrategy(std::string_view name) {
    const auto all = strategies();
    const auto it = std::ranges::find(all, name, &Strategy::name);
    return it == all.end() ? nullptr : *it;
}

} // namespace edgewright::cost::search
