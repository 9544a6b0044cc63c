// SPDX-License-Identifier: GPL-3.0-or-later
// The prices of an accelerator: registers and hops by dataflow, the clock, bandwidth; by hand, from the tables.
#include "core/cost/accelerators/presets.h"
#include "core/cost/explore/explore.h"
#include "core/cost/findings/space_findings.h"
#include "core/cost/physical/physical.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <set>

namespace edgewright::energy_test {

using namespace edgewright::cost;

namespace {

// M 64, N 16, K 32 on 16 x 16, all in one tile.
const Layer Product = productLayer(64, 16, 32);
constexpr Tiling Whole{64, 1, 16, 32};

Accelerator small(Dataflow dataflow) {
    Accelerator made;
    made.setArray(16, 16);
    made.dataflow = dataflow;
    return made;
}

const EnergyTable& horowitz() { return **energyTable("horowitz-45nm"); }

Workload workload() {
    Workload made;
    made.mode = Mode::Physical;
    made.layers = {productLayer(784, 128, 1152), productLayer(1, 1000, 512)};
    return made;
}

std::string tableText(const std::string& more) {
    return R"({"unit": "pJ", "mac": {"int8": 1, "fp16": 1, "fp32": 1}, "sram": [{"bytes": 8192, "per_byte": 1}],
               "dram_byte": 10)" +
           more + "}";
}

} // namespace

class EnergyTest : public QObject {
    Q_OBJECT

private slots:
    void energyTables_() {
        QVERIFY(energyTables().size() >= 2);
        const auto table = energyTable("horowitz-45nm");
        QVERIFY(table);
        QCOMPARE((*table)->sramByte(8192), 1.25);
        QCOMPARE((*table)->sramByte(1048576), 12.5);
        QVERIFY(std::abs((*table)->sramByte(16384) - 1.25 * std::sqrt(2.0)) < 1e-12); // exponent 0.5
        const auto bad =
            readEnergyTable("{\"mac\": {}, \"dram_byte\": 1, \"sram\": [{\"bytes\": 9, \"per_byte\": 1},"
                            "{\"bytes\": 9, \"per_byte\": 2}]}",
                            "t.json");
        QVERIFY(!bad && bad.error().message.find("bytes\" that rise") != std::string::npos);
        QVERIFY(areaTable().mac.int8 > 0);
    }

    void dataflowsByHand() {
        const EnergyTable& table = horowitz();
        const auto energyOf = [&](Dataflow dataflow) {
            return physicalCost(Product, small(dataflow), table, Whole)->energy;
        };
        const Energy os = energyOf(Dataflow::OutputStationary), ws = energyOf(Dataflow::WeightStationary),
                     is = energyOf(Dataflow::InputStationary);
        constexpr double Macs = 64 * 16 * 32, Way = 8.5; // mean over 16 rows
        // Outputs stay: each MAC writes its 4 bytes in place, takes an input and a weight from its neighbours,
        // and the 64 * 16 sums leave over the rows.
        QCOMPARE(os[EnergyPart::Registers], Macs * 4 * 0.072);
        QCOMPARE(os[EnergyPart::Hops], (Macs * 2 + 64 * 16 * 4 * Way) * 0.099);
        // Weights stay: inputs and sums pass, and 16 * 32 weights come over the rows.
        QCOMPARE(ws[EnergyPart::Registers], 0.0);
        QCOMPARE(ws[EnergyPart::Hops], (Macs * 5 + 16 * 32 * Way) * 0.099);
        // Inputs stay: weights and sums pass, and 64 * 32 inputs come over the rows.
        QCOMPARE(is[EnergyPart::Registers], 0.0);
        QCOMPARE(is[EnergyPart::Hops], (Macs * 5 + 64 * 32 * Way) * 0.099);
        QVERIFY(os[EnergyPart::Registers] > ws[EnergyPart::Registers]);
        QVERIFY(os[EnergyPart::Hops] < ws[EnergyPart::Hops] && ws[EnergyPart::Hops] < is[EnergyPart::Hops]);

        // Reads have a price where the table has one: two words and a sum.
        Accelerator eyeriss = small(Dataflow::WeightStationary);
        eyeriss.wordBytes = 2, eyeriss.energy = "eyeriss-65nm";
        const auto relative = physicalCost(Product, eyeriss, **energyTable(eyeriss.energy), Whole);
        QCOMPARE(relative->energy[EnergyPart::Registers], Macs * (2 + 2 + 4) * 0.5);
        QCOMPARE(relative->energy[EnergyPart::Hops], Macs * (2 + 4) + 16 * 32 * 2 * Way);
    }

