// SPDX-License-Identifier: GPL-3.0-or-later
// Strategies of quantization side by side: each row against the same done alone, and what is said of them.
#include "core/base/language.h"
#include "core/onnx/export.h"
#include "core/pipeline/quantization/channel_widths.h"
#include "core/pipeline/quantization/folded_model.h"
#include "core/pipeline/quantization/quantized_report.h"
#include "core/pipeline/quantization/strategies/quick_latency.h"
#include "core/pipeline/quantization/strategies/strategy_findings.h"
#include "core/pipeline/quantization/told_apart.h"
#include "core/table/format.h"
#include "tests/support/sanitizers.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace edgewright::strategies_test {

using namespace edgewright::pipeline;

namespace {

constexpr auto PerTensor = quant::Granularity::PerTensor;
constexpr auto PerChannel = quant::Granularity::PerChannel;

// Of `samples` with labels so many right, the first ones; one SQNR in all of them.
StrategyRow madeRow(const Strategy& strategy, std::size_t right, std::size_t samples, double decibels,
                    std::int64_t bytes = 1000) {
    StrategyRow row;
    row.strategy = row.made = strategy;
    row.change.outputs = {{"y", decibels, 0}};
    row.change.tops = {samples, right, samples, samples, right};
    for (std::size_t i = 0; i < samples; ++i)
        row.change.samples.push_back({decibels, i < right, i < right});
    row.weightBytesAfter = bytes;
    return row;
}

// The same, with an SQNR that goes up and down by so much from sample to sample.
StrategyRow noisy(StrategyRow row, double decibels) {
    for (std::size_t i = 0; i < row.change.samples.size(); ++i)
        row.change.samples[i].sqnrDb += i % 2 == 0 ? decibels : -decibels;
    return row;
}

bool says(const std::vector<std::string>& sentences, const std::string& text) {
    return std::ranges::any_of(sentences,
                               [&](const std::string& each) { return each.find(text) != each.npos; });
}

table::Answer answerOn(std::vector<StrategyRow> rows) {
    StrategyComparison comparison;
    comparison.rows = std::move(rows);
    comparison.activations = 8;
    return answerOf(findingsOf(comparison));
}

std::vector<std::string> sentencesOn(std::vector<StrategyRow> rows) {
    return answerOn(std::move(rows)).lines();
}

} // namespace

class StrategiesTest : public QObject {
    Q_OBJECT

    std::shared_ptr<const Typed> m_typed;
    std::optional<dataset::SampleSet> m_calibrating, m_samples;
    std::optional<Calibration> m_calibration;

    std::optional<dataset::SampleSet> setOf(dataset::Use use, std::size_t limit) const {
        const auto source = dataset::sourceAt(test::sample("depthwise_cnn_2d"), use);
        if (!source) return std::nullopt;
        auto set = dataset::read(*source, *m_typed->graph, limit);
        return set ? std::optional(*std::move(set)) : std::nullopt;
    }
    Result<StrategyComparison> compare(const StrategyOptions& options, const RunContext& run = {}) const {
        return compareStrategies(
            *m_calibration, [&] { return labelledFeeds(*m_samples); }, options, run);
    }

private slots:
    void initTestCase() {
        const auto opened = open(test::sample("depthwise_cnn_2d.onnx"));
        QVERIFY(opened);
        m_typed = type(*opened, {}, true);
        m_calibrating = setOf(dataset::Use::Calibration, 8);
        m_samples = setOf(dataset::Use::Accuracy, test::UnderSanitizer ? 3 : 12);
        QVERIFY(m_calibrating && m_samples);
        auto calibration = calibrate(*m_typed, *m_calibrating);
        QVERIFY(calibration);
        m_calibration = *std::move(calibration);
    }

    void names() {
        const std::vector<Strategy> all = strategyMatrix();
        QCOMPARE(all.size(), 4 * quant::rangeMethods().size());
        std::set<std::string> names;
        for (const Strategy& each : all)
            names.insert(each.name());
        QCOMPARE(names.size(), all.size());
        QVERIFY(names.contains("per channel, asymmetric uint8, min-max"));
        QVERIFY(names.contains("per tensor, symmetric int8, mean-squared-error"));
        const quant::QdqOptions codes = Strategy{PerTensor, true, "entropy"}.options({}).codes;
        QVERIFY(codes.weights == PerTensor && codes.activationScheme.symmetric);
        QVERIFY(codes.activationScheme.type == quant::CodeType::Int8);
        QVERIFY(codes.activationScheme.limits == quant::Limits::Restricted);
    }

    // People read them in their language, also where rows were made in another; files for programs do not
    // change.
    void namesInALanguage() {
        if (languages().size() == 1) QSKIP("built without gettext");
        auto comparison = std::make_shared<StrategyComparison>();
        comparison->rows.push_back(madeRow({PerChannel, true}, 1, 1, 30));
        const table::Table table = strategyTable(comparison);
        const std::string english = table::csvText(table);
        QVERIFY(speak("zh_CN"));
        const std::string chinese = table::csvText(table), name = comparison->rows.front().name();
        QVERIFY(speak(English));
        QCOMPARE(chinese, english);
        QVERIFY2(name.starts_with("逐通道，对称 int8，"), name.c_str());
        QCOMPARE(comparison->rows.front().name(), std::string("per channel, symmetric int8, min-max"));
    }

