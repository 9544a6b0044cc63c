// SPDX-License-Identifier: GPL-3.0-or-later
// `quantize` and `int8` as programs: what they say of layers, of accuracy and of remedies.
#include "core/ir/builder.h"
#include "tests/cli/program.h"
#include "tests/support/test_class.h"

#include <QSet>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::cli_quantize_test {

using namespace Qt::StringLiterals;

namespace {

using test::cli;
using test::Outcome;

QString model(const char* name) { return test::sampleFile(name) + u".onnx"_s; }
QString data(const char* name) { return test::sampleFile(name); }

QStringList quantize(const char* name, const QStringList& more, int samples = 16) {
    return QStringList{u"quantize"_s, model(name),  u"--calibration"_s,       data(name), u"--data"_s,
                       data(name),    u"--limit"_s, QString::number(samples), u"--json"_s} +
           more;
}

} // namespace

class CliQuantizeTest : public QObject {
    Q_OBJECT

private slots:
    void layersAndAccuracy() {
        const Outcome outcome = cli(quantize("tiny_cnn_2d", {}));
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const QJsonObject json = outcome.json();
        const QJsonArray layers = json[u"layers"_s].toArray();
        QCOMPARE(layers.size(), 4);
        for (const QJsonValue& layer : layers) {
            QVERIFY(!layer[u"name"_s].toString().isEmpty() && !layer[u"op"_s].toString().isEmpty());
            QVERIFY(layer[u"scale"_s].toDouble() > 0);
            QVERIFY(layer[u"zero_point"_s].toInt() >= 0 && layer[u"zero_point"_s].toInt() <= 255);
            QVERIFY(layer[u"sqnr_db"_s].toDouble() > 20 && layer[u"local_sqnr_db"_s].toDouble() > 20);
            QVERIFY(layer[u"in_integers"_s].toBool());
            QVERIFY(layer[u"mean_abs_error"_s].toDouble() < layer[u"max_abs_error"_s].toDouble());
            QCOMPARE(layer[u"reason"_s].isNull(), layer[u"within_one_step"_s].toDouble() >= 0.95);
        }
        QCOMPARE(layers[0][u"activation"_s].toString(), u"Relu"_s);
        QVERIFY(json[u"bytes_after"_s].toInt() * 3 < json[u"bytes_before"_s].toInt());
        const QJsonValue accuracy = json[u"accuracy"_s];
        QCOMPARE(accuracy[u"samples"_s].toInt(), 16);
        QVERIFY(accuracy[u"fp32"_s].toDouble() > 0.8 && accuracy[u"int8"_s].toDouble() > 0.8);
        for (const auto& [of, share] : {std::pair(accuracy, u"fp32"_s), std::pair(accuracy, u"int8"_s),
                                        std::pair(QJsonValue(json), u"top1_agreement"_s)}) {
            const double low = of[share + u"_low"_s].toDouble(), high = of[share + u"_high"_s].toDouble();
            QVERIFY(low > 0.5 && low < of[share].toDouble() && of[share].toDouble() <= high && high <= 1);
        }
        QVERIFY(json[u"remedies"_s].isNull());
        QCOMPARE(json[u"weakest_output"_s][u"name"_s], json[u"outputs"_s][0][u"name"_s]);
        QCOMPARE(json[u"weakest_output"_s][u"sqnr_db"_s], json[u"outputs"_s][0][u"sqnr_db"_s]);
    }

    // Names of layers are looked at: several with commas between them, and what the model has not is an error.
    void layersInFloat() {
        const QJsonArray layers = cli(quantize("tiny_cnn_2d", {})).json()[u"layers"_s].toArray();
        const QString first = layers[0][u"name"_s].toString(), second = layers[1][u"name"_s].toString();
        const Outcome outcome = cli(quantize("tiny_cnn_2d", {u"--in-float"_s, first + u',' + second}));
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        QStringList left;
        for (const QJsonValue& each : outcome.json()[u"in_float"_s].toArray())
            if (each[u"reason"_s].toString() == u"it was asked to stay"_s) left << each[u"name"_s].toString();
        QCOMPARE(left, (QStringList{first, second}));
        const Outcome unknown = cli(quantize("tiny_cnn_2d", {u"--in-float"_s, first + u",nosuch"_s}));
        QCOMPARE(unknown.status, 2);
        QVERIFY2(unknown.err.contains("the model has no node 'nosuch'"), unknown.err.constData());
    }

