// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of com.microsoft by those of the standard that they come down to, and by values of ONNX
// Runtime 1.30.
#include "tests/core/ops/expect_same.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

namespace edgewright::microsoft_layers_test {

using namespace edgewright::test;
using ir::Tensor;

namespace {

constexpr const char* Microsoft = "com.microsoft";

Probe asked(const char* name) { return {name, 1, Microsoft}; }

Tensor floats(ir::Dims dims, const std::vector<float>& values) {
    return Tensor::of<float>(std::move(dims), values);
}

Tensor bytes(ir::Dims dims, const std::vector<std::uint8_t>& values) {
    return Tensor::of<std::uint8_t>(std::move(dims), values);
}

// scale * (code - zero) of each.
Tensor decoded(const Tensor& codes, float scale, int zero) {
    std::vector<float> values;
    for (std::int64_t i = 0; i < codes.elements(); ++i)
        values.push_back(scale * static_cast<float>(ir::elementAsInt64(codes, i) - zero));
    return floats(codes.dims(), values);
}

} // namespace

class MicrosoftLayersTest : public QObject {
    Q_OBJECT

    std::mt19937 m_engine{11};
    Tensor random(ir::Dims dims) { return randomTensor(m_engine, std::move(dims)); }

    // The same inputs and attributes to both.
    struct Renamed {
        const char *name, *standard;
        std::vector<Tensor> inputs;
        std::vector<std::pair<std::string, ir::AttributeValue>> attributes = {};
        std::size_t outputs = 1;
        const char* standardDomain = "";
    };
    static void compare(const Renamed& it) {
        Probe standard(it.standard, it.standardDomain[0] == 0 ? 22 : 1, it.standardDomain),
            other = asked(it.name);
        for (Probe* probe : {&standard, &other}) {
            for (const auto& [name, value] : it.attributes)
                probe->attribute(name, value);
            for (const Tensor& input : it.inputs)
                probe->input(input);
            probe->outputs(it.outputs);
        }
        const auto wanted = standard.run(), got = other.run();
        QVERIFY2(wanted && got, wanted ? got.text() : wanted.text());
        for (std::size_t i = 0; i < it.outputs; ++i)
            EXPECT_SAME(got[i], wanted[i]);
    }

private slots:
    void byAnotherName() {
        const auto ints = [](ir::Dims dims, std::vector<std::int64_t> values) {
            return Tensor::of<std::int64_t>(std::move(dims), values);
        };
        compare({"Trilu", "Trilu", {random({3, 4}), ints({}, {1})}, {{"upper", std::int64_t(0)}}});
        compare({"Range", "Range", {Tensor::scalar(1.0f), Tensor::scalar(4.0f), Tensor::scalar(0.5f)}});
        compare({"GatherND", "GatherND", {random({2, 3, 4}), ints({2, 2}, {0, 1, 1, 2})}});
        compare({"Pad", "Pad", {random({3, 4}), ints({4}, {1, 0, 1, 2})}, {{"mode", std::string("reflect")}}});
        compare({"GridSample", "GridSample", {random({1, 2, 5, 6}), random({1, 3, 4, 2})}});
        compare({"TorchEmbedding", "Gather", {random({5, 3}), ints({2}, {4, 0})}});
        const auto expanded =
            asked("ExpandDims").input(random({3, 4})).input(Tensor::scalar(std::int32_t(-1))).run();
        QVERIFY2(expanded, expanded.text());
        QCOMPARE(expanded[0].dims(), (ir::Dims{3, 4, 1}));
        const std::vector<std::pair<std::string, ir::AttributeValue>> turned{{"transA", std::int64_t(1)},
                                                                             {"alpha", 0.5f}};
        compare(
            {"TransposeMatMul", "FusedMatMul", {random({2, 3, 4}), random({2, 3, 5})}, turned, 1, Microsoft});
    }

    void uniqueAsTheyCome() {
        const auto out = asked("Unique").input(floats({8}, {3, 1, 3, 2, 2, 1, 5, 3})).outputs(3).run();
        QVERIFY2(out, out.text());
        EXPECT_SAME(out[0], floats({4}, {3, 1, 2, 5}));
        EXPECT_SAME(out[1], Tensor::of<std::int64_t>({8}, {0, 1, 0, 2, 2, 1, 3, 0}));
        EXPECT_SAME(out[2], Tensor::of<std::int64_t>({4}, {3, 2, 2, 1}));
    }

