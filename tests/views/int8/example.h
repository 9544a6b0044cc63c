// SPDX-License-Identifier: GPL-3.0-or-later
// A model with two layers and a study of the first, made by hand.
#pragma once

#include "core/ir/builder.h"
#include "core/pipeline/study.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>

namespace edgewright::views {

// Two convolutions, the second one feeding a Relu; constant weights.
struct Example {
    std::shared_ptr<pipeline::Analysis> analysis = std::make_shared<pipeline::Analysis>();
    NodeId first, second, relu;

    Example() {
        ir::GraphBuilder b;
        const ir::TensorType image(ir::DataType::Float32, ir::Dims{1, 1, 6, 8});
        const ValueId x = b.input("x", image);
        const ValueId w = b.constant("w", ir::Tensor::of<float>({1, 1, 1, 1}, {0.5f}));
        const ValueId a = b.value("a", image), c = b.value("c", image), y = b.value("y", image);
        first = b.nodeInto("Conv", {x, w}, {a});
        second = b.nodeInto("Conv", {a, w}, {c});
        relu = b.nodeInto("Relu", {c}, {y});
        b.output(y);
        auto typed = std::make_shared<pipeline::Typed>();
        typed->graph = std::make_shared<ir::Graph>(b.take());
        analysis->opened = std::make_shared<pipeline::Opened>();
        analysis->typed = typed;
        analysis->int8 = study(first, {1, 3, 6, 8});
    }

    // Errors rise from -0.08 to +0.08 through the elements; element 5 has exactly -0.1, the last one +0.1.
    static std::shared_ptr<quant::LayerStudy> study(NodeId node, ir::Dims dims, std::string op = "Conv") {
        auto s = std::make_shared<quant::LayerStudy>();
        s->node = node;
        s->op = std::move(op);
        s->name = "stem";
        s->reference = ir::Tensor::allocate(ir::DataType::Float32, dims).value();
        s->dequantized = ir::Tensor::allocate(ir::DataType::Float32, dims).value();
        s->error = ir::Tensor::allocate(ir::DataType::Float32, dims).value();
        const std::int64_t count = s->error.elements();
        for (std::int64_t i = 0; i < count; ++i) {
            const auto at = static_cast<std::size_t>(i);
            float error = -0.08f + 0.16f * static_cast<float>(i) / static_cast<float>(count);
            if (i == 5) error = -0.1f;
            if (i == count - 1) error = 0.1f;
            s->reference.as<float>()[at] = std::sin(static_cast<float>(i) * 0.37f) * 3;
            s->error.as<float>()[at] = error;
            s->dequantized.as<float>()[at] = s->reference.as<float>()[at] + error;
        }
        const quant::Range reference = quant::rangeOf(s->reference.as<float>());
        const quant::Range dequantized = quant::rangeOf(s->dequantized.as<float>());
        s->outputs = {std::min(reference.low, dequantized.low), std::max(reference.high, dequantized.high)};
        s->input = {0.01f, 128};
        s->output = {0.05f, 7};
        s->sqnrDb = 31.25;
        s->maxAbsError = 0.1;
        s->withinOneStep = 0.875;
        s->accumulatorBitsNeeded = 19;
        s->overflows = 0;
        s->channelSqnrDb.assign(static_cast<std::size_t>(dims.size() > 1 ? dims[1] : 1), 30.0);
        s->channelSqnrDb.back() = std::numeric_limits<double>::infinity();
        return s;
    }
};

} // namespace edgewright::views
