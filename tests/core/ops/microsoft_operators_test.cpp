// SPDX-License-Identifier: GPL-3.0-or-later
// What com.microsoft fuses: residuals, embeddings, activations, products.
#include "tests/core/ops/attention_reference.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

namespace edgewright::microsoft_operators_test {

using namespace edgewright::test;
using ir::Tensor;

namespace {

constexpr const char* Microsoft = "com.microsoft";

} // namespace

class MicrosoftOperatorsTest : public QObject {
    Q_OBJECT

    std::mt19937 m_engine{7};
    Tensor random(ir::Dims dims) { return randomTensor(m_engine, std::move(dims)); }

private slots:
    void residualNormalisation() {
        const auto x = Tensor::of<float>({1, 2}, {1, 2});
        const auto skip = Tensor::of<float>({1, 2}, {2, 5});
        const auto scale = Tensor::of<float>({2}, {2, 3});
        const auto shift = Tensor::of<float>({2}, {0.5f, -0.5f});
        const auto centred = Probe("SkipLayerNormalization", 1, Microsoft)
                                 .input(x)
                                 .input(skip)
                                 .input(scale)
                                 .input(shift)
                                 .input(Tensor::of<float>({2}, {1, 1}))
                                 .outputs(4)
                                 .run();
        QVERIFY2(centred, centred.text());
        // The sum is (4, 8): mean 6, deviation 2.
        QVERIFY(close(at(centred[0], {0, 0}), -1.5));
        QVERIFY(close(at(centred[0], {0, 1}), 2.5));
        QVERIFY(close(at(centred[1], {0, 0}), 6));
        QVERIFY(close(at(centred[2], {0, 0}), 0.5));
        QCOMPARE(at(centred[3], {0, 1}), 8.0);
        const auto plain = Probe("SkipSimplifiedLayerNormalization", 1, Microsoft)
                               .input(x)
                               .input(skip)
                               .input(scale)
                               .outputs(4)
                               .run();
        QVERIFY2(plain, plain.text());
        const double root = std::sqrt((9.0 + 49.0) / 2);
        QVERIFY(close(at(plain[0], {0, 1}), 7 * 3 / root));
        const auto simplified =
            Probe("SimplifiedLayerNormalization", 1).input(skip).input(scale).outputs(2).run();
        QVERIFY2(simplified, simplified.text());
        QVERIFY(close(at(simplified[0], {0, 0}), 2 * 2 / std::sqrt(14.5 + 1e-5)));
        QVERIFY(close(at(simplified[1], {0, 0}), 1 / std::sqrt(14.5 + 1e-5)));
    }

    void embedding() {
        const auto out = Probe("EmbedLayerNormalization", 1, Microsoft)
                             .input(Tensor::of<std::int32_t>({1, 2}, {1, 0}))
                             .input(Tensor::of<std::int32_t>({1, 2}, {0, 1}))
                             .input(Tensor::of<float>({2, 2}, {1, 2, 3, 4}))
                             .input(Tensor::of<float>({2, 2}, {0, 0, 10, 20}))
                             .input(Tensor::of<float>({2, 2}, {0, 1, 0, 0}))
                             .input(Tensor::of<float>({2}, {1, 1}))
                             .input(Tensor::of<float>({2}, {0, 0}))
                             .input(Tensor::of<std::int32_t>({1, 2}, {1, 0}))
                             .outputs(3)
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(at(out[2], {0, 0, 1}), 5.0);
        QCOMPARE(at(out[2], {0, 1, 1}), 22.0);
        QVERIFY(close(at(out[0], {0, 0, 0}), -1));
        QCOMPARE(ir::elementAsInt64(out[1], 0), std::int64_t(1));
    }

    void activations_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("biased");
        for (const char* name : {"BiasGelu", "FastGelu"})
            QTest::newRow(name) << QString::fromLatin1(name) << true;
        for (const char* name : {"Gelu", "QuickGelu"})
            QTest::newRow(name) << QString::fromLatin1(name) << false;
    }
    void activations() {
        QFETCH(QString, name);
        QFETCH(bool, biased);
        const auto x = random({3, 5});
        const auto bias = random({5});
        Probe probe(name.toStdString(), 1, Microsoft);
        probe.input(x);
        if (biased) probe.input(bias);
        const auto out = probe.run();
        QVERIFY2(out, out.text());
        for (std::int64_t i = 0; i < 15; ++i) {
            const double in = ir::elementAsDouble(x, i) + (biased ? ir::elementAsDouble(bias, i % 5) : 0);
            const double tanh = in / 2 * (1 + std::tanh(0.7978845608028654 * (in + 0.044715 * in * in * in)));
            const double erf = in / 2 * (1 + std::erf(in / std::sqrt(2.0)));
            const double quick = in / (1 + std::exp(-1.702 * in));
            const std::string op = name.toStdString();
            const double expected = op == "FastGelu" ? tanh : op == "QuickGelu" ? quick : erf;
            QVERIFY(close(ir::elementAsDouble(out[0], i), expected));
        }
    }

