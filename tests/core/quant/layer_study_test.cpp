// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/layer/layer_study.h"

#include "core/ir/builder.h"
#include "core/onnx/arrays/tensor_file.h"
#include "core/onnx/reading/import.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <stop_token>

namespace edgewright::layer_study_test {

using namespace edgewright::quant;

namespace {

ir::Tensor noise(ir::Dims dims, std::uint32_t seed, float deviation = 1.0f) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0.0f, deviation);
    ir::Tensor tensor = *ir::Tensor::allocate(ir::DataType::Float32, std::move(dims));
    for (float& value : tensor.as<float>())
        value = normal(random);
    return tensor;
}

ir::Graph oneNode(const std::string& op, const ir::Tensor& w, const ir::Tensor* bias,
                  std::vector<ir::Attribute> attributes = {}) {
    ir::GraphBuilder build;
    std::vector<ValueId> inputs{build.input("x", ir::TensorType(ir::DataType::Float32)),
                                build.constant("w", w)};
    if (bias) inputs.push_back(build.constant("b", *bias));
    build.output(build.node(op, inputs, std::move(attributes)));
    return build.take();
}

Result<LayerStudy> studyFirst(const ir::Graph& graph, const ir::Tensor& x, const StudyOptions& options = {}) {
    return studyLayer(graph, graph.order().front(), x, options);
}

// [4, 6, 9, 8] -> [4, 10, 5, 4]: 3x3, stride 2, pads 1 1 1 1.
const ir::Tensor& convInput() {
    static const ir::Tensor x = noise({4, 6, 9, 8}, 1);
    return x;
}
ir::Graph convGraph(const ir::Tensor& w) {
    const ir::Tensor bias = noise({10}, 3);
    return oneNode(
        "Conv", w, &bias,
        {{"strides", std::vector<std::int64_t>{2, 2}}, {"pads", std::vector<std::int64_t>{1, 1, 1, 1}}});
}

float at(const ir::Tensor& tensor, std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
    const ir::Dims& dims = tensor.dims();
    return tensor.as<float>()[static_cast<std::size_t>(((a * dims[1] + b) * dims[2] + c) * dims[3] + d)];
}

class LayerStudyTest : public QObject {
    Q_OBJECT

private slots:
    // Of a channel that is all but off, the bias is too many steps: its scale is raised, as quantize() does it.
    void biasesThatAreTooManySteps() {
        ir::Tensor w = noise({10, 6, 3, 3}, 2, 0.1f);
        for (float& weight : w.as<float>().first(6 * 9))
            weight *= 1e-12f;
        ir::Tensor bias = noise({10}, 3);
        bias.as<float>()[0] = 2;
        const ir::Graph graph = oneNode("Conv", w, &bias);
        const auto study = studyFirst(graph, convInput());
        QVERIFY2(study, study ? "" : study.error().message.c_str());
        QCOMPARE(study->overflows, 0);
        QVERIFY(study->accumulatorBitsNeeded <= 32);
        QVERIFY2(study->sqnrDb > 30, qPrintable(QString::number(study->sqnrDb)));
        QVERIFY(study->weights[0].scale > 1e-11f && study->weights[1].scale < 0.01f);
    }

