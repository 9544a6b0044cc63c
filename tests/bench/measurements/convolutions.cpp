// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions in float32 by each algorithm, and which of them the rule takes.
#include "core/exec/program.h"
#include "core/ir/builder.h"
#include "core/ops/convolution/algorithm_choice.h"
#include "core/ops/infer.h"
#include "tests/bench/measurement.h"
#include "tests/bench/timing.h"

#include <array>
#include <optional>

namespace edgewright::bench {

namespace {

using kernels::ConvolutionAlgorithm;

struct Layer {
    std::int64_t in, out, kernel, stride, height, width;
    std::int64_t dilation = 1;
    bool alongWidth = false; // the filter is 1 x kernel

    std::int64_t pad() const { return dilation * (kernel - 1) / 2; }
    std::int64_t filterHeight() const { return alongWidth ? 1 : kernel; }
    double macs() const {
        const std::int64_t rows = alongWidth ? height : (height - 1) / stride + 1;
        return static_cast<double>(in * out * filterHeight() * kernel * rows * ((width - 1) / stride + 1));
    }
    std::string name() const {
        std::string text = std::to_string(filterHeight()) + "x" + std::to_string(kernel);
        text += " " + std::to_string(in) + "->" + std::to_string(out) + " @" + std::to_string(height) + "x" +
                std::to_string(width);
        if (stride > 1) text += " /" + std::to_string(stride);
        if (dilation > 1) text += " *" + std::to_string(dilation);
        return text;
    }
};

// Of real networks: detection, segmentation, style transfer, super resolution, speech.
constexpr Layer Layers[] = {
    {3, 16, 3, 2, 224, 224},          {3, 64, 7, 2, 224, 224},          {3, 32, 9, 1, 224, 224},
    {32, 3, 9, 1, 224, 224},          {1, 64, 5, 1, 224, 224},          {64, 64, 3, 1, 224, 224},
    {16, 16, 3, 1, 224, 224},         {8, 8, 3, 1, 160, 160},           {32, 32, 3, 1, 112, 112},
    {64, 64, 3, 1, 56, 56},           {128, 128, 3, 1, 56, 56},         {128, 128, 3, 1, 28, 28},
    {256, 256, 3, 1, 14, 14},         {512, 512, 3, 1, 7, 7},           {64, 64, 3, 2, 56, 56},
    {32, 4, 3, 1, 112, 112},          {32, 9, 3, 1, 224, 224},          {16, 64, 3, 1, 55, 55},
    {48, 48, 3, 1, 20, 20},           {16, 32, 3, 1, 12, 20},           {64, 64, 3, 1, 10, 10},
    {16, 16, 3, 1, 32, 32},           {32, 64, 3, 1, 16, 80},           {16, 8, 1, 1, 256, 448},
    {16, 16, 1, 1, 160, 160},         {24, 24, 1, 1, 104, 104},         {32, 32, 1, 1, 112, 112},
    {64, 64, 1, 1, 56, 56},           {64, 64, 5, 1, 28, 28},           {32, 32, 3, 1, 56, 56, 2},
    {64, 64, 3, 1, 1, 1000, 1, true}, {16, 32, 9, 1, 1, 2000, 1, true},
};

ir::Tensor noise(ir::Dims dims) {
    ir::Tensor tensor = ir::Tensor::allocate(ir::DataType::Float32, std::move(dims)).value();
    std::uint32_t state = 1;
    for (float& each : tensor.as<float>())
        each = static_cast<float>((state = state * 1664525u + 1013904223u) >> 8) / 8388608.0f - 1.0f;
    return tensor;
}

ir::Graph graphOf(const Layer& layer) {
    ir::GraphBuilder builder;
    const ValueId x = builder.input(
        "x", ir::TensorType(ir::DataType::Float32, ir::Dims{1, layer.in, layer.height, layer.width}));
    const std::int64_t pad = layer.pad(), padTop = layer.alongWidth ? 0 : pad;
    builder.output(builder.node(
        "Conv", {x, builder.constant("w", noise({layer.out, layer.in, layer.filterHeight(), layer.kernel}))},
        {{"pads", std::vector<std::int64_t>{padTop, pad, padTop, pad}},
         {"strides", std::vector<std::int64_t>{layer.alongWidth ? 1 : layer.stride, layer.stride}},
         {"dilations", std::vector<std::int64_t>{layer.alongWidth ? 1 : layer.dilation, layer.dilation}}}));
    return builder.take();
}

constexpr std::array Algorithms{ConvolutionAlgorithm::Direct, ConvolutionAlgorithm::Im2col,
                                ConvolutionAlgorithm::Winograd};

// By algorithm; empty where another one would run.
using Times = std::array<std::optional<Fastest>, Algorithms.size()>;

Result<Times> measure(const Session& session, const ir::Graph& graph, const ir::Opsets& opsets) {
    const ir::Feeds feeds{{graph.inputs.front(), noise(*graph.value(graph.inputs.front()).type.dims())}};
    std::array<exec::RunOptions, Algorithms.size()> options;
    Times times;
    std::vector<exec::Program> programs;
    for (std::size_t i = 0; i < Algorithms.size(); ++i) {
        options[i].algorithm = Algorithms[i];
        options[i].threads = session.threads;
        programs.emplace_back(graph, opsets);
        const auto choice = ops::algorithmOf(graph, graph.node(graph.order().front()), Algorithms[i]);
        if (choice && choice->algorithm == Algorithms[i]) times[i].emplace();
    }
    const Stopwatch watch;
    // In turn, so that they share what disturbs. The first run prepares the weights.
    for (int done = -1; !session.patience.enough(watch.elapsed().wall, done); ++done)
        for (std::size_t i = 0; i < Algorithms.size(); ++i) {
            if (!times[i]) continue;
            const Stopwatch one;
            auto result = programs[i].run(feeds, options[i]);
            const Sample sample = sampleOf(one, session.threads);
            if (!result) return std::move(result).error();
            if (done >= 0) times[i]->add(sample);
        }
    return times;
}

void run(Session& session) {
    Report& report = session.report;
    Table table(
        {"GMAC/s, " + session.threadsText(), "direct", "im2col", "winograd", "rule takes", "of the best"});
    Json& rows = report.figures()["layers"] = Json::array();
    std::vector<double> shares;
    for (const Layer& layer : Layers) {
        const ir::Opsets opsets{{"", 13}};
        const ops::Inferred inferred = ops::inferTypes(graphOf(layer), opsets);
        const auto times = measure(session, inferred.graph, opsets);
        if (!times) {
            report.line(layer.name() + ": " + times.error().message);
            continue;
        }
        const auto choice =
            ops::algorithmOf(inferred.graph, inferred.graph.node(inferred.graph.order().front()));
        std::vector<std::string> cells{layer.name()};
        Json row{{"layer", layer.name()}, {"rule", nameOf(choice->algorithm)}, {"reason", choice->reason}};
        double best = 0, taken = 0;
        for (std::size_t i = 0; i < Algorithms.size(); ++i) {
            const auto& time = (*times)[i];
            const double rate = time ? layer.macs() / time->best().cpu / 1e9 : 0;
            cells.push_back(time ? cli::fixed(rate, 1) : "");
            row[std::string(nameOf(Algorithms[i]))] = rate;
            best = std::max(best, rate);
            if (choice->algorithm == Algorithms[i]) taken = rate;
        }
        shares.push_back(taken / best);
        cells.push_back(std::string(nameOf(choice->algorithm)));
        cells.push_back(cli::fixed(taken / best, 2));
        table.add(std::move(cells));
        rows.push_back(std::move(row));
    }
    report.print(table);
    report.line("what the rule takes runs at " + cli::fixed(geometricMean(shares), 2) +
                " of the best rate, geometric mean");
    report.figures()["rule"] = geometricMean(shares);
}

} // namespace

extern const Measurement convolutions{"convolutions", "float32 convolutions, by algorithm", false, run};

} // namespace edgewright::bench
