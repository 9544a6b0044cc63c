// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/search/trees/boosted_trees.h"

#include "core/cost/search/moves.h"
#include "core/cost/search/trees/tree_grower.h"

#include <cmath>
#include <numeric>

namespace edgewright::cost::search {

namespace {

// Adds the derivatives of the loss of `pairs` random pairs of rows, by the score of each.
void addPairs(std::span<const float> targets, std::span<const float> scores, int partners, Random& random,
              std::vector<Derivatives>& into) {
    const auto rows = static_cast<std::int64_t>(targets.size());
    for (std::size_t row = 0; row < targets.size(); ++row)
        for (int i = 0; i < partners; ++i) {
            auto better = row, worse = static_cast<std::size_t>(random.upTo(rows));
            if (targets[better] == targets[worse]) continue;
            if (targets[better] < targets[worse]) std::swap(better, worse);
            const double wrong = 1 / (1 + std::exp(double(scores[better]) - double(scores[worse])));
            const double curvature = wrong * (1 - wrong);
            into[better].first -= wrong;
            into[worse].first += wrong;
            into[better].second += curvature;
            into[worse].second += curvature;
        }
}

} // namespace

BoostedTrees::BoostedTrees(const Rows& rows, std::span<const float> targets, const BoostOptions& options) {
    const std::size_t count = targets.size();
    if (options.loss == Loss::Squared)
        m_base = static_cast<float>(std::accumulate(targets.begin(), targets.end(), 0.0) /
                                    static_cast<double>(count));
    std::vector<float> scores(count, m_base);
    std::vector<Derivatives> derivatives(count);
    Random random(options.seed);
    TreeGrower grower(rows, options);
    for (int tree = 0; tree < options.trees; ++tree) {
        if (options.loss == Loss::Squared) {
            for (std::size_t row = 0; row < count; ++row)
                derivatives[row] = {double(scores[row]) - double(targets[row]), 1};
        } else {
            derivatives.assign(count, {});
            addPairs(targets, scores, options.partners, random, derivatives);
        }
        m_trees.push_back(grower.grow(derivatives, scores));
        if (m_trees.back().size() == 1 && options.loss == Loss::Squared) break; // nothing is left to split
    }
}

float BoostedTrees::predict(std::span<const float> row) const {
    float sum = m_base;
    for (const std::vector<Node>& tree : m_trees) {
        std::uint32_t at = 0;
        while (tree[at].left != 0)
            at = tree[at].left + (row[tree[at].feature] <= tree[at].threshold ? 0 : 1);
        sum += tree[at].value;
    }
    return sum;
}

} // namespace edgewright::cost::search
