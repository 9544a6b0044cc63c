// SPDX-License-Identifier: GPL-3.0-or-later
// A transposed convolution between codes as a convolution, which has an integer form: the pixels that lie at
// the same place of a stride (a phase) are an ordinary convolution of the input with every s-th tap, so that
// one convolution with a channel for each phase computes them all, and moving codes puts them side by side (Shi
// et al., "Is the deconvolution layer the same as a convolutional layer?", 2016).
#include "core/base/checked.h"
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/clip_bounds.h"
#include "core/fusion/patterns/coding.h"
#include "core/fusion/patterns/stride_phases.h"
#include "core/ops/convolution/transposed_window.h"

#include <algorithm>

namespace edgewright::fusion::qdq_transposed_to_conv {

namespace {

struct Found {
    const ir::Node* node = nullptr;
    Coding w;
    const ir::Node* biasCodes = nullptr; // DequantizeLinear of a constant bias
    const ir::Node* clip = nullptr;      // between the operator and QuantizeLinear
    const ir::Node* quantize = nullptr;
    std::vector<PhaseAxis> axes;
    std::int64_t groups = 1, in = 0, out = 0; // channels
    std::int64_t phases = 1;

    std::int64_t channels() const { return out * phases; } // of the convolution
};

std::optional<Obstacle> takeWindow(const GraphView& view, Found& found) {
    const ir::Node& node = *found.node;
    const auto x = typeOf(view, node.input(0)).dims(), y = typeOf(view, node.output(0)).dims();
    const auto w = typeOf(view, found.w.node->input(0)).dims();
    if (!x || !y || !w || x->size() != w->size() || y->size() != w->size() || w->size() < 3 || w->size() > 5)
        return Obstacle{say("the extents of what {1} reads and writes are not known", node.label()),
                        node.input(0)};
    found.groups = node.intOr("group", 1);
    found.in = (*x)[1], found.out = (*y)[1];
    const auto spatial = std::span(*typeOf(view, node.input(0)).shape).subspan(2);
    const auto window = ops::resolveTransposed(node, std::span(*w).subspan(2), spatial);
    if (!window) return Obstacle{window.error().message, node.input(0)};
    for (std::size_t i = 2; i < w->size(); ++i) {
        const auto axis = phaseAxisOf(window->window.axes[i - 2], (*x)[i], (*y)[i]);
        if (!axis)
            return Obstacle{say("the pads of {1} are larger than what its kernel reaches", node.label()),
                            node.input(0)};
        found.axes.push_back(*axis);
        found.phases *= axis->stride;
    }
    constexpr std::int64_t Most = std::int64_t(1) << 24; // codes of all phases
    std::int64_t codes = checkedMul(found.channels(), found.in / found.groups).value_or(Most + 1);
    for (const PhaseAxis& axis : found.axes)
        codes = checkedMul(codes, axis.taps).value_or(Most + 1);
    if (codes > Most) return Obstacle{say("the weights of {1} are too many", node.label()), node.input(1)};
    return std::nullopt;
}

// Everything that is read, or why not.
std::optional<Obstacle> examine(const GraphView& view, Found& found) {
    const ir::Node& node = *found.node;
    const ir::Node& coded = *found.w.node;
    auto read = codingOf(view, coded, typeOf(view, coded.input(0)).dtype);
    if (auto* obstacle = std::get_if<Obstacle>(&read)) return std::move(*obstacle);
    found.w = std::get<Coding>(std::move(read));
    if (auto obstacle = whyNoBytes(found.w, coded.input(0), false)) return obstacle;
    if (!knownTensor(view, coded.input(0)))
        return Obstacle{notConstant(view, say("the weights of {1}", node.label()), coded.input(0)),
                        coded.input(0)};
    auto y = codingOf(view, *found.quantize, typeOf(view, found.quantize->output(0)).dtype);
    if (auto* obstacle = std::get_if<Obstacle>(&y)) return std::move(*obstacle);
    if (auto obstacle = whyNoBytes(std::get<Coding>(y), found.quantize->output(0), true)) return obstacle;
    if (auto obstacle = takeWindow(view, found)) return obstacle;
    const std::size_t perGroup = static_cast<std::size_t>(found.out / found.groups);
    std::int64_t axis = coded.intOr("axis", 1);
    if (axis < 0) axis += static_cast<std::int64_t>(found.axes.size()) + 2;
    if (found.w.scales.size() > 1 && (axis != 1 || found.w.scales.size() != perGroup))
        return Obstacle{say("the scales of {1} run along axis {2}, which is not that of the outputs of {3}",
                            coded.label(), axis, node.label()),
                        found.w.scale};
    if (!node.hasInput(2)) return std::nullopt;
    const ir::Node* producer = view.producer(node.input(2));
    if (producer && producer->is("DequantizeLinear")) found.biasCodes = producer;
    const ValueId bias = found.biasCodes ? found.biasCodes->input(0) : node.input(2);
    const ir::Tensor* known = knownTensor(view, bias);
    if (!known || known->elements() != found.out ||
        (found.biasCodes &&
         (found.biasCodes->intOr("block_size", 0) != 0 || !knownTensor(view, found.biasCodes->input(1)))))
        return Obstacle{notConstant(view, say("the bias of {1}", node.label()), bias), bias};
    return std::nullopt;
}

// `count` elements of another tensor: element i is the one at place(i), or `fill` where that is empty.
template <typename T, typename Place>
ir::Tensor gathered(const ir::Tensor& from, const ir::Dims& dims, Place place, std::span<const T> fill = {}) {
    std::int64_t count = 1;
    for (const std::int64_t extent : dims)
        count *= extent;
    const auto source = from.as<T>();
    std::vector<T> made;
    made.reserve(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i) {
        const auto [at, otherwise] = place(i);
        made.push_back(at ? source[static_cast<std::size_t>(*at)] : fill[otherwise]);
    }
    return ir::Tensor::of<T>(dims, made);
}

// [out * phases, in / groups, taps...] from [in, out / groups, kernel...].
template <typename T>
ir::Tensor phaseWeights(const GraphView& view, const Found& found) {
    const ir::Tensor& from = *knownTensor(view, found.w.node->input(0));
    const std::int64_t perGroup = found.out / found.groups, depth = found.in / found.groups;
    ir::Dims dims{found.channels(), depth};
    std::int64_t taps = 1;
    for (const PhaseAxis& axis : found.axes) {
        dims.push_back(axis.taps);
        taps *= axis.taps;
    }
    std::vector<T> zeros(static_cast<std::size_t>(perGroup), T(0)); // codes of the number 0
    if (found.w.zero.valid())
        if (const auto known = knownInts(view, found.w.zero); known && !known->empty())
            for (std::size_t i = 0; i < zeros.size(); ++i)
                zeros[i] = static_cast<T>((*known)[known->size() == 1 ? 0 : i]);
    const auto place = [&](std::int64_t i) {
        const std::int64_t channel = i / (depth * taps), input = i / taps % depth;
        const std::int64_t output = channel / found.phases;
        const std::size_t fill = static_cast<std::size_t>(output % perGroup);
        const std::int64_t row =
            (output / perGroup * depth + input) * perGroup + static_cast<std::int64_t>(fill);
        std::int64_t phase = channel % found.phases, tap = i % taps;
        std::int64_t at = 0, step = 1;
        for (std::size_t axis = found.axes.size(); axis-- > 0;) {
            const PhaseAxis& each = found.axes[axis];
            const auto one = each.tap(phase % each.stride, tap % each.taps);
            if (!one) return std::pair(std::optional<std::int64_t>(), fill);
            at += *one * step;
            step *= each.kernel;
            phase /= each.stride, tap /= each.taps;
        }
        return std::pair(std::optional(row * step + at), fill);
    };
    return gathered<T>(from, dims, place, std::span<const T>(zeros));
}

// One entry for each channel of the convolution, of one for each output channel or for each of a group.
ValueId expanded(const GraphView& view, const Found& found, ValueId value, ir::PatchBuilder& patch) {
    const ir::Tensor* from = value.valid() ? knownTensor(view, value) : nullptr;
    if (!from || from->elements() == 0) return value;
    const std::int64_t count = from->elements();
    const auto place = [&](std::int64_t i) {
        return std::pair(std::optional(i / found.phases % count), std::size_t(0));
    };
    const ir::Dims dims{found.channels()};
    const std::string name = view.graph.value(value).name + "_phases";
    switch (from->dtype()) {
    case ir::DataType::Int8:
        return patch.constant(name, gathered<std::int8_t>(*from, dims, place));
    case ir::DataType::UInt8:
        return patch.constant(name, gathered<std::uint8_t>(*from, dims, place));
    case ir::DataType::Int32:
        return patch.constant(name, gathered<std::int32_t>(*from, dims, place));
    default:
        return patch.constant(name, gathered<float>(*from, dims, place));
    }
}

// The same of a scale or zero point; a single one is that of all.
ValueId repeated(const GraphView& view, const Found& found, ValueId value, ir::PatchBuilder& patch) {
    const ir::Tensor* from = value.valid() ? knownTensor(view, value) : nullptr;
    return from && from->elements() == 1 ? value : expanded(view, found, value, patch);
}

class Writer {
public:
    Writer(const GraphView& view, const Found& found) : m_view(view), m_found(found), m_patch(view.graph) {}

