// SPDX-License-Identifier: GPL-3.0-or-later
// `remote trace`: programs with a fake driver, on this machine and behind a real sshd.
#include "core/measure/machine.h"
#include "tests/cli/program.h"
#include "tests/support/processes.h"
#include "tests/support/ssh_server.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <optional>

namespace edgewright::cli_remote_trace_test {

using namespace Qt::StringLiterals;
namespace fs = std::filesystem;
using test::cli;
using test::Outcome;

#ifdef EDGEWRIGHT_CUDA_TRACE

class CliRemoteTraceTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::optional<test::SshServer> m_server;

    fs::path folder() const { return m_folder.path().toStdString(); }
    bool isThere(const QString& machine) const { return machine != u"the board"_s || m_server; }
    // Of ours on that machine.
    fs::path cacheOf(const QString& machine) const {
        return machine == u"the board"_s ? m_server->cache() : folder() / "cache" / "edgewright";
    }
    bool hasRunFolder(const QString& machine) const {
        std::error_code none;
        for (const auto& each : fs::directory_iterator(cacheOf(machine), none))
            if (each.path().filename().string().starts_with("run.")) return true;
        return false;
    }
    static QStringList client(const QString& word) {
        const QString fakes = test::text(test::fakeCuda());
        return {u"--"_s, u"env"_s, u"LD_LIBRARY_PATH="_s + fakes + u"/driver:"_s + fakes + u"/cupti"_s,
                fakes + u"/edgewright_cuda_client"_s, word};
    }
    static void bothMachines() {
        QTest::addColumn<QString>("machine");
        QTest::newRow("here") << u"this machine"_s;
        QTest::newRow("board") << u"the board"_s;
    }

private slots:
    void initTestCase() {
        qputenv("XDG_CONFIG_HOME", (folder() / "config").c_str());
        qputenv("XDG_CACHE_HOME", (folder() / "cache").c_str());
        if (!test::SshServer::missing().empty()) return;
        fs::create_directory(folder() / "server");
        m_server.emplace(folder() / "server");
        fs::create_directory(folder() / "bin");
        const fs::path ssh = folder() / "bin" / "ssh";
        std::ofstream(ssh) << "#!/bin/sh\nSSH_ASKPASS='" << (folder() / "server" / "askpass").string()
                           << "' SSH_ASKPASS_REQUIRE=force exec /usr/bin/ssh -F '"
                           << (folder() / "server" / "client").string() << "' \"$@\"\n";
        fs::permissions(ssh, fs::perms::owner_all);
        qputenv("PATH", QByteArray((folder() / "bin").c_str()) + ':' + qgetenv("PATH"));
        const QString port = QString::number(m_server->host().port);
        QCOMPARE(cli({u"remote"_s, u"add"_s, u"the board"_s, u"127.0.0.1"_s, u"--port"_s, port}).status, 0);
    }

    void programs_data() { bothMachines(); }
    void programs() {
        QFETCH(QString, machine);
        if (!isThere(machine)) QSKIP(test::SshServer::missing().c_str());
        const QString file = m_folder.filePath(u"kept of %1.json"_s.arg(machine));
        const Outcome outcome =
            cli(QStringList{u"remote"_s, u"trace"_s, machine, u"-o"_s, file} + client(u"exit"_s));
        QVERIFY2(outcome.status == 7, outcome.err.constData());
        QCOMPARE(outcome.out, QByteArray("client says exit\n"));
        QVERIFY2(
            outcome.err.contains("Kernels: 11, copies: 3, fills: 1; launches: 8, launches of graphs: 3.") &&
                outcome.err.contains("GPU 0 memory: at most 2.01 MiB."),
            outcome.err.constData());
        QCOMPARE(outcome.err.contains("sent libedgewright-cuda-trace.so"), machine == u"the board"_s);
        const Outcome again = cli({u"trace"_s, u"--from"_s, file});
        QVERIFY2(!again.out.isEmpty() && outcome.err.endsWith(again.out), again.out.constData());
        QVERIFY(!hasRunFolder(machine));
        // The library is sent once.
        const Outcome second =
            cli(QStringList{u"remote"_s, u"trace"_s, machine, u"--json"_s} + client(u"crash"_s));
        QCOMPARE(second.status, 128 + SIGSEGV);
        QVERIFY2(!second.err.contains("sent libedgewright-cuda-trace.so"), second.err.constData());
        QCOMPARE(second.json()[u"status"_s].toInt(), 128 + SIGSEGV);
        QCOMPARE(second.json()[u"use"_s][u"kernels"_s].toInt(), 11);
    }

