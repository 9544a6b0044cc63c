// SPDX-License-Identifier: GPL-3.0-or-later
// A residual block with two batch norms, typed and fused: 8 nodes before.
#pragma once

#include "core/fusion/fuse.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "core/pipeline/stage.h"

#include <memory>

namespace edgewright::views::test {

inline ir::Tensor ramp(ir::Dims dims, float first, float step) {
    std::int64_t count = 1;
    for (const std::int64_t dim : dims)
        count *= dim;
    std::vector<float> values;
    for (std::int64_t i = 0; i < count; ++i)
        values.push_back(first + step * static_cast<float>(i % 17));
    return ir::Tensor::of(std::move(dims), values);
}

struct Sample {
    ir::Graph graph;
    NodeId conv1, norm1, relu1, conv2, norm2, add, relu2, pool;
    ValueId reluOut; // read by conv2 and add
};

inline Sample residualSample() {
    Sample s;
    ir::GraphBuilder b("residual");
    const ValueId x = b.input("image", ir::TensorType(ir::DataType::Float32, ir::Dims{1, 3, 16, 16}));
    const auto node = [&](const char* op, std::vector<ValueId> in, ValueId& out,
                          std::vector<ir::Attribute> attributes = {}) {
        out = b.value(std::string(op) + "_out" + std::to_string(b.graph().valueCount()));
        return b.nodeInto(op, std::move(in), {out}, std::move(attributes));
    };
    const std::vector<std::int64_t> pads{1, 1, 1, 1};
    const auto norm = [&](const std::string& name, ValueId in, ValueId& out) {
        return node("BatchNormalization",
                    {in, b.constant(name + ".scale", ramp({8}, 0.5f, 0.1f)),
                     b.constant(name + ".bias", ramp({8}, 0.f, 0.01f)),
                     b.constant(name + ".mean", ramp({8}, 0.f, 0.02f)),
                     b.constant(name + ".var", ramp({8}, 1.f, 0.1f))},
                    out);
    };
    ValueId a, c, d, e, f, g, h;
    s.conv1 = node("Conv", {x, b.constant("w1", ramp({8, 3, 3, 3}, -0.1f, 0.02f))}, a, {{"pads", pads}});
    s.norm1 = norm("n1", a, c);
    s.relu1 = node("Relu", {c}, s.reluOut);
    s.conv2 =
        node("Conv", {s.reluOut, b.constant("w2", ramp({8, 8, 3, 3}, -0.1f, 0.015f))}, d, {{"pads", pads}});
    s.norm2 = norm("n2", d, e);
    s.add = node("Add", {e, s.reluOut}, f);
    s.relu2 = node("Relu", {f}, g);
    s.pool = node("GlobalAveragePool", {g}, h);
    b.output(h);
    s.graph = b.take();
    s.graph = ops::inferTypes(s.graph, {{"", 17}}).graph;
    return s;
}

inline std::shared_ptr<pipeline::Analysis> analyse(const ir::Graph& graph,
                                                   const fusion::Options& options = {}) {
    auto analysis = std::make_shared<pipeline::Analysis>();
    auto typed = std::make_shared<pipeline::Typed>();
    typed->graph = std::make_shared<const ir::Graph>(graph);
    analysis->typed = typed;
    if (auto history = fusion::fuse(graph, {{"", 17}}, options))
        analysis->fusion = std::make_shared<const fusion::History>(std::move(history).value());
    for (const char* stage : {"modules", "modules_fused", "benefits"})
        if (analysis->fusion && !pipeline::evaluate(*analysis, {}, stage)) return nullptr;
    return analysis;
}

} // namespace edgewright::views::test
