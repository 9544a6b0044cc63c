// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/recurrent/recurrent.h"

#include <algorithm>

namespace edgewright::ops::rnn {

namespace {

Result<void> infer(InferContext& context) { return inferRecurrent(context, 1, 1); }

Result<void> run(KernelContext& context) {
    const auto opened = openRecurrent(context, 1, {"Tanh"});
    if (!opened) return opened.error();
    const Recurrent& net = *opened;
    auto hidden = initialState(context, net, 5);
    if (!hidden) return std::move(hidden).error();
    auto sequence = SequenceOutput::make(context, net);
    if (!sequence) return std::move(sequence).error();
    for (std::int64_t d = 0; d < net.directions(); ++d) {
        auto sums = projectInputs(net, d, {true});
        if (!sums) return std::move(sums).error();
        float* h = hidden->as<float>().data() + d * net.batch * net.hidden;
        const GateActivation& f = net.activation(d, 0);
        StepProduct product(net.recurrenceOf(d).data(), net.hidden, net.hidden, net.batch, context.threads());
        forEachStep(net, d, [&](std::int64_t step) {
            if (context.run().stopped()) return;
            float* now = sums->as<float>().data() + step * net.batch * net.hidden;
            product(h, now, net.hidden, true);
            f.apply(now, net.batch * net.hidden, net.clip);
            for (std::int64_t b = 0; b < net.batch; ++b) {
                if (step >= net.lengths[static_cast<std::size_t>(b)]) continue;
                float* row = h + b * net.hidden;
                std::copy_n(now + b * net.hidden, net.hidden, row);
                sequence->write(net, step, d, b, row);
            }
        });
    }
    if (context.run().stopped()) return cancelled();
    sequence->finish();
    return writeState(context, net, 1, *hidden);
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "RNN",
    .category = Category::Compute,
    .pattern = Pattern::Opaque,
    .infer = infer,
    .products = recurrentProducts,
    .run = run,
};

} // namespace edgewright::ops::rnn
