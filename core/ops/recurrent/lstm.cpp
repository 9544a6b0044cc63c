// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/recurrent/lstm.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/parallel.h"
#include "core/ops/quantization/dynamic_coding.h"

namespace edgewright::ops::lstm {

namespace {

constexpr std::int64_t Gates = 4; // input, output, forget, cell

Result<void> infer(InferContext& context) { return inferRecurrent(context, Gates, 2); }

struct Cell {
    const Recurrent& net;
    std::int64_t direction;
    const float* peepholes; // input, output, forget: H each; null when there are none
    bool coupled;           // input_forget

    // gates [4 * H] holds everything but the peepholes; it is overwritten.
    void update(float* gates, float* h, float* c) const {
        const std::int64_t size = net.hidden;
        float* const in = gates;
        float* const out = gates + size;
        float* const forget = gates + 2 * size;
        float* const cell = gates + 3 * size;
        const GateActivation& f = net.activation(direction, 0);
        if (peepholes)
            for (std::int64_t i = 0; i < size; ++i) {
                in[i] += peepholes[i] * c[i];
                forget[i] += peepholes[2 * size + i] * c[i];
            }
        f.apply(in, size, net.clip);
        if (coupled)
            for (std::int64_t i = 0; i < size; ++i)
                forget[i] = 1.0f - in[i];
        else
            f.apply(forget, size, net.clip);
        net.activation(direction, 1).apply(cell, size, net.clip);
        for (std::int64_t i = 0; i < size; ++i)
            h[i] = c[i] = forget[i] * c[i] + in[i] * cell[i];
        if (peepholes)
            for (std::int64_t i = 0; i < size; ++i)
                out[i] += peepholes[size + i] * c[i];
        f.apply(out, size, net.clip);
        net.activation(direction, 2).apply(h, size, net.clip);
        for (std::int64_t i = 0; i < size; ++i)
            h[i] *= out[i];
    }
};

// The states of a step as codes of 8 bits, and what these stand for.
struct CodedStates {
    std::span<std::uint8_t> codes;
    std::span<float> floats;

    static Result<CodedStates> make(KernelContext& context, std::int64_t elements) {
        ASSIGN_OR_RETURN(const auto codes, context.scratchOf<std::uint8_t>(elements));
        ASSIGN_OR_RETURN(const auto floats, context.scratchOf<float>(elements));
        return CodedStates{codes, floats};
    }
    const float* of(const float* states) const {
        const std::span<const float> given(states, floats.size());
        const DynamicCoding coding = dynamicCoding(given);
        coding.encode(given, codes);
        for (std::size_t i = 0; i < codes.size(); ++i)
            floats[i] = coding.scale * static_cast<float>(codes[i] - coding.zero);
        return floats.data();
    }
};

Result<void> compute(KernelContext& context, LstmStates states) {
    ASSIGN_OR_RETURN(const Recurrent net, openRecurrent(context, Gates, {"Sigmoid", "Tanh", "Tanh"}));
    ASSIGN_OR_RETURN(auto hidden, initialState(context, net, 5));
    ASSIGN_OR_RETURN(auto cells, initialState(context, net, 6));
    ir::Tensor peepholes;
    if (context.node().hasInput(7)) {
        ASSIGN_OR_RETURN(const auto given, floatOperand(context, 7));
        if (given->elements() != net.directions() * 3 * net.hidden)
            return badInput(say("P is {1} where 3 * hidden_size columns are expected", given->type().text()));
        ASSIGN_OR_RETURN(peepholes, asFloat32(context, *given));
    }
    ASSIGN_OR_RETURN(auto sequence, SequenceOutput::make(context, net));
    const std::int64_t width = Gates * net.hidden;
    float* const hiddenData = hidden.as<float>().data();
    float* const cellData = cells.as<float>().data();
    const int workers = directionsAtOnce(net, context.threads());
    ASSIGN_OR_RETURN(auto projections,
                     forEachWorker(workers, [&] { return InputProjection::make(context, net); }));
    ASSIGN_OR_RETURN(auto products, forEachWorker(workers, [&] {
                         return StepProduct::make(context, width, net.hidden, net.batch);
                     }));
    const bool isCoded = states == LstmStates::Coded;
    ASSIGN_OR_RETURN(const auto coded, forEachWorker(workers, [&] {
                         return CodedStates::make(context, isCoded ? net.batch * net.hidden : 0);
                     }));
    parallelFor(workers, net.directions(), [&](std::int64_t d, int worker) {
        float* const gates = projections[static_cast<std::size_t>(worker)].of(d, {true, true, true, true});
        StepProduct& product = products[static_cast<std::size_t>(worker)];
        float* const h = hiddenData + d * net.batch * net.hidden;
        float* const c = cellData + d * net.batch * net.hidden;
        const float* peeps =
            peepholes.hasData() ? std::as_const(peepholes).as<float>().data() + d * 3 * net.hidden : nullptr;
        product.use(net.recurrenceOf(d).data());
        const Cell cell{net, d, peeps, context.node().intOr("input_forget", 0) != 0};
        forEachStep(net, d, [&](std::int64_t step) {
            if (context.run().stopped()) return;
            float* now = gates + step * net.batch * width;
            product(isCoded ? coded[static_cast<std::size_t>(worker)].of(h) : h, now, width, true);
            for (std::int64_t b = 0; b < net.batch; ++b) {
                if (step >= net.lengths[static_cast<std::size_t>(b)]) continue;
                cell.update(now + b * width, h + b * net.hidden, c + b * net.hidden);
                sequence.write(net, step, d, b, h + b * net.hidden);
            }
        });
    });
    if (context.run().stopped()) return cancelled();
    sequence.finish();
    RETURN_IF_ERROR(writeState(context, net, 1, hidden));
    return writeState(context, net, 2, cells);
}

Result<void> run(KernelContext& context) { return compute(context, LstmStates::Floats); }

} // namespace

extern const Operator entry{
    .name = "LSTM",
    .category = Category::Compute,
    .infer = infer,
    .products = recurrentProducts,
    .run = run,
};

} // namespace edgewright::ops::lstm

namespace edgewright::ops {

Result<void> runLstm(KernelContext& context, LstmStates states) { return lstm::compute(context, states); }

} // namespace edgewright::ops