    void convolution() {
        const ir::Tensor w = noise({10, 6, 3, 3}, 2, 0.1f);
        const ir::Graph graph = convGraph(w);
        const auto study = studyFirst(graph, convInput());
        QVERIFY2(study, study ? "" : study.error().message.c_str());
        QCOMPARE(study->op, std::string("Conv"));
        QCOMPARE(study->node, graph.order().front());
        QCOMPARE(study->macs, 4 * 10 * 5 * 4 * 6 * 9);
        QCOMPARE(study->reference.dims(), (ir::Dims{4, 10, 5, 4}));
        QCOMPARE(study->weights.size(), std::size_t(10));
        QVERIFY2(study->sqnrDb > 30, qPrintable(QString::number(study->sqnrDb)));
        QVERIFY2(study->withinOneStep > 0.99, qPrintable(QString::number(study->withinOneStep)));
        QCOMPARE(study->overflows, 0);
        QVERIFY(study->accumulatorBitsNeeded > 12 && study->accumulatorBitsNeeded < 24);

        // The reference, one output at a time.
        const ir::Tensor bias = noise({10}, 3);
        for (std::int64_t n = 0; n < 4; ++n)
            for (std::int64_t oc = 0; oc < 10; ++oc)
                for (std::int64_t y = 0; y < 5; ++y)
                    for (std::int64_t x = 0; x < 4; ++x) {
                        double sum = double(bias.as<float>()[static_cast<std::size_t>(oc)]);
                        for (std::int64_t ic = 0; ic < 6; ++ic)
                            for (std::int64_t ky = 0; ky < 3; ++ky)
                                for (std::int64_t kx = 0; kx < 3; ++kx) {
                                    const std::int64_t iy = 2 * y + ky - 1, ix = 2 * x + kx - 1;
                                    if (iy >= 0 && iy < 9 && ix >= 0 && ix < 8)
                                        sum += double(at(convInput(), n, ic, iy, ix)) *
                                               double(at(w, oc, ic, ky, kx));
                                }
                        QVERIFY(std::abs(sum - double(at(study->reference, n, oc, y, x))) < 1e-6);
                    }
    }

    void figuresFollowFromTheTensors() {
        const auto study = studyFirst(convGraph(noise({10, 6, 3, 3}, 2, 0.1f)), convInput());
        QVERIFY(study);
        double signal = 0, error = 0, worst = 0, channelSignal = 0, channelError = 0;
        std::int64_t within = 0;
        for (std::int64_t i = 0; i < study->reference.elements(); ++i) {
            const auto index = static_cast<std::size_t>(i);
            const float reference = study->reference.as<float>()[index],
                        back = study->dequantized.as<float>()[index];
            QCOMPARE(study->error.as<float>()[index], back - reference);
            const double steps = double(back) / double(study->output.scale);
            QVERIFY(std::abs(steps - std::nearbyint(steps)) < 1e-3); // a code of the output
            const double distance = std::abs(double(back) - double(reference));
            signal += double(reference) * double(reference);
            error += distance * distance;
            if (i / 20 % 10 == 7) {
                channelSignal += double(reference) * double(reference);
                channelError += distance * distance;
            }
            worst = std::max(worst, distance);
            within += distance <= double(study->output.scale);
        }
        QVERIFY(std::abs(study->sqnrDb - 10 * std::log10(signal / error)) < 1e-9);
        const Range reference = rangeOf(std::as_const(study->reference).as<float>());
        const Range dequantized = rangeOf(std::as_const(study->dequantized).as<float>());
        QCOMPARE(study->outputs.low, std::min(reference.low, dequantized.low));
        QCOMPARE(study->outputs.high, std::max(reference.high, dequantized.high));
        QVERIFY(std::abs(study->channelSqnrDb.at(7) - 10 * std::log10(channelSignal / channelError)) < 1e-9);
        QCOMPARE(study->channelSqnrDb.size(), std::size_t(10));
        QCOMPARE(study->maxAbsError, worst);
        QCOMPARE(study->withinOneStep, double(within) / 800.0);
    }

