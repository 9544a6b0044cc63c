// SPDX-License-Identifier: GPL-3.0-or-later
// Every row and column that SCALE-Sim v3 and v2 reported, against ours.
#include "core/cost/scalesim/scalesim.h"
#include "core/cost/systolic.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace edgewright::scalesim_test {

using namespace edgewright::cost;

namespace {

class Table {
public:
    explicit Table(const std::filesystem::path& path) {
        QFile file(QString::fromStdString(path.string()));
        if (!file.open(QIODevice::ReadOnly)) return;
        const auto lines = file.readAll().split('\n');
        const auto names = lines[0].trimmed().split(',');
        for (int i = 0; i < names.size(); ++i)
            m_column[names[i]] = i;
        for (qsizetype i = 1; i < lines.size(); ++i)
            if (!lines[i].trimmed().isEmpty()) m_rows.push_back(lines[i].trimmed().split(','));
    }
    qsizetype size() const { return m_rows.size(); }
    QList<QByteArray> columns() const { return m_column.keys(); }
    QByteArray text(qsizetype row, const char* column) const { return m_rows[row][m_column.value(column)]; }
    double number(qsizetype row, const char* column) const { return text(row, column).toDouble(); }
    std::int64_t integer(qsizetype row, const char* column) const {
        return static_cast<std::int64_t>(number(row, column));
    }

private:
    QHash<QByteArray, int> m_column;
    QList<QList<QByteArray>> m_rows;
};

ScaleSimSetup setupOf(const Table& table, qsizetype row) {
    ScaleSimSetup setup;
    if (table.text(row, "sim") == "scalesim-v2") setup.version = ScaleSimVersion::V2;
    Accelerator& result = setup.accelerator;
    result.rows = table.integer(row, "array_rows");
    result.cols = table.integer(row, "array_cols");
    result.dataflow = *dataflowFrom(table.text(row, "dataflow").toStdString());
    result.ifmapKb = table.integer(row, "ifmap_kb");
    result.filterKb = table.integer(row, "filter_kb");
    result.ofmapKb = table.integer(row, "ofmap_kb");
    if (table.text(row, "mode") == "USER") result.bandwidth = table.integer(row, "bandwidth");
    return setup;
}

// What says which run a row is of, and how long SCALE-Sim took.
bool isAnswer(const QByteArray& column) {
    static const QSet<QByteArray> Others{"sim",      "status",     "topology",   "layer_id", "mode",
                                         "dataflow", "array_rows", "array_cols", "ifmap_kb", "filter_kb",
                                         "ofmap_kb", "bandwidth",  "layer_name", "cpu_s",    "wall_s"};
    return !Others.contains(column);
}

struct Answers {
    QHash<QByteArray, std::int64_t> integers;
    QHash<QByteArray, double> ratios;
};

Answers answersOf(const ScaleSimLayer& it) {
    const Layer& layer = it.layer;
    Answers answers;
    answers.integers = {{"ifmap_h", layer.ifmapH},
                        {"ifmap_w", layer.ifmapW},
                        {"filt_h", layer.filterH},
                        {"filt_w", layer.filterW},
                        {"channels", layer.channels},
                        {"num_filt", layer.filters},
                        {"stride_h", layer.strideH},
                        {"stride_w", layer.strideW},
                        {"ofmap_h", layer.outH},
                        {"ofmap_w", layer.outW},
                        {"M", layer.m},
                        {"N", layer.n},
                        {"K", layer.k},
                        {"macs", layer.macs()},
                        {"total_cycles", it.cycles},
                        {"stall_cycles", it.stallCycles},
                        {"demand_lines", it.demandLines}};
    if (it.cyclesWithPrefetch) answers.integers["total_cycles_incl_prefetch"] = *it.cyclesWithPrefetch;
    answers.ratios = {{"overall_util_pct", it.overallUtilization},
                      {"mapping_eff_pct", it.mappingEfficiency},
                      {"compute_util_pct", it.computeUtilization}};
    const auto add = [&](const QByteArray& memory, const QByteArray& operand, const PortTraffic& traffic) {
        const QByteArray name = memory + "_" + operand;
        answers.integers[name + "_start"] = traffic.start;
        answers.integers[name + "_stop"] = traffic.stop;
        answers.integers[name + (operand == "ofmap" ? "_writes" : "_reads")] = traffic.words;
        answers.integers["max_" + operand + "_" + memory + "_bw"] = traffic.widest;
        answers.ratios["avg_" + operand + "_" + memory + "_bw"] = traffic.average;
    };
    const std::pair<const char*, const OperandTraffic*> operands[] = {
        {"ifmap", &it.ifmap}, {"filter", &it.filter}, {"ofmap", &it.ofmap}};
    for (const auto& [operand, traffic] : operands) {
        add("sram", operand, traffic->sram);
        add("dram", operand, traffic->dram);
    }
    return answers;
}

bool close(double a, double b) { return std::abs(a - b) <= 1e-6 * std::max(std::abs(a), std::abs(b)); }

struct Mapped {
    std::int64_t sr = 0, sc = 0, t = 0;
};

Mapped mapped(const Layer& layer, Dataflow dataflow) {
    if (dataflow == Dataflow::OutputStationary) return {layer.m, layer.n, layer.k};
    if (dataflow == Dataflow::WeightStationary) return {layer.k, layer.n, layer.m};
    return {layer.k, layer.m, layer.n};
}

// The columns that differ, with both values; empty when the row agrees.
QString differences(const Table& table, qsizetype row, const Mapped& mapped, const ScaleSimLayer& layer) {
    Answers answers = answersOf(layer);
    answers.integers["Sr"] = mapped.sr;
    answers.integers["Sc"] = mapped.sc;
    answers.integers["T"] = mapped.t;
    QString result;
    for (const QByteArray& column : table.columns()) {
        if (!isAnswer(column)) continue;
        const QByteArray theirs = table.text(row, column);
        if (theirs.isEmpty()) continue; // not a column of that version, or not in that table
        double ours = 0;
        bool same = false;
        if (const auto integer = answers.integers.constFind(column); integer != answers.integers.cend()) {
            ours = static_cast<double>(*integer);
            same = theirs.toDouble() == ours;
        } else if (const auto ratio = answers.ratios.constFind(column); ratio != answers.ratios.cend()) {
            ours = *ratio;
            same = close(theirs.toDouble(), ours);
        } else {
            result += QString(column) + ": not among ours; ";
            continue;
        }
        if (!same)
            result += QString("%1: %2, SCALE-Sim %3; ")
                          .arg(QString(column))
                          .arg(ours, 0, 'g', 12)
                          .arg(QString(theirs));
    }
    if (layer.cyclesWithPrefetch.has_value() == table.text(row, "total_cycles_incl_prefetch").isEmpty())
        result += "total_cycles_incl_prefetch: in the wrong version; ";
    if (!layer.exact) result += "not exact; ";
    return result;
}

// estimate() says the same where it says anything.
bool agrees(const LayerCost& cost, const ScaleSimLayer& layer) {
    return cost.cycles == layer.cycles && cost.stallCycles == layer.stallCycles &&
           cost.sram.ifmap == layer.ifmap.sram.words && cost.sram.filter == layer.filter.sram.words &&
           cost.sram.ofmap == layer.ofmap.sram.words && cost.dram.ifmap == layer.ifmap.dram.words &&
           cost.dram.filter == layer.filter.dram.words && cost.dram.ofmap == layer.ofmap.dram.words &&
           close(100 * cost.utilization, layer.overallUtilization) &&
           close(100 * cost.mappingEfficiency, layer.mappingEfficiency) &&
           close(100 * cost.computeUtilization, layer.computeUtilization);
}

} // namespace

class ScalesimTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    // The layer of a row whose topology is not at hand, by way of a topology of its own.
    std::vector<Layer> layersOf(const Table& table, qsizetype row) {
        QFile file(m_folder.filePath("t.csv"));
        if (!file.open(QIODevice::WriteOnly)) return {};
        QByteArray line = table.text(row, "layer_name");
        for (const char* column :
             {"ifmap_h", "ifmap_w", "filt_h", "filt_w", "channels", "num_filt", "stride_h"})
            line += "," + table.text(row, column);
        file.write(
            "Layer name,IFMAP height,IFMAP width,Filter height,Filter width,Channels,Num Filter,Strides,\n");
        file.write(line + ",\n");
        file.close();
        const auto read = readTopology(file.fileName().toStdString());
        return read ? read->layers : std::vector<Layer>();
    }

private slots:
    void tables_data() {
        QTest::addColumn<QString>("file");
        for (const char* name : {"calc_alexnet_mini",
                                 "calc_dlrm_small",
                                 "calc_edge_conv",
                                 "calc_gemm_misc",
                                 "calc_gemm_transformer",
                                 "calc_mobilenet_dw_mini",
                                 "calc_mobilenet_real",
                                 "calc_resnet18_mini",
                                 "calc_resnet18_real",
                                 "full_Resnet18_os",
                                 "user_alexnet_mini",
                                 "user_dlrm_small",
                                 "user_edge_conv",
                                 "user_gemm_misc",
                                 "user_gemm_transformer",
                                 "user_mobilenet_dw_mini",
                                 "user_mobilenet_real",
                                 "user_resnet18_mini",
                                 "v2_calc",
                                 "v2_user",
                                 "upstream_ci"})
            QTest::newRow(name) << QString(name);
    }
    void tables() {
        QFETCH(QString, file);
        const auto path = test::shared("golden/scalesim/" + file.toStdString() + ".csv");
        if (path.empty()) QSKIP(test::sharedMissing());
        const Table table(path);
        QVERIFY(table.size() > 0);
        QHash<QByteArray, std::vector<Layer>> topologies;
        int wrong = 0;
        QString first;
        for (qsizetype row = 0; row < table.size(); ++row) {
            const QByteArray topology = table.text(row, "topology");
            if (file == "upstream_ci") {
                topologies[topology] = layersOf(table, row);
            } else if (!topologies.contains(topology)) {
                const auto read =
                    readTopology(test::shared("golden/scalesim/topologies/" + topology.toStdString() + ".csv"));
                QVERIFY2(read, read ? "" : read.error().message.c_str());
                topologies[topology] = read->layers;
            }
            const auto layer = static_cast<std::size_t>(table.integer(row, "layer_id"));
            QVERIFY(layer < topologies[topology].size());
            QCOMPARE(QByteArray::fromStdString(topologies[topology][layer].name),
                     table.text(row, "layer_name"));
            const Layer& described = topologies[topology][layer];
            const ScaleSimSetup setup = setupOf(table, row);
            const auto simulated = scaleSim(described, setup);
            QVERIFY2(simulated, simulated ? "" : simulated.error().message.c_str());
            const QString difference =
                differences(table, row, mapped(described, setup.accelerator.dataflow), *simulated);
            if (setup.version == ScaleSimVersion::V3) {
                const auto cost = estimate(described, setup.accelerator);
                QVERIFY2(cost, cost ? "" : cost.error().message.c_str());
                QVERIFY2(agrees(*cost, *simulated), qPrintable(QString("row %1").arg(row + 2)));
            }
            if (!difference.isEmpty() && wrong++ < 5)
                first += QString("\nrow %1 (%2): %3")
                             .arg(row + 2)
                             .arg(QString(table.text(row, "layer_name")), difference);
        }
        QVERIFY2(wrong == 0,
                 qPrintable(QString("%1 of %2 rows differ:%3").arg(wrong).arg(table.size()).arg(first)));
    }

    void wholeNetwork() {
        const auto path = test::shared("golden/scalesim/topologies/Resnet18.csv");
        if (path.empty()) QSKIP(test::sharedMissing());
        const auto workload = readTopology(path);
        QVERIFY(workload);
        for (const Dataflow dataflow :
             {Dataflow::OutputStationary, Dataflow::WeightStationary, Dataflow::InputStationary})
            for (const bool user : {false, true}) {
                Accelerator accelerator;
                accelerator.dataflow = dataflow;
                if (user) accelerator.bandwidth = 10;
                const auto report = estimate(*workload, accelerator);
                QVERIFY(report);
                qInfo("%s %s: %lld cycles", std::string(dataflowName(dataflow)).c_str(), user ? "USER" : "CALC",
                      static_cast<long long>(report->cycles));
                if (dataflow == Dataflow::OutputStationary && !user) QCOMPARE(report->cycles, 1718353);
                if (dataflow == Dataflow::WeightStationary && !user) QCOMPARE(report->cycles, 2519815);
                if (dataflow == Dataflow::InputStationary && !user) QCOMPARE(report->cycles, 2838997);
            }
    }
};

EDGEWRIGHT_TEST(ScalesimTest)

} // namespace edgewright::scalesim_test

#include "scalesim_test.moc"
