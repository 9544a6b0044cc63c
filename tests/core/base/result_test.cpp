// SPDX-License-Identifier: GPL-3.0-or-later
// What a Result holds is what one gets, and who asks for what it does not hold ends the program, in every
// build.
#include "core/base/result.h"

#include "core/base/version.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <array>
#include <csignal>
#include <functional>
#include <sys/wait.h>
#include <unistd.h>

namespace edgewright::result_test {

namespace {

struct End {
    bool aborted = false;
    QByteArray said; // on standard error
};

// `work` in a process of its own.
End endOf(const std::function<void()>& work) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) return {};
    const pid_t child = ::fork();
    if (child == 0) {
        ::signal(SIGABRT, SIG_DFL); // Qt Test's own handler would say more
        ::dup2(ends[1], STDERR_FILENO);
        work();
        ::_exit(0);
    }
    ::close(ends[1]);
    End end;
    std::array<char, 256> piece{};
    for (ssize_t got = 0; (got = ::read(ends[0], piece.data(), piece.size())) > 0;)
        end.said.append(piece.data(), got);
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    end.aborted = WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
    return end;
}

} // namespace

class ResultTest : public QObject {
    Q_OBJECT

private slots:
    void holdsWhatItWasGiven() {
        Result<std::string> value(std::string("seven"));
        QVERIFY(value.has_value());
        QCOMPARE(*value, std::string("seven"));
        QCOMPARE(value->size(), std::size_t(5));
        QCOMPARE(std::move(value).value(), std::string("seven"));
        const Result<std::string> error(badInput("no number"));
        QVERIFY(!error);
        QCOMPARE(error.error().code, ErrorCode::BadInput);
        const Result<void> failed(unsupported("not here"));
        QVERIFY(!failed);
        QCOMPARE(failed.error().message, std::string("not here"));
        QVERIFY(Result<void>());
    }

    void misuseEndsTheProgram() {
        const Result<int> number(7), fault(badInput("model.onnx: no graph"));
        const Result<void> success;
        struct Case {
            std::function<void()> work;
            QByteArray said;
        };
        const std::array cases{
            Case{[&] { (void)fault.value(); },
                 "edgewright: the value of a Result that is an error: model.onnx: no graph\n"},
            Case{[&] { (void)*Result<int>(fault); },
                 "edgewright: the value of a Result that is an error: model.onnx: no graph\n"},
            Case{[&] { (void)number.error(); }, "edgewright: the error of a Result that is a value\n"},
            Case{[&] { (void)Result<int>(number).error(); },
                 "edgewright: the error of a Result that is a value\n"},
            Case{[&] { (void)success.error(); }, "edgewright: the error of a Result that is a success\n"},
            Case{[&] { (void)Result<void>().error(); },
                 "edgewright: the error of a Result that is a success\n"},
        };
        for (const Case& each : cases) {
            const End end = endOf(each.work);
            QVERIFY2(end.aborted, each.said.constData());
            QCOMPARE(end.said, each.said);
        }
        QVERIFY(!endOf([&] { (void)number.value(); }).aborted);
    }

    void versionOfHeaderAndBuildAreOne() {
        QCOMPARE(QByteArray(EDGEWRIGHT_VERSION), QByteArray(EDGEWRIGHT_PROJECT_VERSION));
    }
};

EDGEWRIGHT_TEST(ResultTest)

} // namespace edgewright::result_test

#include "result_test.moc"