    // Half of the output channels have large weights, on an input channel that is nearly silent. Outputs are
    // all of one size, but a common weight scale leaves the other half few codes.
    void perChannelBeatsPerTensor() {
        ir::Tensor w = noise({10, 6, 3, 3}, 2, 0.1f);
        for (std::size_t oc = 5; oc < 10; ++oc)
            for (std::size_t tap = 0; tap < 9; ++tap)
                w.as<float>()[oc * 54 + 45 + tap] *= 100.0f;
        ir::Tensor x = noise({4, 6, 9, 8}, 1);
        for (std::size_t image = 0; image < 4; ++image)
            for (std::size_t i = 0; i < 72; ++i)
                x.as<float>()[image * 432 + 360 + i] *= 0.01f;
        StudyOptions options;
        const auto perChannel = studyFirst(convGraph(w), x, options);
        options.weights = Granularity::PerTensor;
        const auto perTensor = studyFirst(convGraph(w), x, options);
        QVERIFY(perChannel && perTensor);
        QCOMPARE(perTensor->weights.size(), std::size_t(1));
        QVERIFY(perChannel->sqnrDb > perTensor->sqnrDb + 2);
        for (std::size_t oc = 0; oc < 5; ++oc) {
            QVERIFY(perChannel->weights[oc].scale < perTensor->weights[0].scale / 30);
            QVERIFY2(perChannel->channelSqnrDb[oc] > 30,
                     qPrintable(QString::number(perChannel->channelSqnrDb[oc])));
            QVERIFY2(perTensor->channelSqnrDb[oc] < 25,
                     qPrintable(QString::number(perTensor->channelSqnrDb[oc])));
        }
    }

    // Gemm, MatMul and a 1x1 convolution are the same layer.
    void matrixProducts() {
        const ir::Tensor x = noise({30, 48}, 5), w = noise({48, 20}, 6, 0.2f);
        ir::Tensor kernel = *ir::Tensor::allocate(ir::DataType::Float32, {20, 48, 1});
        for (std::size_t r = 0; r < 48; ++r)
            for (std::size_t c = 0; c < 20; ++c)
                kernel.as<float>()[c * 48 + r] = w.as<float>()[r * 20 + c];
        const auto gemm = studyFirst(oneNode("Gemm", w, nullptr), x);
        const auto matMul = studyFirst(oneNode("MatMul", w, nullptr), x.reshaped({5, 6, 48}));
        const auto conv = studyFirst(oneNode("Conv", kernel, nullptr), x.reshaped({30, 48, 1}));
        QVERIFY(gemm && matMul && conv);
        QCOMPARE(gemm->reference.dims(), (ir::Dims{30, 20}));
        QCOMPARE(matMul->reference.dims(), (ir::Dims{5, 6, 20}));
        QVERIFY(gemm->sqnrDb > 30);
        QCOMPARE(gemm->channelSqnrDb.size(), std::size_t(20));
        for (std::size_t i = 0; i < 600; ++i) {
            const float expected = conv->dequantized.as<float>()[i];
            QVERIFY(gemm->dequantized.as<float>()[i] == expected);
            QVERIFY(matMul->dequantized.as<float>()[i] == expected);
        }
    }

    void narrowAccumulatorsCost() {
        const ir::Graph graph = convGraph(noise({10, 6, 3, 3}, 2, 0.1f));
        StudyOptions options;
        const auto wide = studyFirst(graph, convInput(), options);
        QVERIFY(wide);
        options.accumulatorBits = wide->accumulatorBitsNeeded;
        const auto enough = studyFirst(graph, convInput(), options);
        options.accumulatorBits = wide->accumulatorBitsNeeded - 3;
        options.overflow = Overflow::Saturate;
        const auto saturated = studyFirst(graph, convInput(), options);
        options.overflow = Overflow::Wrap;
        const auto wrapped = studyFirst(graph, convInput(), options);
        QVERIFY(enough && saturated && wrapped);
        QCOMPARE(enough->overflows, 0);
        QCOMPARE(enough->sqnrDb, wide->sqnrDb);
        QCOMPARE(wide->options.accumulatorBits, 32); // what each was made with
        QCOMPARE(enough->options.accumulatorBits, wide->accumulatorBitsNeeded);
        QVERIFY(saturated->overflows > 0);
        QCOMPARE(saturated->overflows, wrapped->overflows);
        QVERIFY(saturated->sqnrDb < wide->sqnrDb - 3);
        QVERIFY(wrapped->sqnrDb < saturated->sqnrDb);
        QCOMPARE(saturated->accumulatorBitsNeeded, wide->accumulatorBitsNeeded);
    }

