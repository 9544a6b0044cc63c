// SPDX-License-Identifier: GPL-3.0-or-later
// Spans in rows in which none is over another, and what a frame asks about them in time that depends on its
// pixels and not on how many there are. Pure.
#pragma once

#include "core/ops/operator.h"
#include "core/trace/trace.h"

#include <array>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace edgewright::views {

inline constexpr std::size_t SpanKinds = 9; // ops::Category

// The time that a kind ran within some time, on one row.
struct SpanShare {
    std::size_t count = 0;                  // spans that touch the time
    double busy = 0;                        // seconds that any ran
    std::array<double, SpanKinds> byKind{}; // of them
    std::size_t longestKind() const;
};

class SpanIndex {
public:
    static constexpr std::uint32_t MaxRows = 256; // of one track; what lies deeper is left out

    struct Row {
        std::uint32_t track = 0, depth = 0;
        std::uint32_t first = 0, last = 0; // positions [first, last), by start and by end at once
    };

    SpanIndex() = default;
    // Any spans: those that do not nest go a row deeper than what they overlap, those of less than no time last
    // none, those whose times are no numbers are left out. `kindOf`: ops::Category by index in trace.spans.
    // O(n log n), O(n) where the spans are in order.
    SpanIndex(const trace::Trace& trace, const std::function<ops::Category(std::size_t)>& kindOf);

    const std::vector<Row>& rows() const { return m_rows; } // by track, then by depth
    std::size_t size() const { return m_span.size(); }
    std::size_t leftOut() const { return m_leftOut; }
    double end() const { return m_end; } // seconds

    // By position.
    double start(std::uint32_t at) const { return m_start[at]; }
    double end(std::uint32_t at) const { return m_stop[at]; }
    std::uint32_t span(std::uint32_t at) const { return m_span[at]; } // index in trace.spans
    ops::Category kind(std::uint32_t at) const { return static_cast<ops::Category>(m_kind[at]); }
    bool has(ops::Category kind) const { return m_has[static_cast<std::size_t>(kind)]; }
    std::uint32_t rowOf(std::uint32_t at) const; // index in rows(); O(log rows)
    // The position of a span of the trace; NoPosition: left out.
    static constexpr std::uint32_t NoPosition = 0xffffffffu;
    std::uint32_t positionOf(std::uint32_t span) const { return m_position[span]; }

    // Positions of the row that are in [from, to) for any time, or of no duration in it. O(log n).
    std::pair<std::uint32_t, std::uint32_t> within(const Row& row, double from, double to) const;
    // The first at or behind `at`, before `last`, that starts at or after `time`. O(log of how far that is).
    std::uint32_t startingFrom(std::uint32_t at, std::uint32_t last, double time) const;
    // That is at `time`, or the nearest within `reach` seconds; NoPosition: none. O(log n).
    std::uint32_t at(const Row& row, double time, double reach) const;
    // The share of the positions [first, last), which lie one behind the other, within [from, to). O(1).
    SpanShare share(std::uint32_t first, std::uint32_t last, double from, double to) const;

private:
    static constexpr std::uint32_t Block = 16; // positions for which sums are kept together

    void sortIntoRows(const trace::Trace& trace);
    void addUp();

    std::vector<Row> m_rows;
    std::vector<double> m_start, m_stop; // seconds, by position
    std::vector<std::uint32_t> m_span, m_position;
    std::vector<std::uint8_t> m_kind;
    std::vector<std::array<double, SpanKinds>> m_sums; // before each block
    std::array<bool, SpanKinds> m_has{};
    std::size_t m_leftOut = 0;
    double m_end = 0;
};

} // namespace edgewright::views
