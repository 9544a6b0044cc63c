// SPDX-License-Identifier: GPL-3.0-or-later
// What explains the error of a layer: counted by hand, said in a sentence, drawn, and led to from the page.
#include "views/int8/layer/layer_details.h"

#include "core/pipeline/quantization/quantized_report.h"
#include "tests/support/test_class.h"
#include "tests/views/int8/example.h"
#include "views/int8/charts/heat_map.h"
#include "views/int8/int8_view.h"
#include "views/int8/layer/code_marks.h"
#include "views/int8/layer/layer_answer.h"
#include "views/int8/layer/layer_charts.h"
#include "views/int8/layer/layer_tables.h"
#include "views/int8/value/value_view.h"
#include "views/support/answer_line.h"
#include "views/support/chart/chart_pane.h"
#include "views/support/figure/figure_format.h"
#include "views/support/table/row_table.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QSpinBox>
#include <QTableView>
#include <QTest>

#include <numeric>

namespace edgewright::layer_details_test {

using namespace edgewright::views;
using namespace Qt::StringLiterals;

namespace {

// Four channels of four outputs each, with two weights each. Channel 3 is ten times as wide as the median and
// has nearly all of the error; channel 2 has weights of 0.
struct Counted {
    Example example;
    std::shared_ptr<quant::LayerStudy> study = Example::study(example.first, {1, 4, 2, 2});
    std::shared_ptr<pipeline::LayerOnSample> onSample = std::make_shared<pipeline::LayerOnSample>();
    std::shared_ptr<pipeline::Calibrated> model = std::make_shared<pipeline::Calibrated>();
    quant::TensorStatistics input;
    pipeline::Settings settings;

    Counted() {
        std::ranges::fill(study->error.as<float>(), 0.0f);
        for (std::size_t i = 0; i < 16; ++i)
            study->reference.as<float>()[i] = static_cast<float>(i) * 0.125f;
        const auto set = [&](std::size_t element, float error) { study->error.as<float>()[element] = error; };
        set(1, 0.125f);  // channel 0
        set(6, -0.125f); // channel 1
        set(12, -0.5f);  // channel 3
        set(15, 0.25f);  // channel 3
        for (std::size_t i = 0; i < 16; ++i)
            study->dequantized.as<float>()[i] = study->reference.as<float>()[i] + study->error.as<float>()[i];
        study->outputs = {0, 2.125f};
        study->output = {0.125f, 0};
        study->input = {1.0f / 256, 0};
        study->sample = "test.npy[0]";
        study->weights = {{0.01f, 0}, {0.01f, 0}, {1, 0}, {0.1f, 0}};
        study->channelSqnrDb.assign(4, 30.0);
        study->options.inputRange = quant::Range{0, 1};
        study->bitGrowth = {.productBits = 16,
                            .terms = 2,
                            .worstLow = -70000,
                            .worstHigh = 65000,
                            .worstBits = 18,
                            .channelBits = {17, 16, 1, 18},
                            .measuredBits = 15,
                            .recommendedBits = 24,
                            .reason = {}};

        // 999 values in [0, 1), one of 10: bins are 1/256 wide.
        std::vector<float> values;
        for (int i = 0; i < 999; ++i)
            values.push_back(static_cast<float>(i) / 1000);
        values.push_back(10);
        input.add(values);
        const ir::Graph& graph = *example.analysis->typed->graph;
        const ir::Node& node = graph.node(example.first);
        pipeline::CalibrationStatistics all;
        all.emplace(node.input(0), input);
        model->comparedOn.kind = dataset::SourceKind::Arrays;
        model->calibration.folded = example.analysis->typed;
        model->calibration.statistics = std::make_shared<const pipeline::CalibrationStatistics>(std::move(all));
        onSample->model = model;
        onSample->layer.product = example.first;
        onSample->layer.input = node.input(0);
        onSample->layer.output = node.output(0);
        onSample->reference.operands.shape.outChannels = 4;
        onSample->reference.operands.weights = {1.27f, -0.5f, -1.27f, 0.0f, 0.0f, 0.0f, 12.7f, 1.0f};
        example.analysis->int8 = study;
        example.analysis->layerOnSample = onSample;
    }

