// SPDX-License-Identifier: GPL-3.0-or-later
// `measure`: variants in turn, what is written, what it refuses, and what is left of it when it is interrupted.
#include "core/device/record/record_table.h"
#include "core/device/record/record_text.h"
#include "core/device/roof/operator_export.h"
#include "core/table/format.h"
#include "core/trace/trace_file.h"
#include "tests/cli/program.h"
#include "tests/support/sanitizers.h"
#include "tests/support/table_problem.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::cli_measure_test {

using namespace Qt::StringLiterals;
using test::cli;
using test::Outcome;

class CliMeasureTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    QString file(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    static constexpr int MinForInterval = 6; // samples (measure::medianInterval)
    static QString model() { return test::sampleFile("residual_cnn_2d.onnx"); }

private slots:
    void variantsAndComparisons() {
        const Outcome outcome =
            cli({u"measure"_s, model(), u"--variants"_s, u"baseline,fusion"_s, u"--threads"_s, u"1,2"_s,
                 u"--seconds"_s, test::UnderSanitizer ? u"6"_s : u"1"_s, u"--json"_s});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const QJsonObject report = outcome.json();
        QCOMPARE(report[u"effort"][u"seconds"].toDouble(), test::UnderSanitizer ? 6.0 : 1.0);
        const QJsonArray variants = report[u"variants"].toArray();
        QStringList names;
        for (const auto& each : variants) {
            const QJsonObject variant = each.toObject();
            names << variant[u"name"].toString();
            const double low = variant[u"low_ms"].toDouble(), high = variant[u"high_ms"].toDouble(),
                         median = variant[u"median_ms"].toDouble();
            QVERIFY(median > 0 && median <= variant[u"p99_ms"].toDouble() * 1.0001);
            // The high end is above all samples where the machine was seen to be slower before.
            if (variant[u"samples"].toInt() >= MinForInterval)
                QVERIFY(low > 0 && low <= median && median <= high);
            QCOMPARE(variant[u"samples"].toInt(), variant[u"samples_ms"].toArray().size());
            // Blocks of one run each; how many fit into the time is the machine's.
            QVERIFY(variant[u"samples"].toInt() > 0);
            QCOMPARE(variant[u"samples"], variants[0].toObject()[u"samples"]);
            QVERIFY(variant[u"noisy"].isBool());
        }
        QCOMPARE(names,
                 (QStringList{u"baseline"_s, u"fusion"_s, u"baseline, 2 threads"_s, u"fusion, 2 threads"_s}));
        const QJsonArray comparisons = report[u"comparisons"].toArray();
        QCOMPARE(comparisons.size(), 6); // every pair
        const QJsonObject first = comparisons[0].toObject();
        QCOMPARE(first[u"a"].toString() + first[u"b"].toString(), u"baselinefusion"_s);
        QVERIFY(first[u"low"].toDouble() <= first[u"ratio"].toDouble() &&
                (first[u"high"].isNull() || first[u"ratio"].toDouble() <= first[u"high"].toDouble()));
        QVERIFY((QStringList{u"faster"_s, u"slower"_s, u"same"_s, u"undecided"_s})
                    .contains(first[u"verdict"].toString()));
        double shares = 0;
        for (const auto& each : report[u"per_node"].toArray())
            if (each[u"variant"].toString() == u"fusion"_s) shares += each[u"share"].toDouble();
        QVERIFY(std::abs(shares - 1) < 1e-9);
    }

    // The algorithm that is asked for runs where it can, and it is said what ran.
    void algorithms() {
        for (const QString& verb : {u"run"_s, u"measure"_s}) {
            QStringList arguments{verb,       model(), u"--algorithm"_s, u"winograd"_s, u"--keep-denormals"_s,
                                  u"--json"_s};
            if (verb == u"measure"_s) arguments << u"--seconds"_s << u"0.1"_s;
            const Outcome outcome = cli(arguments);
            QVERIFY2(outcome.status == 0, outcome.err.constData());
            const QJsonObject report = outcome.json();
            QCOMPARE(report[u"denormals"].toString(), u"kept"_s);
            const QJsonArray convolutions = report[u"convolutions"].toArray();
            QVERIFY(!convolutions.isEmpty());
            int asked = 0;
            for (const auto& each : convolutions) {
                const bool winograd = each[u"algorithm"].toString() == u"winograd"_s;
                QCOMPARE(winograd, each[u"reason"].toString() == u"asked for"_s);
                asked += winograd;
            }
            QVERIFY(asked > 0);
        }
        const Outcome unknown = cli({u"measure"_s, model(), u"--algorithm"_s, u"fft"_s});
        QCOMPARE(unknown.status, 2);
        QVERIFY2(unknown.err.contains("direct|im2col|winograd"), unknown.err.constData());
    }

    // In INT8 beside the same in float32; a model of which there is no such variant says so.
    void quantized() {
        const QStringList measured{u"measure"_s,   u"--variants"_s, u"baseline,both,int8"_s,
                                   u"--seconds"_s, u"0.3"_s,        u"--json"_s};
        const Outcome outcome = cli(measured + QStringList{model()});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const QJsonObject report = outcome.json();
        const QJsonArray variants = report[u"variants"].toArray();
        QCOMPARE(variants.size(), 3);
        const QJsonObject both = variants[1].toObject(), int8 = variants[2].toObject();
        QVERIFY(int8[u"quantized"].toBool() && !both[u"quantized"].toBool());
        QVERIFY(int8[u"arena_bytes"].toDouble() < both[u"arena_bytes"].toDouble() * 0.3);
        QVERIFY(int8[u"weight_bytes"].toDouble() < both[u"weight_bytes"].toDouble() * 0.3);
        const QJsonObject calibration = int8[u"calibration"].toObject();
        QCOMPARE(calibration[u"samples"].toInt(), 32);
        QVERIFY(!calibration[u"random"].toBool());
        const QJsonObject last = report[u"comparisons"].toArray()[2].toObject();
        QCOMPARE(last[u"a"].toString() + last[u"b"].toString(), u"bothint8"_s);
        QVERIFY(report[u"left_out"].toArray().isEmpty());

        QVERIFY(cli({u"quantize"_s, model(), u"-o"_s, file("quantized.onnx")}).status == 0);
        const Outcome already = cli(
            {u"measure"_s, file("quantized.onnx"), u"--variants"_s, u"both,int8"_s, u"--seconds"_s, u"0.2"_s});
        QVERIFY2(already.status == 0, already.err.constData());
        QVERIFY2(already.out.contains("int8: not measured: the model is quantized already"),
                 already.out.constData());
    }

    // In so little time there is none for a warm-up, which the line of the variant says.
    void withoutWarmup() {
        const Outcome outcome = cli({u"measure"_s, model(), u"--variants"_s, u"baseline"_s, u"--seconds"_s,
                                     u"0.01"_s, u"--save"_s, file("cold.json"), u"--force"_s});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const auto record = device::readRecord(file("cold.json").toStdString());
        QVERIFY2(record, record ? "" : record.error().message.c_str());
        QVERIFY(record->variants[0].warmups);
        QCOMPARE(outcome.out.contains("without warm-up"), record->variants[0].isWithoutWarmup());
        const double first = record->variants[0].first.wall;
        if (first >= 0.0025) QCOMPARE(record->variants[0].warmups, std::optional(0));
    }

    void files() {
        const Outcome outcome =
            cli({u"measure"_s, model(), u"--variants"_s, u"both"_s, u"--seconds"_s, u"0.3"_s, u"-o"_s,
                 file("samples.csv"), u"--operators"_s, file("operators.csv"), u"--save"_s, file("record.json"),
                 u"--profile"_s, file("trace.json")});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        QVERIFY2(outcome.out.contains("slowest operators of both"), outcome.out.constData());
        // The head of the column says which memory it is, and one line says its meaning.
        QVERIFY2(outcome.out.contains("Peak memory") && outcome.out.contains(device::PeakMemoryMeaning),
                 outcome.out.constData());
        const auto record = device::readRecord(file("record.json").toStdString());
        QVERIFY2(record, record ? "" : record.error().message.c_str());
        const auto kept = std::make_shared<const device::Record>(*record);
        QFile samples(file("samples.csv")), operators(file("operators.csv"));
        QVERIFY(samples.open(QIODevice::ReadOnly) && operators.open(QIODevice::ReadOnly));
        QCOMPARE(samples.readAll().toStdString(), table::csvText(device::sampleTable(kept)));
        QCOMPARE(operators.readAll().toStdString(), table::csvText(device::profileTable(kept)));
        QVERIFY(record->variants.front().arenaBytes > 0);
        const auto trace = trace::readTrace(std::filesystem::path(file("trace.json").toStdString()));
        QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
        QCOMPARE(trace->tool, trace::Tool::Edgewright);
        QCOMPARE(trace->spans.size(), record->variants.front().operators.size());
        QCOMPARE(trace->tracks.front().thread.text, std::string("both"));
    }

    // The same rows in documents; a caption goes with those of -o.
    void tablesAsDocuments() {
        const QStringList start{u"measure"_s,   model(),  u"--variants"_s, u"baseline"_s,
                                u"--seconds"_s, u"0.2"_s, u"--json"_s};
        const Outcome outcome =
            cli(start + QStringList{u"-o"_s, file("samples.md"), u"--operators"_s, file("operators.tex"),
                                    u"--caption"_s, u"Each of them"_s});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const QJsonObject report = outcome.json();
        const std::pair<const char*, qsizetype> documents[] = {
            {"samples.md", report[u"variants"][0][u"samples_ms"].toArray().size()},
            {"operators.tex", report[u"per_node"].toArray().size()}};
        for (const auto& [name, rows] : documents) {
            const QByteArray text = test::contents(file(name));
            const QString problem =
                test::tableProblem(*table::formatOf(name), text.toStdString(), static_cast<std::size_t>(rows));
            QVERIFY2(problem.isEmpty(), qPrintable(problem));
            QVERIFY2(text.contains("edgewright-cli measure "), text.left(300).constData());
            QCOMPARE(text.contains("Each of them"), name == documents[0].first);
        }
        const Outcome unknown = cli(start + QStringList{u"--operators"_s, file("operators.none")});
        QVERIFY2(unknown.status == 2 && unknown.err.contains("--operators: "), unknown.err.constData());
    }

    // A profile of another runtime for the same network; and one that has nothing to do with it.
    void besideAnotherRuntime() {
        const auto profile = test::shared("traces/ort_mobilenet_v2_1t.json"),
                   network = test::sharedIfAny("exports/mobilenet_v2/model.onnx");
        if (profile.empty() || network.empty()) QSKIP(test::sharedMissing());
        const QStringList measured{u"measure"_s, u"--variants"_s, u"fusion"_s,    u"--seconds"_s,
                                   u"0.2"_s,     u"--json"_s,     u"--compare"_s, test::text(profile)};
        const Outcome outcome = cli(measured + QStringList{test::text(network)});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const QJsonObject against = outcome.json()[u"against"].toObject();
        QCOMPARE(against[u"tool"].toString(), u"ONNX Runtime"_s);
        QVERIFY(against[u"runs"].toInt() > 1);
        QVERIFY(against[u"parts"].toArray().size() > 40);
        QVERIFY(against[u"ours_alone_ms"].toDouble() < 0.1 * against[u"ours_ms"].toDouble());
        QVERIFY(against[u"theirs_alone_ms"].toDouble() < 0.1 * against[u"theirs_ms"].toDouble());
        const Outcome other = cli(measured + QStringList{model()});
        QVERIFY2(other.status == 3 && other.err.contains("ort_mobilenet_v2_1t.json"), other.err.constData());
    }

    void refusals_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::newRow("variant") << QStringList{model(), u"--variants"_s, u"fastest"_s} << 2;
        QTest::newRow("twice") << QStringList{model(), u"--variants"_s, u"fusion,fusion"_s} << 2;
        QTest::newRow("threads") << QStringList{model(), u"--threads"_s, u"0"_s} << 2;
        QTest::newRow("seconds") << QStringList{model(), u"--seconds"_s, u"-1"_s} << 2;
        QTest::newRow("no model") << QStringList{u"/nowhere.onnx"_s} << 3;
        QTest::newRow("over the model") << QStringList{model(), u"-o"_s, model()} << 2;
    }
    void refusals() {
        QFETCH(QStringList, arguments);
        arguments.prepend(u"measure"_s);
        const Outcome outcome = cli(arguments);
        QTEST(outcome.status, "status");
        QVERIFY(!outcome.err.isEmpty());
    }

    // What was measured until then is told; the exit status says that it was stopped.
    void interrupted() {
        QProcess process;
        process.start(test::cliProgram(), {u"measure"_s, model(), u"--variants"_s, u"baseline"_s,
                                           u"--seconds"_s, u"60"_s, u"--within"_s, u"0"_s, u"--json"_s});
        QVERIFY(test::interrupt(process, [&] { return test::childrensCpuSeconds(process) > 0.2; }));
        QCOMPARE(process.exitCode(), 4);
    }
};

EDGEWRIGHT_TEST(CliMeasureTest)

} // namespace edgewright::cli_measure_test

#include "cli_measure_test.moc"
