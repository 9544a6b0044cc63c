// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/processor/features.h"

#include "core/ops/convolution/algorithm_choice.h"
#include "core/ops/work.h"

#include <algorithm>
#include <map>
#include <span>

namespace edgewright::cost {

namespace {

using ops::Category;
using ops::NodeWork;
using ops::Place;

// Operators whose work the category does not tell.
const std::map<std::string_view, Feature> Kinds = [] {
    std::map<std::string_view, Feature> kinds;
    const auto add = [&](Feature feature, std::initializer_list<std::string_view> ops) {
        for (const std::string_view op : ops)
            kinds.emplace(op, feature);
    };
    add(Feature::Division, {"Div", "Sqrt", "Reciprocal", "Mod"});
    add(Feature::Power, {"Pow"});
    add(Feature::Function,
        {"Exp",  "Log",  "Tanh",  "Sigmoid", "Erf",   "Gelu",     "Softplus", "Mish",     "Swish",
         "Sin",  "Cos",  "Tan",   "Elu",     "Selu",  "Celu",     "Sinh",     "Cosh",     "Asin",
         "Acos", "Atan", "Asinh", "Acosh",   "Atanh", "Softsign", "FastGelu", "BiasGelu", "QuickGelu"});
    add(Feature::Softmax, {"Softmax", "LogSoftmax", "Hardmax"});
    add(Feature::Simple, {"BatchNormalization"}); // whose statistics are known: a factor and a sum
    add(Feature::Normalise,
        {"LayerNormalization", "InstanceNormalization", "GroupNormalization", "LRN", "RMSNormalization",
         "LpNormalization", "MeanVarianceNormalization", "SkipLayerNormalization", "EmbedLayerNormalization"});
    add(Feature::Copy, {"Gather", "Concat", "Slice", "Split", "Expand", "Tile", "Identity", "CenterCropPad"});
    add(Feature::Index, {"GatherElements", "GatherND", "Scatter", "ScatterElements", "ScatterND", "OneHot",
                         "TensorScatter", "NonZero", "Compress", "Unique"});
    add(Feature::Interpolate, {"Resize", "Upsample", "GridSample", "AffineGrid", "RoiAlign"});
    return kinds;
}();

// The last axis stays the last: whole rows move.
bool movesRows(const NodeWork& work) {
    constexpr std::int64_t ShortestRow = 8;
    const std::vector<std::int64_t> order = work.node->ints("perm");
    const auto dims = work.inputs.empty() ? std::nullopt : work.inputs.front().dims();
    return dims && !dims->empty() && dims->back() >= ShortestRow && !order.empty() &&
           order.back() == static_cast<std::int64_t>(dims->size()) - 1;
}

Feature kindOf(const NodeWork& work) {
    if (work.node->is("Transpose")) return movesRows(work) ? Feature::Copy : Feature::Scatter;
    if (work.node->is("Pad")) // reflected and repeated edges go element by element
        return work.node->stringOr("mode", "constant") == "constant" ? Feature::Copy : Feature::Index;
    if (const auto known = Kinds.find(work.node->op); known != Kinds.end()) return known->second;
    switch (work.op ? work.op->category : Category::Unknown) {
    case Category::Activation:
    case Category::ElementWise:
        return Feature::Simple;
    case Category::Pooling:
        return work.node->ints("kernel_shape").empty() ? Feature::Reduce : Feature::Pool;
    case Category::DataMovement:
        return Feature::Scatter;
    case Category::Quantization:
        return Feature::Quantise;
    case Category::Normalisation:
        return Feature::Normalise;
    case Category::ControlFlow:
        return Feature::Step;
    case Category::Compute:
    case Category::Unknown:
        break;
    }
    return Feature::Other;
}

bool isElementWise(Feature kind) {
    return kind == Feature::Simple || kind == Feature::Division || kind == Feature::Function ||
           kind == Feature::Power;
}

double operandsOf(const ir::Node& node) {
    const auto isThere = [](ValueId id) { return id.valid(); };
    return static_cast<double>(std::ranges::count_if(node.inputs, isThere) +
                               std::ranges::count_if(node.outputs, isThere));
}

bool isRecurrence(const ir::Node& node) { return node.op == "LSTM" || node.op == "GRU" || node.op == "RNN"; }

double elementsOf(const ir::TensorType& type) { return static_cast<double>(type.elements().value_or(0)); }
double bytesOf(const ir::TensorType& type) { return static_cast<double>(type.bytes().value_or(0)); }

double elementsOf(std::span<const std::int64_t> dims) {
    double elements = 1;
    for (const std::int64_t extent : dims)
        elements *= static_cast<double>(extent);
    return elements;
}

// What softmax and norms go through as one: an axis, all from an axis on, or a plane or group of them.
double rowsOf(const NodeWork& work) {
    const auto known = work.inputs.empty() ? std::nullopt : work.inputs.front().dims();
    if (!known || known->empty()) return 1;
    const std::span<const std::int64_t> dims = *known;
    const ir::Node& node = *work.node;
    const double images = static_cast<double>(dims.front());
    if (node.is("InstanceNormalization")) return elementsOf(dims.first(std::min<std::size_t>(2, dims.size())));
    if (node.is("GroupNormalization")) return images * static_cast<double>(node.intOr("num_groups", 1));
    if (node.op == "GroupNorm") return images * static_cast<double>(node.intOr("groups", 1));
    const auto rank = static_cast<std::int64_t>(dims.size());
    const std::int64_t axis = node.intOr("axis", -1);
    const auto split =
        static_cast<std::size_t>(std::clamp<std::int64_t>(axis < 0 ? axis + rank : axis, 0, rank - 1));
    if (node.is("LayerNormalization") || node.is("RMSNormalization")) return elementsOf(dims.first(split));
    const auto extent = static_cast<double>(dims[split]);
    return extent > 0 ? elementsOf(dims) / extent : 0;
}

double roundedUp(std::int64_t extent, std::int64_t to) {
    return static_cast<double>((extent + to - 1) / to) * static_cast<double>(to);
}

// How a runtime goes through what a node holds.
enum class Runs { Alone, AsOneKernel, OneByOne };

// A product with what follows element by element, rows, and moves are one kernel each; two products, or one
// beside something else, and what is not computed in float32, are not.
Runs runsOf(const ir::Node& node, const ops::Work& work) {
    if (!node.body || node.domain != ir::FusedDomain) return Runs::Alone;
    std::size_t products = 0, others = 0;
    for (const NodeWork& each : work.nodes) {
        if (ops::isView(*each.node)) continue;
        const Feature kind = kindOf(each);
        if (!each.products.empty())
            ++products;
        else if (!isElementWise(kind) && kind != Feature::Normalise)
            ++others;
        else if (!each.outputs.empty() && !ir::isFloating(each.outputs.front().dtype))
            return Runs::OneByOne;
    }
    return products > 1 || (products == 1 && others > 0) ? Runs::OneByOne : Runs::AsOneKernel;
}

class Count {
public:
    Count(Features& features, const Blocking& blocking, Runs runs)
        : m_features(features), m_blocking(blocking), m_runs(runs) {}

