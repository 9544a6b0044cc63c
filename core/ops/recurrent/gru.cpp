// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/parallel.h"
#include "core/ops/recurrent/recurrent.h"

namespace edgewright::ops::gru {

namespace {

constexpr std::int64_t Gates = 3; // update, reset, hidden

Result<void> infer(InferContext& context) { return inferRecurrent(context, Gates, 1); }

// The walk over time, of one direction after the other. Buffers are of one step, for the whole batch.
class Walk {
public:
    static Result<Walk> make(KernelContext& context, const Recurrent& net, bool linear) {
        ASSIGN_OR_RETURN(auto first,
                         StepProduct::make(context, (linear ? 3 : 2) * net.hidden, net.hidden, net.batch));
        ASSIGN_OR_RETURN(auto second,
                         StepProduct::make(context, linear ? 0 : net.hidden, net.hidden, net.batch));
        ASSIGN_OR_RETURN(const auto sums, context.scratchOf<float>(net.batch * Gates * net.hidden));
        ASSIGN_OR_RETURN(const auto gated, context.scratchOf<float>(net.batch * net.hidden));
        return Walk(net, linear, std::move(first), std::move(second), sums.data(), gated.data());
    }

    void begin(std::int64_t direction) {
        const float* recurrence = m_net.recurrenceOf(direction).data();
        m_f = &m_net.activation(direction, 0);
        m_g = &m_net.activation(direction, 1);
        m_hiddenBias = m_net.biasOf(direction).data() + (Gates + 2) * m_net.hidden;
        m_first.use(recurrence);
        m_second.use(recurrence + 2 * m_net.hidden * m_net.hidden);
    }

    // inputs [batch, 3 * H]: x * W^T with every bias but that of the recurrence's hidden gate when `linear`.
    void advance(const float* inputs, std::int64_t step, float* h) {
        const std::int64_t size = m_net.hidden;
        const std::int64_t width = Gates * size;
        // Without linear_before_reset the hidden gate's product must wait for the reset gate.
        m_first(h, m_sums, width, false);
        for (std::int64_t b = 0; b < m_net.batch; ++b) {
            float* sums = m_sums + b * width;
            for (std::int64_t i = 0; i < 2 * size; ++i)
                sums[i] += inputs[b * width + i];
            m_f->apply(sums, 2 * size, m_net.clip);
            const float* reset = sums + size;
            for (std::int64_t i = 0; m_linear && i < size; ++i)
                sums[2 * size + i] = reset[i] * (sums[2 * size + i] + m_hiddenBias[i]);
            for (std::int64_t i = 0; !m_linear && i < size; ++i)
                m_gated[b * size + i] = reset[i] * h[b * size + i];
        }
        if (!m_linear) m_second(m_gated, m_sums + 2 * size, width, false);
        for (std::int64_t b = 0; b < m_net.batch; ++b) {
            if (step >= m_net.lengths[static_cast<std::size_t>(b)]) continue;
            const float* update = m_sums + b * width;
            float* next = m_sums + b * width + 2 * size;
            for (std::int64_t i = 0; i < size; ++i)
                next[i] += inputs[b * width + 2 * size + i];
            m_g->apply(next, size, m_net.clip);
            for (std::int64_t i = 0; i < size; ++i)
                h[b * size + i] = (1.0f - update[i]) * next[i] + update[i] * h[b * size + i];
        }
    }

private:
    Walk(const Recurrent& net, bool linear, StepProduct first, StepProduct second, float* sums, float* gated)
        : m_net(net), m_linear(linear), m_first(first), m_second(second), m_sums(sums), m_gated(gated) {}

    const Recurrent& m_net;
    bool m_linear;
    const GateActivation* m_f = nullptr;
    const GateActivation* m_g = nullptr;
    const float* m_hiddenBias = nullptr;
    StepProduct m_first;  // update and reset gate; the hidden gate too when linear
    StepProduct m_second; // the hidden gate otherwise
    float* m_sums;        // [batch, 3 * H]
    float* m_gated;       // [batch, H]: reset * h
};

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const Recurrent net, openRecurrent(context, Gates, {"Sigmoid", "Tanh"}));
    ASSIGN_OR_RETURN(auto hidden, initialState(context, net, 5));
    ASSIGN_OR_RETURN(auto sequence, SequenceOutput::make(context, net));
    const bool linear = context.node().intOr("linear_before_reset", 0) != 0;
    float* const hiddenData = hidden.as<float>().data();
    const int workers = directionsAtOnce(net, context.threads());
    ASSIGN_OR_RETURN(auto projections,
                     forEachWorker(workers, [&] { return InputProjection::make(context, net); }));
    ASSIGN_OR_RETURN(auto walks, forEachWorker(workers, [&] { return Walk::make(context, net, linear); }));
    parallelFor(workers, net.directions(), [&](std::int64_t d, int worker) {
        const float* const inputs = projections[static_cast<std::size_t>(worker)].of(d, {true, true, !linear});
        Walk& walk = walks[static_cast<std::size_t>(worker)];
        walk.begin(d);
        float* const h = hiddenData + d * net.batch * net.hidden;
        forEachStep(net, d, [&](std::int64_t step) {
            if (context.run().stopped()) return;
            walk.advance(inputs + step * net.batch * Gates * net.hidden, step, h);
            for (std::int64_t b = 0; b < net.batch; ++b)
                if (step < net.lengths[static_cast<std::size_t>(b)])
                    sequence.write(net, step, d, b, h + b * net.hidden);
        });
    });
    if (context.run().stopped()) return cancelled();
    sequence.finish();
    return writeState(context, net, 1, hidden);
}

// With linear_before_reset = 0 the last gate waits for the reset gate: its recurrence is a product of its own.
Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types outputs) {
    auto products = recurrentProducts(node, inputs, outputs);
    if (!products || node.intOr("linear_before_reset", 0) != 0) return products;
    MatrixProduct last = products->back();
    last.n /= 3;
    last.part = "candidate";
    products->back().n -= last.n;
    products->push_back(last);
    return products;
}

} // namespace

extern const Operator entry{
    .name = "GRU",
    .category = Category::Compute,
    .infer = infer,
    .products = products,
    .run = run,
};

} // namespace edgewright::ops::gru
