// SPDX-License-Identifier: GPL-3.0-or-later
// `tune --space`: generated kernels, both spaces, and machines without a compiler.
#include "core/kernels/isa.h"
#include "tests/cli/program.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::cli_tune_test {

using namespace Qt::StringLiterals;
using test::cli;
using test::Outcome;

namespace {

// Where nothing can be found in PATH.
Outcome withoutCompiler(const QStringList& arguments, const QString& cache = {}) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"PATH"_s, u"/no/such/folder"_s);
    if (!cache.isEmpty()) environment.insert(u"XDG_CACHE_HOME"_s, cache);
    process.setProcessEnvironment(environment);
    process.start(test::cliProgram(), arguments);
    if (!process.waitForFinished(-1)) return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

// A log of another machine that decided on the last correct trial of each kernel, however long it took. How
// many.
int decideOnTrials(const QString& from, const QString& to) {
    QMap<QString, QJsonObject> decided;
    QByteArray text;
    for (const QByteArray& line : test::contents(from).split('\n')) {
        QJsonObject object = QJsonDocument::fromJson(line).object();
        if (object.contains(u"edgewright_tuning_log"_s)) {
            object[u"machine"_s] = u"elsewhere"_s;
            text = QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
        }
        const QJsonArray knobs = object[u"knobs"].toArray();
        if (object[u"state"].toString() != u"correct"_s || knobs.isEmpty()) continue;
        object[u"quantities"_s] = QJsonArray{QJsonArray{u"generated"_s, 0.5, QString()}};
        decided[object[u"task"].toString()] = object;
    }
    for (const QJsonObject& each : std::as_const(decided))
        text += QJsonDocument(each).toJson(QJsonDocument::Compact) + '\n';
    QFile file(to);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) return 0;
    return static_cast<int>(decided.size());
}

} // namespace

class CliTuneTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    static QString model() { return test::sampleFile("residual_cnn_2d.onnx"); }
    // Trials end it.
    static QStringList tune(const QString& space) {
        return {u"tune"_s, model(), u"--trials"_s, u"8"_s, u"--seconds"_s, u"600"_s, u"--space"_s, space};
    }

