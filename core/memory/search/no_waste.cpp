// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps over time. A PQ-tree holds every order in which the items alive can be stacked; where some die, they
// must lie together, and what is born in their place is a new node without an order. Which births take the
// place of which deaths follows from their sizes: the smallest groups of equal sum. At the end any order will
// do, and the way back fixes the orders before it. PQ-tree: Booth, Lueker, Journal of Computer and System
// Sciences 13 (1976); here in its plain recursive form, linear in the tree for each reduction.
#include "core/memory/search/no_waste.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>

namespace edgewright::memory::search {

namespace {

constexpr std::size_t MaxAtOnce = 14;  // deaths or births in one column whose subsets are looked at
constexpr std::size_t MaxTries = 64;   // groups of one column
constexpr std::size_t MaxAlive = 2000; // at once: how deep a tree may become

struct Node {
    enum class Kind { Leaf, Any, Line }; // children in any order, or in a line that can be read from both ends
    Kind kind = Kind::Leaf;
    ItemId item = 0;
    std::vector<Node> children;
    std::size_t leaves = 1, full = 0; // full: those that must come together
};

Node leafOf(ItemId item) {
    Node node;
    node.item = item;
    return node;
}

Node join(Node::Kind kind, std::vector<Node> children) {
    if (children.size() == 1) return std::move(children.front());
    Node node;
    // Two have the same orders either way.
    node.kind = children.size() == 2 ? Node::Kind::Any : kind;
    node.leaves = 0;
    for (const Node& child : children) {
        node.leaves += child.leaves;
        node.full += child.full;
    }
    node.children = std::move(children);
    return node;
}

void mark(Node& node, const std::vector<std::uint8_t>& wanted) {
    if (node.kind == Node::Kind::Leaf) {
        node.full = wanted[node.item];
        return;
    }
    node.leaves = node.full = 0;
    for (Node& child : node.children) {
        mark(child, wanted);
        node.leaves += child.leaves;
        node.full += child.full;
    }
}

bool isFull(const Node& node) { return node.full == node.leaves; }
bool isEmpty(const Node& node) { return node.full == 0; }

void append(std::vector<Node>& to, std::vector<Node> nodes) {
    std::move(nodes.begin(), nodes.end(), std::back_inserter(to));
}

// Empty ones first, then full ones.
bool line(Node node, std::vector<Node>& result) {
    if (isFull(node) || isEmpty(node)) {
        result.push_back(std::move(node));
        return true;
    }
    if (node.kind == Node::Kind::Any) {
        std::vector<Node> empty, full, partial;
        for (Node& child : node.children)
            (isEmpty(child) ? empty : isFull(child) ? full : partial).push_back(std::move(child));
        if (partial.size() > 1) return false;
        if (!empty.empty()) result.push_back(join(Node::Kind::Any, std::move(empty)));
        if (!partial.empty() && !line(std::move(partial.front()), result)) return false;
        if (!full.empty()) result.push_back(join(Node::Kind::Any, std::move(full)));
        return true;
    }
    if (isFull(node.children.front()) || isEmpty(node.children.back()))
        std::reverse(node.children.begin(), node.children.end());
    int stage = 0; // empty, then at most one of both, then full
    for (Node& child : node.children) {
        if (isEmpty(child) ? stage != 0 : !isFull(child) && stage != 0) return false;
        if (!isEmpty(child)) stage = 1;
        if (!line(std::move(child), result)) return false;
    }
    return true;
}

// Brings the full leaves together: only orders in which they are remain.
bool reduce(Node& node) {
    if (isFull(node)) return true;
    for (Node& child : node.children)
        if (child.full == node.full) return reduce(child);
    std::vector<Node> children;
    if (node.kind == Node::Kind::Any) {
        std::vector<Node> empty, full, partial;
        for (Node& child : node.children)
            (isEmpty(child) ? empty : isFull(child) ? full : partial).push_back(std::move(child));
        if (partial.size() > 2) return false;
        std::vector<Node> middle;
        if (!partial.empty() && !line(std::move(partial[0]), middle)) return false;
        if (!full.empty()) middle.push_back(join(Node::Kind::Any, std::move(full)));
        if (partial.size() == 2) {
            std::vector<Node> other;
            if (!line(std::move(partial[1]), other)) return false;
            std::reverse(other.begin(), other.end());
            append(middle, std::move(other));
        }
        if (empty.empty()) {
            node.kind = Node::Kind::Line;
            children = std::move(middle);
        } else {
            children = std::move(empty);
            children.push_back(join(Node::Kind::Line, std::move(middle)));
        }
    } else {
        int stage = 0; // before, among and after the full ones
        for (Node& child : node.children) {
            if (isEmpty(child)) {
                if (stage == 1) stage = 2;
                children.push_back(std::move(child));
                continue;
            }
            if (stage == 2) return false;
            std::vector<Node> part;
            const bool whole = isFull(child), opens = stage == 0;
            if (!line(std::move(child), part)) return false;
            stage = 1;
            if (!whole && !opens) {
                std::reverse(part.begin(), part.end());
                stage = 2;
            }
            append(children, std::move(part));
        }
    }
    node.children = std::move(children);
    if (node.children.size() == 2) node.kind = Node::Kind::Any;
    return true;
}

// The full leaves, which lie together, give way to `born`.
void replace(Node& node, Node born) {
    if (isFull(node)) {
        node = std::move(born);
        return;
    }
    for (Node& child : node.children)
        if (child.full == node.full) return replace(child, std::move(born));
    const auto first = std::ranges::find_if(node.children, isFull);
    *first = std::move(born);
    first->full = 0;
    std::erase_if(node.children, [](const Node& child) { return child.full > 0; });
    if (node.children.size() == 2) node.kind = Node::Kind::Any;
    if (node.children.size() == 1) {
        Node only = std::move(node.children.front());
        node = std::move(only);
    }
}

// A tree in preorder: items, and the kinds of nodes with the numbers of their children.
using Record = std::vector<std::uint64_t>;

void write(const Node& node, Record& record) {
    const bool leaf = node.kind == Node::Kind::Leaf;
    const std::uint64_t value = leaf ? node.item : node.children.size();
    record.push_back(value * 4 + static_cast<std::uint64_t>(node.kind));
    for (const Node& child : node.children)
        write(child, record);
}

// Part of a stack, and the address that decides where it lies among others.
struct Stack {
    Units key = 0;
    std::vector<ItemId> items;
};

Stack read(const Record& record, std::size_t& at, const std::vector<Units>& keys) {
    const std::uint64_t token = record[at++];
    const auto kind = static_cast<Node::Kind>(token % 4);
    if (kind == Node::Kind::Leaf) {
        const auto item = static_cast<ItemId>(token / 4);
        return {keys[item], {item}};
    }
    std::vector<Stack> parts;
    for (std::uint64_t left = token / 4; left > 0; --left)
        parts.push_back(read(record, at, keys));
    if (kind == Node::Kind::Any)
        std::ranges::stable_sort(parts, {}, &Stack::key);
    else if (parts.front().key > parts.back().key)
        std::ranges::reverse(parts);
    Stack all = std::move(parts.front());
    for (std::size_t i = 1; i < parts.size(); ++i) {
        all.key = std::min(all.key, parts[i].key);
        all.items.insert(all.items.end(), parts[i].items.begin(), parts[i].items.end());
    }
    return all;
}

// Deaths of one column and the births of the next that take their place.
struct Exchange {
    std::vector<ItemId> dead, born;
};

class Sweep {
public:
    Sweep(const Instance& instance, Clock& clock)
        : m_instance(instance), m_clock(clock), m_marked(instance.items.size()),
          m_births(instance.live.size() + 1), m_deaths(instance.live.size() + 1) {
        for (ItemId i = 0; i < instance.items.size(); ++i) {
            m_births[instance.items[i].from].push_back(i);
            m_deaths[instance.items[i].to].push_back(i);
        }
    }

