// SPDX-License-Identifier: GPL-3.0-or-later
// The stages of integers on a sample of ours: one layer agrees with the simulated model layer by layer, one
// value with its layer, the model with what quantize() and its report say.
#include "core/pipeline/quantization/dequantized_model.h"
#include "core/pipeline/quantization/improved/quantized_model.h"
#include "core/pipeline/quantization/layer_on_sample.h"
#include "core/pipeline/quantization/simulation/fixed_point_note.h"
#include "core/pipeline/quantization/simulation/int8_model.h"
#include "core/pipeline/stage.h"
#include "core/quant/layer/value_trace.h"
#include "core/table/number_text.h"
#include "tests/support/sanitizers.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace edgewright::int8_stages_test {

using namespace edgewright::pipeline;

class Int8StagesTest : public QObject {
    Q_OBJECT

    Analysis m_analysis;
    Settings m_settings;

private slots:
    void initTestCase() {
        m_settings.quantization.samples = m_settings.quantization.evaluationSamples =
            test::UnderSanitizer ? 2 : 6;
        const auto opened = pipeline::open(test::sample("residual_cnn_2d.onnx"));
        QVERIFY(opened);
        m_analysis.opened = *opened;
        QVERIFY(evaluate(m_analysis, m_settings, "int8_model"));
    }

    void samplesAreThoseBesideTheModel() {
        QCOMPARE(m_analysis.calibrated->source.title(), std::string("calibration.npy beside the model"));
        QCOMPARE(m_analysis.calibrated->comparedOn.title(), std::string("test.npz beside the model"));
        QCOMPARE(m_analysis.calibrated->samples->count(), m_settings.quantization.samples);
        QVERIFY(m_analysis.quantized->report.counts.accuracyInt8().has_value());
        QCOMPARE(m_analysis.quantized->report.tops.size(), m_settings.quantization.samples);
        QCOMPARE(m_analysis.quantized->report.tops.front().name, std::string("test.npz[0]"));
    }

    void oneLayerIsThatOfTheSimulatedModel() {
        const Calibrated& calibrated = *m_analysis.calibrated;
        const auto simulated = int8Model(*m_analysis.typed, feedsOf(*calibrated.inputs),
                                         labelledFeeds(*calibrated.samples, 1, 2), {});
        QVERIFY(simulated);
        m_settings.viewState.sample = 1;
        for (const Int8Layer& layer : simulated->layers) {
            Analysis now = m_analysis;
            m_settings.viewState.int8Layer = layer.node;
            QVERIFY(evaluate(now, m_settings, "int8"));
            QCOMPARE(now.int8->name, layer.name);
            QCOMPARE(now.int8->sample, std::string("test.npz[1]"));
            QCOMPARE(now.int8->options.limits.has_value(), !layer.activation.empty());
            QVERIFY2(std::abs(now.int8->sqnrDb - layer.sqnrDb) < 1e-6, layer.name.c_str());
            QVERIFY2(std::abs(now.int8->maxAbsError - layer.maxAbsError) < 1e-6, layer.name.c_str());
            QVERIFY2(std::abs(now.int8->withinOneStep - layer.withinOneStep) < 1e-9, layer.name.c_str());
            QCOMPARE(now.int8->accumulatorBitsNeeded, layer.accumulatorBitsNeeded);
            // The whole model needs the same width for these weights.
            const auto& told = m_analysis.quantized->report.layers;
            const auto same = std::ranges::find(told, layer.name, &QuantizedLayer::name);
            QVERIFY(same != told.end());
            QCOMPARE(same->accumulatorBits, std::optional(now.int8->bitGrowth.worstBits));
        }
    }