    std::shared_ptr<const pipeline::StudiedLayer> layer() const {
        return pipeline::studiedLayer(*example.analysis, settings);
    }
    std::shared_ptr<const pipeline::LayerFacts> facts() const { return pipeline::layerFacts(layer()).value(); }
};

QString plain(const QString& html) {
    AnswerLine line;
    line.setAnswer(html);
    return line.plainAnswer();
}

LayerAnswer answerOf(const Counted& counted) { return layerAnswer(*counted.study, counted.facts().get()); }

std::shared_ptr<const pipeline::ComparedTensor> picturesOf(ir::Dims dims, std::string op) {
    return pipeline::ComparedTensor::make(Example::study(NodeId(0), std::move(dims), std::move(op)));
}

} // namespace

class LayerDetailsTest : public QObject {
    Q_OBJECT

private slots:
    void elementsBelongToChannels() {
        QCOMPARE(picturesOf({2, 3, 2, 2}, "Conv")->channelOf(13), 0); // second image
        QCOMPARE(picturesOf({2, 3, 2, 2}, "Conv")->channelOf(11), 2);
        QCOMPARE(picturesOf({1, 3, 5}, "Conv")->channelOf(9), 1);
        QCOMPARE(picturesOf({4, 10}, "Gemm")->channelOf(23), 3);
        QCOMPARE(picturesOf({1, 7, 10}, "MatMul")->channelOf(23), 3);
    }

    void squaredErrorsAreShared() {
        const Counted counted;
        const pipeline::ChannelErrors errors = pipeline::channelErrors(*counted.layer()->output);
        // 1/64, 1/64, 0 and 1/4 + 1/16 = 20/64, of 22/64.
        QCOMPARE(errors.shares, (std::vector<double>{1.0 / 22, 1.0 / 22, 0, 20.0 / 22}));
        QCOMPARE(errors.order, (std::vector<std::int64_t>{3, 0, 1, 2}));
        QCOMPARE(errors.worst, (std::vector<std::int64_t>{12, 15, 1, 6}));
    }

    void tenWorstOfMany() {
        const auto pictures = picturesOf({1, 3, 6, 8}, "Conv"); // 0.1 at both ends, else rising from -0.08
        const pipeline::ChannelErrors errors = pipeline::channelErrors(*pictures);
        QCOMPARE(errors.worst.size(), pipeline::MaxWorstElements);
        QCOMPARE(errors.worst[0], 5);
        QCOMPARE(errors.worst[1], 143);
        QCOMPARE(errors.worst[2], 0);
        QCOMPARE(std::accumulate(errors.shares.begin(), errors.shares.end(), 0.0), 1.0);
    }

    void channelsAreNamedOnlyForClearlyMore_data() {
        QTest::addColumn<std::vector<double>>("shares");
        QTest::addColumn<std::vector<std::int64_t>>("named");
        QTest::addColumn<double>("share");
        using Shares = std::vector<double>;
        using Named = std::vector<std::int64_t>;
        QTest::newRow("one has half") << Shares{0.1, 0.5, 0.2, 0.2} << Named{1} << 0.5;
        QTest::newRow("even") << Shares{0.25, 0.25, 0.25, 0.25} << Named{} << 0.0;
        QTest::newRow("less than twice its share") << Shares{0.49, 0.26, 0.25} << Named{} << 0.0;
        Shares ten(10, 0.05);
        ten[2] = 0.25;
        ten[7] = 0.35;
        QTest::newRow("two until half is reached") << ten << Named{7, 2} << 0.6;
        Shares many(100, 0.005);
        many[9] = many[10] = many[11] = many[12] = 0.13;
        QTest::newRow("three at most") << many << Named{9, 10, 11} << 0.39;
        Shares little(100, 0.0095);
        little[0] = 0.0595;
        QTest::newRow("too little to be worth a name") << little << Named{} << 0.0;
        QTest::newRow("nothing is lost") << Shares{0, 0, 0} << Named{} << 0.0;
    }
    void channelsAreNamedOnlyForClearlyMore() {
        QFETCH(std::vector<double>, shares);
        QFETCH(std::vector<std::int64_t>, named);
        QFETCH(double, share);
        pipeline::ChannelErrors errors;
        errors.shares = shares;
        errors.order.resize(shares.size());
        std::iota(errors.order.begin(), errors.order.end(), 0);
        std::ranges::stable_sort(errors.order, std::greater{},
                                 [&](std::int64_t c) { return shares[static_cast<std::size_t>(c)]; });
        const pipeline::Concentration found = pipeline::concentration(errors);
        QCOMPARE(found.channels, named);
        QVERIFY(std::abs(found.share - share) < 1e-12);
    }

