// SPDX-License-Identifier: GPL-3.0-or-later
// The run, variant and device that the page is about, without the page and without a measurement.
#include "views/measure/measure_choice.h"

#include "core/ir/builder.h"
#include "tests/support/test_class.h"
#include "views/measure/charts/measure_text.h"
#include "views/measure/charts/run_charts.h"

#include <QSignalSpy>
#include <QTest>
#include <QValueAxis>

namespace edgewright::measure_choice_test {

using namespace edgewright::views;

class MeasureChoiceTest : public QObject {
    Q_OBJECT

    QThreadPool m_pool;
    SettingsModel m_settings;
    std::shared_ptr<pipeline::Analysis> m_analysis = std::make_shared<pipeline::Analysis>();

    // The original and the fused network, measured.
    device::Run runOn(const Measurements& measurements, const std::string& device = "this machine") const {
        auto record = std::make_shared<device::Record>();
        record->machine = measurements.machine();
        for (const bool fusion : {false, true}) {
            device::VariantRecord& variant = record->variants.emplace_back();
            variant.variant.fusion = fusion;
            variant.blocks = {{1e-3, 1e-3}};
        }
        return {device, device::runSettings(m_settings.get(), *m_analysis->typed->graph), record};
    }

    // Of the fused network beside the original one, which took these seconds in turn, again and again.
    QString headlineOf(const std::vector<double>& original, const std::vector<double>& fused,
                       double loadAverage = 0) const {
        auto record = std::make_shared<device::Record>();
        record->before.loadAverage = loadAverage;
        for (const auto* seconds : {&original, &fused}) {
            device::VariantRecord& variant = record->variants.emplace_back();
            variant.variant.fusion = seconds == &fused;
            for (std::size_t i = 0; i < 20 * seconds->size(); ++i)
                variant.blocks.push_back({(*seconds)[i % seconds->size()], 0});
        }
        return answerWords({{record, 1}, {record, 0}}, {0, 0, cost::referenceProcessor()},
                           QStringLiteral("this machine"))
            .headline;
    }

private slots:
    // A few runs that were disturbed do not take the width of the others.
    void farRunsAreCountedNotDrawn() {
        const auto endOf = [](int far) {
            auto record = std::make_shared<device::Record>();
            device::VariantRecord& variant = record->variants.emplace_back();
            for (int i = 0; i < 200; ++i)
                variant.blocks.push_back({1e-3 + 1e-6 * (i % 100), 0});
            for (int i = 0; i < far; ++i)
                variant.blocks.push_back({8e-3, 0});
            const BuiltChart built = buildDistribution({{record, 0}}, 0, Theme::light());
            const auto axes = built.chart->axes(Qt::Horizontal);
            return axes.isEmpty() ? 0.0 : static_cast<const QValueAxis*>(axes.front())->max();
        };
        const double plain = endOf(0), disturbed = endOf(20);
        QVERIFY2(plain >= 1.1 && plain < 1.5, QByteArray::number(plain)); // ms
        QVERIFY2(disturbed >= 1.1 && disturbed < 2, QByteArray::number(disturbed));
    }

    // Only of variants that are known to have had none.
    void withoutWarmup() {
        device::Record record;
        for (const device::Variant& each : device::standardVariants().first(3))
            record.variants.emplace_back().variant = each;
        record.variants[1].warmups = 0;
        record.variants[2].warmups = 3;
        const QString said = doubts(record).filter(QStringLiteral("Without warm-up")).join(u'\n');
        QVERIFY2(said.contains(variantText(record.variants[1].variant)), qPrintable(said));
        record.variants[1].warmups.reset();
        QVERIFY(doubts(record).filter(QStringLiteral("Without warm-up")).isEmpty());
    }

    // The change is that of runs in pairs; the medians of all runs beside it are called so, as they may be
    // another change.
    void changeAndMediansAreToldApart() {
        const QString headline = headlineOf({1e-3, 2e-3, 3e-3, 2.5e-3}, {2e-3, 1e-3, 1.5e-3, 1.25e-3});
        QVERIFY2(headline.contains(QStringLiteral("50 % less time in pairs of runs")) &&
                     headline.contains(QStringLiteral("medians of all runs: 2.25 ms →")),
                 qPrintable(headline));
        // Where no difference can be told, too.
        const QString same = headlineOf({1e-3}, {1e-3});
        QVERIFY2(same.contains(QStringLiteral("no difference larger than ")) &&
                     same.contains(QStringLiteral(" % in pairs of runs")) &&
                     same.contains(QStringLiteral("(medians of all runs: ")),
                 qPrintable(same));
    }

    // A doubt stands before what is claimed, and not before the sentence that nothing is known.
    void doubtIsSaidFirst() {
        QVERIFY(headlineOf({2e-3}, {1e-3}).startsWith(QStringLiteral("Fused takes")));
        const QString ofLoad = headlineOf({2e-3}, {1e-3}, 10),
                      ofNoise = headlineOf({2e-3, 4e-3, 6e-3, 8e-3, 1e-2}, {1e-3, 2e-3, 3e-3, 4e-3, 5e-3});
        QVERIFY2(ofLoad.startsWith(QStringLiteral("Machine not quiet: fused takes")), qPrintable(ofLoad));
        QVERIFY2(ofNoise.startsWith(QStringLiteral("Not known well: fused takes")), qPrintable(ofNoise));
        const QString nothing = headlineOf({1e-3, 2e-3}, {2e-3, 1e-3}, 10);
        QVERIFY2(nothing.startsWith(QStringLiteral("Fused against original")), qPrintable(nothing));
    }

