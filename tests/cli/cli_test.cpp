// SPDX-License-Identifier: GPL-3.0-or-later
// The command line as its users meet it: the real program, its exit status, its JSON.
#include "tests/support/shared_files.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace edgewright;
using namespace Qt::StringLiterals;

namespace {

struct Outcome {
    int status = -1;
    QByteArray out, err;
    QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
};

Outcome cli(const QStringList& arguments) {
    QProcess process;
    process.start(QStringLiteral(EDGEWRIGHT_CLI), arguments);
    if (!process.waitForFinished(120000)) return {};
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            process.readAllStandardOutput(), process.readAllStandardError()};
}

QString path(const std::filesystem::path& file) { return QString::fromStdString(file.string()); }
QString sample(const char* name) { return path(test::sample(name)); }

} // namespace

class CliTest : public QObject {
    Q_OBJECT

private slots:
    void inspectTellsWhatIsInTheFile() {
        const Outcome outcome = cli({u"inspect"_s, sample("tiny_cnn_2d.onnx"), u"--json"_s});
        QCOMPARE(outcome.status, 0);
        const QJsonObject json = outcome.json();
        QCOMPARE(json[u"ops"_s][u"Conv"_s].toInt(), 3);
        QCOMPARE(json[u"ops"_s][u"BatchNormalization"_s].toInt(), 3);
        QVERIFY(json[u"parameters"_s].toInt() > 100000 && json[u"parameters"_s].toInt() < 140000);
        QCOMPARE(json[u"parameter_bytes"_s].toInt(), json[u"parameters"_s].toInt() * 4);
        QVERIFY(json[u"macs"_s].isDouble());
        QCOMPARE(json[u"inputs"_s][0][u"dtype"_s].toString(), u"float32"_s);
        QCOMPARE(json[u"inputs"_s][0][u"shape"_s][0].toString(), u"batch"_s);
        QVERIFY(!json[u"unresolved"_s].toArray().isEmpty());
        QVERIFY(json[u"model"_s][u"opsets"_s][u"ai.onnx"_s].toInt() >= 9);
    }

    void bindingGivesEveryShape() {
        const QJsonObject json =
            cli({u"inspect"_s, sample("tiny_cnn_2d.onnx"), u"--bind"_s, u"batch=2"_s, u"--json"_s}).json();
        QVERIFY(json[u"unresolved"_s].toArray().isEmpty());
        QCOMPARE(json[u"outputs"_s][0][u"shape"_s][0].toInt(), 2);
    }

    void fuseIsVerifiedAndItsModelRuns() {
        QTemporaryDir folder;
        const QString fused = folder.filePath(u"fused.onnx"_s);
        const Outcome outcome =
            cli({u"fuse"_s, sample("tiny_cnn_2d.onnx"), u"-o"_s, fused, u"--verify"_s, u"--json"_s});
        QCOMPARE(outcome.status, 0);
        const QJsonObject json = outcome.json();
        QVERIFY(json[u"nodes_after"_s].toInt() < json[u"nodes_before"_s].toInt());
        QVERIFY(json[u"verify"_s][u"outputs"_s][0][u"rel_norm"_s].toDouble() < 1e-5);
        QVERIFY(!json[u"applied"_s].toArray().isEmpty());
        QVERIFY(!json[u"ops_after"_s].toObject().contains(u"BatchNormalization"_s));

        const QString before = folder.filePath(u"before"_s), after = folder.filePath(u"after"_s);
        QCOMPARE(cli({u"run"_s, sample("tiny_cnn_2d.onnx"), u"--save"_s, before}).status, 0);
        const Outcome rerun = cli({u"run"_s, fused, u"--save"_s, after, u"--json"_s});
        QCOMPARE(rerun.status, 0);
        QCOMPARE(rerun.json()[u"operator_calls"_s].toInt(), json[u"nodes_after"_s].toInt());
        QVERIFY(QFile::exists(after + u"/output_0.pb"_s));
    }

    void rulesCanBeChosen() {
        const QJsonObject none =
            cli({u"fuse"_s, sample("tiny_cnn_2d.onnx"), u"--rules"_s, u"eliminate_identity"_s, u"--json"_s})
                .json();
        QCOMPARE(none[u"ops_after"_s][u"BatchNormalization"_s].toInt(), 3);
        const QJsonObject without =
            cli({u"fuse"_s, sample("tiny_cnn_2d.onnx"), u"--without"_s, u"fold_batch_norm"_s, u"--json"_s})
                .json();
        for (const QJsonValue& step : without[u"applied"_s].toArray())
            QVERIFY(step[u"rule"_s].toString() != u"fold_batch_norm"_s);
        QCOMPARE(cli({u"fuse"_s, sample("tiny_cnn_2d.onnx"), u"--rules"_s, u"no_such_rule"_s}).status, 2);
    }

