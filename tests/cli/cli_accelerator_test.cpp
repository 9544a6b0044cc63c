// SPDX-License-Identifier: GPL-3.0-or-later
// cost, dse and search: of models, of topologies, of studies.
#include "core/base/language.h"
#include "core/cost/accelerator_fields.h"
#include "core/cost/explore/constraints.h"
#include "core/cost/systolic.h"
#include "core/ir/builder.h"
#include "tests/cli/program.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <map>

namespace edgewright::cli_accelerator_test {

using namespace Qt::StringLiterals;

namespace {

using test::cli;
using test::Outcome;

QString sample(const char* name) { return test::sampleFile(name); }

} // namespace

class CliAcceleratorTest : public QObject {
    Q_OBJECT

    // A study of the fused sample, on an array of its own, with a space and a comparison.
    static QString studyIn(const QTemporaryDir& folder) {
        const QString file = folder.filePath(u"net.study"_s);
        if (cli({u"fuse"_s, sample("tiny_cnn_2d.onnx"), u"--without"_s, u"fold_batch_norm"_s, u"--save-study"_s,
                 file})
                .status != 0)
            return {};
        QJsonObject json = QJsonDocument::fromJson(test::contents(file)).object();
        QJsonObject accelerator = json[u"accelerator"_s].toObject();
        accelerator[u"rows"_s] = 16;
        accelerator[u"cols"_s] = 8;
        accelerator[u"bandwidth"_s] = 4;
        json[u"accelerator"_s] = accelerator;
        json[u"design_space"_s] =
            QJsonObject{{u"axes"_s, QJsonArray{u"size=8,16"_s, u"bandwidth=4,8,16"_s}}, {u"sample"_s, 0}};
        json[u"costs_compared_with"_s] = u"fp32"_s;
        return test::written(folder, u"net.study"_s, QJsonDocument(json).toJson());
    }

private slots:
    void costSaysItsModeAndUnits() {
        const Outcome outcome = cli({u"cost"_s, sample("tiny_cnn_2d.onnx"), u"--json"_s});
        QCOMPARE(outcome.status, 0);
        const QJsonObject json = outcome.json();
        QCOMPARE(json[u"mode"_s].toString(), u"physical"_s);
        QVERIFY(json[u"unmodelled"_s].isArray());
        qint64 macs = 0;
        QSet<QString> units;
        for (const QJsonValue& layer : json[u"layers"_s].toArray()) {
            macs += layer[u"macs"_s].toInteger();
            units.insert(layer[u"unit"_s].toString());
        }
        QCOMPARE(units, QSet<QString>({u"array"_s, u"vector"_s}));
        QCOMPARE(cli({u"inspect"_s, sample("tiny_cnn_2d.onnx"), u"--json"_s}).json()[u"macs"_s].toInteger(),
                 macs);
    }

    // The window's page has the fused graph, this verb the one as given unless told: both say so.
    void costSaysOfWhichGraph() {
        const QString model = sample("tiny_cnn_2d.onnx");
        const Outcome given = cli({u"cost"_s, model}), fused = cli({u"cost"_s, model, u"--fuse"_s});
        QVERIFY2(given.out.startsWith("graph  as given, not fused"), given.out.constData());
        QVERIFY2(fused.out.startsWith("graph  fused"), fused.out.constData());
        QVERIFY(!cli({u"cost"_s, model, u"--json"_s}).json()[u"fused"_s].toBool(true));
        QVERIFY(cli({u"cost"_s, model, u"--fuse"_s, u"--json"_s}).json()[u"fused"_s].toBool());
    }

    // The fused model as the page shows it, beside others, and from SCALE-Sim's cycles to ours.
    void costComparesAndExplains() {
        const QString model = sample("tiny_cnn_2d.onnx");
        QTemporaryDir dir;
        const QString csv = dir.filePath(u"layers.csv"_s);
        const Outcome outcome = cli({u"cost"_s, model, u"--fuse"_s, u"--compare"_s, u"before-fusion"_s,
                                     u"--differences"_s, u"-o"_s, csv, u"--json"_s});
        QCOMPARE(outcome.status, 0);
        const QByteArray text = cli({u"cost"_s, model, u"--fuse"_s, u"--compare"_s, u"before-fusion"_s}).out;
        QVERIFY2(text.contains(" × the time, ") && text.contains(" × the energy; "), text.constData());
        QVERIFY2(text.contains("Cycles are predicted by a model, not measured") &&
                     text.contains("(--resident-kb); counted are the tensors between layers"),
                 text.constData());
        // Cells of float32 are larger; before fusion it is the same accelerator.
        const QStringList wide{u"cost"_s, model, u"--fuse"_s, u"--compare"_s, u"fp32"_s};
        const QByteArray inFloat = cli(wide).out;
        QVERIFY2(inFloat.contains(" × the area; "), inFloat.constData());
        const QJsonObject areas = cli(wide + QStringList{u"--json"_s}).json();
        QVERIFY(areas[u"compared"_s][u"area_mm2"_s].toDouble() > areas[u"total"_s][u"area_mm2"_s].toDouble());
        const QJsonObject json = outcome.json(), compared = json[u"compared"_s].toObject();
        const QJsonObject plain = cli({u"cost"_s, model, u"--json"_s}).json();
        QCOMPARE(compared[u"cycles"_s], plain[u"total"_s][u"cycles"_s]);
        QVERIFY(json[u"total"_s][u"cycles"_s].toInteger() < plain[u"total"_s][u"cycles"_s].toInteger());
        QCOMPARE(compared[u"layers"_s].toArray().size(), json[u"layers"_s].toArray().size());
        const QJsonArray steps = json[u"scalesim_differences"_s].toArray();
        QCOMPARE(steps.last()[u"cycles"_s], json[u"total"_s][u"cycles"_s]);
        QFile written(csv);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QVERIFY(written.readLine().contains("other_cycles"));
        QCOMPARE(cli({u"cost"_s, model, u"--compare"_s, u"fp32"_s}).status, 2); // needs --fuse
        QCOMPARE(cli({u"cost"_s, model, u"--fuse"_s, u"--compare"_s, u"fp33"_s}).status, 2);
        QCOMPARE(cli({u"cost"_s, model, u"--fuse"_s, u"--compare"_s, u"gemmini"_s}).status, 0);
    }

