// SPDX-License-Identifier: GPL-3.0-or-later
// experiment: cells, results that grow, parts that are merged, what is killed and goes on.
#include "core/base/language.h"
#include "tests/cli/program.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace edgewright::cli_experiment_test {

using namespace Qt::StringLiterals;
using test::cli;
using test::Outcome;

class CliExperimentTest : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;

    QString file(const QString& name) const { return m_folder->filePath(name); }
    // One model unless `more` says others, measured as shortly as can be.
    QString experiment(const QByteArray& more = {}) const {
        const QByteArray models = more.contains("\"models\"")
                                      ? QByteArray()
                                      : "\"models\": [{\"name\": \"tiny\", \"path\": \"" +
                                            test::sampleFile("tiny_cnn_2d.onnx").toUtf8() + "\"}], ";
        return test::written(*m_folder, u"experiment.json"_s,
                             "{\"format\": \"edgewright experiment\", \"version\": 1, " + models +
                                 (more.isEmpty() ? QByteArray() : more + ", ") +
                                 "\"samples\": 8, \"effort\": {\"seconds\": 0.05, \"warmups\": 0}}");
    }
    static QByteArrayList linesOf(const QString& results) {
        QByteArrayList lines = test::contents(results).split('\n');
        lines.removeAll(QByteArray());
        return lines;
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void aMatrix() {
        const QString made =
            experiment("\"codes\": [\"fp32\", \"int8\"], \"accelerators\": [\"gemmini\", \"edge-32\"]");
        const Outcome first = cli({u"experiment"_s, made, u"--json"_s});
        QVERIFY2(first.status == 0, first.err.constData());
        const QJsonObject json = first.json();
        const QJsonArray results = json[u"results"_s].toArray();
        QCOMPARE(results.size(), 12); // an INT8 network is fused
        QCOMPARE(json[u"cells"_s].toInt(), 12);
        QCOMPARE(json[u"failed"_s].toInt(-1), 0);
        for (const QJsonValue& each : results) {
            QVERIFY(each[u"latency_ms"_s].toDouble() > 0 && each[u"cycles"_s].toDouble() > 0);
            QCOMPARE(each[u"labelled"_s].toInt(), 8);
            QVERIFY(each[u"accuracy_low"_s].toDouble() <= each[u"accuracy"_s].toDouble());
            QCOMPARE(each[u"model"_s].toString(), u"tiny"_s);
            const bool isReference = each[u"configuration"_s].toString() == u"baseline"_s &&
                                     each[u"codes"_s].toString() == u"fp32"_s;
            QCOMPARE(each[u"verdict"_s].isNull(), isReference);
        }
        QVERIFY(!json[u"explanations"_s].toArray().isEmpty());
        QCOMPARE(first.err.count("] tiny"), 12); // progress

        // Nothing is left to run; another view of what there is.
        const Outcome pivot = cli(
            {u"experiment"_s, made, u"--group"_s, u"codes"_s, u"--value"_s, u"weight_bytes"_s, u"--json"_s});
        QVERIFY(pivot.status == 0 && !pivot.err.contains("] tiny"));
        const QJsonObject row = pivot.json()[u"results"_s].toArray().last().toObject();
        QVERIFY(row[u"int8"_s].toDouble() < row[u"fp32"_s].toDouble() / 2);
        const Outcome chosen = cli({u"experiment"_s, made, u"--no-run"_s, u"--json"_s, u"--baseline"_s,
                                    u"codes=fp32"_s, u"-o"_s, file(u"table.csv"_s)});
        QVERIFY2(chosen.status == 0, chosen.err.constData());
        QVERIFY(chosen.json()[u"results"_s][0][u"verdict"_s].isNull());
        QVERIFY(test::contents(file(u"table.csv"_s)).startsWith("model,size,codes,configuration,"));
        const QJsonArray only = cli({u"experiment"_s, made, u"--only"_s, u"codes=int8"_s, u"--only"_s,
                                     u"configuration=both"_s, u"--baseline"_s, u"codes=fp32"_s, u"--json"_s})
                                    .json()[u"results"_s]
                                    .toArray();
        QCOMPARE(only.size(), 2); // by accelerator; beside cells that are not shown
        QVERIFY(only[0][u"ratio"_s].toDouble() > 0 && only[0][u"peak_ratio"_s].toDouble() > 0);
    }

    // What people read has the language; what programs read and what is written into files has not.
    void sentencesInALanguage() {
        if (languages().size() == 1) QSKIP("built without gettext");
        const QString made = experiment("\"configurations\": [\"baseline\", \"both\"]");
        const auto shown = [&](const QString& suffix, const QStringList& more) {
            return cli(QStringList{u"experiment"_s, made, u"--no-run"_s, u"--group"_s, u"configuration"_s,
                                   u"-o"_s, file(u"table"_s + suffix)} +
                       more);
        };
        const Outcome run = cli({u"experiment"_s, u"--language"_s, u"zh_CN"_s, made});
        QVERIFY2(run.status == 0, run.err.constData());
        QVERIFY2(run.out.contains("延迟"), run.out.constData()); // a head
        QVERIFY2(run.out.contains("比值：成对运行"), run.out.constData());
        QVERIFY2(run.out.contains("次分配，原为"), run.out.constData());
        QVERIFY(!test::contents(file(u"experiment.results.jsonl"_s)).contains("单元"));
        for (const QString& suffix : {u".csv"_s, u".md"_s}) {
            QVERIFY(shown(suffix, {}).out.contains("ratio: time over that of the baseline"));
            const QByteArray english = test::contents(file(u"table"_s + suffix));
            const Outcome chinese = shown(suffix, {u"--language=zh_CN"_s, u"--force"_s});
            QVERIFY2(chinese.out.contains("比值："), chinese.out.constData());
            QCOMPARE(test::contents(file(u"table"_s + suffix)), english);
        }
        const QStringList asked{u"experiment"_s, made, u"--no-run"_s, u"--json"_s};
        QCOMPARE(cli(asked + QStringList{u"--language"_s, u"zh_CN"_s}).out, cli(asked).out);

        QVERIFY(cli({u"experiment"_s, u"--help"_s, u"--language=zh_CN"_s}).out.contains("只显示已有结果"));
        qputenv("LC_ALL", "zh_CN.UTF-8");
        const Outcome byEnvironment = cli({u"experiment"_s, u"--help"_s});
        qputenv("LC_ALL", "C.UTF-8");
        QVERIFY(byEnvironment.out.contains("只显示已有结果"));
        QCOMPARE(cli({u"experiment"_s, made, u"--language"_s, u"tlh"_s}).status, 2);
    }

    // What does not run is told once, with its place in the file, before the first cell; and the rest goes on.
    void faultsOfTheDefinition() {
        const QString made =
            experiment("\"models\": [\"gone.onnx\", \"" + test::sampleFile("tiny_cnn_2d.onnx").toUtf8() +
                       "\"], \"sizes\": [{\"batch\": 1}, {\"bach\": 1}], \"configurations\": [\"fusion\", "
                       "\"both\"], \"devices\": [\"this machine\", \"no such board\"]");
        const Outcome outcome = cli({u"experiment"_s, made});
        QCOMPARE(outcome.status, 1);
        for (const char* place : {"error: experiment.json: models[0]: ", "error: experiment.json: sizes[1]: ",
                                  "error: experiment.json: devices[1]: there is no host 'no such board'"})
            QVERIFY2(outcome.err.count(place) == 1 && outcome.err.indexOf(place) < outcome.err.indexOf("] "),
                     outcome.err.constData());
        QVERIFY2(!outcome.err.contains("failed: "), outcome.err.constData());
        QCOMPARE(linesOf(file(u"experiment.results.jsonl"_s)).size(), 16);
        const Outcome shown = cli({u"experiment"_s, made, u"--no-run"_s, u"--json"_s});
        QCOMPARE(shown.status, 0);
        QCOMPARE(shown.json()[u"failed"_s].toInt(), 14);
    }

    // Cells that are not there are told with the reason, and with what there is.
    void cellsThatAreNotThere() {
        const QString made = experiment("\"codes\": [\"fp32\", \"int8\"]");
        const Outcome none = cli({u"experiment"_s, made, u"--no-run"_s, u"--only"_s, u"codes=int8"_s,
                                  u"--only"_s, u"configuration=reuse"_s});
        QCOMPARE(none.status, 3);
        QVERIFY2(none.err.contains("no cell is selected by codes=int8, configuration=reuse") &&
                     none.err.contains("with codes=int8: configuration 'fusion', 'both'"),
                 none.err.constData());
        const Outcome wrong = cli({u"experiment"_s, made, u"--no-run"_s, u"--only"_s, u"codes=int4"_s});
        QVERIFY2(wrong.err.contains("there is 'fp32', 'int8'"), wrong.err.constData());
        const Outcome absent = cli({u"experiment"_s, made, u"--no-run"_s});
        QVERIFY2(absent.err.count("there are no cells of int8 in baseline and reuse: ") == 1,
                 absent.err.constData());
    }

    // A table says what it is of; spread over an axis it has ratios where there are some.
    void tablesAreOfSomething() {
        const QString made = experiment("\"configurations\": [\"baseline\", \"both\"]");
        const Outcome first = cli({u"experiment"_s, made, u"--json"_s, u"-o"_s, file(u"t.md"_s)});
        QVERIFY2(first.status == 0, first.err.constData());
        const QByteArray text = test::contents(file(u"t.md"_s));
        QVERIFY2(text.contains("Model: tiny, tiny_cnn_2d.onnx, fnv1a64:") &&
                     text.contains("Machine: this machine, "),
                 text.constData());
        // Below the table, where it is read.
        QVERIFY2(text.mid(text.indexOf("-->")).contains("ratio: time over that of"), text.constData());
        const QJsonObject json = first.json();
        QCOMPARE(json[u"origin"_s].toArray().size(), 2);
        const QJsonValue row = json[u"results"_s][1];
        QCOMPARE(row[u"model_file"_s].toString(), u"tiny_cnn_2d.onnx"_s);
        QVERIFY(row[u"model_fingerprint"_s].toString().startsWith(u"fnv1a64:"_s));
        QVERIFY(!row[u"machine"_s].toString().isEmpty());
        const auto spread = [&](const QStringList& value) {
            return cli(QStringList{u"experiment"_s, made, u"--no-run"_s, u"--json"_s, u"--group"_s,
                                   u"configuration"_s} +
                       value)
                .json()[u"results"_s][0][u"both"_s]
                .toDouble();
        };
        QCOMPARE(spread({}), row[u"ratio"_s].toDouble());
        QCOMPARE(spread({u"--value"_s, u"ratio"_s}), row[u"ratio"_s].toDouble());
        QCOMPARE(spread({u"--value"_s, u"peak ratio"_s}), row[u"peak_ratio"_s].toDouble());
        QCOMPARE(spread({u"--value"_s, u"latency_ms"_s}), row[u"latency_ms"_s].toDouble());
    }

    void partsAreMerged() {
        const QString made = experiment();
        for (const QString& part : {u"1/2"_s, u"2/2"_s})
            QCOMPARE(cli({u"experiment"_s, made, u"--shard"_s, part}).status, 0);
        const QString one = file(u"experiment.results.1-of-2.jsonl"_s),
                      two = file(u"experiment.results.2-of-2.jsonl"_s);
        QCOMPARE(linesOf(one).size() + linesOf(two).size(), 4);
        const Outcome merged = cli({u"experiment"_s, made, u"--merge"_s, two, one, u"--json"_s});
        QVERIFY2(merged.status == 0, merged.err.constData());
        QCOMPARE(merged.json()[u"results"_s].toArray().size(), 4);
        const QByteArray text = test::contents(file(u"experiment.results.jsonl"_s));
        QVERIFY(QFile::remove(file(u"experiment.results.jsonl"_s)));
        const Outcome again = cli({u"experiment"_s, made, u"--merge"_s, one, two, u"--json"_s});
        QCOMPARE(test::contents(file(u"experiment.results.jsonl"_s)), text);
        QCOMPARE(again.out, merged.out);
        QCOMPARE(cli({u"experiment"_s, made}).err.count("] tiny"), 0); // all of it is there
    }

    // SIGKILL in the middle: what had ended is there, and the rest is run.
    void killedGoesOn() {
        const QString made = experiment(), results = file(u"experiment.results.jsonl"_s);
        QProcess process;
        process.start(test::cliProgram(), {u"experiment"_s, made});
        QVERIFY(process.waitForStarted());
        while (linesOf(results).isEmpty() && process.state() != QProcess::NotRunning)
            process.waitForFinished(1);
        process.kill();
        process.waitForFinished(-1);
        const qsizetype before = linesOf(results).size();
        QVERIFY(before >= 1);
        const Outcome rest = cli({u"experiment"_s, made, u"--json"_s});
        QVERIFY2(rest.status == 0, rest.err.constData());
        QCOMPARE(rest.json()[u"results"_s].toArray().size(), 4);
        QVERIFY(rest.err.count("] tiny") >= 4 - before);
        QVERIFY(rest.err.count("] tiny") <= 5 - before); // one line may be cut
    }

    // SIGTERM to all processes, as Slurm ends a task, and to the agent first: no cell has failed by that.
    void endedGoesOn() {
        const QString made = experiment(), results = file(u"experiment.results.jsonl"_s);
        QProcess process;
        process.start(test::cliProgram(), {u"experiment"_s, made});
        QVERIFY(process.waitForStarted());
        const auto isMeasuring = [&] {
            return !linesOf(results).isEmpty() && !test::childrenOf(process).isEmpty();
        };
        while (!isMeasuring() && process.state() != QProcess::NotRunning)
            process.waitForFinished(1);
        for (const qint64 child : test::childrenOf(process))
            ::kill(static_cast<pid_t>(child), SIGTERM);
        process.terminate();
        process.waitForFinished(-1);
        const Outcome ended = cli({u"experiment"_s, made, u"--no-run"_s, u"--json"_s});
        QVERIFY2(ended.status == 0, ended.err.constData());
        QCOMPARE(ended.json()[u"failed"_s].toInt(-1), 0);
        const Outcome rest = cli({u"experiment"_s, made, u"--json"_s});
        QVERIFY2(rest.status == 0, rest.err.constData());
        QCOMPARE(rest.json()[u"results"_s].toArray().size(), 4);
    }

    void wrongCommandLines_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* name, const QStringList& arguments, const char* text) {
            QTest::newRow(name) << arguments << QByteArray(text);
        };
        row("shard", {u"--shard"_s, u"3/2"_s}, "expected I/N");
        row("merge", {u"--merge"_s}, "goes with the results of parts");
        row("parts", {u"a.jsonl"_s}, "goes with the results of parts");
        row("group", {u"--group"_s, u"sice"_s}, "did you mean 'size'?");
        row("value", {u"--group"_s, u"size"_s, u"--value"_s, u"peak_byte"_s}, "did you mean 'peak_bytes'?");
        row("axis as value", {u"--group"_s, u"size"_s, u"--value"_s, u"codes"_s}, "is no value of a result");
        row("value alone", {u"--value"_s, u"runs"_s}, "--group");
        row("baseline", {u"--baseline"_s, u"size"_s}, "AXIS=CHOICE");
        row("job", {u"--slurm"_s, u"job"_s, u"--only"_s, u"codes=fp32"_s}, "--only");
        row("only", {u"--only"_s, u"codec=fp32"_s}, "did you mean 'codes'?");
        row("shards", {u"--shards"_s, u"3"_s}, "--slurm");
        row("table", {u"-o"_s, u"table.none"_s}, ".csv, .dat, .tex, .md or .html");
        row("standard output", {u"--results"_s, u"-"_s}, "expected a file");
    }
    void wrongCommandLines() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        const Outcome outcome = cli(QStringList{u"experiment"_s, experiment()} + arguments);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains(says), outcome.err.constData());
        QVERIFY(!QFile::exists(file(u"experiment.results.jsonl"_s)));
    }

    // Neither the experiment nor a model is written over.
    void inputsStay() {
        const QString made = experiment();
        const QByteArray text = test::contents(made);
        for (const QString& option : {u"--results"_s, u"-o"_s}) {
            QVERIFY(cli({u"experiment"_s, made, option, made}).status != 0);
            QCOMPARE(test::contents(made), text);
        }
        const Outcome unknown = cli({u"experiment"_s, test::written(*m_folder, u"other.json"_s, "{}")});
        QCOMPARE(unknown.status, 3);
        QVERIFY2(unknown.err.contains("edgewright experiment"), unknown.err.constData());
        const Outcome nobody = cli({u"experiment"_s, made, u"--no-run"_s, u"--baseline"_s, u"codes=int8"_s});
        QCOMPARE(nobody.status, 3);
    }

    void aJobForSlurm() {
        const QString made = experiment();
        const Outcome outcome =
            cli({u"experiment"_s, made, u"--slurm"_s, file(u"a job"_s), u"--shards"_s, u"2"_s, u"--json"_s});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        for (const QString& index : {u"2"_s, u"1"_s}) {
            QProcess task;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(u"SLURM_ARRAY_TASK_ID"_s, index);
            task.setProcessEnvironment(environment);
            task.start(u"/bin/sh"_s, {outcome.json()[u"script"_s].toString()});
            QVERIFY(task.waitForFinished(-1));
            QVERIFY2(task.exitCode() == 0, task.readAllStandardError().constData());
        }
        QProcess merge;
        merge.start(u"/bin/sh"_s, {outcome.json()[u"merge"_s].toString(), u"--json"_s});
        QVERIFY(merge.waitForFinished(-1));
        const QJsonObject json = QJsonDocument::fromJson(merge.readAllStandardOutput()).object();
        QCOMPARE(json[u"results"_s].toArray().size(), 4);
    }
};

EDGEWRIGHT_TEST(CliExperimentTest)

} // namespace edgewright::cli_experiment_test

#include "cli_experiment_test.moc"