    void givenRangesDecide() {
        StudyOptions options;
        options.inputRange = Range{-8.0f, 8.0f};
        options.outputRange = Range{-0.5f, 0.5f};
        const auto study = studyFirst(convGraph(noise({10, 6, 3, 3}, 2, 0.1f)), convInput(), options);
        QVERIFY(study);
        QCOMPARE(study->input.scale, 16.0f / 255.0f);
        QCOMPARE(study->output.scale, 1.0f / 255.0f);
        for (const float value : study->dequantized.as<float>())
            QVERIFY(std::abs(value) <= 0.51f); // clipped
        QVERIFY(study->withinOneStep < 0.9);
    }

    void exactLayer() {
        const ir::Tensor w = ir::Tensor::of<float>({1, 1, 1}, {127.0f});
        const auto study =
            studyFirst(oneNode("Conv", w, nullptr), ir::Tensor::of<float>({1, 1, 2}, {0.0f, 255.0f}));
        QVERIFY(study);
        QVERIFY(std::isinf(study->sqnrDb) && study->sqnrDb > 0);
        QCOMPARE(study->withinOneStep, 1.0);
    }

    // A study from a kept reference is the study; it takes no FP32 convolution.
    void referenceIsKept() {
        const ir::Graph graph = convGraph(noise({10, 6, 3, 3}, 2, 0.1f));
        const auto reference = layerReference(graph, graph.order().front(), convInput());
        QVERIFY2(reference, reference ? "" : reference.error().message.c_str());
        for (const Requantize target : {Requantize::Float32, Requantize::DoubleRounding}) {
            StudyOptions options;
            options.requantize = target;
            const auto kept = studyLayer(*reference, options);
            const auto whole = studyFirst(graph, convInput(), options);
            QVERIFY(kept && whole);
            QCOMPARE(kept->name, whole->name);
            QCOMPARE(kept->macs, whole->macs);
            QCOMPARE(kept->sqnrDb, whole->sqnrDb);
            for (std::size_t i = 0; i < 800; ++i) {
                QVERIFY(kept->dequantized.as<float>()[i] == whole->dequantized.as<float>()[i]);
                QVERIFY(kept->reference.as<float>()[i] == whole->reference.as<float>()[i]);
            }
            QVERIFY(kept->reference.as<float>().data() == reference->output.as<float>().data()); // shared
        }
    }

