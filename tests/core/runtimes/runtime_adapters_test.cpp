// SPDX-License-Identifier: GPL-3.0-or-later
// Adapters as data: read, refused with place and expectation, and the command lines they make.
#include "core/runtimes/command_line.h"
#include "tests/support/paths/paths.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

#include <sys/stat.h>

namespace edgewright::runtime_adapters_test {

using namespace edgewright::runtimes;
using Qt::StringLiterals::operator""_s;

namespace {

namespace fs = std::filesystem;

std::vector<Adapter> shipped() {
    const fs::path folder = test::runtimesFolder();
    return readAdapters(std::span(&folder, 1), [](const Error& error) { qFatal("%s", error.message.c_str()); });
}

QString words(const std::vector<std::string>& line) {
    QStringList list;
    for (const std::string& each : line)
        list << QString::fromStdString(each);
    return list.join('|');
}

constexpr const char* Small = R"({
  "name": "small", "title": "Small", "programs": ["small", ["python3", "-m", "small"]],
  "models": [".sm"], "values": {"threads": "1", "seconds": ""},
  "arguments": ["{model}", "-t{threads}", {"if": "seconds", "then": ["-s", "{seconds}"], "else": ["-n"]},
                {"if": ".sm", "then": ["small"]}],
  "output": {"statistics": [{"pattern": "(?P<mean>[0-9]+) us", "unit": "us"}]}
})";

} // namespace

class RuntimeAdaptersTest : public QObject {
    Q_OBJECT
private slots:
    void shippedOnes() {
        QStringList names;
        for (const Adapter& each : shipped()) {
            names << QString::fromStdString(each.name);
            QVERIFY(!each.programs.empty() && !each.models.empty());
            QCOMPARE(each.file.stem().string(), each.name);
            if (!each.script.empty()) QVERIFY(fs::exists(each.file.parent_path() / each.script));
        }
        QCOMPARE(names, (QStringList{u"mnn"_s, u"ncnn"_s, u"onnxruntime"_s, u"onnxruntime-node"_s,
                                     u"tensorrt"_s, u"tflite"_s, u"tvm"_s}));
    }

    void commandLines_data() {
        QTest::addColumn<QString>("runtime");
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("line");
        QTest::newRow("onnxruntime") << u"onnxruntime"_s << u"/m.onnx"_s
                                     << u"-e|cpu|-I|-x|2|-m|times|-r|7|/m.onnx|result.csv"_s;
        QTest::newRow("onnxruntime-node")
            << u"onnxruntime-node"_s << u"/m.onnx"_s << u"/s.js|/m.onnx|2|7|0|3"_s;
        QTest::newRow("tflite")
            << u"tflite"_s << u"/m.tflite"_s
            << u"--graph=/m.tflite|--num_threads=2|--num_runs=7|--min_secs=1|--warmup_runs=1|"
               "--enable_op_profiling=true"_s;
        QTest::newRow("ncnn") << u"ncnn"_s << u"/m.param"_s << u"7|2|0|-1|0|param=/m.param|shape=[224,224,3]"_s;
        QTest::newRow("mnn") << u"mnn"_s << u"/m.mnn"_s << u"/m.mnn|7|0|0|2|0"_s;
    }
    void commandLines() {
        QFETCH(QString, runtime);
        QFETCH(QString, model);
        QFETCH(QString, line);
        const auto adapter = adapterNamed(shipped(), runtime.toStdString());
        QVERIFY(adapter);
        const auto made = commandLine(*adapter, {"program"},
                                      {model.toStdString(), "/s.js", {{"threads", "2"}, {"runs", "7"}}});
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        QCOMPARE(words(*made), u"program|"_s + line);
    }

    void conditions() {
        const auto trt = adapterNamed(shipped(), "tensorrt");
        QVERIFY(trt);
        QCOMPARE(words(*commandLine(*trt, {"t"}, {"/a.onnx", ""})),
                 u"t|--onnx=/a.onnx|--iterations=10|--duration=3|--dumpProfile|--separateProfileRun"_s);
        QVERIFY(words(*commandLine(*trt, {"t"}, {"/a.plan", ""})).startsWith(u"t|--loadEngine=/a.plan|"_s));
        const auto small = adapterOf(Small, "small.json");
        QVERIFY2(small, small ? "" : small.error().message.c_str());
        QCOMPARE(words(*commandLine(*small, small->programs[1], {"/m.sm", ""})),
                 u"python3|-m|small|/m.sm|-t1|-n|small"_s);
        QCOMPARE(words(*commandLine(*small, {"s"}, {"/m.sm", "", {{"seconds", "2"}}})),
                 u"s|/m.sm|-t1|-s|2|small"_s);
    }

    // A word is a word, whatever is in it: placeholders are put in once.
    void wordsStayWords() {
        const auto small = adapterOf(Small, "small.json");
        const std::string model = "/a b'\"; $(id) `id`\n{threads} \xe5\x90\x8d.sm";
        const auto made = commandLine(*small, {"s"}, {model, "", {{"threads", "-1 {model}"}}});
        QVERIFY(made);
        QCOMPARE((*made)[1], model);
        QCOMPARE((*made)[2], std::string("-t-1 {model}"));
        QVERIFY(!commandLine(*small, {"s"}, {std::string("a\0b", 3), ""}));
        const auto unknown = commandLine(*small, {"s"}, {"m", "", {{"shape", "1"}}});
        QVERIFY(!unknown);
        QCOMPARE(QString::fromStdString(unknown.error().message),
                 u"Small takes no 'shape'; expected one of seconds, threads"_s);
    }

