// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of two states: those that leave work out say so.
#include "core/pipeline/history/benefits.h"
#include "core/pipeline/quantization/improved/quantized_model.h"
#include "tests/support/test_class.h"
#include "views/session/pin.h"
#include "views/session/quantities.h"
#include "views/support/pin/pin_table.h"

#include <QTest>
#include <QThreadPool>

#include <memory>
#include <set>
#include <string>

namespace edgewright::quantities_test {

using namespace edgewright::views;

class QuantitiesTest : public QObject {
    Q_OBJECT

    // Quantities that are lower bounds.
    static std::set<Quantity> leastOf(const pipeline::Analysis& analysis) {
        std::set<Quantity> found;
        const Numbers numbers = numbersOf(analysis);
        for (std::size_t i = 0; i < QuantityCount; ++i)
            if (numbers[i].isLeast) found.insert(static_cast<Quantity>(i));
        return found;
    }
    static pipeline::Analysis analysisWith(const ops::Uncounted& uncounted) {
        pipeline::Analysis made;
        auto typed = std::make_shared<pipeline::Typed>();
        typed->uncounted = uncounted;
        made.typed = typed;
        auto costs = std::make_shared<pipeline::Costs>();
        costs->uncounted = uncounted;
        made.costs = costs;
        auto benefits = std::make_shared<pipeline::Benefits>();
        benefits->untimed = uncounted;
        made.benefits = benefits;
        return made;
    }
    // Right on so many of `all` labelled samples, the first ones.
    static std::shared_ptr<const pipeline::QuantizedModel> quantizedModel(std::size_t right, std::size_t all,
                                                                          const std::string& source) {
        auto made = std::make_shared<pipeline::QuantizedModel>();
        auto on = std::make_shared<pipeline::Calibrated>();
        on->comparedOn.kind = dataset::SourceKind::Arrays;
        on->comparedOn.files.emplace_back(source);
        made->model = std::move(on);
        pipeline::QuantizedReport& report = made->report;
        report.outputs = {{"y", static_cast<double>(right), 0}};
        for (std::size_t i = 0; i < all; ++i) {
            const std::int64_t top = i < right ? 1 : 2;
            report.tops.push_back({source + std::to_string(i), 1, 1, top});
            report.counts.add(1, 1, top);
            report.samples.push_back(
                {static_cast<double>(i % 7 + (i % 2 == 0 ? right : 0)), top == 1, top == 1});
        }
        return made;
    }
    static pipeline::Analysis analysisOf(std::shared_ptr<const pipeline::QuantizedModel> model) {
        pipeline::Analysis made;
        made.quantized = std::move(model);
        return made;
    }

private slots:
    // A share of samples has an interval, and is told apart only where they tell it.
    void sharesOfSamples() {
        const pipeline::Analysis many = analysisOf(quantizedModel(60, 64, "test")),
                                 more = analysisOf(quantizedModel(61, 64, "test")),
                                 few = analysisOf(quantizedModel(30, 64, "test"));
        for (const Quantity quantity : {Quantity::Int8Accuracy, Quantity::Int8Agreement}) {
            const Number number = numberOf(numbersOf(many), quantity);
            QCOMPARE(number.ends, QStringLiteral("85–98 %"));
            const QString text = quantityText(quantity, *number.value, false, number.ends);
            QVERIFY2(text.endsWith(QStringLiteral("% (85–98 %)")), qPrintable(text));
            QCOMPARE(samplesAlike(quantity, many, more), std::optional<std::size_t>(64));
            QVERIFY(!samplesAlike(quantity, many, few));
            QVERIFY(!samplesAlike(quantity, few, many));
        }
        QCOMPARE(samplesAlike(Quantity::Int8Sqnr, many, many), std::optional<std::size_t>(64));
        QVERIFY(!samplesAlike(Quantity::Int8Sqnr, many, few)); // in half of the samples by 30 dB
        // Other samples tell nothing, in pairs, and what is not of samples has nothing to tell.
        QVERIFY(!samplesAlike(Quantity::Int8Accuracy, many, analysisOf(quantizedModel(61, 64, "other"))));
        QVERIFY(!samplesAlike(Quantity::Int8Accuracy, many, analysisOf(quantizedModel(61, 65, "test"))));
        QVERIFY(!samplesAlike(Quantity::Int8Accuracy, many, {}));
        QVERIFY(!samplesAlike(Quantity::Int8WeightBytes, many, more));
        QVERIFY(numberOf(numbersOf(many), Quantity::Int8WeightBytes).ends.isEmpty());
    }

