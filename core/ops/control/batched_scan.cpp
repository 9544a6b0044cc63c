// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/control/batched_scan.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/stacking.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace edgewright::ops {

namespace {

// Inputs: sequence lengths, states [batch, ...], scanned values [batch, sequence, ...]. The body sees neither
// axis.
struct Parts {
    std::shared_ptr<const ir::Graph> body;
    std::size_t states = 0;
    std::size_t scans = 0;
    std::vector<std::int64_t> directions; // of the scanned inputs
};

Result<Parts> partsOf(const ir::Node& node) {
    Parts parts;
    parts.body = node.graph("body");
    const std::int64_t scans = node.intOr("num_scan_inputs", 0);
    const std::size_t inputs = node.inputs.empty() ? 0 : node.inputs.size() - 1;
    if (!parts.body || scans < 1 || scans > static_cast<std::int64_t>(inputs))
        return badInput(say("the body is missing or num_scan_inputs does not fit {1} values", inputs));
    parts.scans = static_cast<std::size_t>(scans);
    parts.states = inputs - parts.scans;
    if (parts.body->inputs.size() != inputs || parts.body->outputs.size() < parts.states)
        return badInput(say("the body has {1} inputs and {2} outputs, which do not fit",
                            parts.body->inputs.size(), parts.body->outputs.size()));
    parts.directions = node.ints("directions");
    parts.directions.resize(parts.scans, 0);
    return parts;
}

// Output `index` of shape leading + the shape of one tensor; zero where there is no tensor.
Result<void> join(KernelContext& context, std::size_t index,
                  const std::vector<std::optional<ir::Tensor>>& tensors, ir::Dims leading,
                  const ir::TensorType& declared) {
    ir::Dims slice;
    ir::DataType type = declared.dtype;
    const auto first = std::ranges::find_if(tensors, [](const auto& each) { return each.has_value(); });
    if (first != tensors.end()) {
        slice = (*first)->dims();
        type = (*first)->dtype();
    } else if (declared.shape) {
        for (const ir::Dim& dim : *declared.shape)
            slice.push_back(dim.known() ? dim.value() : 0);
    }
    leading.insert(leading.end(), slice.begin(), slice.end());
    ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, index, type, leading));
    const std::int64_t inner = first != tensors.end() ? (*first)->elements() : 0;
    std::int64_t at = 0;
    for (const auto& tensor : tensors) {
        if (tensor && (!tensor->isTensor() || tensor->dims() != slice || tensor->dtype() != type))
            return badInput(say("steps produced {1} and {2}, which cannot be joined", (*first)->type().text(),
                                tensor->type().text()));
        if (tensor)
            sink.copy(at, *tensor, 0, inner);
        else
            sink.fill(at, nullptr, inner);
        at += inner;
    }
    return sink.finish();
}

struct Extents {
    std::int64_t batch = 0;
    std::int64_t steps = 0;
    std::vector<std::int64_t> lengths; // per batch
};

Result<Extents> extentsOf(const KernelContext& context, const Parts& parts) {
    Extents extents;
    std::optional<std::int64_t> batch;
    std::optional<std::int64_t> steps;
    for (std::size_t i = 0; i < parts.states + parts.scans; ++i) {
        ASSIGN_OR_RETURN(const auto in, operand(context, i + 1));
        const bool scanned = i >= parts.states;
        const ir::Dims& dims = in->dims();
        if (dims.size() < (scanned ? 2u : 1u) || (batch && *batch != dims[0]) ||
            (scanned && steps && *steps != dims[1]))
            return badInput(say("input {1} is {2}, whose batch or sequence axis does not fit the other inputs",
                                i + 1, in->type().text()));
        batch = dims[0];
        if (scanned) steps = dims[1];
    }
    extents.batch = batch.value_or(0);
    extents.steps = steps.value_or(0);
    if (!context.input(0)) {
        extents.lengths.assign(static_cast<std::size_t>(extents.batch), extents.steps);
        return extents;
    }
    extents.lengths = ir::toInt64s(*context.input(0));
    const bool fits = std::ranges::all_of(
        extents.lengths, [&](std::int64_t length) { return length >= 0 && length <= extents.steps; });
    if (std::ssize(extents.lengths) != extents.batch || !fits)
        return badInput(
            say("the sequence lengths do not fit a batch of {1} and {2} steps", extents.batch, extents.steps));
    return extents;
}

} // namespace

