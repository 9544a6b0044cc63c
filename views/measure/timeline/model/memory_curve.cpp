// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/timeline/model/memory_curve.h"

#include <algorithm>

namespace edgewright::views {

void MemoryCurve::Range::take(const Range& other) {
    least = std::min(least, other.least);
    most = std::max(most, other.most);
}

MemoryCurve::MemoryCurve(std::vector<MemorySample> samples) {
    std::ranges::stable_sort(samples, {}, &MemorySample::time);
    for (const MemorySample& sample : samples) {
        if (!m_samples.empty() && m_samples.back().time == sample.time)
            m_samples.back() = sample;
        else
            m_samples.push_back(sample);
    }
    std::vector<Range> level;
    for (const MemorySample& sample : m_samples) {
        level.push_back({sample.bytes, sample.bytes});
        m_most = std::max(m_most, sample.bytes);
    }
    while (level.size() > Fold) {
        std::vector<Range> next;
        for (std::size_t i = 0; i < level.size(); ++i)
            if (i % Fold == 0)
                next.push_back(level[i]);
            else
                next.back().take(level[i]);
        m_levels.push_back(next);
        level = std::move(next);
    }
}

std::size_t MemoryCurve::behind(double time) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(m_samples, time, {}, &MemorySample::time) -
                                    m_samples.begin());
}

std::optional<std::int64_t> MemoryCurve::at(double time) const {
    const std::size_t count = behind(time);
    if (count == 0) return std::nullopt;
    return m_samples[count - 1].bytes;
}

std::optional<MemoryCurve::Range> MemoryCurve::over(double from, double to) const {
    const std::size_t held = behind(from);
    auto last = static_cast<std::size_t>(std::ranges::lower_bound(m_samples, to, {}, &MemorySample::time) -
                                         m_samples.begin());
    const std::size_t first = held > 0 ? held - 1 : 0;
    last = std::max(last, held);
    if (first >= last) return std::nullopt;
    return folded(first, last);
}

// By the largest pieces that lie within [first, last).
MemoryCurve::Range MemoryCurve::folded(std::size_t first, std::size_t last) const {
    Range range{m_samples[first].bytes, m_samples[first].bytes};
    const auto entry = [&](std::size_t level, std::size_t i) {
        return level == 0 ? Range{m_samples[i].bytes, m_samples[i].bytes} : m_levels[level - 1][i];
    };
    for (std::size_t level = 0; first < last; ++level) {
        const bool isTop = level == m_levels.size();
        for (; first < last && (isTop || first % Fold != 0); ++first)
            range.take(entry(level, first));
        for (; first < last && (isTop || last % Fold != 0); --last)
            range.take(entry(level, last - 1));
        first /= Fold;
        last /= Fold;
    }
    return range;
}

} // namespace edgewright::views