    // The note's numbers are those of the arithmetic, computed here once more.
    void theFixedPointNoteFollowsOneOutput() {
        Analysis now = m_analysis;
        QVERIFY(evaluate(now, m_settings, "int8_fixed_point"));
        const FixedPointNote& note = *now.fixedPoint;
        for (const LayerGrowth& layer : note.experiment->layers)
            QVERIFY(layer.growth.terms <= note.layer().growth.terms);
        QCOMPARE(note.sample, std::string("test.npz[0]"));
        const quant::ValueTrace& trace = note.trace;
        QCOMPARE(trace.name, note.layer().name);
        QCOMPARE(trace.terms.size(), static_cast<std::size_t>(note.layer().growth.terms));
        QVERIFY(trace.bitsNeeded <= note.layer().growth.worstBits && trace.overflows == 0);
        const quant::RequantizeSteps& steps = trace.requantize;
        QVERIFY(steps.fixedPoint && steps.shift > 0);
        const std::int64_t rounded =
            (trace.held * steps.multiplier + (std::int64_t(1) << (steps.shift - 1))) >> steps.shift;
        QCOMPARE(std::int64_t(steps.rounded), rounded);
        QCOMPARE(std::clamp<std::int64_t>(rounded, steps.low, steps.high) + steps.zeroPoint,
                 std::int64_t(trace.code));

        const auto paragraphs = paragraphsOf(note);
        QCOMPARE(paragraphs.size(), std::size_t(3));
        const auto says = [&](std::size_t paragraph, const std::string& text) {
            const std::string& headline = paragraphs[paragraph].headline;
            QVERIFY2(headline.find(text) != headline.npos, headline.c_str());
        };
        says(0, "log2(" + table::wholeText(note.layer().growth.terms) + ")");
        says(1, "overflows on no input");
        says(2, "× " + table::wholeText(steps.multiplier) + " + 2^" + std::to_string(steps.shift - 1) +
                    ") >> " + std::to_string(steps.shift));
        const table::Table path = dataPathTable(trace);
        const auto at = [&](const char* step) {
            for (std::size_t row = 0; row < path.rows(); ++row)
                if (std::get<std::string>(path.at(row, "step")) == step) return path.at(row, "value").number();
            return std::optional<double>();
        };
        QCOMPARE(at("accumulator"), std::optional<double>(trace.held));
        QCOMPARE(at("shift to the right"), std::optional<double>(steps.shift));
        QCOMPARE(at("code"), std::optional<double>(trace.code));
        QCOMPARE(growthTable(note.experiment).rows(), note.experiment->layers.size());
    }

    // Behind a Relu, where float32 and integers are clamped.
    void oneValueIsThatOfItsLayer() {
        Analysis now = m_analysis;
        m_settings.viewState.int8Layer = m_analysis.typed->graph->order().front(); // Conv, batch norm, Relu
        QVERIFY(evaluate(now, m_settings, "int8"));
        const quant::LayerStudy& study = *now.int8;
        QVERIFY(study.options.limits && study.options.limits->low == 0);
        const auto reference = std::as_const(study.reference).as<float>(),
                   dequantized = std::as_const(study.dequantized).as<float>();
        QVERIFY(*std::ranges::min_element(reference) == 0 && *std::ranges::min_element(dequantized) == 0);
        int clamped = 0;
        for (std::size_t element = 0; element < reference.size(); element += 97) {
            m_settings.viewState.int8Element = std::int64_t(element);
            now.int8Value = nullptr;
            QVERIFY(evaluate(now, m_settings, "int8_value"));
            const auto& trace = now.int8Value;
            QVERIFY(trace->options == study.options);
            QCOMPARE(trace->reference, reference[element]);
            QCOMPARE(trace->dequantized, dequantized[element]);
            QVERIFY(std::abs(trace->error.sum() - trace->total()) < 1e-6);
            if (trace->sum < 0) {
                ++clamped;
                QVERIFY(trace->reference == 0);
                if (trace->dequantized == 0) // both are clamped: what was cut off is no error
                    QVERIFY(std::abs(trace->total()) == 0);
            }
        }
        QVERIFY(clamped > 10);
    }