    std::optional<std::vector<Units>> run() {
        for (const Units live : m_instance.live)
            if (live != m_instance.live.front()) return std::nullopt;
        std::size_t alive = 0;
        for (std::size_t t = 0; t < m_instance.live.size(); ++t) {
            alive += m_births[t].size() - m_deaths[t].size();
            if (alive > MaxAlive) return std::nullopt;
        }
        m_tree = nodeOf(m_births[0]);
        m_exchanges.resize(m_instance.live.size());
        m_records.resize(m_instance.live.size());
        for (std::uint32_t t = 1; t < m_instance.live.size(); ++t) {
            if (m_clock.over() || !exchange(t)) return std::nullopt;
            write(m_tree, m_records[t]);
            for (const Exchange& each : m_exchanges[t]) {
                markFull(m_tree, each.dead);
                replace(m_tree, nodeOf(each.born));
            }
        }
        return wayBack();
    }

private:
    static Node nodeOf(const std::vector<ItemId>& items) {
        std::vector<Node> leaves;
        for (const ItemId item : items)
            leaves.push_back(leafOf(item));
        return join(Node::Kind::Any, std::move(leaves));
    }
    void markFull(Node& tree, const std::vector<ItemId>& items) {
        for (const ItemId item : items)
            m_marked[item] = 1;
        mark(tree, m_marked);
        for (const ItemId item : items)
            m_marked[item] = 0;
    }