    // Every row is what quantize() and quantizedReport() give for the same options, from a calibration of its
    // own.
    void rowsAsAlone() {
        StrategyOptions options;
        options.strategies = {{PerTensor, true, "percentile"}, {PerChannel, false, "mean_squared_error"}};
        const auto comparison = compare(options);
        QVERIFY2(comparison, comparison ? "" : comparison.error().message.c_str());
        QCOMPARE(comparison->rows.size(), options.strategies.size());
        QCOMPARE(comparison->samples, m_samples->count());
        QCOMPARE(comparison->layerSamples, m_samples->count());
        for (std::size_t i = 0; i < options.strategies.size(); ++i) {
            const StrategyRow& row = comparison->rows[i];
            const auto quantized = quantize(*m_typed, *m_calibrating, options.strategies[i].options({}));
            QVERIFY(quantized);
            const auto report = quantizedReport(*quantized, labelledFeeds(*m_samples));
            QVERIFY(report);
            QCOMPARE(row.name(), options.strategies[i].name());
            QCOMPARE(row.outputSqnrDb(), report->outputs.front().sqnrDb);
            QCOMPARE(row.change.tops.agreed, report->counts.agreed);
            QCOMPARE(row.change.tops.int8Right, report->counts.int8Right);
            QCOMPARE(row.change.tops.fp32Right, report->counts.fp32Right);
            QCOMPARE(row.weightBytesBefore, report->bytesBefore);
            QCOMPARE(row.weightBytesAfter, report->bytesAfter);
            QCOMPARE(row.layers.size(), report->layers.size());
            double worst = std::numeric_limits<double>::infinity(), sum = 0;
            for (std::size_t layer = 0; layer < row.layers.size(); ++layer) {
                QCOMPARE(row.layers[layer].name, report->layers[layer].name);
                QCOMPARE(row.layers[layer].sqnrDb, std::optional(report->layers[layer].sqnrDb));
                QVERIFY(row.layers[layer].weightSqnrDb.value_or(0) > 20);
                worst = std::min(worst, report->layers[layer].sqnrDb);
                sum += report->layers[layer].sqnrDb;
            }
            QCOMPARE(row.layers[row.worstLayer.value()].sqnrDb, std::optional(worst));
            QVERIFY(std::abs(row.meanLayerSqnrDb.value() - sum / static_cast<double>(row.layers.size())) <
                    1e-9);
            QVERIFY(!row.latency);
            QTemporaryDir folder;
            const std::filesystem::path file = folder.filePath("quantized.onnx").toStdString();
            const auto open = withOpenDimensions(*quantized->typed);
            QVERIFY(onnx::exportModel(*open->opened->model, *open->graph, file));
            const auto written = static_cast<std::int64_t>(std::filesystem::file_size(file));
            // The one calibrated for codes per tensor alone may have another opset and one byte less.
            QVERIFY(std::abs(row.fileBytes - written) < 64);
        }
        // Relu6 and the image: most activations of this network are never negative.
        QVERIFY(comparison->activations > 10);
        QVERIFY(comparison->neverNegative * 2 > comparison->activations);
        QVERIFY(comparison->neverNegative < comparison->activations);
    }

    // Each row is told once it is there; what comes behind the stop is not computed.
    void rowsAsTheyCome() {
        std::size_t asked = 0;
        std::vector<std::string> told;
        std::stop_source stop;
        StrategyOptions options;
        options.finished = [&](const StrategyComparison& soFar) {
            told.push_back(soFar.rows.back().name());
            QCOMPARE(soFar.rows.size(), told.size());
            const StrategyFindings findings = findingsOf(soFar); // no advice before all are tried
            QVERIFY(!findings.recommendation);
            const std::string headline = answerOf(findings).headline;
            QVERIFY2(headline.starts_with(std::to_string(told.size()) + " of " +
                                          std::to_string(options.strategies.size()) + " strategies"),
                     headline.c_str());
            if (told.size() == 3) stop.request_stop();
        };
        const auto samples = [&] {
            ++asked;
            return labelledFeeds(*m_samples);
        };
        Progress progress;
        const auto stopped = compareStrategies(*m_calibration, samples, options, {stop.get_token(), &progress});
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
        QCOMPARE(told.size(), std::size_t(3));
        QCOMPARE(told.front(), options.strategies.front().name());
        QCOMPARE(asked, std::size_t(4)); // float32 once, then once for each
        const auto [done, all] = progress.get();
        QCOMPARE(done, 3 * m_samples->count());
        QCOMPARE(all, options.strategies.size() * m_samples->count());
    }