    // Another option of the arithmetic takes what the network has computed.
    void anOptionRunsNoNetwork() {
        Analysis now = m_analysis;
        m_settings.viewState.int8Layer = m_analysis.typed->graph->order().front();
        QVERIFY(evaluate(now, m_settings, "int8"));
        const Stage& layer = *findStage("int8_layer");
        SettingsText before, after;
        layer.settings(m_settings, before);
        m_settings.int8.study.accumulatorBits = 12;
        m_settings.int8.study.overflow = quant::Overflow::Wrap;
        layer.settings(m_settings, after);
        QCOMPARE(before.text(), after.text());
        const auto narrow = studyLayer(*now.layerOnSample, m_settings.int8, m_settings.quantization);
        QVERIFY(narrow);
        QVERIFY((*narrow)->overflows > 0 && (*narrow)->sqnrDb < now.int8->sqnrDb - 3);
        m_settings.int8 = {};
    }

    void theModelIsThatOfQuantize() {
        const auto made = quantize(*m_analysis.typed, *m_analysis.calibrated->inputs, {});
        QVERIFY(made);
        const auto report = quantizedReport(*made, labelledFeeds(*m_analysis.calibrated->samples), 0);
        QVERIFY(report);
        const QuantizedReport& ours = m_analysis.quantized->report;
        QCOMPARE(report->layers.size(), ours.layers.size());
        for (std::size_t i = 0; i < ours.layers.size(); ++i)
            QCOMPARE(ours.layers[i].sqnrDb, report->layers[i].sqnrDb);
        QCOMPARE(ours.bytesAfter, report->bytesAfter);
    }

    void remediesAndSensitivity() {
        Analysis now = m_analysis;
        now.quantized = nullptr;
        Settings settings = m_settings;
        settings.quantization.samples = settings.quantization.evaluationSamples = 2;
        settings.quantization.floatLayers = 1;
        settings.quantization.equalize = true;
        settings.viewState.wantsSensitivity = true;
        QVERIFY(evaluate(now, settings, "int8_sensitivity"));
        QCOMPARE(now.quantized->improved.effects.size(), std::size_t(3)); // none, equalized, one in float32
        // Two samples tell a gain from chance only where it is nearly the same on both.
        const Improved& improved = now.quantized->improved;
        const bool isFound = improved.sensitivity->bestInFloat().has_value();
        QCOMPARE(improved.floatLayers.size(), std::size_t(isFound));
        QCOMPARE(now.sensitivity->layers.size(), now.quantized->report.layers.size());
        QVERIFY(std::abs(now.sensitivity->inIntegers.outputSqnrDb() -
                         weakestOf(now.quantized->report.outputs).sqnrDb) < 1e-3);
        const std::vector<std::string> sentences = floatLayerSentences(improved);
        QCOMPARE(sentences.size(), std::size_t(1));
        QCOMPARE(sentences.front().starts_with("no layer stays in float32: "), !isFound);
        const std::string& first = now.sensitivity->layers.front().name;
        const auto without = withLayerInFloat(*now.quantized, first);
        QVERIFY2(without, without ? "" : without.error().message.c_str());
        QCOMPARE(without->details.products.size() + 1, now.quantized->report.layers.size());
        QCOMPARE(now.quantized->report.layers.size() + improved.floatLayers.size(),
                 m_analysis.quantized->report.layers.size());
    }