    // More bits, smaller error; every scheme runs, and what it says of itself holds.
    void schemes() {
        const ir::Graph graph = convGraph(noise({10, 6, 3, 3}, 2, 0.1f));
        const auto reference = layerReference(graph, graph.order().front(), convInput());
        QVERIFY(reference);
        const auto of = [&](Scheme weights, Scheme activations) {
            StudyOptions options;
            options.weightScheme = weights;
            options.activationScheme = activations;
            return studyLayer(*reference, options);
        };
        const auto four = of({CodeType::Int4, true, Limits::Restricted, false}, DefaultActivations);
        const auto seven = of({CodeType::Int8, true, Limits::Reduced, false}, DefaultActivations);
        const auto eight = of(DefaultWeights, DefaultActivations);
        const auto sixteen = of({CodeType::Int16, true, Limits::Restricted, false}, DefaultActivations);
        const auto wide = of({CodeType::Int16, true, Limits::Reduced, false},
                             {CodeType::Int16, true, Limits::Reduced, false});
        QVERIFY(four && seven && eight && sixteen && wide);
        QVERIFY2(four->sqnrDb < seven->sqnrDb && seven->sqnrDb < eight->sqnrDb &&
                     eight->sqnrDb < sixteen->sqnrDb,
                 qPrintable(QStringLiteral("%1 %2 %3 %4")
                                .arg(four->sqnrDb)
                                .arg(seven->sqnrDb)
                                .arg(eight->sqnrDb)
                                .arg(sixteen->sqnrDb)));
        // Of the weights by themselves 6 dB for each bit.
        QVERIFY(std::abs(eight->weightSqnrDb - four->weightSqnrDb - 20 * std::log10(127.0 / 7)) < 2);
        QVERIFY(std::abs(sixteen->weightSqnrDb - eight->weightSqnrDb - 20 * std::log10(32767.0 / 127)) < 2);
        QVERIFY2(four->sqnrDb > 10 && four->sqnrDb < 30, qPrintable(QString::number(four->sqnrDb)));
        // A product of -32768 and -16384 has 31 bits, and the sum of 54 leaves 32, if not for this input.
        QCOMPARE(wide->bitGrowth.productBits, 31);
        QCOMPARE(wide->bitGrowth.recommendedBits, 48);
        QVERIFY(wide->overflows == 0 && wide->sqnrDb > 60);

        // Zero in the middle costs a bit where the input has one sign; powers of two cost up to one.
        ir::Tensor positive = noise({4, 6, 9, 8}, 1);
        for (float& value : positive.as<float>())
            value = std::abs(value);
        const auto relu = layerReference(graph, graph.order().front(), positive);
        StudyOptions options;
        const auto asymmetric = studyLayer(*relu, options);
        options.activationScheme = {CodeType::Int8, true, Limits::Restricted, false};
        const auto symmetric = studyLayer(*relu, options);
        options.activationScheme = {CodeType::Int8};
        const auto int8 = studyLayer(*relu, options);
        options.activationScheme = {CodeType::UInt8, false, Limits::Full, true};
        const auto powers = studyLayer(*relu, options);
        QVERIFY(asymmetric && symmetric && int8 && powers);
        QVERIFY(symmetric->sqnrDb < asymmetric->sqnrDb - 1);
        QCOMPARE(int8->sqnrDb, asymmetric->sqnrDb); // the same codes less 128
        QCOMPARE(int8->input.zeroPoint, asymmetric->input.zeroPoint - 128);
        QVERIFY(powers->sqnrDb < asymmetric->sqnrDb);
        int exponent = 0;
        QVERIFY(std::frexp(powers->input.scale, &exponent) == 0.5f &&
                std::frexp(powers->output.scale, &exponent) == 0.5f);
    }

    void asymmetricWeights() {
        ir::Tensor w = noise({10, 6, 3, 3}, 2, 0.1f);
        for (float& value : w.as<float>())
            value = std::abs(value);
        const ir::Graph graph = convGraph(w);
        StudyOptions options;
        const auto symmetric = studyFirst(graph, convInput(), options);
        options.weightScheme = {CodeType::Int8};
        const auto asymmetric = studyFirst(graph, convInput(), options);
        options.weightScheme = {CodeType::UInt8};
        const auto uint8 = studyFirst(graph, convInput(), options);
        QVERIFY(symmetric && asymmetric && uint8);
        QCOMPARE(asymmetric->weights.front().zeroPoint, -128);
        QCOMPARE(uint8->weights.front().zeroPoint, 0);
        QCOMPARE(uint8->sqnrDb, asymmetric->sqnrDb);
        QVERIFY(asymmetric->weights.front().scale < symmetric->weights.front().scale * 0.51f);
        QVERIFY(asymmetric->sqnrDb > symmetric->sqnrDb);
    }