Result<void> inferBatchedScan(InferContext& context) {
    ASSIGN_OR_RETURN(const auto parts, partsOf(context.node()));
    std::vector<ir::TensorType> types;
    std::vector<ir::Dim> axes(2); // batch, sequence
    for (std::size_t i = 0; i < parts.states + parts.scans; ++i) {
        ASSIGN_OR_RETURN(const auto in, operand(context, i + 1));
        ir::TensorType type = *in;
        const std::size_t dropped = i < parts.states ? 1 : 2;
        if (type.shape && type.shape->size() < dropped)
            return badInput(say("input {1} is {2} where a batch axis (and a sequence axis) is expected", i + 1,
                                type.text()));
        if (type.shape) {
            std::copy_n(type.shape->begin(), dropped, axes.begin());
            type.shape->erase(type.shape->begin(), type.shape->begin() + static_cast<std::ptrdiff_t>(dropped));
        }
        types.push_back(std::move(type));
    }
    ASSIGN_OR_RETURN(const auto outputs, context.inferSubgraph(*parts.body, types));
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        ir::TensorType type = outputs[i];
        const std::ptrdiff_t added = i < parts.states ? 1 : 2;
        if (type.shape) type.shape->insert(type.shape->begin(), axes.begin(), axes.begin() + added);
        context.setOutput(i, std::move(type));
    }
    return {};
}

Result<void> runBatchedScan(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto parts, partsOf(context.node()));
    ASSIGN_OR_RETURN(const auto extents, extentsOf(context, parts));
    std::vector<std::vector<std::optional<ir::Tensor>>> results(parts.body->outputs.size());
    for (std::int64_t b = 0; b < extents.batch; ++b) {
        std::vector<ir::Tensor> state;
        std::vector<ir::Tensor> scanned;
        for (std::size_t i = 0; i < parts.states + parts.scans; ++i) {
            ASSIGN_OR_RETURN(auto slice, sliceAt(context, *context.input(i + 1), 0, b));
            (i < parts.states ? state : scanned).push_back(std::move(slice));
        }
        const std::int64_t length = extents.lengths[static_cast<std::size_t>(b)];
        for (std::int64_t step = 0; step < length; ++step) {
            if (context.run().stopped()) return cancelled();
            std::vector<ir::Tensor> inputs = std::move(state);
            for (std::size_t k = 0; k < parts.scans; ++k) {
                ASSIGN_OR_RETURN(auto slice, sliceAt(context, scanned[k], 0,
                                                     parts.directions[k] != 0 ? length - 1 - step : step));
                inputs.push_back(std::move(slice));
            }
            auto outputs = context.runSubgraph(*parts.body, std::move(inputs));
            if (!outputs) return std::move(outputs).error().within(say("batch {1}, step {2}", b, step));
            const auto first = outputs->begin() + static_cast<std::ptrdiff_t>(parts.states);
            state.assign(std::make_move_iterator(outputs->begin()), std::make_move_iterator(first));
            for (std::size_t k = parts.states; k < outputs->size(); ++k)
                results[k].emplace_back(std::move((*outputs)[k]));
        }
        for (std::size_t k = 0; k < parts.states; ++k)
            results[k].emplace_back(std::move(state[k]));
        for (std::size_t k = parts.states; k < results.size(); ++k)
            results[k].resize(static_cast<std::size_t>((b + 1) * extents.steps));
    }
    for (std::size_t k = 0; k < results.size(); ++k) {
        if (!context.wantsOutput(k)) continue;
        const ValueId output = parts.body->outputs[k];
        const ir::TensorType declared =
            parts.body->contains(output) ? parts.body->value(output).type : ir::TensorType();
        ir::Dims leading{extents.batch};
        if (k >= parts.states) leading.push_back(extents.steps);
        RETURN_IF_ERROR(join(context, k, results[k], std::move(leading), declared));
    }
    return {};
}

} // namespace edgewright::ops