    void runTakesNumpyInputs() {
        // A stack of held-out inputs binds the open batch dimension.
        for (const char* name : {"tiny_cnn_2d", "signal_cnn_1d", "residual_cnn_2d", "depthwise_cnn_2d"}) {
            QTemporaryDir folder;
            const QString input =
                cli({u"inspect"_s, sample((std::string(name) + ".onnx").c_str()), u"--json"_s})
                    .json()[u"inputs"_s][0][u"name"_s]
                    .toString();
            const QString data = sample(name);
            const Outcome outcome =
                cli({u"run"_s, data + u".onnx"_s, u"--input"_s, input + u'=' + data + u"/test.npy"_s,
                     u"--save"_s, folder.path(), u"--json"_s});
            QVERIFY2(outcome.status == 0, outcome.err.constData());
            QCOMPARE(outcome.json()[u"outputs"_s][0][u"shape"_s][0].toInt(), 64);
        }
    }

    void arenaGivesTheSameOutputs() {
        QTemporaryDir plain, arena;
        const QString model = sample("residual_cnn_2d.onnx");
        QCOMPARE(cli({u"run"_s, model, u"--fuse"_s, u"--save"_s, plain.path()}).status, 0);
        QCOMPARE(cli({u"run"_s, model, u"--fuse"_s, u"--arena"_s, u"--save"_s, arena.path()}).status, 0);
        QFile a(plain.filePath(u"output_0.pb"_s)), b(arena.filePath(u"output_0.pb"_s));
        QVERIFY(a.open(QIODevice::ReadOnly) && b.open(QIODevice::ReadOnly));
        const QByteArray bytes = a.readAll();
        QVERIFY(bytes.size() > 40);
        QCOMPARE(bytes, b.readAll());
    }

    void planIsVerifiedAndWritten() {
        QTemporaryDir folder;
        const QString model = sample("residual_cnn_2d.onnx");
        const Outcome outcome = cli({u"plan"_s, model, u"--planner"_s, u"all"_s, u"-o"_s,
                                     folder.filePath(u"plan.json"_s), u"--json"_s});
        QCOMPARE(outcome.status, 0);
        const QJsonObject json = outcome.json();
        for (const QJsonValue& result : json[u"results"_s].toArray()) {
            QVERIFY(result[u"verified"_s].toBool());
            QVERIFY(result[u"peak"_s].toDouble() >= json[u"lower_bound"_s].toDouble());
        }
        QFile plan(folder.filePath(u"plan.json"_s));
        QVERIFY(plan.open(QIODevice::ReadOnly));
        QCOMPARE(QJsonDocument::fromJson(plan.readAll())[u"offsets"_s].toArray().size(),
                 json[u"buffers"_s].toInt());
        QCOMPARE(cli({u"plan"_s, model, u"--capacity"_s, u"1"_s}).status, 1);
        QCOMPARE(cli({u"plan"_s, model, u"-o"_s, folder.filePath(u"plan.h"_s)}).status, 0);
        QCOMPARE(cli({u"plan"_s, model, u"-o"_s, folder.filePath(u"plan.csv"_s)}).status, 0);
        const Outcome again = cli({u"plan"_s, u"--instance"_s, folder.filePath(u"plan.csv"_s), u"--json"_s});
        QCOMPARE(again.json()[u"buffers"_s].toInt(), json[u"buffers"_s].toInt());
    }