    void roundings() {
        const ir::Graph graph = convGraph(noise({10, 6, 3, 3}, 2, 0.1f));
        const auto reference = layerReference(graph, graph.order().front(), convInput());
        QVERIFY(reference);
        const auto sqnrOf = [&](Rounding rounding, std::uint64_t seed) {
            StudyOptions options;
            options.rounding = rounding;
            options.roundingSeed = seed;
            const auto study = studyLayer(*reference, options);
            return study ? study->sqnrDb : std::numeric_limits<double>::quiet_NaN();
        };
        const double even = sqnrOf(Rounding::HalfEven, 1);
        QVERIFY(std::abs(sqnrOf(Rounding::HalfAway, 1) - even) < 0.5);
        QVERIFY(std::abs(sqnrOf(Rounding::HalfUp, 1) - even) < 0.5);
        QVERIFY(sqnrOf(Rounding::Truncate, 1) < even - 3);
        const double stochastic = sqnrOf(Rounding::Stochastic, 1);
        QVERIFY(stochastic < even - 1); // twice the variance
        QCOMPARE(sqnrOf(Rounding::Stochastic, 1), stochastic);
        QVERIFY(sqnrOf(Rounding::Stochastic, 2) != stochastic);
        QCOMPARE(sqnrOf(Rounding::HalfEven, 2), even);
    }

    // Large inputs and weights in pairs: reduced range keeps them exact, int8 activations have another kernel.
    void saturatingPairs() {
        const ir::Graph graph = convGraph(noise({10, 6, 3, 3}, 2, 0.1f));
        ir::Tensor positive = noise({4, 6, 9, 8}, 1);
        for (float& value : positive.as<float>())
            value = std::min(std::abs(value), 1.0f);
        const auto reference = layerReference(graph, graph.order().front(), positive);
        QVERIFY(reference);
        StudyOptions options;
        const auto exact = studyLayer(*reference, options);
        options.accumulation = Accumulation::SaturatingPairs;
        const auto pairs = studyLayer(*reference, options);
        options.weightScheme.limits = Limits::Reduced;
        const auto reduced = studyLayer(*reference, options);
        options.weightScheme.limits = Limits::Restricted;
        options.activationScheme.type = CodeType::Int8;
        const auto int8 = studyLayer(*reference, options);
        QVERIFY(exact && pairs && reduced && int8);
        QCOMPARE(exact->saturatedPairs, 0);
        QVERIFY(pairs->saturatedPairs > 0 && pairs->sqnrDb < exact->sqnrDb - 3);
        QCOMPARE(pairs->saturatedPlaces.byChannel.size(), std::size_t(10));
        QCOMPARE(std::accumulate(pairs->saturatedPlaces.byChannel.begin(),
                                 pairs->saturatedPlaces.byChannel.end(), std::int64_t(0)),
                 pairs->saturatedPairs);
        QCOMPARE(reduced->saturatedPairs, 0);
        QCOMPARE(int8->saturatedPairs, 0);
        QCOMPARE(int8->sqnrDb, exact->sqnrDb);
    }

    void bitGrowthAndPlaces() {
        const ir::Graph graph = convGraph(noise({10, 6, 3, 3}, 2, 0.1f));
        StudyOptions options;
        const auto wide = studyFirst(graph, convInput(), options);
        QVERIFY(wide);
        const BitGrowth& growth = wide->bitGrowth;
        QCOMPARE(growth.terms, 54);
        QCOMPARE(growth.measuredBits, wide->accumulatorBitsNeeded);
        QVERIFY(growth.worstBits >= growth.measuredBits && growth.recommendedBits >= growth.worstBits);
        QCOMPARE(growth.channelBits.size(), std::size_t(10));
        options.accumulatorBits = wide->accumulatorBitsNeeded - 2;
        const auto narrow = studyFirst(graph, convInput(), options);
        QVERIFY(narrow && narrow->overflows > 0);
        QVERIFY(narrow->overflowPlaces.byChannel.size() == 10 && !narrow->overflowPlaces.first.empty());
        QVERIFY(narrow->overflowPlaces.first.front() < narrow->error.elements());
    }

