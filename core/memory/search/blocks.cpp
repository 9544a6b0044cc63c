// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/search/blocks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>

namespace edgewright::memory::search {

namespace {

constexpr std::size_t MostStacked = 7;
constexpr double MostSubsets = 2000; // of one group and size

using Index = std::uint32_t; // of an item or a block

struct Block {
    std::uint32_t from, to; // columns
    Units size;
};

// Some of those that end, or begin, at a seam, with one life.
struct Stack {
    Units height = 0;
    std::size_t count = 0;
    std::array<Index, MostStacked> blocks{};
};

} // namespace

class Composer {
public:
    Composer(Composition& result, const Instance& instance, const Looseness& looseness,
             const std::function<bool()>& stop)
        : m_result(result), m_stop(stop), m_live(instance.live), m_ending(instance.live.size() + 1),
          m_beginning(instance.live.size() + 1) {
        for (const Item& item : instance.items)
            add({item.from, item.to, item.size}, {});
        const Units bound = m_live.empty() ? 0 : *std::ranges::max_element(m_live);
        m_limit = bound + static_cast<Units>(looseness.above * static_cast<double>(bound));
        // The surest first: the fewer items, the less likely that their heights are equal by chance.
        const std::size_t most = std::min(looseness.items, MostStacked + 1);
        const auto stacks = [this](std::size_t items, double share) {
            m_stages.push_back({[=, this](std::uint32_t seam) { return joinStacks(seam, items, share); }});
        };
        const auto pinwheels = [this](double share) {
            m_stages.push_back({[=, this](std::uint32_t seam) { return joinPinwheel(seam, share); }, true});
        };
        stacks(2, 0);
        stacks(3, 0);
        pinwheels(0);
        for (std::size_t items = 4; items <= most; ++items)
            stacks(items, 0);
        m_stages.push_back({[this](std::uint32_t seam) { return joinAll(seam); }});
        for (const double share : {0.01, 0.03, 0.1, 0.2})
            if (share <= looseness.share) {
                stacks(3, share);
                pinwheels(share);
            }
        for (Stage& stage : m_stages)
            stage.open.assign(m_ending.size(), true);
    }

    void run() {
        for (std::size_t stage = 0; stage < m_stages.size();) {
            const bool joined = sweep(m_stages[stage]);
            if (m_stopped) break;
            stage = joined ? 0 : stage + 1;
        }
        Problem& problem = m_result.m_problem;
        problem.steps = static_cast<std::int64_t>(m_live.size());
        for (Index i = 0; i < m_blocks.size(); ++i) {
            if (!m_shown[i]) continue;
            Buffer buffer;
            buffer.name = std::to_string(i);
            buffer.size = m_blocks[i].size;
            buffer.lower = m_blocks[i].from;
            buffer.upper = m_blocks[i].to;
            problem.buffers.push_back(std::move(buffer));
            m_result.m_shown.push_back(i);
        }
    }

private:
    using Parts = std::vector<std::pair<Index, Units>>;
    struct Stage {
        std::function<bool(std::uint32_t)> join;
        bool looksFurther = false;   // to the seam behind what begins at its own
        std::vector<bool> open = {}; // by seam: something has changed there since the last look
    };

    bool sweep(Stage& stage) {
        bool joined = false;
        for (std::uint32_t seam = 1; seam + 1 < m_ending.size(); ++seam) {
            if (!stage.open[seam]) continue;
            stage.open[seam] = false;
            while (stage.join(seam))
                joined = true;
            if (++m_looks % 64 == 0 && m_stop()) m_stopped = true;
            if (m_stopped) break;
        }
        return joined;
    }

    void add(Block block, Parts parts) {
        const auto index = static_cast<Index>(m_blocks.size());
        for (const auto& [part, offset] : parts)
            drop(part);
        m_blocks.push_back(block);
        m_ending[block.to].push_back(index);
        m_beginning[block.from].push_back(index);
        for (Stage& stage : m_stages) {
            stage.open[block.from] = stage.open[block.to] = true;
            if (!stage.looksFurther) continue;
            for (const std::uint32_t seam : {block.from, block.to})
                for (const Index i : m_ending[seam])
                    stage.open[m_blocks[i].from] = true;
        }
        m_shown.push_back(true);
        m_result.m_parts.push_back(std::move(parts));
    }
    void drop(Index index) {
        m_shown[index] = false;
        std::erase(m_ending[m_blocks[index].to], index);
        std::erase(m_beginning[m_blocks[index].from], index);
    }
    // Takes `lost` more bytes in the columns [from, to), if there is room.
    bool hasRoom(std::uint32_t from, std::uint32_t to, Units lost) const {
        return lost == 0 || std::all_of(m_live.begin() + from, m_live.begin() + to,
                                        [&](Units live) { return live + lost <= m_limit; });
    }
    void lose(std::uint32_t from, std::uint32_t to, Units lost) {
        for (std::uint32_t t = from; t < to; ++t)
            m_live[t] += lost;
    }