    // The second of two methods with the same ranges has the row of the first, under its own name.
    void equalRangesRunOnce() {
        std::size_t asked = 0, timed = 0;
        StrategyOptions options;
        options.strategies = {{PerChannel, false, "min_max"},
                              {PerChannel, false, "entropy_onnxruntime"},
                              {PerTensor, false, "entropy_onnxruntime"}};
        options.latency = [&](const Typed&, const RunContext&) -> Result<LatencyHere> {
            return LatencyHere{static_cast<double>(++timed)};
        };
        const auto samples = [&] {
            ++asked;
            return labelledFeeds(*m_samples);
        };
        const auto found = compareStrategies(*m_calibration, samples, options);
        QVERIFY2(found, found ? "" : found.error().message.c_str());
        QCOMPARE(asked, std::size_t(3)); // float32, and two of the three
        QCOMPARE(timed, std::size_t(2));
        QCOMPARE(found->rows.size(), std::size_t(3));
        for (std::size_t i = 0; i < 3; ++i) {
            QVERIFY(found->rows[i].strategy == options.strategies[i]);
            QCOMPARE(found->rows[i].name(), options.strategies[i].name());
        }
        QCOMPARE(found->rows[1].outputSqnrDb(), found->rows[0].outputSqnrDb());
        QCOMPARE(found->rows[1].latency->milliseconds, found->rows[0].latency->milliseconds);
        QVERIFY(found->rows[2].outputSqnrDb() != found->rows[1].outputSqnrDb());
    }

    void latencies() {
        StrategyOptions options;
        options.strategies = {{}, {PerTensor}};
        double next = 1.5;
        options.latency = [&](const Typed& typed, const RunContext&) -> Result<LatencyHere> {
            const auto& order = typed.graph->order();
            if (std::ranges::none_of(order,
                                     [&](NodeId id) { return typed.graph->node(id).is("QuantizeLinear"); }))
                return internalError("no pairs");
            const double now = next++;
            return LatencyHere{now, measure::Interval{now - 0.25, now + 0.25}};
        };
        const auto measured = compare(options);
        QVERIFY2(measured, measured ? "" : measured.error().message.c_str());
        QCOMPARE(measured->rows[0].latency->milliseconds, 1.5);
        QCOMPARE(measured->rows[1].latency->milliseconds, 2.5);
        QCOMPARE(betweenText(*measured->rows[1].latency), std::string("2.25 ms to 2.75 ms"));
        QVERIFY(betweenText(LatencyHere{1}).empty());
        const auto table = strategyTable(std::make_shared<StrategyComparison>(*measured));
        QCOMPARE(std::get<std::string>(table.at(1, "milliseconds_interval")),
                 std::string("2.25 ms to 2.75 ms"));
        options.latency = [](const Typed&, const RunContext&) -> Result<LatencyHere> {
            return badInput("no device");
        };
        const auto failed = compare(options);
        QVERIFY(!failed);
        QCOMPARE(failed.error().message, "per channel, asymmetric uint8, min-max: no device");
    }

    // Each has an interval around its time, and copies compare with the same first model.
    void quickLatencies() {
        const QuickLatency timer;
        const auto quantized = pipeline::quantized(*m_calibration, Strategy{}.options({}));
        QVERIFY(quantized);
        for (int i = 0; i < 2; ++i) {
            const auto copy = timer;
            const auto told = copy(*quantized->typed, {});
            QVERIFY2(told, told ? "" : told.error().message.c_str());
            QVERIFY(told->milliseconds > 0 && told->interval);
            QVERIFY(told->interval->low <= told->milliseconds && told->milliseconds <= told->interval->high);
        }
    }

    void remedies() {
        StrategyOptions options;
        options.strategies = {{PerTensor},
                              {PerTensor, false, "min_max", Remedy::Equalize},
                              {PerTensor, false, "min_max", Remedy::CorrectBias},
                              {PerTensor, false, "min_max", Remedy::FloatLayers, 2}};
        const auto refused = compare(options);
        QVERIFY(!refused && refused.error().code == ErrorCode::BadInput);
        QVERIFY(refused.error().message.find("equalized") != std::string::npos);
        options.calibrationInputs = [&] { return feedsOf(*m_calibrating); };
        options.equalization.replaceClips = true;
        const auto comparison = compare(options);
        QVERIFY2(comparison, comparison ? "" : comparison.error().message.c_str());
        const std::vector<StrategyRow>& rows = comparison->rows;
        QVERIFY(!rows[1].worstLayer && !rows[1].meanLayerSqnrDb); // its layers write other numbers in float32
        // Layers more in float32: so many of the two as gain.
        const std::size_t inFloat = rows[0].layers.size() - rows[3].layers.size();
        QVERIFY(inFloat <= 2);
        QCOMPARE(rows[3].weightBytesAfter > rows[0].weightBytesAfter, inFloat > 0);
        Strategy made = options.strategies[3];
        made.floatLayers = inFloat;
        QCOMPARE(rows[3].name(), made.name());
        QCOMPARE(rows[3].strategy, options.strategies[3]);
        QCOMPARE(rows[3].weightBytesBefore, rows[0].weightBytesBefore);
        // Each against the same without this engine.
        const auto plain = quantized(*m_calibration, options.strategies[0].options({}));
        QVERIFY(plain);
        const auto corrected = correctBias(*plain, options.calibrationInputs);
        QVERIFY(corrected);
        const auto report = quantizedReport(corrected->quantized, labelledFeeds(*m_samples));
        QVERIFY(report);
        QCOMPARE(rows[2].outputSqnrDb(), report->outputs.front().sqnrDb);
        QVERIFY(rows[2].outputSqnrDb() != rows[0].outputSqnrDb());
    }

