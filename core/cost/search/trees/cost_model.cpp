// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/search/trees/cost_model.h"

#include <algorithm>

namespace edgewright::cost::search {

#define EDGEWRIGHT_ENTRY(name)                                                                                 \
    namespace name##_model {                                                                                   \
        extern const CostModelEntry entry;                                                                     \
    }
#include "cost_models.def"
#undef EDGEWRIGHT_ENTRY

std::span<const CostModelEntry* const> costModels() {
    static const CostModelEntry* const entries[] = {
#define EDGEWRIGHT_ENTRY(name) &name##_model::entry,
#include "cost_models.def"
#undef EDGEWRIGHT_ENTRY
    };
    return entries;
}

const CostModelEntry* findCostModel(std::string_view name) {
    const auto all = costModels();
    const auto it = std::ranges::find(all, name, &CostModelEntry::name);
    return it == all.end() ? nullptr : *it;
}

} // namespace edgewright::cost::search
