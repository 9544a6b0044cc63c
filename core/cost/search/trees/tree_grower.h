// SPDX-License-Identifier: GPL-3.0-or-later
// One tree of boosted_trees.h after the other, on the same rows.
#pragma once

#include "core/cost/search/trees/boosted_trees.h"

namespace edgewright::cost::search {

struct Derivatives {
    double first = 0, second = 0; // of the loss, by the score of a row
    Derivatives& operator+=(const Derivatives& other) {
        first += other.first;
        second += other.second;
        return *this;
    }
    Derivatives operator-(const Derivatives& other) const {
        return {first - other.first, second - other.second};
    }
};

class TreeGrower {
public:
    TreeGrower(const Rows& rows, const BoostOptions& options);
    // Adds the tree's prediction of each row to `scores`.
    std::vector<BoostedTrees::Node> grow(std::span<const Derivatives> derivatives, std::span<float> scores);

private:
    struct Split {
        double gain = 0;
        std::size_t feature = 0, bin = 0; // the last bin on the left
    };
    struct Open {                       // a node whose rows are known
        std::uint32_t node, begin, end; // m_order
    };
    Split bestSplit(const Open& open, std::span<const Derivatives> derivatives, const Derivatives& sum);
    double score(const Derivatives& sum) const { return sum.first * sum.first / (sum.second + m_options.l2); }
    std::uint8_t bin(std::uint32_t row, std::size_t feature) const { return m_bins[row * m_width + feature]; }

    BoostOptions m_options;
    std::size_t m_width;
    std::vector<std::uint8_t> m_bins; // of each row, each feature
    std::vector<std::vector<float>>
        m_thresholds;                   // of each feature: the largest value that its bins hold, but the last
    std::vector<std::uint32_t> m_order; // rows, those of a node side by side
    std::vector<Derivatives> m_histogram;
};

} // namespace edgewright::cost::search