    // Nothing of it is calibrated, and nothing fails.
    void aModelThatComesQuantized() {
        Analysis now;
        now.typed = m_analysis.quantized->improved.quantized.typed;
        now.opened = now.typed->opened;
        const Stage& stage = *findStage("int8_calibration");
        QVERIFY(stage.applies(m_analysis, m_settings));
        QVERIFY(!stage.applies(now, m_settings));
        const std::string why = quantizedAlreadyText(*now.typed->graph);
        QVERIFY2(why.starts_with("the model is quantized already: ") && why.ends_with("Linear"), why.c_str());
        QVERIFY(quantizedAlreadyText(*m_analysis.typed->graph).empty());
        // It is compared with itself in float, which knows nothing of the model that it was made of.
        const Stage& compares = *findStage("int8_dequantized");
        QVERIFY(!compares.applies(m_analysis, m_settings) && compares.applies(now, m_settings));
        QVERIFY(evaluate(now, m_settings, "int8_dequantized"));
        const DequantizedModel& compared = *now.dequantized;
        QCOMPARE(compared.change.tops.samples, m_settings.quantization.evaluationSamples);
        QVERIFY(compared.roundings > 0 && compared.change.outputSqnrDb() > 5);
        QCOMPARE(compared.comparedOn.name, m_analysis.calibrated->comparedOn.name);
    }

    // Each layer with the codes that the quantizer chose for it.
    void theProductsOfAModelThatComesQuantized() {
        const QuantizedModel& model = *m_analysis.quantized;
        const CodedProducts found = codedProducts(*model.improved.quantized.typed->graph);
        QCOMPARE(found.layers.size(), model.report.layers.size());
        QCOMPARE(found.inFloat, std::size_t(0));
        for (const QuantizedLayer& layer : model.report.layers) {
            const auto coded = std::ranges::find(found.layers, layer.product, &CodedProduct::node);
            QVERIFY(coded != found.layers.end());
            QVERIFY(coded->output == layer.output && coded->input.has_value());
            QCOMPARE(coded->weightScales, layer.weightScales);
        }
        const CodedProducts none = codedProducts(*m_analysis.typed->graph);
        QVERIFY(none.layers.empty() && none.inFloat == found.layers.size());
        const table::Table rows = codedProductsTable(std::make_shared<const CodedProducts>(found));
        QCOMPARE(rows.rows(), found.layers.size());
        QCOMPARE(rows.at(0, "output_zero_point").number(),
                 std::optional<double>(found.layers.front().output->zeroPoint));
        QCOMPARE(codedProductsTable(nullptr).rows(), std::size_t(0));
    }

    void refusals() {
        const auto beyond = layerOnSample(m_analysis.calibrated, NodeId(100000), 0);
        QVERIFY(!beyond && beyond.error().code == ErrorCode::BadInput);
        const auto last = layerOnSample(m_analysis.calibrated, m_analysis.typed->graph->order().front(), 9999);
        QVERIFY(last);
        QCOMPARE((*last)->sample, "test.npz[" + std::to_string(m_settings.quantization.samples - 1) + "]");
        // The two kinds of data are chosen apart.
        Settings settings = m_settings;
        settings.quantization.source = test::sample("tiny_cnn_2d/calibration.npy");
        settings.quantization.samples = settings.quantization.evaluationSamples = 2;
        const auto labelled = calibratedModel(m_analysis.typed, settings.int8, settings.quantization);
        QVERIFY(labelled && (*labelled)->samples->hasLabels() && (*labelled)->samples->available() == 328);
        settings.quantization.evaluation = settings.quantization.source;
        const auto same = calibratedModel(m_analysis.typed, settings.int8, settings.quantization);
        QVERIFY(same && !(*same)->samples->hasLabels());
        QCOMPARE((*same)->comparedOn.name, std::string("calibration.npy"));
        settings = {};
        settings.quantization.source = "/no/such/folder";
        Analysis now;
        now.opened = m_analysis.opened;
        const auto missing = evaluate(now, settings, "int8_model");
        QVERIFY(!missing);
        QVERIFY2(missing.error().message.find("/no/such/folder") != std::string::npos,
                 missing.error().message.c_str());
    }
};

EDGEWRIGHT_TEST(Int8StagesTest)

} // namespace edgewright::int8_stages_test

#include "int8_stages_test.moc"
