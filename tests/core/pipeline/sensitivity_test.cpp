// SPDX-License-Identifier: GPL-3.0-or-later
// One layer in integers at a time, against the same done at length: the whole model with one layer quantized.
#include "core/exec/executor.h"
#include "core/pipeline/quantization/layer_reason.h"
#include "core/pipeline/quantization/quantized_report.h"
#include "core/pipeline/quantization/remedies/correct_bias.h"
#include "core/pipeline/quantization/remedies/sensitivity.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <functional>

namespace edgewright::sensitivity_test {

using namespace edgewright::pipeline;

class SensitivityTest : public QObject {
    Q_OBJECT

    std::shared_ptr<const Typed> m_typed;
    std::optional<dataset::SampleSet> m_calibration, m_samples;
    std::optional<Calibration> m_ranges;
    std::optional<Quantized> m_quantized;

    Result<dataset::SampleSet> read(const char* file, dataset::Use use, std::size_t limit) const {
        const auto source = dataset::sourceAt(test::sample("depthwise_cnn_2d") / file, use);
        if (!source) return source.error();
        return dataset::read(*source, *m_typed->graph, limit);
    }

    std::function<NextLabelledFeeds()> samplesOf(std::size_t first = 0, std::size_t end = 100) const {
        return [this, first, end] { return labelledFeeds(*m_samples, first, end); };
    }

    // With one layer in float32.
    Result<Quantized> without(const std::string& layer) const {
        QuantizeOptions options;
        options.codes.weights = quant::Granularity::PerTensor;
        options.inFloat = {layer};
        return quantized(*m_ranges, options);
    }

private slots:
    void initTestCase() {
        const auto opened = open(test::sample("depthwise_cnn_2d.onnx"));
        QVERIFY(opened);
        m_typed = type(*opened, {}, true);
        auto calibration = read("calibration.npy", dataset::Use::Calibration, 8);
        auto samples = read("test.npz", dataset::Use::Accuracy, 6);
        QVERIFY2(calibration && samples, samples ? "" : samples.error().message.c_str());
        m_calibration = *calibration;
        m_samples = *samples;
        QuantizeOptions options;
        options.codes.weights = quant::Granularity::PerTensor;
        const auto ranges = calibrate(*m_typed, *m_calibration, options);
        QVERIFY(ranges);
        m_ranges = *ranges;
        const auto made = quantized(*m_ranges, options);
        QVERIFY(made);
        m_quantized = *made;
    }

    // What only re-runs what depends on a layer gives what the whole model with this layer alone gives.
    void asTheWholeModel() {
        const auto found = sensitivity(*m_quantized, samplesOf());
        QVERIFY2(found, found ? "" : found.error().message.c_str());
        QCOMPARE(found->samples, m_samples->count());
        QCOMPARE(found->layers.size(), m_quantized->details.products.size());
        const ir::Graph& folded = *m_quantized->folded->graph;
        const ir::Opsets& opsets = m_quantized->folded->opened->model->opsets;
        std::set<std::string> all;
        for (const NodeId id : folded.order())
            all.insert(folded.node(id).label());
        for (const std::size_t place : {std::size_t(0), std::size_t(4), found->layers.size() - 1}) {
            const LayerSensitivity& layer = found->layers[place];
            // Everything but this product, and what is in its limits, stays in float32.
            QuantizeOptions options;
            options.codes.weights = quant::Granularity::PerTensor;
            options.inFloat = all;
            options.inFloat.erase(layer.name);
            const ir::Connections connections(folded);
            for (const NodeId reader : connections.consumers(folded.node(layer.product).output(0)))
                options.inFloat.erase(folded.node(reader).label());
            const auto alone = quantize(*m_quantized->folded, *m_calibration, options);
            QVERIFY(alone);
            QCOMPARE(alone->details.products.size(), std::size_t(1));
            const auto integer = integerOperators(*alone->typed);
            QVERIFY(integer);
            ErrorSums sums;
            for (std::size_t i = 0; i < m_samples->count(); ++i) {
                const auto feeds = m_samples->feeds(i);
                const auto wanted = exec::run(folded, opsets, *feeds, {});
                const auto got = exec::run(integer->graph, integer->opsets, *feeds, {});
                QVERIFY(wanted && got);
                sums.add(got->outputs.front(), wanted->outputs.front());
            }
            QVERIFY2(std::abs(sums.sqnrDb() - layer.alone.outputs.front().sqnrDb) < 0.1,
                     qPrintable(QString("%1: %2 and %3")
                                    .arg(QString::fromStdString(layer.name))
                                    .arg(sums.sqnrDb())
                                    .arg(layer.alone.outputs.front().sqnrDb)));
            QCOMPARE(layer.alone.tops.labelled, m_samples->count());
            QCOMPARE(layer.alone.samples.size(), m_samples->count());
        }
    }

