// SPDX-License-Identifier: GPL-3.0-or-later
// Gradient-boosted regression trees. Each tree is grown level by level on the gradients that the trees before
// it have left; splits are between bins of each feature's values; a leaf is -G / (H + L2) with the sums of
// first and second derivatives of the loss in it. Source: Chen, Guestrin, "XGBoost: A Scalable Tree Boosting
// System", KDD 2016, equations 5 to 7; pairs as in Burges, "From RankNet to LambdaRank to LambdaMART",
// MSR-TR-2010-82, section 2.
#pragma once

#include "core/cost/search/trees/cost_model.h"

namespace edgewright::cost::search {

enum class Loss {
    Squared, // (prediction - target)^2 / 2
    Pairs,   // log(1 + exp(s_worse - s_better)), over pairs of rows with different targets
};

struct BoostOptions {
    Loss loss = Loss::Squared;
    int trees = 60;
    int depth = 6;
    double shrinkage = 0.2;
    double l2 = 1;           // on the leaves
    double leastHessian = 1; // in a leaf: of Squared, rows
    int bins = 64;           // of a feature, 2 to 256
    int partners = 8;        // of Pairs: of each row, chosen at random
    std::uint64_t seed = 1;  // of these
};

class BoostedTrees {
public:
    // At least one row, a target for each.
    BoostedTrees(const Rows& rows, std::span<const float> targets, const BoostOptions& options = {});
    float predict(std::span<const float> row) const;

private:
    friend class TreeGrower;
    // Left where row[feature] <= threshold. A leaf: `left` is 0.
    struct Node {
        std::uint32_t feature = 0, left = 0; // the right child is behind the left one
        float threshold = 0, value = 0;
    };
    std::vector<std::vector<Node>> m_trees;
    float m_base = 0;
};

} // namespace edgewright::cost::search
