// SPDX-License-Identifier: GPL-3.0-or-later
// Accumulators of several widths on a whole model, and what is said of them.
#include "core/pipeline/quantization/simulation/accumulator_findings.h"
#include "tests/support/sanitizers.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace edgewright::accumulator_experiment_test {

using namespace edgewright::pipeline;

namespace {

constexpr auto Saturate = quant::Overflow::Saturate;
constexpr auto Wrap = quant::Overflow::Wrap;

// A row with these layers' decibels and so many right answers of ten.
AccumulatorRow madeRow(int bits, quant::Overflow overflow, const std::vector<double>& decibels,
                       std::size_t right, double output, std::int64_t overflows) {
    AccumulatorRow row;
    row.accumulator = {bits, overflow};
    for (const double each : decibels) {
        Int8Layer layer;
        layer.name = "layer" + std::to_string(row.model.layers.size());
        layer.sqnrDb = each;
        row.model.layers.push_back(layer);
    }
    row.model.layers.front().accumulatedOverflows = overflows;
    row.overflows = overflows;
    if (overflows > 0) row.overflowing = {0};
    row.model.outputs = {{"y", output, 0}};
    row.model.counts = {10, right, 10, 10, right};
    for (std::size_t i = 0; i < 10; ++i)
        row.model.tops.push_back({std::to_string(i), 1, 1, i < right ? 1 : 0});
    return row;
}

AccumulatorExperiment madeExperiment(std::vector<AccumulatorRow> rows) {
    AccumulatorExperiment experiment;
    experiment.samples = 10;
    for (const Int8Layer& layer : rows.front().model.layers) {
        LayerGrowth growth;
        growth.name = layer.name;
        growth.growth.measuredBits = 18;
        growth.growth.worstBits = 21;
        growth.growth.recommendedBits = 24;
        experiment.layers.push_back(growth);
    }
    experiment.rows = std::move(rows);
    return experiment;
}

bool says(const std::vector<std::string>& sentences, const std::string& text) {
    return std::ranges::any_of(sentences,
                               [&](const std::string& each) { return each.find(text) != each.npos; });
}

} // namespace

class AccumulatorExperimentTest : public QObject {
    Q_OBJECT

    std::shared_ptr<const Typed> m_typed;
    std::optional<dataset::SampleSet> m_calibration, m_samples;

    std::optional<dataset::SampleSet> setOf(dataset::Use use, std::size_t limit) const {
        const auto source = dataset::sourceAt(test::sample("tiny_cnn_2d"), use);
        if (!source) return std::nullopt;
        auto set = dataset::read(*source, *m_typed->graph, limit);
        return set ? std::optional(*std::move(set)) : std::nullopt;
    }
    Result<AccumulatorExperiment> run(std::vector<int> widths, const RunContext& context = {}) const {
        return accumulatorExperiment(*m_typed, feedsOf(*m_calibration), labelledFeeds(*m_samples),
                                     {{}, std::move(widths)}, context);
    }

private slots:
    void initTestCase() {
        const auto opened = open(test::sample("tiny_cnn_2d.onnx"));
        QVERIFY(opened);
        m_typed = type(*opened, {}, true);
        m_calibration = setOf(dataset::Use::Calibration, 8);
        m_samples = setOf(dataset::Use::Accuracy, test::UnderSanitizer ? 1 : 8);
        QVERIFY(m_calibration && m_samples);
    }