    // The gain of a layer is that of quantizing without it.
    void gains() {
        const auto costs = sensitivity(*m_quantized, samplesOf());
        QVERIFY(costs && !costs->knowsGains() && !costs->bestInFloat());
        SensitivityOptions options;
        options.without = [&](const std::string& layer) { return without(layer); };
        auto found = sensitivity(*m_quantized, samplesOf(), options);
        QVERIFY2(found, found ? "" : found.error().message.c_str());
        QVERIFY(found->knowsGains());
        const auto report = quantizedReport(*m_quantized, labelledFeeds(*m_samples));
        QVERIFY(report);
        QVERIFY(std::abs(found->inIntegers.outputSqnrDb() - report->outputs.front().sqnrDb) < 1e-3);
        const LayerSensitivity& last = found->layers.back();
        const auto others = without(last.name);
        QVERIFY(others);
        const auto othersReport = quantizedReport(*others, labelledFeeds(*m_samples));
        QVERIFY(othersReport);
        QVERIFY(std::abs(last.inFloat.outputSqnrDb() - othersReport->outputs.front().sqnrDb) < 1e-3);
        const auto best = found->bestInFloat();
        for (const LayerSensitivity& layer : found->layers)
            QVERIFY(!found->gains(layer) ||
                    (best && layer.inFloat.outputSqnrDb() <= found->layers[*best].inFloat.outputSqnrDb()));
        const auto order = found->bestFirst();
        QCOMPARE(order.size(), found->layers.size());
        for (std::size_t i = 1; i < order.size(); ++i)
            QVERIFY(found->gainOf(found->layers[order[i]]) <= found->gainOf(found->layers[order[i - 1]]));
        // Without the costs the gains are the same.
        options.costs = false;
        const auto alone = sensitivity(*m_quantized, samplesOf(), options);
        QVERIFY(alone && alone->knowsGains() && alone->samples == m_samples->count());
        for (std::size_t i = 0; i < found->layers.size(); ++i) {
            QVERIFY(alone->layers[i].alone.outputs.empty());
            QVERIFY(std::abs(found->gainOf(found->layers[i]) - alone->gainOf(alone->layers[i])) < 1e-3);
            QCOMPARE(found->layers[i].alone.outputSqnrDb(), costs->layers[i].alone.outputSqnrDb());
        }
        // Nothing is no gain.
        for (LayerSensitivity& layer : found->layers)
            layer.inFloat = found->inIntegers;
        QVERIFY(!found->bestInFloat());
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = sensitivity(*m_quantized, samplesOf(), options, {stop.get_token(), nullptr});
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
    }

    // A higher SQNR of all samples is no gain where sample by sample it is not told from chance.
    void gainsAreToldFromChance() {
        const auto changeOf = [](double all, std::vector<double> samples) {
            ModelChange change;
            change.outputs = {{"y", 40, 0}, {"z", all, 0}};
            for (const double sample : samples)
                change.samples.push_back({sample});
            return change;
        };
        Sensitivity known;
        QVERIFY(!known.bestInFloat());
        known.inIntegers = changeOf(22, {20, 30, 25, 22, 21, 24});
        known.layers.resize(4);
        known.layers[0].inFloat = changeOf(22.05, {20.05, 30.05, 25.05, 22.05, 21.05, 24.05}); // next to none
        known.layers[1].inFloat = changeOf(23, {21, 31.1, 26, 23, 22, 24.9});                  // steady
        known.layers[2].inFloat = changeOf(26, {35, 22, 36, 17, 22, 23});                      // now and then
        known.layers[3].inFloat = changeOf(22, {20, 30, 25, 22, 21, 24}); // of the output that is not the worst
        known.layers[3].inFloat.outputs[0].sqnrDb = 50;
        QCOMPARE(known.bestFirst(), (std::vector<std::size_t>{2, 1, 0, 3}));
        QVERIFY(known.gainOf(known.layers[2]) > 3 && !known.gains(known.layers[2]));
        QVERIFY(!known.gains(known.layers[0]) && !known.gains(known.layers[3]));
        QVERIFY(known.gains(known.layers[1]));
        QCOMPARE(known.bestInFloat(), std::optional<std::size_t>(1));
        // One sample tells nothing.
        for (LayerSensitivity& layer : known.layers)
            layer.inFloat.samples.resize(1);
        QVERIFY(!known.bestInFloat());
    }

