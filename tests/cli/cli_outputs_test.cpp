// SPDX-License-Identifier: GPL-3.0-or-later
// Where results go: links, pipes, devices, standard output; modes; that no input is written over.
#include "core/ir/builder.h"
#include "core/onnx/arrays/tensor_file.h"
#include "tests/cli/program.h"
#include "tests/support/table_problem.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>

namespace edgewright::cli_outputs_test {

using namespace Qt::StringLiterals;
using test::cli;
using test::Outcome;
namespace fs = std::filesystem;

namespace {

QByteArray contentOf(const fs::path& file) {
    QFile opened(test::text(file));
    return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
}

void put(const fs::path& file, const char* text) { std::ofstream(file) << text; }

mode_t modeOf(const fs::path& file) {
    struct stat found {};
    return ::lstat(file.c_str(), &found) == 0 ? found.st_mode : 0;
}

// A program that runs beside the test.
class Beside {
public:
    Beside(const QString& program, const QStringList& arguments, const QString& output = {}) {
        if (!output.isEmpty()) m_process.setStandardOutputFile(output);
        m_process.start(program, arguments);
        m_process.waitForStarted();
    }
    QProcess* operator->() { return &m_process; }

private:
    QProcess m_process;
};

bool catchesInterrupt(qint64 process) {
    const QByteArray status = contentOf("/proc/" + std::to_string(process) + "/status");
    const QByteArray caught = status.mid(status.indexOf("SigCgt:") + 7).split('\n').front().trimmed();
    return (caught.toULongLong(nullptr, 16) & (1u << (SIGINT - 1))) != 0;
}

// Standard output goes to a file.
int cliInto(const fs::path& file, const QStringList& arguments) {
    QProcess process;
    process.setStandardOutputFile(test::text(file));
    process.start(test::cliProgram(), arguments);
    return process.waitForFinished(-1) ? process.exitCode() : -1;
}

Outcome cliUnder(const char* limits, const QStringList& arguments) {
    QProcess process;
    process.start(u"sh"_s, QStringList{u"-c"_s, QString::fromUtf8(limits) + u"; exec \"$0\" \"$@\""_s,
                                       test::cliProgram()} +
                               arguments);
    if (!process.waitForFinished(-1)) return {};
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            process.readAllStandardOutput(), process.readAllStandardError()};
}

} // namespace

class CliOutputsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path path(const std::string& name) const { return fs::path(m_folder->path().toStdString()) / name; }
    QString file(const std::string& name) const { return test::text(path(name)); }
    qsizetype filesIn(const fs::path& folder) const {
        return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
    }

    // Every verb that writes, without the name of the file; and how the file's name and content begin and end.
    static void verbs() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("ending");
        QTest::addColumn<QByteArray>("start");
        const QString model = test::sampleFile("tiny_cnn_2d.onnx");
        const auto row = [](const char* name, const QStringList& arguments, const QString& ending,
                            const char* start) {
            QTest::newRow(name) << arguments << ending << QByteArray(start);
        };
        row("fuse", {u"fuse"_s, model, u"-o"_s}, u".onnx"_s, "\x08");
        row("study", {u"fuse"_s, model, u"--save-study"_s}, u".study"_s, "{");
        row("plan json", {u"plan"_s, model, u"-o"_s}, u".json"_s, "{");
        row("plan csv", {u"plan"_s, model, u"-o"_s}, u".csv"_s, "id,");
        row("plan h", {u"plan"_s, model, u"-o"_s}, u".h"_s, "");
        row("plan study", {u"plan"_s, model, u"--study"_s, u"-o"_s}, u".csv"_s, "");
        row("cost", {u"cost"_s, model, u"-o"_s}, u".csv"_s, "name,op,unit,elements,m,n,k,");
        row("int8", {u"int8"_s, model, u"--limit"_s, u"1"_s, u"-o"_s}, u".csv"_s, "name,op,macs,");
        row("operators", {u"operators"_s, u"-o"_s}, u".md"_s, "<!-- SPDX");
        row("operators json", {u"operators"_s, u"-o"_s}, u".json"_s, "{");
        row("profile", {u"run"_s, model, u"--profile"_s}, u".json"_s, "{");
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void linksKeepPointing_data() { verbs(); }
    void linksKeepPointing() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, ending);
        QFETCH(QByteArray, start);
        const std::string name = "out" + ending.toStdString();
        fs::create_directories(path("there"));
        fs::create_symlink("there/second", path(name));
        fs::create_symlink("real", path("there/second"));
        for (const char* before : {"", "older"}) { // the second time it is there already
            const Outcome done = cli(arguments + QStringList{file(name)});
            QVERIFY2(done.status == 0, done.err.constData());
            QVERIFY(fs::is_symlink(path(name)) && fs::is_symlink(path("there/second")));
            const QByteArray content = contentOf(path("there/real"));
            QVERIFY2(content.size() > 20 && content.startsWith(start), content.left(100).constData());
            QCOMPARE(filesIn(path("there")), 2); // nothing else is left
            put(path("there/real"), before);
        }
    }

    void modes_data() { verbs(); }
    void modes() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, ending);
        const std::string name = "out" + ending.toStdString();
        const mode_t mask = ::umask(027);
        const int created = cli(arguments + QStringList{file(name)}).status;
        ::umask(mask);
        QCOMPARE(created, 0);
        QCOMPARE(modeOf(path(name)) & 07777, mode_t(0640));
        for (const mode_t mode : {0600, 0664}) {
            QCOMPARE(::chmod(path(name).c_str(), mode), 0);
            QCOMPARE(cli(arguments + QStringList{file(name)}).status, 0);
            QCOMPARE(modeOf(path(name)) & 07777, mode);
        }
    }

    void pipesAndDevices_data() { verbs(); }
    void pipesAndDevices() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, ending);
        QFETCH(QByteArray, start);
        const fs::path pipe = path("pipe" + ending.toStdString());
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        fs::create_directories(path("read"));
        Beside reader(u"cat"_s, {test::text(pipe)}, file("read/all"));
        const Outcome done = cli(arguments + QStringList{test::text(pipe)});
        QVERIFY2(done.status == 0, done.err.constData());
        QVERIFY(reader->waitForFinished(-1));
        const QByteArray content = contentOf(path("read/all"));
        QVERIFY2(content.size() > 20 && content.startsWith(start), content.left(100).constData());
        QVERIFY(S_ISFIFO(modeOf(pipe)));
        QCOMPARE(filesIn(path("")), 2);

        // A device that is full: said, and still a device.
        const std::string link = "full" + ending.toStdString();
        fs::create_symlink("/dev/full", path(link));
        const Outcome full = cli(arguments + QStringList{file(link)});
        QCOMPARE(full.status, 3);
        QVERIFY2(full.err.contains("No space left on device"), full.err.constData());
        QVERIFY(S_ISCHR(modeOf("/dev/full")) && fs::is_symlink(path(link)));
    }

    void standardOutput_data() { verbs(); }
    void standardOutput() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, start);
        for (const char* name : {"-", "/dev/stdout", "/dev/fd/1"}) {
            if (start.isEmpty()) continue; // what `plan` writes is decided by the name
            if (start == "id," || start == "<!-- SPDX") continue;
            const QStringList whole = arguments + QStringList{QString::fromUtf8(name)};
            const Outcome piped = cli(whole);
            QVERIFY2(piped.status == 0, piped.err.constData());
            const bool markdown = arguments.front() == u"operators"_s;
            QVERIFY2(piped.out.startsWith(markdown ? "<!-- SPDX" : start), piped.out.left(100).constData());
            QVERIFY(!piped.out.contains("latency  ") && !piped.out.contains("nodes  "));
            // Behind /dev/stdout there is a file that is not to be replaced.
            put(path("into"), "");
            const auto inode = [&] {
                struct stat found {};
                return ::stat(path("into").c_str(), &found) == 0 ? found.st_ino : 0;
            };
            const ino_t before = inode();
            QCOMPARE(cliInto(path("into"), whole), 0);
            QCOMPARE(inode(), before);
            QVERIFY(contentOf(path("into")).startsWith(markdown ? "<!-- SPDX" : start));
            const Outcome both = cli(whole + QStringList{u"--json"_s});
            QCOMPARE(both.status, 2);
            QVERIFY2(both.out.isEmpty() && both.err.contains("another document"), both.err.constData());
        }
    }

    void sameBytesOnEveryWay() {
        const QString model = test::sampleFile("residual_cnn_2d.onnx");
        QCOMPARE(cli({u"fuse"_s, model, u"-o"_s, file("plain.onnx")}).status, 0);
        const QByteArray plain = contentOf(path("plain.onnx"));
        QVERIFY(plain.size() > 1000);
        QCOMPARE(cli({u"fuse"_s, model, u"-o"_s, u"-"_s}).out, plain);
        QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
        Beside reader(u"cat"_s, {file("pipe")}, file("read"));
        QCOMPARE(cli({u"fuse"_s, model, u"-o"_s, file("pipe")}).status, 0);
        QVERIFY(reader->waitForFinished(-1));
        QCOMPARE(contentOf(path("read")), plain);
    }

    void pipeWithoutReaderIsCancelled() {
        QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
        Beside program(test::cliProgram(),
                       {u"fuse"_s, test::sampleFile("tiny_cnn_2d.onnx"), u"-o"_s, file("pipe")});
        QVERIFY(QTest::qWaitFor([&] { return catchesInterrupt(program->processId()); }, 60000));
        ::kill(static_cast<pid_t>(program->processId()), SIGINT);
        QVERIFY(program->waitForFinished(-1));
        QCOMPARE(program->exitStatus(), QProcess::NormalExit);
        QCOMPARE(program->exitCode(), 4);
    }

    // What would run long is told before it runs: where no time is too long, it would not come back.
    void refusedBeforeTheWork() {
        const QString model = test::sampleFile("tiny_cnn_2d.onnx"), nowhere = u"/no/such/folder/file"_s;
        const QStringList day{u"--seconds"_s, u"86400"_s, u"--within"_s, u"0"_s};
        for (const QString& option :
             {u"-o"_s, u"--operators"_s, u"--save"_s, u"--profile"_s, u"--calibrate"_s}) {
            const QString ending = option == u"-o"_s || option == u"--operators"_s ? u".csv"_s : u".json"_s;
            const Outcome outcome = cli(QStringList{u"measure"_s, model, option, nowhere + ending} + day);
            QCOMPARE(outcome.status, 3);
            QVERIFY2(outcome.err.contains("there is no folder /no/such/folder"), outcome.err.constData());
        }
        std::ofstream(path("taken")) << "a file";
        for (const QString& verb : {u"figures"_s, u"report"_s}) {
            const Outcome outcome = cli({verb, model, u"--out"_s, file("taken")});
            QCOMPARE(outcome.status, 3);
            QVERIFY2(outcome.err.contains("expected a folder"), outcome.err.constData());
        }
    }

    void inputsAreNotWrittenOver() {
        const fs::path model = path("model.onnx");
        fs::copy(test::sample("tiny_cnn_2d.onnx"), model);
        const QByteArray before = contentOf(model);
        fs::create_symlink(model, path("link.onnx"));
        fs::create_hard_link(model, path("hard.onnx"));
        for (const char* name : {"model.onnx", "link.onnx", "hard.onnx", "./model.onnx"}) {
            const Outcome refused = cli({u"fuse"_s, test::text(model), u"-o"_s, file(name)});
            QCOMPARE(refused.status, 2);
            QVERIFY2(refused.err.contains("--force") && refused.err.contains(name), refused.err.constData());
            QCOMPARE(cli({u"fuse"_s, file("link.onnx"), u"-o"_s, file(name)}).status, 2);
            QCOMPARE(cli({u"fuse"_s, m_folder->path(), u"--save-study"_s, file(name)}).status, 2);
            QCOMPARE(cli({u"cost"_s, test::text(model), u"-o"_s, file(name)}).status, 2);
            QCOMPARE(cli({u"int8"_s, test::text(model), u"-o"_s, file(name)}).status, 2);
            QCOMPARE(cli({u"run"_s, test::text(model), u"--profile"_s, file(name)}).status, 2);
            QCOMPARE(contentOf(model), before);
        }
        QCOMPARE(cli({u"fuse"_s, test::text(model), u"-o"_s, test::text(model), u"--force"_s}).status, 0);
        QVERIFY(contentOf(model) != before && !contentOf(model).isEmpty());
        QCOMPARE(cli({u"run"_s, test::text(model)}).status, 0);

        const QString plan = file("plan.csv");
        QCOMPARE(cli({u"plan"_s, test::text(model), u"-o"_s, plan}).status, 0);
        QCOMPARE(cli({u"plan"_s, u"--instance"_s, plan, u"-o"_s, plan}).status, 2);
        QCOMPARE(cli({u"plan"_s, u"--instance"_s, plan, u"-o"_s, plan, u"--force"_s}).status, 0);
    }

    // A study names the model.
    void modelOfAStudyIsAnInput() {
        fs::copy(test::sample("tiny_cnn_2d.onnx"), path("model.onnx"));
        QCOMPARE(cli({u"fuse"_s, file("model.onnx"), u"--save-study"_s, file("s.study")}).status, 0);
        const QStringList again{u"fuse"_s, u"--study"_s, file("s.study"), u"-o"_s};
        QCOMPARE(cli(again + QStringList{file("model.onnx")}).status, 2);
        QCOMPARE(cli(again + QStringList{file("s.study")}).status, 2);
        QCOMPARE(cli(again + QStringList{file("fused.onnx")}).status, 0);
    }

    void savedValuesDoNotGoOverReferences() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {ir::DataType::Float32, ir::Dims{3}});
        builder.output(builder.node("Relu", {x}));
        QVERIFY(test::writeModel(builder.take(), path("model.onnx")));
        fs::create_directories(path("data"));
        const auto input = ir::Tensor::of<float>({3}, {-1, 2, 3});
        QVERIFY(edgewright::onnx::writeTensorFile(path("data/input_0.pb"), "x", input));
        const QStringList run{u"run"_s, file("model.onnx"), u"--save"_s, file("data")};
        QCOMPARE(cli(run).status, 0);
        const QByteArray before = contentOf(path("data/output_0.pb"));
        QVERIFY(!before.isEmpty());
        const QStringList onData = run + QStringList{u"--data"_s, file("data")};
        const Outcome refused = cli(onData);
        QVERIFY2(refused.status == 2 && refused.err.contains("output_0.pb"), refused.err.constData());
        QCOMPARE(contentOf(path("data/output_0.pb")), before);
        QCOMPARE(cli(onData + QStringList{u"--force"_s}).status, 0);
        QVERIFY(contentOf(path("data/output_0.pb")) != before);
        const QStringList npz = run + QStringList{u"--save-as"_s, u"npz"_s};
        QCOMPARE(cli(npz).status, 0);
        QCOMPARE(cli(npz + QStringList{u"--data"_s, file("data/outputs.npz")}).status, 2);
        QCOMPARE(cli(npz + QStringList{u"--data"_s, file("data/outputs.npz"), u"--force"_s}).status, 0);
    }

    // The weights beside a model are inputs too, though no option names them.
    void weightsBesideAModelAreInputs() {
        const auto model = test::shared("models/camera-cnn-external-data/model.onnx");
        if (model.empty()) QSKIP(test::sharedMissing());
        fs::copy(model.parent_path(), path("own"), fs::copy_options::recursive);
        fs::path weights;
        for (const auto& entry : fs::directory_iterator(path("own")))
            if (entry.is_regular_file() && (weights.empty() || entry.file_size() > fs::file_size(weights)))
                weights = entry.path();
        QVERIFY(weights.filename() != "model.onnx");
        for (const fs::path& each : {path("own"), weights}) // the collection may be read-only
            fs::permissions(each, fs::perms::owner_all);
        const QByteArray before = contentOf(weights);
        // What is written is called as the output with .data behind it: a link leads that to the weights.
        fs::create_symlink(weights, path("own/out.onnx.data"));
        const QStringList fuse{u"fuse"_s, file("own/model.onnx"), u"-o"_s};
        const Outcome refused = cli(fuse + QStringList{file("own/out.onnx")});
        QVERIFY2(refused.status == 2 && refused.err.contains("--force"), refused.err.constData());
        QCOMPARE(contentOf(weights), before);
        QVERIFY(!fs::exists(path("own/out.onnx")));
        const Outcome other = cli(fuse + QStringList{file("other.onnx")});
        QVERIFY2(other.status == 0, other.err.constData());
        QVERIFY(fs::exists(path("other.onnx.data")));
        QCOMPARE(cli({u"run"_s, file("other.onnx")}).status, 0);
        // A pipe has no place beside it.
        const Outcome piped = cli(fuse + QStringList{u"-"_s});
        QVERIFY2(piped.status == 3 && piped.err.contains("beside the model"), piped.err.constData());
        QCOMPARE(cli(fuse + QStringList{u"/dev/null"_s}).status, 0);
        QVERIFY(S_ISCHR(modeOf("/dev/null")));
    }

    void whatCannotBeWrittenIsSaid() {
        const QString model = test::sampleFile("tiny_cnn_2d.onnx");
        const auto fails = [&](const QString& target, const char* says) {
            const Outcome outcome = cli({u"fuse"_s, model, u"-o"_s, target});
            const bool good = outcome.status == 3 && outcome.err.contains(says) &&
                              outcome.err.contains(target.toUtf8()) && !outcome.err.contains(".edgewright-");
            if (!good) qWarning("%d %s", outcome.status, outcome.err.constData());
            return good;
        };
        QVERIFY(fails(file("no/such.onnx"), "there is no folder"));
        QVERIFY(fails(m_folder->path(), "is a folder"));
        fs::create_symlink("loop", path("loop"));
        QVERIFY(fails(file("loop"), "symbolic links"));
        QVERIFY(fails(u"/proc/out.onnx"_s, "cannot be written"));
        fs::create_directories(path("closed"));
        QCOMPARE(::chmod(path("closed").c_str(), 0500), 0);
        if (::geteuid() != 0) QVERIFY(fails(file("closed/out.onnx"), "Permission denied"));
        // As on a full disk: the file before stays as it was, and nothing is left beside it.
        put(path("kept.onnx"), "kept");
        const Outcome large = cliUnder("ulimit -f 8", {u"fuse"_s, model, u"-o"_s, file("kept.onnx")});
        QCOMPARE(large.status, 3);
        QVERIFY2(large.err.contains("kept.onnx: cannot be written: File too large"), large.err.constData());
        QCOMPARE(contentOf(path("kept.onnx")), QByteArray("kept"));
        QCOMPARE(filesIn(path("")), 3);
    }

    // One row for each layer, one column for each key of --json.
    void layersAsCsv_data() {
        QTest::addColumn<QStringList>("arguments");
        const QString model = test::sampleFile("residual_cnn_2d.onnx");
        QTest::newRow("cost") << QStringList{u"cost"_s, model, u"--array"_s, u"8x8"_s};
        QTest::newRow("int8") << QStringList{u"int8"_s, model, u"--limit"_s, u"1"_s, u"--sensitivity"_s};
    }
    void layersAsCsv() {
        QFETCH(QStringList, arguments);
        const Outcome done = cli(arguments + QStringList{u"-o"_s, file("layers.csv"), u"--json"_s});
        QVERIFY2(done.status == 0, done.err.constData());
        const QJsonArray layers = done.json()[u"layers"_s].toArray();
        QList<QByteArray> lines = contentOf(path("layers.csv")).trimmed().split('\n');
        QCOMPARE(lines.size(), layers.size() + 1);
        const QList<QByteArray> header = lines.takeFirst().split(',');
        for (qsizetype i = 0; i < layers.size(); ++i) {
            const QList<QByteArray> fields = lines[i].split(',');
            QCOMPARE(fields.size(), header.size());
            QSet<QString> seen;
            for (qsizetype column = 0; column < header.size(); ++column) {
                const QString name = QString::fromUtf8(header[column]).section(u" ["_s, 0, 0);
                const QString outer = name.section(u'_', 0, 0), inner = name.section(u'_', 1);
                const QJsonObject row = layers[i].toObject();
                const bool nested = !row.contains(name);
                seen.insert(nested ? outer : name);
                const QJsonValue value = nested ? row[outer][inner] : row[name];
                if (value.isString())
                    QCOMPARE(QString::fromUtf8(fields[column]), value.toString());
                else if (value.isNull()) // layers of the vector unit have no tiling
                    QCOMPARE(fields[column], QByteArray(outer == u"tiling"_s ? "" : "inf"));
                else
                    QCOMPARE(fields[column].toDouble(), value.toDouble());
            }
            QCOMPARE(seen.size(), layers[i].toObject().size());
        }
        if (arguments.front() == u"cost"_s)
            QVERIFY(header.contains("cycles") && header.contains("sram_ifmap [words]") &&
                    header.contains("intensity [MAC/B]") && header.contains("energy_pj"));
    }

    // Each table that a verb writes, in each format; documents say where it comes from.
    void tablesInEveryFormat_data() {
        QTest::addColumn<QStringList>("arguments");
        const QString model = test::sampleFile("tiny_cnn_2d.onnx");
        QTest::newRow("cost") << QStringList{u"cost"_s, model, u"--array"_s, u"8x8"_s};
        QTest::newRow("topology") << QStringList{u"cost"_s, u"--topology"_s};
        QTest::newRow("mapped") << QStringList{u"cost"_s, u"--mapped"_s};
        QTest::newRow("int8") << QStringList{u"int8"_s, model, u"--limit"_s, u"1"_s};
        QTest::newRow("dse") << QStringList{u"dse"_s, model, u"--axis"_s, u"size=8,16"_s};
        QTest::newRow("search") << QStringList{u"search"_s, model,         u"--strategy"_s,
                                               u"random"_s, u"--trials"_s, u"40"_s};
        QTest::newRow("accumulators") << QStringList{u"int8"_s,           model,         u"--limit"_s, u"1"_s,
                                                     u"--accumulators"_s, u"--widths"_s, u"24,32"_s};
        QTest::newRow("strategies") << QStringList{u"quantize"_s, model,  u"--calibration"_s, u"random"_s,
                                                   u"--limit"_s,  u"2"_s, u"--compare"_s};
        QTest::newRow("study") << QStringList{u"plan"_s, model, u"--study"_s, u"--planner"_s, u"exact"_s};
        QTest::newRow("experiment") << QStringList{u"experiment"_s};
    }
    void tablesInEveryFormat() {
        QFETCH(QStringList, arguments);
        if (arguments.back() == u"--topology"_s) {
            put(path("layers.csv"), "Layer,M,N,K,\na_b&c,16,16,16,\n<i>,8,8,8,\n");
            arguments << file("layers.csv");
        }
        if (arguments.back() == u"experiment"_s) {
            const std::string model = test::sample("tiny_cnn_2d.onnx").string();
            put(path("experiment.json"),
                ("{\"format\": \"edgewright experiment\", \"version\": 1, \"samples\": 8, \"effort\": "
                 "{\"seconds\": 0.1}, \"configurations\": [\"baseline\", \"both\"], \"models\": [{\"name\": "
                 "\"a_b&c <i>\", \"path\": \"" +
                 model + "\"}]}")
                    .c_str());
            arguments << file("experiment.json");
        }
        if (arguments.back() == u"--mapped"_s) {
            const std::string nest = "L3[WIO] K6 - L2[WI] N1 K16X - L1[O] K8 C48 P4 C16X - L0[W] P32";
            put(path("nests.csv"), ("mapping.mapping,prob.N,prob.C,prob.K,prob.P,prob.Q,prob.R,prob.S\n" +
                                    nest + ",1,768,768,128,1,1,1\n" + nest + ",1,768,768,128,1,1,1\n")
                                       .c_str());
            arguments << file("nests.csv");
        }
        std::size_t rows = 0;
        for (const table::Format* format : table::formats()) {
            const std::string name = "out" + std::string(format->suffix);
            QStringList words;
            if (format->isDocument) words << u"--caption"_s << u"About <50 %"_s << u"--label"_s << u"tab:x"_s;
            const Outcome done = cli(arguments + words + QStringList{u"-o"_s, file(name)});
            QVERIFY2(done.status == 0, done.err.constData());
            const QByteArray text = contentOf(path(name));
            if (format->name == "csv") rows = static_cast<std::size_t>(text.count('\n')) - 1;
            QVERIFY(rows > 1);
            const QString problem = test::tableProblem(*format, text.toStdString(), rows);
            QVERIFY2(problem.isEmpty(), qPrintable(problem));
            QCOMPARE(text.contains("edgewright-cli " + arguments.front().toUtf8()), format->isDocument);
            QCOMPARE(text.contains("About "), format->isDocument);
            QVERIFY(!text.contains(m_folder->path().toUtf8())); // files by their names alone
        }
    }

    void onlyFormatsThatAreKnown() {
        const QString model = test::sampleFile("tiny_cnn_2d.onnx");
        for (const QStringList& arguments :
             {QStringList{u"cost"_s, model}, QStringList{u"int8"_s, model},
              QStringList{u"dse"_s, model, u"--axis"_s, u"size=8,16"_s}, QStringList{u"search"_s, model},
              QStringList{u"quantize"_s, model, u"--compare"_s}, QStringList{u"plan"_s, model, u"--study"_s}}) {
            const Outcome unknown = cli(arguments + QStringList{u"-o"_s, file("table.none")});
            QCOMPARE(unknown.status, 2);
            QVERIFY2(unknown.err.contains("expected a name that ends in .csv, .dat, .tex, .md or .html"),
                     unknown.err.constData());
            const Outcome wordless =
                cli(arguments + QStringList{u"-o"_s, file("table.csv"), u"--caption"_s, u"x"_s});
            QCOMPARE(wordless.status, 2);
            QVERIFY2(wordless.err.contains("--caption: has no place in CSV"), wordless.err.constData());
        }
        const Outcome nowhere = cli({u"cost"_s, model, u"--label"_s, u"x"_s});
        QVERIFY2(nowhere.status == 2 && nowhere.err.contains("--label requires --output"),
                 nowhere.err.constData());
        QCOMPARE(filesIn(path("")), 0);
    }

    void mappedLayersKeepTheirColumns() {
        const QByteArray header = "name,mapping.mapping,prob.N,prob.C,prob.K,prob.P,prob.Q,prob.R,prob.S,"
                                  "target.gemmini_cycle\n";
        const QByteArray row =
            "a,L3[WIO] K6 - L2[WI] N1 K16X - L1[O] K8 C48 P4 C16X - L0[W] P32,1,768,768,128,1,1,1,";
        QFile table(file("layers.csv"));
        QVERIFY(table.open(QIODevice::WriteOnly));
        table.write(header + row + "300000\n" + row + "\n");
        table.close();
        const Outcome outcome =
            cli({u"cost"_s, u"--mapped"_s, table.fileName(), u"-o"_s, file("cycles.csv"), u"--json"_s});
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.json()["layers"_L1].toInt(), 2);
        const QJsonObject measured = outcome.json()["measured"_L1].toObject();
        QCOMPARE(measured["layers"_L1].toInt(), 1);
        const QByteArray cycles =
            QByteArray::number(measured["worst"_L1].toArray()[0].toObject()["cycles"_L1].toInteger());
        QFile written(file("cycles.csv"));
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(written.readAll(),
                 header.trimmed() + ",cycles\n" + row + "300000," + cycles + "\n" + row + "," + cycles + "\n");
        QCOMPARE(cli({u"cost"_s, u"--mapped"_s, table.fileName(), u"-o"_s, table.fileName()}).status, 2);
        QCOMPARE(cli({u"cost"_s, u"--mapped"_s, table.fileName(), u"--array"_s, u"8x8"_s}).status, 2);
        QCOMPARE(cli({u"cost"_s, u"--mapped"_s, table.fileName(), u"--published"_s}).status, 2);
        QCOMPARE(cli({u"cost"_s, u"--mapped"_s, file("cycles.csv")}).status, 3);
        const Outcome published = cli({u"cost"_s, u"--published"_s});
        QCOMPARE(published.status, 0);
        QVERIFY(published.out.contains("Eyeriss") && published.out.contains("Gemmini"));
    }

    void namesInCsvAreQuoted() {
        ir::GraphBuilder builder;
        const ValueId a = builder.input("a", {ir::DataType::Float32, ir::Dims{4, 8}});
        const ValueId b = builder.input("b", {ir::DataType::Float32, ir::Dims{8, 2}});
        const ValueId y = builder.value("y", {ir::DataType::Float32, ir::Dims{4, 2}});
        const NodeId node = builder.nodeInto("MatMul", {a, b}, {y});
        builder.graph().node(node).name = "one, \"two\"";
        builder.output(y);
        QVERIFY(test::writeModel(builder.take(), path("named.onnx")));
        QCOMPARE(cli({u"cost"_s, file("named.onnx"), u"-o"_s, file("named.csv")}).status, 0);
        const QByteArray text = contentOf(path("named.csv"));
        QVERIFY2(text.contains("\n\"one, \"\"two\"\"\",MatMul,"), text.constData());
    }
};

EDGEWRIGHT_TEST(CliOutputsTest)

} // namespace edgewright::cli_outputs_test

#include "cli_outputs_test.moc"
