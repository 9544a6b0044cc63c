// SPDX-License-Identifier: GPL-3.0-or-later
// Operators as computations.
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/loopnest/computation.h"
#include "core/ops/convolution/window.h"

#include <algorithm>
#include <array>
#include <limits>

namespace edgewright::loopnest {

namespace {

// The node that is computed, and those behind it that change each element by itself; operands are the inputs of
// the one node of the graph.
struct Members {
    const ir::Graph* graph = nullptr; // of the given graph
    const ir::Node* outer = nullptr;
    const ir::Node* main = nullptr;
    std::vector<const ir::Node*> after;
    const ir::Graph* body = nullptr; // null: `main` is `outer`

    // The input of `outer` that a value inside is.
    std::optional<std::size_t> placeOf(ValueId value) const {
        const std::vector<ValueId>& inputs = body ? body->inputs : outer->inputs;
        const auto found = std::ranges::find(inputs, value);
        if (!value.valid() || found == inputs.end()) return std::nullopt;
        return static_cast<std::size_t>(found - inputs.begin());
    }
    const ir::Value& valueAt(std::size_t place) const { return graph->value(outer->input(place)); }
    // The elements of an input that are known beforehand.
    const ir::Tensor* knownOf(ValueId value) const {
        const auto place = placeOf(value);
        if (place) return valueAt(*place).known();
        return body && value.valid() ? body->value(value).known() : nullptr;
    }
};

Error notGenerated(const std::string& why) { return unsupported(say("no loop nest is derived: {1}", why)); }

Result<Members> membersOf(const ir::Graph& graph) {
    if (graph.nodeCount() != 1 || graph.outputs.size() != 1)
        return notGenerated(say("it is not one operator with one output"));
    Members members;
    members.graph = &graph;
    members.outer = members.main = &graph.node(graph.order().front());
    if (!members.outer->body) return members;
    members.body = members.outer->body.get();
    const std::vector<NodeId>& order = members.body->order();
    if (order.empty() || members.body->outputs.size() != 1) return notGenerated(say("the group is empty"));
    members.main = &members.body->node(order.front());
    ValueId written = members.main->output(0);
    for (std::size_t i = 1; i < order.size(); ++i) {
        const ir::Node& node = members.body->node(order[i]);
        if (std::ranges::count(node.inputs, written) != 1)
            return notGenerated(say("members of the group are not in a row"));
        members.after.push_back(&node);
        written = node.output(0);
    }
    if (written != members.body->outputs[0]) return notGenerated(say("members of the group are not in a row"));
    return members;
}

Result<Access> accessOf(const Members& members, ValueId value, const std::string& name) {
    const auto place = members.placeOf(value);
    if (!place) return notGenerated(say("an operand is made inside of the group"));
    const ir::Value& given = members.valueAt(*place);
    const auto dims = given.type.dims();
    if (given.type.dtype != ir::DataType::Float32 || !dims || !given.type.isTensor())
        return notGenerated(say("operands are not float32 of known shapes"));
    if (checkedProduct(*dims).value_or(0) < 1) return notGenerated(say("an operand is empty"));
    return Access{.name = name, .place = *place, .isConstant = given.known() != nullptr, .dims = *dims};
}

// Indices that are made one after the other, over axes that are added on the way.
class Indices {
public:
    std::size_t axis(const std::string& name, std::int64_t extent, bool isReduction = false) {
        m_axes.push_back({name, extent, isReduction});
        return m_axes.size() - 1;
    }
    std::vector<Axis> takeAxes() { return std::move(m_axes); }
    // Terms are an axis and its coefficient.
    using Terms = std::vector<std::pair<std::size_t, std::int64_t>>;
    Affine of(const Terms& terms, std::int64_t offset = 0) const {
        Affine index{offset, std::vector<std::int64_t>(m_axes.size())};
        for (const auto& [axis, coefficient] : terms)
            index.coefficients[axis] += coefficient;
        return index;
    }

private:
    std::vector<Axis> m_axes;
};

Result<Computation> convolution(const Members& members, const ir::Dims& out) {
    const ir::Node& node = *members.main;
    Computation computation;
    ASSIGN_OR_RETURN(computation.left, accessOf(members, node.input(0), "x"));
    ASSIGN_OR_RETURN(computation.right, accessOf(members, node.input(1), "w"));
    const ir::Dims &x = computation.left.dims, &w = computation.right.dims;
    const std::int64_t groups = node.intOr("group", 1);
    if (w.size() != x.size() || out.size() != x.size() || groups < 1 || w[0] % groups != 0 ||
        checkedMul(w[1], groups) != x[1])
        return notGenerated(say("the weights do not fit"));
    ASSIGN_OR_RETURN(ops::Window window, ops::readWindow(node, std::span(w).subspan(2)));
    const std::size_t rank = x.size() - 2;
    for (std::size_t i = 0; i < rank; ++i) {
        ASSIGN_OR_RETURN(const std::int64_t extent, ops::slideAxis(window, i, x[i + 2]));
        if (extent != out[i + 2]) return notGenerated(say("the weights do not fit"));
    }
    constexpr std::array<const char*, 3> Outer{"od", "oh", "ow"}, Inner{"kd", "kh", "kw"};
    Indices indices;
    const std::size_t n = indices.axis("n", x[0]), g = indices.axis("g", groups),
                      oc = indices.axis("oc", w[0] / groups);
    std::vector<std::size_t> o, k;
    for (std::size_t i = 0; i < rank; ++i)
        o.push_back(indices.axis(Outer[3 - rank + i], out[i + 2]));
    const std::size_t ic = indices.axis("ic", w[1], true);
    for (std::size_t i = 0; i < rank; ++i)
        k.push_back(indices.axis(Inner[3 - rank + i], w[i + 2], true));
    const Affine channel = indices.of({{g, w[0] / groups}, {oc, 1}});
    computation.output = {.name = "y", .dims = out, .indices = {indices.of({{n, 1}}), channel}};
    computation.left.indices = {indices.of({{n, 1}}), indices.of({{g, w[1]}, {ic, 1}})};
    computation.right.indices = {channel, indices.of({{ic, 1}})};
    for (std::size_t i = 0; i < rank; ++i) {
        const ops::WindowAxis& axis = window.axes[i];
        computation.output.indices.push_back(indices.of({{o[i], 1}}));
        computation.left.indices.push_back(
            indices.of({{o[i], axis.stride}, {k[i], axis.dilation}}, -axis.padBegin));
        computation.right.indices.push_back(indices.of({{k[i], 1}}));
    }
    if (node.hasInput(2)) {
        ASSIGN_OR_RETURN(Access bias, accessOf(members, node.input(2), "b0"));
        if (bias.dims != ir::Dims{w[0]}) return notGenerated(say("the bias does not fit"));
        bias.indices = {channel};
        computation.epilogue.addends.push_back({std::move(bias)});
    }
    computation.axes = indices.takeAxes();
    return computation;
}

// The access of `operand` as something that is broadcast to rows x columns, of the axes m and n.
bool broadcastInto(Access& operand, const Indices& indices, std::size_t m, std::size_t n,
                   const ir::Dims& extents) {
    if (operand.dims.size() > 2) return false;
    const std::size_t missing = 2 - operand.dims.size();
    operand.indices.clear();
    for (std::size_t i = 0; i < operand.dims.size(); ++i) {
        const std::size_t axis = i + missing == 0 ? m : n;
        if (operand.dims[i] != 1 && operand.dims[i] != extents[i + missing]) return false;
        operand.indices.push_back(operand.dims[i] == 1 ? indices.of({}) : indices.of({{axis, 1}}));
    }
    if (operand.dims.empty()) {
        operand.dims = {1};
        operand.indices = {indices.of({})};
    }
    return true;
}

Result<Computation> gemm(const Members& members, const ir::Dims& out) {
    const ir::Node& node = *members.main;
    Computation computation;
    ASSIGN_OR_RETURN(computation.left, accessOf(members, node.input(0), "x"));
    ASSIGN_OR_RETURN(computation.right, accessOf(members, node.input(1), "w"));
    const ir::Dims &a = computation.left.dims, &b = computation.right.dims;
    if (a.size() != 2 || b.size() != 2 || out.size() != 2)
        return notGenerated(say("the operands are no matrices"));
    const bool turnsA = node.intOr("transA", 0) != 0, turnsB = node.intOr("transB", 0) != 0;
    Indices indices;
    const std::size_t m = indices.axis("m", out[0]), n = indices.axis("n", out[1]),
                      k = indices.axis("k", a[turnsA ? 0 : 1], true);
    if (a[turnsA ? 1 : 0] != out[0] || b[turnsB ? 0 : 1] != out[1] || b[turnsB ? 1 : 0] != a[turnsA ? 0 : 1])
        return notGenerated(say("the operands do not fit"));
    computation.output = {.name = "y", .dims = out, .indices = {indices.of({{m, 1}}), indices.of({{n, 1}})}};
    computation.left.indices = {indices.of({{turnsA ? k : m, 1}}), indices.of({{turnsA ? m : k, 1}})};
    computation.right.indices = {indices.of({{turnsB ? n : k, 1}}), indices.of({{turnsB ? k : n, 1}})};
    computation.epilogue.scale = node.floatOr("alpha", 1);
    if (node.hasInput(2)) {
        ASSIGN_OR_RETURN(Access c, accessOf(members, node.input(2), "b0"));
        if (!broadcastInto(c, indices, m, n, out)) return notGenerated(say("the bias does not fit"));
        computation.epilogue.addends.push_back({std::move(c), node.floatOr("beta", 1)});
    }
    computation.axes = indices.takeAxes();
    return computation;
}

Result<Computation> product(const Members& members, const ir::Dims& out) {
    const ir::Node& node = *members.main;
    Computation computation;
    ASSIGN_OR_RETURN(computation.left, accessOf(members, node.input(0), "x"));
    ASSIGN_OR_RETURN(computation.right, accessOf(members, node.input(1), "w"));
    const ir::Dims a = computation.left.dims, b = computation.right.dims;
    if (a.size() < 2 || b.size() < 2 || out.size() != std::max(a.size(), b.size()))
        return notGenerated(say("the operands are no matrices"));
    Indices indices;
    std::vector<std::size_t> batch;
    for (std::size_t i = 0; i + 2 < out.size(); ++i)
        batch.push_back(indices.axis("b" + std::to_string(i), out[i]));
    const std::size_t m = indices.axis("m", out[out.size() - 2]), n = indices.axis("n", out.back()),
                      k = indices.axis("k", a.back(), true);
    if (a[a.size() - 2] != out[out.size() - 2] || b.back() != out.back() || b[b.size() - 2] != a.back())
        return notGenerated(say("the operands do not fit"));
    const auto batched = [&](Access& access, std::size_t row, std::size_t column) {
        const std::size_t missing = out.size() - access.dims.size();
        for (std::size_t i = 0; i + 2 < access.dims.size(); ++i) {
            if (access.dims[i] != 1 && access.dims[i] != out[i + missing]) return false;
            access.indices.push_back(access.dims[i] == 1 ? indices.of({})
                                                         : indices.of({{batch[i + missing], 1}}));
        }
        access.indices.push_back(indices.of({{row, 1}}));
        access.indices.push_back(indices.of({{column, 1}}));
        return true;
    };
    computation.output = {.name = "y", .dims = out};
    if (!batched(computation.left, m, k) || !batched(computation.right, k, n) ||
        !batched(computation.output, m, n))
        return notGenerated(say("the operands do not fit"));
    computation.axes = indices.takeAxes();
    return computation;
}

// Adds what comes behind the sum: a bias for each column, another tensor, Relu, Clip.
Result<void> follow(const Members& members, const ir::Node& node, Computation& computation, ValueId before) {
    Epilogue& epilogue = computation.epilogue;
    if (node.is("Relu")) {
        if (epilogue.high && *epilogue.high < 0) return notGenerated(say("it clips twice"));
        epilogue.low = std::max(0.0F, epilogue.low.value_or(0.0F));
        return {};
    }
    if (node.is("Clip") && !epilogue.low && !epilogue.high) {
        for (const std::size_t at : {std::size_t(1), std::size_t(2)}) {
            if (!node.hasInput(at)) continue;
            const ir::Tensor* const bound = members.knownOf(node.input(at));
            if (!bound || bound->elements() != 1) return notGenerated(say("a bound of Clip is not known"));
            (at == 1 ? epilogue.low : epilogue.high) = static_cast<float>(ir::elementAsDouble(*bound, 0));
        }
        if (const float none = std::numeric_limits<float>::quiet_NaN(); node.inputs.size() == 1) { // opset 6
            const float low = node.floatOr("min", none), high = node.floatOr("max", none);
            if (low == low) epilogue.low = low;
            if (high == high) epilogue.high = high;
        }
        return {};
    }
    if (node.is("Add") && !epilogue.low && !epilogue.high) {
        ASSIGN_OR_RETURN(Access other, accessOf(members, node.input(node.input(0) == before ? 1 : 0),
                                                "b" + std::to_string(epilogue.addends.size())));
        const Access& output = computation.output;
        if (other.dims == output.dims) // a residual connection
            other.indices = output.indices;
        else if (other.dims == ir::Dims{output.dims.back()})
            other.indices = {output.indices.back()};
        if (!other.indices.empty()) {
            epilogue.addends.push_back({std::move(other)});
            return {};
        }
    }
    return notGenerated(say("{1} follows it", node.op));
}

} // namespace

Result<Computation> computationOf(const ir::Graph& graph) {
    ASSIGN_OR_RETURN(const Members members, membersOf(graph));
    const auto out = graph.value(graph.outputs[0]).type.dims();
    if (!out || checkedProduct(*out).value_or(0) < 1) return notGenerated(say("its shapes are not known"));
    const ir::Node& node = *members.main;
    const bool isConvolution = node.is("Conv");
    if (!isConvolution && !node.is("MatMul") && !node.is("Gemm"))
        return notGenerated(say("{1} is not one of Conv, MatMul and Gemm", node.op));
    if (isConvolution && (out->size() < 3 || out->size() > 5))
        return notGenerated(say("it has more than three axes"));
    ASSIGN_OR_RETURN(Computation computation, isConvolution     ? convolution(members, *out)
                                              : node.is("Gemm") ? gemm(members, *out)
                                                                : product(members, *out));
    ValueId written = node.output(0);
    for (const ir::Node* const each : members.after) {
        RETURN_IF_ERROR(follow(members, *each, computation, written));
        written = each->output(0);
    }
    std::int64_t iterations = 1;
    for (const Axis& axis : computation.axes) {
        const auto product = checkedMul(iterations, axis.extent);
        if (!product) return notGenerated(say("it is too large"));
        iterations = *product;
    }
    if (computation.reduction().empty()) return notGenerated(say("it sums nothing up"));
    return computation;
}

} // namespace edgewright::loopnest
