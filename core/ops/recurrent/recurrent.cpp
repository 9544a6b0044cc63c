// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/recurrent/recurrent.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/gemm.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/operands/parallel.h"
#include "core/ops/recurrent/gate_activation.h"

#include <algorithm>
#include <array>

namespace edgewright::ops {

namespace {

Result<std::vector<bool>> directionsOf(const ir::Node& node) {
    const std::string direction = node.stringOr("direction", "forward");
    if (direction == "forward") return std::vector<bool>{false};
    if (direction == "reverse") return std::vector<bool>{true};
    if (direction == "bidirectional") return std::vector<bool>{false, true};
    return badInput(say("direction is '{1}' where forward, reverse or bidirectional is expected", direction));
}

Result<ir::Tensor> floatInput(KernelContext& context, std::size_t index, const ir::Dims& dims) {
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, index));
    if (given->dims() != dims)
        return badInput(say("input {1} is {2} where {3} is expected", index, given->type().text(),
                            ir::TensorType(given->dtype(), dims).text()));
    return asFloat32(context, *given);
}

// [a, b, rest] -> [b, a, rest].
Result<ir::Tensor> swapFirstAxes(KernelContext& context, const ir::Tensor& tensor) {
    const auto& dims = tensor.dims();
    auto result = context.scratchTensor(ir::DataType::Float32, {dims[1], dims[0], dims[2]});
    if (!result) return result;
    for (std::int64_t i = 0; i < dims[0]; ++i)
        for (std::int64_t j = 0; j < dims[1]; ++j)
            std::copy_n(tensor.as<float>().data() + (i * dims[1] + j) * dims[2], dims[2],
                        result->as<float>().data() + (j * dims[0] + i) * dims[2]);
    return result;
}

Result<std::vector<std::int64_t>> lengthsOf(const KernelContext& context, std::int64_t steps,
                                            std::int64_t batch) {
    std::vector<std::int64_t> lengths(static_cast<std::size_t>(batch), steps);
    if (!context.node().hasInput(4)) return lengths;
    ASSIGN_OR_RETURN(const auto given, operand(context, 4));
    if (!ir::isInteger(given->dtype()) || given->elements() != batch)
        return badInput(
            say("sequence_lens is {1} where {2} integers are expected", given->type().text(), batch));
    lengths = ir::toInt64s(*given);
    for (const std::int64_t length : lengths)
        if (length < 0 || length > steps)
            return badInput(say("sequence_lens holds {1} where X has {2} steps", length, steps));
    return lengths;
}

} // namespace

std::span<const float> Recurrent::recurrenceOf(std::int64_t direction) const {
    const auto size = static_cast<std::size_t>(gates * hidden * hidden);
    return recurrence.as<float>().subspan(static_cast<std::size_t>(direction) * size, size);
}

std::span<const float> Recurrent::biasOf(std::int64_t direction) const {
    const auto size = static_cast<std::size_t>(2 * gates * hidden);
    return bias.as<float>().subspan(static_cast<std::size_t>(direction) * size, size);
}

const GateActivation& Recurrent::activation(std::int64_t direction, std::size_t which) const {
    return activations[static_cast<std::size_t>(direction) * activationsPerDirection + which];
}

