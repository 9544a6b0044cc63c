// SPDX-License-Identifier: GPL-3.0-or-later
// What `fuse` can be told beyond rules, and what it says: groups by hand, single applications left out, steps,
// benefits, the proof by numbers, studies, rules from modules.
#include "core/ir/builder.h"
#include "core/pipeline/settings/study_file.h"
#include "tests/cli/program.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::cli_fuse_test {

using namespace Qt::StringLiterals;
using test::cli;
using test::Outcome;

namespace {

// x -> Relu_0 -> Sigmoid_1 -> Neg_2 -> y; Sigmoid_1 -> Exp_3 -> z
ir::Graph forked() {
    ir::GraphBuilder builder;
    const ir::TensorType type(ir::DataType::Float32, ir::Dims{2, 3});
    const ValueId x = builder.input("x", type);
    const ValueId sigmoid = builder.node("Sigmoid", {builder.node("Relu", {x})});
    builder.output(builder.node("Neg", {sigmoid}));
    builder.output(builder.node("Exp", {sigmoid}));
    return builder.take();
}

// Puts "mystery", an operator that nobody knows, behind what was the first output.
void endWithMystery(ir::Graph& graph) {
    ir::Node node;
    node.name = "mystery";
    node.domain = "com.example";
    node.op = "Mystery";
    node.inputs = {graph.outputs[0]};
    ir::Value made;
    made.name = "made";
    made.type = ir::TensorType(ir::DataType::Float32, ir::Dims{2, 3});
    node.outputs = {graph.addValue(std::move(made))};
    graph.outputs[0] = node.outputs[0];
    graph.addNode(std::move(node));
}

// x -> Relu_0 -> Abs_1 -> Neg_2 -> y
ir::Graph absolute() {
    ir::GraphBuilder builder;
    const ir::TensorType type(ir::DataType::Float32, ir::Dims{2, 3});
    const ValueId x = builder.input("x", type);
    builder.output(builder.node("Neg", {builder.node("Abs", {builder.node("Relu", {x})})}));
    return builder.take();
}

// Two times: what a Conv makes of a tensor, beside that tensor, for an open batch.
ir::Graph besideEachOther() {
    ir::GraphBuilder builder;
    const ir::Dim batch = ir::Dim::named("batch");
    ValueId joined =
        builder.input("x", ir::TensorType(ir::DataType::Float32, {batch, ir::Dim(4), ir::Dim(6), ir::Dim(6)}));
    for (const std::int64_t channels : {4, 8}) {
        const ValueId weights =
            builder.input("w" + std::to_string(channels),
                          ir::TensorType(ir::DataType::Float32, ir::Dims{channels, channels, 1, 1}));
        joined = builder.node("Concat", {builder.node("Conv", {joined, weights}), joined},
                              {{"axis", std::int64_t(1)}});
    }
    builder.output(joined);
    return builder.take();
}

} // namespace

class CliFuseTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString file(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)); }
    QString written(const ir::Graph& graph, const char* name) const {
        return test::writeModel(graph, file(name).toStdString()) ? file(name) : QString();
    }
    static QStringList rulesOf(const QJsonValue& rows) {
        QStringList rules;
        for (const QJsonValue& row : rows.toArray())
            rules << row[u"rule"_s].toString();
        return rules;
    }

