// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/parallel.h"
#include "core/ops/recurrent/recurrent.h"

#include <algorithm>

namespace edgewright::ops::rnn {

namespace {

Result<void> infer(InferContext& context) { return inferRecurrent(context, 1, 1); }

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const Recurrent net, openRecurrent(context, 1, {"Tanh"}));
    ASSIGN_OR_RETURN(auto hidden, initialState(context, net, 5));
    ASSIGN_OR_RETURN(auto sequence, SequenceOutput::make(context, net));
    float* const hiddenData = hidden.as<float>().data();
    const int workers = directionsAtOnce(net, context.threads());
    ASSIGN_OR_RETURN(auto projections,
                     forEachWorker(workers, [&] { return InputProjection::make(context, net); }));
    ASSIGN_OR_RETURN(auto products, forEachWorker(workers, [&] {
                         return StepProduct::make(context, net.hidden, net.hidden, net.batch);
                     }));
    parallelFor(workers, net.directions(), [&](std::int64_t d, int worker) {
        float* const sums = projections[static_cast<std::size_t>(worker)].of(d, {true});
        StepProduct& product = products[static_cast<std::size_t>(worker)];
        float* const h = hiddenData + d * net.batch * net.hidden;
        const GateActivation& f = net.activation(d, 0);
        product.use(net.recurrenceOf(d).data());
        forEachStep(net, d, [&](std::int64_t step) {
            if (context.run().stopped()) return;
            float* now = sums + step * net.batch * net.hidden;
            product(h, now, net.hidden, true);
            f.apply(now, net.batch * net.hidden, net.clip);
            for (std::int64_t b = 0; b < net.batch; ++b) {
                if (step >= net.lengths[static_cast<std::size_t>(b)]) continue;
                float* row = h + b * net.hidden;
                std::copy_n(now + b * net.hidden, net.hidden, row);
                sequence.write(net, step, d, b, row);
            }
        });
    });
    if (context.run().stopped()) return cancelled();
    sequence.finish();
    return writeState(context, net, 1, hidden);
}

} // namespace

extern const Operator entry{
    .name = "RNN",
    .category = Category::Compute,
    .infer = infer,
    .products = recurrentProducts,
    .run = run,
};

} // namespace edgewright::ops::rnn