    using Groups = std::map<std::uint32_t, std::vector<Index>>; // by the other end of their life
    Groups ending(std::uint32_t seam) const {
        Groups groups;
        for (const Index i : m_ending[seam])
            groups[m_blocks[i].from].push_back(i);
        return groups;
    }
    Groups beginning(std::uint32_t seam) const {
        Groups groups;
        for (const Index i : m_beginning[seam])
            groups[m_blocks[i].to].push_back(i);
        return groups;
    }

    void subsets(const std::vector<Index>& group, std::size_t next, std::size_t most, Stack& stack,
                 std::vector<Stack>& result) const {
        for (std::size_t i = next; i < group.size(); ++i) {
            stack.blocks[stack.count++] = group[i];
            stack.height += m_blocks[group[i]].size;
            result.push_back(stack);
            if (stack.count < most) subsets(group, i + 1, most, stack, result);
            --stack.count;
            stack.height -= m_blocks[group[i]].size;
        }
    }
    // All stacks of up to `most` of each group, fewer of a large one.
    std::vector<Stack> stacksOf(const Groups& groups, std::size_t most) const {
        std::vector<Stack> result;
        for (const auto& [life, group] : groups) {
            std::size_t count = 1;
            auto subsetsOfSize = static_cast<double>(group.size());
            while (count < std::min(most, group.size())) {
                subsetsOfSize *= static_cast<double>(group.size() - count) / static_cast<double>(count + 1);
                if (subsetsOfSize > MostSubsets) break;
                ++count;
            }
            Stack stack;
            subsets(group, 0, count, stack, result);
        }
        return result;
    }

    struct Pair {
        double rank; // the smaller, the likelier
        Stack left, right;
    };

    // The likeliest two stacks of at most so many items on both sides of the seam whose heights agree.
    bool joinStacks(std::uint32_t seam, std::size_t items, double share) {
        const Groups left = ending(seam), right = beginning(seam);
        if (left.empty() || right.empty()) return false;
        std::vector<Stack> behind = stacksOf(right, items - 1);
        std::ranges::sort(behind, {}, &Stack::height);
        std::optional<Pair> best;
        for (const Stack& a : stacksOf(left, items - 1)) {
            const auto spare = static_cast<Units>(share * static_cast<double>(a.height));
            auto b = std::ranges::lower_bound(behind, a.height - spare, {}, &Stack::height);
            for (; b != behind.end() && b->height <= a.height + spare; ++b) {
                if (a.count + b->count > items) continue;
                const double rank =
                    std::abs(static_cast<double>(a.height - b->height)) / static_cast<double>(a.height) +
                    1e-3 * static_cast<double>(a.count + b->count);
                if (best && rank >= best->rank) continue;
                if (mayJoin(seam, a, *b)) best = Pair{rank, a, *b};
            }
        }
        if (best) join(seam, best->left, best->right);
        return best.has_value();
    }

    bool mayJoin(std::uint32_t seam, const Stack& a, const Stack& b) const {
        return a.height < b.height ? hasRoom(m_blocks[a.blocks[0]].from, seam, b.height - a.height)
                                   : hasRoom(seam, m_blocks[b.blocks[0]].to, a.height - b.height);
    }

    template <typename Left, typename Right>
    void joinSides(std::uint32_t seam, const Left& left, const Right& right) {
        Parts parts;
        const auto pile = [&](const auto& side) {
            Units height = 0;
            for (const Index i : side) {
                parts.emplace_back(i, height);
                height += m_blocks[i].size;
            }
            return height;
        };
        const Units a = pile(left), b = pile(right);
        const Block block{m_blocks[left[0]].from, m_blocks[right[0]].to, std::max(a, b)};
        lose(block.from, seam, block.size - a);
        lose(seam, block.to, block.size - b);
        add(block, std::move(parts));
    }
    void join(std::uint32_t seam, const Stack& a, const Stack& b) {
        joinSides(seam, std::vector(a.blocks.begin(), a.blocks.begin() + static_cast<std::ptrdiff_t>(a.count)),
                  std::vector(b.blocks.begin(), b.blocks.begin() + static_cast<std::ptrdiff_t>(b.count)));
    }

