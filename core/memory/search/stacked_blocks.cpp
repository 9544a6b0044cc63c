// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/search/stacked_blocks.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <optional>
#include <string>

namespace edgewright::memory::search {

namespace {

using Index = Composition::Index;

constexpr std::size_t MaxStacked = 7; // blocks of one stack
constexpr double MaxSubsets = 2000;   // of one group and size
constexpr int SeamsBetweenStopChecks = 64;

struct Block {
    std::uint32_t from, to; // columns
    Units size;
};

// Some of the blocks with one lifetime that end, or begin, at a seam.
struct BlockStack {
    Units height = 0;
    std::size_t count = 0;
    std::array<Index, MaxStacked> blocks{};
};

class Composer {
public:
    Composer(const Instance& instance, std::size_t maxItems, const std::function<bool()>& stop)
        : m_stop(stop), m_live(instance.live), m_ending(instance.live.size() + 1),
          m_beginning(instance.live.size() + 1) {
        assert(instance.uniform && 2 <= maxItems && maxItems <= MaxStacked + 1);
        m_result.items = instance.items.size();
        for (const Item& item : instance.items)
            add({item.from, item.to, item.size}, {});
        m_bound = m_live.empty() ? 0 : *std::ranges::max_element(m_live);
        for (std::size_t items = 2; items <= maxItems; ++items)
            m_stages.push_back({items, {}});
        m_stages.push_back({AllItems, {}});
        for (Stage& stage : m_stages)
            stage.isOpen.assign(m_ending.size(), true);
    }

    Composition compose() && {
        for (std::size_t stage = 0; stage < m_stages.size() && !m_stopped;)
            stage = sweep(m_stages[stage]) ? 0 : stage + 1;
        Problem& problem = m_result.problem;
        problem.steps = static_cast<std::int64_t>(m_live.size());
        for (Index i = 0; i < m_blocks.size(); ++i) {
            if (m_isPart[i]) continue;
            Buffer buffer;
            buffer.name = std::to_string(i);
            buffer.size = m_blocks[i].size;
            buffer.lower = m_blocks[i].from;
            buffer.upper = m_blocks[i].to;
            problem.buffers.push_back(std::move(buffer));
            m_result.blockOf.push_back(i);
        }
        return std::move(m_result);
    }

private:
    static constexpr std::size_t AllItems = 0;

    struct Stage {
        std::size_t items;        // of two stacks together; or AllItems at the seam
        std::vector<bool> isOpen; // by seam: something has changed there since the last look
    };
    using Parts = std::vector<std::pair<Index, Units>>;
    using Groups = std::map<std::uint32_t, std::vector<Index>>; // by the other end of their lifetime

    // Whether something was joined.
    bool sweep(Stage& stage) {
        bool joined = false;
        for (std::uint32_t seam = 1; seam + 1 < m_ending.size() && !m_stopped; ++seam) {
            if (!stage.isOpen[seam]) continue;
            stage.isOpen[seam] = false;
            while (stage.items == AllItems ? joinAll(seam) : joinStacks(seam, stage.items))
                joined = true;
            if (++m_seamsSeen % SeamsBetweenStopChecks == 0) m_stopped = m_stop();
        }
        return joined;
    }

    void add(Block block, Parts parts) {
        const auto index = static_cast<Index>(m_blocks.size());
        for (const auto& [part, offset] : parts) {
            m_isPart[part] = true;
            std::erase(m_ending[m_blocks[part].to], part);
            std::erase(m_beginning[m_blocks[part].from], part);
        }
        m_blocks.push_back(block);
        m_isPart.push_back(false);
        m_ending[block.to].push_back(index);
        m_beginning[block.from].push_back(index);
        for (Stage& stage : m_stages)
            stage.isOpen[block.from] = stage.isOpen[block.to] = true;
        m_result.parts.push_back(std::move(parts));
    }

    Groups endingAt(std::uint32_t seam) const {
        Groups groups;
        for (const Index i : m_ending[seam])
            groups[m_blocks[i].from].push_back(i);
        return groups;
    }
    Groups beginningAt(std::uint32_t seam) const {
        Groups groups;
        for (const Index i : m_beginning[seam])
            groups[m_blocks[i].to].push_back(i);
        return groups;
    }

    void addSubsets(const std::vector<Index>& group, std::size_t next, std::size_t maxCount, BlockStack& stack,
                    std::vector<BlockStack>& result) const {
        for (std::size_t i = next; i < group.size(); ++i) {
            stack.blocks[stack.count++] = group[i];
            stack.height += m_blocks[group[i]].size;
            result.push_back(stack);
            if (stack.count < maxCount) addSubsets(group, i + 1, maxCount, stack, result);
            --stack.count;
            stack.height -= m_blocks[group[i]].size;
        }
    }
    // All stacks of up to `maxCount` of each group, fewer of a large one.
    std::vector<BlockStack> stacksOf(const Groups& groups, std::size_t maxCount) const {
        std::vector<BlockStack> result;
        for (const auto& [otherEnd, group] : groups) {
            std::size_t count = 1;
            auto subsets = static_cast<double>(group.size()); // of `count`
            while (count < std::min(maxCount, group.size())) {
                subsets *= static_cast<double>(group.size() - count) / static_cast<double>(count + 1);
                if (subsets > MaxSubsets) break;
                ++count;
            }
            BlockStack stack;
            addSubsets(group, 0, count, stack, result);
        }
        return result;
    }

