// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes alive over time as a step line, with the least and the most of any time in O(log n). Pure.
#pragma once

#include "views/measure/timeline/model/timeline_source.h"

#include <optional>
#include <vector>

namespace edgewright::views {

class MemoryCurve {
public:
    struct Range {
        std::int64_t least = 0, most = 0; // bytes
        void take(const Range& other);
    };

    MemoryCurve() = default;
    explicit MemoryCurve(std::vector<MemorySample> samples); // in any order; later ones of a time hold

    bool empty() const { return m_samples.empty(); }
    const std::vector<MemorySample>& samples() const { return m_samples; } // by time, each time once
    std::int64_t most() const { return m_most; }
    // Nothing before the first sample.
    std::optional<std::int64_t> at(double time) const;
    // The range within [from, to), with what holds at `from`; nothing before the first sample.
    std::optional<Range> over(double from, double to) const;

private:
    static constexpr std::size_t Fold = 16; // entries of a level that are one of the next

    std::size_t behind(double time) const; // samples at or before `time`
    Range folded(std::size_t first, std::size_t last) const;

    std::vector<MemorySample> m_samples;
    std::vector<std::vector<Range>> m_levels; // of Fold samples each, of Fold * Fold, ...
    std::int64_t m_most = 0;
};

} // namespace edgewright::views
