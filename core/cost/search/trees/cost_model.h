// SPDX-License-Identifier: GPL-3.0-or-later
// Cost models, which learn from trials how good a mapping is.
//
// To add one: write core/cost/search/trees/<name>.cpp, all of it in namespace
// edgewright::cost::search::<name>_model, with `extern const CostModelEntry entry;` and its definition, and add
// <name> to ENTRIES of cost_models in core/cost/search/search.cmake.
#pragma once

#include "core/base/result.h"

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace edgewright::cost::search {

// Rows of `width` numbers, one behind the other; none is NaN.
struct Rows {
    std::size_t width = 0;
    std::vector<float> numbers;
    std::size_t count() const { return width ? numbers.size() / width : 0; }
};

class CostModel {
public:
    CostModel() = default;
    CostModel(const CostModel&) = delete;
    CostModel& operator=(const CostModel&) = delete;
    virtual ~CostModel() = default;
    // Forgets what it knew. At least one row, a target for each. Equal arguments give equal models.
    virtual Result<void> fit(const Rows& rows, std::span<const float> targets) = 0;
    // One number for each row: the target, or, of a model that ranks, what is larger where the target is.
    virtual Result<std::vector<float>> predict(const Rows& rows) const = 0;
};

struct CostModelEntry {
    std::string_view name; // = file name
    std::string_view summary;
    Result<std::unique_ptr<CostModel>> (*make)();
};

// The first one is the default: XGBoost where it was found at build time.
std::span<const CostModelEntry* const> costModels();
const CostModelEntry* findCostModel(std::string_view name);

} // namespace edgewright::cost::search
