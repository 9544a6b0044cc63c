// SPDX-License-Identifier: GPL-3.0-or-later
// `plan` and `run --arena` as their users meet them.
#include "tests/cli/program.h"
#include "tests/support/test_class.h"

#include "core/ir/builder.h"
#include "core/memory/packing/planner.h"
#include "core/memory/scheduler.h"

#include <QFile>
#include <QProcess>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

namespace edgewright::cli_plan_test {

using namespace Qt::StringLiterals;

namespace {

using test::cli;
using test::contents;
using test::only;
using test::Outcome;
using test::written;

QString sample(const char* name) { return test::sampleFile(name); }

} // namespace

class CliPlanTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    // Wired at random, so that no planner is done with it in seconds.
    QString wiredModel() const {
        ir::GraphBuilder net;
        std::uint32_t state = 7;
        const auto below = [&](std::uint32_t limit) {
            state = state * 1664525u + 1013904223u;
            return (state >> 8) % limit;
        };
        const auto type = [](std::int64_t width) {
            return ir::TensorType(ir::DataType::Float32, ir::Dims{1, width});
        };
        std::vector<ValueId> made{net.input("x", type(16))};
        std::vector<std::int64_t> widths{16};
        std::vector<bool> read{false};
        const auto joined = [&](const std::vector<ValueId>& parts) {
            return net.node("Concat", parts, {{"axis", std::int64_t(1)}});
        };
        for (std::uint32_t i = 0; i < 400; ++i) {
            const auto known = static_cast<std::uint32_t>(made.size()), near = std::min(known, 40u);
            const std::uint32_t a = known - 1 - below(near), b = known - 1 - below(near);
            const std::int64_t width = 3 + below(94);
            auto weights = ir::Tensor::allocate(ir::DataType::Float32, {widths[a] + widths[b], width});
            if (!weights) return {};
            const ValueId w = net.constant("w" + std::to_string(i), *std::move(weights));
            made.push_back(net.node("MatMul", {joined({made[a], made[b]}), w}));
            widths.push_back(width);
            read.push_back(false);
            read[a] = read[b] = true;
        }
        std::vector<ValueId> sums; // of what nobody has read
        for (std::size_t i = 0; i < made.size(); ++i)
            if (!read[i]) sums.push_back(net.node("ReduceSum", {made[i]}, {{"keepdims", std::int64_t(0)}}));
        net.output(net.node("Sum", sums));
        const QString model = m_folder.filePath(u"wired.onnx"_s);
        return test::writeModel(net.take(), model.toStdString()) ? model : QString();
    }
    // What `plan` says when it is interrupted with a plan in hand: after twice the work each time, until it has
    // one. Status -1 when it ended by itself before.
    static Outcome interrupted(const QStringList& arguments) {
        for (double work = 0.1;; work *= 2) {
            QProcess process;
            process.start(test::cliProgram(), QStringList{u"plan"_s} + arguments);
            if (!test::interrupt(process, [&] { return test::cpuSeconds(process) >= work; })) return {};
            Outcome outcome{process.exitCode(), process.readAllStandardOutput(),
                            process.readAllStandardError()};
            if (outcome.status != 4 || !outcome.json().isEmpty()) return outcome;
        }
    }

private slots:
    // Every planner over every order: verified, never below what is proven, the greedy ones never above no
    // reuse.
    void everyPlannerOverEveryOrder() {
        const Outcome outcome = cli({u"plan"_s, sample("residual_cnn_2d.onnx"), u"--planner"_s, u"all"_s,
                                     u"--schedule"_s, u"all"_s, u"--time-limit"_s, u"0.3"_s, u"--json"_s});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const QJsonObject json = outcome.json();
        const QJsonArray results = json[u"results"_s].toArray();
        QSet<QString> planners, schedules;
        double best = 1e18;
        for (const QJsonValue& result : results) {
            planners << result[u"planner"_s].toString();
            schedules << result[u"schedule"_s].toString();
            const double peak = result[u"peak"_s].toDouble(), bound = result[u"bound"_s].toDouble();
            best = std::min(best, peak);
            QVERIFY(result[u"verified"_s].toBool());
            QVERIFY(peak >= bound && bound >= result[u"lower_bound"_s].toDouble());
            QVERIFY(result[u"lower_bound"_s].toDouble() >= json[u"lower_bound"_s].toDouble());
            QCOMPARE(result[u"optimal"_s].toBool(), result[u"outcome"_s].toString() == u"optimal"_s);
            QVERIFY(result[u"allocations"_s].toInt() >= 1);
            QVERIFY(result[u"order"_s][u"peak"_s].toDouble() <= result[u"order"_s][u"given_peak"_s].toDouble());
        }
        QVERIFY(planners.size() >= 8 && planners.contains(u"exact"_s) &&
                planners.contains(u"dynamic_first_fit"_s));
        QVERIFY(schedules.contains(u"as_given"_s) && schedules.contains(u"exact"_s));
        QCOMPARE(results.size(), planners.size() * schedules.size());
        QCOMPARE(best, json[u"lower_bound"_s].toDouble());
        QVERIFY(json[u"at_peak"_s][u"live_bytes"_s].toDouble() == best);
        QVERIFY(!json[u"at_peak"_s][u"node"_s].toString().isEmpty());
        QVERIFY(!json[u"at_peak"_s][u"buffers"_s].toArray().isEmpty());
    }