    // Groups on the diagonal: what passes goes through cells that hold nothing, too.
    void packedGroupsPassMore() {
        Layer layer = productLayer(64, 1, 9);
        layer.repeat = 3;
        Accelerator accelerator;
        accelerator.setArray(32, 32);
        const auto packed = estimate(layer, accelerator, {}, Mode::Physical);
        accelerator.packsGroups = false;
        const auto single = estimate(layer, accelerator, {}, Mode::Physical);
        QVERIFY(packed && single && packed->folds < single->folds);
        QVERIFY(packed->energy[EnergyPart::Hops] > 2 * single->energy[EnergyPart::Hops]);
        QCOMPARE(packed->energy[EnergyPart::Macs], single->energy[EnergyPart::Macs]);
    }

    // Without the prices of registers and hops the other parts are what they are.
    void partsSumToTheWhole() {
        std::set<std::string_view> names;
        for (std::size_t i = 0; i < EnergyPartCount; ++i)
            names.insert(nameOf(static_cast<EnergyPart>(i)));
        QCOMPARE(names.size(), EnergyPartCount);
        for (const Mode mode : {Mode::ScaleSim, Mode::Physical})
            for (const Dataflow dataflow :
                 {Dataflow::OutputStationary, Dataflow::WeightStationary, Dataflow::InputStationary}) {
                Workload both = workload();
                both.mode = mode;
                Layer vector;
                vector.unit = cost::Unit::Vector;
                vector.elements = vector.readWords = vector.writtenWords = 5000;
                both.layers.push_back(vector);
                const auto report = estimate(both, small(dataflow));
                QVERIFY(report);
                Energy sum;
                for (const LayerCost& each : report->layers) {
                    sum += each.energy;
                    for (const double part : each.energy.parts)
                        QVERIFY(part >= 0);
                }
                double total = 0;
                for (std::size_t i = 0; i < EnergyPartCount; ++i) {
                    total += report->energy.parts[i];
                    QVERIFY(std::abs(sum.parts[i] - report->energy.parts[i]) <= 1e-9 * report->energy.total());
                }
                QVERIFY(std::abs(total - report->energy.total()) <= 1e-9 * total);
                QVERIFY(report->energy[EnergyPart::Hops] > 0);
            }
        EnergyTable free = horowitz();
        free.registerRead = free.registerWrite = 0;
        free.hopByte = {};
        const Accelerator os = small(Dataflow::OutputStationary);
        const Energy without = physicalCost(Product, os, free, Whole)->energy;
        Energy with = physicalCost(Product, os, horowitz(), Whole)->energy;
        QVERIFY(with.total() > without.total());
        with[EnergyPart::Registers] = with[EnergyPart::Hops] = 0;
        QCOMPARE(with.total(), without.total());
    }

    void curvesRiseAndAreExactAtNominal() {
        for (const auto& table : energyTables()) {
            const VoltageCurve& curve = table->clock;
            QVERIFY2(curve.isKnown(), table->name.c_str());
            QCOMPARE(curve.energy(1), 1.0);
            double before = 0;
            for (double relative = 0.05; relative < 4; relative += 0.05) {
                const double energy = curve.energy(relative);
                QVERIFY2(energy >= before, qPrintable(QString::number(relative)));
                if (relative > 1.04) QVERIFY(energy > 1);
                if (relative < 0.96) QVERIFY(energy < 1);
                before = energy;
            }
            for (const VoltageCurve::Point& point : curve.points)
                QVERIFY(std::abs(curve.volts(point.ghz / curve.nominalGhz) - point.volt) < 1e-9);
            QCOMPARE(curve.volts(1e-3), curve.points.front().volt); // held
        }
        // 0.748 and 0.875 GHz have 1.0 and 1.1 V; beyond 1.198 GHz 0.1 V more for each 0.174 GHz.
        const VoltageCurve& curve = horowitz().clock;
        QVERIFY(std::abs(curve.volts(0.8115 / 0.644) - 1.05) < 1e-9);
        QVERIFY(std::abs(curve.volts(1.372 / 0.644) - 1.4) < 1e-9);
    }

