// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/element_type.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/wrapping.h"
#include "core/ops/product/einsum_plan.h"

#include <algorithm>

namespace edgewright::ops::einsum {

namespace {

Result<void> infer(InferContext& context) {
    std::vector<std::size_t> ranks;
    std::vector<std::vector<ir::Dim>> shapes;
    ir::TensorType out;
    bool open = false;
    for (std::size_t i = 0; i < context.node().inputs.size(); ++i) {
        ASSIGN_OR_RETURN(const auto in, operand(context, i));
        if (i == 0) out.dtype = in->dtype;
        open = open || !in->shape;
        shapes.push_back(in->shape.value_or(std::vector<ir::Dim>()));
        ranks.push_back(shapes.back().size());
    }
    if (ranks.empty()) return badInput(say("there are no inputs"));
    if (!open) {
        ASSIGN_OR_RETURN(const auto plan, planEinsum(context.node().stringOr("equation", ""), ranks));
        ASSIGN_OR_RETURN(const auto extents, labelExtents(plan, shapes));
        out.shape.emplace();
        for (const std::size_t label : plan.output)
            out.shape->push_back(extents[label]);
    }
    context.setOutput(0, std::move(out));
    return {};
}

// A nest of loops, outermost first; each operand moves by its own stride.
struct Nest {
    struct Loop {
        std::int64_t extent = 1;
        std::vector<std::int64_t> strides;
    };
    std::vector<Loop> loops;
};

Nest nestOver(const std::vector<std::size_t>& labels, const EinsumPlan& plan, const ir::Dims& extents,
              const std::vector<ir::Tensor>& inputs) {
    Nest nest;
    for (const std::size_t label : labels) {
        Nest::Loop loop{extents[label], {}};
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            std::int64_t stride = 0;
            std::int64_t step = 1;
            for (std::size_t axis = plan.operands[i].size(); axis-- > 0;) {
                const std::int64_t extent = inputs[i].dims()[axis];
                if (plan.operands[i][axis] == label && extent != 1) stride += step;
                step *= extent;
            }
            loop.strides.push_back(stride);
        }
        nest.loops.push_back(std::move(loop));
    }
    return nest;
}

// visit(offsets) for every point of the nest, starting from `base`. Every extent is at least 1.
template <typename Visit>
void walk(const Nest& nest, std::vector<std::int64_t> offsets, Visit visit) {
    std::vector<std::int64_t> index(nest.loops.size(), 0);
    for (;;) {
        visit(offsets);
        std::size_t k = nest.loops.size();
        for (; k-- > 0;) {
            const Nest::Loop& loop = nest.loops[k];
            for (std::size_t i = 0; i < offsets.size(); ++i)
                offsets[i] += loop.strides[i];
            if (++index[k] < loop.extent) break;
            for (std::size_t i = 0; i < offsets.size(); ++i)
                offsets[i] -= loop.strides[i] * loop.extent;
            index[k] = 0;
        }
        if (k == static_cast<std::size_t>(-1)) return;
    }
}

template <typename T>
void contract(const Nest& outer, const Nest& inner, bool empty, const std::vector<ir::Tensor>& inputs,
              std::span<T> out, const RunContext& run) {
    std::vector<const T*> data;
    for (const ir::Tensor& input : inputs)
        data.push_back(input.as<T>().data());
    std::size_t at = 0;
    walk(outer, std::vector<std::int64_t>(inputs.size(), 0), [&](const std::vector<std::int64_t>& base) {
        T sum{};
        std::uint32_t visited = 0;
        bool stopped = run.stopped();
        if (!empty && !stopped)
            walk(inner, base, [&](const std::vector<std::int64_t>& offsets) {
                if ((++visited & 0xfffffu) == 0) stopped = run.stopped();
                if (stopped) return;
                T term = data[0][offsets[0]];
                for (std::size_t i = 1; i < data.size(); ++i)
                    term = wrappingMul(term, data[i][offsets[i]]);
                sum = wrappingAdd(sum, term);
            });
        out[at++] = sum;
    });
}

Result<void> run(KernelContext& context) {
    std::vector<ir::Tensor> inputs;
    std::vector<std::size_t> ranks;
    std::vector<std::vector<ir::Dim>> shapes;
    for (std::size_t i = 0; i < context.inputCount(); ++i) {
        ASSIGN_OR_RETURN(const auto in, operand(context, i));
        inputs.push_back(*in);
        if (inputs[i].dtype() != inputs[0].dtype())
            return badInput(say("the inputs differ in their element types"));
        shapes.emplace_back(inputs[i].dims().begin(), inputs[i].dims().end());
        ranks.push_back(shapes[i].size());
    }
    if (inputs.empty()) return badInput(say("there are no inputs"));
    ASSIGN_OR_RETURN(const auto plan, planEinsum(context.node().stringOr("equation", ""), ranks));
    ASSIGN_OR_RETURN(const auto known, labelExtents(plan, shapes));
    ir::Dims extents, outDims;
    for (const ir::Dim& dim : known)
        extents.push_back(dim.value());
    for (const std::size_t label : plan.output)
        outDims.push_back(extents[label]);
    const Nest outer = nestOver(plan.output, plan, extents, inputs);
    const Nest inner = nestOver(plan.summed, plan, extents, inputs);
    if (!checkedProduct(extents))
        return badInput(say("the equation multiplies more elements than can be counted"));
    const bool empty = std::ranges::any_of(plan.summed, [&](std::size_t label) { return extents[label] == 0; });

    const ir::DataType type = inputs[0].dtype();
    if (isHalf(type)) {
        for (ir::Tensor& input : inputs) {
            ASSIGN_OR_RETURN(input, asFloat32(context, input));
        }
        ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, type, outDims));
        if (!out.data().empty()) contract<float>(outer, inner, empty, inputs, out.data(), context.run());
        out.finish();
        return {};
    }
    ASSIGN_OR_RETURN(auto out, context.output(0, type, outDims));
    if (out.elements() == 0) return {};
    const auto done = withElementType(type, [&]<typename T>(std::type_identity<T>) -> Result<void> {
        contract<T>(outer, inner, empty, inputs, out.template as<T>(), context.run());
        return {};
    });
    return done && context.run().stopped() ? Result<void>(cancelled()) : done;
}

