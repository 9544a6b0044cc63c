// SPDX-License-Identifier: GPL-3.0-or-later
// Our own log, a line at a time: processes that are killed, several that write one file, files that were cut.
#include "core/tune/log_format.h"
#include "core/tune/log_writer.h"
#include "core/tune/own_lines.h"
#include "tests/core/tune/example_logs.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace edgewright::tune_writer_test {

using namespace edgewright::tune;
using namespace Qt::StringLiterals;
namespace fs = std::filesystem;

namespace {

const LogSession Here{"a machine", "avx2", "0.1.0"}, There{"another", "neon", "0.1.0"};

Trial trialNumber(std::int64_t number) {
    Trial trial;
    trial.task = "gemm";
    trial.knobs = {{"number", number}, {"text", std::string(200, 'x')}};
    trial.seconds = {0.25, 0.125};
    trial.price.benchmark = 0.5;
    return trial;
}

std::int64_t numberOf(const Trial& trial) { return std::get<std::int64_t>(trial.knobs.at(0).value); }

} // namespace

class TuneWriterTest : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;

    fs::path file() const { return fs::path(m_folder->path().toStdString()) / "tuned.jsonl"; }
    QByteArray content() const {
        QFile opened(QString::fromStdString(file().string()));
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    }
    void put(const QByteArray& text) const {
        QFile opened(QString::fromStdString(file().string()));
        QVERIFY(opened.open(QIODevice::WriteOnly));
        QCOMPARE(opened.write(text), text.size());
    }
    // A child that adds trials from `first` on until it is killed, or so many.
    pid_t writing(std::int64_t first, std::int64_t count, const LogSession& session) const {
        const pid_t child = ::fork();
        if (child != 0) return child;
        auto writer = LogWriter::open(file(), session);
        for (std::int64_t i = first; writer && i < first + count; ++i)
            if (!writer->append(trialNumber(i))) ::_exit(1);
        ::_exit(writer ? 0 : 1);
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void trialsComeBack() {
        TuneLog expected{"edgewright", {Here, There}, {}};
        {
            auto writer = LogWriter::open(file(), Here);
            QVERIFY2(writer, writer ? "" : writer.error().message.c_str());
            Trial trial = trialNumber(1);
            trial.task = "with \"quotes\"\nand lines";
            trial.state = TrialState::Wrong;
            trial.unixTime = 1790000000.125;
            trial.quantities = {{"energy", 0.25, "J"}};
            trial.nest = "for i (0, 2)\n  compute stage 0";
            QVERIFY(writer->append(trial));
            QVERIFY(writer->endRound());
            expected.trials.push_back(trial);
        }
        auto again = LogWriter::open(file(), There);
        QVERIFY(again && again->append(trialNumber(2)));
        expected.trials.push_back(trialNumber(2));
        expected.trials.back().session = 1;
        const auto read = readLog(file());
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QVERIFY(read->diagnostics.empty());
        QVERIFY(read->log == expected);
        QCOMPARE(content().count('\n'), 4);
    }

    // Ten times in the middle: every trial but the one being written is there, and the next process goes on.
    void killedWriters() {
        std::int64_t next = 0;
        for (int round = 0; round < 10; ++round) {
            const qsizetype before = content().size();
            const pid_t child = writing(next, 1'000'000, Here);
            QVERIFY(child > 0);
            QTRY_VERIFY_WITH_TIMEOUT(content().size() > before + 3000 * (1 + round % 3), 120'000);
            QCOMPARE(::kill(child, SIGKILL), 0);
            int status = 0;
            QCOMPARE(::waitpid(child, &status, 0), child);
            QVERIFY(WIFSIGNALED(status));
            const auto read = readLog(file());
            QVERIFY2(read, read ? "" : read.error().message.c_str());
            QVERIFY(read->diagnostics.size() <= 1);
            for (std::size_t i = 0; i < read->log.trials.size(); ++i)
                QVERIFY(read->log.trials[i] == trialNumber(std::int64_t(i)));
            QVERIFY(std::ssize(read->log.trials) > next);
            next = std::ssize(read->log.trials);
        }
        auto writer = LogWriter::open(file(), Here);
        QVERIFY(writer && writer->append(trialNumber(next)));
        const auto read = readLog(file());
        QVERIFY(read && read->diagnostics.empty());
        QCOMPARE(std::ssize(read->log.trials), next + 1);
    }

    void severalWriters() {
        constexpr std::int64_t Count = 200;
        const pid_t children[] = {writing(0, Count, Here), writing(Count, Count, There),
                                  writing(2 * Count, Count, Here)};
        for (const pid_t child : children) {
            int status = 0;
            QCOMPARE(::waitpid(child, &status, 0), child);
            QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        }
        const auto read = readLog(file());
        QVERIFY(read && read->diagnostics.empty());
        QCOMPARE(std::ssize(read->log.trials), 3 * Count);
        QCOMPARE(read->log.sessions.size(), 2U);
        std::vector<std::int64_t> last{-1, Count - 1, 2 * Count - 1};
        for (const Trial& trial : read->log.trials) { // in the order of each, on the machine of each
            const std::int64_t number = numberOf(trial), of = number / Count;
            QCOMPARE(number, ++last[static_cast<std::size_t>(of)]);
            QCOMPARE(read->log.sessionOf(trial), of == 1 ? There : Here);
        }
    }

    // Cut at each byte, then added to.
    void goesOnBehindACut() {
        {
            auto writer = LogWriter::open(file(), Here);
            QVERIFY(writer && writer->append(trialNumber(0)) && writer->append(trialNumber(1)));
        }
        const QByteArray whole = content();
        for (qsizetype size = 0; size <= whole.size(); size += 7) {
            put(whole.left(size));
            const qsizetype lines = whole.left(size).count('\n');
            auto writer = LogWriter::open(file(), Here);
            QVERIFY2(writer, writer ? "" : writer.error().message.c_str());
            QVERIFY(writer->append(trialNumber(7)));
            const auto read = readLog(file());
            QVERIFY(read && read->diagnostics.empty());
            const std::size_t before = static_cast<std::size_t>(std::max<qsizetype>(lines - 1, 0));
            QCOMPARE(read->log.trials.size(), before + 1);
            QCOMPARE(numberOf(read->log.trials.back()), 7);
        }
        // Whole but for its end: as it is after an editor.
        put(whole.left(whole.size() - 1));
        QVERIFY(LogWriter::open(file(), Here));
        QCOMPARE(readLog(file())->log.trials.size(), 2U);
        // Cut by another process while this one is writing.
        auto writer = LogWriter::open(file(), Here);
        QVERIFY(writer);
        put(whole + whole.left(40));
        QVERIFY(writer->append(trialNumber(3)));
        const auto read = readLog(file());
        QVERIFY(read && read->diagnostics.empty());
        QCOMPARE(read->log.trials.size(), 3U);
    }

    void otherFilesStayAsTheyAre() {
        for (const QByteArray& text : {QByteArray(test::exampleLog("autotvm").c_str()), QByteArray("{}"),
                                       QByteArray("notes\n"), QByteArray("{\"results\": [")}) {
            put(text);
            const auto writer = LogWriter::open(file(), Here);
            QVERIFY(!writer);
            QCOMPARE(writer.error().code, ErrorCode::BadInput);
            QVERIFY(writer.error().message.starts_with(file().string()));
            QCOMPARE(content(), text);
        }
        QVERIFY(!LogWriter::open(file() / "below", Here));
        QVERIFY(!LogWriter::open(m_folder->path().toStdString(), Here));
    }

    void timesThatAreNone() {
        auto writer = LogWriter::open(file(), Here);
        QVERIFY(writer);
        const QByteArray before = content();
        Trial trial = trialNumber(0);
        trial.seconds = {0.5, std::nan("")};
        QVERIFY(!writer->append(trial));
        trial.seconds = {-1};
        QVERIFY(!writer->append(trial));
        trial.seconds.clear();
        QVERIFY(!writer->append(trial));
        trial.state = TrialState::TimedOut;
        trial.price.compile = HUGE_VAL;
        QVERIFY(!writer->append(trial));
        trial.price.compile = 0.5;
        trial.task.clear();
        QVERIFY(!writer->append(trial));
        QCOMPARE(content(), before);
    }

    // A file that can grow no more ends with the line before.
    void fullDisk() {
        const pid_t child = ::fork();
        if (child == 0) {
            ::signal(SIGXFSZ, SIG_IGN);
            auto writer = LogWriter::open(file(), Here);
            const rlimit limit{1000, 1000};
            if (!writer || ::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(2);
            for (std::int64_t i = 0; i < 10; ++i)
                if (!writer->append(trialNumber(i))) ::_exit(i > 0 ? 0 : 3);
            ::_exit(4);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 0);
        QVERIFY(content().endsWith("}\n"));
        const auto read = readLog(file());
        QVERIFY(read && read->diagnostics.empty() && !read->log.trials.empty());
    }
};

EDGEWRIGHT_TEST(TuneWriterTest)

} // namespace edgewright::tune_writer_test

#include "tune_writer_test.moc"