    void scalesOfChannels() {
        Counted counted;
        const auto scales = pipeline::channelScales(*counted.layer());
        QVERIFY(scales);
        QCOMPARE(scales->channels.size(), std::size_t(4));
        QCOMPARE(static_cast<float>(scales->channels[0].scale), 0.01f);
        QCOMPARE(static_cast<float>(scales->channels[3].scale), 0.1f);
        QCOMPARE(scales->channels[2].scale, 0.0); // not the 1 that stands for weights of 0
        QCOMPARE(static_cast<float>(scales->whole), 0.1f);
        QCOMPARE(static_cast<float>(scales->median), 0.01f); // of 0.01, 0.01 and 0.1
        QCOMPARE(scales->widest, std::size_t(3));
        QVERIFY(std::abs(scales->ratio(3) - 10) < 1e-5);
        QCOMPARE(scales->channels[0].lowest, -50);
        QCOMPARE(scales->channels[0].highest, 127);
        QCOMPARE(scalesTitle(*scales), u"Channel 3 is 10.0 × wider than the median channel"_s);
        QCOMPARE(buildScales(*scales, 1, Theme::light()).targets.size(), std::size_t(4));

        // One scale for all: channel 0 has codes from -5 to 13 of it.
        counted.study->options.weights = quant::Granularity::PerTensor;
        counted.study->weights = {{0.1f, 0}};
        const auto whole = pipeline::channelScales(*counted.layer());
        QCOMPARE(whole->channels[0].lowest, -5);
        QCOMPARE(whole->channels[0].highest, 13);
        QCOMPARE(whole->channels[2].codes(), 1);
        QCOMPARE(scalesTitle(*whole),
                 u"Channel 3 is 10.0 × wider than the median channel; channel 2 uses 1 of 255 codes"_s);
        counted.onSample->layer.product = counted.example.second; // of another layer
        QVERIFY(!pipeline::channelScales(*counted.layer()));
    }

    void valuesAndTheirRange() {
        Counted counted;
        const auto input = pipeline::valueHistogram(*counted.layer(), pipeline::LayerTensor::Input);
        QVERIFY(input);
        QCOMPARE(input->values, 1000);
        QCOMPARE(input->zeros, 1);
        QCOMPARE(input->samples, std::size_t(1));
        QVERIFY(input->counts.size() <= pipeline::ValueHistogram::MaxBins);
        QCOMPARE(std::accumulate(input->counts.begin(), input->counts.end(), std::int64_t{0}), 1000);
        QCOMPARE(input->edge(0), 0.0);
        QCOMPARE(input->above, 0.001); // the 10 alone
        QCOMPARE(input->below, 0.0);
        QCOMPARE(input->params->scale, 1.0f / 256);
        QCOMPARE(histogramTitle(*input), u"Input: 0.10 % of 1.00 k values lie outside of 0 … 1.00"_s);
        // Every method tells its range; none of them chose 0 … 1.
        QCOMPARE(input->methods.size(), quant::rangeMethods().size());
        for (std::size_t i = 0; i < input->methods.size(); ++i) {
            const quant::RangeMethod& method = *quant::rangeMethods()[i];
            QCOMPARE(input->methods[i].name, std::string(method.name));
            QCOMPARE(input->methods[i].range, method.range(counted.input, {}));
            QVERIFY(!input->methods[i].isChosen);
        }
        // That of min max is 0 … 10: nothing lies outside.
        counted.study->options.inputRange = quant::Range{0, 10};
        const auto whole = pipeline::valueHistogram(*counted.layer(), pipeline::LayerTensor::Input);
        QCOMPARE(whole->outside(), 0.0);
        for (const pipeline::MethodRange& method : whole->methods)
            QCOMPARE(method.isChosen, method.name == "min_max");
        QCOMPARE(histogramTitle(*whole), u"Input: all 1.00 k values lie within 0 … 10.0"_s);
    }