    ir::Patch written(const std::vector<NodeId>& removed) {
        for (const NodeId each : removed)
            m_patch.remove(each);
        ir::Node conv = *m_found.node;
        conv.op = "Conv";
        conv.origins.clear();
        conv.attributes.clear();
        conv.set("group", m_found.groups);
        std::vector<std::int64_t> kernel, pads;
        for (const PhaseAxis& axis : m_found.axes) {
            kernel.push_back(axis.taps);
            pads.push_back(axis.padBegin);
        }
        for (const PhaseAxis& axis : m_found.axes)
            pads.push_back(axis.padEnd);
        conv.set("kernel_shape", kernel);
        conv.set("pads", pads);
        conv.inputs[1] = weights();
        if (conv.hasInput(2)) conv.inputs[2] = bias();
        ir::Dims dims = *typeOf(m_view, m_found.node->output(0)).dims();
        dims[1] = m_found.channels();
        for (std::size_t i = 0; i < m_found.axes.size(); ++i)
            dims[i + 2] = m_found.axes[i].positions;
        ValueId at = add(std::move(conv), ir::DataType::Float32, dims);
        if (m_found.clip) at = after(*m_found.clip, at, ir::DataType::Float32, dims);
        const ValueId y = m_found.quantize->output(0);
        const ir::DataType codes = typeOf(m_view, y).dtype;
        const bool moves = m_found.phases > 1;
        const bool crops = std::ranges::any_of(m_found.axes, &PhaseAxis::isCropped);
        at = after(*m_found.quantize, at, codes, dims, moves || crops ? ValueId() : y);
        if (moves) at = sideBySide(at, codes, dims, crops ? ValueId() : y);
        if (crops) crop(at, y);
        return m_patch.take();
    }

private:
    std::string nameOf(ValueId value) const { return m_view.graph.value(value).name; }
    // Writes `to`, or a new value.
    ValueId add(ir::Node node, ir::DataType type, const ir::Dims& dims, ValueId to = {}) {
        node.outputs = {to.valid() ? to
                                   : m_patch.value(nameOf(m_found.quantize->output(0)) + "_phases",
                                                   ir::TensorType(type, dims))};
        const ValueId written = node.outputs.front();
        m_patch.add(std::move(node));
        return written;
    }
    ValueId after(const ir::Node& like, ValueId x, ir::DataType type, const ir::Dims& dims, ValueId to = {}) {
        ir::Node node = like;
        node.origins.clear();
        node.inputs[0] = x;
        return add(std::move(node), type, dims, to);
    }
    ir::Node made(std::string op, std::vector<ValueId> inputs) const {
        ir::Node node;
        node.op = std::move(op);
        node.name = m_found.node->name;
        node.inputs = std::move(inputs);
        return node;
    }
    ValueId weights() {
        const ir::Node& from = *m_found.w.node;
        const bool isSigned = m_found.w.type == ir::DataType::Int8;
        ir::Tensor codes =
            isSigned ? phaseWeights<std::int8_t>(m_view, m_found) : phaseWeights<std::uint8_t>(m_view, m_found);
        const ir::Dims dims = codes.dims();
        ir::Node node = from;
        node.origins.clear();
        node.inputs[0] = m_patch.constant(nameOf(from.input(0)) + "_phases", std::move(codes));
        for (std::size_t i = 1; i < node.inputs.size(); ++i)
            node.inputs[i] = repeated(m_view, m_found, from.inputs[i], m_patch);
        if (m_found.w.scales.size() > 1) node.set("axis", std::int64_t(0));
        return add(std::move(node), ir::DataType::Float32, dims);
    }
    ValueId bias() {
        if (!m_found.biasCodes) return expanded(m_view, m_found, m_found.node->input(2), m_patch);
        ir::Node node = *m_found.biasCodes;
        node.origins.clear();
        for (std::size_t i = 1; i < node.inputs.size(); ++i)
            node.inputs[i] = repeated(m_view, m_found, node.inputs[i], m_patch);
        node.inputs[0] = expanded(m_view, m_found, node.inputs[0], m_patch);
        return add(std::move(node), ir::DataType::Float32, {m_found.channels()});
    }
    ValueId integers(const std::string& name, const std::vector<std::int64_t>& values) {
        return m_patch.constant(
            name, ir::Tensor::of<std::int64_t>({static_cast<std::int64_t>(values.size())}, values));
    }
    // [N, C * phases, positions...] -> [N, C, positions * stride...]
    ValueId sideBySide(ValueId x, ir::DataType type, ir::Dims dims, ValueId to) {
        ir::Dims split{dims[0], m_found.out};
        std::vector<std::int64_t> permutation{0, 1};
        const std::size_t axes = m_found.axes.size();
        dims[1] = m_found.out;
        bool isSquare = axes == 2 && m_view.opset() >= 11;
        for (std::size_t i = 0; i < axes; ++i) {
            split.push_back(m_found.axes[i].stride);
            permutation.push_back(static_cast<std::int64_t>(2 + axes + i));
            permutation.push_back(static_cast<std::int64_t>(2 + i));
            dims[i + 2] *= m_found.axes[i].stride;
            isSquare = isSquare && m_found.axes[i].stride == m_found.axes[0].stride;
        }
        if (isSquare) {
            ir::Node node = made("DepthToSpace", {x});
            node.set("blocksize", m_found.axes[0].stride);
            node.set("mode", std::string("CRD"));
            return add(std::move(node), type, dims, to);
        }
        for (const PhaseAxis& axis : m_found.axes)
            split.push_back(axis.positions);
        const std::string name = nameOf(m_found.quantize->output(0));
        const ValueId apart = add(made("Reshape", {x, integers(name + "_shape", split)}), type, split);
        ir::Node transpose = made("Transpose", {apart});
        transpose.set("perm", permutation);
        ir::Dims turned;
        for (const std::int64_t axis : permutation)
            turned.push_back(split[static_cast<std::size_t>(axis)]);
        const ValueId beside = add(std::move(transpose), type, turned);
        return add(made("Reshape", {beside, integers(name + "_joined", dims)}), type, dims, to);
    }
    void crop(ValueId x, ValueId y) {
        std::vector<std::int64_t> starts, ends, axes;
        for (std::size_t i = 0; i < m_found.axes.size(); ++i) {
            const PhaseAxis& axis = m_found.axes[i];
            if (!axis.isCropped()) continue;
            starts.push_back(axis.first);
            ends.push_back(axis.first + axis.out);
            axes.push_back(static_cast<std::int64_t>(i) + 2);
        }
        const std::string name = nameOf(y);
        add(made("Slice", {x, integers(name + "_starts", starts), integers(name + "_ends", ends),
                           integers(name + "_axes", axes)}),
            typeOf(m_view, y).dtype, {}, y);
    }

