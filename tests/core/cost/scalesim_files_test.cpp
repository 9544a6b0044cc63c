// SPDX-License-Identifier: GPL-3.0-or-later
// SCALE-Sim's configurations and reports.
#include "core/cost/scalesim/config.h"
#include "core/cost/scalesim/reports.h"
#include "core/cost/scalesim/scalesim_table.h"
#include "core/cost/workload.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

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
        const QByteArray sparse = Array + "[sparsity]\nSparsitySupport: True\n";
        row("sparse by rows", sparse + "OptimizedMapping: true\n" + Calc,
            ":11: OptimizedMapping: row-wise sparsity, at random, cannot be estimated");
        row("sparse without form", sparse + Calc, ": [sparsity] has no SparseRep");
        row("sparse form", sparse + "SparseRep: coo\n" + Calc,
            ":11: SparseRep: expected csr, csc or ellpack_block, found 'coo'");
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

    // Layer-wise sparsity as SCALE-Sim v3.0.0 (1d62b68) reports it, on 4 x 4 cells and 1 kB for each operand:
    // filters whose blocks go over the ends of taps, windows that overhang, a last block that is not full.
    void sparsityAsV3ReportsIt() {
        struct Row {
            const char* topology;
            std::size_t layer;
            const char *dataflow, *mode;
            std::int64_t withPrefetch, cycles, stalls;
            double utilization, ifmapReads;
            std::int64_t ifmap, filter, ofmap; // DRAM
            double stored;                     // words of filter and places
        };
        constexpr Row Rows[] = {
            {"conv", 0, "os", "CALC", 270, 223, 0, 75.67264573991031, 500, 98, 60, 150, 63.75},
            {"conv", 1, "os", "CALC", 112, 87, 0, 103.44827586206897, 160, 56, 25, 80, 26.5625},
            {"conv", 2, "os", "CALC", 184, 155, 0, 76.20967741935483, 360, 120, 140, 63, 148.75},
            {"gemm", 0, "os", "CALC", 143, 119, 0, 42.54201680672269, 210, 70, 126, 45, 133.875},
            {"conv", 0, "os", "USER", 265, 223, 0, 75.67264573991031, 500, 280, 80, 150, 63.75},
            {"conv", 1, "os", "USER", 102, 87, 0, 103.44827586206897, 160, 80, 40, 80, 26.5625},
            {"conv", 2, "os", "USER", 185, 155, 0, 76.20967741935483, 360, 240, 160, 63, 148.75},
            {"gemm", 0, "os", "USER", 140, 119, 0, 42.54201680672269, 210, 120, 170, 45, 133.875},
            {"conv", 0, "ws", "CALC", 331, 209, 0, 80.74162679425838, 1000.0, 98, 60, 450, 63.75},
            {"conv", 1, "ws", "CALC", 148, 103, 0, 87.37864077669903, 640.0, 56, 25, 160, 26.5625},
            {"conv", 2, "ws", "CALC", 281, 189, 0, 62.5, 540.0, 120, 140, 315, 148.75},
            {"gemm", 0, "ws", "CALC", 236, 179, 0, 28.282122905027933, 279.99999999999994, 70, 126, 180,
             133.875},
            {"conv", 0, "ws", "USER", 283, 209, 0, 80.74162679425838, 1000.0, 300, 80, 450, 63.75},
            {"conv", 1, "ws", "USER", 131, 103, 0, 87.37864077669903, 640.0, 130, 40, 160, 26.5625},
            {"conv", 2, "ws", "USER", 238, 189, 0, 62.5, 540.0, 180, 160, 315, 148.75},
            {"gemm", 0, "ws", "USER", 213, 179, 0, 28.282122905027933, 279.99999999999994, 80, 170, 180,
             133.875},
            {"conv", 0, "is", "CALC", 457, 335, 0, 50.37313432835821, 250, 98, 60, 450, 63.75},
            {"conv", 1, "is", "CALC", 164, 119, 0, 75.63025210084034, 80, 56, 25, 160, 26.5625},
            {"conv", 2, "is", "CALC", 346, 254, 0, 46.50590551181102, 180, 120, 140, 315, 148.75},
            {"gemm", 0, "is", "CALC", 208, 151, 0, 33.526490066225165, 70, 70, 126, 180, 133.875},
            {"conv", 0, "is", "USER", 407, 335, 0, 50.37313432835821, 250, 280, 80, 450, 63.75},
            {"conv", 1, "is", "USER", 142, 119, 0, 75.63025210084034, 80, 80, 40, 160, 26.5625},
            {"conv", 2, "is", "USER", 309, 254, 0, 46.50590551181102, 180, 240, 140, 315, 148.75},
            {"gemm", 0, "is", "USER", 183, 151, 0, 33.526490066225165, 70, 120, 150, 180, 133.875},
        };
        const auto conv =
            readTopology(write("Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, "
                               "Num Filter, Strides, Sparsity,\na,7,7,3,3,2,6,1,2:4,\nb,9,8,3,2,3,5,2,1:4,\n"
                               "e,6,9,2,3,5,7,3,2:3,\n",
                               "conv.csv"));
        const auto gemm = readTopology(write("Layer, M, N, K, Sparsity,\nb,5,9,18,3:4,\n", "gemm.csv"));
        QVERIFY(conv && gemm);
        for (const Row& row : Rows) {
            const QByteArray text =
                QByteArray("[architecture_presets]\nArrayHeight: 4\nArrayWidth: 4\nIfmapSramSzkB: 1\n"
                           "FilterSramSzkB: 1\nOfmapSramSzkB: 1\nBandwidth: 10\nDataflow: ") +
                row.dataflow +
                "\n[sparsity]\nSparsitySupport: true\nSparseRep: ellpack_block\n"
                "OptimizedMapping: false\n[run_presets]\nInterfaceBandwidth: " +
                row.mode + "\n";
            const auto config = readScaleSimConfig(write(text));
            QVERIFY2(config, config ? "" : config.error().message.c_str());
            const Workload& workload = QByteArray(row.topology) == "conv" ? *conv : *gemm;
            const auto layers = scaleSim(workload, config->setup);
            QVERIFY2(layers, layers ? "" : layers.error().message.c_str());
            const ScaleSimLayer& layer = (*layers)[row.layer];
            QVERIFY(layer.exact && layer.sparse);
            // More than 100 % of what is possible is none of what was done: the head says of what it is.
            table::Table shown = scaleSimTable(*layers);
            QCOMPARE(shown.head("overall_utilization_percent").head, "Of dense MACs");
            QCOMPARE(*layer.cyclesWithPrefetch, row.withPrefetch);
            QCOMPARE(layer.cycles, row.cycles);
            QCOMPARE(layer.stallCycles, row.stalls);
            QCOMPARE(layer.overallUtilization, row.utilization);
            QCOMPARE(layer.ifmap.sram.words, std::llround(row.ifmapReads));
            QCOMPARE(layer.ifmap.sram.average, row.ifmapReads / static_cast<double>(row.cycles));
            QCOMPARE(layer.ifmap.dram.words, row.ifmap);
            QCOMPARE(layer.filter.dram.words, row.filter);
            QCOMPARE(layer.ofmap.dram.words, row.ofmap);
            QCOMPARE(layer.sparse->stored, row.stored);
            const auto files = scaleSimReports(*layers, ScaleSimVersion::V3);
            QCOMPARE(files.size(), std::size_t(4));
            QCOMPARE(std::string(files[3].name), std::string("SPARSE_REPORT.csv"));
            QVERIFY(QByteArray::fromStdString(files[3].text).contains(QByteArray::number(row.stored, 'g', 12)));
            QVERIFY(QByteArray::fromStdString(files[1].text).contains("Avg FILTER Metadata SRAM BW"));
        }
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
