// SPDX-License-Identifier: GPL-3.0-or-later
// A row of spans as columns of colour: one look at each column, however many spans are in it. Pure.
#pragma once

#include "views/measure/timeline/model/span_index.h"
#include "views/measure/timeline/model/timeline_scene.h"
#include "views/support/theme.h"

#include <QRgb>

#include <array>
#include <span>
#include <vector>

namespace edgewright::views {

// By kind, from a column in which next to nothing ran to one that is full.
struct SpanColours {
    static constexpr std::size_t Levels = 16;
    std::array<std::array<QRgb, Levels + 1>, SpanKinds> fill{};
    std::array<std::array<QRgb, Levels + 1>, SpanKinds> edge{}; // the stronger line below

    explicit SpanColours(const Theme& theme, bool faded = false);
};

struct SpanStrip {
    struct Box { // a span that has columns of its own
        std::uint32_t at = 0;
        int from = 0, to = 0; // columns [from, to)
    };
    std::vector<QRgb> fill, edge; // by column; 0: nothing ran
    std::vector<QRgb> chosen;     // by column: a mark where one of those begins or goes on
    std::vector<Box> boxes;       // of at least `least` columns

    void clear(int columns);
    // `time`: of the trace, from the left edge of the first column to the right one of the last.
    void add(const SpanIndex& index, const SpanIndex::Row& row, TimeRange time, const SpanColours& colours,
             int least);
    // Over it: those at `positions`, in order, in full colour, with `mark` in `chosen`.
    void addChosen(const SpanIndex& index, const SpanIndex::Row& row, TimeRange time,
                   std::span<const std::uint32_t> positions, const SpanColours& colours, QRgb mark);

private:
    void box(int from, int to, std::size_t kind, const SpanColours& colours);
};

// The part of `chosen` that is on the row.
std::span<const std::uint32_t> chosenOf(std::span<const std::uint32_t> chosen, const SpanIndex::Row& row);
// Calls each(position, from, to) in columns for those of `chosen`, all on `row`, that can be told apart there:
// of several that begin in a column one.
template <typename Each>
void forEachSeen(const SpanIndex& index, const SpanIndex::Row& row, TimeRange time, int columns,
                 std::span<const std::uint32_t> chosen, const Each& each) {
    const auto [first, last] = index.within(row, time.from, time.to);
    const double perColumn = time.length() / columns;
    auto at = std::lower_bound(chosen.begin(), chosen.end(), first);
    while (at != chosen.end() && *at < last) {
        const double from = (index.start(*at) - time.from) / perColumn;
        const double to = (index.end(*at) - time.from) / perColumn;
        each(*at, from, to);
        const double next = time.from + (std::floor(from) + 1) * perColumn;
        const std::uint32_t behind = index.startingFrom(*at, last, next);
        at = std::lower_bound(at + 1, chosen.end(), behind);
    }
}

} // namespace edgewright::views