    void valuesOfWeights() {
        const Counted counted;
        const auto all = pipeline::valueHistogram(*counted.layer(), pipeline::LayerTensor::Weights);
        QCOMPARE(all->values, 8);
        QCOMPARE(all->range, (quant::Range{-12.7f, 12.7f})); // symmetric
        QVERIFY(!all->params);                               // each channel has its own
        QCOMPARE(all->outside(), 0.0);
        QVERIFY(all->methods.empty());
        const auto one = pipeline::valueHistogram(*counted.layer(), pipeline::LayerTensor::Weights, 1);
        QCOMPARE(one->values, 2);
        QCOMPARE(one->zeros, 1);
        QCOMPARE(one->range, (quant::Range{-1.27f, 1.27f}));
        QCOMPARE(one->params->scale, 0.01f);
        QCOMPARE(one->codes, (quant::Codes{-127, 127}));
    }

    // The output was not calibrated: what it holds on the sample is shown.
    void valuesOfTheSampleAlone() {
        const Counted counted;
        const auto output = pipeline::valueHistogram(*counted.layer(), pipeline::LayerTensor::Output);
        QCOMPARE(output->values, 16);
        QCOMPARE(output->samples, std::size_t(0));
        QCOMPARE(output->range, (quant::Range{0, 1.875f}));
        QVERIFY(output->methods.empty());
    }

    void fewAreCounted() {
        QCOMPARE(partText(0.123, 1000), u"12.3 %"_s);
        QCOMPARE(partText(0.001, 1000), u"0.10 %"_s);
        QCOMPARE(partText(4.0 / 786'432, 786'432), u"4"_s);
        QCOMPARE(partText(0.3 / 786'432, 786'432), u"1"_s); // a bin was divided
        QCOMPARE(partText(0, 100), u"0.00 %"_s);
    }

    void codesHaveMarksWhereThereIsRoom() {
        QCOMPARE(codeStride(7), 1);
        QCOMPARE(codeStride(4), 1);
        QCOMPARE(codeStride(2), 16);
        QCOMPARE(codeStride(0.1), 256);
        QCOMPARE(codeStride(0.01), 4096);
    }