    // Layers in float32 are counted as they are: they save nothing.
    void bytesOfLayersInFloat_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QStringList>("choice");
        QTest::newRow("by name") << u"qdq"_s << QStringList{u"--in-float"_s};
        QTest::newRow("by gain") << u"qdq"_s << QStringList{u"--float-layers"_s, u"1"_s};
        QTest::newRow("by name, at run time") << u"dynamic"_s << QStringList{u"--in-float"_s};
    }
    void bytesOfLayersInFloat() {
        QFETCH(QString, format);
        QFETCH(QStringList, choice);
        const QJsonArray layers = cli(quantize("tiny_cnn_2d", {})).json()[u"layers"_s].toArray();
        if (choice.size() == 1)
            choice << layers[0][u"name"_s].toString() + u',' + layers[1][u"name"_s].toString();
        const QStringList common{u"--format"_s, format};
        const QJsonObject all = cli(quantize("tiny_cnn_2d", common)).json();
        QVERIFY(all[u"kept_in_float"_s].toArray().isEmpty());
        const Outcome outcome = cli(quantize("tiny_cnn_2d", common + choice));
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const QJsonObject json = outcome.json();
        QCOMPARE(json[u"bytes_before"_s], all[u"bytes_before"_s]);
        QStringList left, readers;
        for (const QJsonValue& each : json[u"in_float"_s].toArray())
            left << each[u"name"_s].toString();
        int bytes = 0;
        for (const QJsonValue& each : json[u"kept_in_float"_s].toArray()) {
            QVERIFY(!each[u"beside_codes"_s].toBool());
            for (const QJsonValue& reader : each[u"readers"_s].toArray())
                readers << reader.toString();
            bytes += each[u"bytes"_s].toInt();
        }
        QCOMPARE(readers.size(), choice.last().count(u',') + 1);
        for (const QString& reader : readers)
            QVERIFY2(left.contains(reader), qPrintable(reader));
        // A code in place of each of their float32 weights is less than a third of these.
        const int more = json[u"bytes_after"_s].toInt() - all[u"bytes_after"_s].toInt();
        QVERIFY2(3 * more > bytes && more < bytes, qPrintable(QString::number(more)));
    }

    void noMoreLayersInFloatThanThereAre() {
        for (const QStringList& more : {QStringList(), QStringList{u"--compare"_s}}) {
            const Outcome outcome =
                cli(quantize("tiny_cnn_2d", QStringList{u"--float-layers"_s, u"99"_s} + more));
            QCOMPARE(outcome.status, 2);
            QVERIFY2(
                outcome.err.contains("--float-layers: 99 layers are to stay in float32; expected at most 4"),
                outcome.err.constData());
        }
        // One of the four gains nothing, and stays in integers.
        const Outcome some = cli(quantize("tiny_cnn_2d", {u"--float-layers"_s, u"4"_s}));
        QVERIFY2(some.status == 0, some.err.constData());
        QVERIFY(some.json()[u"bytes_after"_s].toInt() < some.json()[u"bytes_before"_s].toInt());
        QVERIFY(some.json()[u"remedies"_s][u"float_layers"_s].toArray().size() < 4);
    }

    // An operator that nobody knows takes away what follows from it, and no more.
    void aPartOfAModel() {
        ir::GraphBuilder builder;
        const ir::TensorType row(ir::DataType::Float32, ir::Dims{1, 4});
        const auto weights = [&](const char* name) {
            std::vector<float> values;
            for (int i = 0; i < 16; ++i)
                values.push_back(static_cast<float>(i % 5) - 2.0f);
            return builder.constant(name, ir::Tensor::of<float>({4, 4}, values));
        };
        const ValueId x = builder.input("x", row), h = builder.value("h", row);
        builder.nodeInto("MatMul", {x, weights("w1")}, {h});
        ir::Node node;
        node.name = "mystery";
        node.domain = "com.example";
        node.op = "Mystery";
        node.inputs = {h};
        node.outputs = {builder.value("m", row)};
        const ValueId m = node.outputs[0];
        builder.graph().addNode(std::move(node));
        builder.output(builder.node("MatMul", {m, weights("w2")}));
        QTemporaryDir folder;
        const QString file = folder.filePath(u"part.onnx"_s), written = folder.filePath(u"int8.onnx"_s);
        QVERIFY(test::writeModel(builder.take(), file.toStdString()));
        const Outcome outcome =
            cli({u"quantize"_s, file, u"--calibration"_s, u"random"_s, u"-o"_s, written, u"--json"_s});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        QVERIFY2(outcome.err.contains("'mystery' cannot run here: operator 'Mystery' of domain 'com.example'"),
                 outcome.err.constData());
        QCOMPARE(outcome.json()[u"layers"_s].toArray().size(), 1);
        const QJsonArray left = outcome.json()[u"left_out"_s].toArray();
        QCOMPARE(left.size(), 2);
        QCOMPARE(left[0][u"name"_s].toString(), u"mystery"_s);
        const QJsonObject ops = cli({u"inspect"_s, written, u"--json"_s}).json()[u"ops"_s].toObject();
        QCOMPARE(ops[u"MatMul"_s].toInt(), 2);
        QCOMPARE(ops[u"com.example.Mystery"_s].toInt(), 1);
        QVERIFY(ops[u"QuantizeLinear"_s].toInt() > 0);
        // A layer by the name of what it writes.
        const Outcome kept =
            cli({u"quantize"_s, file, u"--calibration"_s, u"random"_s, u"--in-float"_s, u"h"_s});
        QVERIFY2(kept.err.contains("it was asked to stay"), kept.err.constData());
        for (const QString& verb : {u"int8"_s, u"run"_s}) {
            const Outcome also = cli(verb == u"run" ? QStringList{verb, file}
                                                    : QStringList{verb, file, u"--calibration"_s, u"random"_s});
            QCOMPARE(also.status, verb == u"run" ? 1 : 0); // an output of the model is not there
            QVERIFY2(also.err.contains("'mystery' cannot run here"), also.err.constData());
        }
    }

    // The first reason is said.
    void whyNothingCanBeQuantized() {
        const auto file = test::shared("wild/quantize-float16/model.onnx");
        if (file.empty()) QSKIP(test::sharedMissing());
        const QStringList rest{QString::fromStdString(file.string()), u"--calibration"_s, u"random"_s};
        const QStringList written{u"quantize"_s}, studied{u"int8"_s};
        for (const QStringList& verb : {written, written + QStringList{u"--format"_s, u"dynamic"_s}, studied,
                                        studied + QStringList{u"--accumulators"_s}}) {
            const Outcome outcome = cli(verb + rest);
            QCOMPARE(outcome.status, 3);
            QVERIFY2(outcome.err.contains("the model has no operator that can be quantized: ") &&
                         outcome.err.contains("computes in float16, and only float32 is quantized"),
                     outcome.err.constData());
        }
        // A layer that can be studied all the same is told as one that is not written.
        const Outcome study = cli(studied + rest + QStringList{u"--unfused"_s});
        QVERIFY2(study.out.contains("`quantize` leaves 2 layers of these in float") &&
                     study.out.contains("computes in float16"),
                 study.out.constData());
    }

    // An option without effect is refused, with the choice that leaves it so.
    void optionsWithoutEffect_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("percentile") << QStringList{u"--percentile"_s, u"99"_s}
                                    << QByteArray("--percentile: does not count with --method ");
        QTest::newRow("other method")
            << QStringList{u"--percentile"_s, u"99"_s, u"--method"_s, u"min_max"_s}
            << QByteArray("--percentile: does not count with --method min_max, only with --method percentile");
        const QStringList idle[]{{u"--method"_s, u"percentile"_s},
                                 {u"--percentile"_s, u"99"_s},
                                 {u"--equalize"_s},
                                 {u"--correct-bias"_s},
                                 {u"--float-layers"_s, u"1"_s},
                                 {u"--replace-clips"_s},
                                 {u"--activations"_s, u"symmetric"_s},
                                 {u"--codes"_s, u"int8"_s},
                                 {u"--weight-codes"_s, u"int16"_s},
                                 {u"--limits"_s, u"full"_s},
                                 {u"--power-of-two"_s},
                                 {u"--rounding"_s, u"half-up"_s}};
        for (const QStringList& options : idle)
            QTest::newRow(qPrintable(options.first()))
                << options + QStringList{u"--format"_s, u"dynamic"_s}
                << options.first().toUtf8() + ": does not count with --format dynamic";
    }
    void optionsWithoutEffect() {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, says);
        const Outcome outcome = cli(quantize("tiny_cnn_2d", options));
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains(says), outcome.err.constData());
    }
    void aPercentileOfItsMethod() {
        const Outcome outcome =
            cli(quantize("tiny_cnn_2d", {u"--percentile"_s, u"99"_s, u"--method"_s, u"percentile"_s}));
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        QCOMPARE(outcome.json()[u"settings"_s][u"percentile"_s].toDouble(), 99.0);
        QCOMPARE(outcome.json()[u"settings"_s][u"method"_s].toString(), u"percentile"_s);
    }

    // A model that comes quantized is told against itself in float, in either form and by both verbs.
    void aQuantizedModelAgainstItselfInFloat() {
        QTemporaryDir folder;
        for (const QString& format : {u"qdq"_s, u"qoperator"_s, u"dynamic"_s}) {
            const QString file = folder.filePath(format + u".onnx"_s);
            const Outcome made = cli(quantize("tiny_cnn_2d", {u"--format"_s, format, u"-o"_s, file}));
            QVERIFY2(made.status == 0, made.err.constData());
            const double meant = made.json()[u"outputs"_s][0][u"sqnr_db"_s].toDouble();
            for (const QString& verb : {u"quantize"_s, u"int8"_s}) {
                const Outcome outcome = cli(
                    {verb, file, u"--calibration"_s, data("tiny_cnn_2d"), u"--limit"_s, u"16"_s, u"--json"_s});
                QVERIFY2(outcome.status == 0, outcome.err.constData());
                const QJsonObject json = outcome.json();
                QVERIFY(json[u"roundings"_s].toInt() + json[u"operators"_s].toInt() > 0);
                QVERIFY(json[u"layers"_s].isArray());
                QCOMPARE(json[u"accuracy"_s][u"samples"_s].toInt(), 16);
                const double sqnr = json[u"outputs"_s][0][u"sqnr_db"_s].toDouble();
                // Without the error of the weights, which the codes have on both sides.
                QVERIFY2(sqnr > meant - 3 && sqnr < meant + 20, qPrintable(QString::number(sqnr)));
            }
        }
        // Nothing is quantized, however that is asked for.
        for (const QStringList& option :
             {QStringList{u"--float-layers"_s, u"1"_s}, QStringList{u"--equalize"_s},
              QStringList{u"--weights"_s, u"per-tensor"_s}}) {
            const Outcome idle = cli(
                QStringList{u"quantize"_s, folder.filePath(u"qdq.onnx"_s), u"--calibration"_s, u"random"_s} +
                option);
            QCOMPARE(idle.status, 2);
            QVERIFY2(idle.err.contains(option.first().toUtf8() +
                                       ": does not count for a model that comes quantized"),
                     idle.err.constData());
        }
        // It is not written anew.
        const Outcome again = cli({u"quantize"_s, folder.filePath(u"qdq.onnx"_s), u"--calibration"_s,
                                   u"random"_s, u"-o"_s, folder.filePath(u"again.onnx"_s)});
        QVERIFY(again.status != 0 && again.err.contains("quantized already"));
        // There are no layers to write.
        const QString layers = folder.filePath(u"layers.csv"_s);
        const Outcome none =
            cli({u"int8"_s, folder.filePath(u"qdq.onnx"_s), u"--calibration"_s, u"random"_s, u"-o"_s, layers});
        QCOMPARE(none.status, 3);
        QVERIFY(none.err.contains("comes quantized") && !QFile::exists(layers));
    }

    void withoutLabelsThereIsNoAccuracy() {
        const QJsonObject json = cli({u"quantize"_s, model("tiny_cnn_2d"), u"--calibration"_s, u"random"_s,
                                      u"--limit"_s, u"2"_s, u"--json"_s})
                                     .json();
        QVERIFY(json.contains(u"accuracy"_s) && json[u"accuracy"_s].isNull());
        QCOMPARE(json[u"layers"_s].toArray().size(), 4);
    }

    void samplesOfTheCalibrationAreTold() {
        for (const QStringList& verb : {QStringList{u"quantize"_s}, QStringList{u"int8"_s},
                                        QStringList{u"int8"_s, u"--accumulators"_s, u"--widths"_s, u"32"_s}}) {
            const QStringList common = verb + QStringList{model("tiny_cnn_2d"), u"--limit"_s, u"2"_s};
            const Outcome same = cli(common + QStringList{u"--calibration"_s, u"random"_s});
            QVERIFY2(same.out.contains("which the ranges are from, too"), same.out.constData());
            const Outcome apart = cli(common);
            QVERIFY2(apart.status == 0 && !apart.out.contains("which the ranges are from, too"),
                     apart.out.constData());
        }
    }

    void remedies() {
        constexpr int Samples = 256; // on 128 no gain of a layer can be told from chance on every processor
        QTemporaryDir folder;
        const QString file = folder.filePath(u"out.onnx"_s);
        const Outcome outcome =
            cli(quantize("depthwise_cnn_2d",
                         {u"--weights"_s, u"per-tensor"_s, u"--equalize"_s, u"--replace-clips"_s,
                          u"--float-layers"_s, u"2"_s, u"--correct-bias"_s, u"-o"_s, file},
                         Samples));
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const QJsonValue remedies = outcome.json()[u"remedies"_s];
        QStringList names;
        for (const QJsonValue& effect : remedies[u"effects"_s].toArray()) {
            names.append(effect[u"name"_s].toString());
            QVERIFY(effect[u"output_sqnr_db"_s].isDouble());
            QCOMPARE(effect[u"accuracy"_s][u"samples"_s].toInt(), Samples);
        }
        QCOMPARE(names, (QStringList{u"none"_s, u"equalize"_s, u"float_layers"_s, u"correct_bias"_s}));
        QVERIFY(!remedies[u"equalized"_s][u"pairs"_s].toArray().isEmpty());
        const QJsonArray chosen = remedies[u"float_layers"_s].toArray();
        // The first two that gain, which are said with it.
        const QJsonArray gains = remedies[u"sensitivity"_s].toArray();
        QJsonArray first;
        for (int i = 0; i < gains.size(); ++i) {
            if (gains[i][u"gains"_s].toBool() && first.size() < 2) first.append(gains[i][u"name"_s]);
            QCOMPARE(gains[i][u"weakest_output"_s].toString(), u"output"_s);
            if (i > 0)
                QVERIFY(gains[i][u"in_float_sqnr_db"_s].toDouble() <=
                        gains[i - 1][u"in_float_sqnr_db"_s].toDouble());
        }
        QVERIFY(!first.isEmpty());
        QCOMPARE(chosen, first);
        QVERIFY(!remedies[u"corrected"_s][u"layers"_s].toArray().isEmpty());
        // Those, and no others, are told among those in float; what is written runs.
        int asked = 0;
        for (const QJsonValue& left : outcome.json()[u"in_float"_s].toArray())
            asked += left[u"reason"_s].toString() == u"it was asked to stay"_s;
        QCOMPARE(asked, static_cast<int>(chosen.size()));
        QCOMPARE(cli({u"run"_s, file, u"--quiet"_s}).status, 0);
    }

    void aClipIsInTheWayUnlessReplaced() {
        const QJsonValue equalized =
            cli(quantize("depthwise_cnn_2d", {u"--equalize"_s})).json()[u"remedies"_s][u"equalized"_s];
        QVERIFY(equalized[u"replaced_clips"_s].toArray().isEmpty());
        bool isTold = false;
        for (const QJsonValue& left : equalized[u"left"_s].toArray())
            isTold |= left[u"reason"_s].toString().contains(u"limits it at 6"_s);
        QVERIFY(isTold);
    }

    // All strategies at once, the remedies behind them.
    void comparing() {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"rows.csv"_s);
        const Outcome outcome =
            cli(quantize("tiny_cnn_2d", {u"--compare"_s, u"--correct-bias"_s, u"-o"_s, file}));
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const QJsonObject json = outcome.json();
        const QJsonArray rows = json[u"strategies"_s].toArray();
        QCOMPARE(rows.size(), 26);
        QStringList names;
        for (const QJsonValue& row : rows) {
            names.append(row[u"name"_s].toString());
            QVERIFY(row[u"accuracy_int8"_s].toDouble() > 0.8 && row[u"top1_agreement"_s].toDouble() > 0.8);
            QVERIFY(row[u"output_sqnr_db"_s].toDouble() > 10);
            QCOMPARE(row[u"weakest_output"_s].toString(), u"output"_s);
            QVERIFY(row[u"worst_layer_sqnr_db"_s].toDouble() <= row[u"mean_layer_sqnr_db"_s].toDouble());
            QVERIFY(!row[u"worst_layer"_s].toString().isEmpty());
            QVERIFY(row[u"bytes_after"_s].toInt() * 3 < row[u"bytes_before"_s].toInt());
        }
        for (const QJsonValue& row : rows)
            QVERIFY(row[u"lowest_sqnr_db"_s].toDouble() < row[u"output_sqnr_db"_s].toDouble() &&
                    row[u"output_sqnr_db"_s].toDouble() < row[u"highest_sqnr_db"_s].toDouble());
        QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), 26);
        QVERIFY(names.back().endsWith(u"biases corrected"_s));
        QVERIFY(names.contains(json[u"recommended"_s].toString()));
        QStringList alike;
        for (const QJsonValue& each : json[u"alike"_s].toArray())
            alike.append(each.toString());
        QVERIFY(!alike.contains(json[u"recommended"_s].toString()));
        for (int row = 0; row < rows.size(); ++row)
            QCOMPARE(rows[row][u"alike"_s].toBool(), alike.contains(names[row]));
        const QJsonArray findings = json[u"findings"_s].toArray(); // the choice, then what it rests on
        QVERIFY(findings.size() > 4);
        QVERIFY2(findings[0].toString().startsWith(u"Choose "_s + json[u"recommended"_s].toString() + u": "_s),
                 qPrintable(findings[0].toString()));
        // As `quantize` tells of the same choice.
        const QJsonObject alone = cli(quantize("tiny_cnn_2d", {})).json();
        const QJsonValue same = rows[names.indexOf(u"per channel, asymmetric uint8, min-max"_s)];
        QCOMPARE(same[u"output_sqnr_db"_s].toDouble(), alone[u"outputs"_s][0][u"sqnr_db"_s].toDouble());
        QCOMPARE(same[u"accuracy_int8"_s].toDouble(), alone[u"accuracy"_s][u"int8"_s].toDouble());
        QCOMPARE(same[u"bytes_after"_s].toInt(), alone[u"bytes_after"_s].toInt());

        QFile csv(file);
        QVERIFY(csv.open(QIODevice::ReadOnly));
        const QByteArrayList lines = csv.readAll().trimmed().split('\n');
        QCOMPARE(lines.size(), 27);
        QVERIFY(lines.front().startsWith("name,weights,activations,method,remedy,accuracy_fp32"));
        QCOMPARE(cli(quantize("tiny_cnn_2d", {u"--compare"_s, u"--weights"_s, u"per-tensor"_s})).status, 2);
    }

    void comparingWithoutLabels() {
        const Outcome csv = cli({u"quantize"_s, model("tiny_cnn_2d"), u"--calibration"_s, u"random"_s,
                                 u"--limit"_s, u"2"_s, u"--compare"_s, u"-o"_s, u"-"_s});
        QVERIFY2(csv.status == 0, csv.err.constData());
        const QByteArrayList lines = csv.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 25);
        QVERIFY(lines[1].contains(",none,,,")); // no remedy, no accuracy
    }

    // The lowest and the highest of single samples stand beside the figure of all; one sample is told as one.
    void spreadOverSamples() {
        const QStringList common{model("tiny_cnn_2d"), u"--calibration"_s, data("tiny_cnn_2d")};
        for (const QString& verb : {u"quantize"_s, u"int8"_s}) {
            const QStringList four = QStringList{verb} + common + QStringList{u"--limit"_s, u"4"_s};
            const Outcome text = cli(four);
            QVERIFY2(text.out.contains(" dB, 4 samples), max |error| "), text.out.constData());
            for (const char* told : {"top-1 agreement  ", "accuracy  FP32 ", " %, 4 samples), INT8 ",
                                     " %, 4 samples), with 95 % confidence"})
                QVERIFY2(text.out.contains(told), text.out.constData());
            const QJsonObject json = cli(four + QStringList{u"--json"_s}).json();
            const QJsonValue output = json[u"outputs"_s][0], layer = json[u"layers"_s][0];
            QCOMPARE(output[u"samples"_s].toInt(), 4);
            for (const QJsonValue& each : {output, layer}) {
                QVERIFY(each[u"lowest_sqnr_db"_s].toDouble() < each[u"sqnr_db"_s].toDouble());
                QVERIFY(each[u"sqnr_db"_s].toDouble() < each[u"highest_sqnr_db"_s].toDouble());
            }
            if (verb == u"quantize"_s) {
                QCOMPARE(json[u"worst_sample"_s][u"sqnr_db"_s].toDouble(),
                         output[u"lowest_sqnr_db"_s].toDouble());
                QVERIFY(!json[u"worst_sample"_s][u"name"_s].toString().isEmpty());
                QVERIFY(json[u"warning"_s].isNull() && json[u"unlike_inputs"_s].isNull());
            }
            const Outcome one = cli(QStringList{verb} + common + QStringList{u"--limit"_s, u"1"_s});
            QVERIFY2(one.out.contains(" dB (1 sample), max |error| "), one.out.constData());
        }
    }

    void accumulators() {
        const QStringList common{u"int8"_s,           model("tiny_cnn_2d"), u"--calibration"_s,
                                 data("tiny_cnn_2d"), u"--limit"_s,         u"4"_s,
                                 u"--accumulators"_s};
        const Outcome outcome = cli(common + QStringList{u"--widths"_s, u"32,12"_s, u"--json"_s});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const QJsonObject json = outcome.json();
        const QJsonArray rows = json[u"accumulators"_s].toArray(), layers = json[u"layers"_s].toArray();
        QCOMPARE(rows.size(), 4);
        QCOMPARE(layers.size(), 4);
        for (const QJsonValue& layer : layers) {
            QVERIFY(layer[u"measured_bits"_s].toInt() <= layer[u"worst_bits"_s].toInt());
            QVERIFY(layer[u"worst_bits"_s].toInt() <= layer[u"recommended_bits"_s].toInt());
            QVERIFY(layer[u"worst_low"_s].toInt() < 0 && layer[u"worst_high"_s].toInt() > 0);
            QVERIFY(layer[u"product_bits"_s].toInt() > 8 && layer[u"terms"_s].toInt() > 1);
        }
        QCOMPARE(rows[0][u"overflow"_s].toString(), u"saturate"_s);
        QCOMPARE(rows[1][u"overflow"_s].toString(), u"wrap"_s);
        QCOMPARE(rows[1][u"overflows"_s].toInt(), 0);
        QCOMPARE(rows[0][u"output_sqnr_db"_s].toDouble(), rows[1][u"output_sqnr_db"_s].toDouble());
        QVERIFY(rows[3][u"overflows"_s].toInt() > 0);
        QVERIFY(!rows[3][u"overflowing_layers"_s].toArray().isEmpty());
        QVERIFY(json[u"findings"_s].toArray().size() >= 2);
        QVERIFY(
            json[u"findings"_s][0].toString().startsWith(u"Of the widths tried, 32 bits is the narrowest"_s));
        const Outcome csv = cli(common + QStringList{u"--widths"_s, u"24"_s, u"-o"_s, u"-"_s});
        QCOMPARE(csv.out.trimmed().split('\n').size(), 3);
        QCOMPARE(cli(common + QStringList{u"--widths"_s, u"7"_s}).status, 3);
        QCOMPARE(cli(common + QStringList{u"--accumulator-bits"_s, u"16"_s}).status, 2);
    }

    void int8SeesTheFusedGraph() {
        const QStringList common{u"int8"_s,          model("residual_cnn_2d"),
                                 u"--calibration"_s, data("residual_cnn_2d"),
                                 u"--limit"_s,       u"4"_s,
                                 u"--json"_s};
        const QJsonObject fused = cli(common).json();
        const QJsonObject unfused = cli(common + QStringList{u"--unfused"_s}).json();
        QCOMPARE(fused[u"layers"_s].toArray().size(), unfused[u"layers"_s].toArray().size());
        QCOMPARE(fused[u"layers"_s][0][u"activation"_s].toString(), u"Relu"_s);
        QVERIFY(unfused[u"layers"_s][0][u"activation"_s].toString().isEmpty());
        for (const QJsonValue& layer : fused[u"layers"_s].toArray()) {
            QVERIFY(layer[u"cosine"_s].toDouble() > 0.99);
            QVERIFY(layer[u"weight_sqnr_db"_s].toDouble() > 30);
            QVERIFY(layer[u"accumulated_sqnr_db"_s].toDouble() > 15);
            QVERIFY(layer[u"mean_abs_error"_s].toDouble() > 0);
        }
        QCOMPARE(fused[u"accuracy"_s][u"samples"_s].toInt(), 4);
        QCOMPARE(fused[u"tops"_s].toArray().size(), 4);
        QVERIFY(fused[u"tops"_s][0][u"name"_s].toString().contains(u"test.npz"_s));
    }
};

EDGEWRIGHT_TEST(CliQuantizeTest)

} // namespace edgewright::cli_quantize_test

#include "cli_quantize_test.moc"