    // Costs and gains are one progress, which never goes back and ends with all of it; every model runs once
    // over the samples, and float32 with the costs.
    void oneProgress() {
        Progress progress;
        std::size_t passes = 0, models = 0;
        std::pair<std::uint32_t, std::uint32_t> before{0, 0};
        bool goesOn = true;
        const auto look = [&] {
            const auto now = progress.get();
            goesOn = goesOn && now.first >= before.first && (before.second == 0 || now.second == before.second);
            before = now;
        };
        SensitivityOptions options;
        options.expected = m_samples->count();
        options.without = [&](const std::string& layer) {
            ++models;
            look();
            return without(layer);
        };
        const auto samples = [&]() -> NextLabelledFeeds {
            ++passes;
            return [&, next = labelledFeeds(*m_samples)] {
                look();
                return next();
            };
        };
        const auto found = sensitivity(*m_quantized, samples, options, {{}, &progress});
        QVERIFY2(found, found ? "" : found.error().message.c_str());
        look();
        QVERIFY(goesOn);
        const std::size_t layers = found->layers.size();
        QCOMPARE(models, layers);
        QCOMPARE(passes, layers + 2); // with the costs, all in integers, and without each
        QCOMPARE(before.first, before.second);
        QCOMPARE(std::size_t(before.second), (2 * layers + 1) * m_samples->count());
    }

    // A layer alone has in the report the error that its codes have here; one layer costs less than all.
    void besideTheReport() {
        const auto report = quantizedReport(*m_quantized, labelledFeeds(*m_samples), m_samples->count());
        const auto found = sensitivity(*m_quantized, samplesOf());
        QVERIFY(report && found);
        QCOMPARE(report->layers.size(), found->layers.size());
        for (std::size_t i = 0; i < report->layers.size(); ++i) {
            const QuantizedLayer& layer = report->layers[i];
            QCOMPARE(layer.name, found->layers[i].name);
            QVERIFY(layer.inIntegers);
            QVERIFY(layer.cosine > 0.9 && layer.cosine <= 1.0000001);
            QVERIFY(layer.meanAbsError <= layer.maxAbsError);
            QCOMPARE(layer.spread.samples, m_samples->count());
            QVERIFY(*layer.spread.lowDb() <= layer.sqnrDb && layer.sqnrDb <= *layer.spread.highDb());
            QVERIFY2(layer.localSqnrDb > layer.sqnrDb - 1, layer.name.c_str());
            QCOMPARE(layer.reason.empty(), layer.withinOneStep >= 0.95);
            for (const NodeId origin : layer.origins)
                QVERIFY(m_typed->graph->contains(origin));
            QVERIFY(std::ranges::any_of(layer.origins, [&](NodeId origin) {
                return quant::canStudy(*m_typed->graph, m_typed->graph->node(origin));
            }));
        }
        // Nothing comes before the first layer.
        QCOMPARE(report->layers.front().localSqnrDb, report->layers.front().sqnrDb);
        std::size_t inherited = 0;
        for (const QuantizedLayer& layer : report->layers) {
            if (layer.reason.empty()) continue;
            // Either says what its two numbers say.
            const double own = std::pow(10, (layer.sqnrDb - layer.localSqnrDb) / 10);
            const bool isInherited = layer.reason.find("most of the error comes with its input") == 0;
            const std::string share =
                std::to_string(std::lround(own * 100)) + " % of the error's power is its own";
            QVERIFY2(isInherited == (own < 0.5), layer.reason.c_str());
            QVERIFY2((layer.reason.find(share) == 0) == (own >= 0.5 && own < 0.995), layer.reason.c_str());
            inherited += isInherited;
        }
        QVERIFY(inherited > 3);
        QVERIFY(report->counts.accuracyFp32() && *report->counts.accuracyFp32() > 0.8);
        QCOMPARE(report->bytesBefore, m_quantized->details.weightBytesBefore);
    }

    // Codes that cover the middle of the outputs say so; codes that cover all do not.
    void reasons() {
        const auto layerReasons = [&](bool clips) {
            QuantizeOptions options;
            if (clips) {
                options.method = "percentile";
                options.ranges.percentile = 60;
            }
            const auto quantized = quantize(*m_typed, *m_calibration, options);
            std::string all;
            if (!quantized) return all;
            const auto report = quantizedReport(*quantized, labelledFeeds(*m_calibration));
            if (report)
                for (const QuantizedLayer& layer : report->layers)
                    all += layer.reason + "\n";
            return all;
        };
        const std::string clipped = layerReasons(true), whole = layerReasons(false);
        QVERIFY(clipped.find("lie outside of what its codes cover") != std::string::npos);
        QVERIFY(clipped.find(" of the power of its own error") != std::string::npos);
        QVERIFY2(whole.size() > 1 && whole.find("lie outside") == std::string::npos, whole.c_str());
    }