    void fusedProducts() {
        const auto a = random({3, 2, 4});
        const auto b = random({2, 5, 3});
        // transBatchA: [m, batch, k] is [batch, m, k]; with transA, [k, batch, m].
        const auto out = Probe("FusedMatMul", 1, Microsoft)
                             .attribute("transA", std::int64_t(1))
                             .attribute("transBatchA", std::int64_t(1))
                             .attribute("transB", std::int64_t(1))
                             .attribute("alpha", 2.0f)
                             .input(a)
                             .input(b)
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(out[0].dims(), (ir::Dims{2, 4, 5}));
        for (std::int64_t n = 0; n < 2; ++n)
            for (std::int64_t i = 0; i < 4; ++i)
                for (std::int64_t j = 0; j < 5; ++j) {
                    double sum = 0;
                    for (std::int64_t k = 0; k < 3; ++k)
                        sum += at(a, {k, n, i}) * at(b, {n, j, k});
                    QVERIFY(close(at(out[0], {n, i, j}), 2 * sum));
                }
        const auto gemm = Probe("FusedGemm", 1, Microsoft)
                              .attribute("activation", std::string("LeakyRelu"))
                              .attribute("activation_alpha", 0.5f)
                              .input(Tensor::of<float>({1, 1}, {2}))
                              .input(Tensor::of<float>({1, 2}, {3, -3}))
                              .run();
        QVERIFY2(gemm, gemm.text());
        QCOMPARE(at(gemm[0], {0, 0}), 6.0);
        QCOMPARE(at(gemm[0], {0, 1}), -3.0);
        const auto conv = [&](const char* activation) {
            return Probe("FusedConv", 1, Microsoft)
                .attribute("activation", std::string(activation))
                .input(Tensor::of<float>({1, 1, 1, 2}, {1, -5}))
                .input(Tensor::of<float>({1, 1, 1, 1}, {2}))
                .omitted()
                .input(Tensor::of<float>({1, 1, 1, 2}, {3, 4}))
                .run();
        };
        const auto fused = conv("Relu");
        QVERIFY2(fused, fused.text());
        QCOMPARE(at(fused[0], {0, 0, 0, 0}), 5.0);
        QCOMPARE(at(fused[0], {0, 0, 0, 1}), 0.0);
        QVERIFY(!conv("Nonsense"));
    }

    // Of what cannot run the shapes are known: channels in blocks, a step of a decoder.
    void shapesOfBlockedChannels() {
        constexpr const char* Blocked = "com.microsoft.nchwc";
        const auto typeOf = [](const Probe& probe) {
            const auto out = probe.infer();
            return out.error ? out.error->message : out.types[0].text();
        };
        const ir::TensorType image(ir::DataType::Float32, ir::Dims{1, 24, 8, 8});
        const ir::TensorType last(ir::DataType::Float32, ir::Dims{1, 8, 8, 32});
        const ir::TensorType filters(ir::DataType::Float32, ir::Dims{64, 32, 3, 3});
        QCOMPARE(typeOf(Probe("ReorderInput", 1, Blocked).typed(image)), std::string("float32[1,?,8,8]"));
        QCOMPARE(
            typeOf(Probe("ReorderInput", 1, Blocked).attribute("channels_last", std::int64_t(1)).typed(last)),
            std::string("float32[1,32,8,8]"));
        const ir::TensorType reordered(ir::DataType::Float32, ir::Dims{1, 32, 8, 8});
        QCOMPARE(
            typeOf(Probe("Conv", 1, Blocked).attribute("strides", Ints{2, 2}).typed(reordered).typed(filters)),
            std::string("float32[1,64,3,3]"));
        QCOMPARE(typeOf(Probe("Upsample", 1, Blocked).attribute("scales", Ints{1, 1, 2, 3}).typed(reordered)),
                 std::string("float32[1,32,16,24]"));
        for (const char* pool : {"MaxPool", "AveragePool"})
            QCOMPARE(typeOf(Probe(pool, 1, Blocked)
                                .attribute("kernel_shape", Ints{3, 2})
                                .attribute("strides", Ints{1, 2})
                                .typed(reordered)),
                     std::string("float32[1,32,6,4]"));
        for (const char* pool : {"GlobalMaxPool", "GlobalAveragePool"})
            QCOMPARE(typeOf(Probe(pool, 1, Blocked).typed(reordered)), std::string("float32[1,32,1,1]"));
        const auto back = [&](std::int64_t order) {
            return Probe("ReorderOutput", 1, Blocked)
                .attribute("channels", std::int64_t(30))
                .attribute("channels_last", order)
                .typed(reordered);
        };
        QCOMPARE(typeOf(back(0)), std::string("float32[1,30,8,8]"));
        QCOMPARE(typeOf(back(1)), std::string("float32[1,8,8,30]"));
        QVERIFY(
            Probe("Upsample", 1, Blocked).attribute("scales", Ints{1, 1, 0, 1}).typed(reordered).infer().error);
        QVERIFY(Probe("Upsample", 1, Blocked)
                    .attribute("scales", Ints{1, INT64_MAX, 1, 1})
                    .typed(reordered)
                    .infer()
                    .error);
        QVERIFY(Probe("ReorderOutput", 1, Blocked).typed(reordered).infer().error);
    }

