// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/product.h"
#include "core/ops/recurrent.h"

namespace edgewright::ops {

namespace {

constexpr std::int64_t Gates = 3; // update, reset, hidden

Result<void> infer(InferContext& context) { return inferRecurrent(context, Gates, 1); }

// Buffers of one step, for the whole batch.
struct Step {
    std::vector<float> recurrent; // [batch, 3 * H]: h * R^T
    std::vector<float> update;    // [batch, H]
    std::vector<float> gated;     // [batch, H]: reset * h
    std::vector<float> candidate; // [batch, H]: gated * Rh^T
};

// inputs [batch, 3 * H]: x * W^T with every bias but that of the recurrence's hidden gate when `linear`.
void advance(const Recurrent& net, std::int64_t direction, bool linear, const float* inputs, std::int64_t step,
             float* h, Step& buffers) {
    const std::int64_t size = net.hidden;
    const std::int64_t width = Gates * size;
    const GateActivation& f = net.activation(direction, 0);
    const GateActivation& g = net.activation(direction, 1);
    const float* r = net.recurrenceOf(direction).data();
    const float* hiddenBias = net.biasOf(direction).data() + width + 2 * size;
    float* product = buffers.recurrent.data();
    // Without linear_before_reset the hidden gate's product must wait for the reset gate.
    const std::int64_t ready = linear ? width : 2 * size;
    multiply<float>({h, size, false}, {r, size, true}, net.batch, ready, size, product, width);
    for (std::int64_t b = 0; b < net.batch; ++b)
        for (std::int64_t i = 0; i < size; ++i) {
            const float* in = inputs + b * width;
            const float* rec = product + b * width;
            const auto at = static_cast<std::size_t>(b * size + i);
            buffers.update[at] = f(net.clipped(in[i] + rec[i]));
            const float reset = f(net.clipped(in[size + i] + rec[size + i]));
            if (linear)
                buffers.candidate[at] = reset * (rec[2 * size + i] + hiddenBias[i]);
            else
                buffers.gated[at] = reset * h[b * size + i];
        }
    if (!linear)
        multiply<float>({buffers.gated.data(), size, false}, {r + 2 * size * size, size, true}, net.batch, size,
                        size, buffers.candidate.data(), size);
    for (std::int64_t b = 0; b < net.batch; ++b) {
        if (step >= net.lengths[static_cast<std::size_t>(b)]) continue;
        for (std::int64_t i = 0; i < size; ++i) {
            const auto at = static_cast<std::size_t>(b * size + i);
            const float next = g(net.clipped(inputs[b * width + 2 * size + i] + buffers.candidate[at]));
            const float z = buffers.update[at];
            h[b * size + i] = (1.0f - z) * next + z * h[b * size + i];
        }
    }
}

Result<void> run(KernelContext& context) {
    const auto opened = openRecurrent(context, Gates, {"Sigmoid", "Tanh"});
    if (!opened) return opened.error();
    const Recurrent& net = *opened;
    auto hidden = initialState(context, net, 5);
    if (!hidden) return std::move(hidden).error();
    auto sequence = SequenceOutput::make(context, net);
    if (!sequence) return std::move(sequence).error();
    const bool linear = context.node().intOr("linear_before_reset", 0) != 0;
    const auto states = static_cast<std::size_t>(net.batch * net.hidden);
    Step buffers{std::vector<float>(states * static_cast<std::size_t>(Gates)), std::vector<float>(states),
                 std::vector<float>(states), std::vector<float>(states)};
    for (std::int64_t d = 0; d < net.directions(); ++d) {
        const auto inputs = projectInputs(net, d, {true, true, !linear});
        if (!inputs) return inputs.error();
        float* h = hidden->as<float>().data() + d * net.batch * net.hidden;
        forEachStep(net, d, [&](std::int64_t step) {
            if (context.run().stopped()) return;
            advance(net, d, linear, inputs->as<float>().data() + step * net.batch * Gates * net.hidden, step, h,
                    buffers);
            for (std::int64_t b = 0; b < net.batch; ++b)
                if (step < net.lengths[static_cast<std::size_t>(b)])
                    sequence->write(net, step, d, b, h + b * net.hidden);
        });
    }
    if (context.run().stopped()) return cancelled();
    sequence->finish();
    return writeState(context, net, 1, *hidden);
}

} // namespace

extern const Operator gru;
const Operator gru{
    .domain = "",
    .name = "GRU",
    .category = Category::Compute,
    .pattern = Pattern::Opaque,
    .infer = infer,
    .macs = recurrentMacs,
    .run = run,
};

} // namespace edgewright::ops