    // 32 bits saturating, 32 bits wrapping and the exact sums of int8Model are one and the same.
    void wideAccumulatorsAreExact() {
        const auto experiment = run({24, 32});
        QVERIFY2(experiment, experiment ? "" : experiment.error().message.c_str());
        QCOMPARE(experiment->rows.size(), std::size_t(4));
        QCOMPARE(experiment->rows[0].accumulator, (Int8Accumulator{24, Saturate}));
        QCOMPARE(experiment->rows[3].accumulator, (Int8Accumulator{32, Wrap}));
        QCOMPARE(experiment->samples, m_samples->count());
        const auto exact = int8Model(*m_typed, feedsOf(*m_calibration), labelledFeeds(*m_samples), {});
        QVERIFY(exact);
        for (const AccumulatorRow& row : experiment->rows) {
            QCOMPARE(row.overflows, 0);
            QVERIFY(row.overflowing.empty());
            QCOMPARE(row.outputSqnrDb(), exact->outputs.front().sqnrDb);
            QCOMPARE(row.model.counts.agreed, exact->counts.agreed);
            double sum = 0, worst = std::numeric_limits<double>::infinity();
            for (std::size_t i = 0; i < exact->layers.size(); ++i) {
                QCOMPARE(row.model.layers[i].sqnrDb, exact->layers[i].sqnrDb);
                QCOMPARE(row.model.layers[i].accumulatedSqnrDb, exact->layers[i].accumulatedSqnrDb);
                sum += exact->layers[i].sqnrDb;
                worst = std::min(worst, exact->layers[i].sqnrDb);
            }
            QCOMPARE(row.worstLayerSqnrDb, worst);
            QCOMPARE(row.model.layers[row.worstLayer].sqnrDb, worst);
            QVERIFY(std::abs(row.meanLayerSqnrDb - sum / static_cast<double>(exact->layers.size())) < 1e-9);
        }
        const AccumulatorFindings findings = findingsOf(*experiment);
        QVERIFY(findings.isWidestExact);
        QCOMPARE(findings.widest.accumulator.bits, 32);
        QCOMPARE(findings.narrowestSafe, std::optional(24));
        QVERIFY(!findings.firstOverflow && !findings.wrapping16 && !findings.contradiction);
        const auto sentences = answerOf(findings).lines();
        QVERIFY(!says(sentences, "16 bits") && says(sentences, "nothing overflows"));
    }

    // What is recommended for each layer holds; what was measured is the narrowest that does.
    void growthIsTheBound() {
        const auto wide = run({24});
        QVERIFY(wide);
        int measured = 0;
        for (const LayerGrowth& layer : wide->layers) {
            QCOMPARE(layer.growth.recommendedBits, 24);
            QVERIFY(layer.growth.worstBits <= layer.growth.recommendedBits);
            QVERIFY(layer.growth.measuredBits > 1 && layer.growth.measuredBits <= layer.growth.worstBits);
            measured = std::max(measured, layer.growth.measuredBits);
        }
        for (const Int8Layer& layer : wide->rows.front().model.layers)
            measured = std::max(measured, layer.accumulatedBitsNeeded);
        const AccumulatorFindings found = findingsOf(*wide);
        QCOMPARE(found.measuredBits, measured);
        const auto narrow = run({measured, measured - 1});
        QVERIFY(narrow);
        QCOMPARE(narrow->row({measured, Saturate})->overflows, 0);
        QCOMPARE(narrow->row({measured, Wrap})->overflows, 0);
        const AccumulatorFindings findings = findingsOf(*narrow);
        QCOMPARE(findings.narrowestSafe, std::optional(measured));
        QVERIFY(findings.firstOverflow);
        QCOMPARE(findings.firstOverflow->accumulator, (Int8Accumulator{measured - 1, Wrap}));
        QVERIFY(findings.firstOverflow->overflowed());
    }

    void narrowAccumulators() {
        const auto experiment = run({32, 12});
        QVERIFY(experiment);
        for (const quant::Overflow overflow : {Saturate, Wrap}) {
            const AccumulatorRow* row = experiment->row({12, overflow});
            QVERIFY(row && row->overflows > 0 && row->overflowing.size() > 1);
            QVERIFY(row->outputSqnrDb() < experiment->rows.front().outputSqnrDb() - 20);
            QVERIFY(row->meanLayerSqnrDb < experiment->rows.front().meanLayerSqnrDb - 20);
        }
        QVERIFY(!experiment->row({16, Wrap}));
    }

    void badWidths() {
        for (const std::vector<int>& widths :
             {std::vector<int>{}, std::vector{7}, std::vector{33}, std::vector{16, 24, 16}}) {
            const auto refused = run(widths);
            QVERIFY(!refused && refused.error().code == ErrorCode::BadInput);
        }
    }

    void stopping() {
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = run({32}, {stop.get_token(), nullptr});
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
    }

