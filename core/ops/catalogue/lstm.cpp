// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/product.h"
#include "core/ops/recurrent.h"

namespace edgewright::ops {

namespace {

constexpr std::int64_t Gates = 4; // input, output, forget, cell

Result<void> infer(InferContext& context) { return inferRecurrent(context, Gates, 2); }

struct Cell {
    const Recurrent& net;
    std::int64_t direction;
    const float* peepholes; // input, output, forget: H each; null when there are none
    bool coupled;           // input_forget

    // gates [4 * H] holds everything but the peepholes.
    void update(float* gates, float* h, float* c) const {
        const GateActivation& f = net.activation(direction, 0);
        const GateActivation& g = net.activation(direction, 1);
        const GateActivation& last = net.activation(direction, 2);
        const std::int64_t size = net.hidden;
        for (std::int64_t i = 0; i < size; ++i) {
            const float peepIn = peepholes ? peepholes[i] * c[i] : 0.0f;
            const float peepForget = peepholes ? peepholes[2 * size + i] * c[i] : 0.0f;
            const float in = f(net.clipped(gates[i] + peepIn));
            const float forget = coupled ? 1.0f - in : f(net.clipped(gates[2 * size + i] + peepForget));
            c[i] = forget * c[i] + in * g(net.clipped(gates[3 * size + i]));
            const float peepOut = peepholes ? peepholes[size + i] * c[i] : 0.0f;
            h[i] = f(net.clipped(gates[size + i] + peepOut)) * last(net.clipped(c[i]));
        }
    }
};

Result<void> run(KernelContext& context) {
    const auto opened = openRecurrent(context, Gates, {"Sigmoid", "Tanh", "Tanh"});
    if (!opened) return opened.error();
    const Recurrent& net = *opened;
    auto hidden = initialState(context, net, 5);
    if (!hidden) return std::move(hidden).error();
    auto cells = initialState(context, net, 6);
    if (!cells) return std::move(cells).error();
    ir::Tensor peepholes;
    if (context.node().hasInput(7)) {
        const auto given = floatOperand(context, 7);
        if (!given) return given.error();
        if ((*given)->elements() != net.directions() * 3 * net.hidden)
            return badInput("P is " + (*given)->type().text() + " where 3 * hidden_size columns are expected");
        auto values = asFloat32(**given);
        if (!values) return std::move(values).error();
        peepholes = *std::move(values);
    }
    auto sequence = SequenceOutput::make(context, net);
    if (!sequence) return std::move(sequence).error();
    const std::int64_t width = Gates * net.hidden;
    for (std::int64_t d = 0; d < net.directions(); ++d) {
        auto gates = projectInputs(net, d, {true, true, true, true});
        if (!gates) return std::move(gates).error();
        float* h = hidden->as<float>().data() + d * net.batch * net.hidden;
        float* c = cells->as<float>().data() + d * net.batch * net.hidden;
        const float* peeps =
            peepholes.hasData() ? std::as_const(peepholes).as<float>().data() + d * 3 * net.hidden : nullptr;
        const Cell cell{net, d, peeps, context.node().intOr("input_forget", 0) != 0};
        forEachStep(net, d, [&](std::int64_t step) {
            if (context.run().stopped()) return;
            float* now = gates->as<float>().data() + step * net.batch * width;
            multiply<float>({h, net.hidden, false}, {net.recurrenceOf(d).data(), net.hidden, true}, net.batch,
                            width, net.hidden, now, width, true);
            for (std::int64_t b = 0; b < net.batch; ++b) {
                if (step >= net.lengths[static_cast<std::size_t>(b)]) continue;
                cell.update(now + b * width, h + b * net.hidden, c + b * net.hidden);
                sequence->write(net, step, d, b, h + b * net.hidden);
            }
        });
    }
    if (context.run().stopped()) return cancelled();
    sequence->finish();
    if (auto done = writeState(context, net, 1, *hidden); !done) return done;
    return writeState(context, net, 2, *cells);
}

} // namespace

extern const Operator lstm;
const Operator lstm{
    .domain = "",
    .name = "LSTM",
    .category = Category::Compute,
    .pattern = Pattern::Opaque,
    .infer = infer,
    .macs = recurrentMacs,
    .run = run,
};

} // namespace edgewright::ops
