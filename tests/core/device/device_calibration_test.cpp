// SPDX-License-Identifier: GPL-3.0-or-later
// What is learnt of a machine from its measurements, and the runs that a study keeps.
#include "core/device/calibration.h"
#include "core/device/record/record_text.h"
#include "core/device/run_list.h"
#include "core/kernels/line_round_trip.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::device_calibration_test {

using namespace edgewright::device;
using namespace Qt::StringLiterals;

namespace {

// A machine on which a call takes 2 µs and a MAC `product` seconds.
Record recordOf(const std::string& model, double product, double macs) {
    Record record;
    record.model = model;
    record.date = "2026-11-23T04:10:00Z";
    record.isa = "avx2";
    record.machine.name = "here";
    record.machine.processor = "Some(R) CPU";
    for (const bool fused : {false, true}) {
        VariantRecord variant;
        variant.variant.name = fused ? "fusion" : "baseline";
        variant.variant.fusion = fused;
        variant.variant.threads = 1;
        variant.blocks = {{1, 1}, {2, 2}};
        for (int i = 0; i < (fused ? 5 : 10); ++i) {
            OperatorTime time{NodeId(static_cast<std::uint32_t>(i)), "op", "Conv"};
            time.features[cost::Feature::Call] = 1;
            time.features[cost::Feature::Product] = macs * (i + 1);
            time.seconds = 2e-6 + product * macs * (i + 1);
            variant.operators.push_back(time);
        }
        record.variants.push_back(variant);
    }
    return record;
}

} // namespace

class DeviceCalibrationTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    std::filesystem::path file(const std::string& text) {
        const QString path = m_folder.filePath(u"it.json"_s);
        QFile out(path);
        if (out.open(QIODevice::WriteOnly)) out.write(QByteArray::fromStdString(text));
        return path.toStdString();
    }

