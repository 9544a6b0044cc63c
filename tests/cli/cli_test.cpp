// SPDX-License-Identifier: GPL-3.0-or-later
// The command line as its users meet it: the real program, its exit status, its JSON.
#include "core/ir/builder.h"
#include "tests/cli/program.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::cli_test {

using namespace Qt::StringLiterals;

namespace {

using test::cli;
using test::Outcome;

QString path(const std::filesystem::path& file) { return test::text(file); }
QString sample(const char* name) { return test::sampleFile(name); }

} // namespace

class CliTest : public QObject {
    Q_OBJECT

private slots:
    // Valid models that begin with a map, or end with one, whose scores run.
    void mapsAreNoFault() {
        const auto add = [](ir::GraphBuilder& builder, const char* op, ValueId in,
                            std::vector<ir::Attribute> attributes) {
            const ValueId out = builder.value(std::string(op) + "_out", {});
            builder.graph().node(builder.nodeInto(op, {in}, {out}, std::move(attributes))).domain =
                "ai.onnx.ml";
            return out;
        };
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {ir::DataType::Float32, ir::Dims{2, 2}});
        const ValueId scores = add(builder, "LinearRegressor", x,
                                   {{"coefficients", std::vector<float>{1, 2}}, {"targets", std::int64_t(1)}});
        builder.output(add(builder, "ZipMap", scores, {{"classlabels_int64s", std::vector<std::int64_t>{0}}}));
        ir::Model model;
        model.irVersion = 8;
        model.opsets = {{"", 15}, {"ai.onnx.ml", 1}};
        model.graph = builder.take();
        QTemporaryDir folder;
        const QString file = folder.filePath(u"zipmap.onnx"_s);
        QVERIFY(edgewright::onnx::exportModel(model, model.graph, file.toStdString()));
        for (const QStringList& verb : {QStringList{u"inspect"_s, file}, QStringList{u"run"_s, file},
                                        QStringList{u"run"_s, file, u"--arena"_s, u"--guard"_s},
                                        QStringList{u"run"_s, file, u"--fuse"_s}}) {
            const Outcome outcome = cli(verb);
            QVERIFY2(outcome.status == 0, outcome.err.constData());
        }
        const auto wild = test::shared("wild/map-input-is-an-error");
        if (wild.empty()) QSKIP(test::sharedMissing());
        const Outcome outcome = cli({u"inspect"_s, path(wild / "model.onnx")});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        QVERIFY2(outcome.out.contains("y  float32[1,1]"), outcome.out.constData());
    }

    void inspectTellsWhatIsStoredInVain() {
        const ir::Dims dims{256, 256};
        ir::GraphBuilder builder;
        ValueId at = builder.input("x", {ir::DataType::Float32, dims});
        for (const char* name : {"a", "b", "c"}) {
            const ValueId weight = builder.value(name, {ir::DataType::Float32, dims});
            builder.graph().value(weight).constant = *ir::Tensor::allocate(ir::DataType::Float32, dims);
            at = builder.node("Add", {at, weight});
        }
        builder.output(at);
        QTemporaryDir folder;
        const QString file = folder.filePath(u"vain.onnx"_s);
        QVERIFY(test::writeModel(builder.take(), file.toStdString()));
        const QJsonObject use = cli({u"inspect"_s, file, u"--json"_s}).json()[u"parameter_use"_s].toObject();
        QCOMPARE(use[u"used"_s].toInt(), 196608);
        QCOMPARE(use[u"unused"_s].toInt(-1), 0);
        QCOMPARE(use[u"used_initializers"_s].toInt(), 3);
        QCOMPARE(use[u"equal_initializers"_s].toInt(), 2);
        QCOMPARE(use[u"needed_bytes"_s].toInt(), 262144);
        const QByteArray text = cli({u"inspect"_s, file}).out;
        QVERIFY2(text.contains("2 of the 3 used are equal to the first, 'a' ("), text.constData());
    }

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

    // The collection's index counts initializers and Constant nodes, of subgraphs too: the column after the
    // nodes. It leaves out Constant nodes that hold a number instead of a tensor, of which one model has five.
    void parametersAreAllThatTheFileStores() {
        const auto index = test::shared("models/README.md");
        if (index.empty()) QSKIP(test::sharedMissing());
        QFile file(path(index));
        QVERIFY(file.open(QIODevice::ReadOnly));
        int models = 0;
        for (const QByteArray& line : file.readAll().split('\n')) {
            const QList<QByteArray> cells = line.split('|');
            if (cells.size() < 12) continue;
            const std::string name = cells[1].trimmed().toStdString();
            const auto model = test::sharedIfAny("models/" + name + "/model.onnx");
            bool counted = false;
            const qlonglong expected =
                cells[9].trimmed().toLongLong(&counted) + (name == "tiny-decoder-op24" ? 5 : 0);
            if (model.empty() || !counted) continue;
            const QJsonObject json = cli({u"inspect"_s, path(model), u"--json"_s}).json();
            QVERIFY2(json[u"parameters"_s].toInteger() == expected,
                     qPrintable(u"%1: %2 for %3"_s.arg(cells[1].trimmed())
                                    .arg(json[u"parameters"_s].toInteger())
                                    .arg(expected)));
            QVERIFY(json[u"parameter_bytes"_s].toInteger() > 0);
            ++models;
        }
        QVERIFY(models >= 40);
    }

    // With extents for every symbol of the inputs, nothing is left open.
    void dynamicModelsResolve_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QStringList>("bindings");
        const auto row = [](const char* model, const QStringList& bindings) {
            QTest::newRow(model) << QString::fromLatin1(model) << bindings;
        };
        row("yunet-n-dynamic", {u"batch=2"_s, u"height=320"_s, u"width=256"_s});
        row("retinaface-mb025-dynamic", {u"input#0=1"_s, u"input#2=320"_s, u"input#3=256"_s});
        row("t5-encoder-random", {u"batch=2"_s, u"tokens=7"_s});
        row("tiny-gpt2-ort-fused",
            {u"batch_size=2"_s, u"seq_len=3"_s, u"total_seq_len=8"_s, u"past_seq_len=5"_s});
        row("stories260k-decoder", {u"batch_size=1"_s, u"sequence_length=9"_s});
        row("ppocrv3-det-ch", {u"x#2=320"_s, u"x#3=640"_s});
        row("ssd-mobilenetv1-025-256", {u"unk__1267=1"_s});
        row("fsmn-vad-offline", {u"feats_length=50"_s});
        row("magika-v2-1", {u"unk__132=2"_s});
        row("swift-f0-op20-stft", {u"audio_length=16000"_s});
    }

    void dynamicModelsResolve() {
        QFETCH(QString, model);
        QFETCH(QStringList, bindings);
        const auto found = test::shared("models/" + model.toStdString() + "/model.onnx");
        if (found.empty()) QSKIP(test::sharedMissing());
        QStringList arguments{u"inspect"_s, path(found), u"--json"_s};
        for (const QString& each : bindings)
            arguments << u"--bind"_s << each;
        const Outcome outcome = cli(arguments);
        QCOMPARE(outcome.status, 0);
        const QJsonArray unresolved = outcome.json()[u"unresolved"_s].toArray();
        QVERIFY2(unresolved.isEmpty(), qPrintable(QString::number(unresolved.size()) +
                                                  u" values, the first "_s + unresolved[0].toString()));
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
        double microseconds = 0;
        for (const QJsonValue& node : rerun.json()[u"per_node"_s].toArray())
            microseconds += node[u"us"_s].toDouble();
        QVERIFY(microseconds > 0);
        QVERIFY(QFile::exists(after + u"/output_0.pb"_s));
    }

    // Open dimensions stay open in the file, whatever they are taken as for the check.
    void verifyingChangesNoByteOfTheFile() {
        QTemporaryDir folder;
        for (const char* name : {"tiny_cnn_2d.onnx", "residual_cnn_2d.onnx"}) {
            const QString plain = folder.filePath(u"plain.onnx"_s),
                          verified = folder.filePath(u"verified.onnx"_s);
            QCOMPARE(cli({u"fuse"_s, sample(name), u"-o"_s, plain}).status, 0);
            QCOMPARE(cli({u"fuse"_s, sample(name), u"-o"_s, verified, u"--verify"_s}).status, 0);
            QFile a(plain), b(verified);
            QVERIFY(a.open(QIODevice::ReadOnly) && b.open(QIODevice::ReadOnly));
            QVERIFY(a.readAll() == b.readAll());
            const QJsonObject json = cli({u"inspect"_s, verified, u"--json"_s}).json();
            QCOMPARE(json[u"open_dimensions"_s].toArray(), QJsonArray{u"batch"_s});
        }
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
                cli({u"run"_s, data + u".onnx"_s, u"--input"_s, input + u'=' + data + u"/inputs.npy"_s,
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

    // Both forms are written, opened again, and give the codes of each other.
    void quantizes() {
        QTemporaryDir folder;
        const QString sampleFolder = QString::fromStdString(test::sample("tiny_cnn_2d").string());
        for (const QString& format : {u"qdq"_s, u"qoperator"_s}) {
            const QString file = folder.filePath(format + u".onnx"_s);
            const Outcome outcome = cli({u"quantize"_s, sample("tiny_cnn_2d.onnx"), u"--calibration"_s,
                                         sampleFolder, u"--format"_s, format, u"-o"_s, file, u"--json"_s});
            QVERIFY2(outcome.status == 0, outcome.err.constData());
            QCOMPARE(outcome.json()["samples"].toInt(), 32);
            QVERIFY(outcome.json()["bytes_after"].toDouble() * 3 < outcome.json()["bytes_before"].toDouble());
            const QJsonObject ops = cli({u"inspect"_s, file, u"--json"_s}).json()["ops"].toObject();
            QCOMPARE(ops.contains(u"QLinearConv"_s), format == u"qoperator"_s);
            QCOMPARE(ops.contains(u"Conv"_s), format == u"qdq"_s);
            QCOMPARE(cli({u"fuse"_s, file, u"--verify"_s, u"--quiet"_s}).status, 0);
        }
        // A file instead of its folder; other ranges from the same inputs.
        const auto ranges = [&](const QStringList& more) {
            const Outcome outcome =
                cli(QStringList{u"quantize"_s, sample("tiny_cnn_2d.onnx"), u"--calibration"_s,
                                sampleFolder + u"/calibration.npy"_s, u"--json"_s} +
                    more);
            return outcome.json()["tensors"].toArray();
        };
        const QJsonArray whole = ranges({});
        QVERIFY(!whole.isEmpty());
        for (const QString& method :
             {u"moving_average"_s, u"percentile"_s, u"entropy"_s, u"mean_squared_error"_s}) {
            QStringList chosenBy{u"--method"_s, method};
            if (method == u"percentile"_s) chosenBy << u"--percentile"_s << u"99.9"_s;
            const QJsonArray chosen = ranges(chosenBy);
            QCOMPARE(chosen.size(), whole.size());
            QVERIFY2(chosen != whole, qPrintable(method));
        }
        QCOMPARE(cli({u"quantize"_s, sample("tiny_cnn_2d.onnx"), u"--percentile"_s, u"nan"_s}).status, 2);
        // Unless told otherwise, on what lies beside the model.
        const auto beside = [&](const QStringList& more) {
            return cli(QStringList{u"quantize"_s, sample("tiny_cnn_2d.onnx"), u"--json"_s} + more).json();
        };
        const QJsonObject usual = beside({});
        QVERIFY(usual["calibration"].toString().startsWith(u"32 inputs of calibration.npy"_s));
        QVERIFY(usual["data"].toString().startsWith(u"128 of 328 inputs of test.npz"_s));
        QVERIFY(usual["accuracy"]["int8"].isDouble());
        // A few to calibrate on, more to compare on, or as many as are asked for.
        QCOMPARE(usual["samples"].toInt(), 32);
        QCOMPARE(usual["compared"].toInt(), 128);
        const QJsonObject all = beside({u"--limit"_s, u"1000"_s});
        QCOMPARE(all["compared"].toInt(), 328);
        QVERIFY(all["accuracy"]["fp32"].toDouble() > 0.98);
        // Inputs of one's own to calibrate on leave the labels beside the model.
        const QJsonObject own = beside({u"--calibration"_s, sampleFolder + u"/calibration.npy"_s});
        QVERIFY(own["data"].toString().startsWith(u"128 of 328 inputs of test.npz"_s));
        QCOMPARE(own["accuracy"], usual["accuracy"]);
        const Outcome told = cli({u"quantize"_s, sample("tiny_cnn_2d.onnx"), u"--limit"_s, u"2"_s});
        QVERIFY2(told.out.contains("compared on 2 of 328 inputs of test.npz"), told.out.constData());
        const auto sqnr = [](const QJsonObject& json) { return json["outputs"][0]["sqnr_db"].toDouble(); };
        QVERIFY(sqnr(beside({u"--weight-codes"_s, u"int16"_s})) > sqnr(usual));
        QVERIFY(sqnr(beside({u"--weight-codes"_s, u"int4"_s})) < sqnr(usual) - 6);
        QVERIFY(sqnr(beside({u"--limits"_s, u"reduced"_s})) < sqnr(usual));
        QVERIFY(sqnr(beside({u"--power-of-two"_s})) != sqnr(usual));
        const Outcome outputs = cli(
            {u"quantize"_s, sample("tiny_cnn_2d.onnx"), u"--calibration"_s, sampleFolder + u"/outputs.npy"_s});
        QVERIFY(outputs.status != 0 && outputs.err.contains("outputs.npy") &&
                outputs.err.contains("float32[64,10]"));
        QVERIFY(cli({u"quantize"_s, sample("tiny_cnn_2d.onnx"), u"--calibration"_s, u"/nowhere"_s})
                    .err.contains("/nowhere"));
        const QString over = sample("tiny_cnn_2d.onnx");
        QVERIFY(cli({u"quantize"_s, over, u"-o"_s, over}).status == 2);
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
        // How many there are, and how many were used.
        const QString data = outcome.json()[u"data"_s].toString();
        QVERIFY2(data.startsWith(u"8 of 328 inputs of "_s), qPrintable(data));
        QCOMPARE(outcome.json()[u"samples"_s].toInt(), 8);
        const QJsonObject narrow = cli({u"int8"_s, sample("tiny_cnn_2d.onnx"), u"--limit"_s, u"1"_s,
                                        u"--accumulator-bits"_s, u"12"_s, u"--json"_s})
                                       .json();
        QVERIFY(narrow[u"layers"_s][1][u"overflows"_s].toInt() > 0);
    }

    void unknownDimensionIsSaid() {
        for (const QString& verb : {u"inspect"_s, u"run"_s}) {
            const Outcome outcome = cli({verb, sample("tiny_cnn_2d.onnx"), u"--bind"_s, u"bach=2"_s});
            QCOMPARE(outcome.status, 0);
            QVERIFY2(outcome.err.contains("no open dimension 'bach'; it has batch"), outcome.err.constData());
        }
    }

    void wrongCommandLinesAreStatus2_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        const QString model = sample("tiny_cnn_2d.onnx");
        const auto row = [](const char* name, const QStringList& arguments, const char* says) {
            QTest::newRow(name) << arguments << QByteArray(says);
        };
        row("nothing", {}, "subcommand");
        row("unknown verb", {u"no-such-verb"_s},
            "'no-such-verb'; there are: inspect, fuse, run, check, operators, plan, int8, quantize, cost");
        row("two extents", {u"run"_s, model, u"--bind"_s, u"batch=2"_s, u"--bind"_s, u"batch=3"_s},
            "'batch' is given as 2 and as 3");
        row("unknown back end", {u"run"_s, model, u"--backend"_s, u"nix"_s}, "--backend: back end 'nix'");
        row("negative seed", {u"fuse"_s, model, u"--seed"_s, u"-1"_s}, "--seed");
        row("negative seed to run", {u"run"_s, model, u"--seed"_s, u"-1"_s}, "--seed");
        row("negative tolerance", {u"fuse"_s, model, u"--tolerance"_s, u"-1"_s}, "--tolerance");
        row("no tolerance", {u"check"_s, u"."_s, u"--tolerance"_s, u"nan"_s}, "--tolerance");
        row("no model", {u"inspect"_s}, "MODEL");
        row("binding without extent", {u"inspect"_s, model, u"--bind"_s, u"batch"_s}, "NAME=N");
        row("unknown option", {u"run"_s, model, u"--no-such-option"_s}, "--no-such-option");
        row("input without file", {u"run"_s, model, u"--input"_s, u"x"_s}, "NAME=FILE");
        row("input without name", {u"run"_s, model, u"--input"_s, u"=x.npy"_s}, "NAME=FILE");
        row("guard without arena", {u"run"_s, model, u"--guard"_s}, "--arena");
        row("capture without save", {u"run"_s, model, u"--capture"_s, u"y"_s}, "--save");
        row("form without save", {u"run"_s, model, u"--save-as"_s, u"npy"_s}, "--save");
        row("unknown form", {u"run"_s, model, u"--save"_s, u"d"_s, u"--save-as"_s, u"txt"_s}, "npz");
        row("two means", {u"run"_s, model, u"--mean"_s, u"1,2"_s}, "R,G,B");
        row("deviation of zero", {u"run"_s, model, u"--std"_s, u"1,0,1"_s}, "other than 0");
        row("no pixel scale", {u"run"_s, model, u"--pixel-scale"_s, u"0"_s}, "--pixel-scale");
        row("unknown layout", {u"run"_s, model, u"--layout"_s, u"chw"_s}, "nhwc");
        row("unknown channels", {u"run"_s, model, u"--channels"_s, u"rgba"_s}, "bgr");
        row("no threads", {u"run"_s, model, u"--threads"_s, u"0"_s}, "--threads");
        row("negative trips", {u"run"_s, model, u"--trip-limit"_s, u"-1"_s}, "--trip-limit");
        row("no memory", {u"run"_s, model, u"--memory-limit"_s, u"0"_s}, "--memory-limit");
        row("tolerance in words", {u"check"_s, u"."_s, u"--tolerance"_s, u"much"_s}, "--tolerance");
        row("no folder", {u"check"_s}, "DIR");
    }

    void wrongCommandLinesAreStatus2() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        const Outcome outcome = cli(arguments);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains(says), outcome.err.constData());
        QVERIFY(outcome.out.isEmpty());
    }

    void absentInstructionSetIsSaidOnce() {
        const auto said = [](const char* choice, const QStringList& more = {}) {
            qputenv("EDGEWRIGHT_ISA", choice);
            const Outcome outcome =
                cli(QStringList{u"inspect"_s, sample("tiny_cnn_2d.onnx"), u"--json"_s} + more);
            qunsetenv("EDGEWRIGHT_ISA");
            return outcome.status == 0 && !outcome.json().isEmpty() ? outcome.err : "failed: " + outcome.err;
        };
        QCOMPARE(said("baseline"), QByteArray());
        QCOMPARE(said(""), QByteArray());
        const QByteArray warning = said("avx9");
        QVERIFY2(warning.startsWith("warning: EDGEWRIGHT_ISA: ") && warning.contains("'avx9'") &&
                     warning.contains("expected one of baseline"),
                 warning.constData());
        QCOMPARE(warning.count('\n'), 1);
        QCOMPARE(said("avx9", {u"--quiet"_s}), QByteArray());
    }

    void helpIsStatus0() {
        QCOMPARE(cli({u"--help"_s}).status, 0);
        QVERIFY(cli({u"run"_s, u"--help"_s}).out.contains("--save-as"));
        QVERIFY(cli({u"check"_s, u"--help"_s}).out.contains("--trip-limit"));
    }

    // The verbs are those that the program names.
    void everyVerb() {
        const QByteArray list = cli({u"no-such-verb"_s}).err;
        const qsizetype at = list.indexOf("there are: ");
        QVERIFY2(at > 0, list.constData());
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        std::filesystem::create_directories(root / "case" / "test_data_set_0");
        std::filesystem::copy(test::sample("tiny_cnn_2d.onnx"), root / "case" / "model.onnx");
        QFile reference(folder.filePath(u"case/test_data_set_0/output_0.pb"_s));
        QVERIFY(reference.open(QIODevice::WriteOnly));
        reference.close();
        const QStringList model{sample("tiny_cnn_2d.onnx")};
        const QString experiment = test::written(folder, u"experiment.json"_s,
                                                 "{\"format\": \"edgewright experiment\", \"version\": 1, "
                                                 "\"configurations\": [\"both\"], \"samples\": 8, "
                                                 "\"effort\": {\"seconds\": 0.1}, \"models\": [\"" +
                                                     model.front().toUtf8() + "\"]}");
        const QString scenario = test::written(
            folder, u"scenario.json"_s,
            "{\"edgewright_scenario\": 1, \"seconds\": 2, \"models\": [{\"name\": \"tiny\", \"file\": \"" +
                model.front().toUtf8() +
                "\", \"deadline_ms\": 100, \"arrivals\": {\"kind\": \"periodic\", \"period_ms\": 100}}]}");
        const QString trace = test::written(
            folder, u"trace.json"_s,
            "[{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"a\",\"pid\":0,\"tid\":7,\"ts\":1,\"dur\":2}]");
        const QMap<QString, QStringList> arguments{
            {u"inspect"_s, model},
            {u"trace"_s, {u"--from"_s, trace}},
            {u"gpu"_s, {u"--list"_s}},
            {u"fuse"_s, model},
            {u"run"_s, model},
            {u"check"_s, {folder.path()}},
            {u"operators"_s, {}},
            {u"plan"_s, model},
            {u"int8"_s, model},
            {u"cost"_s, model},
            {u"measure"_s, model},
            {u"experiment"_s, {experiment}},
            {u"remote"_s, {u"list"_s}},
            {u"quantize"_s, model},
            {u"search"_s, model},
            {u"dse"_s, model + QStringList{u"--axis"_s, u"size=8,16"_s}},
            {u"tune"_s, model + QStringList{u"--trials"_s, u"4"_s}},
            {u"scenario"_s, {scenario, u"--seconds"_s, u"0.2"_s}},
            {u"pipeline"_s, model + QStringList{u"--devices"_s, u"here,here"_s, u"--frames"_s, u"20"_s,
                                                u"--seconds"_s, u"0.2"_s}},
            {u"man"_s, {}},
            {u"lesson"_s, {u"facts"_s}},
            {u"completion"_s, {u"bash"_s}}};
        const QStringList verbs = QString::fromUtf8(list.mid(at + 11).split('\n').front()).split(u", "_s);
        const QStringList ofTheWindow{u"figures"_s,
                                      u"report"_s}; // run in tests/workbench/command_line_test.cpp
        QCOMPARE(verbs.size(), arguments.size() + ofTheWindow.size());
        for (const QString& verb : verbs) {
            const Outcome help = cli({verb, u"--help"_s});
            QVERIFY2(help.status == 0 && help.err.isEmpty() && help.out.contains("--json"), qPrintable(verb));
            if (ofTheWindow.contains(verb)) continue;
            QVERIFY2(arguments.contains(verb), qPrintable(verb));
            const Outcome outcome =
                cli(QStringList{verb} + arguments[verb] + QStringList{u"--json"_s, u"--quiet"_s});
            // The case has a reference that is no tensor.
            QVERIFY2(outcome.status == (verb == u"check"_s ? 1 : 0), qPrintable(verb + outcome.err));
            const QJsonObject json = outcome.json();
            QVERIFY2(!json.isEmpty(), qPrintable(verb));
            if (!arguments[verb].contains(model.front())) continue;
            // A result says what it is of.
            QCOMPARE((verb == u"inspect"_s ? json[u"model"_s][u"file"_s] : json[u"model"_s]).toString(),
                     u"tiny_cnn_2d.onnx"_s);
            if (verb != u"inspect"_s) QVERIFY2(json[u"bindings"_s].isObject(), qPrintable(verb));
            if (QStringList{u"cost"_s, u"dse"_s, u"search"_s}.contains(verb))
                QVERIFY2(json[u"accelerator"_s][u"rows"_s].toInt() == 32 &&
                             json[u"bindings"_s][u"batch"_s].isDouble() && json[u"fused"_s].isBool(),
                         qPrintable(verb));
            if (QStringList{u"quantize"_s, u"int8"_s}.contains(verb))
                QCOMPARE(json[u"settings"_s][u"activation_scheme"_s][u"codes"_s].toString(), u"uint8"_s);
        }
    }

    // What a shell offers for the last of these words.
    static QStringList completed(const QByteArray& words) {
        const QByteArray script = cli({u"completion"_s, u"bash"_s}).out + "\nCOMP_WORDS=(" + words +
                                  ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_edgewright_cli\n"
                                  "printf '%s\\n' \"${COMPREPLY[@]}\"\n";
        QProcess bash;
        bash.start(u"bash"_s, {u"--norc"_s, u"-s"_s});
        bash.write(script);
        bash.closeWriteChannel();
        if (!bash.waitForFinished(-1) || bash.exitCode() != 0) return {};
        return QString::fromUtf8(bash.readAllStandardOutput()).split(u'\n', Qt::SkipEmptyParts);
    }
    void shellsCompleteVerbsOptionsAndChoices() {
        QCOMPARE(completed("edgewright-cli insp"), QStringList{u"inspect"_s});
        QVERIFY(completed("edgewright-cli ''").contains(u"completion"_s));
        QCOMPARE(completed("edgewright-cli remote pro"), QStringList{u"probe"_s});
        QVERIFY(completed("edgewright-cli fuse --").contains(u"--verify"_s));
        QVERIFY(!completed("edgewright-cli plan --").contains(u"--verify"_s));
        QCOMPARE(completed("edgewright-cli completion z"), QStringList{u"zsh"_s});
        QVERIFY(completed("edgewright-cli fuse mod").isEmpty()); // a file
        QCOMPARE(cli({u"completion"_s, u"csh"_s}).status, 2);
        for (const QString& shell : {u"zsh"_s, u"fish"_s})
            QVERIFY2(cli({u"completion"_s, shell}).out.contains("--verify"), qPrintable(shell));
    }
    void manualListsEveryVerb() {
        const QByteArray list = cli({u"no-such-verb"_s}).err, manual = cli({u"man"_s}).out;
        for (const QByteArray& verb : list.mid(list.indexOf("there are: ") + 11).trimmed().split(','))
            QVERIFY2(manual.contains(".SS \"edgewright\\-cli " + verb.trimmed() + '"'), verb.constData());
        QVERIFY(manual.contains("\\fB\\-\\-verify\\fR"));
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
        QTest::newRow("missing data") << u"external-data-file-missing.onnx"_s << 3;
    }

    void badFilesAreAnswered() {
        QFETCH(QString, file);
        QFETCH(int, status);
        const auto found = test::shared("bad-files/" + file.toStdString());
        if (found.empty()) QSKIP(test::sharedMissing());
        const Outcome outcome = cli({u"inspect"_s, path(found), u"--json"_s});
        QCOMPARE(outcome.status, status);
        // What can be read in part is listed.
        if (outcome.out.isEmpty())
            QVERIFY(status == 3 && outcome.err.contains(file.toUtf8()));
        else
            QVERIFY(!outcome.json()[u"notes"_s].toArray().isEmpty());
    }

    // What inspect lists and goes on with cannot be executed; the message names file, place and what was
    // expected.
    void badFilesDoNotRun_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("bare graph") << u"bare-graphproto-no-modelproto.onnx"_s << QByteArray("model");
        QTest::newRow("pointer") << u"git-lfs-pointer.onnx"_s << QByteArray("LFS");
        QTest::newRow("truncated") << u"truncated-at-400000-bytes.onnx"_s << QByteArray("truncated");
        QTest::newRow("unknown domain") << u"custom-domain-finn.onnx"_s << QByteArray("node '");
        QTest::newRow("missing data") << u"external-data-file-missing.onnx"_s << QByteArray("data");
    }

    void badFilesDoNotRun() {
        QFETCH(QString, file);
        QFETCH(QByteArray, says);
        const auto found = test::shared("bad-files/" + file.toStdString());
        if (found.empty()) QSKIP(test::sharedMissing());
        const Outcome outcome = cli({u"run"_s, path(found), u"--json"_s});
        QCOMPARE(outcome.status, 3);
        QVERIFY(outcome.out.isEmpty());
        QVERIFY2(outcome.err.contains(file.toUtf8()), outcome.err.constData());
        QVERIFY2(outcome.err.contains(says), outcome.err.constData());

        // As a case it is one that fails or is not supported, with its reason, and the rest goes on.
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        std::filesystem::create_directories(root / "case" / "test_data_set_0");
        std::filesystem::copy(found, root / "case" / "model.onnx");
        QFile reference(folder.filePath(u"case/test_data_set_0/output_0.pb"_s));
        QVERIFY(reference.open(QIODevice::WriteOnly));
        reference.close();
        const Outcome checked = cli({u"check"_s, folder.path(), u"--json"_s});
        QVERIFY(checked.status == 0 || checked.status == 1);
        const QJsonArray cases = checked.json()[u"cases"_s].toArray();
        QCOMPARE(cases.size(), 1);
        QVERIFY(cases[0][u"status"_s].toString() != u"passed"_s);
        QVERIFY(!cases[0][u"reason"_s].toString().isEmpty());
    }

    // What follows from operators that nobody knows is left out; an output of the model that is missing is the
    // answer no.
    void aPartRuns() {
        const auto found = test::shared("bad-files/custom-op-RequantShift-resnet8-int.onnx");
        if (found.empty()) QSKIP(test::sharedMissing());
        const Outcome outcome = cli({u"run"_s, path(found), u"--json"_s});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.contains("RequantShift") && outcome.err.contains("outputs that are not computed"),
                 outcome.err.constData());
        QVERIFY(!outcome.json()[u"left_out"_s].toArray().isEmpty());
    }

    void interruptIsStatus4() {
        QProcess process;
        process.start(test::cliProgram(),
                      {u"run"_s, sample("residual_cnn_2d.onnx"), u"--repeat"_s, u"1000000"_s});
        QVERIFY(test::interrupt(process));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 4);
    }
};

EDGEWRIGHT_TEST(CliTest)

} // namespace edgewright::cli_test

#include "cli_test.moc"