    void sums() {
        const auto x = floats({1, 2, 2}, {1, 2, 3, 4}), bias = floats({2}, {10, 20});
        const auto added = asked("BiasAdd").input(x).input(bias).input(x).run();
        QVERIFY2(added, added.text());
        EXPECT_SAME(added[0], floats({1, 2, 2}, {12, 24, 16, 28}));
        const auto split = asked("BiasSplitGelu").input(x).input(floats({2}, {1, -3})).run();
        QVERIFY2(split, split.text());
        const auto gelu = [](double v) { return v / 2 * (1 + std::erf(v / std::sqrt(2.0))); };
        QCOMPARE(split[0].dims(), (ir::Dims{1, 2, 1}));
        QVERIFY(close(at(split[0], {0, 0, 0}), 2 * gelu(-1)) && close(at(split[0], {0, 1, 0}), 4 * gelu(1)));
        QVERIFY(asked("BiasSplitGelu").input(floats({1, 3}, {1, 2, 3})).input(bias).run().error);
        const auto scores = random({2, 2, 3}), mask = random({2, 1, 3});
        const auto summed = Probe("Add", 14).input(scores).input(mask).run();
        const auto wanted = Probe("Softmax", 11).attribute("axis", std::int64_t(2)).input(summed[0]).run();
        const auto soft =
            asked("BiasSoftmax").attribute("axis", std::int64_t(2)).input(scores).input(mask).run();
        QVERIFY2(soft && wanted, soft.text());
        EXPECT_SAME(soft[0], wanted[0]);
    }

    void dropouts() {
        const auto x = floats({2, 2}, {1, 2, 3, 4}), bias = floats({2}, {10, 20});
        for (const char* name : {"BiasDropout", "BitmaskBiasDropout"}) {
            const auto out = asked(name).input(x).input(bias).input(x).outputs(2).run();
            QVERIFY2(out, out.text());
            EXPECT_SAME(out[0], floats({2, 2}, {12, 24, 16, 28}));
            QCOMPARE(out[1].type().text(),
                     std::string(name[1] == 'i' && name[2] == 'a' ? "bool[2,2]" : "uint32[1]"));
        }
        const auto plain = asked("BitmaskDropout").input(x).outputs(2).run();
        QVERIFY2(plain, plain.text());
        EXPECT_SAME(plain[0], x);
        QCOMPARE(plain[1].as<std::uint32_t>()[0], 0xffffffffU);
        const auto training = asked("BitmaskDropout")
                                  .input(x)
                                  .input(Tensor::scalar(0.5f))
                                  .input(Tensor::of<bool>({}, {true}))
                                  .run();
        QVERIFY(training.error && training.error->code == ErrorCode::Unsupported);
    }

    void groupNormOfASum() {
        const auto x = random({2, 2, 3, 4}), skip = random({2, 4}), bias = random({4});
        const auto scale = random({4}), shift = random({4});
        std::vector<float> sum;
        for (std::int64_t i = 0; i < x.elements(); ++i)
            sum.push_back(static_cast<float>(ir::elementAsDouble(x, i) +
                                             ir::elementAsDouble(skip, i / 24 * 4 + i % 4) +
                                             ir::elementAsDouble(bias, i % 4)));
        const auto total = floats(x.dims(), sum);
        const auto wanted = asked("GroupNorm")
                                .attribute("groups", std::int64_t(2))
                                .input(total)
                                .input(scale)
                                .input(shift)
                                .run();
        const auto got = asked("SkipGroupNorm")
                             .attribute("groups", std::int64_t(2))
                             .input(x)
                             .input(scale)
                             .input(shift)
                             .input(skip)
                             .input(bias)
                             .outputs(2)
                             .run();
        QVERIFY2(wanted && got, wanted ? got.text() : wanted.text());
        EXPECT_SAME(got[0], wanted[0]);
        EXPECT_SAME(got[1], total);
    }