    void pointsAreEvenlyChosen() {
        const pipeline::OutputPoints few = pipeline::outputPoints(*picturesOf({1, 3, 6, 8}, "Conv"));
        std::vector<std::int64_t> all(144);
        std::iota(all.begin(), all.end(), 0);
        QCOMPARE(few.elements, all);
        QCOMPARE(outputChartTitle(few).section(u';', 0, 0), u"All 144 outputs"_s);

        const pipeline::OutputPoints many = pipeline::outputPoints(*picturesOf({1000, 100}, "Gemm"));
        QCOMPARE(many.elements.size(), std::size_t(pipeline::OutputPoints::MaxPoints));
        QCOMPARE(many.outputs, 100'000);
        QCOMPARE(outputChartTitle(many).section(u';', 0, 0), u"20000 of 100000 outputs, evenly chosen"_s);
        std::vector<int> byChannel(100);
        for (std::size_t i = 0; i < many.elements.size(); ++i) {
            const std::int64_t element = many.elements[i];
            QVERIFY(element >= static_cast<std::int64_t>(i) * 5 &&
                    element < static_cast<std::int64_t>(i + 1) * 5);
            ++byChannel[static_cast<std::size_t>(element % 100)];
        }
        // 200 of each channel are expected; a fixed stride of 5 would leave four of five channels out.
        QVERIFY(std::ranges::min(byChannel) > 150 && std::ranges::max(byChannel) < 250);
        QCOMPARE(pipeline::outputPoints(*picturesOf({1000, 100}, "Gemm")).elements, many.elements);
    }

    void clampedOutputsAreCounted() {
        const Counted counted;
        counted.study->output = {0.005f, 0}; // codes end at 1.275
        const pipeline::OutputPoints points = pipeline::outputPoints(*counted.layer()->output);
        QCOMPARE(points.clamped, 5); // 1.375, 1.5, ... 1.875
        QVERIFY(!points.reach.isBeyond(1.277) && points.reach.isBeyond(1.278) &&
                !points.reach.isBeyond(-0.002));
        QCOMPARE(outputChartTitle(points), u"All 16 outputs; 31.3 % of all are clamped"_s);
        QVERIFY(layerWords(answerOf(counted)).reasons.contains(u"31.3 % of the outputs are clamped."_s));
    }

    // Of the inputs on the sample those beyond 255 / 256 and half a step, and those below 0.
    void clampedInputsAreCounted() {
        const Counted counted;
        counted.study->source = ir::Tensor::of<float>({1, 8}, {-1, -0.001f, 0, 0.5f, 0.996f, 0.999f, 1.5f, 2});
        QCOMPARE(counted.facts()->clampedInputs, 0.5);
        QVERIFY(layerWords(answerOf(counted)).reasons.contains(u"50.0 % of the inputs are clamped."_s));
    }

    void answer() {
        const Counted counted;
        const LayerAnswer answer = answerOf(counted);
        QCOMPARE(answer.channels, std::size_t(4));
        QCOMPARE(answer.concentration.channels, (std::vector<std::int64_t>{3}));
        QVERIFY(answer.wider && std::abs(answer.wider->second - 10) < 1e-5);
        const PageWords words = layerWords(answer);
        QCOMPARE(plain(words.headline),
                 u"● Alone 31.3 dB and 87.5 % within one step on test.npy[0]; most of the squared error "
                 u"(90.9 %) sits in channel 3."_s);
        QVERIFY(words.conditions.isEmpty());
        // What one sample shows, another one may not.
        pipeline::QuantizedReport report;
        pipeline::QuantizedLayer layer;
        layer.product = counted.study->node;
        report.layers.push_back(layer);
        QVERIFY(worstSampleOf(layer.product, report).isEmpty());
        report.tops.resize(2);
        report.tops[1].name = "test.npy[1]";
        report.layers.front().localSpread.add(31.3);
        report.layers.front().localSpread.add(8.25);
        QCOMPARE(worstSampleOf(layer.product, report),
                 u"SQNR alone of 2 samples: 8.3 to 31.3 dB, the lowest on test.npy[1]"_s);
        QCOMPARE(plain(words.reasons.front()),
                 u"The weights of channel 3 are 10.0 × wider than those of the median channel."_s);
        QVERIFY(words.reasons.contains(u"The accumulator needs 19 of 32 bits."_s));
        QVERIFY(words.headline.contains(u"<a href=\"channel/3\">channel 3</a>"_s));
        // While the rest is still being counted.
        const PageWords early = layerWords(layerAnswer(*counted.study, nullptr));
        QCOMPARE(early.headline, u"● Alone 31.3 dB and 87.5 % within one step on test.npy[0]."_s);
        QVERIFY(early.reasons.contains(u"The accumulator needs 19 of 32 bits."_s));
        QCOMPARE(linkedChannel(u"channel/3"_s), std::optional<std::int64_t>(3));
        QVERIFY(!linkedChannel(u"layer"_s) && !linkedChannel(u"channel/x"_s));
    }

    void answersSayOnlyWhatIsSo() {
        LayerAnswer answer;
        answer.sqnrDb = 30;
        answer.withinOneStep = 1;
        answer.sample = "a<b";
        answer.isRandom = true;
        answer.bitsNeeded = 19;
        answer.accumulatorBits = 16;
        answer.overflows = 12;
        answer.channels = 64;
        answer.largestShare = 0.02;
        answer.threeLargest = 0.06;
        const auto headline = [&] { return plain(layerWords(answer).headline); };
        QCOMPARE(headline(),
                 u"● Alone 30.0 dB and 100 % within one step; 12 overflows of the accumulator, which has "
                 u"16 bits where 19 are needed; the error is spread evenly over all 64 channels."_s);
        QCOMPARE(layerWords(answer).conditions,
                 QStringList{u"on a random input (a<b), which says little about real ones"_s});
        QVERIFY(!layerWords(answer).reasons.join(u'\n').contains(u"accumulator"_s));
        answer.overflows = 0;
        answer.sample.clear();
        answer.accumulatorBits = 32;
        answer.largestShare = 0.06;
        answer.threeLargest = 0.15; // no channel alone, but not even either
        QCOMPARE(headline(),
                 u"● Alone 30.0 dB and 100 % within one step; the error is spread over all 64 channels, "
                 u"the three with most of it hold 15.0 %."_s);
        QVERIFY(layerWords(answer).conditions.isEmpty());
        QVERIFY(layerWords(answer).reasons.contains(u"The accumulator needs 19 of 32 bits."_s));
        answer.concentration = {{17, 3}, 0.31};
        answer.wider = {{2.1, 12.0}};
        QCOMPARE(headline(), u"● Alone 30.0 dB and 100 % within one step; 31.0 % of the squared error sits in "
                             u"channels 17 and 3 of 64."_s);
        QCOMPARE(
            plain(layerWords(answer).reasons.front()),
            u"The weights of channels 17 and 3 are 2.10 to 12.0 × wider than those of the median channel."_s);
        answer.concentration = {};
        answer.wider.reset();
        answer.channels = 3;
        answer.largestShare = 0.55;
        const auto place = [&] { return headline().section(u"; "_s, 1); };
        QCOMPARE(place(), u"the error is spread over all 3 channels."_s);
        answer.largestShare = 0.4;
        QCOMPARE(place(), u"the error is spread evenly over all 3 channels."_s);
        answer.channels = 1; // nothing to choose from
        QCOMPARE(place(), QString());
        answer.isExact = true;
        QCOMPARE(headline(), u"● Exact."_s);
    }

    // Weights that are as wide as others explain nothing.
    void widthIsToldOnlyWhereItIsLarge() {
        const Counted counted;
        counted.onSample->reference.operands.weights[6] = 1.9f;
        QVERIFY(!answerOf(counted).wider);
    }

    void worstValuesAsATable() {
        const Counted counted;
        RowTable table(worstTable(nullptr));
        QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::QtTest);
        table.show(worstTable(counted.facts()));
        QCOMPARE(table.rowCount(), 4);
        const auto at = [&](int row, std::string_view key) {
            return table.index(row, table.columnOf(key)).data().toString();
        };
        QCOMPARE(at(0, "output"), u"[0, 3, 0, 0]"_s);
        QCOMPARE(at(0, "channel"), u"3"_s);
        QCOMPARE(at(0, "fp32"), u"1.5000"_s);
        QCOMPARE(at(0, "int8"), u"1.0000"_s);
        QCOMPARE(at(0, "code"), u"8"_s);
        QCOMPARE(at(0, "error_steps"), u"−4.00"_s);
        QCOMPARE(table.index(1, table.columnOf("error_steps")).data(SortRole).toDouble(), 2.0);
        table.show(worstTable(nullptr));
        QCOMPARE(table.rowCount(), 0);
    }

