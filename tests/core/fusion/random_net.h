// SPDX-License-Identifier: GPL-3.0-or-later
// Random networks of patterns that rules look for.
#pragma once

#include "tests/core/fusion/net.h"
#include "tests/core/fusion/rule_patterns.h"

#include <algorithm>
#include <random>

namespace edgewright::fusion::test {

// Feature maps [1,4,6,6] that grow by patterns which the rules look for, with readers that get in the way now
// and then.
class RandomNet {
public:
    explicit RandomNet(std::uint32_t seed) : m_net(14), m_random(seed) {}
    // With some of that pattern between the others.
    RandomNet(std::uint32_t seed, const RulePattern& pattern)
        : m_net(std::max<std::int64_t>(14, pattern.opset)), m_random(seed), m_pattern(&pattern) {}

    Net make() {
        m_maps = {m_net.floats("x", {1, 4, 6, 6}), m_net.floats("y", {1, 4, 6, 6})};
        for (int i = 0; i < 25; ++i) {
            grow();
            if (m_pattern && i % 8 == 7) write(*m_pattern, i < 20);
        }
        const ir::Graph& graph = m_net.graph();
        const ir::Connections connections(graph);
        for (const ValueId map : m_maps)
            if (connections.consumers(map).empty() && connections.producer(map)) m_net.output(map);
        if (pick(2) == 0) m_net.output(m_maps[2 + pick(m_maps.size() - 2)]); // one from the middle
        return std::move(m_net);
    }

private:
    std::size_t pick(std::size_t n) { return m_random() % n; }
    ValueId any() { return m_maps[pick(2) == 0 ? m_maps.size() - 1 : pick(m_maps.size())]; }
    std::string fresh() { return "c" + std::to_string(m_net.graph().valueCount()); }
    ValueId constant() {
        return m_net.weights(fresh(), pick(2) == 0 ? ir::Dims{4, 1, 1} : ir::Dims{1}, 0.5F, 1.5F);
    }

    // From what is small enough for every function.
    void write(const RulePattern& pattern, bool read) {
        PatternWriter writer(m_net, m_random);
        const ValueId result = pattern.write(writer, m_net.node("Tanh", {any()}));
        m_net.output(read ? m_net.node("Atan", {result}) : result);
    }

    void grow() {
        const ValueId x = any();
        ValueId y;
        switch (pick(13)) {
        case 0:
            y = m_net.conv(x, {4, 4, 3, 3});
            break;
        case 1:
            y = m_net.batchNorm(m_net.conv(x, {4, 4, 1, 1}), 4);
            break;
        case 2:
            y = m_net.node("Relu", {x});
            break;
        case 3:
            y = m_net.node("Mul", {x, m_net.node("Sigmoid", {x})});
            break;
        case 4:
            y = m_net.node("Add", {x, any()});
            break;
        case 5:
            y = m_net.node(pick(2) == 0 ? "Mul" : "Sub", {x, constant()});
            break;
        case 6:
            y = m_net.node("Clip", {x, m_net.scalar(fresh(), -1), m_net.scalar(fresh(), 2)});
            break;
        case 7:
            y = m_net.node("Identity", {x});
            break;
        case 8: {
            const ValueId padded = m_net.node("Pad", {x, m_net.ints(fresh(), {0, 0, 1, 1, 0, 0, 1, 1})});
            y = m_net.conv(padded, {4, 4, 3, 3}, {{"pads", std::vector<std::int64_t>{0, 0, 0, 0}}});
            break;
        }
        case 9: {
            const ValueId split = m_net.node("Reshape", {x, m_net.ints(fresh(), {1, 2, 2, 6, 6})});
            const ValueId swapped =
                m_net.node("Transpose", {split}, {{"perm", std::vector<std::int64_t>{0, 2, 1, 3, 4}}});
            y = m_net.node("Reshape", {swapped, m_net.ints(fresh(), {1, 4, 6, 6})});
            break;
        }
        case 10:
            y = m_net.node("Mul", {x, m_net.node("HardSigmoid", {x}, {{"alpha", 1.0F / 6}, {"beta", 0.5F}})});
            break;
        case 11:
            y = m_net.node("Reshape", {x, m_net.node("Shape", {x})});
            break;
        default:
            y = m_net.node("Tanh",
                           {m_net.node("Add", {m_net.conv(x, {4, 4, 1, 1}), m_net.node("Tanh", {any()})})});
        }
        m_maps.push_back(y);
    }

    Net m_net;
    std::mt19937 m_random;
    const RulePattern* m_pattern = nullptr;
    std::vector<ValueId> m_maps;
};

} // namespace edgewright::fusion::test