    void costCoversEveryLayer() {
        const Outcome outcome = cli({u"cost"_s, sample("tiny_cnn_2d.onnx"), u"--array"_s, u"8x8"_s,
                                     u"--dataflow"_s, u"os"_s, u"--json"_s});
        QCOMPARE(outcome.status, 0);
        const QJsonObject json = outcome.json();
        double cycles = 0;
        int products = 0;
        for (const QJsonValue& layer : json[u"layers"_s].toArray()) {
            cycles += layer[u"cycles"_s].toDouble();
            products += layer[u"unit"_s] == u"array"_s ? 1 : 0;
        }
        QCOMPARE(products, 4);
        QCOMPARE(json[u"total"_s][u"cycles"_s].toDouble(), cycles);
        QCOMPARE(cli({u"cost"_s, sample("tiny_cnn_2d.onnx"), u"--array"_s, u"8"_s}).status, 2);
    }

    // Each field is an option, with the limits that a file has.
    void everyFieldIsAnOption() {
        const QString model = sample("tiny_cnn_2d.onnx");
        const QByteArray help = cli({u"cost"_s, u"--help"_s}).out;
        for (const Field<cost::Accelerator>& field : cost::acceleratorFields()) {
            const QString name =
                u"--"_s + QString::fromLatin1(field.key.data(), int(field.key.size())).replace(u'_', u'-');
            QVERIFY2(help.contains(name.toLatin1()), qPrintable(name));
            if (field.kind != FieldKind::Count) continue;
            const auto statusOf = [&](qint64 value) {
                return cli({u"cost"_s, model, name, QString::number(value)}).status;
            };
            QCOMPARE(statusOf(field.highest + 1), 2);
            QCOMPARE(statusOf(static_cast<qint64>(field.lowest) - 1), 2);
            for (auto value = static_cast<qint64>(field.lowest); field.hasOnlyChoices && value <= field.highest;
                 ++value)
                QCOMPARE(statusOf(value), field.admits(static_cast<double>(value)) ? 0 : 2);
        }
        const auto costs = [&](const QStringList& options) {
            return cli(QStringList{u"cost"_s, model, u"--json"_s} + options).json()[u"total"_s].toObject();
        };
        QVERIFY(costs({u"--lanes"_s, u"1"_s})[u"cycles"_s].toInteger() > costs({})[u"cycles"_s].toInteger());
        QVERIFY(costs({u"--no-overlap-folds"_s})[u"cycles"_s].toInteger() > costs({})[u"cycles"_s].toInteger());
        QCOMPARE(costs({u"--overlap-folds"_s}), costs({}));
        QCOMPARE(costs({u"--rows"_s, u"8"_s, u"--cols"_s, u"16"_s}), costs({u"--array"_s, u"8x16"_s}));
        QCOMPARE(costs({u"--ifmap-kb"_s, u"2"_s, u"--filter-kb"_s, u"3"_s, u"--ofmap-kb"_s, u"4"_s}),
                 costs({u"--sram-kb"_s, u"2,3,4"_s}));
        QCOMPARE(cli({u"cost"_s, model, u"--clock-ghz"_s, u"0"_s}).status, 2);
        QCOMPARE(cli({u"cost"_s, model, u"--array"_s, u"65537x1"_s}).status, 2);
    }

    // A field that the rules of SCALE-Sim do not know is refused, not ignored; one of a file is told.
    void fieldsThatAModeHasNot() {
        const QString model = sample("tiny_cnn_2d.onnx");
        QTemporaryDir folder;
        const QString topology = test::written(folder, u"t.csv"_s, "Layer,M,N,K,\nfc,16,16,16,\n");
        int refused = 0;
        for (const Field<cost::Accelerator>& field : cost::acceleratorFields()) {
            if (field.onlyIn.empty()) continue;
            ++refused;
            QString option = u"--"_s + QString::fromLatin1(field.key.data(), int(field.key.size()));
            option.replace(u'_', u'-');
            QStringList given{option};
            if (field.kind == FieldKind::Count) given << u"2"_s;
            if (field.kind == FieldKind::Choice)
                given << QString::fromLatin1(field.choices[0].key.data(), int(field.choices[0].key.size()));
            for (const QStringList& work :
                 {QStringList{model, u"--mode"_s, u"scalesim"_s}, QStringList{u"--topology"_s, topology}}) {
                const Outcome outcome = cli(QStringList{u"cost"_s} + work + given);
                QCOMPARE(outcome.status, 2);
                QVERIFY2(outcome.err.contains(option.toLatin1() + ": does not count with --mode scalesim"),
                         outcome.err.constData());
            }
            QCOMPARE(cli(QStringList{u"cost"_s, model} + given).status, 0);
        }
        QCOMPARE(refused, 6);
        const QString file = test::written(folder, u"own.json"_s, R"({"name": "own", "arrays": 4})");
        const Outcome told = cli({u"cost"_s, model, u"--mode"_s, u"scalesim"_s, u"--accelerator"_s, file});
        QCOMPARE(told.status, 0);
        QVERIFY2(told.err.contains("without effect with --mode scalesim: arrays"), told.err.constData());
        QVERIFY2(!told.out.contains("--resident-kb"), told.out.constData());
        QCOMPARE(
            cli({u"cost"_s, model, u"--fuse"_s, u"--mode"_s, u"scalesim"_s, u"--compare"_s, u"fp32"_s}).status,
            2);
        for (const QStringList& more : {QStringList{u"--lanes"_s, u"4"_s}, QStringList{u"--what-if"_s},
                                        QStringList{u"--no-pack-groups"_s}})
            QCOMPARE(cli(QStringList{u"cost"_s, u"--published"_s} + more).status, 2);
    }