private slots:
    void generated() {
        const QString log = m_folder.filePath(u"log.jsonl"_s);
        const Outcome outcome = cli(tune(u"generated"_s) + QStringList{u"-o"_s, log, u"--json"_s});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const QJsonObject document = outcome.json();
        QCOMPARE(document[u"space"].toString(), u"generated"_s);
        QVERIFY(!document.contains(u"tasks"_s));
        const QJsonObject found = document[u"generated"].toObject();
        QVERIFY(!found[u"compiler"].toString().isEmpty());
        QCOMPARE(found[u"trials"].toInt(), 8);
        QVERIFY(!found[u"tasks"].toArray().isEmpty());
        QVERIFY(test::contents(log).contains("\"sketch\""));
        const Outcome ran = cli({u"run"_s, model(), u"--fuse"_s, u"--tuned"_s, log});
        QVERIFY2(ran.status == 0, ran.err.constData());
    }
    // Whatever was faster: the network runs with them, in the arena as well, where a result may lie over an
    // operand.
    void networksRunWithThem() {
        const QString log = m_folder.filePath(u"decided.jsonl"_s), last = m_folder.filePath(u"last.jsonl"_s);
        const Outcome tuned = cli(tune(u"generated"_s) + QStringList{u"-o"_s, log});
        QVERIFY2(tuned.status == 0, tuned.err.constData());
        const int decided = decideOnTrials(log, last);
        QVERIFY(decided > 0);
        const auto run = [&](const QStringList& more) {
            return cli(QStringList{u"run"_s, model(), u"--fuse"_s, u"--repeat"_s, u"3"_s, u"--json"_s} + more);
        };
        const Outcome own = run({}), generated = run({u"--tuned"_s, last});
        QVERIFY2(generated.status == 0, generated.err.constData());
        QVERIFY2(!generated.err.contains("run as the program's own"), generated.err.constData());
        QVERIFY2(generated.err.contains("tuned on another machine, elsewhere"), generated.err.constData());
        const QJsonObject before = own.json()[u"outputs"].toArray()[0].toObject(),
                          after = generated.json()[u"outputs"].toArray()[0].toObject();
        QVERIFY(!before.isEmpty());
        QCOMPARE(after[u"name"], before[u"name"]);
        const Outcome arena = run({u"--tuned"_s, last, u"--arena"_s, u"--guard"_s});
        QVERIFY2(arena.status == 0, arena.err.constData());
        const Outcome measured = cli({u"measure"_s, model(), u"--variants"_s, u"both,tuned"_s, u"--tuned"_s,
                                      last, u"--within"_s, u"0"_s, u"--seconds"_s, u"1"_s, u"--json"_s});
        QVERIFY2(measured.status == 0, measured.err.constData());
        const QJsonArray variants = measured.json()[u"variants"].toArray();
        QCOMPARE(variants.size(), 2);
        // Without a compiler those that are in the cache run all the same; in an empty one there is none, which
        // is said once.
        const QStringList arguments{u"run"_s, model(), u"--fuse"_s, u"--tuned"_s, last};
        const Outcome without = withoutCompiler(arguments);
        QVERIFY2(without.status == 0, without.err.constData());
        QVERIFY2(!without.err.contains("run as the program's own"), without.err.constData());
        const QTemporaryDir empty;
        const Outcome bare = withoutCompiler(arguments, empty.path());
        QVERIFY2(bare.status == 0, bare.err.constData());
        QCOMPARE(bare.err.count("there is no C compiler"), 1);
    }
    // Told before anything is measured.
    void logsThatCannotBeWritten() {
        const QString notes = test::written(m_folder, u"notes.txt"_s, "my notes\n");
        for (const QString& log : {u"/no/such/folder/log.jsonl"_s, m_folder.path(), notes, u"-"_s}) {
            // Where no time is too long, it would not come back.
            const Outcome outcome = cli(
                {u"tune"_s, model(), u"--trials"_s, u"1000000"_s, u"--seconds"_s, u"86400"_s, u"-o"_s, log});
            QCOMPARE(outcome.status, 3);
            QVERIFY2(!outcome.err.contains("searching"), outcome.err.constData());
        }
        QCOMPARE(test::contents(notes), QByteArray("my notes\n"));
    }
    // Ctrl+C: what is kept, and how it goes on.
    void stopped_data() {
        QTest::addColumn<bool>("isKept");
        QTest::addRow("with a log") << true;
        QTest::addRow("without") << false;
    }
    void stopped() {
        QFETCH(bool, isKept);
        const QString log = m_folder.filePath(u"stopped.jsonl"_s);
        QProcess process;
        QStringList arguments{u"tune"_s,    model(),   u"--trials"_s,  u"1000000"_s,
                              u"--space"_s, u"both"_s, u"--seconds"_s, u"86400"_s};
        if (isKept) arguments << u"-o"_s << log;
        process.start(test::cliProgram(), arguments);
        QByteArray err;
        QTRY_VERIFY_WITH_TIMEOUT((err += process.readAllStandardError()).contains("searching the parameters"),
                                 60000);
        if (isKept) QTRY_VERIFY_WITH_TIMEOUT(test::contents(log).count('\n') > 10, 60000);
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(120000));
        err += process.readAllStandardError();
        const QByteArray out = process.readAllStandardOutput();
        QCOMPARE(process.exitCode(), 4);
        QVERIFY2(err.contains("what was found until now is decided on"), err.constData());
        QVERIFY2(!err.contains("searching generated kernels"), err.constData());
        QVERIFY2(out.contains("Stopped: "), out.constData());
        if (isKept)
            QVERIFY2(
                out.contains("To go on: edgewright-cli tune " + model().toUtf8() + " --from " + log.toUtf8()),
                out.constData());
        else
            QVERIFY2(out.contains("Nothing of that was kept"), out.constData());
        if (isKept) // as it says
            QCOMPARE(cli(tune(u"template"_s) + QStringList{u"--from"_s, log, u"-o"_s, log}).status, 0);
    }
    void tunedNeedsALog() {
        const Outcome outcome = cli({u"measure"_s, model(), u"--variants"_s, u"both,tuned"_s});
        QVERIFY(outcome.status != 0);
        QVERIFY2(outcome.err.contains("--tuned FILE.jsonl"), outcome.err.constData());
    }
    void aWrongEndingIsThatOfItsOption() {
        const Outcome outcome = cli(tune(u"both"_s) + QStringList{u"--table"_s, u"table.xyz"_s});
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains("--table: 'table.xyz'"), outcome.err.constData());
    }
    void bothSaySo() {
        const QString table = m_folder.filePath(u"table.csv"_s);
        const Outcome outcome = cli(tune(u"both"_s) + QStringList{u"--table"_s, table});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        QVERIFY(outcome.out.contains("on this machine alone"));
        QVERIFY(outcome.out.contains("What the network gains"));
        QVERIFY2(outcome.out.contains("Nothing but the default was tried for"), outcome.out.constData());
        for (const char* const column : {"tuned_seconds", "generated_seconds", "parameters", "schedule"})
            QVERIFY2(test::contents(table).contains(column), column);
    }
    void noCompiler() {
        const Outcome alone = withoutCompiler(tune(u"generated"_s));
        QVERIFY(alone.status != 0);
        QVERIFY2(alone.err.contains("there is no C compiler"), alone.err.constData());
        const Outcome both = withoutCompiler(tune(u"both"_s) + QStringList{u"--json"_s});
        QVERIFY2(both.status == 0, both.err.constData());
        QVERIFY2(both.err.contains("there is no C compiler"), both.err.constData());
        QVERIFY(both.json().contains(u"tasks"_s) && !both.json().contains(u"generated"_s));
    }
    // Trials of an older log are learned from; those of another instruction set, and files that are none, are
    // refused.
    void fromAnOlderLog() {
        const QString log = m_folder.filePath(u"older.jsonl"_s),
                      foreign = m_folder.filePath(u"foreign.jsonl"_s);
        const Outcome first = cli(tune(u"template"_s) + QStringList{u"-o"_s, log});
        QVERIFY2(first.status == 0, first.err.constData());
        const Outcome next = cli(tune(u"template"_s) + QStringList{u"--from"_s, log, u"--json"_s});
        QVERIFY2(next.status == 0, next.err.constData());
        QVERIFY2(next.err.contains(log.toUtf8() + ": learns from "), next.err.constData());
        QCOMPARE(next.json()[u"from"].toString(), log);
        QFile file(foreign);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"edgewright_tuning_log\":1,\"session\":\"1\",\"machine\":\"m\",\"isa\":\"z80\","
                   "\"version\":\"0.1.0\"}\n{\"trial\":\"1\",\"task\":\"Conv()\",\"state\":\"correct\","
                   "\"knobs\":[[\"tile\",2]],\"seconds\":[0.001]}\n");
        file.close();
        const Outcome other = cli(tune(u"template"_s) + QStringList{u"--from"_s, foreign});
        QVERIFY(other.status != 0);
        QVERIFY2(other.err.contains(foreign.toUtf8()) && other.err.contains("but for z80 on 1 thread"),
                 other.err.constData());
        QVERIFY(cli(tune(u"template"_s) + QStringList{u"--from"_s, u"/no/such.jsonl"_s}).status != 0);
        const Outcome generated = cli(tune(u"generated"_s) + QStringList{u"--from"_s, log});
        QVERIFY(generated.status != 0 && generated.err.contains("--space template or both"));
    }
    // No time to try anything: nothing is said of what other parameters gain.
    void noTime() {
        const Outcome outcome = cli({u"tune"_s, model(), u"--seconds"_s, u"0"_s});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        QVERIFY2(outcome.out.contains("Nothing but the default was tried:"), outcome.out.constData());
    }
    // Kernels of another network would change nothing, and a comparison with itself say so.
    void logsOfOtherModels() {
        const QString log = m_folder.filePath(u"other.jsonl"_s);
        QFile file(log);
        QVERIFY(file.open(QIODevice::WriteOnly));
        const auto isa = QByteArray::fromStdString(std::string(kernels::nameOf(kernels::isaInUse())));
        file.write("{\"edgewright_tuning_log\":1,\"session\":\"1\",\"machine\":\"m\",\"isa\":\"" + isa +
                   "\",\"version\":\"0.1.0\"}\n"
                   "{\"trial\":\"1\",\"task\":\"Conv(of another network)\",\"state\":\"correct\","
                   "\"knobs\":[[\"tile\",2]],\"seconds\":[0.001],\"quantities\":[[\"decided\",0.9,\"\"]]}\n");
        file.close();
        for (const QStringList& verb :
             {QStringList{u"run"_s}, QStringList{u"measure"_s, u"--variants"_s, u"both,tuned"_s}}) {
            const Outcome outcome = cli(verb + QStringList{model(), u"--tuned"_s, log});
            QVERIFY(outcome.status != 0);
            QVERIFY2(outcome.err.contains("is among those that were tuned there"), outcome.err.constData());
            QVERIFY(outcome.err.contains("--fuse runs that one") == (verb[0] == u"run"_s)); // measure fuses
        }
    }
    void boardsHaveTemplates() {
        const Outcome outcome = cli(tune(u"both"_s) + QStringList{u"--device"_s, u"board"_s});
        QVERIFY(outcome.status != 0);
        QVERIFY2(outcome.err.contains("--space template"), outcome.err.constData());
        QVERIFY(cli(tune(u"other"_s)).status != 0);
    }
};

EDGEWRIGHT_TEST(CliTuneTest)

} // namespace edgewright::cli_tune_test

#include "cli_tune_test.moc"