private slots:
    void aSlowerMachine() {
        Calibration calibration;
        const double product = 1e-10; // some eight times the reference's
        calibration.add(recordOf("a", product, 1e6));
        calibration.add(recordOf("b", product, 2e5));
        QCOMPARE(calibration.networks.size(), std::size_t(4));
        const Calibrated fitted = calibrated(calibration);
        QCOMPARE(fitted.processor.from.networks, std::size_t(2));
        cost::Features unseen;
        unseen[cost::Feature::Call] = 3;
        unseen[cost::Feature::Product] = 5e7;
        const double expected = 3 * 2e-6 + 5e7 * product;
        QVERIFY(std::abs(fitted.processor.secondsOf(unseen) / expected - 1) < 0.05);
        QVERIFY(fitted.medianError < 0.05);
        // What no network has is slower by as much as the machine is.
        const auto copy = static_cast<std::size_t>(cost::Feature::Copy);
        const double slower = fitted.processor.seconds[copy] / cost::referenceProcessor().seconds[copy];
        QVERIFY2(slower > 4 && slower < 12, qPrintable(QString::number(slower)));
        QVERIFY(QString::fromStdString(fitted.processor.name).startsWith(u"Some CPU, avx2"_s));
    }

    // Wherever one of its predictions is shown, a fit tells what it was made from and how far off it is.
    void whereAPredictionIsFrom() {
        const cost::Processor& reference = cost::referenceProcessor();
        QVERIFY(!reference.rangeOf(1e-3));
        QVERIFY(QString::fromStdString(reference.sourceText())
                    .contains(u"nothing was measured on the machine itself"_s));
        Calibration calibration;
        calibration.add(recordOf("a", 1e-10, 1e6));
        calibration.add(recordOf("b", 1e-10, 2e5));
        const cost::Processor two = calibrated(calibration).processor;
        QVERIFY(!two.rangeOf(1e-3)); // too few to leave one out
        QVERIFY(QString::fromStdString(two.sourceText()).contains(u"too few to say"_s));
        Record later = recordOf("c", 3e-10, 5e5); // slower than the others tell
        later.date = "2026-11-25T04:10:00Z";
        calibration.add(later);
        const cost::Processor three = calibrated(calibration).processor;
        QCOMPARE(three.from.networks, std::size_t(3));
        QCOMPARE(three.from.kernels, std::size_t(45));
        QCOMPARE(three.from.date, later.date);
        QCOMPARE(three.from.underLoad, std::size_t(0));
        const auto range = three.rangeOf(1e-3);
        QVERIFY(range && range->low <= 1e-3 && range->high > 3e-3 && range->high < 30e-3);
        const QString text = QString::fromStdString(three.sourceText());
        QVERIFY2(text.startsWith(u"Some CPU, avx2, one thread, from 45 kernels of 3 networks measured there on "
                                 "2026-11-25; 8 of 10 networks take "_s),
                 qPrintable(text));
    }

    // No share of a time that lies within the error of the prediction, and none from measurements under load.
    void aChangeIsToldAsFarAsItIsKnown() {
        cost::Processor processor;
        const auto isTold = [&](double before, double after, double share, bool isCounted) {
            const cost::PredictedChange change = processor.changeOf(before, after);
            return std::abs(change.share - share) < 1e-12 && change.isCounted == isCounted;
        };
        QVERIFY(isTold(1, 0.949, 0, true)); // nothing says how far it is off
        QVERIFY(isTold(1, 0.487, -0.5, false));
        processor.from.networks = 6;
        processor.from.least = 0.97;
        processor.from.most = 1.04;
        QVERIFY(isTold(1, 0.98, 0, true));
        QVERIFY(isTold(1, 0.949, -0.05, true));
        QVERIFY(isTold(1, 1.332, 0.35, true));
        processor.from.underLoad = 1;
        QVERIFY(isTold(1, 0.98, 0, true));
        QVERIFY(isTold(1, 0.949, -0.05, false));
        processor.from.least = 0.59;
        processor.from.most = 1.27;
        QVERIFY(isTold(1, 0.949, 0, true));
        QVERIFY(isTold(1, 1.05, 0, true));
    }

    // A machine that did other things meanwhile: marked, and never in the place of what was measured alone.
    void underLoad() {
        Record busy = recordOf("a", 4e-10, 1e6);
        QCOMPARE(loadText(busy), std::string());
        busy.machine.threads = 2;
        busy.before.loadAverage = 1.4;
        QCOMPARE(loadText(busy), std::string());
        busy.before.loadAverage = 3.7;
        QCOMPARE(loadText(busy), std::string("other programs computed (load 3.7)"));
        busy.variants[1].pace = {.fastest = 0.5, .slowest = 1, .within = 1.93, .measurements = 2};
        busy.variants[0].disturbed = 0.4;
        QCOMPARE(loadText(busy),
                 std::string("other programs computed (load 3.7), the machine changed its speed "
                             "by 1.93 ×, the processor was taken away from 40 % of the runs"));
        Calibration calibration;
        calibration.add(busy);
        QVERIFY(calibration.isUnderLoad());
        QVERIFY(
            QString::fromStdString(calibrated(calibration).processor.sourceText()).contains(u"under load"_s));
        QCOMPARE(calibrationJson(*readCalibration(file(calibrationJson(calibration)))),
                 calibrationJson(calibration));
        busy.before = {};
        busy.variants[1].pace = {};
        busy.variants[0].disturbed = 0;
        Record quiet = recordOf("a", 1e-10, 1e6);
        quiet.machine = busy.machine;
        calibration.add(quiet);
        QVERIFY(!calibration.isUnderLoad() && calibration.networks.size() == 2);
        const double seconds = calibration.networks[0].operators[0].seconds;
        busy.before.loadAverage = 3.7;
        calibration.add(busy);
        QCOMPARE(calibration.networks.size(), std::size_t(2));
        QCOMPARE(calibration.networks[0].operators[0].seconds, seconds);
        QVERIFY(!calibration.isUnderLoad());
    }

    // Told only where several threads ran on cores that are far from each other.
    void farCores() {
        Record record = recordOf("a", 4e-10, 1e6);
        record.after.roundTrip = 512;
        QVERIFY(farCoresText(record).empty());
        record.variants[0].variant.threads = 2;
        QVERIFY(farCoresText(record).find("512 ns") != std::string::npos);
        for (const double near : {40, 118, 219}) {
            record.after.roundTrip = near;
            QVERIFY(farCoresText(record).empty());
        }
        record.after.roundTrip = 2 * kernels::NearRoundTrip;
        QVERIFY(!farCoresText(record).empty());
    }

    void newestOfAModel() {
        Calibration calibration;
        calibration.add(recordOf("a", 1e-10, 1e6));
        calibration.add(recordOf("a", 1e-10, 1e6));
        QCOMPARE(calibration.networks.size(), std::size_t(2));
        QVERIFY(calibration.without("a").networks.empty());
        QCOMPARE(calibrated(calibration.without("a")).processor.name, cost::referenceProcessor().name);
        Record threads = recordOf("b", 1e-10, 1e6);
        threads.variants[0].variant.threads = 2;
        threads.variants[1].variant.reuse = true;
        calibration.add(threads);
        QCOMPARE(calibration.networks.size(), std::size_t(2)); // neither says what one core takes
        for (int i = 0; i < 60; ++i)
            calibration.add(recordOf("m" + std::to_string(i), 1e-10, 1e6));
        QCOMPARE(calibration.networks.size(), Calibration::MaxNetworks);
        Record elsewhere = recordOf("a", 1e-10, 1e6);
        elsewhere.machine.name = "there";
        calibration.add(elsewhere);
        QCOMPARE(calibration.networks.size(), std::size_t(2));
    }

    void together() {
        Calibration one, other;
        one.add(recordOf("a", 1e-10, 1e6));
        one.add(recordOf("b", 1e-10, 1e6));
        other.add(recordOf("a", 2e-10, 1e6));
        one.add(other);
        QCOMPARE(one.networks.size(), std::size_t(4));
        QCOMPARE(one.networks.back().model, std::string("a")); // the newer one
        QCOMPARE(one.networks.back().operators[0].seconds, other.networks.back().operators[0].seconds);
        QVERIFY(!one.isOfThisMachine() && !Calibration().isOfThisMachine());
    }

    void throughAFile() {
        Calibration calibration;
        calibration.add(recordOf("a, \"b\"", 1e-10, 1e6));
        const auto read = readCalibration(file(calibrationJson(calibration)));
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(calibrationJson(*read), calibrationJson(calibration));
        QCOMPARE(calibrated(*read).processor.seconds, calibrated(calibration).processor.seconds);
        for (const auto& [text, expected] : std::initializer_list<std::pair<const char*, const char*>>{
                 {"", "is no JSON document"},
                 {"[]", "expected \"format\""},
                 {R"({"format": "edgewright calibration", "networks": 3})", "networks: expected a list"},
                 {R"({"format": "edgewright calibration", "networks": [{"operators": [{"seconds": -1}]}]})",
                  "networks[0].operators[0].seconds: expected a number"}}) {
            const auto damaged = readCalibration(file(text));
            QVERIFY(!damaged);
            QVERIFY2(damaged.error().message.find(expected) != std::string::npos,
                     damaged.error().message.c_str());
        }
    }

    void runsOfAStudy() {
        Run run{"this machine",
                {"{\"bindings\":{}}", "{}", "{}"},
                std::make_shared<const Record>(recordOf("a", 1e-10, 1e6))};
        Run reused = run;
        auto record = std::make_shared<Record>(*run.record);
        record->variants[0].variant.reuse = true;
        reused.record = record;
        const auto read = readRuns(runsJson({run, reused}));
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->size(), std::size_t(2));
        QCOMPARE(read->at(1).settings, reused.settings);
        QCOMPARE(recordJson(*read->at(1).record), recordJson(*reused.record));
        const RunSettings otherPlan{run.settings.graph, "{\"planner\":\"x\"}", run.settings.codes};
        QVERIFY(run.isOf(run.settings) && run.isOf(otherPlan));
        QVERIFY(reused.isOf(reused.settings) && !reused.isOf(otherPlan));
        QVERIFY(!run.isOf({"", "{}", ""}));
        // What is quantized answers for the codes that it was measured with.
        const RunSettings otherCodes{run.settings.graph, run.settings.memory, "{\"weights\":\"x\"}"};
        auto integers = std::make_shared<Record>(*run.record);
        integers->variants.front().variant.quantized = true;
        const Run coded{run.device, run.settings, integers};
        QVERIFY(run.isOf(otherCodes) && coded.isOf(run.settings) && !coded.isOf(otherCodes));
        QCOMPARE(readRuns("")->size(), std::size_t(0));
        for (const auto& [text, expected] : std::initializer_list<std::pair<const char*, const char*>>{
                 {"{", "is no JSON"},
                 {"3", "measurements: the document: expected a list"},
                 {"[{}]", "\"record\": what was measured"},
                 {R"([{"record": {"format": "edgewright measurement", "seconds": "x"}}])",
                  "measurements, line 1: [0].record.seconds"}}) {
            const auto damaged = readRuns(text);
            QVERIFY(!damaged);
            QVERIFY2(damaged.error().message.find(expected) != std::string::npos,
                     damaged.error().message.c_str());
        }
    }
};

EDGEWRIGHT_TEST(DeviceCalibrationTest)

} // namespace edgewright::device_calibration_test

#include "device_calibration_test.moc"