    void bitsAsATable() {
        const Counted counted;
        RowTable table(bitsTable(counted.study.get()));
        QVERIFY(table.headerData(table.columnOf("detail"), Qt::Horizontal, SentenceRole).toBool());
        QVERIFY(!table.headerData(table.columnOf("what"), Qt::Horizontal, SentenceRole).toBool());
        QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QStringList rows;
        for (int row = 0; row < table.rowCount(); ++row)
            rows << table.index(row, 0).data().toString() + u": "_s + table.index(row, 1).data().toString() +
                        u", "_s + table.index(row, 2).data().toString();
        QCOMPARE(rows,
                 (QStringList{u"One product: 16, of an input code and a weight, zero points taken off"_s,
                              u"Products of one output: –, 2"_s,
                              u"Worst case: 18, −70000 … 65000, by the signs of the weights"_s,
                              u"Widest channel: 18, channel 3"_s, u"Measured: 15, on test.npy[0]"_s,
                              u"Recommended accumulator: 24, the least usual width that holds the worst case"_s,
                              u"Accumulator: 32, holds every sum that these weights can give"_s}));
        const auto last = [&] { return table.index(table.rowCount() - 1, 2).data().toString(); };
        counted.study->options.accumulatorBits = 16;
        table.show(bitsTable(counted.study.get()));
        QCOMPARE(last(), u"holds this sample, not the worst case"_s);
        counted.study->overflows = 3;
        table.show(bitsTable(counted.study.get()));
        QCOMPARE(last(), u"too narrow: 3 outputs overflow"_s);
    }

