// SPDX-License-Identifier: GPL-3.0-or-later
// Remedies against what quantization costs: each with its effect, on a sample and on a trained MobileNet.
#include "core/dataset/tensor_folder.h"
#include "core/exec/executor.h"
#include "core/pipeline/quantization/error_sums.h"
#include "core/pipeline/quantization/folded_model.h"
#include "core/pipeline/quantization/improved/quantized_model.h"
#include "core/pipeline/quantization/quantized_report.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::remedies_test {

using namespace edgewright::pipeline;

namespace {

std::shared_ptr<const Typed> typedOf(const std::filesystem::path& path) {
    const auto opened = open(path);
    return opened ? type(*opened, {}, true) : nullptr;
}

NextFeeds each(const std::vector<ir::Feeds>& all) {
    return [&all, next = std::size_t(0)]() mutable -> Result<std::optional<ir::Feeds>> {
        return next < all.size() ? std::optional(all[next++]) : std::nullopt;
    };
}

double meanOf(const std::vector<CorrectedLayer>& layers, double CorrectedLayer::*figure) {
    double sum = 0;
    for (const CorrectedLayer& layer : layers)
        sum += layer.*figure;
    return sum / static_cast<double>(layers.size());
}

std::size_t gainingLayers(const Improved& improved) {
    return static_cast<std::size_t>(
        std::ranges::count_if(improved.sensitivity->layers, [&](const LayerSensitivity& layer) {
            return improved.sensitivity->gains(layer);
        }));
}

} // namespace