Result<Recurrent> openRecurrent(KernelContext& context, std::int64_t gates,
                                std::vector<std::string> defaultActivations) {
    const ir::Node& node = context.node();
    Recurrent net;
    net.gates = gates;
    ASSIGN_OR_RETURN(net.reverse, directionsOf(node));
    net.batchFirst = node.intOr("layout", 0) != 0;
    net.clip = node.floatOr("clip", 0.0f);
    net.activationsPerDirection = defaultActivations.size();
    ASSIGN_OR_RETURN(net.activations, gateActivations(node, std::move(defaultActivations), net.reverse.size()));

    ASSIGN_OR_RETURN(const auto x, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto r, floatOperand(context, 2));
    net.type = x->dtype();
    if (x->rank() != 3 || r->rank() != 3)
        return badInput(
            say("X is {1} and R is {2} where 3 axes are expected", x->type().text(), r->type().text()));
    auto values = asFloat32(context, *x);
    if (values && net.batchFirst) values = swapFirstAxes(context, *values);
    if (!values) return std::move(values).error();
    net.x = *std::move(values);
    net.steps = net.x.dims()[0];
    net.batch = net.x.dims()[1];
    net.inputSize = net.x.dims()[2];
    net.hidden = r->dims()[2];
    constexpr std::int64_t maxBatch = std::int64_t(1) << 24;
    if (net.batch > maxBatch) return unsupported(say("a batch of {1}", net.batch));
    const auto rows = checkedMul(2 * gates, net.hidden);
    if (!rows || node.intOr("hidden_size", net.hidden) != net.hidden)
        return badInput(
            say("hidden_size is {1} where R is {2}", node.intOr("hidden_size", 0), r->type().text()));
    ASSIGN_OR_RETURN(net.weight, floatInput(context, 1, {net.directions(), *rows / 2, net.inputSize}));
    ASSIGN_OR_RETURN(net.recurrence, floatInput(context, 2, {net.directions(), *rows / 2, net.hidden}));
    const ir::Dims biasDims{net.directions(), *rows};
    ASSIGN_OR_RETURN(auto bias, node.hasInput(3) ? floatInput(context, 3, biasDims)
                                                 : context.scratchTensor(ir::DataType::Float32, biasDims));
    if (!node.hasInput(3)) std::ranges::fill(bias.as<float>(), 0.0f);
    net.bias = std::move(bias);
    ASSIGN_OR_RETURN(net.lengths, lengthsOf(context, net.steps, net.batch));
    return net;
}

Result<ir::Tensor> initialState(KernelContext& context, const Recurrent& net, std::size_t index) {
    ir::Dims dims{net.directions(), net.batch, net.hidden};
    auto state = context.scratchTensor(ir::DataType::Float32, dims);
    if (state) std::ranges::fill(state->as<float>(), 0.0f);
    if (!state || !context.node().hasInput(index)) return state;
    if (net.batchFirst) std::swap(dims[0], dims[1]);
    auto given = floatInput(context, index, dims);
    if (given && net.batchFirst) given = swapFirstAxes(context, *given);
    if (!given) return given;
    std::ranges::copy(std::as_const(*given).as<float>(), state->as<float>().begin());
    return state;
}

Result<InputProjection> InputProjection::make(KernelContext& context, const Recurrent& net) {
    const std::int64_t width = net.gates * net.hidden;
    const auto elements = checkedMul(net.steps * net.batch, width);
    if (!elements) return badInput(say("X is {1}, which is too large", net.x.type().text()));
    ASSIGN_OR_RETURN(const auto gates, context.scratchOf<float>(*elements));
    ASSIGN_OR_RETURN(const auto bias, context.scratchOf<float>(width));
    InputProjection projection(net, gates, bias, context.threads());
    ASSIGN_OR_RETURN(const auto scratch,
                     context.scratchOf<float>(kernels::gemmScratch(projection.gemm(0), context.threads())));
    projection.m_scratch = scratch.data();
    return projection;
}

kernels::Gemm InputProjection::gemm(std::int64_t direction) const {
    const auto width = static_cast<std::int64_t>(m_bias.size());
    kernels::Gemm gemm;
    gemm.a = {m_net.x.as<float>().data(), m_net.inputSize, false, nullptr};
    gemm.b = {m_net.weight.as<float>().data() + direction * width * m_net.inputSize, m_net.inputSize, true,
              nullptr};
    gemm.m = m_net.steps * m_net.batch, gemm.n = width, gemm.k = m_net.inputSize;
    gemm.columnBias = m_bias.data();
    gemm.c = m_gates.data(), gemm.cStride = width;
    return gemm;
}