    void nothingToCompare() {
        StrategyOptions options;
        options.strategies.clear();
        QVERIFY(!compare(options));
        const auto none = []() -> NextLabelledFeeds {
            return []() -> Result<std::optional<LabelledFeeds>> { return std::optional<LabelledFeeds>(); };
        };
        const auto empty = compareStrategies(*m_calibration, none);
        QVERIFY(!empty && empty.error().code == ErrorCode::BadInput);
        StrategyOptions unknown;
        unknown.strategies = {{PerChannel, false, "no_such_method"}};
        QVERIFY(!compare(unknown));
    }

    // Three channels of two weights: 1, 2 and 100 at most.
    void channels() {
        ir::Node gemm;
        gemm.op = "Gemm";
        gemm.set("transB", std::int64_t(1));
        const ir::Tensor weights = ir::Tensor::of({3, 2}, std::vector<float>{1, 0.3f, -2, 0.4f, 100, 50});
        const ChannelWidths widths = channelWidths(gemm, weights);
        QCOMPARE(widths.largest, (std::vector<double>{1, 2, 100}));
        QCOMPARE(widths.depth, std::size_t(2));
        QCOMPARE(medianOf(widths.largest), 2.0);
        // One step of 1: 0.3 and 0.4 become 0. Steps of each channel: 0.5, 1 and 50, where 0.3 becomes 0.5 and
        // 0.4 becomes 0.
        const double signal = 1 + 0.09 + 4 + 0.16 + 10000 + 2500;
        const quant::Codes codes{-127, 127};
        QVERIFY(std::abs(weightSqnrDb(gemm, weights, {{1, 0}}, codes) - 10 * std::log10(signal / 0.25)) < 1e-4);
        QVERIFY(std::abs(weightSqnrDb(gemm, weights, {{0.5f, 0}, {1, 0}, {50, 0}}, codes) -
                         10 * std::log10(signal / (0.04 + 0.16))) < 1e-4);
    }

    void recommendation() {
        const Strategy tensor{PerTensor}, channel{PerChannel}, entropy{PerChannel, false, "entropy"};
        // Right answers before agreement before SQNR before size.
        QCOMPARE(recommended({madeRow(tensor, 89, 100, 50), madeRow(channel, 100, 100, 20)})->row,
                 std::size_t(1));
        // Ten answers more are no proof where one of many has the most.
        QCOMPARE(recommended({madeRow(tensor, 90, 100, 50), madeRow(channel, 100, 100, 20)})->row,
                 std::size_t(0));
        QCOMPARE(recommended({madeRow(tensor, 9, 10, 30), madeRow(channel, 9, 10, 20)})->row, std::size_t(0));
        QCOMPARE(recommended({madeRow(tensor, 9, 10, 30, 900), madeRow(channel, 9, 10, 30.2, 901)})->row,
                 std::size_t(1));
        const double exact = std::numeric_limits<double>::infinity();
        QCOMPARE(recommended({madeRow(tensor, 9, 10, 30), madeRow(channel, 9, 10, exact)})->row,
                 std::size_t(1));
        StrategyRow agreeing = madeRow(entropy, 89, 100, 10);
        agreeing.change.tops.agreed = 100;
        for (SampleChange& sample : agreeing.change.samples)
            sample.isAgreed = true;
        const auto found = recommended({madeRow(tensor, 89, 100, 30), madeRow(channel, 78, 100, 40), agreeing});
        QCOMPARE(found->row, std::size_t(2));
        QCOMPARE(found->mostRight, std::size_t(2));
        QCOMPARE(found->mostAgreed, std::size_t(1));
        QVERIFY(found->alike.empty());
        QVERIFY(!recommended({}));

        StrategyRow fast = madeRow(tensor, 8, 10, 10), slow = madeRow(channel, 9, 10, 20);
        QCOMPARE(paretoRows({fast, slow}), (std::vector<std::size_t>{1}));
        fast.latency = LatencyHere{1};
        slow.latency = LatencyHere{2};
        QCOMPARE(paretoRows({fast, slow}), (std::vector<std::size_t>{1})); // a short run says nothing
        QCOMPARE(paretoRows({madeRow(tensor, 9, 10, 30, 900), madeRow(channel, 9, 10, 40, 950),
                             madeRow(entropy, 9, 10, 35, 960)}),
                 (std::vector<std::size_t>{0, 1}));
    }

    // A share of answers has its interval and its samples, the same in sentences and in columns.
    void howSureAnswersAre() {
        QCOMPARE((CountedShare{60, 64}).text(), std::string("93.8 % (85–98 %, 64 samples)"));
        QCOMPARE((CountedShare{1, 1}).text(), std::string("100.0 % (21–100 %, 1 sample)"));
        const auto comparison = std::make_shared<StrategyComparison>();
        comparison->rows = {madeRow({}, 60, 64, 30)};
        const table::Table table = strategyTable(comparison);
        QCOMPARE(std::get<std::string>(table.at(0, "answers_interval")), std::string("85–98 %"));
        QCOMPARE(table.at(0, "labelled").number(), std::optional(64.0));
        QVERIFY(std::abs(table.at(0, "accuracy_int8_low").number().value_or(0) - 0.850) < 1e-3);
        QVERIFY(std::abs(table.at(0, "accuracy_int8_high").number().value_or(0) - 0.975) < 1e-3);
        comparison->rows.front().change.tops = {10, 9, 0, 0, 0}; // no labels: of agreement
        const table::Table unlabelled = strategyTable(comparison);
        QVERIFY(unlabelled.at(0, "accuracy_int8_low").isNothing());
        QCOMPARE(std::get<std::string>(unlabelled.at(0, "answers_interval")), std::string("60–98 %"));
    }

