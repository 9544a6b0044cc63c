// SPDX-License-Identifier: GPL-3.0-or-later
// What other runtimes really wrote (recorded/, each with where it was published), and what none of them would.
#include "core/runtimes/output_reader.h"
#include "tests/support/paths/paths.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <fstream>
#include <random>

namespace edgewright::runtime_outputs_test {

using namespace edgewright::runtimes;
using Qt::StringLiterals::operator""_s;

namespace {

namespace fs = std::filesystem;

const std::vector<Adapter>& adapters() {
    static const std::vector<Adapter> all = [] {
        const fs::path folder = test::runtimesFolder();
        return readAdapters(std::span(&folder, 1),
                            [](const Error& error) { qFatal("%s", error.message.c_str()); });
    }();
    return all;
}

fs::path recordedFolder() { return test::sourceFolder() / "tests" / "core" / "runtimes" / "recorded"; }

// Without the lines that say where it comes from.
std::string recorded(const std::string& name) {
    std::ifstream stream(recordedFolder() / (name + ".txt"));
    std::string text;
    bool isHead = true;
    for (std::string line; std::getline(stream, line);) {
        isHead = isHead && line.starts_with("# ");
        if (!isHead) text += line + "\n";
    }
    if (text.empty()) qFatal("there is no %s", name.c_str());
    return text;
}

// "median=0.01 runs=5", in milliseconds, in the order of statisticNames().
QString statisticsText(const RuntimeReport& report) {
    QStringList texts;
    for (const std::string_view name : statisticNames())
        if (const auto value = report.statistic(name))
            texts << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())) + '=' +
                         QString::number(name == "runs" ? *value : *value * 1e3, 'g', 8);
    return texts.join(' ');
}

QString operatorText(const OperatorRow& row) {
    return u"%1|%2|%3|%4|%5"_s.arg(QString::fromStdString(row.name), QString::fromStdString(row.type))
        .arg(row.seconds * 1e3, 0, 'g', 8)
        .arg(row.share * 100, 0, 'g', 8)
        .arg(row.calls);
}

bool isSound(const RuntimeReport& report) {
    const auto good = [](double number) { return std::isfinite(number) && number >= 0; };
    for (const auto& [name, value] : report.statistics)
        if (!good(value)) return false;
    for (const OperatorRow& row : report.operators)
        if (!good(row.seconds) || !good(row.share) || row.calls < 0 || row.name.size() > OutputReader::MaxText)
            return false;
    return std::ranges::all_of(report.samples, good) && report.samples.size() <= OutputReader::MaxRows &&
           report.operators.size() <= OutputReader::MaxRows && report.notes.size() <= OutputReader::MaxNotes;
}

} // namespace

