// SPDX-License-Identifier: GPL-3.0-or-later
// A libFuzzer target: bytes are read as a profile. Whatever they are, there is a trace that makes sense, which
// can be written and read again, or an error that says something.
#include "core/ir/builder.h"
#include "core/trace/device_use.h"
#include "core/trace/kernel_times.h"
#include "core/trace/match.h"
#include "core/trace/trace_file.h"
#include "tests/fuzz/sensible_trace.h"

#include <cmath>
#include <cstdint>
#include <sstream>
#include <string>

using namespace edgewright;
using test::require, test::requireSense;

namespace {

// x -> Conv "conv1" -> Relu "relu" -> Conv "conv2": names that the seeds have.
ir::Graph graph() {
    ir::GraphBuilder builder;
    const ir::TensorType type(ir::DataType::Float32, ir::Dims{1, 8});
    ValueId value = builder.input("x", type);
    for (const auto& [op, name] :
         {std::pair("Conv", "conv1"), std::pair("Relu", "relu"), std::pair("Conv", "conv2")}) {
        const ValueId out = builder.value(std::string(name) + "_out", type);
        builder.graph().node(builder.nodeInto(op, {value}, {out})).name = name;
        value = out;
    }
    builder.output(value);
    return builder.take();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const ir::Graph known = graph();
    std::istringstream stream(std::string(reinterpret_cast<const char*>(data), size));
    const auto read = trace::readTrace(stream, "profile.json");
    if (!read) {
        require(!read.error().message.empty());
        return 0;
    }
    requireSense(*read);
    const trace::Matches matches = trace::matchTo(*read, known);
    require(matches.spans.size() == read->spans.size() && matches.matched <= matches.operators);
    for (const trace::Match& match : matches.spans)
        for (const NodeId node : match.nodes)
            require(known.contains(node));
    const trace::GpuUse use = trace::gpuUse(*read);
    for (const trace::DeviceUse& each : use.devices)
        require(std::abs(each.span - each.busy - each.forLaunches - each.otherwise) <= 1e-9 * each.span);
    require(use.devices.empty() || !trace::sentences(use, *read).empty());
    std::size_t kernels = 0;
    for (const trace::KernelTimes& each : trace::kernelTimes(*read))
        kernels += each.count;
    require(kernels <= use.kernels);
    constexpr double LastRead = 1e10; // seconds: what begins later makes no sense to the reader
    std::istringstream written(trace::chromeText(*read));
    const auto again = trace::readTrace(written, "again.json");
    require(again.has_value() || read->end() >= LastRead);
    if (again) requireSense(*again);
    if (again && read->end() < LastRead) require(again->spans.size() == read->spans.size());
    return 0;
}
