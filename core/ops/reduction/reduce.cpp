// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/reduction/reduce.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/parallel.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

// Which axes go: all of them when none are named, unless noop_with_empty_axes says none.
Result<std::vector<bool>> reducedAxes(const ir::Node& node, const std::vector<std::int64_t>& axes,
                                      std::size_t rank) {
    std::vector<bool> reduced(rank, false);
    if (axes.empty()) {
        if (node.intOr("noop_with_empty_axes", 0) == 0) reduced.assign(rank, true);
        return reduced;
    }
    ASSIGN_OR_RETURN(const auto normal, normaliseAxes(axes, static_cast<std::int64_t>(rank)));
    for (const std::int64_t axis : normal)
        reduced[static_cast<std::size_t>(axis)] = true;
    return reduced;
}

} // namespace

Result<void> inferReduction(InferContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ir::TensorType out(x->dtype);
    if (!x->shape) {
        context.setOutput(0, out);
        return {};
    }
    const auto& shape = *x->shape;
    const bool keeps = context.node().intOr("keepdims", 1) != 0;
    const IntList axes = intList(context, "axes", 1);
    if (axes.unknown()) {
        if (keeps) out.shape = std::vector<ir::Dim>(shape.size());
        context.setOutput(0, out);
        return {};
    }
    ASSIGN_OR_RETURN(const auto reduced, reducedAxes(context.node(), axes.orElse({}), shape.size()));
    out.shape.emplace();
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (!reduced[i])
            out.shape->push_back(shape[i]);
        else if (keeps)
            out.shape->emplace_back(1);
    }
    context.setOutput(0, std::move(out));
    return {};
}

Result<Reduction> reductionOf(const KernelContext& context, const ir::Dims& dims) {
    const auto axes = intList(context, "axes", 1);
    if (axes.unknown()) return badInput(say("axes is no integer tensor"));
    ASSIGN_OR_RETURN(const auto reduced, reducedAxes(context.node(), axes.orElse({}), dims.size()));
    Reduction result;
    ir::Dims kept = dims;
    const bool keeps = context.node().intOr("keepdims", 1) != 0;
    std::int64_t count = 1;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if (reduced[i]) {
            count = checkedMul(count, dims[i]).value_or(0);
            kept[i] = 1;
        }
        if (!reduced[i] || keeps) result.outDims.push_back(kept[i]);
    }
    result.count = count;
    const auto outputs = checkedProduct(kept);
    if (!outputs) return badInput(say("the output has more elements than can be counted"));
    result.outputs = *outputs;
    ASSIGN_OR_RETURN(result.plan, broadcastPlan(std::array{dims, kept}));
    return result;
}

namespace {

// Of elements that lie together.
double joinRun(VectorJoin how, const float* in, std::int64_t count) {
    const kernels::ElementwiseKernels& kernel = *kernels::table().elementwise;
    switch (how) {
    case VectorJoin::Sum:
        return static_cast<double>(kernel.sum(in, count));
    case VectorJoin::SumOfSquares:
        return static_cast<double>(kernel.sumOfSquares(in, 0, count));
    case VectorJoin::Maximum:
        break;
    }
    return static_cast<double>(kernel.maximum(in, count));
}

// A NaN stays.
double join(VectorJoin how, double a, double b) {
    if (how != VectorJoin::Maximum) return a + b;
    return b > a || b != b ? b : a;
}

// Rows that are added to each other. So many of them are added in float32 before the sums go on in double.
class Rows {
public:
    static constexpr std::int64_t Most = 64;

    Rows(VectorJoin how, std::int64_t length)
        : m_how(how), m_sums(static_cast<std::size_t>(length)), m_squares(static_cast<std::size_t>(length)) {}

    void add(const float* in, double* to) {
        if (m_rows > 0 && (to != m_to || m_rows == Most)) flush();
        const kernels::ElementwiseKernels& kernel = *kernels::table().elementwise;
        const auto length = static_cast<std::int64_t>(m_sums.size());
        const auto binary = [&](kernels::Binary which) { return kernel.binary[static_cast<int>(which)]; };
        const float* row = in;
        if (m_how == VectorJoin::SumOfSquares) {
            binary(kernels::Binary::Mul)(in, 1, in, 1, m_squares.data(), length);
            row = m_squares.data();
        }
        m_to = to;
        if (m_rows++ == 0)
            std::copy_n(row, length, m_sums.data());
        else
            binary(m_how == VectorJoin::Maximum ? kernels::Binary::Max : kernels::Binary::Add)(
                m_sums.data(), 1, row, 1, m_sums.data(), length);
    }
    void flush() {
        for (std::size_t i = 0; m_rows > 0 && i < m_sums.size(); ++i)
            m_to[i] = join(m_how, m_to[i], static_cast<double>(m_sums[i]));
        m_rows = 0;
    }

private:
    VectorJoin m_how;
    std::vector<float> m_sums;
    std::vector<float> m_squares;
    double* m_to = nullptr;
    std::int64_t m_rows = 0;
};

} // namespace

void joinVectors(const Reduction& reduction, VectorJoin how, const float* in, double* joined, int threads) {
    const BroadcastPlan& plan = reduction.plan;
    const std::int64_t runs = runCount(plan);
    if (plan.inner(1) != 0) {
        Rows rows(how, runLength(plan));
        forEachRun(plan, [&](std::int64_t at, const auto& offsets, std::int64_t) {
            rows.add(in + at, joined + offsets[1]);
        });
        rows.flush();
        return;
    }
    const auto joinRuns = [&](std::int64_t first, std::int64_t last) {
        forRuns(plan, first, last, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
            joined[offsets[1]] = join(how, joined[offsets[1]], joinRun(how, in + at, length));
        });
    };
    // With one run for each output no two tasks meet.
    if (runs != reduction.outputs) return joinRuns(0, runs);
    const std::int64_t together = std::max<std::int64_t>(1, 16384 / runLength(plan));
    const std::int64_t tasks = (runs + together - 1) / together;
    parallelFor(usefulThreads(threads, plan.elements / 8, tasks), tasks, [&](std::int64_t task, int) {
        joinRuns(task * together, std::min(runs, (task + 1) * together));
    });
}

} // namespace edgewright::ops