    void shapesOfADecoderStep() {
        const ir::TensorType row(ir::DataType::Float32, ir::Dims{2, 1, 8});
        const ir::TensorType past(ir::DataType::Float32, ir::Dims{2, 4, 9, 2});
        const auto step = [&](std::int64_t shares) {
            return Probe("DecoderMaskedMultiHeadAttention", 1, Microsoft)
                .attribute("num_heads", std::int64_t(4))
                .attribute("past_present_share_buffer", shares)
                .typed(row)
                .typed(row)
                .typed(row)
                .omitted()
                .omitted()
                .typed(past)
                .typed(past)
                .outputs(3);
        };
        for (const std::int64_t shares : {0, 1}) {
            const auto out = step(shares).infer();
            QVERIFY2(out, out.text());
            QCOMPARE(out.types[0].text(), std::string("float32[2,1,8]"));
            for (const std::size_t i : {1, 2})
                QCOMPARE(out.types[i].text(), std::string(shares ? "float32[2,4,9,2]" : "float32[2,4,10,2]"));
        }
        QVERIFY(step(0).attribute("num_heads", std::int64_t(3)).infer().error);
        QVERIFY(step(0).attribute("num_heads", INT64_MAX).infer().error);
        QVERIFY(!ops::find(Microsoft, "DecoderMaskedMultiHeadAttention")->run);
    }

    // What is not implemented is no error of the model: its shapes are known, and running says so.
    void whatCannotRunHasItsShapes() {
        const auto x = random({1, 2, 4});
        const auto past = random({1, 2, 3, 2});
        const auto check = [](const Probe& probe, std::vector<std::string> types) {
            const auto out = probe.infer();
            QVERIFY2(out, out.text());
            for (std::size_t i = 0; i < types.size(); ++i)
                QCOMPARE(out.types[i].text(), types[i]);
            const auto ran = probe.run();
            QVERIFY(ran.error && ran.error->code == ErrorCode::Unsupported);
        };
        Probe heads("MultiHeadAttention", 1, Microsoft);
        heads.attribute("num_heads", std::int64_t(2)).input(x).input(x).input(x).omitted().omitted().omitted();
        heads.input(past).input(past).input(Tensor::scalar(std::int32_t(1))).outputs(4);
        check(heads, {"float32[1,2,4]", "float32[1,2,3,2]", "float32[1,2,3,2]", "float32[1,2,2,3]"});
        Probe packed("MultiHeadAttention", 1, Microsoft);
        packed.attribute("num_heads", std::int64_t(2)).input(random({1, 2, 2, 3, 2})).omitted().omitted();
        check(packed.input(random({12})), {"float32[1,2,4]"});
        Probe fused("Attention", 1, Microsoft);
        fused.attribute("num_heads", std::int64_t(2)).attribute("past_present_share_buffer", std::int64_t(1));
        fused.input(x).input(random({4, 12})).omitted().omitted().input(random({2, 1, 2, 3, 2})).outputs(2);
        check(fused, {"float32[1,2,4]", "float32[2,1,2,3,2]"});
        Probe conv("FusedConv", 1, Microsoft);
        conv.attribute("activation", std::string("Mish"))
            .input(random({1, 1, 3, 3}))
            .input(random({2, 1, 2, 2}));
        check(conv, {"float32[1,2,2,2]"});
    }

    void groupNormChannelsLast() {
        const auto x = random({1, 2, 3, 4});
        const auto scale = random({4});
        const auto shift = random({4});
        const auto out = Probe("GroupNorm", 1, Microsoft)
                             .attribute("groups", std::int64_t(2))
                             .attribute("activation", std::int64_t(1))
                             .input(x)
                             .input(scale)
                             .input(shift)
                             .run();
        QVERIFY2(out, out.text());
        for (std::int64_t group = 0; group < 2; ++group) {
            double sum = 0;
            double squares = 0;
            for (std::int64_t i = 0; i < 12; ++i) {
                const double value = ir::elementAsDouble(x, i / 2 * 4 + group * 2 + i % 2);
                sum += value;
                squares += value * value;
            }
            const double mean = sum / 12;
            const double deviation = std::sqrt(squares / 12 - mean * mean + 1e-5);
            for (std::int64_t i = 0; i < 12; ++i) {
                const std::int64_t place = i / 2 * 4 + group * 2 + i % 2;
                const std::int64_t channel = place % 4;
                const double normal =
                    (ir::elementAsDouble(x, place) - mean) / deviation * ir::elementAsDouble(scale, channel) +
                    ir::elementAsDouble(shift, channel);
                QVERIFY(close(ir::elementAsDouble(out[0], place), normal / (1 + std::exp(-normal))));
            }
        }
    }
};

EDGEWRIGHT_TEST(MicrosoftOperatorsTest)

} // namespace edgewright::microsoft_operators_test

#include "microsoft_operators_test.moc"
