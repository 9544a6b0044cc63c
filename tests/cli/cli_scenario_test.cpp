// SPDX-License-Identifier: GPL-3.0-or-later
// `scenario --run` and `scenario --preset`: what ran beside what was simulated.
#include "tests/cli/program.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

namespace edgewright::cli_scenario_test {

using namespace Qt::StringLiterals;
using test::cli;
using test::Outcome;

class CliScenarioTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString scenario(const QString& name, const QByteArray& more) const {
        const QByteArray file = QByteArray::fromStdString(test::sample("tiny_cnn_2d.onnx").string());
        return test::written(
            m_folder, name,
            "{\"edgewright_scenario\": 1, \"seconds\": 0.3, \"cores\": 1, \"models\": [{\"name\": "
            "\"tiny\", \"file\": \"" +
                file + "\", " + more + "}]}");
    }

private slots:
    void runsBesideTheSimulation() {
        const QString file = scenario(
            u"run.json"_s, "\"deadline_ms\": 1000000, \"arrivals\": {\"kind\": \"poisson\", \"rate\": 100}");
        const QString rows = m_folder.filePath(u"rows.csv"_s), batches = m_folder.filePath(u"batches.csv"_s),
                      times = m_folder.filePath(u"times.json"_s);
        const Outcome outcome = cli({u"scenario"_s, file, u"--run"_s, u"--seconds"_s, u"0.05"_s,
                                     u"--policies"_s, u"fifo,priority"_s, u"--what-if"_s, u"-o"_s, rows,
                                     u"--batches"_s, batches, u"--save-times"_s, times, u"--json"_s});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const QJsonObject told = outcome.json();
        QVERIFY(told[u"whole"_s].toBool());
        const QJsonArray models = told[u"models"_s].toArray();
        QCOMPARE(models.size(), 4); // two policies, run and simulated
        for (qsizetype i = 0; i < models.size(); ++i) {
            QCOMPARE(models[i][u"source"_s].toString(), i % 2 == 0 ? u"run"_s : u"simulated"_s);
            QCOMPARE(models[i][u"queries"_s], models[0][u"queries"_s]);
            QCOMPARE(models[i][u"missed"_s].toInt(-1), 0);
        }
        for (const QString& policy : {u"fifo"_s, u"priority"_s})
            QVERIFY(told[u"costs"_s][policy][u"decisions"_s].toInt() > 0);
        QVERIFY(!told[u"batches"_s].toArray().isEmpty());
        QVERIFY(told[u"what_if"_s].toArray().size() >= 3); // a rate, a core, and INT8
        QCOMPARE(test::contents(rows).count('\n'), 5);
        QVERIFY(test::contents(batches).contains("reason"));
        // What was measured serves the simulation alone.
        const Outcome simulated = cli({u"scenario"_s, file, u"--times"_s, times, u"--json"_s});
        QVERIFY2(simulated.status == 0, simulated.err.constData());
        QCOMPARE(simulated.json()[u"models"_s].toArray().size(), 1);
    }

    // Of the model's open batch; the verb has no --bind.
    void notesNameNoOptionThatIsNotThere() {
        const QString file =
            scenario(u"note.json"_s, "\"arrivals\": {\"kind\": \"periodic\", \"period_ms\": 10}");
        const Outcome outcome = cli({u"scenario"_s, file, u"--seconds"_s, u"0.05"_s, u"--what-if"_s});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        QVERIFY2(outcome.err.contains("dimension 'batch' is open; taken as 1\n"), outcome.err.constData());
        QVERIFY2(!outcome.err.contains("--bind"), outcome.err.constData());
    }

    void presets_data() {
        QTest::addColumn<QString>("preset");
        for (const char* each : {"single_stream", "multi_stream", "server", "offline"})
            QTest::newRow(each) << each;
    }
    void presets() {
        QFETCH(const QString, preset);
        const QString model = QString::fromStdString(test::sample("tiny_cnn_2d.onnx").string());
        const QString times = test::written(
            m_folder, u"given.json"_s,
            "{\"edgewright_service\": 1, \"models\": [{\"name\": \"tiny_cnn_2d\", \"operators\": [\"all\"], "
            "\"batches\": [{\"size\": 1, \"runs_us\": [[1000]]}]}]}");
        QStringList arguments{u"scenario"_s,   model,  u"--preset"_s, preset,
                              u"--duration"_s, u"1"_s, u"--times"_s,  times};
        const Outcome outcome = cli(arguments);
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        QVERIFY(outcome.err.contains("no result of MLPerf"));
        const QMap<QString, QByteArray> said{{u"single_stream"_s, "1.00 ms at percentile 90"},
                                             {u"multi_stream"_s, "needs"},
                                             {u"server"_s, "queries a second meet the bound"},
                                             {u"offline"_s, "samples a second"}};
        QVERIFY2(outcome.out.contains(said[preset]), outcome.out.constData());
        if (preset == u"offline"_s) return; // 24 576 samples
        const Outcome run = cli(arguments << u"--run"_s << u"--json"_s);
        QVERIFY2(run.status == 0, run.err.constData());
        QVERIFY(run.json()[u"models"_s].toArray().size() == 2);
    }

    void refused() {
        const QString file = scenario(u"batched.json"_s, "\"batching\": {\"max_batch_size\": 2}, "
                                                         "\"arrivals\": {\"kind\": \"poisson\", \"rate\": 10}");
        QVERIFY(cli({u"scenario"_s, file, u"--run"_s, u"--duration"_s, u"1e300"_s}).status == 2);
        QVERIFY(cli({u"scenario"_s, file, u"--run"_s, u"--device"_s, u"board"_s}).status == 2);
        QVERIFY(cli({u"scenario"_s, file, u"--batches"_s, u"b.csv"_s}).status == 2);
        QVERIFY(cli({u"scenario"_s, file, u"--preset"_s, u"mobile"_s}).status == 2);
        const Outcome missing =
            cli({u"scenario"_s, u"/nowhere.onnx"_s, u"--preset"_s, u"server"_s, u"--run"_s});
        QCOMPARE(missing.status, 3);
        QVERIFY2(missing.err.contains("/nowhere.onnx"), missing.err.constData());
        const QString model = QString::fromStdString(test::sample("tiny_cnn_2d.onnx").string());
        const Outcome alone = cli({u"scenario"_s, model});
        QCOMPARE(alone.status, 3);
        QVERIFY2(alone.err.contains("--preset"), alone.err.constData());
    }
};

EDGEWRIGHT_TEST(CliScenarioTest)

} // namespace edgewright::cli_scenario_test

#include "cli_scenario_test.moc"