float* InputProjection::of(std::int64_t direction, const std::vector<bool>& recurrentBias) {
    const auto bias = m_net.biasOf(direction);
    for (std::size_t i = 0; i < m_bias.size(); ++i)
        m_bias[i] =
            bias[i] +
            (recurrentBias[i / static_cast<std::size_t>(m_net.hidden)] ? bias[m_bias.size() + i] : 0.0f);
    if (m_net.inputSize > 0)
        kernels::gemm(gemm(direction), m_threads, m_scratch);
    else
        for (std::size_t at = 0; at < m_gates.size(); at += m_bias.size())
            std::ranges::copy(m_bias, m_gates.begin() + static_cast<std::ptrdiff_t>(at));
    return m_gates.data();
}

int directionsAtOnce(const Recurrent& net, int threads) {
    const std::int64_t products = net.steps * net.batch * net.gates * net.hidden * (net.inputSize + net.hidden);
    return usefulThreads(threads, products / 16, net.directions());
}

namespace {

constexpr std::int64_t FewRows = 4; // up to here each product is a row of scalar products

} // namespace

Result<StepProduct> StepProduct::make(KernelContext& context, std::int64_t rows, std::int64_t depth,
                                      std::int64_t batch) {
    StepProduct product(rows, depth, batch, context.threads());
    if (batch <= FewRows || rows == 0 || depth == 0) return product;
    ASSIGN_OR_RETURN(const auto packed, context.scratchOf<float>(kernels::packedColumnsFloats(depth, rows)));
    product.m_packed = packed.data();
    ASSIGN_OR_RETURN(const auto scratch,
                     context.scratchOf<float>(kernels::gemmScratch(product.gemm(true), context.threads())));
    product.m_scratch = scratch.data();
    return product;
}

void StepProduct::use(const float* matrix) {
    m_matrix = matrix;
    if (m_packed) kernels::packColumns({matrix, m_depth, true, nullptr}, m_depth, m_rows, m_packed);
}

kernels::Gemm StepProduct::gemm(bool add) const {
    kernels::Gemm gemm;
    gemm.a.stride = m_depth;
    gemm.b = {m_matrix, m_depth, true, m_packed};
    gemm.m = m_batch, gemm.n = m_rows, gemm.k = m_depth;
    gemm.add = add;
    return gemm;
}

void StepProduct::operator()(const float* in, float* out, std::int64_t stride, bool add) {
    if (m_packed) {
        kernels::Gemm product = gemm(add);
        product.a.data = in;
        product.c = out, product.cStride = stride;
        return kernels::gemm(product, m_threads, m_scratch);
    }
    constexpr std::int64_t Together = 64;
    const std::int64_t tasks = (m_rows + Together - 1) / Together;
    parallelFor(usefulThreads(m_threads, m_batch * m_rows * m_depth / 16, tasks), tasks,
                [&](std::int64_t task, int) {
                    const std::int64_t first = task * Together, count = std::min(Together, m_rows - first);
                    float sums[Together];
                    for (std::int64_t b = 0; b < m_batch; ++b) {
                        kernels::table().gemm->rowsTimesVector(m_matrix + first * m_depth, m_depth, count,
                                                               m_depth, in + b * m_depth, sums);
                        float* const to = out + b * stride + first;
                        for (std::int64_t i = 0; i < count; ++i)
                            to[i] = sums[i] + (add ? to[i] : 0.0f);
                    }
                });
}

Result<SequenceOutput> SequenceOutput::make(KernelContext& context, const Recurrent& net) {
    SequenceOutput sequence;
    if (!context.wantsOutput(0)) return sequence;
    const ir::Dims dims = net.batchFirst ? ir::Dims{net.batch, net.steps, net.directions(), net.hidden}
                                         : ir::Dims{net.steps, net.directions(), net.batch, net.hidden};
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, net.type, dims));
    std::ranges::fill(out.data(), 0.0f); // steps behind the end of a sequence stay zero
    sequence.m_output = std::move(out);
    return sequence;
}