    // Joins two stacks of equal height on both sides of the seam, of the fewest blocks, at most `items`. False:
    // there are none.
    bool joinStacks(std::uint32_t seam, std::size_t items) {
        const Groups left = endingAt(seam), right = beginningAt(seam);
        if (left.empty() || right.empty()) return false;
        std::vector<BlockStack> behind = stacksOf(right, items - 1);
        std::ranges::sort(behind, {}, &BlockStack::height);
        std::optional<std::pair<BlockStack, BlockStack>> best;
        std::size_t bestCount = items + 1;
        for (const BlockStack& a : stacksOf(left, items - 1)) {
            auto b = std::ranges::lower_bound(behind, a.height, {}, &BlockStack::height);
            for (; b != behind.end() && b->height == a.height; ++b) {
                if (a.count + b->count >= bestCount) continue;
                bestCount = a.count + b->count;
                best = {a, *b};
            }
        }
        if (!best) return false;
        const auto listed = [](const BlockStack& stack) {
            return std::vector(stack.blocks.begin(),
                               stack.blocks.begin() + static_cast<std::ptrdiff_t>(stack.count));
        };
        join(seam, listed(best->first), listed(best->second));
        return true;
    }

    // Joins all that ends with all that begins there. False: a side has more than one lifetime, or too much
    // would be lost.
    bool joinAll(std::uint32_t seam) {
        const Groups left = endingAt(seam), right = beginningAt(seam);
        if (left.size() != 1 || right.size() != 1) return false;
        const auto& [from, a] = *left.begin();
        const auto& [to, b] = *right.begin();
        const Units lost = heightOf(a) - heightOf(b);
        if (!(lost < 0 ? hasRoom(from, seam, -lost) : hasRoom(seam, to, lost))) return false;
        join(seam, a, b);
        return true;
    }

    // `lost` more units fit into the columns [from, to) below the bound. O(columns).
    bool hasRoom(std::uint32_t from, std::uint32_t to, Units lost) const {
        return std::all_of(m_live.begin() + from, m_live.begin() + to,
                           [&](Units live) { return live + lost <= m_bound; });
    }
    void lose(std::uint32_t from, std::uint32_t to, Units lost) {
        for (std::uint32_t t = from; t < to; ++t)
            m_live[t] += lost;
    }
    Units heightOf(const std::vector<Index>& stack) const {
        Units sum = 0;
        for (const Index i : stack)
            sum += m_blocks[i].size;
        return sum;
    }

    void join(std::uint32_t seam, const std::vector<Index>& left, const std::vector<Index>& right) {
        Parts parts;
        for (const auto* side : {&left, &right})
            for (Units height = 0; const Index i : *side) {
                parts.emplace_back(i, height);
                height += m_blocks[i].size;
            }
        const Units a = heightOf(left), b = heightOf(right);
        const Block block{m_blocks[left[0]].from, m_blocks[right[0]].to, std::max(a, b)};
        lose(block.from, seam, block.size - a);
        lose(seam, block.to, block.size - b);
        add(block, std::move(parts));
    }

    Composition m_result;
    const std::function<bool()>& m_stop;
    std::vector<Block> m_blocks;
    std::vector<bool> m_isPart; // by block
    std::vector<Units> m_live;  // by column, with what is lost; at most m_bound
    Units m_bound = 0;
    std::vector<std::vector<Index>> m_ending,
        m_beginning;             // by seam: blocks that are not parts, on its two sides
    std::vector<Stage> m_stages; // in order
    int m_seamsSeen = 0;
    bool m_stopped = false;
};

} // namespace

Composition composeBlocks(const Instance& instance, std::size_t maxItems, const std::function<bool()>& stop) {
    return Composer(instance, maxItems, stop).compose();
}

std::vector<Units> Composition::offsetsOf(const std::vector<std::int64_t>& offsets) const {
    std::vector<Units> result(parts.size(), 0); // by block
    for (std::size_t i = 0; i < blockOf.size(); ++i)
        result[blockOf[i]] = offsets[i];
    for (std::size_t i = parts.size(); i-- > 0;) // a block comes behind its parts
        for (const auto& [part, offset] : parts[i])
            result[part] = result[i] + offset;
    result.resize(items);
    return result;
}

} // namespace edgewright::memory::search