    // Their published figures are those of the tables, whatever voltage their clock would take elsewhere.
    void presetsAreAtTheirNominalClock() {
        for (const NamedAccelerator& each : presets()) {
            const Accelerator& accelerator = each.accelerator;
            const auto table = *energyTable(accelerator.energy);
            QVERIFY2(table->clock.energy(accelerator.relativeClock()) == 1, each.name.c_str());
            const auto report = estimate(workload(), accelerator);
            QVERIFY2(report, each.name.c_str());
            const double macs = static_cast<double>(report->macs) * table->mac.of(accelerator.wordBytes);
            QVERIFY(std::abs(report->energy[EnergyPart::Macs] - macs) <= 1e-12 * macs);
        }
    }

    // With the same tiles: all on chip by the square of the voltage, DRAM as it was.
    void theClockHasAPrice() {
        Accelerator accelerator = small(Dataflow::OutputStationary);
        const auto nominal = physicalCost(Product, accelerator, horowitz(), Whole);
        for (const auto& [ghz, volt] : {std::pair(1.024 / 0.644, 1.2), std::pair(0.598 / 0.644, 0.8)}) {
            accelerator.clockGhz = ghz;
            const auto other = physicalCost(Product, accelerator, horowitz(), Whole);
            QCOMPARE(other->cycles, nominal->cycles);
            for (std::size_t i = 0; i < EnergyPartCount; ++i) {
                const bool isDram = static_cast<EnergyPart>(i) == EnergyPart::Dram;
                const double expected = nominal->energy.parts[i] * (isDram ? 1 : volt * volt / 0.81);
                QVERIFY(std::abs(other->energy.parts[i] - expected) <= 1e-9 * expected);
            }
        }
        accelerator.nominalGhz = accelerator.clockGhz; // made for this clock
        QCOMPARE(physicalCost(Product, accelerator, horowitz(), Whole)->energy.total(),
                 nominal->energy.total());
    }

