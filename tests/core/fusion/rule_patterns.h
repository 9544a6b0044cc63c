// SPDX-License-Identifier: GPL-3.0-or-later
// For each rule of the catalogue a pattern that it applies to, with extents, axes and weights at random.
#pragma once

#include "tests/core/fusion/net.h"

#include <random>
#include <span>
#include <string_view>

namespace edgewright::fusion::test {

constexpr double CodeStep = 0.03; // scale of the quantized results in a pattern

// Writes operators into a net; constants get names of their own.
class PatternWriter {
public:
    PatternWriter(Net& target, std::mt19937& random) : net(target), m_random(random) {}

    std::int64_t below(std::int64_t n) { // [0, n)
        return static_cast<std::int64_t>(m_random() % static_cast<std::uint32_t>(n));
    }
    ValueId op(const char* name, std::vector<ValueId> inputs, std::vector<ir::Attribute> attributes = {}) {
        return net.node(name, std::move(inputs), std::move(attributes));
    }
    ValueId num(double v) { return net.scalar(fresh(), static_cast<float>(v)); }
    ValueId ints(const std::vector<std::int64_t>& v) { return net.ints(fresh(), v); }
    ValueId weights(const ir::Dims& dims, float low = -1, float high = 1) {
        return net.weights(fresh(), dims, low, high);
    }
    ValueId constant(ir::Tensor tensor) { return net.constant(fresh(), std::move(tensor)); }

    Net& net;

private:
    std::string fresh() { return "p" + std::to_string(net.graph().valueCount()); }

    std::mt19937& m_random;
};

struct RulePattern {
    std::string_view rule;
    std::int64_t opset; // of the net that it is written into
    // From a feature map [1, 4, 6, 6] with elements in [-1, 1] to a result of float32, of any shape.
    ValueId (*write)(PatternWriter& w, ValueId x);
};

std::span<const RulePattern> rulePatterns();
const RulePattern* patternFor(std::string_view rule); // null: there is none

} // namespace edgewright::fusion::test