class RuntimeOutputsTest : public QObject {
    Q_OBJECT
private slots:
    void recordings_data() {
        QTest::addColumn<QString>("runtime");
        QTest::addColumn<QString>("statistics");
        QTest::addColumn<int>("operators");
        QTest::addColumn<QString>("last"); // operator
        const auto row = [](const char* record, const char* runtime, const char* statistics, int operators = 0,
                            const char* last = "") {
            QTest::newRow(record) << QString(runtime) << QString(statistics) << operators << QString(last);
        };
        row("onnxruntime_p", "onnxruntime",
            "mean=58.8053 median=58.7108 min=55.9777 max=62.3472 p90=59.9845 p95=60.5676 p99=61.9517 "
            "p999=62.3472 runs=1000");
        row("onnxruntime_arm", "onnxruntime", "mean=144.871 load=127.918 runs=10");
        row("onnxruntime_warned", "onnxruntime", "mean=734.606 load=1841.49 runs=1");
        row("tflite_delegate", "tflite",
            "first=3.937 mean=3.79092 min=3.19 max=6.333 std=0.358 load=0.63 runs=261", 3,
            "Delegate/Convolution (NHWC, QU8) GEMM|Convolution (NHWC, QU8) GEMM|0.097|1.314|1");
        row("tflite_start", "tflite",
            "first=32.891 mean=33.2094 min=32.641 max=34.005 std=0.45 load=0.855 runs=50", 2,
            "model/tf.strided_slice_1/StridedSlice|STRIDED_SLICE|1.029|0.625|1");
        row("tflite_old", "tflite",
            "first=885.931 mean=880.688 min=851.668 max=903.937 std=12.426 load=17.527 runs=50", 1,
            "MirrorPad|MIRROR_PAD|11.156|1.267|1");
        row("tensorrt_profile", "tensorrt",
            "mean=0.184305 median=0.179932 min=0.17041 max=0.243042 p90=0.194153 p95=0.195312 p99=0.197144", 3,
            "node_of_gpu_0/pool1_1||0.0067|0.5|0");
        row("tensorrt_unstable", "tensorrt",
            "mean=1.48372 median=1.43823 min=1.4209 max=3.047 p90=1.45624 p95=1.71796 p99=2.61597 runs=2077", 4,
            "conv1 + PWN(re_lu_clip)||0.0933|0.9|0");
        row("tensorrt_total", "tensorrt", "mean=35.0057 median=34.916 min=34.6697 max=36.1511 p99=36.1511", 3,
            "Reformatting CopyNode for Output Tensor 0 to {ForeignNode[/Constant_7_output_0 + "
            "ONNXTRT_Broadcast.../Einsum_1]}||0.0358|0.6|0");
        row("ncnn_jetson_nano", "ncnn", "mean=30.59 min=30.03 max=31.41 runs=8");
        row("mnn_mobilenet", "mnn", "mean=5.5706 min=3.863 max=11.596001 load=8.656 runs=10", 4,
            "486|ConvolutionDepthwise|0.461|8.276|0");
        row("mnn_reduction", "mnn", "mean=1.19249 min=1.056 max=1.787 load=1.477 runs=100", 3,
            "output_raster_1|Reduction|0.47358|39.714|0");
        row("tvm_tuned", "tvm", "mean=99.465 median=99.2682 min=98.4414 max=107.4937 std=0.9779");
        row("tvm_profile", "tvm", "mean=85.6586 median=83.6483 min=81.5535 max=343.465 std=21.9829", 3,
            "relu||0.683|0.05|1");
    }
    void recordings() {
        QFETCH(QString, runtime);
        QFETCH(QString, statistics);
        QFETCH(int, operators);
        QFETCH(QString, last);
        const auto adapter = adapterNamed(adapters(), runtime.toStdString());
        QVERIFY(adapter);
        const std::string text = recorded(QTest::currentDataTag());
        const auto report = reportOf(*adapter, text);
        QVERIFY2(report, report ? "" : report.error().message.c_str());
        QCOMPARE(statisticsText(*report), statistics);
        QCOMPARE(static_cast<int>(report->operators.size()), operators);
        if (operators > 0) QCOMPARE(operatorText(report->operators.back()), last);
        QVERIFY(isSound(*report) && !report->isCut);
        // In pieces of any size, and with the line ends of other systems.
        OutputReader reader(*adapter);
        for (std::size_t at = 0; at < text.size(); at += 7)
            QVERIFY(reader.take(std::string_view(text).substr(at, 7)));
        const auto again = reader.report();
        QVERIFY(again && again->statistics == report->statistics);
        QCOMPARE(again->operators.size(), report->operators.size());
        const auto carriage =
            reportOf(*adapter, QString::fromStdString(text).replace('\n', "\r\n").toStdString());
        QVERIFY(carriage && carriage->statistics == report->statistics);
        QCOMPARE(carriage->operators.size(), report->operators.size());
    }

    void everyAdapterHasARecording() {
        for (const Adapter& each : adapters()) {
            if (each.name == "onnxruntime-node") continue; // is run for real
            bool has = false;
            for (const auto& entry : fs::directory_iterator(recordedFolder()))
                has = has || entry.path().filename().string().starts_with(each.name + "_");
            QVERIFY2(has, each.name.c_str());
        }
    }

    void warningsAreNotes() {
        const auto report = reportOf(*adapterNamed(adapters(), "tensorrt"), recorded("tensorrt_unstable"));
        QVERIFY(report);
        QCOMPARE(report->notes.size(), std::size_t(1));
        QCOMPARE(report->notes[0],
                 std::string("* GPU compute time is unstable, with coefficient of variance = 13.1794%."));
    }

