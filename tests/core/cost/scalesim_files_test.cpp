// SPDX-License-Identifier: GPL-3.0-or-later
// SCALE-Sim's configurations and reports.
#include "core/cost/scalesim/config.h"
#include "core/cost/scalesim/reports.h"
#include "core/cost/workload.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::scalesim_files_test {

using namespace edgewright::cost;

namespace {

const QByteArray Array = "[architecture_presets]\nArrayHeight: 12\nArrayWidth = 14\nIfmapSramSzkB: 36\n"
                         "FilterSramSzkB: 20\nOfmapSramSzkB: 8\nDataflow : is\nBandwidth : 7, 9\n";
const QByteArray Calc = "[run_presets]\nInterfaceBandwidth: CALC\n";
const QByteArray User = "[run_presets]\nInterfaceBandwidth: USER\n";

} // namespace

class ScalesimFilesTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path write(const QByteArray& text, const char* name = "c.cfg") {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write(text);
        return file.fileName().toStdString();
    }
    static QString notes(const ScaleSimConfig& config) {
        QString text;
        for (const Diagnostic& each : config.notes)
            text += QString::fromStdString(each.message) + "\n";
        return text;
    }

private slots:
    void config() {
        const auto read =
            readScaleSimConfig(write("; a comment\n[general]\nrun_name = one two\n\n  # another\n" +
                                     Array.toUpper()
                                         .replace("IS\n", "is\n")
                                         .replace("[ARCHITECTURE_PRESETS]", "[architecture_presets]") +
                                     Calc),
                               ScaleSimVersion::V2);
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->runName, std::string("one two"));
        const Accelerator& accelerator = read->setup.accelerator;
        QCOMPARE(accelerator.rows, 12);
        QCOMPARE(accelerator.cols, 14);
        QCOMPARE(accelerator.ifmapKb, 36);
        QCOMPARE(accelerator.filterKb, 20);
        QCOMPARE(accelerator.ofmapKb, 8);
        QCOMPARE(accelerator.dataflow, Dataflow::InputStationary);
        QVERIFY(!accelerator.bandwidth);
        QVERIFY(read->notes.empty());
    }

    // v3 takes the bandwidths of the read SRAMs from [layout], v2 has one for all.
    void bandwidths() {
        const auto path = write(Array + "[layout]\nIfmapSRAMBankBandwidth: 3\n" + User);
        const auto v3 = readScaleSimConfig(path);
        QVERIFY2(v3, v3 ? "" : v3.error().message.c_str());
        QCOMPARE(v3->setup.accelerator.bandwidth, std::optional<std::int64_t>(7));
        QCOMPARE(v3->setup.ifmapBandwidth, std::optional<std::int64_t>(3));
        QCOMPARE(v3->setup.filterBandwidth, std::optional<std::int64_t>());
        QVERIFY(notes(*v3).contains("[layout] has no FilterSRAMBankBandwidth; Bandwidth is taken"));
        QVERIFY(
            notes(*v3).contains("SCALE-Sim v3 does not read this file, which lacks run_name, IfmapOffset,"));
        const auto v2 = readScaleSimConfig(path, ScaleSimVersion::V2);
        QVERIFY(v2);
        QCOMPARE(v2->setup.accelerator.bandwidth, std::optional<std::int64_t>(7));
        QVERIFY(!v2->setup.ifmapBandwidth);
        // They are what is simulated.
        Layer layer = productLayer(64, 64, 4096);
        layer.name = "product";
        const auto slow = scaleSim(layer, v3->setup);
        const auto fast = scaleSim(layer, v2->setup);
        QVERIFY(slow && fast);
        QCOMPARE(slow->ifmap.dram.widest, 3);
        QCOMPARE(slow->filter.dram.widest, 7);
        QCOMPARE(slow->ofmap.dram.widest, 7);
        QVERIFY(slow->stallCycles > fast->stallCycles);
    }

    void complains_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("complaint");
        const auto row = [](const char* name, const QByteArray& text, const char* complaint) {
            QTest::newRow(name) << text << QString::fromLatin1(complaint);
        };
        row("empty", "", ": is empty");
        row("no section", "ArrayHeight: 3\n", ":1: 'ArrayHeight' stands before the first [section]");
        row("no value", "[general]\nrun_name\n", ":2: expected 'key: value', found 'run_name'");
        row("bracket", "[general\n", ":1: expected [section], found '[general'");
        row("twice", "[general]\na: 1\nA: 2\n", ":3: 'A' stands twice in [general]");
        row("section twice", "[general]\n[layout]\n[general]\n", ":3: section [general] stands twice");
        row("misspelt", Array + "[layout]\nIfmapSRAMBankBandwith: 3\n" + Calc,
            ":10: unknown key 'IfmapSRAMBankBandwith' in [layout]; the nearest known is "
            "'IfmapSRAMBankBandwidth'");
        row("misspelt section", "[architecture_preset]\n",
            ":1: unknown section [architecture_preset]; the nearest known is [architecture_presets]");
        row("no key", QByteArray(Array).replace("ArrayWidth = 14\n", "") + Calc,
            ": [architecture_presets] has no ArrayWidth");
        row("no presets", Array, ": [run_presets] has no InterfaceBandwidth: there is no such section");
        row("word", QByteArray(Array).replace("12", "twelve") + Calc,
            ":2: ArrayHeight: expected an integer from 1 to 65536, found 'twelve'");
        row("zero", QByteArray(Array).replace("36", "0") + Calc,
            ":4: IfmapSramSzkB: expected an integer from 1 to 16777216, found '0'");
        row("large", QByteArray(Array).replace("36", "99999999999999999999") + Calc,
            ":4: IfmapSramSzkB: expected an integer");
        row("comment behind", QByteArray(Array).replace("14", "14 # columns") + Calc,
            ":3: ArrayWidth: expected an integer from 1 to 65536, found '14 # columns'");
        row("dataflow", QByteArray(Array).replace(": is", ": OS") + Calc,
            ":7: Dataflow: expected os, ws or is, found 'OS'");
        row("mode", Array + "[run_presets]\nInterfaceBandwidth: ALL\n",
            ":10: InterfaceBandwidth: expected CALC or USER, found 'ALL'");
        row("bandwidth", QByteArray(Array).replace("7, 9", "x") + User,
            ":8: Bandwidth: expected an integer from 1 to 16777216, found 'x'");
        row("no bandwidth", QByteArray(Array).replace("Bandwidth : 7, 9\n", "") + User,
            ": [architecture_presets] has no Bandwidth");
        row("sparse", Array + "[sparsity]\nSparsitySupport: True\n" + Calc,
            ":10: SparsitySupport: sparse filters cannot be estimated");
        row("ramulator", Array + Calc + "UseRamulatorTrace: True\n", ":11: UseRamulatorTrace: traces of");
        row("custom layout", Array + "[layout]\nIfmapCustomLayout: True\n" + User,
            ":10: IfmapCustomLayout: conflicts between banks cannot be estimated");
    }
    void complains() {
        QFETCH(QByteArray, text);
        QFETCH(QString, complaint);
        const auto path = write(text);
        const auto read = readScaleSimConfig(path);
        QVERIFY(!read);
        const QString message = QString::fromStdString(read.error().message);
        QVERIFY2(message.startsWith(QString::fromStdString(path.string()) + complaint), qPrintable(message));
    }

    void notesWhatIsPassedOver() {
        const auto read = readScaleSimConfig(
            write(Array + "OnChipMemoryBanks: 1\nBandwidths: 10,\n   20\n[more]\na: b\n" + Calc),
            ScaleSimVersion::V2);
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QVERIFY(notes(*read).contains(":9: key 'OnChipMemoryBanks' in [architecture_presets] is passed over"));
        QVERIFY(notes(*read).contains(":10: key 'Bandwidths'"));
        QVERIFY(notes(*read).contains(":12: section [more] is passed over"));
    }

    void reports_data() {
        QTest::addColumn<bool>("v3");
        QTest::newRow("v2") << false;
        QTest::newRow("v3") << true;
    }
    void reports() {
        QFETCH(bool, v3);
        const auto version = v3 ? ScaleSimVersion::V3 : ScaleSimVersion::V2;
        ScaleSimSetup setup;
        setup.version = version;
        setup.accelerator.rows = setup.accelerator.cols = 8;
        setup.accelerator.bandwidth = 3;
        setup.accelerator.ifmapKb = setup.accelerator.filterKb = setup.accelerator.ofmapKb = 2;
        Workload workload;
        for (const std::int64_t k : {1, 100, 3000}) {
            workload.layers.push_back(productLayer(30, 20, k));
            workload.layers.back().name = "product";
        }
        const auto layers = scaleSim(workload, setup);
        QVERIFY(layers);
        const auto files = scaleSimReports(*layers, version);
        QCOMPARE(files.size(), std::size_t(3));
        for (const ReportFile& file : files) {
            write(QByteArray::fromStdString(file.text), file.name);
            for (const QByteArray& line : QByteArray::fromStdString(file.text).trimmed().split('\n'))
                QVERIFY2(line.endsWith(','), line.constData());
        }
        const QByteArray compute = QByteArray::fromStdString(files[0].text);
        QCOMPARE(compute.startsWith("LayerID, Total Cycles (incl. prefetch), Total Cycles, Stall Cycles, "),
                 v3);
        QCOMPARE(compute.startsWith("LayerID, Total Cycles, Stall Cycles, Overall Util %, "), !v3);
        QVERIFY2(QByteArray::fromStdString(files[2].text).contains("\n0, 9.0, 142.0, 90, 8.0, "),
                 files[2].text.c_str());

        const auto fieldsOf = [&](std::size_t file, std::size_t layer) {
            QStringList fields;
            for (const QByteArray& field : QByteArray::fromStdString(files[file].text)
                                               .split('\n')[static_cast<qsizetype>(layer) + 1]
                                               .split(','))
                fields.push_back(QString::fromUtf8(field).trimmed());
            return fields;
        };
        for (std::size_t i = 0; i < layers->size(); ++i) {
            const ScaleSimLayer& layer = (*layers)[i];
            const QStringList cycles = fieldsOf(0, i), bandwidths = fieldsOf(1, i), accesses = fieldsOf(2, i);
            QCOMPARE(cycles.front(), QString::number(i));
            QCOMPARE(cycles[v3 ? 2 : 1].toLongLong(), layer.cycles);
            if (v3) QCOMPARE(cycles[1].toLongLong(), *layer.cyclesWithPrefetch);
            QCOMPARE(cycles[v3 ? 6 : 5].toDouble(), layer.computeUtilization);
            QCOMPARE(bandwidths[5].toDouble(), layer.filter.dram.average);
            QCOMPARE(accesses[17].toDouble(), static_cast<double>(layer.ofmap.dram.stop));
            QCOMPARE(accesses[18].toLongLong(), layer.ofmap.dram.words);
        }
    }

    void stopsAndRefuses() {
        const Layer layer = productLayer(64, 64, 64);
        for (const std::optional<std::int64_t> bandwidth :
             {std::optional<std::int64_t>(), std::optional<std::int64_t>(10)}) {
            ScaleSimSetup setup;
            setup.accelerator.bandwidth = bandwidth;
            setup.accelerator.ifmapKb = 1;
            std::stop_source source;
            source.request_stop();
            const auto stopped = scaleSim(layer, setup, {source.get_token(), nullptr});
            QVERIFY(!stopped);
            QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
            setup.filterBandwidth = 0;
            const auto nothing = scaleSim(layer, setup);
            QVERIFY(!nothing);
            QVERIFY2(nothing.error().message.starts_with("DRAM bandwidth: expected 1 to"),
                     nothing.error().message.c_str());
        }
        Layer vector;
        vector.name = "relu";
        vector.unit = cost::Unit::Vector;
        const auto refused = scaleSim(vector, {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().message, std::string("layer 'relu': SCALE-Sim knows matrix products alone"));
    }

    void numbersAsPythonWritesThem_data() {
        QTest::addColumn<double>("number");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("whole") << 100.0 << QByteArray("100.0");
        QTest::newRow("large") << 1e15 << QByteArray("1000000000000000.0");
        QTest::newRow("exponent") << 1e16 << QByteArray("1e+16");
        QTest::newRow("third") << 1.0 / 3 << QByteArray("0.3333333333333333");
        QTest::newRow("small") << 0.0001 << QByteArray("0.0001");
        QTest::newRow("smaller") << 0.000015 << QByteArray("1.5e-05");
        QTest::newRow("nothing") << 0.0 << QByteArray("0.0");
    }
    void numbersAsPythonWritesThem() {
        QFETCH(double, number);
        QFETCH(QByteArray, text);
        ScaleSimLayer layer;
        layer.overallUtilization = number;
        const auto files = scaleSimReports({layer}, ScaleSimVersion::V2);
        QCOMPARE(QByteArray::fromStdString(files[0].text).split('\n')[1].split(',')[3].trimmed(), text);
    }
};

EDGEWRIGHT_TEST(ScalesimFilesTest)

} // namespace edgewright::scalesim_files_test

#include "scalesim_files_test.moc"