    // What one sample or a tenth of a decibel decides, others would decide in another way: the cheapest of what
    // is shown to be as good is chosen.
    void noiseDecidesNothing() {
        const Strategy tensor{PerTensor}, channel{PerChannel}, entropy{PerChannel, false, "entropy"};
        const std::vector<StrategyRow> rows{noisy(madeRow(channel, 60, 64, 30.19, 901), 0.9),
                                            noisy(madeRow(tensor, 61, 64, 30, 900), -0.9),
                                            madeRow(entropy, 60, 64, 25, 800)};
        const auto found = recommended(rows);
        QCOMPARE(found->row, std::size_t(1));
        QCOMPARE(found->bestSqnr, std::size_t(2));
        QVERIFY(found->isCheaper);
        QCOMPARE(found->alike.size(), std::size_t(1));
        QCOMPARE(found->alike.front().row, std::size_t(0));
        const measure::MeanInterval lead = found->alike.front().lead;
        QVERIFY(std::abs(lead.mean + 0.19) < 1e-9 && lead.half > 0.19);
        const table::Answer answer = answerOn(rows);
        QVERIFY(answer.headline.starts_with("Choose per tensor, asymmetric uint8, min-max: 61 of 64 right"));
        QCOMPARE(answer.conditions.size(), std::size_t(2));
        QCOMPARE(answer.conditions.back(),
                 std::string("On 64 samples it cannot be told apart with 99.9 % confidence from “per channel, "
                             "asymmetric uint8, min-max” (−0.19 ± 0.78 dB)."));
        QCOMPARE(answer.reasons[0], std::string("2 of 3 have the highest SQNR, within noise."));
        QCOMPARE(
            answer.reasons[1],
            std::string("Of those alike it is chosen for fewer bytes of weights, since it is shown to be as "
                        "good as the best: within 1 dB, or with at most 2 % of the answers lost."));
        // The same figures with less noise: it is better.
        QCOMPARE(recommended({noisy(rows[0], -0.85), noisy(rows[1], 0.85)})->row, std::size_t(0));
        // Undecided is not as good: twice the noise, and the better one stays, whatever it takes.
        const std::vector<StrategyRow> loud{noisy(rows[0], 2), noisy(rows[1], -2)};
        QCOMPARE(recommended(loud)->row, std::size_t(0));
        QCOMPARE(recommended(loud)->cheaper, std::size_t(1));
        QVERIFY(says(sentencesOn(loud), "chosen for the highest SQNR, the mean over the samples. 64 samples do "
                                        "not decide between it and 1 strategy with fewer bytes of weights."));
        // Of as many bytes and as much SQNR the first one, however many there are.
        std::vector<StrategyRow> same;
        for (const char* method : {"min_max", "moving_average", "percentile", "entropy"})
            same.push_back(
                noisy(madeRow({PerChannel, false, method}, 60, 64, 30), same.size() % 2 == 0 ? 1 : -1));
        QCOMPARE(recommended(same)->row, std::size_t(0));
        QVERIFY(says(sentencesOn(same), "On 64 samples it cannot be told apart with 99.9 % confidence from “"));
        QVERIFY(says(sentencesOn(same), "chosen for the highest SQNR, the mean over the samples."));
        const auto comparison = std::make_shared<StrategyComparison>();
        comparison->rows = rows;
        const table::Table table = strategyTable(comparison);
        for (std::size_t row = 0; row < rows.size(); ++row)
            QCOMPARE(std::get<bool>(table.at(row, "alike")), row == 0);
    }

    // What is said of an SQNR is the number by which the choice is made, and one count of what leads by it,
    // where that of all samples says the opposite.
    void theMeanDecidesAndIsTold() {
        const Strategy minMax{PerChannel}, entropy{PerChannel, false, "entropy"},
            percentile{PerChannel, false, "percentile"};
        const auto pooled = [](StrategyRow row, double decibels) {
            row.change.outputs.front().sqnrDb = decibels;
            return row;
        };
        const std::vector<StrategyRow> rows{pooled(noisy(madeRow(minMax, 60, 64, 31), 1), 40),
                                            pooled(noisy(madeRow(entropy, 60, 64, 33.09), 1), 33),
                                            pooled(noisy(madeRow(percentile, 60, 64, 33), -1), 39)};
        const auto found = recommended(rows);
        QVERIFY(found);
        QCOMPARE(found->row, std::size_t(1));
        QCOMPARE(found->bestSqnr, std::size_t(2));
        StrategyComparison comparison;
        comparison.rows = rows;
        const auto method = findingsOf(comparison).method;
        QVERIFY(method);
        QVERIFY(method->bySqnr.front().strategy == entropy);
        QCOMPARE(static_cast<std::size_t>(std::ranges::count(method->isAlike, true)), found->bestSqnr);
        const table::Answer answer = answerOn(rows);
        QVERIFY2(answer.headline.ends_with(", 33.09 dB at the output, mean of samples."),
                 answer.headline.c_str());
        QVERIFY(says(answer.reasons, "2 of 3 have the highest SQNR, within noise."));
        QVERIFY(says(answer.reasons, " lead and cannot be told apart, the first with 33.09 dB, min-max is last "
                                     "with 31.00 dB."));
        const table::Table table = strategyTable(std::make_shared<StrategyComparison>(comparison));
        QVERIFY(std::abs(table.at(1, "mean_sample_sqnr_db").number().value_or(0) - 33.09) < 1e-9);
    }