    const GraphView& m_view;
    const Found& m_found;
    ir::PatchBuilder m_patch;
};

//   x8 -> DequantizeLinear -> ConvTranspose -> QuantizeLinear -> y8
//   =>  x8 -> DequantizeLinear -> Conv -> QuantizeLinear -> DepthToSpace -> Slice -> y8
Match match(const GraphView& view, NodeId id) {
    const ir::Node& node = view.graph.node(id);
    if (!node.is("ConvTranspose") || typeOf(view, node.output(0)).dtype != ir::DataType::Float32)
        return NoMatch{};
    const auto dequantized = [&](std::size_t input) -> const ir::Node* {
        const ir::Node* producer = view.producer(node.input(input));
        return producer && producer->is("DequantizeLinear") ? producer : nullptr;
    };
    Found found;
    found.node = &node;
    found.w.node = dequantized(1);
    const ir::Node* reader = view.onlyConsumer(node.output(0));
    if (reader && isClip(*reader)) {
        found.clip = reader;
        reader = view.onlyConsumer(reader->output(0));
    }
    if (!dequantized(0) || !found.w.node || !reader || !reader->is("QuantizeLinear")) return NoMatch{};
    found.quantize = reader;
    std::vector<NodeId> nodes{id, found.w.node->id};
    if (auto obstacle = examine(view, found))
        return Refused{nodes, {obstacle->tensor}, std::move(obstacle->reason)};
    if (found.clip) nodes.push_back(found.clip->id);
    nodes.push_back(found.quantize->id);
    if (found.biasCodes) nodes.push_back(found.biasCodes->id);
    std::vector<NodeId> removed;
    for (const NodeId each : nodes)
        if (!view.graph.node(each).is("DequantizeLinear") ||
            isPrivate(view, view.graph.node(each).output(0), id))
            removed.push_back(each);
    const std::string reason =
        sayCount(found.phases, "{2} is a convolution with {1} phase, whose codes are put side by side",
                 "{2} is a convolution with {1} phases, whose codes are put side by side", node.label());
    return Applied{Writer(view, found).written(removed), std::move(nodes), reason};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule",
                            "Transposed convolution between codes as a convolution, which multiplies integers"),
    .match = match,
    .before = "DequantizeLinear -> ConvTranspose -> QuantizeLinear",
    .after = "DequantizeLinear -> Conv -> QuantizeLinear -> DepthToSpace",
    .changesQuantizedValues = true,
    .roots = {"ConvTranspose"},
};

} // namespace edgewright::fusion::qdq_transposed_to_conv
