// SPDX-License-Identifier: GPL-3.0-or-later
// Quantized convolutions as the executor runs them: unsigned activations, signed weights with a scale per
// channel.
#include "core/exec/program.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "tests/bench/measurement.h"
#include "tests/bench/timing.h"

namespace edgewright::bench {

namespace {

struct Layer {
    const char* name;
    std::int64_t in, out, kernel, extent;
    double operations() const {
        return 2.0 * static_cast<double>(in * out * kernel * kernel * extent * extent);
    }
};
constexpr Layer Layers[] = {{"3x3 64->64 @56", 64, 64, 3, 56}, {"1x1 256->64 @56", 256, 64, 1, 56}};

// Codes without a pattern that a cache or a predictor could know.
template <typename Code>
ir::Tensor codes(ir::Dims dims) {
    ir::Tensor tensor = ir::Tensor::allocate(ir::dataTypeOf<Code>(), std::move(dims)).value();
    std::uint32_t state = 1;
    for (Code& each : tensor.as<Code>())
        each = static_cast<Code>((state = state * 1664525u + 1013904223u) >> 24);
    return tensor;
}

ir::Graph graphOf(const Layer& layer) {
    const auto channels = static_cast<std::size_t>(layer.out);
    const std::vector<float> scales(channels, 0.01f);
    ir::GraphBuilder builder;
    const ir::Dims extents{1, layer.in, layer.extent, layer.extent};
    const ValueId x = builder.input("x", ir::TensorType(ir::DataType::UInt8, extents));
    const std::int64_t pad = layer.kernel / 2;
    builder.output(builder.node(
        "QLinearConv",
        {x, builder.constant("x_scale", ir::Tensor::scalar(0.02f)),
         builder.constant("x_zero", ir::Tensor::scalar(std::uint8_t(128))),
         builder.constant("w", codes<std::int8_t>({layer.out, layer.in, layer.kernel, layer.kernel})),
         builder.constant("w_scale", ir::Tensor::of({layer.out}, scales)),
         builder.constant("w_zero", ir::Tensor::of({layer.out}, std::vector<std::int8_t>(channels, 0))),
         builder.constant("y_scale", ir::Tensor::scalar(0.5f)),
         builder.constant("y_zero", ir::Tensor::scalar(std::uint8_t(128))),
         builder.constant("bias", ir::Tensor::of({layer.out}, std::vector<std::int32_t>(channels, 7)))},
        {{"kernel_shape", std::vector<std::int64_t>{layer.kernel, layer.kernel}},
         {"pads", std::vector<std::int64_t>{pad, pad, pad, pad}}}));
    return builder.take();
}

Result<Fastest> measure(Session& session, const Layer& layer, kernels::Isa isa) {
    const ir::Opsets opsets{{"", 13}};
    const ops::Inferred inferred = ops::inferTypes(graphOf(layer), opsets);
    const ValueId x = inferred.graph.inputs.front();
    const exec::Feeds feeds{{x, codes<std::uint8_t>({1, layer.in, layer.extent, layer.extent})}};
    exec::Program program(inferred.graph, opsets);
    Fastest time;
    const Stopwatch watch;
    for (int done = -1; !session.patience.enough(watch.elapsed().wall, done); ++done) {
        session.roofs.refresh(isa, Arithmetic::Dot);
        const Stopwatch one;
        auto result = program.run(feeds, {});
        const Sample sample = one.elapsed();
        if (!result) return std::move(result).error();
        if (done >= 0) time.add(sample); // the first run prepares the weights
    }
    return time;
}

void run(Session& session) {
    const kernels::Isa before = kernels::isaInUse();
    Table table({"GOPS (% of peak)", Layers[0].name, Layers[1].name, "peak"});
    for (const kernels::Isa isa : kernels::available()) {
        kernels::useIsa(isa);
        std::vector<std::pair<double, Fastest>> rates;
        for (const Layer& layer : Layers) {
            const auto time = measure(session, layer, isa);
            if (!time) {
                session.report.line(std::string(layer.name) + ": " + time.error().message);
                kernels::useIsa(before);
                return;
            }
            rates.emplace_back(layer.operations() / time->best().cpu / 1e9, *time);
            session.roofs.seen(isa, Arithmetic::Dot, rates.back().first);
        }
        const double roof = session.roofs.roof(isa, Arithmetic::Dot);
        std::vector<std::string> cells{std::string(kernels::nameOf(isa))};
        Json row{{"peak", roof}};
        for (std::size_t i = 0; i < rates.size(); ++i) {
            const auto& [rate, time] = rates[i];
            cells.push_back(cli::fixed(rate, 0) + " (" + cli::fixed(100 * rate / roof, 0) + ")" +
                            (time.best().disturbed() ? "*" : ""));
            row[Layers[i].name] = {{"gops", rate}, {"share_of_peak", rate / roof}, {"time", timeJson(time)}};
        }
        cells.push_back(cli::fixed(roof, 0));
        table.add(std::move(cells));
        session.report.figures()[std::string(kernels::nameOf(isa))] = std::move(row);
    }
    kernels::useIsa(before);
    session.report.print(table);
}

} // namespace

extern const Measurement int8_convolution;
const Measurement int8_convolution{"int8_convolution", "QLinearConv, by instruction set", false, run};

} // namespace edgewright::bench