    void models() {
        const auto ort = adapterNamed(shipped(), "onnxruntime");
        QCOMPARE(ort->endingOf("/a/b.onnx"), std::string(".onnx"));
        QCOMPARE(ort->endingOf("B.ONNX"), std::string(".onnx"));
        QCOMPARE(ort->endingOf("x.ort"), std::string(".ort"));
        for (const char* other : {"a.tflite", "a.onnx.txt", "onnx", ""})
            QCOMPARE(ort->endingOf(other), std::string());
        QCOMPARE(ort->modelsText(), std::string(".onnx, .ort"));
        const auto nobody = adapterNamed(shipped(), "no\nbody");
        QVERIFY(!nobody &&
                nobody.error().message.starts_with("there is no runtime 'no?body'; expected one of mnn,"));
    }

    void versions() {
        const auto tvm = adapterNamed(shipped(), "tvm");
        QCOMPARE(versionIn(*tvm, "warning: x\n0.14.dev1\n"), std::string("0.14.dev1"));
        const auto node = adapterNamed(shipped(), "onnxruntime-node");
        QCOMPARE(words(*versionLine(*node, {"node"}, "/s.js")), u"node|/s.js|--version"_s);
        QCOMPARE(versionIn(*node, "hello\nonnxruntime 1.30.0\n"), std::string("1.30.0"));
        QCOMPARE(versionIn(*node, "error: none\n"), std::string());
        const auto trt = adapterNamed(shipped(), "tensorrt");
        QCOMPARE(versionIn(*trt, "&&&& RUNNING TensorRT.trtexec [TensorRT v8601] # trtexec --help\n"),
                 std::string("8601"));
    }

    void refused_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const QString& from, const QString& to, const QString& says) {
            QTest::newRow(name) << from << to << says;
        };
        row("no JSON", u"{"_s, u""_s, u"is no JSON document"_s);
        row("another key", u"\"title\""_s, u"\"titel\": 1, \"title\""_s,
            u"no key is called 'titel'; did you mean 'title'?"_s);
        row("a name of others", u"\"small\", \"title\""_s, u"\"Sm/all\", \"title\""_s,
            u"expected a \"name\" of"_s);
        row("no programs", u"[\"small\", [\"python3\", \"-m\", \"small\"]]"_s, u"[]"_s,
            u"expected \"programs\""_s);
        row("a program like an option", u"[\"small\", ["_s, u"[\"-small\", ["_s,
            u"programs[0]: expected a program"_s);
        row("an ending without a dot", u"[\".sm\"]"_s, u"[\"sm\"]"_s, u"\"models\": endings"_s);
        row("a placeholder of nobody", u"-t{threads}"_s, u"-t{cores}"_s,
            u"arguments[1]: expected placeholders"_s);
        row("an open brace", u"-t{threads}"_s, u"-t{threads"_s, u"arguments[1]"_s);
        row("a condition of nobody", u"\"if\": \"seconds\""_s, u"\"if\": \"minutes\""_s,
            u"arguments[2]: expected \"if\""_s);
        row("a pattern of nobody", u"(?P<mean>[0-9]+) us"_s, u"(?P<mean>[0-9+ us"_s,
            u"output.statistics[0]: expected \"pattern\": expected a regular expression"_s);
        row("a group of nobody", u"(?P<mean>"_s, u"(?P<average>"_s, u"not 'average'"_s);
        row("a unit of nobody", u"\"unit\": \"us\""_s, u"\"unit\": \"days\""_s,
            u"output.statistics[0].unit: expected one of s, ms, us, ns"_s);
        row("no figures", u"\"statistics\""_s, u"\"notes\""_s, u"expected"_s);
        row("a number as a text", u"\"threads\": \"1\""_s, u"\"threads\": 1"_s, u"values: expected a text"_s);
    }
    void refused() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, says);
        QString text = QString::fromUtf8(Small);
        QVERIFY(text.contains(from));
        const qsizetype at = text.indexOf(from);
        text.replace(at, from.size(), to);
        const auto adapter = adapterOf(text.toStdString(), "/somewhere/small.json");
        QVERIFY(!adapter);
        const QString said = QString::fromStdString(adapter.error().message);
        QVERIFY2(said.startsWith(u"/somewhere/small.json"_s) && said.contains(says), qPrintable(said));
    }

    // Of two with one name the later folder's is used; a broken one is told.
    void folders() {
        QTemporaryDir folder;
        const fs::path own = folder.path().toStdString(), none = own / "none";
        std::ofstream(own / "mine.json") << QString::fromUtf8(Small).replace("Small", "Mine").toStdString();
        std::ofstream(own / "tflite.json")
            << QString::fromUtf8(Small).replace("\"small\", \"title\"", "\"tflite\", \"title\"").toStdString();
        std::ofstream(own / "notes.txt") << "no adapter";
        const std::vector<fs::path> all{test::runtimesFolder(), none, own};
        const auto read = readAdapters(all);
        QCOMPARE(adapterNamed(read, "tflite")->title, std::string("Small"));
        QCOMPARE(adapterNamed(read, "small")->title, std::string("Mine"));
        // A file that is none is told, and takes no other away; a pipe is not waited for.
        std::ofstream(own / "broken.json") << "{";
        QCOMPARE(::mkfifo((own / "pipe.json").c_str(), 0600), 0);
        QStringList refused;
        const auto others =
            readAdapters(all, [&](const Error& error) { refused << QString::fromStdString(error.message); });
        QCOMPARE(others.size(), read.size());
        QCOMPARE(refused.size(), qsizetype(2));
        QVERIFY2(refused[0].contains("broken.json, line 1: is no JSON"), qPrintable(refused[0]));
        QVERIFY2(refused[1].contains("pipe.json: is a pipe"), qPrintable(refused[1]));
    }
};

EDGEWRIGHT_TEST(RuntimeAdaptersTest)

} // namespace edgewright::runtime_adapters_test

#include "runtime_adapters_test.moc"
