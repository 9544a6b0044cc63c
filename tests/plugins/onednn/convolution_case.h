// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions of any shape, as a back end and as the executor see them.
#pragma once

#include "core/exec/executor.h"
#include "core/ir/builder.h"
#include "core/kernels/backend_interface.h"
#include "core/ops/infer.h"
#include "tests/support/one_group.h"

#include <algorithm>
#include <array>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace edgewright::test {

using ir::DataType;
using ir::Dims;

inline const ir::Opsets ConvolutionOpsets{{"", 18}};

inline std::int64_t pick(std::mt19937& engine, std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(engine() % static_cast<unsigned>(high - low + 1));
}

inline ir::Tensor randomTensor(std::mt19937& engine, Dims dims) {
    auto tensor = ir::Tensor::allocate(DataType::Float32, std::move(dims));
    for (float& each : tensor->as<float>())
        each = static_cast<float>(engine() >> 8) / static_cast<float>(1u << 23) - 1.0f;
    return std::move(tensor).value();
}

struct Shape {
    std::size_t axes = 2;
    std::int64_t batch = 1, groups = 1, inPerGroup = 1, outPerGroup = 1;
    std::array<std::int64_t, 3> in{}, kernel{}, stride{1, 1, 1}, dilation{1, 1, 1}, padBegin{}, padEnd{};
    bool bias = true;

    std::int64_t inChannels() const { return groups * inPerGroup; }
    std::int64_t outChannels() const { return groups * outPerGroup; }
    std::int64_t out(std::size_t i) const {
        return (in[i] + padBegin[i] + padEnd[i] - dilation[i] * (kernel[i] - 1) - 1) / stride[i] + 1;
    }
    std::string text() const {
        std::string result = std::to_string(batch) + "x" + std::to_string(inChannels()) + "->" +
                             std::to_string(outChannels()) + " groups " + std::to_string(groups);
        for (std::size_t i = 0; i < axes; ++i)
            result += " | " + std::to_string(in[i]) + " kernel " + std::to_string(kernel[i]) + " stride " +
                      std::to_string(stride[i]) + " dilation " + std::to_string(dilation[i]) + " pads " +
                      std::to_string(padBegin[i]) + "," + std::to_string(padEnd[i]);
        return result;
    }
    kernels::BackendConvolution convolution(const float* weights, int threads) const {
        kernels::BackendConvolution c{};
        for (kernels::BackendAxis& axis : c.axes)
            axis = {1, 1, 1, 1, 1, 0};
        for (std::size_t i = 0; i < axes; ++i)
            c.axes[3 - axes + i] = {in[i], out(i), kernel[i], stride[i], dilation[i], padBegin[i]};
        c.batch = batch;
        c.inChannels = inChannels();
        c.outChannels = outChannels();
        c.groups = groups;
        c.weights = weights;
        c.bias = bias;
        c.threads = threads;
        return c;
    }
};

// Square 2-D, padded so that stride 1 keeps the extent.
inline Shape square(std::int64_t inChannels, std::int64_t outChannels, std::int64_t extent, std::int64_t kernel,
                    std::int64_t stride = 1, std::int64_t groups = 1) {
    Shape s;
    s.groups = groups;
    s.inPerGroup = inChannels / groups;
    s.outPerGroup = outChannels / groups;
    for (std::size_t i = 0; i < 2; ++i) {
        s.in[i] = extent;
        s.kernel[i] = kernel;
        s.stride[i] = stride;
        s.padBegin[i] = s.padEnd[i] = kernel / 2;
    }
    return s;
}