    void frontsHaveSeveralClocks() {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("unclocked.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(tableText("")));
        file.close();
        for (const bool isPriced : {true, false}) {
            DesignSpace space;
            if (!isPriced) space.base.energy = file.fileName().toStdString();
            QVERIFY(readAxis("clock=0.8,1,1.5,2", space) && readAxis("size=8,16", space));
            const auto exploration = Exploration::of(workload(), space);
            QVERIFY(exploration);
            std::vector<DesignPoint> points(exploration->points());
            QVERIFY(exploration->evaluate(0, points, 1, {}));
            for (DesignPoint& point : points) {
                const auto report = estimate(workload(), space.at(point.index));
                QVERIFY(std::abs(report->energy.total() - point.energy) <= 1e-9 * point.energy);
                point.area = 1; // of time and energy alone: a faster clock takes more pins
            }
            std::set<double> clocks;
            for (const std::size_t place : paretoFront(points))
                clocks.insert(space.at(points[place].index).clockGhz);
            QCOMPARE(clocks.size(), std::size_t(isPriced ? 4 : 1));
            const auto findings = findingsOf(space, points, 1);
            QVERIFY(findings.clock);
            const QString said = QString::fromStdString(answerOf(findings).lines().back());
            // 2 GHz are 1.288 of the 0.644 GHz of the curve, 0.8 GHz are 0.5152.
            const double fast = 1.3 + 0.1 * (1.288 - 1.198) / 0.174, slow = 0.7 + 0.1 * (0.5152 - 0.46) / 0.138;
            if (isPriced) {
                QVERIFY(std::abs(findings.clock->energyRatio - fast * fast / (slow * slow)) < 1e-9);
                QVERIFY2(said.startsWith(QStringLiteral("At 2 GHz an operation on chip takes 3.3")) &&
                             said.endsWith(QStringLiteral("; beyond 1.86 GHz that is extrapolated.")),
                         qPrintable(said));
            } else {
                QVERIFY2(said.startsWith(QStringLiteral("Energy does not know the clock")), qPrintable(said));
            }
        }
    }

    // Bandwidth takes pins, and no energy; a faster clock moves more bytes at as many of a cycle.
    void bandwidthHasAnArea() {
        const AreaTable& table = areaTable();
        Accelerator accelerator = small(Dataflow::WeightStationary);
        const double area = areaOf(accelerator);
        accelerator.bandwidth = 2 * Accelerator::DefaultBandwidth;
        const double pins = 16 * table.dramGigabytePerSecond * 1e-6;
        QVERIFY(pins > 0 && std::abs(areaOf(accelerator) - area - pins) < 1e-9);
        QCOMPARE(physicalCost(Product, accelerator, horowitz(), Whole)->energy.total(),
                 physicalCost(Product, small(Dataflow::WeightStationary), horowitz(), Whole)->energy.total());
        accelerator = small(Dataflow::WeightStationary);
        accelerator.clockGhz = 2;
        QVERIFY(std::abs(areaOf(accelerator) - area - pins) < 1e-9);
        // 7 bytes of registers in a cell: three of words, one of them shifted in ahead, and a sum. With outputs
        // that stay, two words and two sums.
        accelerator = small(Dataflow::OutputStationary);
        QVERIFY(std::abs(areaOf(accelerator) - area - 256 * (10 - 7) * table.registerByte * 1e-6) < 1e-9);
        accelerator.overlapsFolds = false;
        QVERIFY(std::abs(areaOf(accelerator) - area - 256 * (6 - 7) * table.registerByte * 1e-6) < 1e-9);
    }

    void aClockAloneIsNominal() {
        const auto read = [](const char* text) { return readNamedAccelerator(text, "a.json")->accelerator; };
        QCOMPARE(read(R"({"clock_ghz": 2.4})").nominalGhz, 2.4);
        QCOMPARE(read(R"({"clock_ghz": 2.4, "nominal_ghz": 2})").nominalGhz, 2.0);
        QCOMPARE(read(R"({"rows": 4})").nominalGhz, 1.0);
        Accelerator fast;
        fast.clockGhz = 2;
        QVERIFY(readNamedAccelerator(acceleratorJson(fast).dump(), "a.json")->accelerator == fast);
    }

    void tables_data() {
        QTest::addColumn<QString>("more");
        QTest::addColumn<QString>("says"); // nothing: it is read
        const auto row = [](const char* name, const char* more, const char* says) {
            QTest::newRow(name) << QString::fromUtf8(more) << QString::fromUtf8(says);
        };
        row("plain", "", "");
        row("one number", R"(, "register_byte": 2)", "");
        row("negative register", R"(, "register_byte": {"read": -1})", "read: expected");
        row("no hop", R"(, "hop_byte": {"int4": 1})", "no key is called 'hop_byte.int4'");
        row("curve",
            R"(, "clock": {"nominal_ghz": 1, "points": [{"ghz": 1, "volt": 1}, {"ghz": 2, "volt": 1.2}]})", "");
        row("falls",
            R"(, "clock": {"nominal_ghz": 1, "points": [{"ghz": 1, "volt": 1}, {"ghz": 2, "volt": 0.9}]})",
            "that rise");
        row("one point", R"(, "clock": {"nominal_ghz": 1, "points": [{"ghz": 1, "volt": 1}]})",
            "two \"points\"");
        row("elsewhere",
            R"(, "clock": {"nominal_ghz": 3, "points": [{"ghz": 1, "volt": 1}, {"ghz": 2, "volt": 2}]})",
            "within them");
    }
    void tables() {
        QFETCH(QString, more);
        QFETCH(QString, says);
        const auto read = readEnergyTable(tableText(more.toStdString()), "t.json");
        if (says.isEmpty()) {
            QVERIFY2(read, read ? "" : read.error().message.c_str());
            if (more.contains(QStringLiteral("register_byte")))
                QVERIFY(read->registerRead == 2 && read->registerWrite == 2);
            QCOMPARE(read->clock.energy(1), 1.0);
            return;
        }
        QVERIFY2(!read && QString::fromStdString(read.error().message).contains(says),
                 read ? "" : read.error().message.c_str());
    }
};

EDGEWRIGHT_TEST(EnergyTest)

} // namespace edgewright::energy_test

#include "energy_test.moc"