    // Two samples decide between hardly anything: what they leave open is no reason to take the worse one, and
    // what is recommended is Pareto optimal. Layers decide between equal means.
    void fewSamplesGiveNothingAway() {
        const Strategy tensor{PerTensor}, channel{PerChannel}, entropy{PerChannel, false, "entropy"};
        const auto on = [](StrategyRow row, double first, double second, double layers) {
            for (std::size_t i = 0; i < row.change.samples.size(); ++i)
                row.change.samples[i].sqnrDb = i % 2 == 0 ? first : second;
            row.meanLayerSqnrDb = layers;
            return row;
        };
        const std::vector<StrategyRow> rows{on(madeRow(tensor, 4, 4, 26.5, 900), 40.5, 12.7, 5),
                                            on(madeRow(entropy, 4, 4, 53.2, 950), 52.2, 54.4, 20),
                                            on(madeRow(channel, 4, 4, 53.2, 950), 52.2, 54.4, 25)};
        const auto found = recommended(rows);
        QVERIFY(found && found->isAdvice());
        QCOMPARE(found->bestSqnr, std::size_t(3)); // nothing is told apart
        QCOMPARE(found->row, std::size_t(2));
        QCOMPARE(found->cheaper, std::size_t(1));
        QVERIFY(std::ranges::count(paretoRows(rows), found->row) == 1);
        // The pair that is most open comes first, with its interval.
        QCOMPARE(found->alike.front().row, std::size_t(0));
        QVERIFY(says(sentencesOn(rows), "min-max” (26.70 ± "));
        QVERIFY(!isEquivalent(rows[2].change, rows[0].change));
        QVERIFY(isEquivalent(rows[2].change, rows[1].change));
        // Labelled answers of very many samples show it, too; those of two never do.
        QVERIFY(isEquivalent(madeRow(channel, 190, 200, 50).change, madeRow(tensor, 190, 200, 40).change));
        QVERIFY(!isEquivalent(madeRow(channel, 190, 200, 50).change, madeRow(tensor, 180, 200, 40).change));
    }

    // What is loud in one sample hides that another one is gone.
    void theWorstSampleDecides() {
        StrategyRow row = madeRow({}, 0, 2, 11.5);
        row.change.tops = {2, 0, 0, 0, 0, 2}; // names no class
        row.change.outputs.push_back({"z", 30, 1});
        row.change.samples[0] = {12, false, false, "hall", "y"};
        row.change.samples[1] = {-39.6, false, false, "face", "z", -39.6};
        QVERIFY(!recommended({row})->isUsable());
        QVERIFY(says(sentencesOn({row}),
                     "−39.60 dB at z in sample face, 11.50 dB at y (the worst of 2 outputs) "
                     "over all 2 samples."));
        StrategyComparison comparison;
        comparison.rows = {row};
        comparison.unlike = UnlikeInputs{"input", "hall", "face", 280, 1};
        const table::Answer answer = answerOf(findingsOf(comparison));
        QVERIFY(answer.headline.starts_with("None of these is usable"));
        QVERIFY(says(answer.conditions,
                     "The likely cause: input reaches 280 in hall and 1.00 in face, 280 times "
                     "less: codes that hold the one leave few steps to the other."));
        const std::string warning = unusableText(row.change, comparison.unlike);
        QVERIFY(warning.starts_with("not usable: −39.60 dB at z in sample face") &&
                warning.find("the likely cause: input reaches 280") != warning.npos);
        const auto table = strategyTable(std::make_shared<StrategyComparison>(comparison));
        QCOMPARE(std::get<std::string>(table.at(0, "worst_sample")), std::string("face"));
        QCOMPARE(table.at(0, "worst_sample_sqnr_db").number(), std::optional(-39.6));
        // People see both, and which is which.
        for (const auto& [key, words] : {std::pair("mean_sample_sqnr_db", "SQNR, mean of samples"),
                                         std::pair("output_sqnr_db", "SQNR, all samples"),
                                         std::pair("worst_sample_sqnr_db", "SQNR, worst sample")}) {
            const auto head = std::ranges::find(table.heads, std::string_view(key), &table::Head::key);
            QVERIFY(head != table.heads.end());
            QCOMPARE(std::string(head->head), std::string(words));
            QVERIFY((head->on & table::Everywhere) == table::Everywhere);
        }
        row.change.samples[1].sqnrDb = row.change.samples[1].othersSqnrDb = 10.5;
        QVERIFY(recommended({row})->isUsable());
        QVERIFY(unusableText(row.change, comparison.unlike).empty());
    }