    void factsStayUntilTheNextAreCounted() {
        Counted counted;
        Selection selection;
        SettingsModel settings;
        QThreadPool pool;
        ViewContext context{selection, settings, pool};
        LayerDetails details(context);
        pipeline::Analysis& known = *counted.example.analysis;
        const auto display = [&] { details.setAnalysis(std::make_shared<const pipeline::Analysis>(known)); };
        display();
        QVERIFY(!details.facts());
        const auto first = known.int8Facts = counted.facts();
        display();
        QCOMPARE(details.facts(), first);
        // The same layer with another range.
        auto narrow = std::make_shared<quant::LayerStudy>(*counted.study);
        narrow->options.inputRange = quant::Range{0, 0.5f};
        known.int8 = narrow;
        display();
        QCOMPARE(details.facts(), first);
        known.int8Facts = counted.facts();
        display();
        QCOMPARE(details.facts(), known.int8Facts);
        // Another layer has none at first, and nothing is left of it without a study.
        auto other = std::make_shared<quant::LayerStudy>(*counted.study);
        other->node = counted.example.second;
        known.int8 = other;
        display();
        QVERIFY(!details.facts());
        known.int8Facts = counted.facts();
        display();
        QVERIFY(details.facts() && !details.facts()->scales); // what lies on the sample is another layer
        details.setAnalysis(nullptr);
        QVERIFY(!details.facts() && details.figures().empty());
    }