    void int8MeasuresEveryLayer() {
        const Outcome outcome = cli({u"int8"_s, sample("tiny_cnn_2d.onnx"), u"--calibration"_s,
                                     sample("tiny_cnn_2d"), u"--limit"_s, u"8"_s, u"--json"_s});
        QCOMPARE(outcome.status, 0);
        const QJsonArray layers = outcome.json()[u"layers"_s].toArray();
        QCOMPARE(layers.size(), 4); // three Conv, one Gemm
        for (const QJsonValue& layer : layers) {
            QVERIFY(layer[u"sqnr_db"_s].toDouble() > 20);
            QCOMPARE(layer[u"overflows"_s].toInt(), 0);
            QVERIFY(layer[u"accumulator_bits_needed"_s].toInt() > 8 &&
                    layer[u"accumulator_bits_needed"_s].toInt() <= 32);
        }
        QVERIFY(outcome.json()[u"top1_agreement"_s].toDouble() > 0.8);
        const QJsonObject narrow = cli({u"int8"_s, sample("tiny_cnn_2d.onnx"), u"--limit"_s, u"1"_s,
                                        u"--accumulator-bits"_s, u"12"_s, u"--json"_s})
                                       .json();
        QVERIFY(narrow[u"layers"_s][1][u"overflows"_s].toInt() > 0);
    }

    void costCoversEveryLayer() {
        const Outcome outcome = cli({u"cost"_s, sample("tiny_cnn_2d.onnx"), u"--array"_s, u"8x8"_s,
                                     u"--dataflow"_s, u"os"_s, u"--json"_s});
        QCOMPARE(outcome.status, 0);
        const QJsonObject json = outcome.json();
        QCOMPARE(json[u"layers"_s].toArray().size(), 4);
        double cycles = 0;
        for (const QJsonValue& layer : json[u"layers"_s].toArray())
            cycles += layer[u"cycles"_s].toDouble();
        QCOMPARE(json[u"total"_s][u"cycles"_s].toDouble(), cycles);
        QCOMPARE(cli({u"cost"_s, sample("tiny_cnn_2d.onnx"), u"--array"_s, u"8"_s}).status, 2);
    }

    void wrongCommandLinesAreStatus2() {
        QCOMPARE(cli({}).status, 2);
        QCOMPARE(cli({u"no-such-verb"_s}).status, 2);
        QCOMPARE(cli({u"inspect"_s}).status, 2);
        QCOMPARE(cli({u"inspect"_s, sample("tiny_cnn_2d.onnx"), u"--bind"_s, u"batch"_s}).status, 2);
        QCOMPARE(cli({u"--help"_s}).status, 0);
        QCOMPARE(cli({u"run"_s, u"--help"_s}).status, 0);
    }

    void badInputIsStatus3WithOneClearMessage() {
        const Outcome missing = cli({u"inspect"_s, u"/no/such/model.onnx"_s, u"--json"_s});
        QCOMPARE(missing.status, 3);
        QVERIFY(missing.err.contains("/no/such/model.onnx"));
        QVERIFY(missing.out.isEmpty());
        QTemporaryDir folder;
        QFile file(folder.filePath(u"text.onnx"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("this is no model");
        file.close();
        QCOMPARE(cli({u"inspect"_s, file.fileName()}).status, 3);
    }

    void badFilesAreAnswered_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("status");
        QTest::newRow("bare graph") << u"bare-graphproto-no-modelproto.onnx"_s << 3;
        QTest::newRow("pointer") << u"git-lfs-pointer.onnx"_s << 3;
        QTest::newRow("truncated") << u"truncated-at-400000-bytes.onnx"_s << 3;
        QTest::newRow("unknown domain") << u"custom-domain-finn.onnx"_s << 0;
        QTest::newRow("unknown operator") << u"custom-op-RequantShift-resnet8-int.onnx"_s << 0;
        QTest::newRow("missing data") << u"external-data-file-missing.onnx"_s << 0;
    }

    void badFilesAreAnswered() {
        QFETCH(QString, file);
        QFETCH(int, status);
        const auto found = test::shared("bad-files/" + file.toStdString());
        if (found.empty()) QSKIP(test::sharedMissing());
        const Outcome outcome = cli({u"inspect"_s, path(found), u"--json"_s});
        QCOMPARE(outcome.status, status);
        if (status == 3)
            QVERIFY(outcome.err.contains(file.toUtf8()));
        else
            QVERIFY(!outcome.json()[u"notes"_s].toArray().isEmpty());
    }

    void interruptIsStatus4() {
        QProcess process;
        process.start(QStringLiteral(EDGEWRIGHT_CLI),
                      {u"run"_s, sample("residual_cnn_2d.onnx"), u"--repeat"_s, u"1000000"_s});
        QVERIFY(process.waitForStarted());
        QTest::qWait(500);
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(10000));
        QCOMPARE(process.exitCode(), 4);
    }
};

QTEST_GUILESS_MAIN(CliTest)
#include "cli_test.moc"