    void samples() {
        const auto report =
            reportOf(*adapterNamed(adapters(), "onnxruntime-node"),
                     "load 20 ms\nfirst 9 ms\nrun 1 ms\nrun 4 ms\nrun 1.5 ms\noperator 30 us 1 Conv a b\n"
                     "operator 10 us 2 Relu c\n");
        QVERIFY2(report, report ? "" : report.error().message.c_str());
        QCOMPARE(report->samples, (std::vector<double>{1e-3, 4e-3, 1.5e-3}));
        QCOMPARE(*report->statistic("median"), 1.5e-3);
        QCOMPARE(*report->statistic("max"), 4e-3);
        QCOMPARE(*report->statistic("runs"), 3.0);
        QCOMPARE(operatorText(report->operators[0]), u"a b|Conv|0.03|75|1"_s);
        QCOMPARE(operatorText(report->operators[1]), u"c|Relu|0.01|25|2"_s);
    }

    void failures_data() {
        QTest::addColumn<QString>("runtime");
        QTest::addColumn<QString>("output");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("says");
        QTest::newRow("nothing") << u"tflite"_s << QString() << 0
                                 << u"TensorFlow Lite writes no times that are understood"_s;
        QTest::newRow("its error")
            << u"tflite"_s << u"STARTING!\nERROR: Model is not a TFLite file\nbye\n"_s << 1
            << u"TensorFlow Lite ends with status 1; it says 'Model is not a TFLite file'"_s;
        QTest::newRow("its last line")
            << u"ncnn"_s << u"one\ntwo\x1b[A\n\n"_s << 127 << u"ncnn ends with status 127; it says 'two?[A'"_s;
        QTest::newRow("times of no use")
            << u"ncnn"_s << u"x  min =   nan  max =   inf  avg =   -1\n"_s << 0 << u"writes no times"_s;
        QTest::newRow("numbers beyond all")
            << u"ncnn"_s << u"x  min = 1  max = 1  avg = %1\n"_s.arg(QString(400, '9')) << 0
            << u"writes no times"_s;
    }
    void failures() {
        QFETCH(QString, runtime);
        QFETCH(QString, output);
        QFETCH(int, status);
        QFETCH(QString, says);
        const auto report =
            reportOf(*adapterNamed(adapters(), runtime.toStdString()), output.toStdString(), status);
        QVERIFY(!report && report.error().code == ErrorCode::BadInput);
        QVERIFY2(QString::fromStdString(report.error().message).contains(says), report.error().message.c_str());
    }

    // More than is kept, of everything.
    void floods() {
        const Adapter node = *adapterNamed(adapters(), "onnxruntime-node");
        std::string rows;
        for (std::size_t i = 0; i < OutputReader::MaxRows + 10; ++i)
            rows += "run 1 ms\n";
        const auto many = reportOf(node, rows);
        QVERIFY(many && many->isCut && isSound(*many));
        QCOMPARE(many->samples.size(), OutputReader::MaxRows);

        OutputReader reader(node);
        const std::string piece(1 << 20, 'x'); // of one line that does not end
        bool fits = true;
        for (int i = 0; i < 40; ++i)
            fits = reader.take(piece) && fits;
        QVERIFY(!fits);
        QVERIFY(!reader.take("\nrun 1 ms\n"));
        QVERIFY(!reader.report());

        const auto longName =
            reportOf(node, "run 1 ms\noperator 1 us 1 Conv " + std::string(100'000, 'n') + "\n");
        QVERIFY(longName && isSound(*longName));
        QCOMPARE(longName->operators.at(0).name.size(), OutputReader::MaxText);
    }

    // Recordings with bytes and lines changed at random, for every adapter.
    void anyBytes() {
        std::mt19937 random(7);
        std::vector<std::string> texts;
        for (const auto& entry : fs::directory_iterator(recordedFolder()))
            texts.push_back(recorded(entry.path().stem().string()));
        for (int round = 0; round < 300; ++round) {
            std::string text = texts[random() % texts.size()];
            for (int changes = 0; changes < 20; ++changes) {
                const std::size_t at = random() % text.size();
                switch (random() % 4) {
                case 0:
                    text[at] = static_cast<char>(random());
                    break;
                case 1:
                    text.erase(at, random() % 40);
                    break;
                case 2:
                    text.insert(at, text.substr(random() % text.size(), random() % 200));
                    break;
                default:
                    text.insert(at, random() % 2 ? "99999999999999999999" : "-1e308");
                }
                if (text.empty()) text = "x";
            }
            for (const Adapter& each : adapters())
                if (const auto report = reportOf(each, text)) QVERIFY(isSound(*report));
        }
    }
};

EDGEWRIGHT_TEST(RuntimeOutputsTest)

} // namespace edgewright::runtime_outputs_test

#include "runtime_outputs_test.moc"