    void productsWithActivations() {
        const auto a = random({3, 4}), b = random({4, 5}), bias = random({5});
        const auto product = Probe("MatMul", 13).input(a).input(b).run();
        const auto leaky = asked("FusedMatMulActivation")
                               .attribute("activation", std::string("LeakyRelu"))
                               .attribute("activation_alpha", 0.1f)
                               .input(a)
                               .input(b)
                               .run();
        QVERIFY2(leaky, leaky.text());
        EXPECT_SAME(leaky[0], Probe("LeakyRelu", 16).attribute("alpha", 0.1f).input(product[0]).run()[0]);
        for (const bool biased : {false, true}) {
            Probe probe = asked("GemmFastGelu").input(a).input(b);
            if (biased) probe.input(bias);
            const auto got = probe.run();
            QVERIFY2(got, got.text());
            Probe wanted = asked("FastGelu").input(product[0]);
            if (biased) wanted.input(bias);
            EXPECT_SAME(got[0], wanted.run()[0]);
        }
        QVERIFY(asked("GemmFastGelu").input(a).input(b).input(a).run().error);
        const auto wide = asked("MatMulInteger16")
                              .input(Tensor::of<std::int16_t>({1, 2}, {30000, -2}))
                              .input(Tensor::of<std::int16_t>({2, 1}, {30000, 7}))
                              .run();
        QVERIFY2(wide, wide.text());
        EXPECT_SAME(wide[0], Tensor::of<std::int32_t>({1, 1}, {899999986}));
    }

    void quantizedAttention() {
        std::vector<std::uint8_t> x, w;
        for (int i = 0; i < 2 * 3 * 4; ++i)
            x.push_back(static_cast<std::uint8_t>(i * 41 % 251));
        for (int i = 0; i < 4 * 12; ++i)
            w.push_back(static_cast<std::uint8_t>(90 + i * 29 % 83));
        const auto input = bytes({2, 3, 4}, x), weight = bytes({4, 12}, w);
        const auto bias = random({12}), past = random({2, 2, 2, 3, 2});
        const auto wanted = asked("Attention")
                                .attribute("num_heads", std::int64_t(2))
                                .attribute("unidirectional", std::int64_t(1))
                                .input(decoded(input, 0.02f, 128))
                                .input(decoded(weight, 0.01f, 125))
                                .input(bias)
                                .omitted()
                                .input(past)
                                .outputs(2)
                                .run();
        const auto got = asked("QAttention")
                             .attribute("num_heads", std::int64_t(2))
                             .attribute("unidirectional", std::int64_t(1))
                             .input(input)
                             .input(weight)
                             .input(bias)
                             .input(Tensor::scalar(0.02f))
                             .input(Tensor::scalar(0.01f))
                             .omitted()
                             .input(Tensor::scalar(std::uint8_t(128)))
                             .input(Tensor::scalar(std::uint8_t(125)))
                             .input(past)
                             .outputs(2)
                             .run();
        QVERIFY2(wanted && got, wanted ? got.text() : wanted.text());
        EXPECT_SAME(got[0], wanted[0]);
        EXPECT_SAME(got[1], wanted[1]);
    }

    void quantizedEmbedding() {
        const auto ids = Tensor::of<std::int32_t>({1, 2}, {1, 0}),
                   segments = Tensor::of<std::int32_t>({1, 2}, {0, 1});
        const std::vector<Tensor> codes{
            bytes({2, 2}, {101, 102, 103, 104}), bytes({2, 2}, {100, 100, 110, 120}),
            bytes({2, 2}, {100, 101, 100, 100}), bytes({2}, {101, 101}), bytes({2}, {100, 100})};
        Probe wanted = asked("EmbedLayerNormalization").input(ids).input(segments);
        Probe got = asked("QEmbedLayerNormalization").input(ids).input(segments);
        for (const Tensor& each : codes) {
            wanted.input(decoded(each, 0.5f, 100));
            got.input(each);
        }
        got.omitted();
        for (int i = 0; i < 5; ++i)
            got.input(Tensor::scalar(0.5f));
        for (int i = 0; i < 5; ++i)
            got.input(Tensor::scalar(std::uint8_t(100)));
        const auto a = wanted.outputs(2).run(), b = got.outputs(2).run();
        QVERIFY2(a && b, a ? b.text() : a.text());
        EXPECT_SAME(b[0], a[0]);
    }

