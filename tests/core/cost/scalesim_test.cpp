// SPDX-License-Identifier: GPL-3.0-or-later
// Every row that SCALE-Sim v3 reported, against our estimate.
#include "core/cost/systolic.h"
#include "tests/support/shared_files.h"

#include <QFile>
#include <QtTest>

#include <cmath>

using namespace edgewright;
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
    QByteArray text(qsizetype row, const char* column) const { return m_rows[row][m_column.value(column)]; }
    double number(qsizetype row, const char* column) const { return text(row, column).toDouble(); }
    std::int64_t integer(qsizetype row, const char* column) const {
        return static_cast<std::int64_t>(number(row, column));
    }

private:
    QHash<QByteArray, int> m_column;
    QList<QList<QByteArray>> m_rows;
};

Accelerator acceleratorOf(const Table& table, qsizetype row) {
    Accelerator result;
    result.rows = table.integer(row, "array_rows");
    result.cols = table.integer(row, "array_cols");
    result.dataflow = *dataflowFrom(table.text(row, "dataflow").toStdString());
    result.ifmapKb = table.integer(row, "ifmap_kb");
    result.filterKb = table.integer(row, "filter_kb");
    result.ofmapKb = table.integer(row, "ofmap_kb");
    if (table.text(row, "mode") == "USER") result.bandwidth = table.integer(row, "bandwidth");
    return result;
}

bool close(double a, double b) { return std::abs(a - b) <= 1e-6 * std::max(std::abs(a), std::abs(b)); }

// The columns that differ, with both values; empty when the row agrees.
QString differences(const Table& table, qsizetype row, const LayerCost& cost) {
    QString result;
    const auto differ = [&](const char* column, double ours) {
        result += QString("%1: %2, SCALE-Sim %3; ")
                      .arg(column)
                      .arg(ours, 0, 'g', 12)
                      .arg(QString(table.text(row, column)));
    };
    const std::pair<const char*, std::int64_t> integers[] = {{"total_cycles", cost.cycles},
                                                             {"stall_cycles", cost.stallCycles},
                                                             {"M", cost.layer.m},
                                                             {"N", cost.layer.n},
                                                             {"K", cost.layer.k},
                                                             {"macs", cost.layer.macs()},
                                                             {"sram_ifmap_reads", cost.sram.ifmap},
                                                             {"sram_filter_reads", cost.sram.filter},
                                                             {"sram_ofmap_writes", cost.sram.ofmap},
                                                             {"dram_ifmap_reads", cost.dram.ifmap},
                                                             {"dram_filter_reads", cost.dram.filter},
                                                             {"dram_ofmap_writes", cost.dram.ofmap}};
    for (const auto& [column, ours] : integers)
        if (table.number(row, column) != static_cast<double>(ours)) differ(column, static_cast<double>(ours));
    const std::pair<const char*, double> ratios[] = {{"overall_util_pct", 100 * cost.utilization},
                                                     {"mapping_eff_pct", 100 * cost.mappingEfficiency},
                                                     {"compute_util_pct", 100 * cost.computeUtilization}};
    for (const auto& [column, ours] : ratios)
        if (!close(table.number(row, column), ours)) differ(column, ours);
    if (!cost.exact) result += "not exact; ";
    return result;
}

} // namespace

class ScalesimTest : public QObject {
    Q_OBJECT
private slots:
    void tables_data() {
        QTest::addColumn<QString>("file");
        for (const char* name :
             {"calc_alexnet_mini", "calc_dlrm_small", "calc_edge_conv", "calc_gemm_misc",
              "calc_gemm_transformer", "calc_mobilenet_dw_mini", "calc_mobilenet_real", "calc_resnet18_mini",
              "calc_resnet18_real", "full_Resnet18_os", "user_alexnet_mini", "user_dlrm_small",
              "user_edge_conv", "user_gemm_misc", "user_gemm_transformer", "user_mobilenet_dw_mini",
              "user_mobilenet_real", "user_resnet18_mini"})
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
            if (!topologies.contains(topology)) {
                const auto read =
                    readTopology(test::shared("golden/scalesim/topologies/" + topology.toStdString() + ".csv"));
                QVERIFY2(read, read ? "" : read.error().message.c_str());
                topologies[topology] = read->layers;
            }
            const auto layer = static_cast<std::size_t>(table.integer(row, "layer_id"));
            QVERIFY(layer < topologies[topology].size());
            QCOMPARE(QByteArray::fromStdString(topologies[topology][layer].name),
                     table.text(row, "layer_name"));
            const auto cost = estimate(topologies[topology][layer], acceleratorOf(table, row));
            QVERIFY2(cost, cost ? "" : cost.error().message.c_str());
            const QString difference = differences(table, row, *cost);
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

QTEST_GUILESS_MAIN(ScalesimTest)
#include "scalesim_test.moc"
