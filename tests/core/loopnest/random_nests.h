// SPDX-License-Identifier: GPL-3.0-or-later
// Small operators of odd shapes as graphs, and schedules of them, at random.
#pragma once

#include "core/cost/search/moves.h"
#include "core/ir/builder.h"
#include "core/loopnest/search_space.h"
#include "core/ops/infer.h"

#include <vector>

namespace edgewright::test {

inline const ir::Opsets NestOpsets{{"", 17}};

inline ir::Tensor randomFloats(const ir::Dims& dims, cost::search::Random& random) {
    std::int64_t count = 1;
    for (const std::int64_t extent : dims)
        count *= extent;
    std::vector<float> elements;
    for (std::int64_t i = 0; i < count; ++i)
        elements.push_back(static_cast<float>(2 * random.unit() - 1));
    return ir::Tensor::of(dims, elements);
}

// An operator with its operands, by place: inputs as well as constants.
struct RandomOperator {
    ir::Graph graph;
    std::vector<ir::Tensor> operands;

    std::vector<std::span<const float>> spans() const {
        std::vector<std::span<const float>> all;
        for (const ir::Tensor& each : operands)
            all.push_back(each.as<float>());
        return all;
    }
    std::vector<const float*> pointers() const {
        std::vector<const float*> all;
        for (const ir::Tensor& each : operands)
            all.push_back(each.as<float>().data());
        return all;
    }
};

class OperatorMaker {
public:
    explicit OperatorMaker(std::uint64_t seed) : m_random(seed) {}

    // `isDepthwise`: as many groups as channels.
    RandomOperator convolution(bool isDepthwise) {
        using Ints = std::vector<std::int64_t>;
        const auto rank = static_cast<std::size_t>(between(1, 2));
        const std::int64_t group = isDepthwise ? between(1, 9) : between(1, 2);
        const std::int64_t in = isDepthwise ? 1 : between(1, 9),
                           out = isDepthwise ? between(1, 2) : between(1, 19);
        ir::Dims x{between(1, 2), group * in}, w{group * out, in};
        Ints pads(2 * rank), strides, dilations;
        for (std::size_t i = 0; i < rank; ++i) {
            const std::int64_t kernel = between(1, 4), dilation = between(1, 2);
            const std::int64_t reach = dilation * (kernel - 1) + 1;
            w.push_back(kernel);
            x.push_back(between(reach, reach + 20));
            dilations.push_back(dilation);
            strides.push_back(between(1, 3));
            pads[i] = between(0, 2);
            pads[i + rank] = between(0, 2);
        }
        const bool biased = between(0, 1) == 1;
        return made("Conv", {x, w, {w[0]}}, biased ? 3 : 2, true,
                    {{"pads", pads}, {"strides", strides}, {"dilations", dilations}, {"group", group}});
    }
    RandomOperator gemm() {
        const std::int64_t m = between(1, 20), n = between(1, 40), k = between(1, 50);
        const std::int64_t turnsA = between(0, 1), turnsB = between(0, 1);
        const ir::Dims a = turnsA ? ir::Dims{k, m} : ir::Dims{m, k},
                       b = turnsB ? ir::Dims{n, k} : ir::Dims{k, n};
        const ir::Dims c = between(0, 1) ? ir::Dims{n} : ir::Dims{m, 1};
        return made("Gemm", {a, b, c}, between(0, 1) ? 3 : 2, between(0, 1) == 1,
                    {{"transA", turnsA}, {"transB", turnsB}, {"alpha", 1.5F}, {"beta", 0.5F}});
    }
    RandomOperator product() {
        const std::int64_t m = between(1, 20), n = between(1, 40), k = between(1, 50), batch = between(1, 3);
        const ir::Dims b = between(0, 1) ? ir::Dims{batch, k, n} : ir::Dims{k, n};
        return made("MatMul", {{batch, m, k}, b}, 2, between(0, 1) == 1, {});
    }
    // One of the four kinds.
    RandomOperator any() {
        switch (between(0, 3)) {
        case 0:
            return convolution(false);
        case 1:
            return convolution(true);
        case 2:
            return gemm();
        default:
            return product();
        }
    }
    // Admitted by the space.
    std::vector<loopnest::Schedule> schedules(const loopnest::ScheduleSpace& space, std::size_t count) {
        const cost::search::Space searched = space.space();
        std::vector<loopnest::Schedule> found;
        cost::search::Point point;
        while (found.size() < count && cost::search::draw(searched, m_random, point))
            found.push_back(space.scheduleAt(point));
        return found;
    }
    std::int64_t between(std::int64_t first, std::int64_t last) {
        return first + m_random.upTo(last - first + 1);
    }

private:
    RandomOperator made(const std::string& op, const std::vector<ir::Dims>& shapes, std::size_t operands,
                        bool constantFactor, std::vector<ir::Attribute> attributes) {
        RandomOperator made;
        ir::GraphBuilder b;
        std::vector<ValueId> inputs;
        for (std::size_t i = 0; i < operands; ++i) {
            made.operands.push_back(randomFloats(shapes[i], m_random));
            const bool isConstant = i == 2 || (i == 1 && constantFactor);
            const std::string name = "operand" + std::to_string(i);
            inputs.push_back(isConstant ? b.constant(name, made.operands[i])
                                        : b.input(name, {ir::DataType::Float32, shapes[i]}));
        }
        b.output(b.node(op, inputs, std::move(attributes)));
        made.graph = ops::inferTypes(b.take(), NestOpsets).graph;
        return made;
    }

    cost::search::Random m_random;
};

// Extents as in a network; weights are constant.
inline ir::Graph convolutionGraph(const ir::Dims& x, const ir::Dims& w, std::int64_t pad,
                                  std::int64_t stride = 1, const std::string& behind = "") {
    cost::search::Random random(1);
    ir::GraphBuilder b;
    const ValueId in = b.input("x", {ir::DataType::Float32, x});
    ValueId y = b.node(
        "Conv", {in, b.constant("w", randomFloats(w, random)), b.constant("b", randomFloats({w[0]}, random))},
        {{"pads", std::vector<std::int64_t>{pad, pad, pad, pad}},
         {"strides", std::vector<std::int64_t>{stride, stride}},
         {"group", x[1] / w[1]}});
    if (!behind.empty()) y = b.node(behind, {y});
    b.output(y);
    return ops::inferTypes(b.take(), NestOpsets).graph;
}

} // namespace edgewright::test
