// SPDX-License-Identifier: GPL-3.0-or-later
// `tune --space`: generated kernels, both spaces, and machines without a compiler.
#include "core/kernels/isa.h"
#include "tests/cli/program.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::cli_tune_test {

using namespace Qt::StringLiterals;
using test::cli;
using test::Outcome;

namespace {

// Where nothing can be found in PATH.
Outcome withoutCompiler(const QStringList& arguments) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"PATH"_s, u"/no/such/folder"_s);
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(EDGEWRIGHT_CLI), arguments);
    if (!process.waitForFinished(-1)) return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
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
        // No decision of it is one that a run takes.
        const Outcome ran = cli({u"run"_s, model(), u"--tuned"_s, log});
        QVERIFY(ran.status != 0 && ran.err.contains("no decisions"));
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
        QVERIFY(outcome.out.contains("networks do not run with them yet"));
        QVERIFY(outcome.out.contains("What the network gains"));
        QVERIFY2(outcome.out.contains("Nothing but the default was tried for"), outcome.out.constData());
        QVERIFY(test::contents(table).contains("tuned_seconds"));
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