    void chosenCodes() {
        const auto scalar = [](float value) { return Tensor::scalar(value); };
        const auto zero = [](int value) { return Tensor::scalar(static_cast<std::uint8_t>(value)); };
        const auto out = asked("QLinearWhere")
                             .input(Tensor::of<bool>({4}, {true, false, true, false}))
                             .input(bytes({4}, {100, 101, 255, 0}))
                             .input(scalar(0.02f))
                             .input(zero(100))
                             .input(bytes({1}, {40}))
                             .input(scalar(0.05f))
                             .input(zero(20))
                             .input(scalar(0.04f))
                             .input(zero(60))
                             .run();
        QVERIFY2(out, out.text());
        EXPECT_SAME(out[0], bytes({4}, {60, 85, 138, 85}));
    }

    void weightsOfBitsandbytes() {
        const auto product = [](std::int64_t type) {
            return asked("MatMulBnb4")
                .attribute("N", std::int64_t(2))
                .attribute("K", std::int64_t(16))
                .attribute("block_size", std::int64_t(16))
                .attribute("quant_type", type)
                .input(floats({1, 16}, {3, 1, 2, -1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2}))
                .input(bytes({16}, {0xf0, 0x7c, 0x19, 0xe3, 1, 2, 3, 4, 0x54, 0x98, 0xba, 0xdc, 5, 6, 7, 8}))
                .input(floats({2}, {2, 0.5f}))
                .run();
        };
        for (const auto& [type, first, second] :
             {std::tuple(0, 6.5104175, 0.1197917), std::tuple(1, -9.6659985, -1.5628951)}) {
            const auto out = product(type);
            QVERIFY2(out, out.text());
            QVERIFY(close(at(out[0], {0, 0}), first) && close(at(out[0], {0, 1}), second));
        }
    }

    void lstmOfCodes() {
        const auto codes = [](ir::Dims dims, std::vector<std::int8_t> values) {
            return Tensor::of<std::int8_t>(std::move(dims), values);
        };
        const auto out = asked("DynamicQuantizeLSTM")
                             .attribute("hidden_size", std::int64_t(1))
                             .input(floats({3, 1, 2}, {0.5f, -1, 0.25f, 0.75f, -0.3f, 0.1f}))
                             .input(codes({1, 2, 4}, {10, -20, 30, 40, 50, -60, 7, 80}))
                             .input(codes({1, 1, 4}, {15, -25, 35, 45}))
                             .input(floats({1, 8}, {0.1f, 0.2f, 0.3f, 0.4f, 0, 0, 0, 0}))
                             .omitted()
                             .omitted()
                             .omitted()
                             .omitted()
                             .input(floats({1}, {0.02f}))
                             .input(codes({1}, {1}))
                             .input(floats({1}, {0.03f}))
                             .input(codes({1}, {2}))
                             .outputs(3)
                             .run();
        QVERIFY2(out, out.text());
        EXPECT_SAME(out[0], floats({3, 1, 1, 1}, {-0.1563236f, 0.1580987f, 0.2643952f}));
        EXPECT_SAME(out[1], floats({1, 1, 1}, {0.2643952f}));
        EXPECT_SAME(out[2], floats({1, 1, 1}, {0.562911f}));
    }

    void matrixFunctions() {
        const auto inverse = asked("Inverse").input(floats({1, 2, 2}, {4, 7, 2, 6})).run();
        QVERIFY2(inverse, inverse.text());
        EXPECT_SAME(inverse[0], floats({1, 2, 2}, {0.6f, -0.7f, -0.2f, 0.4f}));
        QVERIFY(asked("Inverse").input(random({2, 3})).run().error);
        const auto rows = floats({2, 2}, {0, 0, 3, 4}), origin = floats({1, 2}, {0, 0});
        const auto distance =
            asked("CDist").attribute("metric", std::string("euclidean")).input(rows).input(origin).run();
        QVERIFY2(distance, distance.text());
        EXPECT_SAME(distance[0], floats({2, 1}, {0, 5}));
        QVERIFY(
            asked("CDist").attribute("metric", std::string("cosine")).input(rows).input(origin).run().error);
    }

