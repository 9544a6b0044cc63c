// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/search/trees/boosted_trees.h"

#include <optional>

namespace edgewright::cost::search {

namespace {

template <Loss loss>
class OwnTrees final : public CostModel {
public:
    Result<void> fit(const Rows& rows, std::span<const float> targets) override {
        BoostOptions options;
        options.loss = loss;
        options.leastHessian = loss == Loss::Squared ? 1 : 0.1;
        m_trees.emplace(rows, targets, options);
        return {};
    }
    Result<std::vector<float>> predict(const Rows& rows) const override {
        std::vector<float> predicted;
        predicted.reserve(rows.count());
        for (std::size_t row = 0; row < rows.count(); ++row)
            predicted.push_back(
                m_trees->predict(std::span(rows.numbers).subspan(row * rows.width, rows.width)));
        return predicted;
    }
    static Result<std::unique_ptr<CostModel>> make() {
        return std::unique_ptr<CostModel>(std::make_unique<OwnTrees>());
    }

private:
    std::optional<BoostedTrees> m_trees;
};

} // namespace

namespace own_trees_model {
extern const CostModelEntry entry{
    .name = "own_trees", .summary = "Gradient-boosted trees of our own", .make = OwnTrees<Loss::Squared>::make};
} // namespace own_trees_model

namespace own_ranking_model {
extern const CostModelEntry entry{.name = "own_ranking",
                                  .summary = "Gradient-boosted trees of our own that compare pairs of mappings",
                                  .make = OwnTrees<Loss::Pairs>::make};
} // namespace own_ranking_model

} // namespace edgewright::cost::search