    // A few outputs beyond the codes that make most of the error are told, however many of the others are
    // within one step; many that make next to none of it are not.
    void clippedByPower() {
        QuantizeOptions options;
        options.codes.weights = quant::Granularity::PerTensor;
        const auto quantized = quantize(*m_typed, *m_calibration, options);
        QVERIFY(quantized);
        const auto layers = codedLayers(*quantized);
        QVERIFY(layers && !layers->empty());
        QuantizedLayer layer;
        layer.sqnrDb = 33.2;
        layer.localSqnrDb = 34.3;
        layer.localWithinOneStep = 0.96;
        const auto reasonOf = [&](std::int64_t outside, double outsideSquares) {
            LayerSeen seen;
            seen.outputs = 1000;
            seen.outside = outside;
            seen.errorSquares = 100;
            seen.outsideSquares = outsideSquares;
            return layerReason(*quantized, layers->front(), layer, seen);
        };
        const std::string few = reasonOf(4, 80);
        QVERIFY2(few.starts_with("78 % of the error's power is its own: alone it has 34.3 dB, here 33.2 dB; "
                                 "0.4 % of its outputs lie outside of what its codes cover, "),
                 few.c_str());
        QVERIFY2(few.ends_with(": 80 % of the power of its own error"), few.c_str());
        QVERIFY(reasonOf(200, 10).find("lie outside") == std::string::npos);
        QVERIFY(reasonOf(0, 0).find("lie outside") == std::string::npos);
        // Half of the error's power and more is 3 dB; of what comes with the input its own clipping says
        // little.
        layer.localSqnrDb = 36.3;
        QVERIFY(reasonOf(4, 40).starts_with("most of the error comes with its input: alone it has 36.3 dB, "));
        QVERIFY(reasonOf(4, 40).find("lie outside") == std::string::npos);
        layer.localSqnrDb = 36.1;
        QVERIFY(reasonOf(4, 40).starts_with("51 % of the error's power is its own"));
    }

    // Codes of 16 bits, which no integer operator takes: closer to float32, and told so.
    void wideCodes() {
        QuantizeOptions options;
        options.codes.activationScheme = {quant::CodeType::Int16, true, quant::Limits::Restricted, false};
        const auto wide = quantize(*m_typed, *m_calibration, options);
        options.codes.activationScheme = quant::DefaultActivations;
        const auto narrow = quantize(*m_typed, *m_calibration, options);
        QVERIFY2(wide && narrow, wide ? "" : wide.error().message.c_str());
        const auto report = quantizedReport(*wide, labelledFeeds(*m_samples));
        const auto other = quantizedReport(*narrow, labelledFeeds(*m_samples));
        QVERIFY2(report && other, report ? "" : report.error().message.c_str());
        for (std::size_t i = 0; i < report->layers.size(); ++i) {
            QVERIFY(!report->layers[i].inIntegers && other->layers[i].inIntegers);
            QVERIFY2(report->layers[i].sqnrDb > other->layers[i].sqnrDb, report->layers[i].name.c_str());
        }
        QVERIFY(sensitivity(*wide, samplesOf(0, 1)));
        QVERIFY(correctBias(*wide, [&]() -> NextFeeds {
            return [labelled = labelledFeeds(*m_samples)]() -> Result<std::optional<ir::Feeds>> {
                auto next = labelled();
                if (!next) return next.error();
                return *next ? std::optional((*next)->feeds) : std::nullopt;
            };
        }));
    }

    void nothingToGoBy() {
        const auto none = sensitivity(*m_quantized, samplesOf(0, 0));
        QVERIFY(!none && none.error().code == ErrorCode::BadInput);
        const auto nothing = quantizedReport(*m_quantized, labelledFeeds(*m_samples, 0, 0));
        QVERIFY(!nothing && nothing.error().code == ErrorCode::BadInput);
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = sensitivity(*m_quantized, samplesOf(), {}, {stop.get_token(), nullptr});
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
        const auto report =
            quantizedReport(*m_quantized, labelledFeeds(*m_samples), 0, {stop.get_token(), nullptr});
        QVERIFY(!report && report.error().code == ErrorCode::Cancelled);
    }
};

EDGEWRIGHT_TEST(SensitivityTest)

} // namespace edgewright::sensitivity_test

#include "sensitivity_test.moc"