    struct Pair {
        int count = 0;
        std::uint32_t dead = 0, born = 0; // bits
    };

    // Which births of column t take the place of which deaths, the smallest groups first.
    bool exchange(std::uint32_t t) {
        std::vector<ItemId> dead = m_deaths[t], born = m_births[t];
        while (!dead.empty() && !born.empty()) {
            if (dead.size() > MaxAtOnce || born.size() > MaxAtOnce) return false;
            bool found = false;
            for (const Pair& pair : pairs(dead, born)) {
                if (m_clock.over()) return false;
                Exchange next;
                for (std::size_t i = 0; i < dead.size(); ++i)
                    if (pair.dead >> i & 1) next.dead.push_back(dead[i]);
                for (std::size_t i = 0; i < born.size(); ++i)
                    if (pair.born >> i & 1) next.born.push_back(born[i]);
                Node reduced = m_tree;
                markFull(reduced, next.dead);
                if (!reduce(reduced)) continue;
                m_tree = std::move(reduced);
                const auto within = [](const std::vector<ItemId>& group) {
                    return [&group](ItemId i) { return std::ranges::find(group, i) != group.end(); };
                };
                std::erase_if(dead, within(next.dead));
                std::erase_if(born, within(next.born));
                m_exchanges[t].push_back(std::move(next));
                found = true;
                break;
            }
            if (!found) return false;
        }
        return dead.empty() && born.empty();
    }

    std::vector<Pair> pairs(const std::vector<ItemId>& dead, const std::vector<ItemId>& born) const {
        const auto sums = [&](const std::vector<ItemId>& items) {
            std::vector<std::pair<Units, std::uint32_t>> result(std::size_t(1) << items.size(), {0, 0});
            for (std::uint32_t bits = 1; bits < result.size(); ++bits) {
                const auto last = static_cast<std::size_t>(std::countr_zero(bits));
                result[bits] = {result[bits & (bits - 1)].first + m_instance.items[items[last]].size, bits};
            }
            result.erase(result.begin());
            return result;
        };
        auto of = sums(dead), to = sums(born);
        std::ranges::sort(to);
        std::vector<Pair> result;
        // The fewer, the earlier: what is cut off at the end is least likely.
        std::ranges::stable_sort(of, {}, [](const auto& sum) { return std::popcount(sum.second); });
        for (const auto& [sum, bits] : of) {
            for (auto it = std::ranges::lower_bound(to, std::pair<Units, std::uint32_t>{sum, 0});
                 it != to.end() && it->first == sum; ++it)
                result.push_back({std::popcount(bits) + std::popcount(it->second), bits, it->second});
            if (result.size() > 4096) break;
        }
        std::ranges::stable_sort(result, {}, &Pair::count);
        if (result.size() > MaxTries) result.resize(MaxTries);
        return result;
    }

    std::optional<std::vector<Units>> wayBack() {
        std::vector<Units> offsets(m_instance.items.size(), -1), keys(m_instance.items.size(), 0);
        Record last;
        write(m_tree, last);
        if (!stack(last, keys, offsets)) return std::nullopt;
        for (std::size_t t = m_instance.live.size() - 1; t > 0; --t) {
            keys = offsets;
            for (const Exchange& each : m_exchanges[t]) {
                Units lowest = std::numeric_limits<Units>::max();
                for (const ItemId item : each.born)
                    lowest = std::min(lowest, offsets[item]);
                for (const ItemId item : each.dead)
                    keys[item] = lowest;
            }
            if (m_clock.over() || !stack(m_records[t], keys, offsets)) return std::nullopt;
        }
        return offsets;
    }

    // False where something would have to move.
    bool stack(const Record& record, const std::vector<Units>& keys, std::vector<Units>& offsets) const {
        std::size_t at = 0;
        Units top = 0;
        for (const ItemId item : read(record, at, keys).items) {
            if (offsets[item] >= 0 && offsets[item] != top) return false;
            offsets[item] = top;
            top += m_instance.items[item].size;
        }
        return true;
    }

    const Instance& m_instance;
    Clock& m_clock;
    std::vector<std::uint8_t> m_marked;
    std::vector<std::vector<ItemId>> m_births, m_deaths; // by column
    Node m_tree;                                         // the orders of what is alive
    std::vector<Record> m_records;                       // by column: the tree before its births
    std::vector<std::vector<Exchange>> m_exchanges;      // by column
};

} // namespace

std::optional<std::vector<Units>> perfectPacking(const Instance& instance, Clock& clock) {
    return Sweep(instance, clock).run();
}

} // namespace edgewright::memory::search