class RemediesTest : public QObject {
    Q_OBJECT

private slots:
    // Weights with one scale for all channels: the mean error of every channel goes.
    void biasCorrection_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isAlone");
        for (const char* name : {"tiny_cnn_2d", "residual_cnn_2d", "depthwise_cnn_2d", "signal_cnn_1d"}) {
            QTest::addRow("%s", name) << QString::fromLatin1(name) << false;
            QTest::addRow("%s alone", name) << QString::fromLatin1(name) << true;
        }
    }
    void biasCorrection() {
        QFETCH(QString, name);
        QFETCH(bool, isAlone);
        const auto typed = typedOf(test::sample(name.toStdString() + ".onnx"));
        QVERIFY(typed);
        const auto source = dataset::sourceAt(test::sample(name.toStdString()) / "calibration.npy");
        QVERIFY(source);
        const auto set = dataset::read(*source, *typed->graph, 16);
        QVERIFY(set);
        QuantizeOptions options;
        options.codes.weights = quant::Granularity::PerTensor;
        const auto quantized = quantize(*typed, *set, options);
        QVERIFY(quantized);
        const auto corrected = correctBias(
            *quantized, [&] { return feedsOf(*set); }, isAlone ? BiasErrors::Alone : BiasErrors::Accumulated);
        QVERIFY2(corrected, corrected ? "" : corrected.error().message.c_str());
        QCOMPARE(corrected->samples, set->count());
        QCOMPARE(corrected->layers.size() + corrected->left.size(), quantized->details.products.size());
        const double before = meanOf(corrected->layers, &CorrectedLayer::meanErrorBefore),
                     after = meanOf(corrected->layers, &CorrectedLayer::meanErrorAfter);
        QVERIFY2(before > 0 && after < before / 10, qPrintable(QString("%1 to %2").arg(before).arg(after)));
        for (const CorrectedLayer& layer : corrected->layers)
            QVERIFY2(layer.meanErrorAfter < 0.001, layer.name.c_str());
        // It still runs in integers.
        const auto integer = integerOperators(*corrected->quantized.typed);
        QVERIFY(integer);
        for (const NodeId id : integer->graph.order())
            QVERIFY(!integer->graph.node(id).is("Conv") && !integer->graph.node(id).is("Gemm"));
        QVERIFY(exec::run(integer->graph, integer->opsets, *set->feeds(0), {}));
    }

    void nothingToCorrectOn() {
        const auto typed = typedOf(test::sample("tiny_cnn_2d.onnx"));
        const auto feeds = ir::seededFeeds(*typed->graph, 1);
        const std::vector<ir::Feeds> inputs{*feeds}, none;
        const auto quantized = quantize(*typed, each(inputs));
        QVERIFY(quantized);
        const auto nothing = correctBias(*quantized, [&] { return each(none); });
        QVERIFY(!nothing && nothing.error().code == ErrorCode::BadInput);
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = correctBias(*quantized, [&] { return each(inputs); }, BiasErrors::Alone,
                                         {stop.get_token(), nullptr});
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
    }

    // All at once, one after the other, each with its effect.
    void oneAfterTheOther() {
        const auto typed = typedOf(test::sample("depthwise_cnn_2d.onnx"));
        const auto folder = test::sample("depthwise_cnn_2d");
        const auto calibration = dataset::sourceAt(folder, dataset::Use::Calibration);
        const auto accuracy = dataset::sourceAt(folder, dataset::Use::Accuracy);
        QVERIFY(calibration && accuracy);
        const auto calibrating = dataset::read(*calibration, *typed->graph, 32);
        const auto samples = dataset::read(*accuracy, *typed->graph, 128);
        QVERIFY(calibrating && samples);
        ImproveOptions options;
        options.quantize.codes.weights = quant::Granularity::PerTensor;
        const auto plain = quantizeImproved(*typed, *calibrating, *samples, options);
        QVERIFY(plain && plain->effects.empty());
        options.equalize = true;
        options.equalization.replaceClips = true;
        options.floatLayers = 2;
        options.correctBias = true;
        const auto improved = quantizeImproved(*typed, *calibrating, *samples, options);
        QVERIFY2(improved, improved ? "" : improved.error().message.c_str());
        std::vector<std::string> names;
        for (const RemedyEffect& effect : improved->effects) {
            names.push_back(effect.name);
            QCOMPARE(effect.change.tops.samples, samples->count());
            QCOMPARE(effect.change.tops.labelled, samples->count());
        }
        QCOMPARE(names, (std::vector<std::string>{"none", "equalize", "float_layers", "correct_bias"}));
        QVERIFY(!improved->equalized.empty());
        QCOMPARE(improved->replacedClips.size(), improved->equalized.size());
        QVERIFY(improved->floatChange.outputSqnrDb() > 30); // some outputs were above the bounds
        QCOMPARE(improved->floatLayers.size(), std::min<std::size_t>(2, gainingLayers(*improved)));
        QCOMPARE(improved->quantized.details.products.size() + improved->floatLayers.size(),
                 plain->quantized.details.products.size());
        QVERIFY2(improved->effects[2].change.outputSqnrDb() > improved->effects[0].change.outputSqnrDb() + 1,
                 qPrintable(QString::number(improved->effects[2].change.outputSqnrDb())));
        for (const quant::QuantizedProduct& product : improved->quantized.details.products)
            QVERIFY(std::ranges::find(improved->floatLayers, product.name) == improved->floatLayers.end());
    }

    // Without each of these by itself the output is closer to float32 than without any other that is told from
    // chance; they are told with both figures.
    void layersInFloatAreThoseThatGainMost() {
        const auto typed = typedOf(test::sample("depthwise_cnn_2d.onnx"));
        const auto source = dataset::sourceAt(test::sample("depthwise_cnn_2d"), dataset::Use::Calibration);
        QVERIFY(source);
        const auto samples = dataset::read(*source, *typed->graph, 4);
        QVERIFY(samples);
        ImproveOptions options;
        options.quantize.codes.weights = quant::Granularity::PerTensor;
        options.floatLayers = 2;
        const auto ranges = calibrate(*typed, *samples, options.quantize);
        QVERIFY(ranges);
        const auto improved = quantizeImproved(*typed, *ranges, *samples, *samples, options);
        QVERIFY2(improved, improved ? "" : improved.error().message.c_str());
        const auto sqnrWithout = [&](const std::set<std::string>& layers) {
            QuantizeOptions others = options.quantize;
            others.inFloat = layers;
            const auto made = quantized(*ranges, others);
            if (!made) return 0.0;
            const auto report = quantizedReport(*made, labelledFeeds(*samples));
            return report ? report->outputs.front().sqnrDb : 0.0;
        };
        const double before = sqnrWithout({});
        const Sensitivity& gains = *improved->sensitivity;
        double leastChosen = std::numeric_limits<double>::infinity(), bestLeft = 0;
        for (const LayerSensitivity& layer : gains.layers) {
            const double sqnr = sqnrWithout({layer.name});
            QVERIFY(std::abs(sqnr - layer.inFloat.outputSqnrDb()) < 1e-3);
            const bool isChosen =
                std::ranges::find(improved->floatLayers, layer.name) != improved->floatLayers.end();
            QVERIFY(!isChosen || gains.gains(layer));
            if (isChosen)
                leastChosen = std::min(leastChosen, sqnr);
            else if (gains.gains(layer))
                bestLeft = std::max(bestLeft, sqnr);
        }
        QCOMPARE(improved->floatLayers.size(), std::min<std::size_t>(2, gainingLayers(*improved)));
        QVERIFY2(leastChosen > bestLeft - 1e-3, qPrintable(QString::number(leastChosen - bestLeft)));
        Improved told = *improved;
        told.floatLayers = {gains.layers.front().name};
        told.wantedFloatLayers = 1;
        const std::string first =
            told.floatLayers.front() + " stays in float32: alone there it takes the output from " +
            decibelText(before, 1) + " to " + decibelText(sqnrWithout({told.floatLayers.front()}), 1);
        QCOMPARE(floatLayerSentences(told), std::vector<std::string>{first});
    }

    // Fewer than wanted stay in float32 where fewer gain; of several outputs the weakest ones are named.
    void whyFewerStayInFloat() {
        Improved improved;
        QVERIFY(floatLayerSentences(improved).empty());
        improved.wantedFloatLayers = 2;
        Sensitivity& known = improved.sensitivity.emplace();
        known.samples = 4;
        known.inIntegers.outputs = {{"boxes", 30, 0}, {"scores", 21.5, 0}};
        known.layers.resize(1);
        known.layers.front().name = "conv";
        known.layers.front().inFloat.outputs = {{"boxes", 31, 0}, {"scores", 33, 0}};
        improved.floatLayers = {"conv"};
        const std::string chance =
            "alone there none gains 0.1 dB or more that can be told from chance on 4 samples";
        QCOMPARE(
            floatLayerSentences(improved),
            (std::vector<std::string>{"conv stays in float32: alone there it takes the weakest output from "
                                      "21.5 dB at scores to 31.0 dB at boxes",
                                      "no other layer stays in float32: " + chance}));
        improved.floatLayers.clear();
        QCOMPARE(floatLayerSentences(improved),
                 std::vector<std::string>{"no layer stays in float32: " + chance});
        // A single layer has no gain to tell: without it nothing is in integers.
        known.inIntegers = {};
        QCOMPARE(floatLayerSentences(improved),
                 std::vector<std::string>{
                     "no layer stays in float32: the model has one, and nothing else is in integers"});
    }

    void layersThatGainNothingInFloat() {
        Improved improved;
        QVERIFY(worseInFloatText(improved).empty());
        improved.effects = {{"none", {}}, {"float_layers", {}}};
        improved.effects[0].change.outputs = {{"y", 30.5, 1}};
        improved.effects[1].change.outputs = {{"y", 25.3, 1}};
        QCOMPARE(
            worseInFloatText(improved),
            std::string("with these layers in float32 the output has 25.3 dB, less than the 30.5 dB before"));
        improved.effects[1].change.outputs = {{"y", 33.1, 1}};
        QVERIFY(worseInFloatText(improved).empty());
    }

    // Relu scales: nothing changes in float32 but rounding.
    void equalizedInFloat() {
        const auto typed = typedOf(test::sample("residual_cnn_2d.onnx"));
        const auto source = dataset::sourceAt(test::sample("residual_cnn_2d"), dataset::Use::Accuracy);
        QVERIFY(source);
        const auto samples = dataset::read(*source, *typed->graph, 4);
        QVERIFY(samples);
        ImproveOptions options;
        options.equalize = true;
        const auto improved = quantizeImproved(*typed, *samples, *samples, options);
        QVERIFY2(improved, improved ? "" : improved.error().message.c_str());
        QVERIFY(improved->equalized.size() >= 4);
        QVERIFY(improved->replacedClips.empty());
        QVERIFY2(improved->floatChange.outputSqnrDb() > 90,
                 qPrintable(QString::number(improved->floatChange.outputSqnrDb())));
        QVERIFY(improved->floatChange.outputs.front().maxAbsError < 1e-5 * 20);
    }

    void mobileNet() {
        const auto folder = test::shared("models/mobilenetv2-a050-128-tf2onnx");
        if (folder.empty()) QSKIP(test::sharedMissing());
        const auto typed = typedOf(folder);
        QVERIFY(typed);
        std::vector<ir::Feeds> inputs;
        for (const auto& set : dataset::dataSetsWith("input_0.pb", folder)) {
            const auto read = dataset::readDataSet(*typed->graph, set);
            QVERIFY(read);
            inputs.push_back(read->feeds);
        }
        QVERIFY(!inputs.empty());
        const auto folded = foldedModel(*typed, true, 13);
        QVERIFY(folded);
        const ir::Opsets& opsets = (*folded)->opened->model->opsets;
        const auto differ = [&](const ir::Graph& a, const ir::Graph& b) {
            ErrorSums sums;
            for (const ir::Feeds& feeds : inputs) {
                const auto one = exec::run(a, opsets, feeds, {}), other = exec::run(b, opsets, feeds, {});
                if (one && other) sums.add(one->outputs.front(), other->outputs.front());
            }
            return sums;
        };
        const auto refused = quant::equalize(*(*folded)->graph);
        QVERIFY(refused && refused->replacedClips.empty());
        QVERIFY(differ(refused->graph, *(*folded)->graph).maxAbsError() < 1e-5);
        QVERIFY(std::ranges::any_of(refused->left, [](const quant::NotEqualized& each) {
            return each.reason.find("limits it at 6") != std::string::npos;
        }));

        // With Relu in place of Relu6, equalizing alone leaves the function.
        quant::EqualizeOptions options;
        options.replaceClips = true;
        const auto equalized = quant::equalize(*(*folded)->graph, options);
        options.sweeps = 0;
        const auto replacedOnly = quant::equalize(*(*folded)->graph, options);
        QVERIFY(equalized && replacedOnly);
        QVERIFY(equalized->pairs.size() > 30);
        QCOMPARE(equalized->replacedClips.size(), std::size_t(35));
        QVERIFY(differ(equalized->graph, replacedOnly->graph).maxAbsError() < 1e-5);

        QuantizeOptions perTensor;
        perTensor.codes.weights = quant::Granularity::PerTensor;
        perTensor.folds = false;
        const auto figures = [&](const Typed& model) {
            double output = 0, layers = 0;
            const auto quantized = quantize(model, each(inputs), perTensor);
            if (!quantized) return std::pair(output, layers);
            std::size_t next = 0;
            const auto report = quantizedReport(*quantized, [&]() -> Result<std::optional<LabelledFeeds>> {
                if (next == inputs.size()) return std::optional<LabelledFeeds>();
                return std::optional(LabelledFeeds{inputs[next++]});
            });
            const auto integer = integerOperators(*quantized->typed);
            if (!report || !integer) return std::pair(output, layers);
            output = differ(integer->graph, *(*folded)->graph).sqnrDb();
            for (const QuantizedLayer& layer : report->layers)
                layers += layer.sqnrDb / static_cast<double>(report->layers.size());
            return std::pair(output, layers);
        };
        const auto before = figures(**folded);
        const auto after = figures(*withGraph(**folded, equalized->graph, opsets));
        qInfo("per tensor: output %.1f dB, layers %.1f dB; equalized: %.1f dB, %.1f dB", before.first,
              before.second, after.first, after.second);
        QVERIFY(after.first > before.first + 6);
        QVERIFY(after.second > before.second + 10);
    }
};

EDGEWRIGHT_TEST(RemediesTest)

} // namespace edgewright::remedies_test

#include "remedies_test.moc"