private slots:
    void benefitsAndCounts() {
        const Outcome done = cli({u"fuse"_s, test::sampleFile("residual_cnn_2d.onnx"), u"--json"_s});
        QCOMPARE(done.status, 0);
        const QJsonObject json = done.json();
        QVERIFY(json[u"seconds"_s].toDouble() > 0);
        QCOMPARE(json[u"compute_nodes_before"_s], json[u"nodes_before"_s]); // no Constants in this file
        QVERIFY(json[u"compute_nodes_after"_s].toInt() < json[u"compute_nodes_before"_s].toInt());
        QVERIFY(json[u"faults"_s].toArray().isEmpty() && json[u"possible"_s].toArray().isEmpty());
        double seconds = 0;
        int launches = 0;
        for (const QJsonValue& row : json[u"applied"_s].toArray()) {
            seconds += row[u"benefit"_s][u"seconds"_s].toDouble();
            launches += row[u"benefit"_s][u"launches"_s].toInt();
        }
        const QJsonValue total = json[u"benefit"_s];
        QVERIFY(std::abs(seconds - total[u"seconds"_s].toDouble()) < 1e-9);
        QVERIFY(total[u"seconds_before"_s].toDouble() > total[u"seconds_after"_s].toDouble());
        QVERIFY(total[u"seconds_after"_s].toDouble() > 1e-6);
        QCOMPARE(launches, total[u"launches"_s].toInt());
        QCOMPARE(launches, total[u"launches_before"_s].toInt() - total[u"launches_after"_s].toInt());
        const QJsonObject byRule = total[u"by_rule"_s].toObject();
        int launchesOfRules = 0;
        double trafficOfRules = 0;
        for (const QJsonValue& rule : byRule) {
            launchesOfRules += rule[u"launches"_s].toInt();
            trafficOfRules += rule[u"traffic_bytes"_s].toDouble();
        }
        QCOMPARE(launchesOfRules, launches);
        QCOMPARE(trafficOfRules, total[u"traffic_bytes"_s].toDouble());
        QCOMPARE(trafficOfRules,
                 total[u"traffic_bytes_before"_s].toDouble() - total[u"traffic_bytes_after"_s].toDouble());
        QVERIFY(launches > 0 && total[u"traffic_bytes"_s].toDouble() > 0);
        QCOMPARE(total[u"live_bytes_before"_s].toInt() - total[u"live_bytes_after"_s].toInt(),
                 total[u"live_bytes"_s].toInt());
    }

    // The peak is the arena that plan and run --arena tell of.
    void onePeak() {
        for (const char* name : {"tiny_cnn_2d.onnx", "residual_cnn_2d.onnx", "signal_cnn_1d.onnx"}) {
            const QJsonValue benefit =
                cli({u"fuse"_s, test::sampleFile(name), u"--json"_s}).json()[u"benefit"_s];
            for (const bool fused : {false, true}) {
                const QStringList fuse = fused ? QStringList{u"--fuse"_s} : QStringList();
                const QJsonObject plan =
                    cli(QStringList{u"plan"_s, test::sampleFile(name), u"--json"_s} + fuse).json();
                const QJsonObject run =
                    cli(QStringList{u"run"_s, test::sampleFile(name), u"--arena"_s, u"--json"_s} + fuse).json();
                const double peak = plan[u"results"_s][0][u"peak"_s].toDouble();
                QVERIFY(peak > 0);
                QCOMPARE(benefit[fused ? u"peak_bytes_after"_s : u"peak_bytes_before"_s].toDouble(), peak);
                QCOMPARE(run[u"arena_bytes"_s].toDouble(), peak);
                QCOMPARE(run[u"outside_bytes"_s].toInt(), 0);
            }
        }
    }

    // Open extents are bound for the benefits, though the graph that is written fuses with them open.
    void benefitsWithOpenExtents() {
        ir::GraphBuilder builder;
        const ir::TensorType type(ir::DataType::Float32,
                                  std::vector<ir::Dim>{ir::Dim::named("batch"), ir::Dim(4)});
        const ValueId x = builder.input("x", type);
        // Only with a known batch the Shape is a constant, and the Expand goes.
        const ValueId relu = builder.node("Relu", {x});
        const ValueId sum = builder.node("Add", {builder.node("Sigmoid", {relu}), relu});
        const ValueId wide = builder.node("Expand", {sum, builder.node("Shape", {x})});
        builder.output(builder.node("Neg", {wide}));
        const QString model = written(builder.take(), "open.onnx");
        const Outcome open = cli({u"fuse"_s, model, u"--json"_s});
        QCOMPARE(open.status, 0);
        QCOMPARE(open.json()[u"measured_with"_s], (QJsonObject{{u"batch"_s, 1}}));
        const Outcome wideOpen = cli({u"fuse"_s, model, u"--bind"_s, u"batch=64"_s, u"--json"_s});
        QCOMPARE(wideOpen.json()[u"measured_with"_s], (QJsonObject{{u"batch"_s, 64}}));
        const QJsonValue benefit = open.json()[u"benefit"_s], wider = wideOpen.json()[u"benefit"_s];
        QVERIFY(benefit[u"peak_bytes_before"_s].toInt() >= 2 * 16);
        QVERIFY(benefit[u"live_bytes_before"_s].toInt() >= 2 * 16);
        QVERIFY(benefit[u"traffic_bytes"_s].toInt() > 0);
        QCOMPARE(wider[u"live_bytes_before"_s].toInt(), 64 * benefit[u"live_bytes_before"_s].toInt());
        int traffic = 0;
        for (const QJsonValue& step : open.json()[u"applied"_s].toArray())
            traffic += step[u"benefit"_s][u"traffic_bytes"_s].toInt();
        QCOMPARE(traffic, benefit[u"traffic_bytes"_s].toInt());
        const QByteArray text = cli({u"fuse"_s, model}).out;
        QVERIFY2(text.contains("measured with batch=1") && !text.contains(" 0 B"), text.constData());
    }

    // The estimate is that of the operators that are known, and says so.
    void unknownOperatorsHaveNoTime() {
        ir::Graph graph = forked();
        QVERIFY(cli({u"fuse"_s, written(graph, "known.onnx"), u"--json"_s})
                    .json()[u"benefit"_s][u"untimed"_s]
                    .toArray()
                    .isEmpty());
        endWithMystery(graph);
        const QString model = written(graph, "unknown.onnx");
        const QJsonValue benefit = cli({u"fuse"_s, model, u"--json"_s}).json()[u"benefit"_s];
        QVERIFY(benefit[u"seconds_are_lower_bound"_s].toBool());
        QCOMPARE(benefit[u"untimed"_s].toArray(),
                 (QJsonArray{QJsonObject{{u"op"_s, u"com.example.Mystery"_s}, {u"nodes"_s, 1}}}));
        const QByteArray text = cli({u"fuse"_s, model}).out;
        QVERIFY2(text.contains("estimated time at least ") &&
                     text.contains("no time is estimated for 1 node of com.example.Mystery"),
                 text.constData());
    }

    // The part that runs is proved; the rest is named, and the file is written.
    void theProofOfAPart() {
        ir::Graph graph = forked();
        endWithMystery(graph);
        const QString model = written(graph, "partly.onnx"), out = written(graph, "partly_fused.onnx");
        const Outcome outcome = cli({u"fuse"_s, model, u"--verify"_s, u"-o"_s, out, u"--force"_s, u"--json"_s});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        QVERIFY2(outcome.err.contains("'mystery' cannot run here") &&
                     outcome.err.contains("the file is not run"),
                 outcome.err.constData());
        const QJsonObject verify = outcome.json()[u"verify"_s].toObject();
        QVERIFY(!verify[u"outputs"_s].toArray().isEmpty() && verify[u"written"_s].toArray().isEmpty());
        QCOMPARE(verify[u"left_out"_s].toArray()[0][u"name"_s].toString(), u"mystery"_s);
        QVERIFY(outcome.json()[u"written"_s].toBool());
    }

    void theProof() {
        const Outcome done = cli({u"fuse"_s, test::sampleFile("tiny_cnn_2d.onnx"), u"--verify"_s, u"--seeds"_s,
                                  u"2"_s, u"--seed"_s, u"7"_s, u"--json"_s});
        QCOMPARE(done.status, 0);
        const QJsonValue verify = done.json()[u"verify"_s];
        const QJsonArray data = verify[u"data"_s].toArray();
        QCOMPARE(data, (QJsonArray{u"seed 7"_s, u"seed 8"_s, u"tiny_cnn_2d/test.npz"_s}));
        QVERIFY(data.contains(verify[u"outputs"_s][0][u"data"_s]));
        const QJsonArray boundaries = verify[u"boundaries"_s].toArray();
        QVERIFY(!boundaries.isEmpty());
        for (const QJsonValue& row : boundaries)
            QVERIFY(row[u"rel_norm"_s].toDouble() < 1e-5 && !row[u"node"_s].toString().isEmpty());
        QVERIFY(verify[u"broken_by"_s].isUndefined());
        // Rounding that is told to be a fault is found and named.
        const Outcome strict =
            cli({u"fuse"_s, test::sampleFile("tiny_cnn_2d.onnx"), u"--verify"_s, u"--tolerance"_s, u"1e-12"_s});
        QCOMPARE(strict.status, 1);
        QVERIFY2(strict.out.contains("broken by step ") && strict.out.contains(" on "),
                 strict.out.constData());
    }

    // A proof that fails leaves what lay there, and says so; one that holds is of the file as it was read back.
    void theProofIsOfTheFile() {
        const QString model = test::sampleFile("tiny_cnn_2d.onnx"), target = file("proved.onnx");
        const QStringList proof{u"fuse"_s, model, u"--verify"_s, u"-o"_s, target, u"--json"_s};
        const Outcome failed = cli(proof + QStringList{u"--tolerance"_s, u"1e-12"_s});
        QCOMPARE(failed.status, 1);
        QVERIFY(!QFile::exists(target));
        QVERIFY2(failed.err.contains("proved.onnx was not written"), failed.err.constData());
        QCOMPARE(failed.json()[u"written"_s], QJsonValue(false));
        const Outcome done = cli(proof);
        QCOMPARE(done.status, 0);
        QCOMPARE(done.json()[u"written"_s], QJsonValue(true));
        const QJsonArray read = done.json()[u"verify"_s][u"written"_s].toArray();
        QCOMPARE(read.size(), 1);
        QVERIFY(read[0][u"rel_norm"_s].toDouble() < 1e-5);
        const QByteArray before = test::contents(target);
        QVERIFY(!before.isEmpty());
        QCOMPARE(cli(proof + QStringList{u"--tolerance"_s, u"1e-12"_s}).status, 1);
        QCOMPARE(test::contents(target), before);
        // Without a proof the same bytes are written.
        QCOMPARE(cli({u"fuse"_s, model, u"-o"_s, file("plain.onnx")}).status, 0);
        QCOMPARE(test::contents(file("plain.onnx")), before);
    }

    // From ../shared/wild: ONNX Runtime refused what was written of these, or gave another shape.
    void publishedModels_data() {
        QTest::addColumn<QString>("model");
        for (const char* each :
             {"fuse-layernorm-before-17/layernorm-opset14.onnx", "loop-iteration-of-shape-1/iteration-1.onnx",
              "fuse-expand-rank/model.onnx", "fuse-expand-rank/model-verify-passes.onnx"})
            QTest::newRow(each) << QString::fromUtf8(each);
    }
    void publishedModels() {
        QFETCH(QString, model);
        const auto path = test::sharedIfAny("wild/" + model.toStdString());
        if (path.empty()) QSKIP(test::sharedMissing());
        const Outcome done =
            cli({u"fuse"_s, test::text(path), u"--verify"_s, u"-o"_s, file("wild.onnx"), u"--force"_s});
        QVERIFY2(done.status == 0, done.out + done.err);
        const Outcome before = cli({u"run"_s, test::text(path), u"--json"_s}),
                      after = cli({u"run"_s, file("wild.onnx"), u"--json"_s});
        QCOMPARE(after.status, 0);
        const QJsonArray given = before.json()[u"outputs"_s].toArray(),
                         written = after.json()[u"outputs"_s].toArray();
        QVERIFY(!given.isEmpty());
        QCOMPARE(written.size(), given.size());
        for (qsizetype i = 0; i < given.size(); ++i)
            QCOMPARE(written[i][u"shape"_s], given[i][u"shape"_s]);
    }

    void stepsAndOpset() {
        const QString model = test::sampleFile("residual_cnn_2d.onnx");
        const int all =
            static_cast<int>(cli({u"fuse"_s, model, u"--json"_s}).json()[u"applied"_s].toArray().size());
        QVERIFY(all > 3);
        for (const int steps : {0, 1, all - 1})
            QCOMPARE(cli({u"fuse"_s, model, u"--steps"_s, QString::number(steps), u"--json"_s})
                         .json()[u"applied"_s]
                         .toArray()
                         .size(),
                     steps);
        QCOMPARE(cli({u"fuse"_s, model, u"--steps"_s, u"-1"_s}).status, 2);
        const test::Outcome refused = cli({u"fuse"_s, model, u"--opset"_s, u"70000"_s});
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.err.contains("expected a whole number from 1 to "), refused.err.constData());
        const QJsonObject raised = cli({u"fuse"_s, model, u"--opset"_s, u"20"_s, u"--json"_s}).json();
        QVERIFY(raised[u"opsets_after"_s][u"ai.onnx"_s].toInt() <= 20);
        QCOMPARE(cli({u"fuse"_s, model, u"--least-traffic"_s, u"--verify"_s}).status, 0);
    }

    void groupsByHand() {
        const QString model = written(forked(), "fork.onnx");
        const QStringList alone{u"fuse"_s, model, u"--rules"_s, u"eliminate_identity"_s, u"--json"_s};
        const Outcome legal = cli(
            alone + QStringList{u"--group"_s, u"Relu_0,Sigmoid_1"_s, u"--verify"_s, u"-o"_s, file("g.onnx")});
        QCOMPARE(legal.status, 0);
        QCOMPARE(legal.json()[u"nodes_after"_s].toInt(), 3);
        QCOMPARE(rulesOf(legal.json()[u"applied"_s]), QStringList{QString()});
        QCOMPARE(cli({u"run"_s, file("g.onnx")}).status, 0);

        // Relu and Neg without what lies between: refused, with a reason, and the rest is done.
        const Outcome illegal =
            cli({u"fuse"_s, model, u"--group"_s, u"Relu_0,Neg_2"_s, u"--verify"_s, u"-o"_s, file("h.onnx")});
        QCOMPARE(illegal.status, 1);
        QVERIFY2(illegal.out.contains("refused by hand: ") && illegal.out.contains("Sigmoid_1"),
                 illegal.out.constData());
        QVERIFY(illegal.out.contains("check  max") && QFile::exists(file("h.onnx")));
        const Outcome unknown = cli({u"fuse"_s, model, u"--group"_s, u"Relu_0,Nobody"_s});
        QCOMPARE(unknown.status, 2);
        QVERIFY(unknown.err.contains("no node 'Nobody'"));
    }

    // One line for what differs in names alone, with places, and what changes it.
    void reasonsOfRefusalsAreTold() {
        const QStringList fuse{u"fuse"_s, written(besideEachOther(), "beside.onnx"), u"--rules"_s,
                               u"fuse_concat"_s};
        const Outcome open = cli(fuse);
        QCOMPARE(open.status, 0);
        QVERIFY2(open.out.contains("fuse_concat: the parts of ") &&
                     open.out.contains("unless batch is 1 (--bind batch=1)") &&
                     open.out.contains("(2 places: "),
                 open.out.constData());
        QCOMPARE(open.out.count("alternate in memory"), 1);
        const Outcome one = cli(fuse + QStringList{u"--bind"_s, u"batch=1"_s});
        QVERIFY2(!one.out.contains("why ") && one.out.contains(" 2 applied"), one.out.constData());
    }

    void singleApplicationsLeftOut() {
        const QString model = test::sampleFile("residual_cnn_2d.onnx");
        const QString rule = u"fold_batch_norm"_s;
        const QStringList alone{u"fuse"_s, model, u"--rules"_s, rule, u"--verify"_s, u"--json"_s};
        const QJsonObject plain = cli(alone).json();
        const QString node = plain[u"applied"_s][0][u"nodes"_s][0].toString();
        QVERIFY2(!node.isEmpty(), "the sample has a batch norm");
        const Outcome skipped = cli(alone + QStringList{u"--skip"_s, rule + u':' + node});
        QCOMPARE(skipped.status, 0);
        const auto count = [&](const QJsonObject& json) { return rulesOf(json[u"applied"_s]).count(rule); };
        QCOMPARE(count(skipped.json()), count(plain) - 1);
        QVERIFY(rulesOf(skipped.json()[u"possible"_s]).contains(rule));
        QCOMPARE(cli({u"fuse"_s, model, u"--skip"_s, u"fold_batch_norm"_s}).status, 2);
        QCOMPARE(cli({u"fuse"_s, model, u"--skip"_s, u"no_rule:x"_s}).status, 2);
        QVERIFY(cli({u"fuse"_s, model, u"--skip"_s, u"fold_pad:"_s + node})
                    .err.contains("does nothing with this node"));
    }

    void studies() {
        const QString model = test::sampleFile("residual_cnn_2d.onnx");
        const QStringList chosen{u"--without"_s, u"fold_batch_norm"_s, u"--steps"_s,
                                 u"5"_s,         u"--seed"_s,          u"9"_s};
        QCOMPARE(cli(QStringList{u"fuse"_s, model, u"--save-study"_s, file("s.study")} + chosen).status, 0);
        const Outcome again = cli({u"fuse"_s, u"--study"_s, file("s.study"), u"--json"_s});
        QVERIFY2(again.status == 0 && again.err.isEmpty(), again.err.constData());
        const Outcome direct = cli(QStringList{u"fuse"_s, model, u"--json"_s} + chosen);
        QCOMPARE(again.json()[u"applied"_s], direct.json()[u"applied"_s]);
        QCOMPARE(again.json()[u"nodes_after"_s], direct.json()[u"nodes_after"_s]);
        const auto study = pipeline::readStudy(file("s.study").toStdString());
        QVERIFY(study && study->settings.seed == 9 && study->settings.fusion.patchLimit == 5);

        QFile measured(file("s.study"));
        QVERIFY(measured.open(QIODevice::ReadWrite));
        QByteArray text = measured.readAll();
        text.insert(text.indexOf('{') + 1, "\"measurements\": [{\"model\": \"m\"}],");
        measured.seek(0);
        measured.write(text);
        measured.close();
        QCOMPARE(cli({u"fuse"_s, u"--study"_s, file("s.study"), u"--save-study"_s, file("t.study")}).status, 0);
        const auto kept = pipeline::readStudy(file("t.study").toStdString());
        QVERIFY(kept);
        QCOMPARE(QByteArray::fromStdString(kept->measurements), "[{\"model\": \"m\"}]");
        // What the command line says goes before the study, and what it does not say is the study's.
        auto options = [&, from = file("t.study"), to = file("u.study")](const QStringList& given) mutable {
            const Outcome saved =
                cli(QStringList{u"fuse"_s, u"--study"_s, from, u"--save-study"_s, to, u"--force"_s} + given);
            const auto read = pipeline::readStudy(to.toStdString());
            std::swap(from, to);
            return saved.status == 0 && read ? read->settings.fusion : fusion::Options();
        };
        QVERIFY(options({u"--least-traffic"_s}).leastTraffic);
        QVERIFY(options({u"--steps"_s, u"3"_s}).leastTraffic);
        QVERIFY(!options({u"--no-least-traffic"_s}).leastTraffic);
        QCOMPARE(options({u"--opset"_s, u"20"_s}).patchLimit, std::size_t(3));

        const Outcome other =
            cli({u"fuse"_s, test::sampleFile("tiny_cnn_2d.onnx"), u"--study"_s, file("s.study")});
        QCOMPARE(other.status, 0);
        QVERIFY2(other.err.contains("the model that was studied had"), other.err.constData());
        QCOMPARE(cli({u"fuse"_s}).status, 2);
        QFile broken(file("broken.study"));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("{");
        broken.close();
        const Outcome bad = cli({u"fuse"_s, u"--study"_s, file("broken.study")});
        QCOMPARE(bad.status, 3);
        QVERIFY(bad.err.contains("broken.study, line 1: is no JSON"));
    }

    void rulesFromModules() {
        const QString model = written(absolute(), "absolute.onnx"),
                      module = test::text(test::loadable("edgewright_example_rules.so"));
        const QStringList with{u"fuse"_s, model, u"--rule-plugin"_s, module, u"--verify"_s, u"--json"_s};
        const Outcome done = cli(with + QStringList{u"--rules"_s, u"drop_abs"_s});
        QVERIFY2(done.status == 0, done.err.constData());
        QCOMPARE(rulesOf(done.json()[u"applied"_s]), QStringList{u"drop_abs"_s});
        QCOMPARE(done.json()[u"nodes_after"_s].toInt(), 2);
        QCOMPARE(cli({u"fuse"_s, model, u"--rules"_s, u"drop_abs"_s}).status, 2); // without the module
        const Outcome absent = cli({u"fuse"_s, model, u"--rule-plugin"_s, file("absent.so")});
        QCOMPARE(absent.status, 3);
        QVERIFY(absent.err.contains("absent.so"));
        qputenv("EDGEWRIGHT_RULE_PLUGINS", (module + u":/no/such.so"_s).toUtf8());
        const Outcome listed = cli({u"fuse"_s, model, u"--rules"_s, u"drop_abs"_s, u"--json"_s});
        const Outcome quiet = cli({u"fuse"_s, model, u"--rules"_s, u"drop_abs"_s, u"--quiet"_s});
        qunsetenv("EDGEWRIGHT_RULE_PLUGINS");
        QVERIFY2(quiet.status == 0 && quiet.err.isEmpty(), quiet.err.constData());
        QCOMPARE(listed.status, 0);
        QVERIFY(listed.err.contains("/no/such.so"));
        QCOMPARE(listed.json()[u"nodes_after"_s].toInt(), 2);
    }
};

EDGEWRIGHT_TEST(CliFuseTest)

} // namespace edgewright::cli_fuse_test

#include "cli_fuse_test.moc"