    void windowsAndCrops() {
        const auto unfolded = asked("UnfoldTensor")
                                  .attribute("size", std::int64_t(3))
                                  .attribute("step", std::int64_t(2))
                                  .input(floats({5}, {0, 1, 2, 3, 4}))
                                  .run();
        QVERIFY2(unfolded, unfolded.text());
        EXPECT_SAME(unfolded[0], floats({2, 3}, {0, 1, 2, 2, 3, 4}));
        const auto image = floats({1, 1, 2, 2}, {1, 2, 3, 4});
        const auto crop = asked("CropAndResize")
                              .attribute("extrapolation_value", 9.5f)
                              .input(image)
                              .input(floats({2, 4}, {0, 0, 1, 1, 0, 0.5f, 1, 1.5f}))
                              .input(Tensor::of<std::int32_t>({2}, {0, 0}))
                              .input(Tensor::of<std::int32_t>({2}, {3, 3}))
                              .run();
        QVERIFY2(crop, crop.text());
        EXPECT_SAME(crop[0], floats({2, 1, 3, 3}, {1, 1.5f, 2, 2, 2.5f, 3, 3, 3.5f, 4, //
                                                   1.5f, 2, 9.5f, 2.5f, 3, 9.5f, 3.5f, 4, 9.5f}));
        const auto nearest = asked("CropAndResize")
                                 .attribute("mode", std::string("nearest"))
                                 .input(image)
                                 .input(floats({1, 4}, {0, 0.2f, 1, 0.9f}))
                                 .input(Tensor::of<std::int32_t>({1}, {0}))
                                 .input(Tensor::of<std::int32_t>({2}, {1, 3}))
                                 .run();
        QVERIFY2(nearest, nearest.text());
        EXPECT_SAME(nearest[0], floats({1, 1, 1, 3}, {3, 4, 4}));
    }

    void padsOfATransposedConvolution() {
        const auto x = random({1, 2, 4, 4}), w = random({2, 3, 3, 3}), bias = random({3});
        const Ints pads{1, 0, 1, 1};
        const auto wanted =
            Probe("ConvTranspose", 11).attribute("pads", pads).input(x).input(w).input(bias).run();
        for (const bool known : {true, false}) {
            const auto got = asked("ConvTransposeWithDynamicPads")
                                 .input(x)
                                 .input(w)
                                 .input(Tensor::of<std::int64_t>({4}, pads), known)
                                 .input(bias)
                                 .run();
            QVERIFY2(got, got.text());
            EXPECT_SAME(got[0], wanted[0]);
        }
    }

    void layersWithAState() {
        const auto gate = asked("LinearAttentionGate")
                              .input(floats({1, 2, 2}, {0.5f, -1, 2, 0}))
                              .input(floats({2}, {0.1f, -0.2f}))
                              .input(floats({2}, {-1.5f, -0.5f}))
                              .input(floats({1, 2, 2}, {1, -1, 0, 3}))
                              .outputs(2)
                              .run();
        QVERIFY2(gate, gate.text());
        EXPECT_SAME(gate[0], floats({1, 2, 2}, {-1.556232f, -0.1316412f, -3.3232791f, -0.2990695f}));
        EXPECT_SAME(gate[1], floats({1, 2, 2}, {0.7310586f, 0.2689414f, 0.5f, 0.9525741f}));
        Probe conv = asked("CausalConvWithState").attribute("activation", std::string("silu"));
        conv.input(floats({1, 2, 3}, {0.5f, -1, 2, 0, 1, 0.25f}))
            .input(floats({2, 1, 2}, {0.1f, -0.2f, 0.3f, 0.4f}));
        conv.input(floats({2}, {0.5f, -0.5f})).input(floats({1, 2, 1}, {2, -2})).outputs(2);
        const auto convolved = conv.run();
        QVERIFY2(convolved, convolved.text());
        EXPECT_SAME(convolved[0],
                    floats({1, 2, 3}, {0.3873937f, 0.509384f, 0, -0.2747139f, -0.0475021f, -0.0475021f}));
        EXPECT_SAME(convolved[1], floats({1, 2, 1}, {2, 0.25f}));
        const auto attended = asked("LinearAttention")
                                  .attribute("q_num_heads", std::int64_t(1))
                                  .attribute("kv_num_heads", std::int64_t(1))
                                  .input(floats({1, 2, 2}, {0.5f, -1, 2, 0}))
                                  .input(floats({1, 2, 2}, {0.6f, 0.8f, 1, 0}))
                                  .input(floats({1, 2, 1}, {1, 2}))
                                  .input(floats({1, 1, 2, 1}, {0.5f, -0.5f}))
                                  .input(floats({1, 2, 1}, {-0.1f, -0.2f}))
                                  .input(floats({1, 2, 1}, {0.5f, 0.9f}))
                                  .outputs(2)
                                  .run();
        QVERIFY2(attended, attended.text());
        EXPECT_SAME(attended[0], floats({1, 2, 1}, {0.2870904f, 2.6358471f}));
        EXPECT_SAME(attended[1], floats({1, 1, 2, 1}, {1.8638253f, -0.0132841f}));
        // An attribute that the standard's lack is told when they run.
        const auto other = conv.attribute("dilation", std::int64_t(2)).run();
        QVERIFY(other.error && other.error->code == ErrorCode::Unsupported);
    }