    void sharingsAreListedAndSwitchedOff() {
        const QString model = sample("residual_cnn_2d.onnx");
        const QJsonObject json = cli({u"plan"_s, model, u"--sharings"_s, u"--json"_s}).json();
        const QJsonArray sharings = json[u"sharings"_s].toArray();
        QVERIFY(!sharings.isEmpty());
        for (const QJsonValue& each : sharings)
            QVERIFY(!each[u"reason"_s].toString().isEmpty() && !each[u"source"_s].toString().isEmpty());
        const auto count = [&](const QStringList& more) {
            return cli(QStringList{u"plan"_s, model, u"--sharings"_s, u"--json"_s} + more)
                .json()[u"sharings"_s]
                .toArray()
                .size();
        };
        const QString value = sharings[0][u"value"_s].toString(), node = sharings[0][u"node"_s].toString();
        QVERIFY(count({u"--keep-apart"_s, value}) < sharings.size());
        QCOMPARE(count({u"--keep-apart"_s, node}), count({u"--keep-apart"_s, value}));
        QCOMPARE(count({u"--no-in-place"_s}), qsizetype(0));
        const QByteArray listed = cli({u"plan"_s, model, u"--sharings"_s}).out;
        QVERIFY2(listed.contains(sharings[0][u"reason"_s].toString().toUtf8()), listed.constData());
    }

    // A byte for each number instead of four.
    void inInt8() {
        const auto peakOf = [](const QString& how) {
            const Outcome planned = cli({u"plan"_s, sample("residual_cnn_2d.onnx"), how, u"--json"_s});
            return planned.status == 0 ? only(planned.json())[u"peak"_s].toDouble() : 0;
        };
        const double inFloat = peakOf(u"--fuse"_s), inInt8 = peakOf(u"--int8"_s);
        QVERIFY2(inInt8 > 0 && inInt8 < inFloat * 0.3, qPrintable(QString::number(inInt8)));
    }