// Every point of the whole loop nest, for two operands or more: labels that only the first operand and the
// output have are rows, those of the others and the output columns, those of both and the output a batch; the
// rest is summed.
Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types) {
    if (inputs.size() < 2) return MatrixProducts();
    std::vector<std::size_t> ranks;
    std::vector<std::vector<ir::Dim>> shapes;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        ASSIGN_OR_RETURN(const auto dims, extentsOf(inputs, i));
        shapes.emplace_back(dims.begin(), dims.end());
        ranks.push_back(dims.size());
    }
    ASSIGN_OR_RETURN(const auto plan, planEinsum(node.stringOr("equation", ""), ranks));
    ASSIGN_OR_RETURN(const auto extents, labelExtents(plan, shapes));
    MatrixProduct product{.m = 1, .n = 1, .k = 1};
    for (std::size_t label = 0; label < plan.labels; ++label) {
        // An extent of 1 that broadcasts is no axis of its operand.
        const auto has = [&](std::size_t operand) {
            for (std::size_t axis = 0; axis < ranks[operand]; ++axis)
                if (plan.operands[operand][axis] == label && shapes[operand][axis] == extents[label])
                    return true;
            return false;
        };
        bool right = false;
        for (std::size_t i = 1; i < inputs.size(); ++i)
            right = right || has(i);
        const bool summed = std::ranges::find(plan.summed, label) != plan.summed.end();
        std::int64_t& into = summed ? product.k : !right ? product.m : has(0) ? product.count : product.n;
        const auto grown = checkedMul(into, extents[label].value());
        if (!grown) return badInput(say("the equation multiplies more elements than can be counted"));
        into = *grown;
    }
    return MatrixProducts{product};
}

} // namespace

extern const Operator entry{
    .name = "Einsum",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .products = products,
    .run = run,
    .since = 12,
};

} // namespace edgewright::ops::einsum
