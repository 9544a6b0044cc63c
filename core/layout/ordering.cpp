// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/crossings.h"
#include "core/layout/rows.h"

#include <algorithm>

namespace edgewright::layout {

namespace {

constexpr int Sweeps = 24, Patience = 4, MaxStarts = 12;
constexpr std::size_t Work = 1'500'000; // elements that further starts may visit, all in all

// The rows first..last, sorted among themselves; the rows just outside stay as they are.
class Ordering {
public:
    Ordering(Layers& layers, const RunContext& run)
        : m_layers(layers), m_run(run), m_sorter(layers), m_counter(layers), m_crossings(layers.rowCount(), 0) {
    }

    void rows(std::size_t first, std::size_t last, int starts) {
        m_first = first;
        m_last = last;
        if (count() == 0) return;
        const std::vector<std::uint32_t> initial = order();
        std::vector<std::uint32_t> best;
        std::uint64_t fewest = UINT64_MAX;
        for (int start = 0; start < starts && fewest > 0 && !m_run.stopped(); ++start) {
            if (start > 0) begin(initial, start);
            const std::uint64_t crossings = sweep(start);
            if (crossings >= fewest) continue;
            fewest = crossings;
            best = order();
        }
        if (!best.empty()) restore(best);
    }

private:
    std::size_t begins() const { return m_layers.rows.start[m_first]; }
    std::vector<std::uint32_t> order() const {
        const auto& items = m_layers.rows.items;
        return {items.begin() + static_cast<std::ptrdiff_t>(begins()),
                items.begin() + static_cast<std::ptrdiff_t>(m_layers.rows.start[m_last + 1])};
    }
    void restore(const std::vector<std::uint32_t>& order) {
        std::copy(order.begin(), order.end(),
                  m_layers.rows.items.begin() + static_cast<std::ptrdiff_t>(begins()));
        for (std::size_t row = m_first; row <= m_last; ++row)
            m_layers.refreshPositions(row);
    }
    std::size_t above() const { return m_first == 0 ? 0 : m_first - 1; }
    std::uint64_t count() {
        std::uint64_t sum = 0;
        for (std::size_t row = above(); row <= m_last; ++row)
            sum += m_crossings[row] = m_counter.below(row);
        return sum;
    }
    std::uint64_t recount() {
        std::uint64_t sum = 0;
        for (std::size_t row = above(); row <= m_last; ++row) {
            const bool upper = row >= m_first && m_changed[row - m_first];
            const bool lower = row + 1 <= m_last && m_changed[row + 1 - m_first];
            if (upper || lower) m_crossings[row] = m_counter.below(row);
            sum += m_crossings[row];
        }
        return sum;
    }

    // Another order to start from: mirrored, or shuffled more the later the start is.
    void begin(const std::vector<std::uint32_t>& initial, int start) {
        restore(initial);
        std::uint32_t random = 0x9e3779b9u * static_cast<std::uint32_t>(start);
        for (std::size_t row = m_first; row <= m_last; ++row) {
            const auto elements = m_layers.rows.of(row);
            if (start == 1) {
                std::reverse(elements.begin(), elements.end());
            } else {
                for (std::size_t i = elements.size(); i > 1; --i) {
                    random = random * 1664525u + 1013904223u;
                    std::swap(elements[i - 1], elements[(random >> 8) % i]);
                }
            }
            m_layers.refreshPositions(row);
            m_sorter.byPosition(row);
        }
    }

    // Down and up in turns until nothing gets better; the best order stays, its neighbours switched.
    std::uint64_t sweep(int start) {
        std::uint64_t fewest = count();
        std::vector<std::uint32_t> best = order();
        const std::size_t size = m_last - m_first + 1;
        // Whether a row may look different from when it was last sorted in this direction.
        std::vector<bool> downwards(size, true), upwards(size, true);
        int since = 0;
        for (int round = 0; round < Sweeps && fewest > 0 && since < Patience && !m_run.stopped(); ++round) {
            const bool down = (round + start) % 2 == 0;
            const bool opposite = round % 4 >= 2, median = start % 2 == 1 && round < 4;
            m_changed.assign(size, false);
            bool any = false;
            for (std::size_t i = 0; i < size; ++i) {
                const std::size_t at = down ? i : size - 1 - i, row = m_first + at;
                std::vector<bool>& dirty = down ? downwards : upwards;
                if (!dirty[at] && !opposite && round >= 4) continue;
                dirty[at] = false;
                if (!m_sorter.byNeighbours(row, down ? m_layers.up : m_layers.down, median, opposite)) continue;
                m_changed[at] = any = true;
                if (at + 1 < size) downwards[at + 1] = true;
                if (at > 0) upwards[at - 1] = true;
                downwards[at] = upwards[at] = true;
            }
            ++since;
            if (!any) continue;
            const std::uint64_t crossings = recount();
            if (crossings >= fewest) continue;
            fewest = crossings;
            best = order();
            since = 0;
        }
        restore(best);
        fewest -= static_cast<std::uint64_t>(switchNeighbours(m_layers, m_first, m_last, m_run));
        return fewest;
    }

    Layers& m_layers;
    const RunContext& m_run;
    RowSorter m_sorter;
    CrossingCounter m_counter;
    std::vector<std::uint64_t> m_crossings; // by row: towards the next one
    std::vector<bool> m_changed;            // by row from m_first on
    std::size_t m_first = 0, m_last = 0;
};

} // namespace

void orderLayers(Layers& layers, const RunContext& run) {
    const std::size_t rows = layers.rowCount();
    if (rows == 0) return;
    // Between rows of one element each part can be sorted by itself.
    struct Part {
        std::size_t first, last, elements;
    };
    std::vector<Part> parts;
    std::size_t elements = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t size = layers.rows.of(row).size();
        if (size < 2) continue;
        elements += size;
        if (!parts.empty() && parts.back().last + 1 == row) {
            parts.back().last = row;
            parts.back().elements += size;
        } else {
            parts.push_back({row, row, size});
        }
    }
    Ordering ordering(layers, run);
    // Seeds are the one start there is.
    const std::size_t room = elements == 0 || layers.seeded ? 1 : Work / Sweeps / elements;
    const auto starts = static_cast<int>(std::clamp<std::size_t>(room, 1, MaxStarts));
    for (const Part& part : parts) {
        if (run.stopped()) return;
        ordering.rows(part.first, part.last, starts);
    }
}

} // namespace edgewright::layout