    // Each finding is numbers, and the sentence made of them.
    void whatIfsAreNumbers() {
        const QStringList asked{u"cost"_s, sample("tiny_cnn_2d.onnx"), u"--array"_s, u"12x12"_s,
                                u"--what-if"_s};
        const Outcome told = cli(asked);
        QVERIFY2(!told.out.contains(" gains 0"), told.out.constData());
        const QJsonArray list = cli(asked + QStringList{u"--json"_s}).json()[u"what_if"_s].toArray();
        QSet<QString> kinds;
        for (const QJsonValue& each : list) {
            const QJsonObject it = each.toObject();
            kinds.insert(it[u"kind"_s].toString());
            QVERIFY2(told.out.contains(it[u"text"_s].toString().toUtf8()),
                     qPrintable(it[u"text"_s].toString()));
            QVERIFY(!it[u"change"_s].toString().isEmpty());
            QVERIFY(!it[u"after"_s].toObject().isEmpty());
            QCOMPARE(it[u"before"_s].toObject().keys(), it[u"after"_s].toObject().keys());
            const double speedup = it[u"cycles_before"_s].toDouble() / it[u"cycles_after"_s].toDouble();
            QVERIFY(std::abs(it[u"speedup"_s].toDouble() - speedup) < 1e-9 * speedup);
            QVERIFY(it[u"energy_ratio"_s].toDouble() > 0);
            QVERIFY(it[u"area_mm2_before"_s].toDouble() > 0 && it[u"area_mm2_after"_s].toDouble() > 0);
            if (it[u"kind"_s] == u"one_change"_s) {
                QCOMPARE(it[u"cycles"_s], it[u"cycles_after"_s]);
                QCOMPARE(it[u"most"_s], it[u"layer"_s]);
            }
        }
        QVERIFY(kinds.contains(u"one_change"_s) && kinds.contains(u"array_size"_s) &&
                kinds.contains(u"sram_for_tiles"_s));
        // People are told it in their language, programs as ever.
        if (languages().size() > 1) {
            const QStringList chinese = asked + QStringList{u"--language"_s, u"zh_CN"_s};
            QVERIFY(cli(chinese).out.contains("层变快"));
            QCOMPARE(cli(chinese + QStringList{u"--json"_s}).json()[u"what_if"_s].toArray(), list);
        }
        const QJsonObject rows = list[0].toObject();
        QCOMPARE(rows[u"before"_s][u"rows"_s].toInt(), 12);
        QCOMPARE(rows[u"after"_s][u"rows"_s].toInt(), 24);
        // What is said comes true.
        for (const QJsonValue& each : list) {
            if (each[u"kind"_s] != u"array_size"_s) continue;
            const QJsonObject to = each[u"after"_s].toObject();
            const QString array = u"%1x%2"_s.arg(to[u"rows"_s].toInt()).arg(to[u"cols"_s].toInt());
            QCOMPARE(cli({u"cost"_s, sample("tiny_cnn_2d.onnx"), u"--array"_s, array, u"--json"_s})
                         .json()[u"total"_s][u"cycles"_s]
                         .toDouble(),
                     each[u"cycles_after"_s].toDouble());
        }
    }

    // No share is told of what nobody knows.
    void sharesOfUnknownSizes() {
        const auto folder = test::shared("wild/plan-of-a-part");
        if (folder.empty()) QSKIP("without the shared models");
        const Outcome bounded = cli({u"cost"_s, QString::fromStdString((folder / "yolo-nms.onnx").string())});
        QVERIFY2(bounded.out.contains("of NonMaxSuppression, at most "), bounded.out.constData());
        QVERIFY2(!bounded.out.contains(" 0 % of the words") && !bounded.out.contains("0.0 % of the words"),
                 bounded.out.constData());
        ir::GraphBuilder builder;
        ir::Node node;
        node.domain = "com.example";
        node.op = "Mystery";
        node.inputs = {builder.input("x", ir::TensorType(ir::DataType::Float32, ir::Dims{1, 256}))};
        node.outputs = {builder.value("z")};
        builder.output(builder.node("Relu", {node.outputs[0]}));
        builder.graph().addNode(std::move(node));
        QTemporaryDir made;
        const QString model = made.filePath(u"part.onnx"_s);
        QVERIFY(test::writeModel(builder.take(), model.toStdString()));
        const Outcome unknown = cli({u"cost"_s, model});
        QVERIFY2(unknown.out.contains("1 node of Relu, share not known"), unknown.out.constData());
    }

    // The same parts of a layer, of all of them, and in the line for people; a clock above the nominal one
    // costs.
    // Every cause that is named says what the network would gain without it.
    void causesSayTheirGains() {
        const QStringList asked{u"cost"_s, sample("tiny_cnn_2d.onnx")};
        const QJsonObject total = cli(asked + QStringList{u"--json"_s}).json()[u"total"_s].toObject();
        const QJsonObject spent = total[u"spent"_s].toObject(), gains = total[u"speedup_without"_s].toObject();
        QCOMPARE(gains.size(), qsizetype(5));
        const double cycles = total[u"cycles"_s].toDouble();
        for (const QString& cause : gains.keys()) {
            QVERIFY2(gains[cause].toDouble() >= 1, qPrintable(cause));
            if (cause != u"dram"_s)
                QVERIFY2(gains[cause].toDouble() <= cycles / (cycles - spent[cause].toDouble()) + 1e-9,
                         qPrintable(cause));
        }
        QVERIFY(spent[u"idle_cells"_s].toDouble() > 0);
        const Outcome told = cli(asked);
        QVERIFY2(told.out.contains(" % (without them ") && told.out.contains(" (without it "),
                 told.out.constData());
    }

    void areaByPart() {
        const QStringList asked{u"cost"_s, sample("tiny_cnn_2d.onnx")};
        const QJsonObject total = cli(asked + QStringList{u"--json"_s}).json()[u"total"_s].toObject();
        const QJsonObject parts = total[u"areas"_s].toObject();
        double sum = 0;
        for (const QString& part : parts.keys())
            sum += parts[part].toDouble();
        QVERIFY(sum > 0 && std::abs(sum / total[u"area_mm2"_s].toDouble() - 1) < 1e-9);
        const Outcome told = cli(asked);
        QVERIFY2(told.out.contains("\narea  ") && told.out.contains(", DRAM pads "), told.out.constData());
        QVERIFY(cli({u"dse"_s, u"--help"_s}).out.contains("pads"));
    }