inline Shape randomShape(std::mt19937& engine) {
    Shape s;
    s.axes = static_cast<std::size_t>(pick(engine, 1, 3));
    s.batch = pick(engine, 1, 2);
    switch (engine() % 4) {
    case 0: // depthwise, sometimes with a multiplier
        s.groups = pick(engine, 2, 40);
        s.outPerGroup = engine() % 4 == 0 ? 2 : 1;
        break;
    case 1:
        s.groups = pick(engine, 2, 4);
        [[fallthrough]];
    default:
        s.inPerGroup = pick(engine, 1, 40);
        s.outPerGroup = pick(engine, 1, 40);
    }
    s.bias = engine() % 3 != 0;
    for (std::size_t i = 0; i < s.axes; ++i) {
        s.kernel[i] = pick(engine, 1, 4);
        s.stride[i] = pick(engine, 1, 3);
        s.dilation[i] = pick(engine, 1, 3);
        const std::int64_t reach = s.dilation[i] * (s.kernel[i] - 1) + 1;
        s.in[i] = reach + pick(engine, 0, s.axes == 3 ? 4 : s.axes == 2 ? 14 : 60);
        s.padBegin[i] = pick(engine, 0, reach);
        s.padEnd[i] = pick(engine, 0, reach);
    }
    return s;
}

struct Operands {
    ir::Tensor x, weights, bias;

    Operands(const Shape& s, std::mt19937& engine) {
        Dims input{s.batch, s.inChannels()}, filters{s.outChannels(), s.inPerGroup};
        for (std::size_t i = 0; i < s.axes; ++i) {
            input.push_back(s.in[i]);
            filters.push_back(s.kernel[i]);
        }
        x = randomTensor(engine, input);
        weights = randomTensor(engine, filters);
        bias = randomTensor(engine, {s.outChannels()});
    }
};

// The nodes that follow the convolution.
using Tail = std::function<ValueId(ir::GraphBuilder&, ValueId made, ValueId residual)>;

struct Model {
    ir::Graph graph;
    ir::Feeds feeds;

    Model(const Shape& s, const Operands& operands, const Tail& tail, std::mt19937& engine) {
        ir::GraphBuilder b;
        std::vector<std::int64_t> stride, dilation, pads;
        Dims out{s.batch, s.outChannels()};
        for (std::size_t i = 0; i < s.axes; ++i) {
            stride.push_back(s.stride[i]);
            dilation.push_back(s.dilation[i]);
            pads.push_back(s.padBegin[i]);
            out.push_back(s.out(i));
        }
        for (std::size_t i = 0; i < s.axes; ++i)
            pads.push_back(s.padEnd[i]);
        const ValueId x = b.input("x", operands.x.type());
        feeds.emplace(x, operands.x);
        ValueId residual;
        if (tail) {
            residual = b.input("residual", {DataType::Float32, out});
            feeds.emplace(residual, randomTensor(engine, out));
        }
        std::vector<ValueId> inputs{x, b.constant("w", operands.weights)};
        if (s.bias) inputs.push_back(b.constant("bias", operands.bias));
        const ValueId made =
            b.node("Conv", inputs,
                   {{"group", s.groups}, {"strides", stride}, {"dilations", dilation}, {"pads", pads}});
        b.output(tail ? tail(b, made, residual) : made);
        const ir::Graph body = ops::inferTypes(b.graph(), ConvolutionOpsets).graph;
        graph = tail ? asOneGroup(body) : body;
    }

    Result<ir::Tensor> run(const char* backend, int threads = 1) const {
        exec::RunOptions options;
        options.backend = backend;
        options.threads = threads;
        ir::Feeds byPlace; // a group's graph numbers its inputs anew, in the same order
        std::size_t i = 0;
        std::vector<ValueId> ids;
        for (const auto& [id, tensor] : feeds)
            ids.push_back(id);
        std::ranges::sort(ids, {}, [](ValueId id) { return id.index(); });
        for (const ValueId id : ids)
            byPlace.emplace(graph.inputs[i++], feeds.at(id));
        auto result = exec::run(graph, ConvolutionOpsets, byPlace, options);
        if (!result) return std::move(result).error();
        return result->outputs[0];
    }
};

} // namespace edgewright::test