    // Of a typical layer: 3x3, 64 to 64 channels, 32x32.
    void speed_data() {
        QTest::addColumn<int>("accumulation"); // -1: of the reference alone
        QTest::newRow("reference") << -1;
        QTest::newRow("another option") << int(Accumulation::Exact);
        QTest::newRow("another option, pairs that saturate") << int(Accumulation::SaturatingPairs);
    }
    void speed() {
        QFETCH(int, accumulation);
        const ir::Tensor w = noise({64, 64, 3, 3}, 2, 0.05f), bias = noise({64}, 3);
        const ir::Graph graph = oneNode("Conv", w, &bias, {{"pads", std::vector<std::int64_t>{1, 1, 1, 1}}});
        const ir::Tensor x = noise({1, 64, 32, 32}, 4);
        const auto reference = layerReference(graph, graph.order().front(), x);
        QVERIFY(reference);
        QCOMPARE(reference->macs, 37748736);
        StudyOptions options;
        if (accumulation >= 0) options.accumulation = static_cast<Accumulation>(accumulation);
        QBENCHMARK_ONCE {
            if (accumulation < 0)
                QVERIFY(layerReference(graph, graph.order().front(), x));
            else
                QVERIFY(studyLayer(*reference, options));
        }
    }

    void refuses() {
        const ir::Tensor w = noise({10, 6, 3, 3}, 2, 0.1f);
        const ir::Graph graph = convGraph(w);
        const auto wrongInput = studyFirst(graph, noise({1, 5, 9, 8}, 1));
        QVERIFY(!wrongInput);
        QCOMPARE(wrongInput.error().code, ErrorCode::BadInput);
        QVERIFY(wrongInput.error().message.find("Conv_0") != std::string::npos);

        ir::Tensor poisoned = noise({1, 6, 9, 8}, 1);
        poisoned.as<float>()[40] = std::numeric_limits<float>::quiet_NaN();
        QVERIFY(!studyFirst(graph, poisoned));

        ir::GraphBuilder build;
        build.output(build.node("Relu", {build.input("x", ir::TensorType(ir::DataType::Float32))}));
        const auto relu = studyFirst(build.graph(), w);
        QVERIFY(!relu);
        QCOMPARE(relu.error().code, ErrorCode::Unsupported);
        QVERIFY(!studyLayer(graph, NodeId(99), w));

        std::stop_source source;
        source.request_stop();
        const auto stopped =
            studyLayer(graph, graph.order().front(), convInput(), {}, {source.get_token(), nullptr});
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
    }

    // The first convolution of each sample on its own held-out inputs.
    void samples_data() {
        QTest::addColumn<QString>("name");
        for (const std::string& name : test::samples())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void samples() {
        QFETCH(QString, name);
        const std::string stem = name.toStdString();
        const auto model = onnx::importModel(test::sample(stem + ".onnx"));
        QVERIFY2(model, model ? "" : model.error().message.c_str());
        const auto inputs = onnx::readTensorFile(test::sample(stem + "/calibration.npy"));
        QVERIFY2(inputs, inputs ? "" : inputs.error().message.c_str());
        const ir::Graph& graph = model->model->graph;
        int layers = 0, studied = 0;
        for (const NodeId id : graph.order()) {
            const ir::Node& node = graph.node(id);
            if (!node.is("Conv") && !node.is("Gemm")) continue;
            ++layers;
            QVERIFY(canStudy(graph, node));
            if (studied++ > 0) continue;
            const auto study = studyLayer(graph, id, inputs->tensor);
            QVERIFY2(study, study ? "" : study.error().message.c_str());
            QVERIFY2(study->sqnrDb > 30, qPrintable(QString::number(study->sqnrDb)));
            QVERIFY(study->withinOneStep > 0.99);
        }
        QVERIFY(layers >= 4);
    }
};

} // namespace

EDGEWRIGHT_TEST(LayerStudyTest)

} // namespace edgewright::layer_study_test

#include "layer_study_test.moc"