    // Names of variants have commas.
    void namesInADoubtAreApart() {
        device::Record record;
        record.isa = "avx2";
        for (const device::Variant& each : device::standardVariants().first(3))
            record.variants.emplace_back().variant = each;
        const QString said = doubts(record).join(u'\n');
        QVERIFY2(said.contains(QStringLiteral("original; fused; original, in the arena")), qPrintable(said));
    }

    void initTestCase() {
        ir::GraphBuilder builder;
        builder.output(builder.node("Relu", {builder.input("x", {ir::DataType::Float32, ir::Dims{1, 8}})}));
        auto typed = std::make_shared<pipeline::Typed>();
        typed->graph = std::make_shared<const ir::Graph>(builder.take());
        m_analysis->opened = std::make_shared<pipeline::Opened>();
        m_analysis->typed = typed;
    }

    void theNewestRunIsShown() {
        Measurements measurements(m_settings, m_pool);
        measurements.setAnalysis(m_analysis);
        MeasureChoice choice(measurements);
        QVERIFY(!choice.shown() && choice.variants().empty());
        const device::Run first = runOn(measurements), second = runOn(measurements);
        QSignalSpy changed(&choice, &MeasureChoice::changed), run(&choice, &MeasureChoice::runChanged);
        measurements.setRuns({first, second});
        QCOMPARE(changed.count(), 1);
        QCOMPARE(run.count(), 1);
        QCOMPARE(choice.shown(), (VariantChoice{second.record, 1}));
        QCOMPARE(choice.beside(), (VariantChoice{second.record, 0}));
        QCOMPARE(choice.variants().size(), std::size_t(2));
        QCOMPARE(choice.history().size(), std::size_t(2));
        QCOMPARE(choice.devices().size(), std::size_t(2)); // variants of the newest
    }

    void aChosenRunStaysUntilItIsForgotten() {
        Measurements measurements(m_settings, m_pool);
        measurements.setAnalysis(m_analysis);
        const device::Run first = runOn(measurements), second = runOn(measurements);
        measurements.setRuns({first, second});
        MeasureChoice choice(measurements);
        choice.chooseRun(first.record);
        QCOMPARE(choice.shown().record, first.record);
        measurements.setRuns({first, second, runOn(measurements)});
        QCOMPARE(choice.shown().record, first.record);
        measurements.setRuns({second});
        QCOMPARE(choice.shown().record, second.record);
    }

    void eachDeviceHasItsRuns() {
        Measurements measurements(m_settings, m_pool);
        measurements.setAnalysis(m_analysis);
        const device::Run here = runOn(measurements), there = runOn(measurements, "pi");
        measurements.setRuns({here, there});
        MeasureChoice choice(measurements);
        QCOMPARE(choice.device(), std::string());
        choice.chooseDevice("pi");
        QCOMPARE(choice.shown().record, there.record);
        QCOMPARE(choice.deviceText(), QStringLiteral("pi"));
        QCOMPARE(choice.history().size(), std::size_t(1));
        QCOMPARE(choice.devices().size(), std::size_t(4));
        choice.chooseRun(here.record); // leads to its device
        QCOMPARE(choice.device(), std::string());
        measurements.setRuns({there}); // nothing else is known of this model
        choice.forget();
        QCOMPARE(choice.device(), std::string("pi"));
    }

    void whatAPersonPutBesideStays() {
        Measurements measurements(m_settings, m_pool);
        measurements.setAnalysis(m_analysis);
        const device::Run first = runOn(measurements), second = runOn(measurements),
                          third = runOn(measurements);
        measurements.setRuns({first, second});
        MeasureChoice choice(measurements);
        choice.putRunBeside(first.record);
        QCOMPARE(choice.beside(), (VariantChoice{first.record, 1})); // the fused one, too
        QCOMPARE(choice.variants().size(), std::size_t(3));
        measurements.setRuns({first, second, third});
        QCOMPARE(choice.shown().record, third.record);
        QCOMPARE(choice.beside(), (VariantChoice{first.record, 1}));
        measurements.setRuns({second, third});
        QVERIFY(!choice.beside());
    }

    void nothingStandsBesideItself() {
        Measurements measurements(m_settings, m_pool);
        measurements.setAnalysis(m_analysis);
        const device::Run run = runOn(measurements);
        measurements.setRuns({run});
        MeasureChoice choice(measurements);
        choice.show({run.record, 0}); // the one beside until now
        QVERIFY(choice.shown() && !choice.beside());
        choice.putBeside({run.record, 1});
        QCOMPARE(choice.beside().variant, std::size_t(1));
        choice.putBeside({run.record, 0});
        QVERIFY(!choice.beside());
    }
};

EDGEWRIGHT_TEST(MeasureChoiceTest)

} // namespace edgewright::measure_choice_test

#include "measure_choice_test.moc"
