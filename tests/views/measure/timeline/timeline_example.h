// SPDX-License-Identifier: GPL-3.0-or-later
// Made-up traces for the tests of the timeline.
#pragma once

#include "core/ir/builder.h"
#include "core/trace/track_names.h"
#include "views/measure/timeline/model/timeline_scene.h"

#include <memory>
#include <random>
#include <string>
#include <utility>

namespace edgewright::test {

// Names are added as they come.
class TraceMaker {
public:
    trace::Trace trace;

    TraceMaker() { trace.names.emplace_back(); }
    std::uint32_t name(const std::string& name) {
        for (std::uint32_t i = 0; i < trace.names.size(); ++i)
            if (trace.names[i] == name) return i;
        trace.names.push_back(name);
        return static_cast<std::uint32_t>(trace.names.size() - 1);
    }
    std::uint32_t track(const std::string& thread, const std::string& process = "1") {
        trace.tracks.push_back({process, trace::trackLabel(thread)});
        return static_cast<std::uint32_t>(trace.tracks.size() - 1);
    }
    std::uint32_t counter(const std::string& name) {
        trace.counterNames.push_back(trace::counterLabel(name));
        return static_cast<std::uint32_t>(trace.counterNames.size() - 1);
    }
    // Microseconds.
    void span(std::uint32_t track, const std::string& called, double start, double duration,
              const std::string& op = "") {
        trace.spans.push_back({name(called), name(op), track, 0, start * 1e-6, duration * 1e-6});
    }
    std::shared_ptr<const trace::Trace> share() const { return std::make_shared<const trace::Trace>(trace); }
};

// `count` spans on `tracks` threads, nested, overlapping, of no duration, of less, with equal starts; whole
// microseconds where `whole`.
inline trace::Trace randomTrace(std::size_t count, std::uint32_t tracks, std::uint32_t seed, bool whole) {
    std::mt19937 random(seed);
    TraceMaker maker;
    for (std::uint32_t i = 0; i < tracks; ++i)
        maker.track(std::to_string(i + 1));
    for (std::size_t i = 0; i < 24; ++i)
        maker.name("name " + std::to_string(i));
    const auto any = [&](double most) {
        const double value = std::uniform_real_distribution<double>(0, most)(random);
        return whole ? static_cast<double>(static_cast<int>(value)) : value;
    };
    for (std::size_t i = 0; i < count; ++i) {
        const double start = any(1000);
        double duration = any(random() % 4 == 0 ? 300 : 12);
        if (random() % 8 == 0) duration = 0;
        if (random() % 40 == 0) duration = -5;
        maker.trace.spans.push_back({1 + static_cast<std::uint32_t>(random() % 24), 0,
                                     static_cast<std::uint32_t>(random() % tracks), 0, start * 1e-6,
                                     duration * 1e-6});
    }
    return maker.trace;
}

// conv1 -> relu -> conv2, and its fused graph: conv1 and relu are one operator there.
struct TimelineExample {
    std::shared_ptr<const ir::Graph> original;
    std::shared_ptr<fusion::History> history = std::make_shared<fusion::History>();
    NodeId first, relu, last, fused;

    TimelineExample() {
        const ir::TensorType type(ir::DataType::Float32, ir::Dims{1, 8});
        ir::GraphBuilder builder;
        const auto node = [&](const char* op, const char* name, ValueId in) {
            const ValueId out = builder.value(std::string(name) + "_out", type);
            const NodeId id = builder.nodeInto(op, {in}, {out});
            builder.graph().node(id).name = name;
            return std::pair(id, out);
        };
        const auto [a, aOut] = node("Conv", "conv1", builder.input("x", type));
        const auto [b, bOut] = node("Relu", "relu", aOut);
        const auto [c, cOut] = node("Conv", "conv2", bOut);
        first = a;
        relu = b;
        last = c;
        builder.output(cOut);
        original = std::make_shared<const ir::Graph>(builder.graph());
        history->base = builder.graph();
        history->graph = builder.graph();
        history->graph.removeNode(first);
        history->graph.removeNode(relu);
        ir::Node group;
        group.op = "Conv";
        group.name = "conv1+relu";
        group.inputs = original->node(first).inputs;
        group.outputs = original->node(relu).outputs;
        group.origins = {first, relu};
        group.id = history->graph.nextNode();
        fused = group.id;
        history->graph.insertNode(std::move(group), 0);
        fusion::Step step;
        step.nodes = {first, relu};
        step.made = {fused};
        step.patch.removed = {first, relu};
        history->steps.push_back(std::move(step));
    }
    views::TimelineGraphs graphs() const { return {original, history}; }

    // The fused variant: 30 and 50 us, one behind the other.
    device::VariantRecord record() const {
        device::VariantRecord variant;
        variant.variant.name = "fusion";
        variant.variant.fusion = true;
        variant.operators = {{fused, "conv1+relu", "Conv", 30e-6, 0, 0, 0},
                             {last, "conv2", "Conv", 50e-6, 31e-6, 0, 0}};
        return variant;
    }
    // ONNX Runtime's way, `runs` runs of conv1 (40 us), relu (10 us), conv2 (45 us) 1 ms apart, behind a
    // session that took 2 ms; and an operator that nobody knows. Of three the second takes the median.
    std::shared_ptr<const trace::Trace> profile(int runs = 3) const {
        TraceMaker maker;
        maker.trace.tool = trace::Tool::OnnxRuntime;
        const std::uint32_t session = maker.track("1"), pool = maker.track("2");
        maker.span(session, "session_initialization", 0, 2000);
        for (int run = 0; run < runs; ++run) {
            const double begin = 2500 + 1000 * run, more = 2 - run % 3;
            maker.span(session, "model_run", begin - 20, 300);
            maker.span(session, "conv1_kernel_time", begin, 40, "Conv");
            maker.span(session, "relu_kernel_time", begin + 50, 10, "Relu");
            maker.span(session, "conv2_kernel_time", begin + 70, 45 + 4 * more, "Conv");
            maker.span(session, "stranger_kernel_time", begin + 130, 20, "Gelu");
            maker.span(pool, "worker", begin + 5, 20);
        }
        trace::arrange(maker.trace);
        return maker.share();
    }
};

} // namespace edgewright::test
