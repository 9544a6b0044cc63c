// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/search/trees/cost_model.h"

#include "core/base/catalogue.h"
#include "cost_models.def"

#include <algorithm>

namespace edgewright::cost::search {

EDGEWRIGHT_CATALOGUE(EDGEWRIGHT_COST_MODELS, costModels, CostModelEntry, _model)

const CostModelEntry* findCostModel(std::string_view name) {
    const auto all = costModels();
    const auto it = std::ranges::find(all, name, &CostModelEntry::name);
    return it == all.end() ? nullptr : *it;
}

} // namespace edgewright::cost::search