    // The range of an input is compared from sample to sample.
    void unlikeInputs() {
        QVERIFY(!m_calibration->unlike); // images, all of one range
        std::size_t next = 0;
        const NextFeeds inputs = [&]() -> Result<std::optional<ir::Feeds>> {
            if (next == 3) return std::optional<ir::Feeds>();
            auto feeds = m_calibrating->feeds(0, {});
            if (!feeds) return std::move(feeds).error();
            for (auto& each : *feeds) {
                const auto seen = std::as_const(each.second).as<float>();
                std::vector<float> values(seen.begin(), seen.end());
                for (float& value : values)
                    value *= next == 1 ? 0.01F : next == 2 ? 0.0F : 1.0F; // zeros fit every scale
                each.second = ir::Tensor::of<float>(each.second.dims(), values);
            }
            ++next;
            return std::optional(*std::move(feeds));
        };
        const auto calibration = calibrate(*m_typed, inputs);
        QVERIFY(calibration && calibration->unlike);
        QCOMPARE(calibration->unlike->widest, std::string("input 0"));
        QCOMPARE(calibration->unlike->narrowest, std::string("input 1"));
        QVERIFY(std::abs(calibration->unlike->ratio() - 100) < 0.1);
    }

    // A part that is gone is seen, whatever the whole has and however many answers stay.
    void partsAreJudgedApart() {
        const Strategy tensor{PerTensor}, channel{PerChannel};
        const auto withParts = [](StrategyRow row, double scores, bool hasSignal = true) {
            Int8Output& output = row.change.outputs.front();
            output.axis = 1;
            output.parts = {{{"boxes", 0, 4}, 47, 1}, {{"scores", 4, 9}, scores, 0.5, hasSignal}};
            return row;
        };
        const StrategyRow broken = withParts(madeRow(tensor, 100, 100, 47), 1.96);
        QCOMPARE(broken.outputSqnrDb(), 1.96);
        QCOMPARE(broken.change.weakestName(), std::string("y (channels 4 to 8)"));
        QCOMPARE(madeRow(tensor, 100, 100, 47).change.weakestName(), std::string("y"));
        QVERIFY(!recommended({broken})->isUsable());
        QVERIFY(says(sentencesOn({broken}), "None of these is usable"));
        QVERIFY(says(sentencesOn({broken}), "1.96 dB at y (channels 4 to 8)"));
        const StrategyRow whole = withParts(madeRow(channel, 99, 100, 40), 37);
        QCOMPARE(recommended({broken, whole})->row, std::size_t(1));
        QVERIFY(says(
            sentencesOn({broken, whole}),
            "It alone has 10 dB or more in every output and part of every sample, or most of its answers."));
        // Nothing can be said of errors on nothing but zeros.
        QVERIFY(recommended({withParts(madeRow(tensor, 100, 100, 47), -INFINITY, false)})->isUsable());
        // Several outputs alike; of the first one as a whole the answers speak, too.
        StrategyRow second = madeRow(tensor, 100, 100, 9);
        QVERIFY(recommended({second})->isUsable());
        second.change.outputs.push_back({"z", 9, 1});
        QVERIFY(!recommended({second})->isUsable());
        second.change.outputs.back().sqnrDb = 20;
        QVERIFY(recommended({second})->isUsable());
        QCOMPARE(second.change.weakest().name, std::string("y"));
        QCOMPARE(second.change.weakest().place(), std::string("y (the worst of 2 outputs)"));
        QVERIFY(says(sentencesOn({second}), "9.00 dB at the weakest output of each, mean of samples."));
        QCOMPARE(broken.change.weakest().place(), std::string("y (channels 4 to 8)"));
        QCOMPARE(partText({"cat", 1, 1, true, 2}, {{"", 16, 17}, 1, 1}), std::string("cat (position 16)"));
        QCOMPARE(madeRow(tensor, 1, 1, 9).change.weakest().place(), std::string("the output"));
        QCOMPARE(madeRow(tensor, 1, 1, 9).change.weakest().behind(), std::string());
    }

