// SPDX-License-Identifier: GPL-3.0-or-later
// Files and command lines that did harm once: what they cost, and what is said of them.
#include "tests/cli/program.h"
#include "tests/support/processes.h"
#include "tests/support/sanitizers.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

namespace edgewright::cli_hostile_test {

using namespace Qt::StringLiterals;
using test::cli;
using test::Outcome;

namespace {

constexpr std::int64_t MaxResidentBytes = 300'000'000;

struct Cost {
    int status = -1;
    std::int64_t residentBytes = 0;
    QByteArray err;
};

// Errors of the program go to a file: nobody has to read them meanwhile.
Cost measured(const QStringList& arguments, const QString& errors) {
    std::vector<std::string> words{test::program("edgewright-cli")};
    for (const QString& each : arguments)
        words.push_back(each.toStdString());
    std::vector<char*> pointers;
    for (std::string& each : words)
        pointers.push_back(each.data());
    pointers.push_back(nullptr);
    const std::string to = errors.toStdString();
    const pid_t child = ::fork();
    if (child == 0) {
        const int nothing = ::open("/dev/null", O_RDWR),
                  file = ::open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        ::dup2(nothing, STDOUT_FILENO);
        ::dup2(file, STDERR_FILENO);
        ::execv(pointers.front(), pointers.data());
        ::_exit(127);
    }
    int status = 0;
    struct rusage usage {};
    if (child < 0 || ::wait4(child, &status, 0, &usage) != child) return {};
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, std::int64_t(usage.ru_maxrss) * 1024,
            test::contents(errors)};
}

} // namespace

class CliHostileTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    QString file(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    QString write(const char* name, const QByteArray& text) const {
        return test::written(m_folder, QString::fromLatin1(name), text);
    }
    static QString model() { return test::sampleFile("tiny_cnn_2d.onnx"); }
    static QString hostile(const char* name) {
        const auto path = test::shared(std::string("hostile/") + name);
        return path.empty() ? QString() : test::text(path);
    }
    QByteArray study(const QByteArray& more) const {
        return "{\"edgewright_study\": 1, \"model\": {\"path\": \"" + model().toUtf8() + "\"}, " + more + "}";
    }

private slots:
    // Refused, with the place, in little time and memory.
    void dataFiles_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* name, const QStringList& arguments, const char* says) {
            QTest::newRow(name) << arguments << QByteArray(says);
        };
        const QString endless =
            write("endless.json", study("\"design_space\": {\"axes\": [\"clock=1..inf\"]}"));
        row("endless axis", {u"dse"_s, u"--study"_s, endless}, "expected finite numbers");
        row("endless axis of fuse", {u"fuse"_s, u"--study"_s, endless}, "expected finite numbers");
        row("endless axis of a space",
            {u"dse"_s, model(), u"--space"_s, write("inf-space.json", "{\"clock\": \"1..inf\"}")},
            "expected finite numbers");
        const QByteArray deep(65'000, '[');
        row("deep study", {u"cost"_s, u"--study"_s, write("deep.json", study("\"measurements\": " + deep))},
            "is nested more than 64 deep");
        row("deep space", {u"dse"_s, model(), u"--space"_s, write("space.json", "{\"rows\":" + deep)},
            "rows[0]");
        row("infinite accelerator",
            {u"cost"_s, model(), u"--accelerator"_s, write("inf.json", "{\"clock_ghz\": 1e999}")},
            "clock_ghz: expected a finite number");
        row("only infinite", {u"cost"_s, model(), u"--accelerator"_s, write("only.json", "1e999")},
            "line 1: expected a finite number");
        row("energy",
            {u"cost"_s, u"--study"_s,
             write("energy.json", study("\"accelerator\": {\"energy\": \"" + file("pipe").toUtf8() + "\"}"))},
            "pipe: is a pipe or a device");
        row("twice", {u"cost"_s, u"--study"_s, write("twice.json", study("\"seed\": 1, \"seed\": 2"))},
            "seed: this key is there twice");
        QByteArray many = "\"memory\": {\"apart\": [{}";
        while (many.size() < 40'000'000)
            many += ",{}";
        row("many values", {u"cost"_s, u"--study"_s, write("many.json", study(many + "]}"))},
            "bytes needed, limit");
        row("a folder", {u"measure"_s, model(), u"--compare"_s, m_folder.path()},
            "is a folder; expected a file");
        row("no name", {u"fuse"_s, model(), u"-o"_s, u""_s}, "the name is empty");
        row("not a number", {u"measure"_s, model(), u"--seconds"_s, u"nan"_s}, "expected a number from 0.01");
        row("not a share", {u"measure"_s, model(), u"--within"_s, u"inf"_s}, "expected a number from 0 to 100");
    }
    void dataFiles() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        ::mkfifo(file("pipe").toLocal8Bit(), 0600);
        const Cost cost = measured(arguments, file("errors"));
        QVERIFY2(cost.status == 2 || cost.status == 3, cost.err.constData());
        QVERIFY2(cost.err.contains(says) && !cost.err.contains("internal error"), cost.err.constData());
        const bool isLarge = arguments.last().contains(u"many.json"_s);
        if (!test::UnderAddressSanitizer)
            QVERIFY2(cost.residentBytes <= (isLarge ? 500'000'000 : MaxResidentBytes),
                     QByteArray::number(static_cast<qint64>(cost.residentBytes)).constData());
    }

    // What the limit says holds for strings and for arrays in archives as well.
    void theLimitIsOne() {
        const QString strings = hostile("strings-run.onnx"), bomb = hostile("bomb2.npz");
        if (strings.isEmpty() || bomb.isEmpty()) QSKIP(test::sharedMissing());
        for (const QStringList& arguments :
             {QStringList{u"run"_s, strings, u"--memory-limit"_s, u"64"_s},
              QStringList{u"run"_s, model(), u"--data"_s, bomb, u"--memory-limit"_s, u"64"_s},
              QStringList{u"int8"_s, model(), u"--calibration"_s, bomb, u"--memory-limit"_s, u"64"_s}}) {
            const Cost cost = measured(arguments, file("errors"));
            QCOMPARE(cost.status, 3);
            QVERIFY2(cost.residentBytes <= MaxResidentBytes, cost.err.constData());
        }
    }

    void namesDoNotCommandTheTerminal() {
        const QString escapes = hostile("esc.onnx");
        if (escapes.isEmpty()) QSKIP(test::sharedMissing());
        for (const char* verb : {"inspect", "fuse", "plan", "cost", "run", "check", "int8"})
            for (const bool json : {false, true}) {
                QStringList arguments{QString::fromLatin1(verb), escapes};
                if (json) arguments << u"--json"_s;
                const Outcome outcome = cli(arguments);
                const QByteArray all = outcome.out + outcome.err;
                QVERIFY2(!all.contains('\x1b') && !all.contains('\r') && !all.contains('\x7f'), verb);
            }
    }

    // The model's fault is the model's.
    void damagedModel() {
        const QString damaged = hostile("patch-no-producer.onnx");
        if (damaged.isEmpty()) QSKIP(test::sharedMissing());
        const Outcome outcome = cli({u"fuse"_s, damaged});
        QVERIFY2(!outcome.err.contains("internal error"), outcome.err.constData());
        QVERIFY2(outcome.err.contains("reads '99', which nothing provides"), outcome.err.constData());
    }

    void aSampleOfALargeSpace() {
        const Outcome outcome =
            cli({u"dse"_s, model(), u"--axis"_s, u"rows=1:10000:1"_s, u"--axis"_s, u"cols=1:10000:1"_s,
                 u"--axis"_s, u"bandwidth=1:10000:1"_s, u"--sample"_s, u"50"_s, u"--json"_s});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
    }

    // A path that is no UTF-8 is found again.
    void studyOfAPathThatIsNoText() {
        const std::filesystem::path folder = m_folder.path().toStdString() + "/na\xefve";
        std::filesystem::create_directory(folder);
        std::filesystem::copy(test::sample("tiny_cnn_2d.onnx"), folder / "m.onnx");
        const auto run = [&](const std::string& words) {
            return std::system(
                ("'" + test::program("edgewright-cli").string() + "' " + words + " >/dev/null").c_str());
        };
        const std::string saved = m_folder.path().toStdString() + "/saved.study.json";
        QCOMPARE(run("fuse '" + (folder / "m.onnx").string() + "' --save-study '" + saved + "'"), 0);
        QCOMPARE(run("cost --study '" + saved + "'"), 0);
    }

    // Whatever ends it, nothing is left in the folder for temporary files.
    void endedBySignals_data() {
        QTest::addColumn<int>("signal");
        for (const int signal : {SIGTERM, SIGHUP, SIGINT})
            QTest::addRow("%d", signal) << signal;
    }
    void endedBySignals() {
        QFETCH(int, signal);
        const QTemporaryDir temporary;
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"TMPDIR"_s, temporary.path());
        process.setProcessEnvironment(environment);
        process.start(test::cliProgram(),
                      {u"measure"_s, model(), u"--within"_s, u"0"_s, u"--seconds"_s, u"600"_s});
        QVERIFY(process.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(test::childrensCpuSeconds(process) > 0.2, 60000);
        ::kill(static_cast<pid_t>(process.processId()), signal);
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitCode(), 4);
        QVERIFY(QDir(temporary.path()).isEmpty());
    }
};

EDGEWRIGHT_TEST(CliHostileTest)

} // namespace edgewright::cli_hostile_test

#include "cli_hostile_test.moc"
