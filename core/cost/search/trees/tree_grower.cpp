// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/search/trees/tree_grower.h"

#include <algorithm>
#include <numeric>

namespace edgewright::cost::search {

namespace {

// Between neighbouring values of the sorted column, as many values in each bin as in the others; half way, so
// that values between those that were seen fall to the nearer side.
std::vector<float> thresholdsOf(std::vector<float> column, int bins) {
    std::ranges::sort(column);
    std::vector<float> distinct;
    std::unique_copy(column.begin(), column.end(), std::back_inserter(distinct));
    const auto between = [](float low, float high) {
        const float middle = low / 2 + high / 2;
        return middle >= low && middle < high ? middle : low;
    };
    std::vector<float> thresholds;
    if (distinct.size() <= static_cast<std::size_t>(bins)) {
        for (std::size_t i = 1; i < distinct.size(); ++i)
            thresholds.push_back(between(distinct[i - 1], distinct[i]));
        return thresholds;
    }
    for (int bin = 1; bin < bins; ++bin) {
        const float low =
            column[column.size() * static_cast<std::size_t>(bin) / static_cast<std::size_t>(bins)];
        const auto high = std::ranges::upper_bound(distinct, low);
        if (high == distinct.end()) break;
        if (const float threshold = between(low, *high); thresholds.empty() || threshold > thresholds.back())
            thresholds.push_back(threshold);
    }
    return thresholds;
}

} // namespace

TreeGrower::TreeGrower(const Rows& rows, const BoostOptions& options)
    : m_options(options), m_width(rows.width), m_bins(rows.numbers.size()), m_thresholds(rows.width),
      m_order(rows.count()) {
    const std::size_t count = rows.count();
    std::vector<float> column(count);
    for (std::size_t feature = 0; feature < m_width; ++feature) {
        for (std::size_t row = 0; row < count; ++row)
            column[row] = rows.numbers[row * m_width + feature];
        std::vector<float>& thresholds = m_thresholds[feature];
        thresholds = thresholdsOf(column, std::clamp(options.bins, 2, 256));
        for (std::size_t row = 0; row < count; ++row)
            m_bins[row * m_width + feature] = static_cast<std::uint8_t>(
                std::ranges::lower_bound(thresholds, column[row]) - thresholds.begin());
    }
}

TreeGrower::Split TreeGrower::bestSplit(const Open& open, std::span<const Derivatives> derivatives,
                                        const Derivatives& sum) {
    Split best;
    for (std::size_t feature = 0; feature < m_width; ++feature) {
        const std::size_t inner = m_thresholds[feature].size();
        if (inner == 0) continue;
        m_histogram.assign(inner + 1, {});
        for (std::uint32_t at = open.begin; at < open.end; ++at)
            m_histogram[bin(m_order[at], feature)] += derivatives[m_order[at]];
        Derivatives left;
        for (std::size_t last = 0; last < inner; ++last) {
            left += m_histogram[last];
            const Derivatives right = sum - left;
            if (left.second < m_options.leastHessian) continue;
            if (right.second < m_options.leastHessian) break;
            const double gain = score(left) + score(right) - score(sum);
            if (gain > best.gain + 1e-12) best = {gain, feature, last};
        }
    }
    return best;
}

std::vector<BoostedTrees::Node> TreeGrower::grow(std::span<const Derivatives> derivatives,
                                                 std::span<float> scores) {
    std::iota(m_order.begin(), m_order.end(), 0U);
    std::vector<BoostedTrees::Node> tree(1);
    std::vector<Open> level{{0, 0, static_cast<std::uint32_t>(m_order.size())}}, next;
    for (int depth = 0; !level.empty(); ++depth, level.swap(next), next.clear())
        for (const Open& open : level) {
            Derivatives sum;
            for (std::uint32_t at = open.begin; at < open.end; ++at)
                sum += derivatives[m_order[at]];
            const Split split = depth < m_options.depth ? bestSplit(open, derivatives, sum) : Split{};
            if (split.gain <= 0) {
                const auto value =
                    static_cast<float>(-m_options.shrinkage * sum.first / (sum.second + m_options.l2));
                tree[open.node].value = value;
                for (std::uint32_t at = open.begin; at < open.end; ++at)
                    scores[m_order[at]] += value;
                continue;
            }
            const auto begin = m_order.begin() + open.begin, end = m_order.begin() + open.end;
            const auto middle = std::stable_partition(
                begin, end, [&](std::uint32_t row) { return bin(row, split.feature) <= split.bin; });
            const auto cut = static_cast<std::uint32_t>(middle - m_order.begin());
            const auto left = static_cast<std::uint32_t>(tree.size());
            tree[open.node].feature = static_cast<std::uint32_t>(split.feature);
            tree[open.node].threshold = m_thresholds[split.feature][split.bin];
            tree[open.node].left = left;
            tree.resize(tree.size() + 2);
            next.push_back({left, open.begin, cut});
            next.push_back({left + 1, cut, open.end});
        }
    return tree;
}

} // namespace edgewright::cost::search