    // On rows made for it: the catastrophe, and layers that say the opposite of the answers.
    void whatIsSaid() {
        const std::vector<double> good{40, 40, 40};
        const AccumulatorRow exact = madeRow(32, Saturate, good, 10, 40, 0),
                             same = madeRow(32, Wrap, good, 10, 40, 0);
        {
            const auto sentences =
                answerOf(
                    findingsOf(madeExperiment({exact, same, madeRow(16, Saturate, {20, 20, 20}, 4, 12, 900),
                                               madeRow(16, Wrap, {3, 3, 21}, 10, 5, 700)})))
                    .lines();
            QVERIFY(says(sentences, "ruins the output, though it costs no answer"));
            QVERIFY(says(sentences,
                         "at 16 bits saturating has the higher SQNR in 2 layers (and the lower one in 1)"));
            QVERIFY(says(sentences, "layer0 (saturating 20.00 dB, wrapping 3.00 dB)"));
            QVERIFY(says(sentences, "4 of 10 right, against 10 of 10 right"));
            QVERIFY(!says(sentences, "catastrophe"));
            // Two answers more are chance.
            QVERIFY(!says(answerOf(findingsOf(madeExperiment({exact, same,
                                                              madeRow(16, Saturate, {20, 20, 20}, 8, 12, 900),
                                                              madeRow(16, Wrap, {3, 3, 21}, 10, 5, 700)})))
                              .lines(),
                          "does not decide"));
        }
        {
            // A long bias beside short sums is told as what decides.
            AccumulatorExperiment biased = madeExperiment({exact, same});
            biased.layers[1].growth.worstBits = 31;
            biased.layers[1].growth.biasBits = 31;
            biased.layers[1].growth.sumBits = 20;
            QVERIFY(says(answerOf(findingsOf(biased)).reasons,
                         " the bias decides: its codes take 31 bits, the sums of products 20; a channel"));
            biased.layers[1].growth.biasBits = 16;
            QVERIFY(!says(answerOf(findingsOf(biased)).lines(), "bias decides"));
        }
        {
            const auto sentences =
                answerOf(
                    findingsOf(madeExperiment({exact, same, madeRow(16, Saturate, {20, 20, 20}, 9, 12, 900),
                                               madeRow(16, Wrap, {3, 3, 3}, 1, 0, 700)})))
                    .lines();
            QVERIFY(says(sentences, "Wrapping at 16 bits is a catastrophe: 700 outputs overflow in 1 layer"));
            QVERIFY(says(sentences, "; saturating: 12.00 dB at ") && says(sentences, ", 9 of 10 right."));
            QVERIFY(!says(sentences, "does not decide")); // layers and answers agree
        }
        {
            // Outputs that name no class have no right answers, and none that are missing.
            std::vector rows{exact, same, madeRow(16, Saturate, {20, 20, 20}, 0, 12, 900),
                             madeRow(16, Wrap, {3, 3, 3}, 0, 0, 700)};
            for (AccumulatorRow& row : rows) {
                row.model.counts = {};
                row.model.counts.samples = row.model.counts.unclassed = 10;
            }
            const auto sentences = answerOf(findingsOf(madeExperiment(rows))).lines();
            QVERIFY(says(sentences, "Wrapping at 16 bits ruins the output: 700 outputs overflow"));
            QVERIFY(!says(sentences, "answer"));
        }
        {
            const auto findings = findingsOf(madeExperiment(
                {exact, same, madeRow(16, Saturate, good, 10, 40, 0), madeRow(16, Wrap, good, 10, 40, 0)}));
            QCOMPARE(findings.narrowestSafe, std::optional(16));
            const auto sentences = answerOf(findings).lines();
            QVERIFY(says(sentences,
                         "Wrapping at 16 bits changes nothing: no sum of the model leaves them on these "
                         "samples, but other inputs may."));
            QVERIFY(says(sentences, "At 32 bits saturating, wrapping and exact sums are the same: nothing "
                                    "overflows, whatever the input."));
        }
        // The samples show one thing, and another one holds for any input: each is told as what it is. So is
        // the reuse of samples.
        {
            AccumulatorExperiment narrow =
                madeExperiment({madeRow(20, Saturate, good, 10, 40, 0), madeRow(20, Wrap, good, 10, 40, 0)});
            QVERIFY(says(answerOf(findingsOf(narrow)).reasons,
                         "nothing overflows on these samples, but with other inputs it may."));
            narrow.calibratedOnSamples = true;
            QVERIFY(says(answerOf(findingsOf(narrow)).conditions,
                         "On these 10 samples, which the ranges are from, too, sums needed up to 18"));
        }
        {
            const auto findings = findingsOf(
                madeExperiment({madeRow(32, Saturate, good, 10, 40, 3), madeRow(32, Wrap, good, 10, 40, 3)}));
            QVERIFY(!findings.isWidestExact && !findings.narrowestSafe);
            const auto sentences = answerOf(findings).lines();
            QVERIFY(says(sentences, "Even at 32 bits") && says(sentences, "Every width tried overflowed"));
            QVERIFY(!says(sentences, "nothing overflows"));
        }
        QVERIFY(answerOf(findingsOf({})).lines().empty());
    }

