// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/timeline/model/span_index.h"

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

// Many tools write whole microseconds: what misses its neighbour by less is beside it.
double neighbourSlack(const std::vector<trace::Span>& spans) {
    const auto isWhole = [](double seconds) {
        const double microseconds = seconds * 1e6;
        return std::abs(microseconds - std::round(microseconds)) < 1e-3;
    };
    return std::ranges::all_of(
               spans, [&](const trace::Span& span) { return isWhole(span.start) && isWhole(span.seconds); })
               ? 1.001e-6
               : 1e-9;
}

bool isSensible(const trace::Span& span, std::size_t tracks) {
    return std::isfinite(span.start) && std::isfinite(span.seconds) && span.track < tracks;
}

double stopOf(const trace::Span& span) { return span.start + std::max(span.seconds, 0.0); }

} // namespace

std::size_t SpanShare::longestKind() const {
    return static_cast<std::size_t>(std::ranges::max_element(byKind) - byKind.begin());
}

SpanIndex::SpanIndex(const trace::Trace& trace, const std::function<ops::Category(std::size_t)>& kindOf) {
    sortIntoRows(trace);
    m_kind.resize(m_span.size());
    for (std::size_t at = 0; at < m_span.size(); ++at) {
        m_kind[at] = static_cast<std::uint8_t>(kindOf(m_span[at]));
        m_has[m_kind[at]] = true;
    }
    addUp();
}

void SpanIndex::sortIntoRows(const trace::Trace& trace) {
    const std::vector<trace::Span>& spans = trace.spans;
    std::vector<std::uint32_t> order;
    order.reserve(spans.size());
    for (std::size_t i = 0; i < spans.size(); ++i)
        if (isSensible(spans[i], trace.tracks.size()))
            order.push_back(static_cast<std::uint32_t>(i));
        else
            ++m_leftOut;
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
        const trace::Span &left = spans[a], &right = spans[b];
        if (left.track != right.track) return left.track < right.track;
        if (left.start != right.start) return left.start < right.start;
        const double leftStop = stopOf(left), rightStop = stopOf(right);
        return leftStop != rightStop ? leftStop > rightStop : a < b; // what holds the other one first
    };
    if (!std::ranges::is_sorted(order, before)) std::ranges::sort(order, before);

    // The depth of each: below all that it is within or that it overlaps.
    const double slack = neighbourSlack(spans);
    std::vector<std::uint32_t> depth(order.size());
    std::vector<double> open, reached; // stops by depth: of what is open, of the last one there
    std::vector<std::vector<std::uint32_t>> counts(trace.tracks.size()); // by track, by depth
    std::size_t kept = 0;
    std::uint32_t track = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const trace::Span& span = spans[order[i]];
        if (span.track != track) {
            open.clear();
            reached.clear();
        }
        track = span.track;
        const double stop = stopOf(span);
        while (!open.empty() &&
               (open.back() <= span.start || (open.back() <= span.start + slack && open.back() <= stop)))
            open.pop_back();
        while (open.size() < reached.size() && reached[open.size()] > stop)
            open.push_back(stop); // within the slack behind one that ends later
        if (open.size() >= MaxRows) {
            ++m_leftOut;
            continue;
        }
        depth[kept] = static_cast<std::uint32_t>(open.size());
        order[kept++] = order[i];
        open.push_back(stop);
        reached.resize(std::max(reached.size(), open.size()));
        reached[open.size() - 1] = stop;
        std::vector<std::uint32_t>& here = counts[track];
        if (here.size() < open.size()) here.resize(open.size());
        ++here[open.size() - 1];
    }
    order.resize(kept);

    std::vector<std::uint32_t> firstRow(counts.size());
    std::uint32_t first = 0;
    for (std::uint32_t i = 0; i < counts.size(); ++i) {
        firstRow[i] = static_cast<std::uint32_t>(m_rows.size());
        for (std::uint32_t d = 0; d < counts[i].size(); ++d) {
            m_rows.push_back({i, d, first, first});
            first += counts[i][d];
        }
    }
    m_start.resize(kept);
    m_stop.resize(kept);
    m_span.resize(kept);
    m_position.assign(spans.size(), NoPosition);
    for (std::size_t i = 0; i < kept; ++i) {
        const trace::Span& span = spans[order[i]];
        const std::uint32_t at = m_rows[firstRow[span.track] + depth[i]].last++;
        m_start[at] = span.start;
        m_stop[at] = stopOf(span);
        m_span[at] = order[i];
        m_position[order[i]] = at;
        m_end = std::max(m_end, m_stop[at]);
    }
}

