// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/workload.h"

#include "core/cost/conv_layer.h"

#include <algorithm>
#include <array>
#include <functional>

namespace edgewright::cost {

namespace {

enum class Kind { Conv, Gemm, MatMul };

struct Product {
    std::string_view op;
    Kind kind;
    std::size_t left, right; // inputs that are multiplied
};

constexpr std::array<Product, 7> Products = {{{"Conv", Kind::Conv, 0, 1},
                                              {"ConvInteger", Kind::Conv, 0, 1},
                                              {"QLinearConv", Kind::Conv, 0, 3},
                                              {"Gemm", Kind::Gemm, 0, 1},
                                              {"MatMul", Kind::MatMul, 0, 1},
                                              {"MatMulInteger", Kind::MatMul, 0, 1},
                                              {"QLinearMatMul", Kind::MatMul, 0, 3}}};

constexpr int DepthLimit = 32; // of bodies in bodies

using Types = std::function<const ir::TensorType*(ValueId)>; // of values of one graph; null for an omitted one

class Collector {
public:
    void collect(const ir::Graph& graph, const Types& types, NodeId outer, int depth) {
        for (const NodeId id : graph.order()) {
            const ir::Node& node = graph.node(id);
            const NodeId top = outer.valid() ? outer : id;
            if (node.body && depth < DepthLimit)
                enter(node, types, top, depth);
            else
                add(node, types, top);
        }
    }
    Workload take() { return std::move(m_workload); }

private:
    // A body's own values may lack types; those of its inputs and outputs stand outside.
    void enter(const ir::Node& node, const Types& outside, NodeId top, int depth) {
        const ir::Graph& body = *node.body;
        const auto inside = [&](ValueId id) -> const ir::TensorType* {
            if (!id.valid() || !body.contains(id)) return nullptr;
            if (body.value(id).type.dims()) return &body.value(id).type;
            for (std::size_t i = 0; i < body.inputs.size() && i < node.inputs.size(); ++i)
                if (body.inputs[i] == id) return outside(node.inputs[i]);
            for (std::size_t i = 0; i < body.outputs.size() && i < node.outputs.size(); ++i)
                if (body.outputs[i] == id) return outside(node.outputs[i]);
            return &body.value(id).type;
        };
        collect(body, inside, top, depth + 1);
    }

    void add(const ir::Node& node, const Types& types, NodeId top) {
        const auto product = std::ranges::find(Products, node.op, &Product::op);
        if (!node.domain.empty() || product == Products.end()) return;
        auto layer = layerOf(node, *product, types);
        if (!layer) {
            const std::string place = "node '" + node.label() + "'";
            m_workload.skipped.push_back(
                {Severity::Warning, "no-cost", place + ": " + layer.error().message, top, ValueId(), place});
            return;
        }
        layer->name = node.label();
        layer->op = node.op;
        layer->node = top;
        m_workload.layers.push_back(std::move(layer).value());
    }

    static Result<Layer> layerOf(const ir::Node& node, const Product& product, const Types& types) {
        const auto dims = [&](ValueId id) -> std::optional<ir::Dims> {
            const ir::TensorType* type = types(id);
            return type ? type->dims() : std::nullopt;
        };
        const auto left = dims(node.input(product.left));
        const auto right = dims(node.input(product.right));
        const auto out = dims(node.output(0));
        if (!left || !right || (product.kind == Kind::Conv && !out))
            return badInput("its shapes are not known, so it has no cost");
        Result<Layer> layer = product.kind == Kind::Conv   ? convLayer(node, *left, *right, *out)
                              : product.kind == Kind::Gemm ? gemmLayer(node, *left, *right)
                                                           : matMulLayer(*left, *right);
        if (layer && (layer->m == 0 || layer->n == 0 || layer->k == 0 || layer->repeat == 0))
            return badInput("it computes nothing: an extent is 0");
        return layer;
    }

    Workload m_workload;
};

} // namespace

Workload workloadOf(const ir::Graph& graph) {
    Collector collector;
    const Types types = [&](ValueId id) {
        return id.valid() && graph.contains(id) ? &graph.value(id).type : nullptr;
    };
    collector.collect(graph, types, NodeId(), 0);
    return collector.take();
}

} // namespace edgewright::cost