    // A | B has the verdict in place of a difference that is none.
    void aDifferenceThatIsNoneIsNotShown() {
        const auto opened = std::make_shared<pipeline::Opened>();
        const auto typed = std::make_shared<pipeline::Typed>();
        const auto shared = [&](std::size_t right) {
            auto made = std::make_shared<pipeline::Analysis>(analysisOf(quantizedModel(right, 64, "test")));
            made->opened = opened;
            made->typed = typed;
            return made;
        };
        SettingsModel settings;
        QThreadPool pool;
        Pin pin(settings, pool);
        pin.setAnalysis(shared(60));
        pin.pinAction().trigger();
        const auto changeWith = [&](std::size_t right) {
            settings.change({}, [&](pipeline::Settings& s) { s.quantization.samples = right; });
            pin.setAnalysis(shared(right));
            PinTableModel table;
            table.show(pin);
            for (int row = 0; row < table.rowCount(); ++row)
                if (table.index(row, 0).data().toString() == QStringLiteral("INT8 accuracy"))
                    return table.index(row, table.columnOf("change")).data().toString();
            return QString();
        };
        QCOMPARE(changeWith(61), QStringLiteral("cannot be told apart on 64 samples"));
        const QString lost = changeWith(30);
        QVERIFY2(lost.startsWith(u'−'), qPrintable(lost));
    }

    // Half of the clock: cycles are the same, and nothing else is.
    void anAcceleratorIsComparedInTimeEnergyAndArea() {
        const auto at = [](double clock, double picojoules) {
            pipeline::Analysis made;
            auto costs = std::make_shared<pipeline::Costs>();
            costs->report.cycles = 37'200;
            costs->report.accelerator.clockGhz = clock;
            costs->report.energy[cost::EnergyPart::Macs] = picojoules;
            costs->report.dram.ifmap = 100;
            made.costs = costs;
            return numbersOf(made);
        };
        const Numbers fast = at(1, 2e6), slow = at(0.5, 1e6);
        QCOMPARE(numberOf(fast, Quantity::Cycles), numberOf(slow, Quantity::Cycles));
        QCOMPARE(numberOf(fast, Quantity::AcceleratorSeconds).value, std::optional(37.2e-6));
        QCOMPARE(numberOf(slow, Quantity::AcceleratorSeconds).value, std::optional(74.4e-6));
        QCOMPARE(quantityText(Quantity::AcceleratorEnergy, 2e6), QStringLiteral("2.00 µJ"));
        QCOMPARE(numberOf(slow, Quantity::AcceleratorEnergy).value, std::optional(1e6));
        QCOMPARE(numberOf(slow, Quantity::AcceleratorDram).value, std::optional(100.0));
        QVERIFY(numberOf(slow, Quantity::AcceleratorArea).value > 0.0);
    }

    void sumsOfAPartAreLeast() {
        QVERIFY(leastOf({}).empty());
        QVERIFY(leastOf(analysisWith({})).empty());
        QCOMPARE(leastOf(analysisWith({{"com.example.Mystery", 1}})),
                 (std::set{Quantity::Macs, Quantity::Seconds, Quantity::Cycles, Quantity::AcceleratorSeconds,
                           Quantity::AcceleratorEnergy, Quantity::AcceleratorDram}));
        const QString text = quantityText(Quantity::Macs, 2e9);
        QCOMPARE(quantityText(Quantity::Macs, 2e9, true), QStringLiteral("at least ") + text);
    }
};

EDGEWRIGHT_TEST(QuantitiesTest)

} // namespace edgewright::quantities_test

#include "quantities_test.moc"