    void add(const NodeWork& work) {
        if (work.times == 0 || !work.op) return;
        m_times = static_cast<double>(work.times);
        const bool isView = ops::isView(*work.node);
        if (m_runs != Runs::AsOneKernel || !isView)
            add(m_runs == Runs::Alone         ? Feature::Call
                : m_runs == Runs::AsOneKernel ? Feature::Member
                                              : Feature::Stage,
                1);
        if (m_runs != Runs::AsOneKernel) add(Feature::Operand, operandsOf(*work.node));
        if (isView) return;
        const Feature kind = kindOf(work);
        addBytes(work);
        if (!work.products.empty())
            addProducts(work);
        else if (!work.problem) // else there are products, of extents that are not known
            addElements(work, kind);
    }

private:
    void add(Feature feature, double count) { m_features[feature] += count * m_times; }

    // A tensor that several inputs name is read once; of a table no more than is taken from it.
    void addBytes(const NodeWork& work) {
        const bool moves = work.op && work.op->category == Category::DataMovement;
        double written = 0;
        for (const ir::TensorType& type : work.outputs)
            written += bytesOf(type);
        const auto move = [&](double bytes, Place place) {
            const bool isFar = bytes > static_cast<double>(m_blocking.nearBytes);
            if (place == Place::Constant)
                add(isFar ? Feature::FarWeightBytes : Feature::WeightBytes, bytes);
            else if (place == Place::Memory)
                add(isFar ? Feature::FarBytes : Feature::NearBytes, bytes);
        };
        const std::vector<ValueId>& inputs = work.node->inputs;
        for (std::size_t i = 0; i < work.inputs.size(); ++i) {
            const auto here = inputs.begin() + static_cast<std::ptrdiff_t>(i);
            if (!here->valid() || std::find(inputs.begin(), here, *here) != here) continue;
            move(moves ? std::min(bytesOf(work.inputs[i]), written) : bytesOf(work.inputs[i]),
                 work.inputPlaces[i]);
        }
        for (std::size_t i = 0; i < work.outputs.size(); ++i)
            if (work.node->outputs[i].valid()) move(bytesOf(work.outputs[i]), work.outputPlaces[i]);
    }

