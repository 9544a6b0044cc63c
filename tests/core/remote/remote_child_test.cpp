// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that are started: what they read and write, how they end, and that they do end.
#include "core/remote/processes/child.h"
#include "tests/support/test_class.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <optional>
#include <thread>

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace edgewright::remote_child_test {

using namespace edgewright::remote;
using namespace std::chrono_literals;

namespace {

constexpr const char* Told = "EDGEWRIGHT_TEST_CHILD"; // where asAParent() writes

std::string readAll(const Child& child) {
    std::string text;
    char bytes[4096];
    for (ssize_t got; (got = ::read(child.output(), bytes, sizeof bytes)) > 0;)
        text.append(bytes, static_cast<std::size_t>(got));
    return text;
}

} // namespace

class RemoteChildTest : public QObject {
    Q_OBJECT
private slots:
    void readsAndWrites() {
        auto child = Child::start({"cat"});
        QVERIFY2(child, child ? "" : child.error().message.c_str());
        QCOMPARE(::write(child->input(), "hello", 5), ssize_t(5));
        child->closeInput();
        QCOMPARE(readAll(*child), std::string("hello"));
        QCOMPARE(child->wait(30s), std::optional(0));
    }

    // No shell looks at them.
    void argumentsArriveAsTheyAre() {
        const std::vector<std::string> words{"printf", "%s|",  "a b", "\"", "'",    "$(id)",
                                             "`id`",   "; id", "-x",  "\n", "名字", ""};
        auto child = Child::start(words);
        QVERIFY(child);
        std::string expected;
        for (std::size_t i = 2; i < words.size(); ++i)
            expected += words[i] + "|";
        QCOMPARE(readAll(*child), expected);
    }

    void environment() {
        ::setenv("EDGEWRIGHT_TEST_A", "old", 1);
        auto child =
            Child::start({"sh", "-c", "echo $EDGEWRIGHT_TEST_A $EDGEWRIGHT_TEST_B; echo sorry >&2; exit 7"},
                         {"EDGEWRIGHT_TEST_A=new", "EDGEWRIGHT_TEST_B=b=c"});
        QVERIFY(child);
        QCOMPARE(readAll(*child), std::string("new b=c\n"));
        QCOMPARE(child->wait(30s), std::optional(7));
        QCOMPARE(child->errors(), std::string("sorry\n"));
    }

    void cannotBeStarted() {
        const auto child = Child::start({"/no/such/program"});
        QVERIFY(!child);
        QCOMPARE(child.error().message,
                 std::string("'/no/such/program' cannot be started: No such file or directory"));
    }

    void endedByASignal() {
        auto child = Child::start({"sleep", "1000"});
        QVERIFY(child);
        QVERIFY(!child->wait(10ms));
        ::kill(child->id(), SIGTERM);
        QCOMPARE(child->wait(30s), std::optional(128 + SIGTERM));
    }

    // What does not end with its input is ended, with all that it started.
    void nothingIsLeft() {
        ::prctl(PR_SET_CHILD_SUBREAPER, 1); // what its parent left is this program's to wait for
        pid_t id = -1;
        {
            auto child =
                Child::start({"sh", "-c", "trap '' TERM HUP; sleep 1000 & echo started; wait; sleep 1000"});
            QVERIFY(child);
            id = child->id();
            char byte;
            QCOMPARE(::read(child->output(), &byte, 1), ssize_t(1));
        }
        while (::waitpid(-id, nullptr, 0) > 0) // comes back once they have ended
            ;
        QVERIFY(::kill(-id, 0) != 0 && errno == ESRCH);
    }

    // Whatever ends this process ends what it has started: nobody is there to ask it to.
    void endsWithItsParent() {
        ::prctl(PR_SET_CHILD_SUBREAPER, 1);
        const QTemporaryDir folder;
        const QString told = folder.filePath("child");
        qputenv(Told, told.toLocal8Bit());
        QProcess parent;
        parent.start(QCoreApplication::applicationFilePath(), {"remote_child", "asAParent"});
        qunsetenv(Told);
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(told).size() > 0, 60000);
        QFile file(told);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const pid_t child = file.readAll().toInt();
        QVERIFY(child > 0 && ::kill(child, 0) == 0);
        parent.kill();
        QVERIFY(parent.waitForFinished());
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child); // comes back once it has ended
        QVERIFY(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
    }
    // Run by the one above.
    void asAParent() {
        const QString told = qEnvironmentVariable(Told);
        if (told.isEmpty()) return;
        const auto child = Child::start({"sleep", "1000"});
        QFile file(told + ".part");
        QVERIFY(child && file.open(QIODevice::WriteOnly));
        file.write(QByteArray::number(child->id()));
        file.close();
        file.rename(told);
        QTest::qWait(1000'000);
    }

    // Nor does the thread that started it matter.
    void outlivesTheThreadThatStartedIt() {
        std::optional<Result<Child>> child;
        std::thread([&] { child.emplace(Child::start({"sleep", "1000"})); }).join();
        QVERIFY(*child);
        QVERIFY(!(*child)->wait(200ms));
        (*child)->end();
    }

    // Nobody fills our memory.
    void errorsAreBounded() {
        auto child = Child::start({"sh", "-c", "head -c 3000000 /dev/zero >&2 || echo refused"});
        QVERIFY(child);
        QCOMPARE(readAll(*child), std::string("refused\n"));
        QVERIFY(child->wait(30s));
        QCOMPARE(child->errors().size(), std::size_t(64 << 10));
    }

    void writingToOneThatIsGone() {
        auto child = Child::start({"true"});
        QVERIFY(child);
        QVERIFY(child->wait(30s));
        QVERIFY(::send(child->input(), "x", 1, MSG_NOSIGNAL) < 0);
    }

    void longErrors() {
        auto child =
            Child::start({"sh", "-c", "i=0; while [ $i -lt 20000 ]; do echo line $i >&2; i=$((i+1)); done"});
        QVERIFY(child);
        QVERIFY(child->wait(60s));
        const std::string errors = child->errors();
        QCOMPARE(errors.size(), std::size_t(64 << 10));
        QVERIFY(errors.ends_with("line 19999\n"));
    }
};

EDGEWRIGHT_TEST(RemoteChildTest)

} // namespace edgewright::remote_child_test

#include "remote_child_test.moc"
