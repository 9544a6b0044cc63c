// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/link_fit.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/seconds_now.h"
#include "core/ir/builder.h"
#include "core/measure/statistics.h"

#include <algorithm>
#include <array>
#include <limits>

#include <ctime>

namespace edgewright::relay {

namespace {

constexpr std::array<std::int64_t, 4> Sizes{1 << 10, 1 << 14, 1 << 18, 1 << 22}; // bytes
constexpr int MinTrips = 5, MaxTrips = 50;
constexpr double SecondsOfSize = 0.4;

// A network that answers with what it was sent.
Result<StageProgram> echo(std::int64_t bytes, const std::filesystem::path& folder) {
    const ir::TensorType type(ir::DataType::Float32, ir::Dims{bytes / 4});
    ir::GraphBuilder builder("echo");
    const ValueId input = builder.input("sent", type);
    const ValueId output = builder.node("Identity", {input});
    builder.graph().value(output).type = type;
    builder.output(output);
    StageProgram program{.file = folder / ("echo-" + std::to_string(bytes) + ".bundle"),
                         .written = {},
                         .inputs = {input},
                         .outputs = {output}};
    bundle::Bundle one;
    ASSIGN_OR_RETURN(ir::Tensor zeros, ir::Tensor::allocate(type.dtype, *type.dims()));
    one.inputs.push_back(std::move(zeros));
    one.programs = {{"echo", std::make_shared<const ir::Graph>(builder.take()), {{"", 13}}, nullptr}};
    ASSIGN_OR_RETURN(program.written, bundle::write(one, program.file));
    return program;
}

// Of a processor, by this thread: it sends and receives.
double threadSeconds() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

Result<LinkPoint> measured(Channel& channel, std::int64_t bytes, const std::filesystem::path& folder,
                           const RunContext& run) {
    ASSIGN_OR_RETURN(const StageProgram program, echo(bytes, folder));
    RETURN_IF_ERROR(channel.begin(program, 1, run));
    ASSIGN_OR_RETURN(ir::Tensor numbers, ir::Tensor::allocate(ir::DataType::Float32, {bytes / 4}));
    for (std::size_t i = 0; i < numbers.as<float>().size(); ++i) // nothing that a link could make smaller
        numbers.as<float>()[i] = static_cast<float>((i * 2654435761u) % 1000003) * 1e-3f;
    std::vector<double> trips, work;
    const double end = secondsNow() + SecondsOfSize;
    for (int i = 0; i <= MaxTrips && (i <= MinTrips || secondsNow() < end); ++i) {
        const double before = secondsNow(), workBefore = threadSeconds();
        RETURN_IF_ERROR(
            channel.send({.number = static_cast<std::uint64_t>(i), .seconds = 0, .tensors = {numbers}}, run));
        ASSIGN_OR_RETURN(const protocol::StageFrame answer, channel.receive(run));
        if (answer.number != static_cast<std::uint64_t>(i))
            return badInput(say("it answers a frame that it was not sent"));
        if (i == 0) continue; // makes things ready
        trips.push_back(std::max(secondsNow() - before - answer.seconds, 0.0));
        work.push_back(threadSeconds() - workBefore);
    }
    RETURN_IF_ERROR(channel.end(run));
    std::ranges::sort(trips);
    std::ranges::sort(work);
    return LinkPoint{bytes, measure::quantile(trips, 0.5) / 2, measure::quantile(work, 0.5) / 2};
}

} // namespace

// Weights 1 / t²: minimises the sum of ((a + b n - t) / t)², its normal equations solved.
partition::Link fittedLink(std::span<const LinkPoint> points, double LinkPoint::*time) {
    double w = 0, wn = 0, wnn = 0, wt = 0, wnt = 0;
    for (const LinkPoint& each : points) {
        const auto n = static_cast<double>(each.bytes);
        const double seconds = each.*time;
        const double weight = seconds > 0 ? 1 / (seconds * seconds) : 0;
        w += weight;
        wn += weight * n;
        wnn += weight * n * n;
        wt += weight * seconds;
        wnt += weight * n * seconds;
    }
    const double determinant = w * wnn - wn * wn;
    double slope = determinant > 0 ? (w * wnt - wn * wt) / determinant : 0;
    double latency = determinant > 0 ? (wt - slope * wn) / w : 0;
    if (latency < 0 && wnn > 0) { // through the origin
        latency = 0;
        slope = wnt / wnn;
    }
    if (slope <= 0) {
        slope = 0;
        latency = w > 0 ? wt / w : 0;
    }
    return {latency, slope > 0 ? 1 / slope : std::numeric_limits<double>::infinity()};
}

Result<MeasuredLink> measuredLink(Channel& channel, const std::filesystem::path& folder,
                                  const RunContext& run) {
    MeasuredLink measured;
    for (const std::int64_t bytes : Sizes) {
        ASSIGN_OR_RETURN(const LinkPoint point, relay::measured(channel, bytes, folder, run));
        measured.points.push_back(point);
    }
    measured.link = fittedLink(measured.points);
    measured.hostWork = fittedLink(measured.points, &LinkPoint::hostSeconds);
    return measured;
}

} // namespace edgewright::relay