    // Each claim turns with the numbers.
    void whatIsSaid() {
        const Strategy tensor{PerTensor}, channel{PerChannel}, symmetric{PerChannel, true};
        const Strategy entropy{PerChannel, false, "entropy"};
        QVERIFY(says(sentencesOn({madeRow(tensor, 9, 10, 20), madeRow(channel, 9, 10, 30)}),
                     "weights per channel beat weights per tensor in the one pair of rows"));
        QVERIFY(says(sentencesOn({madeRow(tensor, 9, 10, 30), madeRow(channel, 9, 10, 20)}),
                     "weights per channel lose to weights per tensor in the one pair of rows"));
        QVERIFY(
            says(sentencesOn({madeRow(tensor, 9, 10, 30), madeRow(channel, 9, 10, 30)}),
                 "weights per channel cannot be told apart from weights per tensor in the one pair of rows"));
        QVERIFY(says(sentencesOn({madeRow(channel, 9, 10, 30), madeRow(symmetric, 9, 10, 20)}),
                     "asymmetric uint8 activations beat symmetric int8 ones"));
        QVERIFY(says(sentencesOn({madeRow(channel, 9, 10, 30), madeRow(symmetric, 9, 10, 20)}),
                     "Each of the 8 tensors with codes has negative values"));
        QVERIFY(says(sentencesOn({madeRow(channel, 9, 10, 20), madeRow(symmetric, 9, 10, 30)}),
                     "asymmetric uint8 activations lose to symmetric int8 ones"));

        const auto methods = [&](std::size_t second, double decibels) {
            return sentencesOn({madeRow(channel, 90, 100, 30), madeRow(entropy, second, 100, decibels)});
        };
        QVERIFY(says(methods(90, 20), "do not differ in their answers: 90 of 100 right with each of 2"));
        QVERIFY(says(methods(90, 20),
                     "min-max leads with 30.00 dB, entropy (TensorRT, 2048 bins) is last with 20.00 dB"));
        QVERIFY(says(sentencesOn({noisy(madeRow(channel, 90, 100, 30), 1), madeRow(entropy, 90, 100, 29.95)}),
                     "By the SQNR, mean of samples, methods cannot be told apart: the first is min-max with "
                     "30.00 dB, the last entropy (TensorRT, 2048 bins) with 29.95 dB."));
        QVERIFY(says(methods(89, 20), "no more than noise, 1 sample of 100"));
        QVERIFY(says(methods(80, 20), "no more than noise, 10 samples of 100: 90 of 100 right with min-max"));
        QVERIFY(says(methods(79, 20), "matter: 90 of 100 right with min-max, 79 of 100 right with entropy "
                                      "(TensorRT, 2048 bins)"));

        const auto chosen = sentencesOn(
            {madeRow(tensor, 20, 20, 20), madeRow(channel, 20, 20, 30), madeRow(entropy, 8, 20, 40)});
        QVERIFY(says(chosen, "Choose per channel, asymmetric uint8, min-max: 20 of 20 right"));
        QVERIFY(says(chosen,
                     "2 of 3 have the most right answers, within noise. Of these it alone has the highest "
                     "SQNR, beyond noise."));
        QVERIFY(says(sentencesOn({madeRow(tensor, 10, 10, 20)}), "It is the only one."));
        QVERIFY(answerOf(pipeline::StrategyFindings()).lines().empty());
        // The best of useless rows is no advice.
        const auto none = sentencesOn({madeRow(tensor, 0, 2, 0.55), madeRow(channel, 0, 2, 0.4)});
        QVERIFY(
            says(none, "None of these is usable: the best, per tensor, asymmetric uint8, min-max, has 0 of 2"));
        QVERIFY(!says(none, "Choose"));
        QVERIFY(
            says(sentencesOn({madeRow(tensor, 2, 2, 9)}), "None of these is usable")); // two answers say little
        QVERIFY(says(sentencesOn({madeRow(tensor, 95, 100, 9)}), "Choose per tensor"));
        // A choice tells how sure its answers are; of one sample there is none.
        QVERIFY(says(chosen, "20 of 20 right (84–100 %), "));
        QVERIFY(says(sentencesOn({madeRow(tensor, 95, 100, 9)}), "95 of 100 right (89–98 %)"));
        const StrategyRow one = madeRow(tensor, 1, 1, 40), other = madeRow(channel, 1, 1, 50);
        QVERIFY(says(sentencesOn({one, other}), "One sample is too few to choose by: on it per channel"));
        QVERIFY(says(sentencesOn({madeRow(tensor, 3, 3, 40), madeRow(channel, 3, 3, 50)}),
                     "3 samples are too few to choose by: on them per channel"));
        QVERIFY(!says(sentencesOn({one, other}), "Choose"));
        QVERIFY(recommended({one, other})->isUsable() && !recommended({one, other})->isAdvice());
    }

    // The choice stands alone, with its numbers; why it is chosen comes first among the reasons.
    void theChoiceComesFirst() {
        const Strategy tensor{PerTensor}, channel{PerChannel};
        const auto answer = answerOn({madeRow(tensor, 8, 20, 20), madeRow(channel, 20, 20, 30, 12'345)});
        QCOMPARE(answer.headline, std::string("Choose per channel, asymmetric uint8, min-max: 20 of 20 right "
                                              "(84–100 %), 30.00 dB at the output, mean of samples."));
        QCOMPARE(answer.conditions, std::vector<std::string>{
                                        "Its weights take 12 345 bytes; 20 of 20 answers are as in float32."});
        QCOMPARE(answer.reasons.size(), std::size_t(2));
        QCOMPARE(answer.reasons[0], std::string("It alone has the most right answers, beyond noise."));
        QVERIFY(answer.reasons[1].starts_with("By the SQNR, mean of samples, weights per channel beat"));
        // Without labels answers are those of float32 already.
        StrategyRow unlabelled = madeRow(channel, 0, 10, 30);
        unlabelled.change.tops = {10, 9, 0, 0, 0};
        QCOMPARE(answerOn({unlabelled}).conditions, std::vector<std::string>{"Its weights take 1 000 bytes."});
        const auto none = answerOn({madeRow(tensor, 0, 2, 0.55)});
        QVERIFY(none.headline.starts_with("None of these is usable") && none.headline.ends_with("the output."));
        QCOMPARE(none.conditions.size(), std::size_t(1)); // what then
    }
};

EDGEWRIGHT_TEST(StrategiesTest)

} // namespace edgewright::strategies_test

#include "strategies_test.moc"