    // All that ends and begins there, if each side has one life.
    bool joinAll(std::uint32_t seam) {
        const Groups left = ending(seam), right = beginning(seam);
        if (left.size() != 1 || right.size() != 1) return false;
        const auto height = [&](const std::vector<Index>& side) {
            Units sum = 0;
            for (const Index i : side)
                sum += m_blocks[i].size;
            return sum;
        };
        const std::vector<Index>&a = left.begin()->second, &b = right.begin()->second;
        const Units lost = height(a) - height(b);
        if (lost < 0 ? !hasRoom(left.begin()->first, seam, -lost) : !hasRoom(seam, right.begin()->first, lost))
            return false;
        joinSides(seam, a, b);
        return true;
    }

    // a below d to the left, b below c to the right, e in the middle, the seam where d ends:
    //
    //      +---+-------+
    //      | d |   c   |
    //      |   +---+---+
    //      +---+ e |   |
    //      |   a   | b |
    //      +-------+---+
    bool joinPinwheel(std::uint32_t seam, double share) {
        for (const Index e : m_beginning[seam]) {
            const Block& middle = m_blocks[e];
            const std::uint32_t behind = middle.to;
            for (const Index d : m_ending[seam])
                for (const Index c : m_beginning[seam]) {
                    if (c == e || m_blocks[c].to <= behind) continue;
                    if (!about(m_blocks[d].size, middle.size + m_blocks[c].size, share)) continue;
                    for (const Index b : m_beginning[behind]) {
                        if (m_blocks[b].to != m_blocks[c].to || m_blocks[b].size <= middle.size) continue;
                        for (const Index a : m_ending[behind])
                            if (a != e && m_blocks[a].from == m_blocks[d].from &&
                                about(m_blocks[b].size, middle.size + m_blocks[a].size, share) &&
                                joinFive(a, b, c, d, e))
                                return true;
                    }
                }
        }
        return false;
    }
    static bool about(Units height, Units other, double share) {
        return std::abs(static_cast<double>(height - other)) <= share * static_cast<double>(height);
    }
    bool joinFive(Index a, Index b, Index c, Index d, Index e) {
        const auto size = [&](Index i) { return m_blocks[i].size; };
        const Units above = std::max(size(a) + size(e), size(b)); // where c begins
        const Block block{m_blocks[d].from, m_blocks[c].to, std::max(size(a) + size(d), above + size(c))};
        const std::uint32_t first = m_blocks[e].from, second = m_blocks[e].to;
        const Units lostLeft = block.size - size(a) - size(d);
        const Units lostMiddle = block.size - size(a) - size(e) - size(c);
        const Units lostRight = block.size - size(b) - size(c);
        if (!hasRoom(block.from, first, lostLeft) || !hasRoom(first, second, lostMiddle) ||
            !hasRoom(second, block.to, lostRight))
            return false;
        lose(block.from, first, lostLeft);
        lose(first, second, lostMiddle);
        lose(second, block.to, lostRight);
        add(block, {{a, 0}, {b, 0}, {e, size(a)}, {d, size(a)}, {c, above}});
        return true;
    }

    Composition& m_result;
    const std::function<bool()>& m_stop;
    std::vector<Block> m_blocks;
    std::vector<bool> m_shown; // by block: not a part of another one
    std::vector<Units> m_live; // by column, with what is lost
    Units m_limit = 0;
    std::vector<std::vector<Index>> m_ending, m_beginning; // by seam: before and behind it
    std::vector<Stage> m_stages;
    std::int64_t m_looks = 0;
    bool m_stopped = false;
};

Composition::Composition(const Instance& instance, const Looseness& looseness,
                         const std::function<bool()>& stop)
    : m_items(instance.items.size()) {
    Composer(*this, instance, looseness, stop).run();
}

std::vector<Units> Composition::offsetsOf(const std::vector<std::int64_t>& blocks) const {
    std::vector<Units> offsets(m_parts.size(), 0);
    for (std::size_t i = 0; i < m_shown.size(); ++i)
        offsets[m_shown[i]] = blocks[i];
    for (std::size_t i = m_parts.size(); i-- > 0;) // parts come before their block
        for (const auto& [part, offset] : m_parts[i])
            offsets[part] = offsets[i] + offset;
    offsets.resize(m_items);
    return offsets;
}

} // namespace edgewright::memory::search