void SpanIndex::addUp() {
    std::array<double, SpanKinds> sum{};
    for (std::size_t at = 0; at < m_span.size(); ++at) {
        if (at % Block == 0) m_sums.push_back(sum);
        sum[m_kind[at]] += m_stop[at] - m_start[at];
    }
    m_sums.push_back(sum);
}

std::uint32_t SpanIndex::rowOf(std::uint32_t at) const {
    const auto behind = std::ranges::upper_bound(m_rows, at, {}, &Row::first);
    return static_cast<std::uint32_t>(behind - m_rows.begin()) - 1;
}

std::pair<std::uint32_t, std::uint32_t> SpanIndex::within(const Row& row, double from, double to) const {
    const auto positions = [](const std::vector<double>& all, std::uint32_t at) {
        return all.begin() + static_cast<std::ptrdiff_t>(at);
    };
    const auto begin = positions(m_stop, row.first), end = positions(m_stop, row.last);
    auto first = static_cast<std::uint32_t>(std::lower_bound(begin, end, from) - m_stop.begin());
    // Of those that end at `from` just the ones that begin there, too.
    while (first < row.last && m_stop[first] == from && m_start[first] < from)
        ++first;
    const std::uint32_t last = startingFrom(row.first, row.last, to);
    return {first, std::max(first, last)};
}

std::uint32_t SpanIndex::startingFrom(std::uint32_t at, std::uint32_t last, double time) const {
    std::uint32_t step = 1, low = at;
    while (low < last && m_start[low] < time) {
        at = low + 1;
        if (last - low <= step) {
            low = last;
            break;
        }
        low += step;
        step *= 2;
    }
    const auto begin = m_start.begin();
    return static_cast<std::uint32_t>(std::lower_bound(begin + static_cast<std::ptrdiff_t>(std::min(at, low)),
                                                       begin + static_cast<std::ptrdiff_t>(low), time) -
                                      begin);
}

std::uint32_t SpanIndex::at(const Row& row, double time, double reach) const {
    const auto begin = m_start.begin();
    const auto behind =
        static_cast<std::uint32_t>(std::upper_bound(begin + static_cast<std::ptrdiff_t>(row.first),
                                                    begin + static_cast<std::ptrdiff_t>(row.last), time) -
                                   begin);
    std::uint32_t nearest = NoPosition;
    double away = reach;
    if (behind > row.first) {
        const double gap = time - m_stop[behind - 1];
        if (gap <= 0) return behind - 1;
        if (gap <= away) {
            nearest = behind - 1;
            away = gap;
        }
    }
    if (behind < row.last && m_start[behind] - time <= away) nearest = behind;
    return nearest;
}

SpanShare SpanIndex::share(std::uint32_t first, std::uint32_t last, double from, double to) const {
    SpanShare share;
    if (first >= last) return share;
    share.count = last - first;
    const auto add = [&](std::uint32_t a, std::uint32_t b, double sign) {
        for (; a < b; ++a)
            share.byKind[m_kind[a]] += sign * (m_stop[a] - m_start[a]);
    };
    const std::uint32_t firstBlock = (first + Block - 1) / Block, lastBlock = last / Block;
    if (firstBlock >= lastBlock) {
        add(first, last, 1);
    } else {
        for (std::size_t kind = 0; kind < SpanKinds; ++kind)
            share.byKind[kind] = m_sums[lastBlock][kind] - m_sums[firstBlock][kind];
        add(first, firstBlock * Block, 1);
        add(lastBlock * Block, last, 1);
    }
    // Only the outer ones can reach beyond.
    const auto cut = [&](std::uint32_t at, double seconds) {
        share.byKind[m_kind[at]] -= std::max(seconds, 0.0);
    };
    cut(first, std::min(from, m_stop[first]) - m_start[first]);
    cut(last - 1, m_stop[last - 1] - std::max(to, m_start[last - 1]));
    for (double& each : share.byKind) {
        each = std::max(each, 0.0); // sums of many are not exact
        share.busy += each;
    }
    return share;
}

} // namespace edgewright::views
