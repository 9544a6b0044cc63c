// SPDX-License-Identifier: GPL-3.0-or-later
// The parts that LSTM, GRU and RNN share: their tensors, the walk over time, the activation table.
#pragma once

#include "core/kernels/gemm.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace edgewright::ops {

// An entry of the `activations` attribute.
struct GateActivation {
    enum class Kind {
        Affine,
        Elu,
        HardSigmoid,
        LeakyRelu,
        Relu,
        ScaledTanh,
        Sigmoid,
        Softplus,
        Softsign,
        Tanh,
        ThresholdedRelu,
    };
    Kind kind = Kind::Sigmoid;
    float alpha = 0;
    float beta = 0;
    // x[i] = f(x[i]), after clamping to [-clip, clip] when clip is above 0.
    void apply(float* x, std::int64_t n, float clip) const;
};

// All of one node. H = hidden, I = input size, G = gates.
struct Recurrent {
    std::int64_t gates = 1;
    std::int64_t steps = 0;
    std::int64_t batch = 0;
    std::int64_t inputSize = 0;
    std::int64_t hidden = 0;
    std::vector<bool> reverse;               // per direction
    bool batchFirst = false;                 // layout = 1
    float clip = 0;                          // 0: none
    std::vector<GateActivation> activations; // per direction, `activationsPerDirection` each
    std::size_t activationsPerDirection = 1;
    std::vector<std::int64_t> lengths; // steps of each batch entry
    ir::Tensor x;                      // [steps, batch, I], whatever the layout
    ir::Tensor weight;                 // [directions, G * H, I]
    ir::Tensor recurrence;             // [directions, G * H, H]
    ir::Tensor bias;                   // [directions, 2 * G * H]: of the weight, then of the recurrence
    ir::DataType type = ir::DataType::Float32;

    std::int64_t directions() const { return static_cast<std::int64_t>(reverse.size()); }
    std::span<const float> recurrenceOf(std::int64_t direction) const;
    std::span<const float> biasOf(std::int64_t direction) const; // 2 * G * H
    const GateActivation& activation(std::int64_t direction, std::size_t which) const;
};

// Opens inputs 0 to 4 and the attributes, and checks every shape.
Result<Recurrent> openRecurrent(KernelContext& context, std::int64_t gates,
                                std::vector<std::string> defaultActivations);

// initial_h or initial_c at input `index` as [directions, batch, H]; zeros when omitted.
Result<ir::Tensor> initialState(KernelContext& context, const Recurrent& net, std::size_t index);

// Directions that are walked at the same time, each by a worker with memory of its own.
int directionsAtOnce(const Recurrent& net, int threads);
template <typename Make>
auto forEachWorker(int workers, const Make& make) -> Result<std::vector<std::decay_t<decltype(*make())>>> {
    std::vector<std::decay_t<decltype(*make())>> made;
    for (int worker = 0; worker < workers; ++worker) {
        auto one = make();
        if (!one) return std::move(one).error();
        made.push_back(*std::move(one));
    }
    return made;
}

// The part of the inputs in the gates, of all steps at once: x * weight^T + bias. One block of memory serves
// one direction after the other.
class InputProjection {
public:
    static Result<InputProjection> make(KernelContext& context, const Recurrent& net);
    // [steps, batch, G * H] of one direction, until that of the next is asked for; to be written over at will.
    // `recurrentBias`: which gates also get the recurrence's bias.
    float* of(std::int64_t direction, const std::vector<bool>& recurrentBias);

private:
    InputProjection(const Recurrent& net, std::span<float> gates, std::span<float> bias, int threads)
        : m_net(net), m_gates(gates), m_bias(bias), m_threads(threads) {}
    kernels::Gemm gemm(std::int64_t direction) const;

    const Recurrent& m_net;
    std::span<float> m_gates; // [steps, batch, G * H]
    std::span<float> m_bias;  // [G * H]
    int m_threads;
    float* m_scratch = nullptr;
};

// The product of every step: rows of `batch` states times a transposed matrix of the recurrence, which is
// prepared once.
class StepProduct {
public:
    static Result<StepProduct> make(KernelContext& context, std::int64_t rows, std::int64_t depth,
                                    std::int64_t batch);
    // `matrix` is [rows, depth] and stays where it is.
    void use(const float* matrix);
    // out [batch, rows], rows of it `stride` apart, = in [batch, depth] * matrix^T; `add` adds to what `out`
    // holds.
    void operator()(const float* in, float* out, std::int64_t stride, bool add);

private:
    StepProduct(std::int64_t rows, std::int64_t depth, std::int64_t batch, int threads)
        : m_rows(rows), m_depth(depth), m_batch(batch), m_threads(threads) {}
    kernels::Gemm gemm(bool add) const;

    const float* m_matrix = nullptr;
    std::int64_t m_rows, m_depth, m_batch;
    int m_threads;
    float* m_packed = nullptr; // null: too few rows to pay
    float* m_scratch = nullptr;
};

// Output 0: Y [steps, directions, batch, H] (other order for layout 1), rows written one by one.
class SequenceOutput {
public:
    static Result<SequenceOutput> make(KernelContext& context, const Recurrent& net);
    void write(const Recurrent& net, std::int64_t step, std::int64_t direction, std::int64_t batch,
               const float* row);
    void finish();

private:
    std::optional<FloatOutput> m_output; // empty when nobody wants Y
};

// Writes `state` [directions, batch, H] to output `index` in the node's layout, if wanted.
Result<void> writeState(KernelContext& context, const Recurrent& net, std::size_t index,
                        const ir::Tensor& state);

// visit(step) for the steps of a direction in its order.
template <typename Visit>
void forEachStep(const Recurrent& net, std::int64_t direction, Visit visit) {
    const bool reverse = net.reverse[static_cast<std::size_t>(direction)];
    for (std::int64_t i = 0; i < net.steps; ++i)
        visit(reverse ? net.steps - 1 - i : i);
}

// Outputs Y, Y_h and, for `states` = 2, Y_c.
Result<void> inferRecurrent(InferContext& context, std::int64_t gates, std::size_t states);

// Operator::products: the inputs of all steps at once, and a step for each state. Peepholes multiply element by
// element.
Result<MatrixProducts> recurrentProducts(const ir::Node& node, Types inputs, Types outputs);

} // namespace edgewright::ops