void SequenceOutput::write(const Recurrent& net, std::int64_t step, std::int64_t direction, std::int64_t batch,
                           const float* row) {
    if (!m_output) return;
    const std::int64_t at = net.batchFirst ? (batch * net.steps + step) * net.directions() + direction
                                           : (step * net.directions() + direction) * net.batch + batch;
    std::copy_n(row, net.hidden, m_output->data().data() + at * net.hidden);
}

void SequenceOutput::finish() {
    if (m_output) m_output->finish();
}

Result<void> writeState(KernelContext& context, const Recurrent& net, std::size_t index,
                        const ir::Tensor& state) {
    if (!context.wantsOutput(index)) return {};
    Result<ir::Tensor> ordered = net.batchFirst ? swapFirstAxes(context, state) : Result<ir::Tensor>(state);
    if (!ordered) return std::move(ordered).error();
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, index, net.type, ordered->dims()));
    std::ranges::copy(std::as_const(*ordered).as<float>(), out.data().begin());
    out.finish();
    return {};
}

Result<void> inferRecurrent(InferContext& context, std::int64_t gates, std::size_t states) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ASSIGN_OR_RETURN(const auto w, operand(context, 1));
    ASSIGN_OR_RETURN(const auto r, operand(context, 2));
    ASSIGN_OR_RETURN(const auto directions, directionsOf(context.node()));
    for (const auto& [type, what] : {std::pair(x, "X"), std::pair(w, "W"), std::pair(r, "R")})
        RETURN_IF_ERROR(expectRank(*type, 3, what));
    const bool batchFirst = context.node().intOr("layout", 0) != 0;
    ir::Dim hidden;
    if (context.node().find("hidden_size")) {
        const std::int64_t size = context.node().intOr("hidden_size", 0);
        if (size < 1) return badInput(say("hidden_size is {1}", size));
        hidden = ir::Dim(size);
    }
    if (r->shape) {
        const ir::Dim& rows = (*r->shape)[1];
        const ir::Dim& columns = (*r->shape)[2];
        if (!hidden.known()) hidden = columns;
        if (rows.known() && hidden.known() && checkedMul(hidden.value(), gates) != rows.value())
            return badInput(say("R is {1} where {2} x {3} rows are expected", r->text(), gates, hidden.text()));
    }
    const ir::Dim count(static_cast<std::int64_t>(directions.size()));
    ir::Dim steps;
    ir::Dim batch;
    if (x->shape) {
        steps = (*x->shape)[batchFirst ? 1 : 0];
        batch = (*x->shape)[batchFirst ? 0 : 1];
    }
    const ir::DataType type = x->dtype;
    using Shape = std::vector<ir::Dim>;
    context.setOutput(
        0, {type, batchFirst ? Shape{batch, steps, count, hidden} : Shape{steps, count, batch, hidden}});
    for (std::size_t i = 1; i <= states; ++i)
        context.setOutput(i, {type, batchFirst ? Shape{batch, count, hidden} : Shape{count, batch, hidden}});
    return {};
}

// Steps times batch, in either layout, times the elements of W and R.
Result<MatrixProducts> recurrentProducts(const ir::Node& node, Types inputs, Types) {
    std::array<ir::Dims, 3> dims; // of the sequence, the weight and the recurrence
    for (std::size_t i = 0; i < dims.size(); ++i) {
        ASSIGN_OR_RETURN(dims[i], extentsOf(inputs, i));
        if (dims[i].size() != 3)
            return badInput(say("expected a sequence, weights and a recurrence of three axes"));
    }
    const auto& [x, w, r] = dims;
    const bool batchFirst = node.intOr("layout", 0) != 0;
    const std::int64_t steps = x[batchFirst ? 1 : 0], batch = x[batchFirst ? 0 : 1], directions = w[0];
    const auto rows = checkedMul(steps, batch);
    const auto count = checkedMul(steps, directions);
    if (!rows || !count) return badInput(say("the layer is too large"));
    return MatrixProducts{
        {.m = *rows, .n = w[1], .k = w[2], .count = directions, .part = "input"},
        {.m = batch, .n = r[1], .k = r[2], .count = *count, .steps = steps, .part = "recurrence"}};
}

} // namespace edgewright::ops
