// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/timeline/span_strip.h"

#include "views/support/theme.h"

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr double WideColumns = 2; // a span of as many has columns of its own
constexpr int SeparatedColumns =
    4; // from as many on the last one is lighter, so that neighbours can be told apart

std::size_t levelOf(double share) {
    return static_cast<std::size_t>(std::lround(std::clamp(share, 0.0, 1.0) * SpanColours::Levels));
}

} // namespace

SpanColours::SpanColours(const Theme& theme, bool faded) {
    constexpr double FillShare = 0.42, MinShare = 0.3, FadedShare = 0.35;
    for (std::size_t kind = 0; kind < SpanKinds; ++kind) {
        const QColor full = theme.categories[kind];
        for (std::size_t level = 0; level <= Levels; ++level) {
            const double share =
                (MinShare + (1 - MinShare) * static_cast<double>(level) / Levels) * (faded ? FadedShare : 1);
            fill[kind][level] = mixed(mixed(full, theme.surface, FillShare), theme.surface, share).rgb();
            edge[kind][level] = mixed(full, theme.surface, share).rgb();
        }
    }
}

void SpanStrip::clear(int columns) {
    fill.assign(static_cast<std::size_t>(columns), 0);
    edge.assign(static_cast<std::size_t>(columns), 0);
    chosen.assign(static_cast<std::size_t>(columns), 0);
    boxes.clear();
}

void SpanStrip::box(int from, int to, std::size_t kind, const SpanColours& colours) {
    constexpr std::size_t Full = SpanColours::Levels;
    const auto put = [](std::vector<QRgb>& line, int a, int b, QRgb colour) {
        std::fill(line.begin() + a, line.begin() + b, colour);
    };
    put(fill, from, to, colours.fill[kind][Full]);
    put(edge, from, to, colours.edge[kind][Full]);
}

void SpanStrip::add(const SpanIndex& index, const SpanIndex::Row& row, TimeRange time,
                    const SpanColours& colours, int least) {
    const int columns = static_cast<int>(fill.size());
    const double perColumn = time.length() / columns;
    const auto columnOf = [&](double at) {
        return std::clamp((at - time.from) / perColumn, -1.0, static_cast<double>(columns) + 1);
    };
    auto [at, last] = index.within(row, time.from, time.to);
    int next = 0; // the first column that nothing was put into
    while (at < last && next < columns) {
        const double from = columnOf(index.start(at)), to = columnOf(index.end(at));
        if (index.end(at) - index.start(at) >= WideColumns * perColumn) {
            const int a = std::max(static_cast<int>(std::floor(from)), next);
            const int b = std::min(std::max(static_cast<int>(std::lround(to)), a + 1), columns);
            if (a < b) {
                box(a, b, static_cast<std::size_t>(index.kind(at)), colours);
                if (b - a >= SeparatedColumns && to <= columns) fill[static_cast<std::size_t>(b - 1)] = 0;
                if (b - a >= least) boxes.push_back({at, a, b});
                next = b;
            }
            ++at;
            continue;
        }
        const int column = std::max(static_cast<int>(from), next);
        if (column >= columns) break;
        const double begin = time.from + column * perColumn, end = begin + perColumn;
        std::uint32_t behind = std::max(index.startingFrom(at, last, end), at + 1);
        const std::uint32_t outer = behind - 1; // the only one that can go on
        const bool goesOn = index.end(outer) > end;
        if (goesOn && outer > at) behind = outer;
        const SpanShare share = index.share(at, behind, begin, end);
        // What is on its own here shows however short it is.
        const std::size_t kind =
            share.busy > 0 ? share.longestKind() : static_cast<std::size_t>(index.kind(at));
        const std::size_t level = levelOf(share.busy / perColumn);
        fill[static_cast<std::size_t>(column)] = colours.fill[kind][level];
        edge[static_cast<std::size_t>(column)] = colours.edge[kind][level];
        next = column + 1;
        at = goesOn ? outer : behind;
        if (goesOn && index.end(outer) - index.start(outer) < WideColumns * perColumn &&
            index.end(outer) - end < perColumn / 2)
            ++at; // less than half of the next column is left of it
    }
}

void SpanStrip::addChosen(const SpanIndex& index, const SpanIndex::Row& row, TimeRange time,
                          std::span<const std::uint32_t> positions, const SpanColours& colours, QRgb mark) {
    const int columns = static_cast<int>(fill.size());
    forEachSeen(index, row, time, columns, positions, [&](std::uint32_t at, double from, double to) {
        const int a = std::clamp(static_cast<int>(std::floor(from)), 0, columns - 1);
        const int b = static_cast<int>(std::clamp(std::floor(to + 0.5), a + 1.0, static_cast<double>(columns)));
        box(a, b, static_cast<std::size_t>(index.kind(at)), colours);
        std::fill(chosen.begin() + a, chosen.begin() + b, mark);
        if (b - a >= SeparatedColumns && to <= columns) {
            fill[static_cast<std::size_t>(b - 1)] = 0;
            chosen[static_cast<std::size_t>(b - 1)] = 0;
        }
    });
}

std::span<const std::uint32_t> chosenOf(std::span<const std::uint32_t> chosen, const SpanIndex::Row& row) {
    const auto first = std::ranges::lower_bound(chosen, row.first);
    const auto last = std::lower_bound(first, chosen.end(), row.last);
    return {first, last};
}

} // namespace edgewright::views
