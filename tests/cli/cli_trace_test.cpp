// SPDX-License-Identifier: GPL-3.0-or-later
// `trace`: programs run with a fake driver, which end as they would without; traces that are there.
#include "tests/cli/program.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::cli_trace_test {

using namespace Qt::StringLiterals;

namespace {

using test::cli;
using test::contents;
using test::Outcome;
using test::written;

#ifdef EDGEWRIGHT_CUDA_TRACE
// A program that uses the fakes, behind "--".
QStringList client(const QString& word, const QString& folders = u"driver:cupti"_s) {
    QStringList paths;
    for (const QString& each : folders.split(u':'))
        paths << test::text(test::fakeCuda()) + u'/' + each;
    return {u"--"_s, u"env"_s, u"LD_LIBRARY_PATH="_s + paths.join(u':'),
            test::text(test::fakeCuda()) + u"/edgewright_cuda_client"_s, word};
}
#endif

} // namespace

class CliTraceTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

private slots:
    void whatIsThere() {
        const QString file = written(
            m_folder, u"a.json"_s,
            R"([{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":9,"ts":0,"dur":5,"args":{"correlation":1}},)"
            R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":9,"ts":90,"dur":5,"args":{"correlation":2}},)"
            R"({"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":5,"dur":15,"args":{"correlation":1}},)"
            R"({"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":95,"dur":10,"args":{"correlation":2}}])");
        const Outcome told = cli({u"trace"_s, u"--from"_s, file});
        QVERIFY2(told.status == 0 && told.err.isEmpty(), told.err.constData());
        QVERIFY2(told.out.startsWith(
                     "75.0 % of the 100 µs GPU 0 waits for launches, and computes or copies 25.0 %.\n"),
                 told.out.constData());
        const QJsonObject use = cli({u"trace"_s, u"--from"_s, file, u"--json"_s}).json()[u"use"_s].toObject();
        QCOMPARE(use[u"kernels"_s].toInt(), 2);
        QCOMPARE(use[u"devices"_s][0][u"waits_for_launches_seconds"_s].toDouble(), 75e-6);
        const Outcome unused =
            cli({u"trace"_s, u"--from"_s,
                 written(m_folder, u"b.json"_s, R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":5,"dur":15}])")});
        QVERIFY2(unused.status == 0 && unused.out.contains("no use of a GPU"), unused.out.constData());
        const Outcome none = cli({u"trace"_s, u"--from"_s, written(m_folder, u"c.json"_s, "no trace")});
        QVERIFY2(none.status == 3 && none.err.contains("c.json"), none.err.constData());
    }

    void commandLines() {
        const Outcome nothing = cli({u"trace"_s});
        QVERIFY2(nothing.status == 2 && nothing.err.contains("trace -- PROGRAM"), nothing.err.constData());
        QCOMPARE(cli({u"trace"_s, u"--by"_s, u"magic"_s, u"--"_s, u"true"_s}).status, 2);
        QCOMPARE(cli({u"trace"_s, u"--from"_s, u"a.json"_s, u"--"_s, u"true"_s}).status, 2);
    }

#ifdef EDGEWRIGHT_CUDA_TRACE
    void programs() {
        const QString file = m_folder.filePath(u"kept.json"_s);
        const Outcome outcome = cli(QStringList{u"trace"_s, u"-o"_s, file} + client(u"exit"_s));
        QCOMPARE(outcome.status, 7);
        QCOMPARE(outcome.out, QByteArray("client says exit\n")); // it alone
        QVERIFY2(
            outcome.err.contains("Kernels: 11, copies: 3, fills: 1; launches: 8, launches of graphs: 3.") &&
                outcome.err.contains("GPU 0 memory: at most 2.01 MiB."),
            outcome.err.constData());
        QVERIFY(contents(file).endsWith("}\n"));
        const Outcome again = cli({u"trace"_s, u"--from"_s, file});
        QCOMPARE(again.out, outcome.err);
    }

    // The answer is told of what was recorded until then, and the exit status is that of the program.
    void programsThatBreakOff() {
        const Outcome crash = cli(QStringList{u"trace"_s} + client(u"crash"_s));
        QCOMPARE(crash.status, 128 + SIGSEGV);
        QVERIFY2(crash.err.contains("only what stands before is read") && crash.err.contains("Kernels: 11"),
                 crash.err.constData());
        QCOMPARE(cli(QStringList{u"trace"_s} + client(u"_exit"_s)).status, 5);
        QCOMPARE(cli({u"trace"_s, u"--"_s, u"sh"_s, u"-c"_s, u"kill -PIPE $$"_s}).status, 128 + SIGPIPE);
    }

    void asJson() {
        const Outcome outcome = cli(QStringList{u"trace"_s, u"--json"_s, u"--quiet"_s} + client(u"free"_s));
        QVERIFY2(outcome.status == 0 && outcome.err == "client says free\n", outcome.err.constData());
        const QJsonObject document = outcome.json();
        QCOMPARE(document[u"status"_s].toInt(-1), 0);
        QCOMPARE(document[u"use"_s][u"times"_s].toString(), u"of devices"_s);
        QCOMPARE(document[u"use"_s][u"memory_peaks"_s][u"GPU 0 memory"_s].toDouble(),
                 4096. + 8192 + (1 << 21) + (1 << 20));
    }

    void withoutCupti() {
        for (const QStringList& given : {QStringList{}, QStringList{u"--by"_s, u"driver"_s}}) {
            const Outcome outcome = cli(QStringList{u"trace"_s} + given +
                                        client(u"free"_s, given.isEmpty() ? u"driver"_s : u"driver:cupti"_s));
            QCOMPARE(outcome.status, 0);
            QVERIFY2(outcome.err.contains("how long the GPU was busy is not known"), outcome.err.constData());
            QCOMPARE(outcome.err.contains("CUPTI cannot be loaded"), given.isEmpty());
        }
    }

    void severalProcesses() {
        const QString file = m_folder.filePath(u"several.json"_s);
        const Outcome outcome = cli(QStringList{u"trace"_s, u"-o"_s, file} + client(u"fork"_s));
        QVERIFY2(outcome.status == 0 && outcome.err.contains("2 processes used CUDA"), outcome.err.constData());
        QCOMPARE(QDir(m_folder.path()).entryList({u"several*.json"_s}).size(), 2);
    }

    void programsThatDoNotRun() {
        const Outcome unused = cli(QStringList{u"trace"_s} + client(u"none"_s));
        QVERIFY2(unused.status == 3 && unused.err.contains("made no call of CUDA"), unused.err.constData());
        const Outcome missing = cli({u"trace"_s, u"--"_s, u"/nowhere/program"_s});
        QVERIFY2(missing.status == 3 && missing.err.contains("/nowhere/program: cannot be started"),
                 missing.err.constData());
        // Nothing runs whose trace could not be kept.
        const Outcome unwritable =
            cli(QStringList{u"trace"_s, u"-o"_s, u"/nowhere/t.json"_s} + client(u"exit"_s));
        QVERIFY2(unwritable.status == 3 && unwritable.out.isEmpty() &&
                     unwritable.err.contains("/nowhere/t.json"),
                 unwritable.err.constData());
    }
#endif
};

EDGEWRIGHT_TEST(CliTraceTest)

} // namespace edgewright::cli_trace_test

#include "cli_trace_test.moc"