    void energyByPart() {
        const QString model = sample("tiny_cnn_2d.onnx");
        const QJsonObject json = cli({u"cost"_s, model, u"--json"_s}).json();
        const QJsonObject total = json[u"total"_s].toObject(), parts = total[u"energies"_s].toObject();
        QCOMPARE(parts.size(), qsizetype(cost::EnergyPartCount));
        double sum = 0;
        const QString text = QString::fromUtf8(cli({u"cost"_s, model}).out);
        for (std::size_t i = 0; i < cost::EnergyPartCount; ++i) {
            const auto part = static_cast<cost::EnergyPart>(i);
            const std::string_view name = cost::nameOf(part);
            const QString key = QString::fromLatin1(name.data(), qsizetype(name.size()));
            double ofLayers = 0;
            for (const auto layer : json[u"layers"_s].toArray()) {
                const QJsonObject energies = layer[u"energies"_s].toObject();
                QVERIFY2(energies.contains(key), qPrintable(key));
                ofLayers += energies[key].toDouble();
            }
            QVERIFY(std::abs(ofLayers - parts[key].toDouble()) <= 1e-9 * total[u"energy_pj"_s].toDouble());
            sum += parts[key].toDouble();
            QVERIFY2(text.contains(QString::fromUtf8(cost::titleOf(part))), qPrintable(text));
        }
        QVERIFY(std::abs(sum - total[u"energy_pj"_s].toDouble()) <= 1e-9 * sum);
        const auto energyAt = [&](const QStringList& options) {
            const auto run = cli(QStringList{u"cost"_s, model, u"--json"_s} + options);
            return run.json()[u"total"_s][u"energy_pj"_s].toDouble();
        };
        QVERIFY(energyAt({u"--clock-ghz"_s, u"1.5"_s}) > 1.01 * sum);
        QCOMPARE(energyAt({u"--clock-ghz"_s, u"1.5"_s, u"--nominal-ghz"_s, u"1.5"_s}), sum);
        QVERIFY(cli({u"cost"_s, model, u"--clock-ghz"_s, u"1.5"_s})
                    .out.contains("of that at the nominal 1.00 GHz"));
    }

