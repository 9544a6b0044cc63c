// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/search/instance.h"

#include "core/base/checked.h"

#include <algorithm>
#include <numeric>

namespace edgewright::memory::search {

namespace {

constexpr std::int64_t MaxCells = 5'000'000;     // of parts and columns: 8 bytes each, several times over
constexpr std::int64_t MaxOverlaps = 20'000'000; // pairs of items: 16 bytes each

struct Event {
    std::int64_t time;
    bool birth;
    ItemId item;
    std::uint32_t part;
};

// The columns are the times just before a death that follows a birth: the maximal sets of live parts.
void divideTime(Instance& instance, const std::vector<std::vector<Piece>>& lifetimes) {
    std::vector<Event> events;
    for (ItemId i = 0; i < lifetimes.size(); ++i)
        for (std::uint32_t p = 0; p < lifetimes[i].size(); ++p) {
            events.push_back({lifetimes[i][p].lower, true, i, p});
            events.push_back({lifetimes[i][p].upper, false, i, p});
        }
    std::ranges::sort(events, [](const Event& a, const Event& b) {
        return a.time != b.time ? a.time < b.time : a.birth < b.birth;
    });
    std::uint32_t column = 0;
    bool born = false; // since the last column was closed
    for (const Event& event : events) {
        Part& part = instance.items[event.item].parts[event.part];
        if (event.birth) {
            part.from = column;
            born = true;
        } else {
            if (born) ++column;
            born = false;
            part.to = column;
        }
    }
    instance.live.resize(column);
    instance.padding.resize(column);
}

void fillColumns(Instance& instance) {
    std::vector<Units> change(instance.live.size() + 1, 0);
    for (Item& item : instance.items) {
        item.from = item.parts.front().from;
        item.to = item.parts.back().to;
        for (const Part& part : item.parts) {
            instance.cells += part.to - part.from;
            change[part.from] += part.end - part.begin;
            change[part.to] -= part.end - part.begin;
        }
    }
    Units live = 0;
    for (std::size_t t = 0; t < instance.live.size(); ++t)
        instance.live[t] = live += change[t];
    if (instance.cells > MaxCells) return;
    for (const Item& item : instance.items)
        if (const std::int64_t padding = item.size * instance.unit - item.bytes; padding > 0)
            for (const Part& part : item.parts)
                for (std::uint32_t t = part.from; t < part.to; ++t)
                    instance.padding[t] = std::max(instance.padding[t], padding);
}

} // namespace

Instance instanceOf(const Problem& problem) {
    Instance instance;
    std::vector<std::vector<Piece>> lifetimes;
    std::int64_t grid = 0; // every piece begins at a multiple
    std::int64_t widest = 1;
    for (std::uint32_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        std::vector<Piece> life = pieces(buffer);
        if (life.empty()) continue;
        grid = std::gcd(grid, buffer.alignment);
        for (const Piece& piece : life) {
            grid = std::gcd(grid, piece.begin);
            if (piece.begin > 0 || piece.end < buffer.size) instance.windows = true;
        }
        if (buffer.fixedOffset) grid = std::gcd(grid, *buffer.fixedOffset);
        widest = std::max(widest, buffer.alignment);
        Item item;
        item.buffer = i;
        item.bytes = buffer.size;
        item.fixed = buffer.fixedOffset.has_value();
        item.simple = buffer.gaps.empty();
        instance.items.push_back(item);
        lifetimes.push_back(std::move(life));
    }
    if (instance.items.empty()) return instance;
    const auto roundUp = [&](std::int64_t bytes) { return ceilDiv(bytes, grid) * grid; };

    // Everything rests on the sums of sizes, so that these decide which addresses there are.
    const bool even = grid == widest;
    std::int64_t unit = even ? 0 : grid;
    for (std::size_t i = 0; i < lifetimes.size() && unit != grid; ++i) {
        unit = std::gcd(unit, roundUp(instance.items[i].bytes));
        unit = std::gcd(unit, problem.buffers[instance.items[i].buffer].fixedOffset.value_or(0));
        for (const Piece& piece : lifetimes[i])
            unit = std::gcd(unit, std::gcd(piece.begin, roundUp(piece.end)));
    }
    instance.unit = unit;
    for (std::size_t i = 0; i < lifetimes.size(); ++i) {
        Item& item = instance.items[i];
        const Buffer& buffer = problem.buffers[item.buffer];
        item.size = roundUp(item.bytes) / unit;
        item.alignment = even ? 1 : buffer.alignment / unit;
        item.earliest = buffer.fixedOffset.value_or(0) / unit;
        for (const Piece& piece : lifetimes[i])
            item.parts.push_back({0, 0, piece.begin / unit, roundUp(piece.end) / unit});
        instance.uniform = instance.uniform && item.alignment == 1 && !item.fixed && item.simple &&
                           item.size * unit == item.bytes;
    }
    divideTime(instance, lifetimes);
    fillColumns(instance);
    return instance;
}

bool searchable(const Problem& problem, const Instance& instance) {
    if (instance.cells > MaxCells || sumOfSizes(problem) > INT64_MAX / 4) return false;
    // Pairs of items that share a column: each counts where the later one begins, or once for each gap.
    std::vector<std::int64_t> alive(instance.live.size() + 1, 0), births(instance.live.size() + 1, 0);
    for (const Item& item : instance.items)
        for (const Part& part : item.parts) {
            ++births[part.from];
            ++alive[part.from];
            --alive[part.to];
        }
    std::int64_t pairs = 0, count = 0;
    for (std::size_t t = 0; t < instance.live.size(); ++t) {
        count += alive[t];
        pairs += births[t] * count;
    }
    return pairs <= MaxOverlaps;
}

Tables tablesOf(const Instance& instance) {
    Tables tables;
    tables.alive.resize(instance.live.size());
    const auto count = static_cast<ItemId>(instance.items.size());
    for (ItemId i = 0; i < count; ++i)
        for (const Part& part : instance.items[i].parts)
            for (std::uint32_t t = part.from; t < part.to; ++t)
                tables.alive[t].push_back(i);
    std::vector<std::vector<ItemId>> begins(instance.live.size()); // by column: what is alive from there on
    for (ItemId i = 0; i < count; ++i)
        for (const Part& part : instance.items[i].parts)
            begins[part.from].push_back(i);
    tables.overlap.resize(count);
    tables.partialOverlap.resize(count);
    std::vector<ItemId> seen(count, count);
    for (ItemId i = 0; i < count; ++i) {
        seen[i] = i;
        const Item& outer = instance.items[i];
        const auto meet = [&](ItemId other) {
            if (seen[other] == i) return;
            seen[other] = i;
            tables.overlap[i].push_back(other);
            const Item& inner = instance.items[other];
            if (inner.from < outer.from || inner.to > outer.to) tables.partialOverlap[i].push_back(other);
        };
        for (const Part& part : outer.parts) {
            std::ranges::for_each(tables.alive[part.from], meet);
            for (std::uint32_t t = part.from + 1; t < part.to; ++t)
                std::ranges::for_each(begins[t], meet);
        }
    }
    return tables;
}

std::vector<std::int64_t> offsetsOf(const Problem& problem, const Instance& instance,
                                    const std::vector<Units>& offsets) {
    std::vector<std::int64_t> result(problem.buffers.size(), 0);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i)
        result[i] = problem.buffers[i].fixedOffset.value_or(0);
    for (std::size_t i = 0; i < instance.items.size(); ++i)
        result[instance.items[i].buffer] = offsets[i] * instance.unit;
    return result;
}

} // namespace edgewright::memory::search