    void shownOnly() {
        const auto float32 = [](ir::Dims dims) {
            return ir::TensorType(ir::DataType::Float32, std::move(dims));
        };
        const auto int32 = [](ir::Dims dims) { return ir::TensorType(ir::DataType::Int32, std::move(dims)); };
        const auto check = [](const Probe& probe, const std::vector<std::string>& types) {
            const auto out = probe.infer();
            QVERIFY2(out, out.text());
            for (std::size_t i = 0; i < types.size(); ++i)
                QCOMPARE(out.types[i].text(), types[i]);
            QVERIFY(!ops::obstacleOf(probe.node()).empty());
        };
        const auto heads = [](const char* name) { return asked(name).attribute("num_heads", std::int64_t(4)); };
        check(heads("PackedAttention").typed(float32({7, 8})).typed(float32({8, 24})), {"float32[7,8]"});
        check(heads("PackedMultiHeadAttention").typed(float32({7, 4, 3, 2})), {"float32[7,8]"});
        check(heads("PackedMultiHeadAttention")
                  .typed(float32({7, 8}))
                  .typed(float32({7, 8}))
                  .typed(float32({7, 12})),
              {"float32[7,12]"});
        const auto cache = float32({9, 16, 2, 2});
        check(heads("PagedAttention")
                  .attribute("kv_num_heads", std::int64_t(2))
                  .typed(float32({7, 16}))
                  .omitted()
                  .omitted()
                  .typed(cache)
                  .typed(cache)
                  .outputs(3),
              {"float32[7,8]", "float32[9,16,2,2]", "float32[9,16,2,2]"});
        check(heads("SparseAttention").typed(float32({1, 3, 8})).typed(float32({1, 3, 4})), {"float32[1,3,8]"});
        const auto one = [](std::int32_t value) { return Tensor::of<std::int32_t>({1}, {value}); };
        for (const char* name : {"BeamSearch", "WhisperBeamSearch"})
            check(asked(name).typed(int32({2, 5})).input(one(20)).input(one(1)).input(one(4)).input(one(3)),
                  {"int32[2,3,20]"});
        for (const char* name : {"GreedySearch", "Sampling"})
            check(asked(name).typed(int32({2, 5})).input(one(20)), {"int32[2,20]"});
        const auto beams = float32({2, 3, 4, 16, 2});
        check(heads("DecoderMaskedSelfAttention")
                  .typed(float32({3, 1, 8}))
                  .typed(float32({8, 24}))
                  .typed(float32({24}))
                  .omitted()
                  .typed(beams)
                  .outputs(2),
              {"float32[3,1,8]", "float32[2,3,4,16,2]"});
        check(asked("GemmFloat8")
                  .attribute("transB", std::int64_t(1))
                  .attribute("dtype", std::int64_t(10))
                  .typed({ir::DataType::Float8E4M3FN, ir::Dims{5, 7}})
                  .typed({ir::DataType::Float8E4M3FN, ir::Dims{11, 7}}),
              {"float16[5,11]"});
        check(asked("VarlenCausalConvWithState")
                  .attribute("state_update_capacity", std::int64_t(3))
                  .typed(float32({7, 5}))
                  .typed(float32({5, 1, 4}))
                  .typed(int32({3}))
                  .omitted()
                  .typed(float32({2, 5, 3}))
                  .outputs(3),
              {"float32[7,5]", "float32[2,5,3]", "float32[2,3,5]"});
        check(asked("EPContext").typed(float32({1})), {});
    }
};

EDGEWRIGHT_TEST(MicrosoftLayersTest)

} // namespace edgewright::microsoft_layers_test

#include "microsoft_layers_test.moc"
