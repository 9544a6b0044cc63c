// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/search/strategy.h"

#include "core/base/catalogue.h"
#include "search_strategies.def"

#include <algorithm>

namespace edgewright::cost::search {

EDGEWRIGHT_CATALOGUE(EDGEWRIGHT_SEARCH_STRATEGIES, strategies, Strategy, _strategy)

const Strategy* findStrategy(std::string_view name) {
    const auto all = strategies();
    const auto it = std::ranges::find(all, name, &Strategy::name);
    return it == all.end() ? nullptr : *it;
}

} // namespace edgewright::cost::search