    // What is joined or cut lies in the other, unless it must not.
    void partsInPlace() {
        const auto model = test::shared("models/aecmos-gru/model.onnx");
        if (model.empty()) QSKIP(test::sharedMissing());
        const QString file = QString::fromStdString(model.string()), plan = m_folder.filePath(u"parts.json"_s);
        const auto kinds = [&](const QStringList& more) {
            QStringList found;
            for (const QJsonValue& each :
                 cli(QStringList{u"plan"_s, file, u"--fuse"_s, u"--sharings"_s, u"--json"_s} + more)
                     .json()[u"sharings"_s]
                     .toArray())
                found << each[u"kind"_s].toString();
            return found;
        };
        QVERIFY(kinds({}).contains(u"part"_s));
        QVERIFY(!kinds({u"--no-parts"_s}).contains(u"part"_s));
        QCOMPARE(cli({u"plan"_s, file, u"--fuse"_s, u"-o"_s, plan}).status, 0);
        const QJsonArray offsets = QJsonDocument::fromJson(contents(plan)).object()[u"offsets"_s].toArray();
        qsizetype parts = 0;
        for (const QJsonValue& buffer : offsets)
            for (const QJsonValue& part : buffer[u"parts"_s].toArray()) {
                ++parts;
                QVERIFY(part[u"offset"_s].toDouble() >= buffer[u"offset"_s].toDouble());
                QVERIFY(part[u"offset"_s].toDouble() + part[u"size"_s].toDouble() <=
                        buffer[u"offset"_s].toDouble() + buffer[u"size"_s].toDouble());
            }
        QVERIFY(parts > 0);
    }

    void inputsOutputsAndWeights() {
        const QString model = sample("tiny_cnn_2d.onnx");
        const auto planned = [&](const QStringList& more) {
            return cli(QStringList{u"plan"_s, model, u"--planner"_s, u"exact"_s, u"--json"_s} + more).json();
        };
        const QJsonObject usual = planned({}),
                          outside = planned({u"--inputs"_s, u"outside"_s, u"--outputs"_s, u"outside"_s}),
                          whole = planned({u"--inputs"_s, u"whole-run"_s, u"--outputs"_s, u"whole-run"_s}),
                          weights = planned({u"--weights"_s}), scratch = planned({u"--scratch"_s});
        QVERIFY(scratch[u"buffers"_s].toInt() > usual[u"buffers"_s].toInt());
        QVERIFY(scratch[u"lower_bound"_s].toDouble() >= usual[u"lower_bound"_s].toDouble());
        QCOMPARE(outside[u"buffers"_s].toInt(), usual[u"buffers"_s].toInt() - 2);
        QVERIFY(whole[u"lower_bound"_s].toDouble() >= usual[u"lower_bound"_s].toDouble());
        const double parameters =
            cli({u"inspect"_s, model, u"--json"_s}).json()[u"parameter_bytes"_s].toDouble();
        QVERIFY(weights[u"lower_bound"_s].toDouble() >= usual[u"lower_bound"_s].toDouble() + 0.9 * parameters);
    }