    // Words are those that were given; both outputs come in one, in order; a program without CUDA is none of
    // ours; that there is no such program is told by its shell.
    void otherPrograms_data() { bothMachines(); }
    void otherPrograms() {
        QFETCH(QString, machine);
        if (!isThere(machine)) QSKIP(test::SshServer::missing().c_str());
        const QString odd = u"a b'; $(id) `id` \\ 名\nline"_s;
        const Outcome words = cli({u"remote"_s, u"trace"_s, machine, u"--"_s, u"sh"_s, u"-c"_s,
                                   u"printf '%s|' \"$0\"; echo two >&2; cat; exit 3"_s, odd});
        QCOMPARE(words.status, 3);
        QCOMPARE(words.out, odd.toUtf8() + "|two\n");
        QVERIFY2(words.err.contains("sh made no call of CUDA"), words.err.constData());
        const Outcome none = cli({u"remote"_s, u"trace"_s, machine, u"--"_s, u"/nowhere/program"_s});
        QCOMPARE(none.status, 127);
        QVERIFY2(none.out.contains("/nowhere/program"), none.out.constData());
        const Outcome killed =
            cli({u"remote"_s, u"trace"_s, machine, u"--"_s, u"sh"_s, u"-c"_s, u"kill -USR1 $$"_s});
        QCOMPARE(killed.status, 128 + SIGUSR1);
        QVERIFY(!hasRunFolder(machine));
    }

    void commandLines() {
        QCOMPARE(cli({u"remote"_s, u"trace"_s}).status, 2);
        QCOMPARE(cli({u"remote"_s, u"trace"_s, u"this machine"_s}).status, 2);
        const Outcome nobody = cli({u"remote"_s, u"trace"_s, u"nobody"_s, u"--"_s, u"true"_s});
        QVERIFY2(nobody.status == 3 && nobody.err.contains("there is no host 'nobody'"),
                 nobody.err.constData());
    }

    // One error, and nothing runs.
    void withoutLibrary() {
        const std::string architecture = measure::thisMachine().architecture;
        const fs::path agents = folder() / "no libraries";
        fs::create_directories(agents / architecture);
        qputenv("EDGEWRIGHT_AGENTS", agents.c_str());
        const QStringList line{u"remote"_s, u"trace"_s, u"this machine"_s, u"--"_s, u"echo"_s, u"ran"_s};
        const Outcome missing = cli(line);
        std::ofstream(agents / architecture / "libedgewright-cuda-trace.so") << "no library";
        const Outcome foreign = cli(line);
        qunsetenv("EDGEWRIGHT_AGENTS");
        const QByteArray place((agents / architecture / "libedgewright-cuda-trace.so").c_str());
        QVERIFY2(missing.status == 3 && missing.out.isEmpty() && missing.err.count('\n') == 1 &&
                     missing.err.contains("there is no libedgewright-cuda-trace.so for architecture '" +
                                          QByteArray::fromStdString(architecture) + "'") &&
                     missing.err.contains(place),
                 missing.err.constData());
        QVERIFY2(foreign.status == 3 && foreign.out.isEmpty() && foreign.err.contains("is no program for"),
                 foreign.err.constData());
    }

    // Whatever ends it: nothing runs on, and nothing of the run stays.
    void ended_data() {
        QTest::addColumn<QString>("machine");
        QTest::addColumn<int>("signal"); // 0: ssh ends
        for (const char* machine : {"this machine", "the board"}) {
            QTest::addRow("%s, SIGINT", machine) << QString::fromLatin1(machine) << SIGINT;
            QTest::addRow("%s, SIGKILL", machine) << QString::fromLatin1(machine) << SIGKILL;
        }
        QTest::addRow("the board, cut") << u"the board"_s << 0;
    }
    void ended() {
        QFETCH(QString, machine);
        QFETCH(int, signal);
        if (!isThere(machine)) QSKIP(test::SshServer::missing().c_str());
        const std::string mark("sleep\0004721.5", 12);
        QVERIFY(test::running(mark).empty());
        QProcess process;
        process.start(test::cliProgram(), {u"remote"_s, u"trace"_s, machine, u"--"_s, u"sh"_s, u"-c"_s,
                                           u"echo begun; sleep 4721.5"_s});
        QTRY_VERIFY_WITH_TIMEOUT(!test::running(mark).empty(), 60000);
        QVERIFY(hasRunFolder(machine));
        QTRY_VERIFY_WITH_TIMEOUT(process.bytesAvailable() >= 5,
                                 60000); // it comes while it runs; the line break may wait
        if (signal != 0) {
            ::kill(static_cast<pid_t>(process.processId()), signal);
        } else {
            for (const qint64 child : test::childrenOf(process))
                ::kill(static_cast<pid_t>(child), SIGKILL);
        }
        QVERIFY(process.waitForFinished(60000));
        if (signal == SIGINT) QCOMPARE(process.exitCode(), 4);
        if (signal == 0) QCOMPARE(process.exitCode(), 3);
        QTRY_VERIFY_WITH_TIMEOUT(test::running(mark).empty(), 20000);
        QTRY_VERIFY_WITH_TIMEOUT(!hasRunFolder(machine), 20000);
    }
};

#else

class CliRemoteTraceTest : public QObject {
    Q_OBJECT

private slots:
    void commandLines() { QCOMPARE(cli({u"remote"_s, u"trace"_s}).status, 2); }
};

#endif

EDGEWRIGHT_TEST(CliRemoteTraceTest)

} // namespace edgewright::cli_remote_trace_test

#include "cli_remote_trace_test.moc"