    // Numbers of a report that SCALE-Sim compares itself with (test/general/golden_trace_user_os).
    void costOfSCALESimsOwnFiles() {
        QTemporaryDir folder;
        const auto write = [&](const char* name, const QByteArray& text) {
            QFile file(folder.filePath(QString::fromLatin1(name)));
            if (file.open(QIODevice::WriteOnly)) file.write(text);
            return file.fileName();
        };
        const QString topology =
            write("topology.csv", "Layer,IFMAP Height,IFMAP Width,Filter Height,Filter Width,"
                                  "Channels,Num Filter,Strides,\nLayer1,256,256,1,256,1,128,1\n");
        const QString config = write(
            "own.cfg", "[general]\nrun_name = own\n[architecture_presets]\nArrayHeight: 32\nArrayWidth: 32\n"
                       "IfmapSramSzkB: 64\nFilterSramSzkB: 64\nOfmapSramSzkB: 64\nDataflow: os\nBandwidth: 10\n"
                       "[run_presets]\nInterfaceBandwidth: USER\n");
        const QStringList arguments{u"cost"_s, u"--topology"_s, topology, u"--config"_s, config};
        const QString reports = folder.filePath(u"a/b"_s);
        const Outcome outcome = cli(arguments + QStringList{u"--reports"_s, reports});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        QVERIFY2(outcome.err.contains("no comma at the end of the row"), outcome.err.constData());
        QVERIFY2(outcome.out.contains("cycles leave out the first fill of the SRAMs and the last drain"),
                 outcome.out.constData());
        const auto report = [&](const char* name) {
            QFile file(reports + u'/' + QString::fromLatin1(name));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QVERIFY(report("COMPUTE_REPORT.csv").contains(",\n0, 59000, 52447, 42272, 15.6195778595534"));
        QVERIFY(report("BANDWIDTH_REPORT.csv")
                    .contains(",\n0, 4.9982649150571055, 4.9982649150571055, 0.6638320590310218, "));
        QVERIFY(
            report("DETAILED_ACCESS_REPORT.csv").endsWith("-3277.0, -1.0, 32770, 52447.0, 55723.0, 32768,\n"));

        const QJsonObject json = cli(arguments + QStringList{u"--scalesim"_s, u"v2"_s, u"--json"_s}).json();
        QCOMPARE(json[u"scalesim"_s].toString(), u"v2"_s);
        QVERIFY(json[u"layers"_s][0][u"stall_cycles"_s].toInt() < 42272); // v3 counts them twice
        QCOMPARE(cli({u"cost"_s, u"--config"_s, config, u"--reports"_s, reports}).status, 2);
        QCOMPARE(cli(arguments + QStringList{u"--array"_s, u"8x8"_s}).status, 2);
        QCOMPARE(cli({u"cost"_s, u"--topology"_s, topology, u"--reports"_s, reports}).status, 2);
        const Outcome twice = cli(arguments + QStringList{u"-o"_s, topology});
        QVERIFY2(twice.status == 2 && twice.err.contains("--force"), twice.err.constData());
        const Outcome broken = cli({u"cost"_s, u"--topology"_s, topology, u"--config"_s,
                                    write("broken.cfg", "[architecture_presets]\nArrayHieght: 3\n")});
        QCOMPARE(broken.status, 3);
        QVERIFY2(broken.err.contains("broken.cfg:2: unknown key 'ArrayHieght' in [architecture_presets]; the "
                                     "nearest known is 'ArrayHeight'"),
                 broken.err.constData());
    }

    void searchIsNeverWorseThanWithout() {
        const QStringList start{
            u"search"_s, sample("tiny_cnn_2d.onnx"), u"--array"_s, u"8x8"_s, u"--sram-kb"_s, u"1,1,1"_s,
            u"--json"_s};
        const Outcome outcome =
            cli(start + QStringList{u"--trials"_s, u"200"_s, u"-o"_s, u"-"_s, u"--strategy"_s, u"evolution"_s});
        QCOMPARE(outcome.status, 2); // two documents for standard output
        for (const QString& objective : {u"cycles"_s, u"energy"_s, u"product"_s}) {
            const QJsonObject json =
                cli(start + QStringList{u"--trials"_s, u"200"_s, u"--objective"_s, objective}).json();
            QCOMPARE(json[u"objective"_s].toString(), objective);
            double sum = 0, evaluations = 0;
            for (const QJsonValue& layer : json[u"layers"_s].toArray()) {
                QVERIFY(layer[u"value"_s].toDouble() <= layer[u"usual"_s][u"value"_s].toDouble());
                sum += layer[u"value"_s].toDouble() * double(layer[u"layers"_s].toArray().size());
                evaluations += layer[u"evaluations"_s].toDouble();
            }
            QVERIFY(qAbs(json[u"total"_s][u"value"_s].toDouble() - sum) <= 1e-9 * sum);
            QCOMPARE(json[u"total"_s][u"evaluations"_s].toDouble(), evaluations);
            QVERIFY(evaluations <= 200);
        }
        const Outcome unknown = cli(start + QStringList{u"--layer"_s, u"nix"_s});
        QCOMPARE(unknown.status, 3);
        QVERIFY2(unknown.err.contains("layer 'nix'"), unknown.err.constData());
        QCOMPARE(cli(start + QStringList{u"--strategy"_s, u"oracle"_s}).status, 2);
    }

    // From a file and from a study; what cannot be used is told.
    void costTakesGivenTilings() {
        QTemporaryDir folder;
        const QStringList work{sample("residual_cnn_2d.onnx"),
                               u"--fuse"_s,
                               u"--array"_s,
                               u"8x8"_s,
                               u"--sram-kb"_s,
                               u"2,2,2"_s,
                               u"--resident-kb"_s,
                               u"0"_s};
        // What search finds, cost takes to the cycle.
        const QString file = folder.filePath(u"tilings.csv"_s);
        const Outcome found =
            cli(QStringList{u"search"_s, u"--trials"_s, u"600"_s, u"--tilings"_s, file, u"--json"_s} + work);
        QVERIFY2(found.status == 0, found.err.constData());
        const auto cost = [&](const QStringList& more) { return cli(QStringList{u"cost"_s} + work + more); };
        const QJsonObject usual = cost({u"--json"_s}).json();
        const QJsonObject taken = cost({u"--json"_s, u"--tilings"_s, file}).json();
        QCOMPARE(usual[u"total"_s][u"adopted_tilings"_s].toInt(), 0);
        QCOMPARE(taken[u"total"_s][u"adopted_tilings"_s], found.json()[u"better_layers"_s]);
        // The sum over the array's layers and what is off the array is the total of cost.
        const QJsonObject sums = found.json()[u"total"_s].toObject();
        QVERIFY(sums[u"off_array_cycles"_s].toInteger() > 0);
        QCOMPARE(qRound64(sums[u"usual"_s].toDouble()) + sums[u"off_array_cycles"_s].toInteger(),
                 usual[u"total"_s][u"cycles"_s].toInteger());
        qint64 gained = 0;
        for (const QJsonValue& each : found.json()[u"layers"_s].toArray())
            gained += qRound64(each[u"usual"_s][u"value"_s].toDouble() - each[u"value"_s].toDouble()) *
                      each[u"layers"_s].toArray().size();
        QCOMPARE(usual[u"total"_s][u"cycles"_s].toInteger() - taken[u"total"_s][u"cycles"_s].toInteger(),
                 gained);
        // Another one, of one layer alone.
        const QByteArray head = "name,tiling_rows,tiling_cols,tiling_filters,tiling_channels,tiling_order\n";
        const QString layer = usual[u"layers"_s][0][u"name"_s].toString();
        const QString smallest =
            test::written(folder, u"smallest.csv"_s, head + layer.toUtf8() + ",1,1,1,1,cfp\n");
        const QJsonObject slow = cost({u"--json"_s, u"--tilings"_s, smallest}).json();
        for (qsizetype i = 0; i < slow[u"layers"_s].toArray().size(); ++i) {
            const QJsonValue now = slow[u"layers"_s][i], before = usual[u"layers"_s][i];
            if (i > 0) {
                QCOMPARE(now, before);
                continue;
            }
            QVERIFY(now[u"cycles"_s].toInteger() > before[u"cycles"_s].toInteger());
            QCOMPARE(now[u"tiling"_s][u"rows"_s].toInt(), 1);
            QCOMPARE(now[u"tiling"_s][u"order"_s].toString(), u"cfp"_s);
            QCOMPARE(now[u"tiling"_s][u"from"_s].toString(), u"adopted"_s);
            QCOMPARE(before[u"tiling"_s][u"from"_s].toString(), u"chosen"_s);
        }
        const QByteArray said = cost({u"--tilings"_s, smallest}).out;
        QVERIFY2(said.contains("tilings  1 layer has an adopted tiling; all others, and those of other"),
                 said.constData());
        const QJsonObject nest = cost({u"--tilings"_s, smallest, u"--loop-nest"_s, layer, u"--json"_s})
                                     .json()[u"loop_nest"_s]
                                     .toObject();
        QVERIFY(nest[u"adopted"_s].toBool() && nest[u"lines"_s].toArray().size() > 6);
        QVERIFY(nest[u"lines"_s][0][u"text"_s].toString().contains(u" in 0.."_s));
        QVERIFY(nest[u"cost"_s][u"cycles"_s].toInteger() > nest[u"chosen"_s][u"cycles"_s].toInteger());
        QCOMPARE(cost({u"--loop-nest"_s, u"nix"_s}).status, 3);
        // The layers that cost writes are a file of tilings themselves.
        const QString layers = folder.filePath(u"layers.csv"_s);
        QCOMPARE(cost({u"--tilings"_s, smallest, u"-o"_s, layers}).status, 0);
        QCOMPARE(cost({u"--json"_s, u"--tilings"_s, layers}).json()[u"total"_s][u"cycles"_s],
                 slow[u"total"_s][u"cycles"_s]);
        // One that does not fit, and a layer that is none.
        const Outcome large =
            cost({u"--tilings"_s,
                  test::written(folder, u"large.csv"_s, head + layer.toUtf8() + ",9999,1,1,1,pfc\n")});
        QCOMPARE(large.status, 3);
        QVERIFY2(large.err.contains("layer '" + layer.toUtf8() + "': its tiling cannot be used"),
                 large.err.constData());
        const Outcome unknown =
            cost({u"--tilings"_s, test::written(folder, u"unknown.csv"_s, head + "nix,1,1,1,1,pfc\n")});
        QCOMPARE(unknown.status, 3);
        QVERIFY2(unknown.err.contains("layer 'nix'"), unknown.err.constData());
        QCOMPARE(cost({u"--tilings"_s, file, u"--mode"_s, u"scalesim"_s}).status, 2);
        QCOMPARE(cost({u"--loop-nest"_s, layer, u"--mode"_s, u"scalesim"_s}).status, 2);
        // Of a study: what cannot be used is told, and is no error.
        const QString study = studyIn(folder);
        QJsonObject json = QJsonDocument::fromJson(test::contents(study)).object();
        json[u"tilings"_s] = QJsonArray{QJsonObject{{u"layer"_s, layer},
                                                    {u"rows"_s, 9999},
                                                    {u"cols"_s, 1},
                                                    {u"filters"_s, 1},
                                                    {u"channels"_s, 1},
                                                    {u"order"_s, u"pfc"_s}}};
        const QString other = test::written(folder, u"other.study"_s, QJsonDocument(json).toJson());
        const Outcome ofStudy = cli({u"cost"_s, u"--study"_s, other, u"--json"_s});
        QVERIFY2(ofStudy.status == 0, ofStudy.err.constData());
        QCOMPARE(ofStudy.json()[u"unused_tilings"_s].toArray().size(), 1);
        QCOMPARE(ofStudy.json()[u"unused_tilings"_s][0][u"layer"_s].toString(), layer);
        // One without an accelerator is for that of the study, and for no other.
        const auto reason = [&](const QStringList& more) {
            return cli(QStringList{u"cost"_s, u"--study"_s, other, u"--json"_s} + more)
                .json()[u"unused_tilings"_s][0][u"reason"_s]
                .toString();
        };
        QVERIFY2(reason({}).contains(u"9999 rows"_s), qPrintable(reason({})));
        QVERIFY2(reason({u"--array"_s, u"7x9"_s}).startsWith(u"adopted for another accelerator, "_s),
                 qPrintable(reason({u"--array"_s, u"7x9"_s})));
        QCOMPARE(ofStudy.json()[u"total"_s][u"cycles"_s],
                 cli({u"cost"_s, u"--study"_s, study, u"--json"_s}).json()[u"total"_s][u"cycles"_s]);
    }

    void searchComparesStrategies() {
        const QStringList start{u"search"_s,    sample("tiny_cnn_2d.onnx"),
                                u"--array"_s,   u"8x8"_s,
                                u"--sram-kb"_s, u"1,1,1"_s,
                                u"--space"_s,   u"template"_s,
                                u"--json"_s};
        const QString layer =
            cli(start + QStringList{u"--trials"_s, u"20"_s}).json()[u"layers"_s][0][u"name"_s].toString();
        const QStringList compared = start + QStringList{u"--layer"_s, layer, u"--compare"_s};
        const QJsonObject json = cli(compared + QStringList{u"--trials"_s, u"50"_s}).json();
        QCOMPARE(json[u"layer"_s].toString(), layer);
        QCOMPARE(json[u"strategies"_s].toArray().size(), 5);
        for (const QJsonValue& each : json[u"strategies"_s].toArray()) {
            QVERIFY(each[u"value"_s].toDouble() >= json[u"best"_s].toDouble());
            if (each[u"proved"_s].toBool())
                QCOMPARE(each[u"value"_s].toDouble(), json[u"best"_s].toDouble());
            else
                QCOMPARE(each[u"evaluations"_s].toInt(), 50);
        }
        QVERIFY(json[u"usual"_s][u"value"_s].toDouble() >= json[u"best"_s].toDouble());
        QCOMPARE(cli(start + QStringList{u"--compare"_s}).status, 2); // of which layer?
        QCOMPARE(cli(compared + QStringList{u"--strategy"_s, u"random"_s}).status, 2);
    }

    // The same words as on the page, in both forms of the answer.
    void designSpacesSayWhatTheyShow() {
        const QStringList asked{u"dse"_s,    sample("tiny_cnn_2d.onnx"),
                                u"--axis"_s, u"rows=8:32:8"_s,
                                u"--axis"_s, u"cols=8..32"_s,
                                u"--axis"_s, u"sram=48,96"_s};
        const Outcome told = cli(asked);
        QCOMPARE(told.status, 0);
        QVERIFY2(told.out.contains("Best energy × delay: "), told.out.constData());
        QVERIFY2(told.out.contains("of 24 points"), told.out.constData());
        const QJsonArray findings =
            cli(asked + QStringList{u"--json"_s, u"--quiet"_s}).json().value(u"findings"_s).toArray();
        QVERIFY(findings.size() >= 3);
        for (const QJsonValue& each : findings)
            QVERIFY2(told.out.contains(each.toString().toUtf8()), qPrintable(each.toString()));
        // A sample of it has as many points as it was asked for.
        const QJsonObject sample =
            cli(asked + QStringList{u"--sample"_s, u"20"_s, u"--json"_s, u"--quiet"_s}).json();
        QCOMPARE(sample.value(u"points"_s).toInt(), 20);
        QCOMPARE(sample.value(u"space"_s).toInt(), 24);
    }

    // Points are one table: in files, in the document and, those of the front, on the terminal.
    void designsAreOneTable() {
        QTemporaryDir folder;
        const QString csv = folder.filePath(u"points.csv"_s);
        const QStringList asked{u"dse"_s,    sample("tiny_cnn_2d.onnx"), u"--axis"_s, u"size=2..64"_s,
                                u"--axis"_s, u"clock=0.5,1"_s,           u"--show"_s, u"0"_s};
        const QJsonObject json = cli(asked + QStringList{u"-o"_s, csv, u"--json"_s}).json();
        QList<QByteArray> lines = test::contents(csv).trimmed().split('\n');
        const QList<QByteArray> keys = lines.takeFirst().split(',');
        QCOMPARE(lines.size(), json[u"points"_s].toInt());
        std::map<int, QJsonObject> front;
        for (const QJsonValue& point : json[u"pareto"_s].toArray())
            front[point[u"index"_s].toInt()] = point.toObject();
        QVERIFY(front.size() > 4);
        for (const QByteArray& line : lines) {
            const QList<QByteArray> fields = line.split(',');
            QCOMPARE(fields.size(), keys.size());
            if (fields[keys.indexOf("pareto")] != "true") continue;
            const auto at = front.find(fields[keys.indexOf("index")].toInt());
            QVERIFY(at != front.end());
            const QJsonObject& point = at->second;
            for (qsizetype i = 0; i < keys.size(); ++i) {
                const QString key = QString::fromUtf8(keys[i]).section(u" ["_s, 0, 0);
                const bool isPart = key.startsWith(u"areas_"_s); // of an object
                const QJsonValue value = isPart ? point[u"areas"_s][key.section(u'_', 1)] : point[key];
                QVERIFY2(!value.isUndefined(), keys[i].constData());
                if (value.isString()) QCOMPARE(QString::fromUtf8(fields[i]), value.toString());
                if (value.isDouble()) QCOMPARE(fields[i].toDouble(), value.toDouble());
            }
            QCOMPARE(point[u"sram_kb"_s][0].toInt(), point[u"ifmap_kb"_s].toInt());
            front.erase(at);
        }
        QVERIFY(front.empty());
        QVERIFY(keys.contains("bandwidth [B/cycle]") && keys.contains("energy [pJ]"));
        // The best ones are told even where no others are.
        const QByteArray told = cli(asked).out;
        for (const char* best : {"time", "energy", "area"})
            QVERIFY2(told.contains("\n" + QByteArray(best)), told.constData());
    }

    // Prices have a source, and a clock moves the bandwidth with it.
    void resultsNameTheirTerms() {
        const QString model = sample("tiny_cnn_2d.onnx");
        QTemporaryDir folder;
        QFile table(QString::fromStdString(
            (test::sample("").parent_path().parent_path() / "resources/accelerators/energy/horowitz-45nm.json")
                .string()));
        QVERIFY(table.open(QIODevice::ReadOnly));
        const QString own = test::written(folder, u"own.json"_s, table.readAll()),
                      csv = folder.filePath(u"out.csv"_s);
        const QStringList axes{u"--axis"_s, u"size=8,16"_s, u"--axis"_s, u"clock=1,2"_s};
        for (const QString& name : {u"horowitz-45nm"_s, u"own.json"_s}) {
            const QStringList given{u"--energy"_s, name == u"own.json"_s ? own : name};
            const QStringList files{u"-o"_s, csv};
            const auto isInCsv = [&] {
                return test::contents(csv).contains(name.toLatin1()) &&
                       test::contents(csv).contains("energy_table");
            };
            const QStringList cost = QStringList{u"cost"_s, model} + given;
            QVERIFY2(cli(cost).out.contains("by the table " + name.toLatin1()), qPrintable(name));
            QCOMPARE(cli(cost + files + QStringList{u"--json"_s}).json()[u"energy_table"_s].toString(), name);
            QVERIFY(isInCsv());
            const QStringList dse = QStringList{u"dse"_s, model} + axes + given;
            const QByteArray told = cli(dse).out;
            QVERIFY2(told.contains("Energies are by the table " + name.toLatin1() + ".") &&
                         told.contains("is held per cycle, not per second: 16 B/cycle are 16.0 GB/s at 1 GHz, "
                                       "32.0 GB/s at 2 GHz."),
                     told.constData());
            const QJsonObject json = cli(dse + files + QStringList{u"--json"_s}).json();
            QVERIFY(isInCsv());
            QCOMPARE(json[u"energy_table"_s].toString(), name);
            QCOMPARE(json[u"bandwidth_held"_s].toString(), u"per cycle"_s);
            for (const QJsonValue& point : json[u"pareto"_s].toArray())
                QCOMPARE(point[u"bandwidth_gb_per_s"_s].toDouble(), 16 * point[u"clock_ghz"_s].toDouble());
        }
        QVERIFY(
            cli({u"dse"_s, model, u"--axis"_s, u"size=8"_s, u"--json"_s}).json()[u"bandwidth_held"_s].isNull());
    }

    // The room for activations of a point is what cost takes it for.
    void roomForActivationsIsAnAxis() {
        const QString model = sample("tiny_cnn_2d.onnx");
        const QJsonObject json =
            cli({u"dse"_s, model, u"--axis"_s, u"resident=auto,0,16"_s, u"--axis"_s, u"sram=48"_s, u"--json"_s})
                .json();
        QCOMPARE(json[u"points"_s].toInt(), 3);
        const QJsonArray front = json[u"pareto"_s].toArray();
        QVERIFY(!front.isEmpty());
        for (const QJsonValue& point : front) {
            QStringList asked{u"cost"_s, model, u"--sram-kb"_s, u"16,16,16"_s, u"--json"_s};
            if (!point[u"resident_kb"_s].isNull())
                asked += {u"--resident-kb"_s, QString::number(point[u"resident_kb"_s].toInt(-1))};
            QCOMPARE(cli(asked).json()[u"total"_s][u"cycles"_s].toDouble(), point[u"cycles"_s].toDouble());
        }
    }

    // Several behind one --axis, or one behind each, wherever the model stands.
    void axesBehindOneOption() {
        const QString model = sample("tiny_cnn_2d.onnx");
        const QString size = u"size=8,16"_s, flow = u"dataflow=os,ws"_s, axis = u"--axis"_s, json = u"--json"_s;
        for (const QStringList& words :
             {QStringList{model, axis, size, axis, flow}, QStringList{model, axis, size, flow},
              QStringList{axis, size, flow, model}, QStringList{axis, size, model, axis, flow}}) {
            const QJsonObject found = cli(QStringList{u"dse"_s} + words + QStringList{json}).json();
            QCOMPARE(found[u"points"_s].toInt(), 4);
            QCOMPARE(found[u"axes"_s].toArray(), QJsonArray({size, flow}));
        }
        const Outcome apart = cli({u"dse"_s, model, axis, u"size=8"_s, u"16"_s, u"32"_s});
        QVERIFY2(apart.status == 2 && apart.err.contains("--axis: '16': expected NAME=VALUES"),
                 apart.err.constData());
        QCOMPARE(cli({u"dse"_s, axis, u"size=8"_s}).status, 2); // of which model?
    }

    // Each bound is an option; what meets it is what the answers are of.
    void designSpacesWithinBounds() {
        const QStringList asked{
            u"dse"_s, sample("tiny_cnn_2d.onnx"), u"--axis"_s, u"rows=8:32:8"_s, u"--axis"_s, u"cols=8..32"_s};
        const auto json = [&](const QStringList& more) {
            return cli(asked + more + QStringList{u"--json"_s}).json();
        };
        const QJsonObject all = json({});
        QCOMPARE(all[u"within"_s].toInt(), 12);
        QVERIFY(all[u"constraints"_s].toArray().isEmpty() && all[u"nearest"_s].isNull());
        const std::map<std::string, std::pair<QString, double>> figures{{"max_area_mm2", {u"area_mm2"_s, 1}},
                                                                        {"max_time_ms", {u"seconds"_s, 1e-3}},
                                                                        {"max_energy_mj", {u"energy"_s, 1e9}}};
        QCOMPARE(figures.size(), cost::constraintTable().size());
        for (const cost::Constraint& each : cost::constraintTable()) {
            const auto& [key, unit] = figures.at(std::string(each.field.key));
            double least = 1e300;
            for (const QJsonValue& point : all[u"pareto"_s].toArray())
                least = std::min(least, point[key].toDouble() / unit);
            const QString option =
                u"--"_s +
                QString::fromUtf8(each.field.key.data(), qsizetype(each.field.key.size())).replace(u'_', u'-');
            const auto bounded = [&](double bound) {
                return QStringList{option, QString::number(bound, 'g', 17)};
            };
            const QJsonObject some = json(bounded(least * 1.001));
            QVERIFY(some[u"within"_s].toInt() >= 1 && some[u"within"_s].toInt() < 12);
            QCOMPARE(some[u"points"_s].toInt(), 12);
            for (const QJsonValue& point : some[u"pareto"_s].toArray())
                QVERIFY(point[key].toDouble() / unit <= least * 1.001);
            const QJsonObject none = json(bounded(least / 2));
            QCOMPARE(none[u"within"_s].toInt(), 0);
            QVERIFY(none[u"pareto"_s].toArray().isEmpty() && none[u"best"_s].toObject().isEmpty());
            QVERIFY(std::abs(none[u"nearest"_s][key].toDouble() / unit / least - 1) < 1e-9);
            const QJsonObject told = none[u"constraints"_s].toArray().first().toObject();
            QCOMPARE(told[u"met_by"_s].toInt(), 0);
            QVERIFY(std::abs(told[u"over_by"_s].toDouble() - 1) < 1e-9);
            const Outcome text = cli(asked + bounded(least / 2));
            QVERIFY2(text.status == 0 && text.out.contains("None of 12 possible points is within "),
                     text.out.constData());
        }
        QCOMPARE(cli(asked + QStringList{u"--max-time-ms"_s, u"0"_s}).status, 2);
    }

    // What the window shows of a study, the command line prints: its rules, its accelerator, its comparison.
    void costOfAStudy() {
        QTemporaryDir folder;
        const QString study = studyIn(folder);
        QVERIFY(!study.isEmpty());
        const Outcome outcome = cli({u"cost"_s, u"--study"_s, study, u"--json"_s});
        QVERIFY2(outcome.status == 0, outcome.err);
        const QJsonObject json = outcome.json();
        const auto cyclesOf = [](const QStringList& more) {
            return cli(QStringList{u"cost"_s, u"--json"_s} + more).json()[u"total"_s][u"cycles"_s].toInteger();
        };
        const QStringList array{u"--array"_s, u"16x8"_s, u"--bandwidth"_s, u"4"_s};
        const QString model = sample("tiny_cnn_2d.onnx");
        const qint64 cycles = json[u"total"_s][u"cycles"_s].toInteger();
        QVERIFY(cycles > 0 && cycles != cyclesOf(QStringList{model, u"--fuse"_s}));
        QVERIFY(cycles > cyclesOf(QStringList{model, u"--fuse"_s} + array)); // batch norms are folded there
        QVERIFY(cycles < cyclesOf(QStringList{model} + array));
        QVERIFY(json[u"compared"_s][u"cycles"_s].toInteger() >= cycles); // in FP32
        // Its comparison is by physical rules, and stands beside nothing else.
        const Outcome counted = cli({u"cost"_s, u"--study"_s, study, u"--mode"_s, u"scalesim"_s, u"--json"_s});
        QVERIFY2(counted.status == 0, counted.err);
        QVERIFY(!counted.json()[u"compared"_s].isObject());
        // What the command line says comes on top.
        QCOMPARE(cyclesOf({u"--study"_s, study, u"--array"_s, u"16x8"_s}), cycles);
        QVERIFY(cyclesOf({u"--study"_s, study, u"--array"_s, u"32x32"_s, u"--bandwidth"_s, u"16"_s}) < cycles);
        QCOMPARE(cli({u"cost"_s, u"--study"_s, study, u"--topology"_s, study}).status, 2);
        QCOMPARE(cli({u"cost"_s, u"--study"_s, folder.filePath(u"none"_s)}).status, 3);
    }

    void designSpaceOfAStudy() {
        QTemporaryDir folder;
        const QString study = studyIn(folder);
        QVERIFY(!study.isEmpty());
        const QJsonObject json = cli({u"dse"_s, u"--study"_s, study, u"--json"_s}).json();
        QCOMPARE(json[u"points"_s].toInt(), 6);
        const QJsonObject said =
            cli({u"dse"_s, u"--study"_s, study, u"--axis"_s, u"size=8,16,32"_s, u"--json"_s}).json();
        QCOMPARE(said[u"points"_s].toInt(), 3);
        // A point of the space is what cost says of it.
        const QJsonObject fastest = json[u"best"_s][u"seconds"_s].toObject();
        const QJsonObject cost =
            cli({u"cost"_s, u"--study"_s, study, u"--json"_s, u"--array"_s,
                 u"%1x%2"_s.arg(fastest[u"rows"_s].toInt()).arg(fastest[u"cols"_s].toInt()), u"--bandwidth"_s,
                 QString::number(fastest[u"bandwidth"_s].toInt())})
                .json();
        QVERIFY(std::abs(cost[u"total"_s][u"cycles"_s].toDouble() / fastest[u"cycles"_s].toDouble() - 1) <
                0.001);
        QCOMPARE(cli({u"dse"_s, sample("tiny_cnn_2d.onnx")}).status, 2); // what varies?
        const Outcome twice =
            cli({u"dse"_s, sample("tiny_cnn_2d.onnx"), u"--axis"_s, u"size=8"_s, u"--axis"_s, u"size=16,32"_s});
        QVERIFY2(twice.status == 2 && twice.err.contains("--axis: the axis size is there twice"),
                 twice.err.constData());
    }

    void searchOfAStudy() {
        QTemporaryDir folder;
        const QString study = studyIn(folder);
        QVERIFY(!study.isEmpty());
        const Outcome outcome = cli({u"search"_s, u"--study"_s, study, u"--strategy"_s, u"random"_s,
                                     u"--trials"_s, u"20"_s, u"--json"_s});
        QVERIFY2(outcome.status == 0, outcome.err);
        QVERIFY(!outcome.json()[u"layers"_s].toArray().isEmpty());
    }
};

EDGEWRIGHT_TEST(CliAcceleratorTest)

} // namespace edgewright::cli_accelerator_test

#include "cli_accelerator_test.moc"
