// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operands/channels_last.h"

#include "core/base/propagate.h"
#include "core/base/say.h"

#include <algorithm>
#include <cstring>

namespace edgewright::ops {

namespace {

// Without spatial axes there is nothing to turn.
template <typename Extents>
void channelsFirst(Extents& extents) {
    if (extents.size() > 2) std::rotate(extents.begin() + 1, extents.end() - 1, extents.end());
}
template <typename Extents>
void channelsLast(Extents& extents) {
    if (extents.size() > 2) std::rotate(extents.begin() + 1, extents.begin() + 2, extents.end());
}

bool isTurned(ChannelsLastInputs inputs, std::size_t index) { return index < 32 && (inputs >> index & 1) != 0; }

class InferFirst final : public InferInside {
public:
    InferFirst(InferContext& outer, const NodeInside& inside, ChannelsLastInputs inputs)
        : InferInside(outer, inside), m_inputs(inputs) {
        for (std::size_t i = 0; i < inside.node.inputs.size(); ++i) {
            m_types.push_back(outer.input(i) ? *outer.input(i) : ir::TensorType());
            if (isTurned(inputs, i) && m_types[i].shape) channelsFirst(*m_types[i].shape);
        }
    }
    const ir::TensorType* input(std::size_t index) const override {
        return outer().input(index) && index < m_types.size() ? &m_types[index] : outer().input(index);
    }
    const ir::Tensor* value(std::size_t index) const override {
        return isTurned(m_inputs, index) ? nullptr : outer().value(index);
    }
    std::optional<std::vector<ir::Dim>> extents(std::size_t index) const override {
        return isTurned(m_inputs, index) ? std::nullopt : outer().extents(index);
    }
    void setOutput(std::size_t index, ir::TensorType type) override {
        if (index == 0 && type.shape) channelsLast(*type.shape);
        outer().setOutput(index, std::move(type));
    }
    void setValue(std::size_t index, ir::Tensor tensor) override { setOutput(index, tensor.type()); }
    void setExtents(std::size_t index, ir::TensorType type, std::vector<ir::Dim>) override {
        setOutput(index, std::move(type));
    }

private:
    ChannelsLastInputs m_inputs;
    std::vector<ir::TensorType> m_types;
};

// [batch, rows, columns] to [batch, columns, rows], of elements of so many bytes.
template <std::size_t Bytes>
void turn(const std::byte* from, std::int64_t batch, std::int64_t rows, std::int64_t columns, std::byte* to) {
    for (std::int64_t b = 0; b < batch; ++b)
        for (std::int64_t column = 0; column < columns; ++column)
            for (std::int64_t row = 0; row < rows; ++row, to += Bytes)
                std::memcpy(to, from + static_cast<std::size_t>((b * rows + row) * columns + column) * Bytes,
                            Bytes);
}

// `from` is [batch, rows, columns]; both tensors have as many elements.
Result<void> turn(const ir::Tensor& from, std::int64_t batch, std::int64_t rows, std::int64_t columns,
                  ir::Tensor& to) {
    if (from.elements() == 0) return {};
    const std::byte* source = from.bytes().data();
    std::byte* target = to.mutableBytes().data();
    switch (ir::bitWidth(from.dtype())) {
    case 8:
        turn<1>(source, batch, rows, columns, target);
        return {};
    case 16:
        turn<2>(source, batch, rows, columns, target);
        return {};
    case 32:
        turn<4>(source, batch, rows, columns, target);
        return {};
    case 64:
        turn<8>(source, batch, rows, columns, target);
        return {};
    default:
        return badInput(say("a tensor is {1} where numbers of 8 to 64 bits are expected", from.type().text()));
    }
}

std::int64_t planeOf(const ir::Dims& channelsSecond) {
    return checkedProduct(std::span(channelsSecond).subspan(2)).value_or(0);
}

class RunFirst final : public RunInside {
public:
    RunFirst(KernelContext& outer, const NodeInside& inside, ChannelsLastInputs inputs)
        : RunInside(outer, inside), m_inputs(inputs), m_turned(outer.inputCount()) {}

    Result<void> turnInputs() {
        for (std::size_t i = 0; i < m_turned.size(); ++i) {
            const ir::Tensor* given = isTurned(m_inputs, i) ? outer().input(i) : nullptr;
            if (!given) continue;
            if (!given->isTensor() || given->dtype() == ir::DataType::String || given->rank() < 3)
                return badInput(say("input {1} is {2} where numbers in at least 3 axes are expected", i,
                                    given->type().text()));
            ir::Dims dims = given->dims();
            channelsFirst(dims);
            ASSIGN_OR_RETURN(m_turned[i], outer().scratchTensor(given->dtype(), dims));
            RETURN_IF_ERROR(turn(*given, dims[0], planeOf(dims), dims[1], m_turned[i]));
        }
        return {};
    }
    Result<void> turnOutput() {
        if (!m_result.hasData()) return {};
        ir::Dims dims = m_result.dims();
        if (dims.size() < 3) {
            outer().setOutput(0, m_result);
            return {};
        }
        const std::int64_t batch = dims[0], channels = dims[1], plane = planeOf(dims);
        channelsLast(dims);
        ASSIGN_OR_RETURN(auto out, outer().output(0, m_result.dtype(), dims));
        return turn(m_result, batch, channels, plane, out);
    }

    const ir::Tensor* input(std::size_t index) const override {
        return index < m_turned.size() && m_turned[index].hasData() ? &m_turned[index] : outer().input(index);
    }
    bool isConstant(std::size_t index) const override {
        return !isTurned(m_inputs, index) && outer().isConstant(index);
    }
    bool wantsOutput(std::size_t index) const override { return index == 0 && outer().wantsOutput(0); }
    Result<ir::Tensor> output(std::size_t, ir::DataType type, const ir::Dims& dims) override {
        ASSIGN_OR_RETURN(m_result, outer().scratchTensor(type, dims));
        return m_result;
    }
    void setOutput(std::size_t, ir::Tensor tensor) override { m_result = std::move(tensor); }

private:
    ChannelsLastInputs m_inputs;
    std::vector<ir::Tensor> m_turned;
    ir::Tensor m_result;
};

} // namespace

Result<void> inferChannelsLast(InferContext& context, const NodeInside& inside, InferFunction infer,
                               ChannelsLastInputs inputs) {
    InferFirst first(context, inside, inputs);
    return infer(first);
}

Result<void> inferChannelsLast(InferContext& context, const NodeInside& inside, ChannelsLastInputs inputs) {
    return inferChannelsLast(context, inside, inside.op->infer, inputs);
}

Result<void> runChannelsLast(KernelContext& context, const NodeInside& inside, RunFunction run,
                             ChannelsLastInputs inputs) {
    RunFirst first(context, inside, inputs);
    RETURN_IF_ERROR(first.turnInputs());
    RETURN_IF_ERROR(run(first));
    return first.turnOutput();
}

Result<MatrixProducts> productsChannelsLast(const NodeInside& inside, ProductsFunction products, Types inputs,
                                            Types outputs, ChannelsLastInputs turned) {
    std::vector<ir::TensorType> in(inputs.begin(), inputs.end()), out(outputs.begin(), outputs.end());
    for (std::size_t i = 0; i < in.size(); ++i)
        if (isTurned(turned, i) && in[i].shape) channelsFirst(*in[i].shape);
    if (!out.empty() && out[0].shape) channelsFirst(*out[0].shape);
    return products(inside.node, in, out);
}

} // namespace edgewright::ops