    void onThePage() {
        Counted counted;
        Selection selection;
        SettingsModel settings;
        QThreadPool pool;
        ViewContext context{selection, settings, pool};
        settings.change({}, [&](pipeline::Settings& s) { s.viewState.int8Layer = counted.example.first; });
        const std::unique_ptr<View> view = int8_view.make(context);
        view->resize(1280, 800);
        view->show();
        counted.example.analysis->int8Facts = counted.facts();
        view->setAnalysis(counted.example.analysis);
        QVERIFY(QTest::qWaitForWindowExposed(view.get()));
        auto* details = view->findChild<LayerDetails*>(u"int8Details"_s);
        auto* answer = view->findChild<PageAnswer*>(u"int8LayerAnswer"_s);
        QVERIFY(details->facts());
        QVERIFY2(answer->plainText().contains(u"channel 3"_s), qPrintable(answer->plainText()));
        // The link leads to the channel, and every chart marks it.
        emit answer->linkFollowed(u"channel/3"_s);
        QCOMPARE(view->findChild<QSpinBox*>(u"channel"_s)->value(), 3);
        QVERIFY(!view->findChild<QCheckBox*>(u"allChannels"_s)->isChecked());

        const auto turnTo = [&](const QString& title) {
            for (int i = 0; i < details->count(); ++i)
                if (details->tabText(i) == title) return details->setCurrentIndex(i);
            QFAIL(qPrintable(title));
        };
        turnTo(u"Values"_s);
        auto* values = view->findChild<ChartPane*>(u"int8-valuesChart"_s);
        auto* tensor = view->findChild<QComboBox*>(u"int8Tensor"_s);
        QCOMPARE(values->chart()->title().section(u':', 0, 0), u"Output"_s);
        tensor->setCurrentIndex(1);
        emit tensor->activated(1);
        QCOMPARE(values->chart()->title().section(u':', 0, 0), u"Weights of channel 3"_s);
        turnTo(u"Scales"_s);
        auto* scales = view->findChild<ChartPane*>(u"int8-scalesChart"_s);
        QCOMPARE(scales->targetCount(), std::size_t(4));
        QTest::mouseClick(scales->viewport(), Qt::LeftButton, {}, scales->positionOf(1).toPoint());
        QCOMPARE(view->findChild<QSpinBox*>(u"channel"_s)->value(), 1);
        turnTo(u"Worst"_s);
        auto* worst = view->findChild<QTableView*>(u"int8WorstTable"_s);
        const QPoint row = worst->visualRect(worst->model()->index(1, 0)).center();
        QTest::mouseClick(worst->viewport(), Qt::LeftButton, {}, row);
        QTest::mouseDClick(worst->viewport(), Qt::LeftButton, {}, row);
        QCOMPARE(details->currentWidget(), view->findChild<ValueView*>(u"int8ValueView"_s));
        QCOMPARE(view->saveState().value(u"element"_s), QJsonValue(15));
        QCOMPARE(view->saveState().value(u"tensor"_s), QJsonValue(1));

        QStringList names;
        for (const Figure& figure : view->figures())
            names << figure.name;
        QCOMPARE(names, (QStringList{u"int8-error"_s, u"int8-panels"_s, u"int8-sqnr"_s, u"int8-values-input"_s,
                                     u"int8-values-weights"_s, u"int8-values-output"_s, u"int8-outputs"_s,
                                     u"int8-output-errors"_s, u"int8-scales"_s, u"int8-bits"_s}));
        const std::vector<Figure> figures = view->figures();
        const QByteArray input = figureSvg(figures[3]);
        for (const char* part : {"mean squared error", "min max", "percentile", "entropy (TensorRT, 2048 bins)",
                                 "entropy (ONNX Runtime, 128 bins)", "moving average", "range of the codes",
                                 "0.10 % above", "scale 0.00391, zero point 0", ">255<"})
            QVERIFY2(input.contains(part), part);
        QVERIFY(figureSvg(figures[6]).contains("largest error: −4.00 steps, channel 3"));
        QVERIFY(figureSvg(figures[7]).contains("Error (steps)"));
        QVERIFY(figureSvg(figures[8]).contains("one scale for all, 0.100"));

        QVERIFY(figureSvg(figures[9]).contains("Worst case 18, measured 15, of 32 bits"));

        // Without a study nothing is said.
        auto none = std::make_shared<pipeline::Analysis>(*counted.example.analysis);
        none->int8 = nullptr;
        view->setAnalysis(none);
        QVERIFY(!details->facts());
        QCOMPARE(answer->plainText(), QString());
    }
};

EDGEWRIGHT_TEST(LayerDetailsTest)

} // namespace edgewright::layer_details_test

#include "layer_details_test.moc"
