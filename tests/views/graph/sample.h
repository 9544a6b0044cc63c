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

// Relu, then If { Exp, and an If { Tanh "deep" } else { Tanh "flat" } } else { Exp }.
inline ir::Graph branchingSample() {
    const ir::TensorType type(ir::DataType::Float32, ir::Dims{4}), truth(ir::DataType::Bool, ir::Dims{});
    using Branch = std::shared_ptr<const ir::Graph>;
    ir::GraphBuilder b("branching");
    const ValueId c = b.input("c", truth), x = b.input("x", type), r = b.value("r"), y = b.value("y");
    b.nodeInto("Relu", {x}, {r});
    const auto captured = [](ir::GraphBuilder& inner, const char* name, ValueId id, const ir::TensorType& of) {
        ir::Value value;
        value.name = name;
        value.type = of;
        value.outer = id;
        return inner.graph().addValue(value);
    };
    const auto branch = [&](const char* op, const char* name, ValueId outer) {
        ir::GraphBuilder inner(name);
        const ValueId out = inner.value(std::string(name) + "_out");
        const NodeId node = inner.nodeInto(op, {captured(inner, "r", outer, type)}, {out});
        inner.graph().node(node).name = name;
        inner.output(out);
        return std::make_shared<const ir::Graph>(inner.take());
    };
    ir::GraphBuilder then("then");
    const ValueId innerC = captured(then, "c", c, truth), innerR = captured(then, "r", r, type);
    const ValueId e = then.value("e"), chosen = then.value("chosen");
    then.nodeInto("Exp", {innerR}, {e});
    const NodeId nested = then.nodeInto("If", {innerC}, {chosen});
    then.graph().node(nested).name = "inner_if";
    then.graph().node(nested).set("then_branch", branch("Tanh", "deep", e));
    then.graph().node(nested).set("else_branch", branch("Tanh", "flat", e));
    then.output(chosen);
    const NodeId outer = b.nodeInto("If", {c}, {y});
    b.graph().node(outer).name = "outer_if";
    b.graph().node(outer).set("then_branch", Branch(std::make_shared<const ir::Graph>(then.take())));
    b.graph().node(outer).set("else_branch", branch("Exp", "other", r));
    b.output(y);
    return ops::inferTypes(b.take(), {{"", 17}}).graph;
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