    void addProducts(const NodeWork& work) {
        const ir::DataType type = work.inputs.empty() ? ir::DataType::Float32 : work.inputs.front().dtype;
        const bool integer = type == ir::DataType::Int8 || type == ir::DataType::UInt8;
        const bool transposed = work.node->op.starts_with("ConvTranspose");
        for (const ops::MatrixProduct& product : work.products) {
            const auto m = static_cast<double>(product.m), n = static_cast<double>(product.n),
                       k = static_cast<double>(product.k), count = static_cast<double>(product.count);
            const std::string_view part = product.part;
            if (part == "scores") {
                add(Feature::Softmax, m * n * count);
                add(Feature::Row, m * count);
            }
            const bool isStep = part == "recurrence" && isRecurrence(*work.node);
            if (isStep) {
                add(Feature::Step, count);
                add(Feature::FunctionInGroup, m * n * count); // of the gates
            }
            const bool depthwise = product.windows && product.windows->channels == 1 && product.n == 1;
            if (integer) add(Feature::Quantise, m * n * count);
            if (depthwise) {
                add(Feature::Depthwise, m * k * count);
                add(Feature::DepthwisePlane, m * count);
            } else if (integer) {
                add(Feature::Integer, m * n * k * count);
            } else if (transposed) {
                add(Feature::Transposed, m * n * k * count);
            } else if (!product.windows && (product.m == 1 || product.n == 1)) {
                add(Feature::Vector, m * n * k * count);
                if (!isStep) add(Feature::Batch, count);
            } else {
                // The output channels of a convolution are the rows of its product: m and n change places.
                const std::int64_t rows = product.windows ? product.n : product.m;
                const std::int64_t columns = product.windows ? product.m : product.n;
                const kernels::ConvolutionAlgorithm algorithm = algorithmOf(work);
                add(Feature::Batch, count);
                if (algorithm == kernels::ConvolutionAlgorithm::Winograd) {
                    addWinograd(product);
                    continue;
                }
                add(Feature::Product,
                    roundedUp(rows, m_blocking.rows) * roundedUp(columns, m_blocking.columns) * k * count);
                const bool isWindow =
                    product.windows && product.windows->high.filter * product.windows->wide.filter > 1;
                if (algorithm != kernels::ConvolutionAlgorithm::Direct) // which reads the planes as they are
                    add(isWindow ? Feature::Window : Feature::Pack, static_cast<double>(columns) * k * count);
            }
        }
    }

    static kernels::ConvolutionAlgorithm algorithmOf(const NodeWork& work) {
        if (work.inputs.size() < 2) return kernels::ConvolutionAlgorithm::Im2col;
        const auto choice = ops::algorithmOf(*work.node, work.inputs[0], work.inputs[1],
                                             work.inputPlaces[1] == Place::Constant);
        return choice ? choice->algorithm : kernels::ConvolutionAlgorithm::Im2col;
    }

    // F(4 x 4, 3 x 3): a product of 36 elements for each tile of 4 x 4 outputs.
    void addWinograd(const ops::MatrixProduct& product) {
        constexpr std::int64_t Outputs = 4, Elements = 36;
        const auto& [high, wide, channels] = *product.windows;
        const std::int64_t tiles = (high.out + Outputs - 1) / Outputs * ((wide.out + Outputs - 1) / Outputs);
        const double count = static_cast<double>(product.count), in = static_cast<double>(channels);
        add(Feature::Product,
            roundedUp(product.n, m_blocking.rows) * static_cast<double>(Elements * tiles) * in * count);
        add(Feature::Transform, static_cast<double>(tiles * (channels + product.n)) * count);
    }

    void addElements(const NodeWork& work, Feature kind) {
        double written = 0, read = 0;
        for (const ir::TensorType& type : work.outputs)
            written += elementsOf(type);
        for (const ir::TensorType& type : work.inputs)
            read = std::max(read, elementsOf(type));
        switch (kind) {
        case Feature::Simple:
            return add(m_runs == Runs::AsOneKernel ? Feature::SimpleInGroup : Feature::Simple, written);
        case Feature::Function:
            return add(m_runs == Runs::AsOneKernel ? Feature::FunctionInGroup : Feature::Function, written);
        case Feature::Normalise:
        case Feature::Softmax:
            add(Feature::Row, rowsOf(work));
            return add(kind, read);
        case Feature::Reduce:
            return add(kind, read);
        case Feature::Pool: {
            double window = 1;
            for (const std::int64_t extent : work.node->ints("kernel_shape"))
                window *= static_cast<double>(std::clamp<std::int64_t>(extent, 1, 1 << 20));
            add(Feature::Pooled, written);
            return add(Feature::Pool, written * window);
        }
        case Feature::Step:
            return add(kind, 1);
        case Feature::Other:
            return add(kind, std::max(written, read));
        default:
            return add(kind, written);
        }
    }

    Features& m_features;
    const Blocking& m_blocking;
    Runs m_runs;
    double m_times = 1; // executions of the operator in one run
};

} // namespace

Features featuresOf(const ir::Graph& graph, const ir::Node& node, const Blocking& blocking) {
    Features features;
    const ops::Work work = ops::workOf(graph, node);
    const Runs runs = runsOf(node, work);
    if (runs != Runs::Alone) { // the group itself
        features[Feature::Call] = 1;
        features[Feature::Operand] = operandsOf(node);
    }
    Count count(features, blocking, runs);
    for (const NodeWork& each : work.nodes)
        count.add(each);
    return features;
}

} // namespace edgewright::cost
