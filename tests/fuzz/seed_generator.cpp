// SPDX-License-Identifier: GPL-3.0-or-later
// Writes what the fuzzers start from: small models of one or a few operators of each kind, the same as
// structures of bundles, and frames. All are well-formed.
#include "core/bundle/graph_bytes.h"
#include "core/ir/builder.h"
#include "core/onnx/export.h"
#include "core/protocol/messages.h"
#include "core/protocol/stage_frame.h"

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

using namespace edgewright;
using ir::DataType;
using ir::Dims;
using ir::Tensor;

namespace {

using Ints = std::vector<std::int64_t>;
using Floats = std::vector<float>;
using Build = std::function<void(ir::GraphBuilder&)>;

ValueId floats(ir::GraphBuilder& b, const char* name, Dims dims) {
    return b.input(name, {DataType::Float32, dims});
}
ValueId ints(ir::GraphBuilder& b, const char* name, Ints values) {
    return b.constant(name, Tensor::of({static_cast<std::int64_t>(values.size())}, values));
}
ValueId weights(ir::GraphBuilder& b, const char* name, Dims dims) {
    Floats values;
    for (std::int64_t i = 0, count = *ir::TensorType(DataType::Int8, dims).elements(); i < count; ++i)
        values.push_back(static_cast<float>(i % 7) * 0.25f - 0.5f);
    return b.constant(name, Tensor::of(std::move(dims), values));
}
template <typename T>
ValueId scalar(ir::GraphBuilder& b, const char* name, T value) {
    return b.constant(name, Tensor::scalar(value));
}
std::shared_ptr<const ir::Graph> body(const Build& build) {
    ir::GraphBuilder inner("body");
    build(inner);
    return std::make_shared<const ir::Graph>(inner.take());
}

struct Seed {
    const char* name;
    std::int64_t opset;
    Build build;
};

const std::vector<Seed>& seeds() {
    static const std::vector<Seed> all{
        {"convolution", 13,
         [](auto& b) {
             const ValueId x = floats(b, "x", {1, 2, 5, 5});
             const ValueId y = b.node("Conv", {x, weights(b, "w", {2, 2, 3, 3}), weights(b, "bias", {2})},
                                      {{"pads", Ints{1, 1, 1, 1}}, {"strides", Ints{2, 2}}});
             b.output(b.node("MaxPool", {b.node("Relu", {y})}, {{"kernel_shape", Ints{2, 2}}}));
         }},
        {"transposed", 13,
         [](auto& b) {
             b.output(b.node("ConvTranspose", {floats(b, "x", {1, 2, 3, 3}), weights(b, "w", {2, 1, 2, 2})},
                             {{"strides", Ints{2, 2}}, {"output_padding", Ints{1, 1}}}));
         }},
        {"depthwise", 13,
         [](auto& b) {
             b.output(b.node("Conv", {floats(b, "x", {1, 4, 6, 6}), weights(b, "w", {4, 1, 3, 3})},
                             {{"group", std::int64_t(4)}, {"auto_pad", std::string("SAME_UPPER")}}));
         }},
        {"pools", 22,
         [](auto& b) {
             const ValueId x = floats(b, "x", {1, 1, 6, 6});
             b.output(b.node(
                 "AveragePool", {x},
                 {{"kernel_shape", Ints{3, 3}}, {"ceil_mode", std::int64_t(1)}, {"dilations", Ints{2, 1}}}));
             b.output(b.node("LpPool", {x}, {{"kernel_shape", Ints{2, 2}}}));
             b.output(b.node("GlobalAveragePool", {x}));
         }},
        {"products", 13,
         [](auto& b) {
             const ValueId x = floats(b, "x", {2, 3});
             const ValueId y = b.node("Gemm", {x, weights(b, "w", {4, 3}), weights(b, "c", {4})},
                                      {{"transB", std::int64_t(1)}, {"alpha", 0.5f}});
             b.output(b.node("MatMul", {y, weights(b, "v", {2, 4, 2})}));
             b.output(b.node("Einsum", {x, x}, {{"equation", std::string("ij,kj->ik")}}));
         }},
        {"normalised", 17,
         [](auto& b) {
             const ValueId x = floats(b, "x", {1, 4, 3});
             const ValueId y = b.node("LayerNormalization", {x, weights(b, "s", {3}), weights(b, "t", {3})});
             b.output(b.node("Softmax", {y}, {{"axis", std::int64_t(-1)}}));
             b.output(b.node("InstanceNormalization", {x, weights(b, "a", {4}), weights(b, "c", {4})}));
         }},
        {"recurrent", 14,
         [](auto& b) {
             const ValueId x = floats(b, "x", {3, 1, 2});
             const std::int64_t hidden = 2;
             const ValueId y = b.value("y");
             b.nodeInto("LSTM", {x, weights(b, "w", {1, 8, 2}), weights(b, "r", {1, 8, 2})}, {y},
                        {{"hidden_size", hidden}});
             b.output(y);
             const ValueId z = b.value("z");
             b.nodeInto("GRU", {x, weights(b, "v", {1, 6, 2}), weights(b, "q", {1, 6, 2})}, {z},
                        {{"hidden_size", hidden}, {"linear_before_reset", std::int64_t(1)}});
             b.output(z);
         }},
        {"arithmetic", 14,
         [](auto& b) {
             const ValueId x = floats(b, "x", {2, 1, 3});
             const ValueId y = b.node("Add", {x, weights(b, "w", {4, 1})});
             const ValueId z = b.node("Pow", {b.node("Sqrt", {b.node("Abs", {y})}), scalar(b, "two", 2.0f)});
             b.output(b.node("Where", {b.node("Greater", {y, z}), y, b.node("Div", {z, y})}));
         }},
        {"integers", 18,
         [](auto& b) {
             const ValueId x = b.input("x", {DataType::Int32, Dims{4}});
             const ValueId y = b.constant("y", Tensor::of<std::int32_t>({4}, {3, -2, 1, 7}));
             b.output(b.node("Mod", {b.node("Mul", {x, y}), y}));
             b.output(b.node("Div", {x, y}));
             b.output(b.node("BitwiseXor", {x, y}));
             b.output(b.node("Cast", {x}, {{"to", std::int64_t(10)}}));
         }},
        {"shapes", 13,
         [](auto& b) {
             const ValueId x = b.input("x", {DataType::Float32, {ir::Dim::named("batch"), ir::Dim(6)}});
             const ValueId shape = b.node("Shape", {x});
             const ValueId batch = b.node("Gather", {shape, ints(b, "zero", {0})});
             const ValueId wanted =
                 b.node("Concat", {batch, ints(b, "rest", {2, -1})}, {{"axis", std::int64_t(0)}});
             b.output(b.node("Transpose", {b.node("Reshape", {x, wanted})}, {{"perm", Ints{2, 0, 1}}}));
             b.output(
                 b.node("Expand", {b.node("Unsqueeze", {x, ints(b, "axis", {1})}), ints(b, "to", {1, 3, 6})}));
         }},
        {"slices", 13,
         [](auto& b) {
             const ValueId x = floats(b, "x", {4, 6});
             b.output(b.node("Slice", {x, ints(b, "starts", {3, 5}), ints(b, "ends", {-9, 0}),
                                       ints(b, "axes", {0, 1}), ints(b, "steps", {-2, -1})}));
             const ValueId left = b.value("left"), right = b.value("right");
             b.nodeInto("Split", {x, ints(b, "parts", {2, 4})}, {left, right}, {{"axis", std::int64_t(1)}});
             b.output(left);
             b.output(b.node("Tile", {right, ints(b, "repeats", {2, 1})}));
         }},
        {"gathers", 16,
         [](auto& b) {
             const ValueId x = floats(b, "x", {3, 4});
             b.output(b.node("Gather", {x, ints(b, "rows", {2, -1, 0})}));
             b.output(b.node("GatherElements",
                             {x, b.constant("each", Tensor::of<std::int64_t>({1, 4}, {0, 1, 2, 0}))}));
             const ValueId at = b.constant("at", Tensor::of<std::int64_t>({2, 2}, {0, 1, 2, 3}));
             b.output(b.node("GatherND", {x, at}));
             b.output(
                 b.node("ScatterND", {x, at, weights(b, "updates", {2})}, {{"reduction", std::string("add")}}));
         }},
        {"resized", 19,
         [](auto& b) {
             const ValueId x = floats(b, "x", {1, 1, 3, 4});
             b.output(b.node("Resize",
                             {x, ValueId(), b.constant("scales", Tensor::of<float>({4}, {1, 1, 2, 0.5f}))},
                             {{"mode", std::string("linear")}}));
             b.output(b.node("Resize", {x, ValueId(), ValueId(), ints(b, "sizes", {1, 1, 2, 7})},
                             {{"mode", std::string("cubic")}, {"antialias", std::int64_t(1)}}));
         }},
        {"padded", 19,
         [](auto& b) {
             const ValueId x = floats(b, "x", {3, 4});
             b.output(b.node("Pad", {x, ints(b, "pads", {1, -1, 2, 0})}, {{"mode", std::string("reflect")}}));
             b.output(b.node("Pad", {x, ints(b, "more", {1, 2}), ValueId(), ints(b, "axes", {1})},
                             {{"mode", std::string("wrap")}}));
         }},
        {"reduced", 18,
         [](auto& b) {
             const ValueId x = floats(b, "x", {2, 3, 4});
             b.output(b.node("ReduceMean", {x, ints(b, "axes", {-1, 0})}, {{"keepdims", std::int64_t(0)}}));
             b.output(b.node("ReduceLogSumExp", {x}));
             b.output(b.node("ArgMax", {x}, {{"axis", std::int64_t(1)}}));
             b.output(
                 b.node("CumSum", {x, scalar(b, "axis", std::int64_t(2))}, {{"reverse", std::int64_t(1)}}));
         }},
        {"chosen", 13,
         [](auto& b) {
             const ValueId x = floats(b, "x", {3, 5});
             const ValueId top = b.value("top"), places = b.value("places");
             b.nodeInto("TopK", {x, ints(b, "k", {2})}, {top, places});
             b.output(top);
             b.output(b.node("OneHot", {places, scalar(b, "depth", std::int64_t(5)),
                                        b.constant("values", Tensor::of<float>({2}, {0, 1}))}));
             b.output(b.node("NonZero", {x}));
             b.output(b.node("Unique", {x}));
         }},
        {"boxes", 11,
         [](auto& b) {
             b.output(
                 b.node("NonMaxSuppression", {floats(b, "boxes", {1, 3, 4}), floats(b, "scores", {1, 1, 3}),
                                              scalar(b, "most", std::int64_t(2)), scalar(b, "iou", 0.5f)}));
             b.output(
                 b.node("RoiAlign",
                        {floats(b, "x", {1, 1, 4, 4}), floats(b, "rois", {2, 4}), ints(b, "batch", {0, 0})},
                        {{"output_height", std::int64_t(2)}, {"output_width", std::int64_t(2)}}));
         }},
        {"sampled", 20,
         [](auto& b) {
             b.output(b.node("GridSample", {floats(b, "x", {1, 1, 3, 3}), floats(b, "grid", {1, 2, 2, 2})},
                             {{"mode", std::string("cubic")}, {"padding_mode", std::string("reflection")}}));
             b.output(b.node("AffineGrid", {floats(b, "theta", {1, 2, 3}), ints(b, "size", {1, 1, 2, 3})}));
         }},
        {"quantized", 13,
         [](auto& b) {
             const ValueId scale = scalar(b, "scale", 0.1f), zero = scalar(b, "zero", std::uint8_t(128));
             const ValueId q = b.node("QuantizeLinear", {floats(b, "x", {1, 2, 3, 3}), scale, zero});
             const ValueId w =
                 b.constant("w", Tensor::of<std::int8_t>({1, 2, 2, 2}, {1, -2, 3, 4, 5, -6, 7, 8}));
             const ValueId y = b.node(
                 "QLinearConv", {q, scale, zero, w, scale, scalar(b, "none", std::int8_t(0)), scale, zero});
             b.output(b.node("DequantizeLinear", {y, scale, zero}));
             b.output(b.node("DynamicQuantizeLinear", {b.node("DequantizeLinear", {q, scale, zero})}));
         }},
        {"integer-products", 13,
         [](auto& b) {
             const ValueId x = b.input("x", {DataType::UInt8, Dims{2, 3}});
             const ValueId w = b.constant("w", Tensor::of<std::int8_t>({3, 2}, {1, -2, 3, 4, 5, -6}));
             b.output(b.node("MatMulInteger", {x, w, scalar(b, "zero", std::uint8_t(1))}));
         }},
        {"blocked", 21,
         [](auto& b) {
             const ValueId q = b.node("QuantizeLinear", {floats(b, "x", {4, 2}), weights(b, "scale", {2, 2})},
                                      {{"axis", std::int64_t(0)},
                                       {"block_size", std::int64_t(2)},
                                       {"output_dtype", std::int64_t(22)}});
             b.output(b.node("Cast", {q}, {{"to", std::int64_t(1)}}));
         }},
        {"branches", 13,
         [](auto& b) {
             const ValueId x = floats(b, "x", {2});
             const auto branch = [&](const char* op) {
                 return body([&](ir::GraphBuilder& inner) {
                     const ValueId outer = inner.value("x");
                     inner.graph().value(outer).outer = x;
                     inner.output(inner.node(op, {outer}));
                 });
             };
             const ValueId condition = b.input("condition", {DataType::Bool, Dims{}});
             b.output(
                 b.node("If", {condition}, {{"then_branch", branch("Neg")}, {"else_branch", branch("Exp")}}));
         }},
        {"loop", 13,
         [](auto& b) {
             const auto inner = body([](ir::GraphBuilder& i) {
                 i.input("i", {DataType::Int64, Dims{}});
                 const ValueId more = i.input("more", {DataType::Bool, Dims{}});
                 const ValueId sum = i.input("sum", {DataType::Float32, Dims{2}});
                 const ValueId next = i.node("Add", {sum, sum});
                 i.output(i.node("Identity", {more}));
                 i.output(next);
                 i.output(i.node("Neg", {next}));
             });
             const ValueId last = b.value("last"), each = b.value("each");
             b.nodeInto("Loop", {scalar(b, "trips", std::int64_t(3)), ValueId(), floats(b, "x", {2})},
                        {last, each}, {{"body", inner}});
             b.output(last);
             b.output(each);
         }},
        {"scan", 13,
         [](auto& b) {
             const auto inner = body([](ir::GraphBuilder& i) {
                 const ValueId sum = i.input("sum", {DataType::Float32, Dims{2}});
                 const ValueId row = i.input("row", {DataType::Float32, Dims{2}});
                 const ValueId next = i.node("Add", {sum, row});
                 i.output(next);
                 i.output(i.node("Mul", {next, row}));
             });
             const ValueId last = b.value("last"), each = b.value("each");
             b.nodeInto(
                 "Scan", {weights(b, "start", {2}), floats(b, "x", {3, 2})}, {last, each},
                 {{"body", inner}, {"num_scan_inputs", std::int64_t(1)}, {"scan_output_directions", Ints{1}}});
             b.output(last);
             b.output(each);
         }},
        {"sequence", 17,
         [](auto& b) {
             const ValueId x = floats(b, "x", {4, 2});
             const ValueId parts = b.node("SplitToSequence", {x, scalar(b, "part", std::int64_t(3))});
             const ValueId more = b.node("SequenceInsert", {parts, x, scalar(b, "at", std::int64_t(-1))});
             b.output(b.node("ConcatFromSequence", {more}, {{"axis", std::int64_t(0)}}));
             b.output(
                 b.node("SequenceAt", {b.node("SequenceErase", {more}), scalar(b, "first", std::int64_t(0))}));
         }},
        {"attention", 23,
         [](auto& b) {
             const ValueId q = floats(b, "q", {1, 2, 3, 4}), k = floats(b, "k", {1, 2, 5, 4}),
                           v = floats(b, "v", {1, 2, 5, 4});
             b.output(b.node("Attention", {q, k, v}, {{"is_causal", std::int64_t(1)}}));
             b.output(b.node("RMSNormalization", {q, weights(b, "s", {4})}));
         }},
        {"signal", 20,
         [](auto& b) {
             const ValueId x = floats(b, "x", {1, 16, 1});
             b.output(b.node("DFT", {x, ValueId(), scalar(b, "axis", std::int64_t(1))},
                             {{"onesided", std::int64_t(1)}}));
             b.output(b.node("STFT", {x, scalar(b, "step", std::int64_t(4)),
                                      b.node("HannWindow", {scalar(b, "size", std::int64_t(8))})}));
             b.output(b.node("MelWeightMatrix",
                             {scalar(b, "bins", std::int64_t(4)), scalar(b, "length", std::int64_t(16)),
                              scalar(b, "rate", std::int64_t(8000)), scalar(b, "low", 0.0f),
                              scalar(b, "high", 4000.0f)}));
         }},
        {"text", 20,
         [](auto& b) {
             const ValueId words = b.constant("words", Tensor::ofStrings({2}, {"a bc", "de"}));
             const ValueId parts = b.value("parts"), counts = b.value("counts");
             b.nodeInto("StringSplit", {words}, {parts, counts}, {{"delimiter", std::string(" ")}});
             b.output(b.node("StringConcat", {parts, parts}));
             b.output(b.node("RegexFullMatch", {words}, {{"pattern", std::string("[a-c ]+|d(e?)*")}}));
         }},
        {"random", 15,
         [](auto& b) {
             const ValueId x = floats(b, "x", {2, 3});
             b.output(b.node("RandomNormalLike", {x}, {{"seed", 3.0f}}));
             b.output(b.node("Bernoulli", {b.node("Sigmoid", {x})}));
         }},
        {"rearranged", 20,
         [](auto& b) {
             const ValueId x = floats(b, "x", {1, 4, 2, 2});
             b.output(b.node("SpaceToDepth", {b.node("DepthToSpace", {x}, {{"blocksize", std::int64_t(2)}})},
                             {{"blocksize", std::int64_t(2)}}));
             b.output(b.node("CenterCropPad", {x, ints(b, "to", {3, 1})}, {{"axes", Ints{2, 3}}}));
             b.output(b.node("Trilu", {x, scalar(b, "k", std::int64_t(1))}));
             b.output(b.node("ReverseSequence", {b.node("Reshape", {x, ints(b, "flat", {4, 4})}),
                                                 ints(b, "lengths", {1, 2, 3, 4})}));
         }},
    };
    return all;
}

void save(const std::filesystem::path& file, std::string_view bytes) {
    std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

// A bundle of one program without inputs, as its structure.
std::string structureOf(ir::Graph graph) {
    bundle::ByteWriter writer;
    bundle::DataList data;
    graph.inputs.clear();
    writer.putCount(0);
    writer.putCount(1);
    writer.put(std::string_view("program"));
    writer.putCount(0);
    bundle::writeGraph(writer, data, graph);
    writer.put(std::uint8_t(1));
    ir::ArenaPlan plan;
    plan.arenaBytes = 4096;
    for (std::size_t i = 0; i < graph.valueCount(); ++i)
        plan.places[ValueId(i)] = {static_cast<std::int64_t>(64 * (i % 32)), 64};
    bundle::writePlan(writer, plan, graph);
    writer.putCount(0);
    return {reinterpret_cast<const char*>(writer.bytes().data()), writer.bytes().size()};
}

std::string frameOf(protocol::Kind kind, const protocol::Content& content) {
    std::string bytes("EWF1");
    bytes += static_cast<char>(kind);
    bytes.append(3, '\0');
    const auto size = static_cast<std::uint32_t>(content.size());
    bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
    bytes.append(reinterpret_cast<const char*>(content.data()), content.size());
    return bytes;
}

void writeFrames(const std::filesystem::path& folder) {
    protocol::Welcome welcome;
    welcome.build = "0.1.0";
    welcome.machine = {"pi", "Cortex-A72", "aarch64", "Linux", "ondemand", 4, 4, 1 << 30, {{1, 32768, 1}}};
    welcome.features = {"asimd"};
    save(folder / "welcome", "Welcome!\n" + frameOf(protocol::Kind::Welcome, contentOf(welcome)));
    protocol::RunOrder order;
    order.variants = {{.name = "fusion", .choice = {.threads = 2}}};
    order.processors = {0, 1};
    save(folder / "run", frameOf(protocol::Kind::Run, contentOf(order)));
    protocol::RunState state;
    protocol::VariantRun run;
    run.blocks = {{0.5, 0.25}};
    run.profile = {{{0, 0.25, 0}, {1, 0.5, 0.25}}};
    run.profiledSeconds = {0.75};
    run.differences = {{0, 0, true, true, 0}};
    state.variants = {run};
    save(folder / "done",
         frameOf(protocol::Kind::Progress, contentOf(protocol::Progress{"waiting", 1, 2, state})) +
             frameOf(protocol::Kind::Done, contentOf(state)));
    const protocol::RoofOrder roofOrder{.threads = {1, 4}};
    measure::Roof roof;
    roof.isa = "neon";
    roof.machine = welcome.machine;
    roof.levelSource = measure::LevelSource::System;
    roof.threads = {{1, 10, 40, {{"L1", 32768, 16384, 20, 15, 18}, {"memory", 0, 1 << 27, 3, 2, 2.5}}}};
    roof.kernels = {{"gemm", "512x512x512", measure::Arithmetic::Float32, 1, 0.02, 134217728, 3145728}};
    roof.curve = {{8192, 20.5}, {16384, 19}};
    save(folder / "roof", frameOf(protocol::Kind::Roof, contentOf(roofOrder)) +
                              frameOf(protocol::Kind::Done, protocol::contentOf(roof)));
    protocol::StageOrder stageOrder{
        .variant = order.variants.front(), .processors = {0}, .format = protocol::LinkFormat::Half};
    const protocol::StageFrame frame{
        7, 0.25, {ir::Tensor::of<float>({2, 2}, {1, -2, 3, 4}), ir::Tensor::of<std::int64_t>({1}, {5})}};
    std::string frames = frameOf(protocol::Kind::Stage, contentOf(stageOrder));
    for (const protocol::LinkFormatInfo& each : protocol::LinkFormats) {
        protocol::Content content = *protocol::contentOf(frame, each.format);
        content.resize(content.size() - 4); // the fuzzer adds the checksum
        frames += frameOf(protocol::Kind::StageFrame, content);
    }
    save(folder / "stage", frames);
    const protocol::HopOrder hop{.place = {"192.0.2.7", 40123}, .key = stageOrder.digest};
    save(folder / "hop", frameOf(protocol::Kind::Listen, contentOf(hop)) +
                             frameOf(protocol::Kind::Listening, contentOf(hop.place)) +
                             frameOf(protocol::Kind::HopLost, contentOf(protocol::HopLost{true, "gone"})));
    save(folder / "failed",
         frameOf(protocol::Kind::Failed, contentOf(protocol::Failed{ErrorCode::BadInput, "why"})));
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: seed_generator FOLDER\n";
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    for (const char* each : {"seeds", "bundle_seeds", "frame_seeds"})
        std::filesystem::create_directories(folder / each);
    writeFrames(folder / "frame_seeds");
    for (const Seed& seed : seeds()) {
        ir::GraphBuilder builder(seed.name);
        seed.build(builder);
        ir::Model model;
        model.irVersion = 10;
        model.opsets = {{"", seed.opset}};
        model.graph = builder.take();
        save(folder / "bundle_seeds" / seed.name, structureOf(model.graph));
        const auto file = folder / "seeds" / (std::string(seed.name) + ".onnx");
        if (const auto written = onnx::exportModel(model, model.graph, file); !written) {
            std::cerr << seed.name << ": " << written.error().message << '\n';
            return 1;
        }
    }
    return 0;
}