    void wrongCommandLines_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        const QString model = sample("tiny_cnn_2d.onnx");
        const auto row = [](const char* name, const QStringList& arguments, const char* says) {
            QTest::newRow(name) << arguments << QByteArray(says);
        };
        row("nothing", {}, "MODEL or --instance");
        row("both", {model, u"--instance"_s, u"a.csv"_s}, "MODEL or --instance");
        row("planner", {model, u"--planner"_s, u"best"_s},
            "no planner is called 'best'; there are: all, no_reuse");
        row("schedule", {model, u"--schedule"_s, u"best"_s},
            "no scheduler is called 'best'; there are: all, as_given");
        row("pruning", {model, u"--without-pruning"_s, u"all"_s}, "expected one of column_bound|max_offset");
        row("placement", {model, u"--inputs"_s, u"here"_s}, "outside|while-needed|whole-run");
        row("node", {model, u"--keep-apart"_s, u"nobody"_s}, "no node and no value 'nobody'");
        row("apart in an instance", {u"--instance"_s, u"a.csv"_s, u"--keep-apart"_s, u"x"_s},
            "expected a MODEL");
        row("study of an instance", {u"--instance"_s, u"a.csv"_s, u"--study"_s}, "expected a MODEL");
        row("study of all", {model, u"--study"_s, u"--planner"_s, u"all"_s}, "expected one planner");
        row("study of the fused graph", {model, u"--study"_s, u"--fuse"_s}, "--fuse excludes --study");
        row("study within a capacity", {model, u"--capacity"_s, u"9"_s, u"--study"_s},
            "--capacity excludes --study");
        row("study of sharings", {model, u"--study"_s, u"--sharings"_s}, "--sharings excludes --study");
        row("study with tensors", {model, u"--study"_s, u"--tensors"_s, u"a.txt"_s}, "excludes --tensors");
        for (const char* option : {"--bind", "--rules", "--with", "--without", "--rule-plugin", "--schedule",
                                   "--inputs", "--outputs", "--fuse", "--int8", "--no-in-place", "--no-parts",
                                   "--scratch", "--sharings", "--weights"}) {
            const QByteArray name(option);
            QStringList arguments{u"--instance"_s, u"a.csv"_s, QString::fromLatin1(name)};
            if (name == "--bind")
                arguments << u"n=1"_s;
            else if (name == "--schedule")
                arguments << u"exact"_s;
            else if (name.endsWith("puts"))
                arguments << u"outside"_s;
            else if (name.contains("rule") || name.startsWith("--with"))
                arguments << u"fold_scale"_s;
            QTest::addRow("instance with %s", option) << arguments << QByteArray("excludes --");
        }
        for (const char* option : {"--rules", "--with", "--without", "--rule-plugin"})
            QTest::addRow("%s without fusion", option)
                << QStringList{model, QString::fromLatin1(option), u"fold_scale"_s}
                << QByteArray(option) + ": expected --fuse or --study";
        const QByteArray tensors("--tensors: expected -o with a name that ends in .bin or .tflm.json");
        QTest::newRow("tensors without a file") << QStringList{model, u"--tensors"_s, u"a.txt"_s} << tensors;
        QTest::newRow("tensors for files without them")
            << QStringList{model, u"--tensors"_s, u"a.txt"_s, u"-o"_s, u"a.json"_s, u"-o"_s, u"a.h"_s}
            << tensors;
        row("study as header", {model, u"--study"_s, u"-o"_s, u"a.h"_s}, ".html, or in .json");
        row("ending", {model, u"-o"_s, u"plan.txt"_s}, ".json, .csv, .h, .bin");
        row("alignment", {model, u"--alignment"_s, u"0"_s}, "--alignment");
        row("capacity", {model, u"--capacity"_s, u"-1"_s}, "--capacity");
        row("time", {model, u"--time-limit"_s, u"-1"_s}, "--time-limit");
        row("seed", {model, u"--seed"_s, u"x"_s}, "--seed");
    }
    void wrongCommandLines() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        const Outcome outcome = cli(QStringList{u"plan"_s} + arguments);
        QVERIFY2(outcome.status == 2, outcome.err.constData());
        QVERIFY2(outcome.err.contains(says), outcome.err.constData());
        QVERIFY(outcome.out.isEmpty());
    }

    void writtenEverywhere() {
        const QString model = sample("residual_cnn_2d.onnx");
        const auto file = [&](const char* name) { return m_folder.filePath(QString::fromLatin1(name)); };
        const Outcome outcome = cli({u"plan"_s, model, u"--planner"_s, u"exact"_s, u"--schedule"_s, u"exact"_s,
                                     u"-o"_s, file("p.json"), u"-o"_s, file("p.csv"), u"-o"_s, file("p.h"),
                                     u"-o"_s, file("p.bin"), u"-o"_s, file("p.tflm.json"), u"--json"_s});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const QJsonObject json = outcome.json();
        const QJsonObject plan = QJsonDocument::fromJson(contents(file("p.json"))).object();
        const QJsonArray offsets = plan[u"offsets"_s].toArray();
        QCOMPARE(offsets.size(), json[u"buffers"_s].toInt());
        QCOMPARE(plan[u"arena_bytes"_s].toDouble(), only(json)[u"peak"_s].toDouble());
        QCOMPARE(plan[u"planner"_s].toString(), u"exact"_s);
        QVERIFY(!plan[u"steps"_s].toArray().isEmpty());
        QHash<QString, int> offsetOf;
        for (const QJsonValue& buffer : offsets)
            for (const QJsonValue& value : buffer[u"values"_s].toArray())
                offsetOf[value.toString()] = buffer[u"offset"_s].toInt();
        // The CSV is the same plan, with its offsets fixed.
        const QJsonObject again = cli({u"plan"_s, u"--instance"_s, file("p.csv"), u"--json"_s}).json();
        QCOMPARE(only(again)[u"peak"_s].toDouble(), only(json)[u"peak"_s].toDouble());
        QVERIFY(contents(file("p.h"))
                    .contains("_ARENA_SIZE ((size_t)" +
                              QByteArray::number(qint64(only(json)[u"peak"_s].toDouble())) + "u)"));
        // TensorFlow Lite Micro's words, with names and without.
        const QJsonObject offline = QJsonDocument::fromJson(contents(file("p.tflm.json"))).object();
        QCOMPARE(offline[u"metadata"_s].toString(), u"OfflineMemoryAllocation"_s);
        const QJsonArray words = offline[u"words"_s].toArray(), tensors = offline[u"tensors"_s].toArray();
        QCOMPARE(words.size(), tensors.size() + 3);
        QCOMPARE(words[0].toInt(), 1);
        QCOMPARE(words[1].toInt(), 0);
        QCOMPARE(words[2].toInt(), int(tensors.size()));
        for (const QJsonValue& tensor : tensors)
            QCOMPARE(tensor[u"offset"_s].toInt(), offsetOf.value(tensor[u"name"_s].toString(), -2));
        const QByteArray bytes = contents(file("p.bin"));
        QCOMPARE(bytes.size(), 4 * words.size());
        for (qsizetype i = 0; i < words.size(); ++i)
            QCOMPARE(qFromLittleEndian<qint32>(bytes.constData() + 4 * i), words[i].toInt());
    }

    // A tensor behind an operator that nobody knows has no size: every answer says that it is left out.
    void aPlanOfAPart() {
        ir::GraphBuilder builder;
        const ir::TensorType known(ir::DataType::Float32, ir::Dims{1, 256});
        const ValueId x = builder.input("x", known);
        const ValueId y = builder.value("y", known);
        builder.nodeInto("Relu", {x}, {y});
        ir::Node node;
        node.domain = "com.example";
        node.op = "Mystery";
        node.inputs = {y};
        node.outputs = {builder.value("z")};
        builder.output(builder.node("Relu", {node.outputs[0]}));
        builder.graph().addNode(std::move(node));
        const QString model = m_folder.filePath(u"part.onnx"_s), header = m_folder.filePath(u"part.h"_s);
        QVERIFY(test::writeModel(builder.take(), model.toStdString()));

        const Outcome outcome = cli({u"plan"_s, model, u"-o"_s, header, u"--json"_s});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const QJsonObject json = outcome.json();
        const QJsonArray unplanned = json[u"unplanned"_s].toArray();
        QCOMPARE(unplanned.size(), 2);
        QCOMPARE(unplanned[0][u"name"_s].toString(), u"z"_s);
        QVERIFY(unplanned[0][u"reason"_s].toString().contains(u"size is not known"_s));
        QVERIFY(!only(json)[u"optimal"_s].toBool(true));
        QVERIFY(only(json)[u"outcome"_s].toString() != u"optimal"_s);
        const QByteArray text = contents(header);
        QVERIFY2(text.contains("/* Not all of the memory") && text.contains("/* z: "), text.constData());
        const QByteArray printed = cli({u"plan"_s, model}).out;
        QVERIFY2(printed.contains("of 2 of 4 tensors"), printed.constData());

        const Outcome tight = cli({u"plan"_s, model, u"--capacity"_s, u"1048576"_s, u"--json"_s});
        QCOMPARE(tight.status, 1);
        QCOMPARE(tight.json()[u"answer"_s].toString(), u"unknown"_s);
        QVERIFY2(tight.err.contains("not known whether it fits"), tight.err.constData());

        const QJsonObject whole = cli({u"plan"_s, sample("tiny_cnn_2d.onnx"), u"--json"_s}).json();
        QVERIFY(whole[u"unplanned"_s].toArray().isEmpty() && only(whole)[u"optimal"_s].toBool());
    }

    // Sizes that the data decide are planned with the most that they can be; the run has less.
    void dataDependentSizes() {
        const auto folder = test::shared("wild/plan-of-a-part");
        if (folder.empty()) QSKIP("without the shared models");
        const QString model = QString::fromStdString((folder / "yolo-nms.onnx").string());
        const QJsonObject json = cli({u"plan"_s, model, u"--json"_s}).json();
        QVERIFY(json[u"unplanned"_s].toArray().isEmpty());
        const QJsonObject first = json[u"bounded"_s].toArray().at(0).toObject();
        QCOMPARE(first[u"name"_s].toString(), u"sel"_s);
        QCOMPARE(first[u"type"_s].toString(), u"int64[320,3]"_s);
        QCOMPARE(first[u"bytes"_s].toInt(), 7680);
        QTemporaryDir written;
        const QString header = written.filePath(u"plan.h"_s);
        QCOMPARE(cli({u"plan"_s, model, u"-o"_s, header}).status, 0);
        QVERIFY(test::contents(header).contains("at most int64[320,3] */"));
        const Outcome run = cli({u"run"_s, model, u"--arena"_s, u"--json"_s});
        QVERIFY2(run.status == 0, run.err.constData());
    }

    // The interpreter wants one word for each tensor of its own file, in that file's order.
    void theOrderOfTheTensorsIsGiven() {
        const QString model = sample("tiny_cnn_2d.onnx"), out = m_folder.filePath(u"given.tflm.json"_s);
        const QString input =
            cli({u"inspect"_s, model, u"--json"_s}).json()[u"inputs"_s][0][u"name"_s].toString();
        const QString names = written(m_folder, u"names.txt"_s, "\r\nno_such_tensor\n" + input.toUtf8() + "\n");
        const Outcome outcome = cli({u"plan"_s, model, u"-o"_s, out, u"--tensors"_s, names});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        QVERIFY2(outcome.err.contains("1 tensor of --tensors has no place"), outcome.err.constData());
        const QJsonArray words = QJsonDocument::fromJson(contents(out))[u"words"_s].toArray();
        QCOMPARE(words.size(), 6);
        QCOMPARE(words[3].toInt(), -1);
        QCOMPARE(words[4].toInt(), -1);
        QVERIFY(words[5].toInt() >= 0);
        QCOMPARE(cli({u"plan"_s, model, u"-o"_s, out, u"--tensors"_s, u"/no/such/file"_s}).status, 3);
        const auto withNames = [&](const QByteArray& text) {
            return cli(
                {u"plan"_s, model, u"-o"_s, out, u"--tensors"_s, written(m_folder, u"long.txt"_s, text)});
        };
        const QByteArray longest(65536, 'a');
        QCOMPARE(withNames("b\n" + longest + "\r\n").status, 0);
        QCOMPARE(withNames(longest).status, 0);
        for (const QByteArray& text : {"b\n" + longest + "a\n", "b\n" + longest.repeated(20)}) {
            const Outcome tooLong = withNames(text);
            QCOMPARE(tooLong.status, 3);
            QVERIFY2(tooLong.err.contains("long.txt:2: expected at most"), tooLong.err.constData());
        }
        const Outcome tight = cli({u"plan"_s, model, u"-o"_s, out, u"--alignment"_s, u"4"_s, u"--planner"_s,
                                   u"no_reuse"_s, u"--bind"_s, u"batch=1"_s});
        QVERIFY(tight.status == 0 || tight.err.contains("aligns to 16 bytes"));
    }

    void theStudyIsATable() {
        const QString model = sample("residual_cnn_2d.onnx"), csv = m_folder.filePath(u"study.csv"_s);
        const QStringList arguments{u"plan"_s, model, u"--study"_s, u"--planner"_s, u"exact"_s, u"--bind"_s};
        const Outcome outcome = cli(arguments + QStringList{u"batch=1"_s, u"-o"_s, csv, u"--json"_s});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const QJsonArray rows = outcome.json()[u"study"_s].toArray();
        QCOMPARE(rows.size(), 4);
        const QStringList names{u"baseline"_s, u"fusion"_s, u"reuse"_s, u"fusion and reuse"_s};
        for (qsizetype i = 0; i < rows.size(); ++i) {
            QCOMPARE(rows[i][u"case"_s].toString(), names[i]);
            for (const QString& key :
                 {u"peak"_s, u"sum"_s, u"lower_bound"_s, u"allocations"_s, u"operator_calls"_s})
                QVERIFY(rows[i][key].toDouble() > 0);
            QVERIFY(rows[i][u"fragmentation"_s].isDouble());
        }
        // The corners are those of `plan`.
        const QJsonObject both = cli({u"plan"_s, model, u"--fuse"_s, u"--planner"_s, u"exact"_s, u"--bind"_s,
                                      u"batch=1"_s, u"--json"_s})
                                     .json();
        QCOMPARE(rows[3][u"peak"_s].toDouble(), only(both)[u"peak"_s].toDouble());
        const QJsonObject none = cli({u"plan"_s, model, u"--no-in-place"_s, u"--planner"_s, u"no_reuse"_s,
                                      u"--bind"_s, u"batch=1"_s, u"--json"_s})
                                     .json();
        QCOMPARE(rows[0][u"peak"_s].toDouble(), only(none)[u"peak"_s].toDouble());
        const QList<QByteArray> lines = contents(csv).split('\n');
        QCOMPARE(lines.size(), 6);
        QCOMPARE(lines[4].split(',')[3].toDouble(), rows[3][u"peak"_s].toDouble());
        // With the batch everything but the calls grows.
        const QJsonArray larger =
            cli(arguments + QStringList{u"batch=4"_s, u"--json"_s}).json()[u"study"_s].toArray();
        for (qsizetype i = 0; i < rows.size(); ++i) {
            QVERIFY(larger[i][u"peak"_s].toDouble() > 3 * rows[i][u"peak"_s].toDouble());
            QCOMPARE(larger[i][u"operator_calls"_s].toInt(), rows[i][u"operator_calls"_s].toInt());
        }
        const QByteArray text = cli(arguments + QStringList{u"batch=1"_s}).out;
        QVERIFY2(text.contains("fusion and reuse"), text.constData());
        const QByteArray head = text.left(text.indexOf('\n')).simplified();
        QCOMPARE(head,
                 QByteArray("Case Peak bytes Sum of buffers Lower bound Allocations Calls Holes Of baseline"));
        // Fused, the rules are those that were chosen.
        const auto sumOf = [&](const QStringList& more) {
            return cli(arguments + QStringList{u"batch=1"_s, u"--json"_s} + more)
                .json()[u"study"_s][1][u"sum"_s]
                .toDouble();
        };
        QVERIFY(sumOf({u"--rules"_s, u"eliminate_identity"_s}) > rows[1][u"sum"_s].toDouble());
    }

    void theArenaIsThatOfThePlan_data() {
        QTest::addColumn<QString>("planner");
        QTest::addColumn<QString>("schedule");
        for (const char* planner :
             {"no_reuse", "dynamic_first_fit", "dynamic_best_fit", "greedy_by_size", "greedy_by_breadth",
              "greedy_by_conflicts", "greedy_by_lifetime", "portfolio", "exact"})
            QTest::newRow(planner) << QString::fromLatin1(planner) << u"as_given"_s;
        QTest::newRow("exact order") << u"exact"_s << u"exact"_s;
    }
    void theArenaIsThatOfThePlan() {
        QFETCH(QString, planner);
        QFETCH(QString, schedule);
        const QStringList choice{u"--planner"_s, planner, u"--schedule"_s, schedule, u"--json"_s};
        for (const char* name : {"residual_cnn_2d.onnx", "signal_cnn_1d.onnx"}) {
            const QJsonObject plan = cli(QStringList{u"plan"_s, sample(name)} + choice).json();
            const Outcome run = cli(QStringList{u"run"_s, sample(name), u"--arena"_s, u"--guard"_s} + choice);
            QVERIFY2(run.status == 0, run.err.constData());
            const QJsonObject json = run.json();
            QCOMPARE(json[u"arena_bytes"_s].toDouble(), only(plan)[u"peak"_s].toDouble());
            QCOMPARE(json[u"high_water_bytes"_s].toDouble(), json[u"arena_bytes"_s].toDouble());
            QCOMPARE(json[u"value_bytes"_s].toDouble(), json[u"arena_bytes"_s].toDouble());
            QCOMPARE(json[u"outside_bytes"_s].toInt(), 0);
            QVERIFY(json[u"identical"_s].toBool() && json[u"guards_intact"_s].toBool());
        }
        QCOMPARE(cli({u"run"_s, sample("tiny_cnn_2d.onnx"), u"--planner"_s, planner}).status,
                 2); // without --arena
    }

    // A search that is interrupted gives the best it has; orders that would come behind are not asked for.
    void anInterruptedSearchKeepsItsBest_data() {
        QTest::addColumn<QString>("schedule");
        QTest::newRow("one order") << u"as_given"_s;
        QTest::newRow("all orders") << u"all"_s;
    }
    void anInterruptedSearchKeepsItsBest() {
        QFETCH(QString, schedule);
        const Outcome outcome = interrupted({wiredModel(), u"--planner"_s, u"exact"_s, u"--schedule"_s,
                                             schedule, u"--time-limit"_s, u"300"_s, u"--json"_s});
        QCOMPARE(outcome.status, 4);
        const QJsonObject json = outcome.json();
        QCOMPARE(only(json)[u"schedule"_s].toString(), u"as_given"_s);
        QCOMPARE(only(json)[u"outcome"_s].toString(), u"cancelled"_s);
        QVERIFY(only(json)[u"verified"_s].toBool());
        QVERIFY(only(json)[u"peak"_s].toDouble() >= only(json)[u"lower_bound"_s].toDouble());
    }

    void namesInAnyEncoding() {
        QProcess shell; // which can write a name that is no UTF-8
        shell.setWorkingDirectory(m_folder.path());
        shell.start(u"/bin/sh"_s,
                    {u"-c"_s,
                     u"name=$(printf 'b\\377.onnx'); cp \"$0\" \"$name\" && \"$1\" plan \"$name\" --study "
                     "-o names.json"_s,
                     sample("tiny_cnn_2d.onnx"), test::cliProgram()});
        QVERIFY(shell.waitForFinished(60000));
        QVERIFY2(shell.exitCode() == 0, shell.readAllStandardError().constData());
        const QJsonObject json = QJsonDocument::fromJson(contents(m_folder.filePath(u"names.json"_s))).object();
        QCOMPARE(json[u"model"_s].toString(), u"b\ufffd.onnx"_s);
    }

    void helpSaysWhatThingsAreFor() {
        const QByteArray help = cli({u"plan"_s, u"--help"_s}).out.simplified();
        for (const char* word :
             {"OfflineMemoryAllocation", "--keep-apart", "--study", "--schedule", "--tensors"})
            QVERIFY2(help.contains(word), word);
        const QByteArray ofRun = cli({u"run"_s, u"--help"_s}).out.simplified();
        const auto listed = [&](const auto& entries) {
            QByteArray names;
            for (const auto* each : entries)
                names += (names.isEmpty() ? "(" : ", ") +
                         QByteArray(each->name.data(), qsizetype(each->name.size()));
            return help.contains(names + ")") && ofRun.contains(names + ")");
        };
        QVERIFY2(listed(memory::planners()), help.constData());
        QVERIFY2(listed(memory::schedulers()), help.constData());
    }
};

EDGEWRIGHT_TEST(CliPlanTest)

} // namespace edgewright::cli_plan_test

#include "cli_plan_test.moc"