    // Accuracy, its interval and agreement stand side by side; without labels no column is of accuracy.
    void columnsFollowTheLabels() {
        const auto keys = [](std::size_t labelled) {
            AccumulatorRow row = madeRow(32, Saturate, {40}, 10, 40, 0);
            row.model.counts.labelled = labelled;
            const table::Table table =
                accumulatorTable(std::make_shared<const AccumulatorExperiment>(madeExperiment({row})));
            std::string text;
            for (const table::Place place : {table::Page, table::File}) {
                for (const std::size_t column : table.columnsOn(place))
                    if (const std::string_view key = table.heads[column].key;
                        key.starts_with("a") || key.starts_with("top1"))
                        text += std::string(key) + " ";
                text += "| ";
            }
            return text;
        };
        QCOMPARE(keys(10),
                 std::string("accuracy.int8 answers_interval top1_agreement | accuracy.fp32 accuracy.int8 "
                             "accuracy.int8_low accuracy.int8_high accuracy.samples top1_agreement | "));
        QCOMPARE(keys(0), std::string("answers_interval top1_agreement | top1_agreement | "));
    }

    // The width stands alone, with what it gives; what sums need is its condition, each said once.
    void theWidthComesFirst() {
        const std::vector<double> good{40, 40, 40};
        const std::vector<AccumulatorRow> exact{madeRow(32, Saturate, good, 10, 40, 0),
                                                madeRow(32, Wrap, good, 10, 40, 0)};
        const auto with = [&](const std::vector<AccumulatorRow>& narrow) {
            std::vector<AccumulatorRow> rows = exact;
            rows.insert(rows.end(), narrow.begin(), narrow.end());
            return answerOf(findingsOf(madeExperiment(std::move(rows))));
        };
        const auto any = with({madeRow(16, Saturate, good, 9, 12, 900), madeRow(16, Wrap, good, 1, 0, 700)});
        QCOMPARE(any.headline,
                 std::string("Of the widths tried, 32 bits is the narrowest without overflow, on any "
                             "input: 40.00 dB at the output, 10 of 10 right."));
        QCOMPARE(
            any.conditions,
            std::vector<std::string>{
                "On these 10 samples sums needed up to 18 bits (layer0); no input needs more than 21 (layer0), "
                "for which 24 are recommended."});
        // The first width that overflows is the one that is wrapped at: told once, with the layers.
        QCOMPARE(std::ranges::count_if(
                     any.lines(),
                     [](const std::string& each) { return each.find("700 outputs overflow") != each.npos; }),
                 1);
        QVERIFY(says(any.reasons, "700 outputs overflow in 1 layer (layer0); 0.00 dB"));
        const auto here = with({madeRow(16, Saturate, good, 10, 40, 0), madeRow(16, Wrap, good, 10, 40, 0)});
        QVERIFY(here.headline.starts_with(
            "Of the widths tried, 16 bits is the narrowest without overflow on these samples alone: 40.00 dB"));
    }
};

EDGEWRIGHT_TEST(AccumulatorExperimentTest)

} // namespace edgewright::accumulator_experiment_test

#include "accumulator_experiment_test.moc"
