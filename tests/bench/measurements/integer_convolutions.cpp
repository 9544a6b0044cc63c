// SPDX-License-Identifier: GPL-3.0-or-later
// Integer convolutions by each instruction set, beside the seven loops of their definition.
#include "core/exec/program.h"
#include "core/ir/builder.h"
#include "core/kernels/isa.h"
#include "core/ops/infer.h"
#include "tests/bench/measurement.h"
#include "tests/bench/seven_loops.h"

#include <algorithm>

namespace edgewright::bench {

namespace {

struct IntegerLayer {
    std::int64_t in, out, kernel, stride, extent;
    bool depthwise = false;

    PlainConvolution plain() const {
        return {.in = in,
                .out = out,
                .group = depthwise ? in : 1,
                .kernel = kernel,
                .stride = stride,
                .height = extent,
                .width = extent,
                .xZero = 117,
                .yZero = 96,
                .scale = 0.02f / static_cast<float>(kernel * kernel)};
    }
    double macs() const {
        const PlainConvolution c = plain();
        return static_cast<double>(out * (in / c.group) * kernel * kernel * c.outHeight() * c.outWidth());
    }
    std::string name() const {
        const std::string size = std::to_string(kernel);
        return size + "x" + size + " " + std::to_string(in) +
               (depthwise ? " depthwise" : "->" + std::to_string(out)) + " @" + std::to_string(extent) +
               (stride > 1 ? " /" + std::to_string(stride) : "");
    }
};

// Of classifiers and detectors: stems, blocks, projections, depthwise layers early and late.
constexpr IntegerLayer IntegerLayers[] = {
    {3, 32, 3, 2, 224},         {64, 64, 3, 1, 56},         {128, 128, 3, 1, 28},
    {256, 256, 3, 1, 14},       {64, 128, 3, 2, 56},        {16, 96, 1, 1, 112},
    {144, 24, 1, 1, 56},        {384, 64, 1, 1, 14},        {32, 32, 3, 1, 112, true},
    {96, 96, 3, 2, 112, true},  {192, 192, 3, 1, 28, true}, {384, 384, 3, 1, 14, true},
    {120, 120, 5, 1, 28, true}, {960, 960, 3, 1, 7, true},
};

template <typename T>
std::vector<T> codesFor(std::int64_t count, std::uint32_t seed) {
    std::vector<T> codes(static_cast<std::size_t>(count));
    for (T& each : codes)
        each = static_cast<T>((seed = seed * 1664525u + 1013904223u) >> 24);
    return codes;
}

ir::Graph graphFor(const PlainConvolution& c, const std::vector<std::int8_t>& weights) {
    ir::GraphBuilder builder;
    const auto scalar = [&](const char* name, float value) {
        return builder.constant(name, ir::Tensor::scalar(value));
    };
    const auto zero = [&](const char* name, auto value) {
        return builder.constant(name, ir::Tensor::scalar(value));
    };
    const ValueId x =
        builder.input("x", ir::TensorType(ir::DataType::UInt8, ir::Dims{1, c.in, c.height, c.width}));
    const std::int64_t pad = (c.kernel - 1) / 2;
    builder.output(builder.node(
        "QLinearConv",
        {x, scalar("x_scale", c.scale), zero("x_zero", static_cast<std::uint8_t>(c.xZero)),
         builder.constant("w",
                          ir::Tensor::of<std::int8_t>({c.out, c.in / c.group, c.kernel, c.kernel}, weights)),
         scalar("w_scale", 1), zero("w_zero", std::int8_t(0)), scalar("y_scale", 1),
         zero("y_zero", static_cast<std::uint8_t>(c.yZero))},
        {{"group", c.group},
         {"pads", std::vector<std::int64_t>{pad, pad, pad, pad}},
         {"strides", std::vector<std::int64_t>{c.stride, c.stride}}}));
    return builder.take();
}

// Of the seven loops, then of each instruction set that this processor has, in turns.
Result<std::vector<Fastest>> timesOf(const Session& session, const IntegerLayer& layer) {
    const PlainConvolution conv = layer.plain();
    const auto x = codesFor<std::uint8_t>(conv.in * conv.height * conv.width, 1);
    const auto weights =
        codesFor<std::int8_t>(conv.out * (conv.in / conv.group) * conv.kernel * conv.kernel, 2);
    const ir::Opsets opsets{{"", 13}};
    const ops::Inferred inferred = ops::inferTypes(graphFor(conv, weights), opsets);
    const ir::Feeds feeds{{inferred.graph.inputs.front(),
                           ir::Tensor::of<std::uint8_t>({1, conv.in, conv.height, conv.width}, x)}};
    const auto isas = kernels::available();
    std::vector<exec::Program> programs;
    for (std::size_t i = 0; i < isas.size(); ++i)
        programs.emplace_back(inferred.graph, opsets);
    std::vector<Fastest> times(1 + isas.size());
    const Stopwatch watch;
    for (int done = -1; done < 3 || !session.patience.enough(watch.elapsed().wall, done); ++done) {
        std::vector<std::uint8_t> expected;
        if (done < 2) { // takes long: twice is enough
            const Stopwatch plain;
            expected = convolvePlainly(conv, x, weights);
            times.front().add(sampleOf(plain, 1));
        }
        for (std::size_t i = 0; i < isas.size(); ++i) {
            kernels::useIsa(isas[i]);
            const Stopwatch one;
            const auto result = programs[i].run(feeds, {});
            const Sample sample = sampleOf(one, 1);
            if (!result) return result.error();
            if (done >= 0) times[1 + i].add(sample); // the first run packs the weights
            if (!expected.empty() && !std::ranges::equal(result->outputs.front().as<std::uint8_t>(), expected))
                return internalError(std::string(kernels::nameOf(isas[i])) + " gives other codes");
        }
    }
    return times;
}

void run(Session& session) {
    Report& report = session.report;
    const kernels::Isa before = kernels::isaInUse();
    const auto isas = kernels::available();
    std::vector<std::string> titles{"GMAC/s, 1 thread", "seven loops"};
    for (const kernels::Isa isa : isas)
        titles.emplace_back(kernels::nameOf(isa));
    for (const kernels::Isa isa : isas)
        titles.push_back(std::string(kernels::nameOf(isa)) + " / loops");
    Table table(titles);
    Json& rows = report.figures()["layers"] = Json::array();
    std::vector<std::vector<double>> ratios(isas.size());
    for (const IntegerLayer& layer : IntegerLayers) {
        report.progress(layer.name());
        const auto times = timesOf(session, layer);
        kernels::useIsa(before);
        if (!times) {
            report.line(layer.name() + ": " + times.error().message);
            continue;
        }
        const auto rate = [&](std::size_t i) { return layer.macs() / (*times)[i].best().cpu / 1e9; };
        std::vector<std::string> cells{layer.name(), cli::fixed(rate(0), 2)};
        Json row{{"layer", layer.name()}, {"seven_loops", rate(0)}};
        for (std::size_t i = 0; i < isas.size(); ++i) {
            cells.push_back(cli::fixed(rate(1 + i), 1));
            row[std::string(kernels::nameOf(isas[i]))] = rate(1 + i);
        }
        for (std::size_t i = 0; i < isas.size(); ++i) {
            ratios[i].push_back(rate(1 + i) / rate(0));
            cells.push_back(cli::fixed(ratios[i].back(), 1));
        }
        table.add(std::move(cells));
        rows.push_back(std::move(row));
    }
    report.print(table);
    for (std::size_t i = 0; i < isas.size(); ++i) {
        if (ratios[i].empty()) continue;
        const std::string name(kernels::nameOf(isas[i]));
        const double mean = geometricMean(ratios[i]), least = *std::ranges::min_element(ratios[i]);
        const std::string measured = cli::fixed(mean, 1) + ", least " + cli::fixed(least, 1);
        report.figures()["of_seven_loops"][name] = mean;
        if (isas[i] == kernels::Isa::Avx2)
            report.asked(
                "without VNNI, integer convolutions run at 25 x the speed of seven loops (geometric mean of " +
                    std::to_string(ratios[i].size()) + ")",
                mean >= 25, measured);
        else
            report.line(name + ": " + measured + " x the speed of seven loops");
    }
}

} // namespace

extern const Measurement integer_convolutions{"integer_convolutions",
                                              "integer convolutions beside seven plain loops", false, run};

} // namespace edgewright::bench
