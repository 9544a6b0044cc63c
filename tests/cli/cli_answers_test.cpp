// SPDX-License-Identifier: GPL-3.0-or-later
// What a person is told: about references that cannot be compared, inputs that are missing, dimensions that are
// open, results that have no place to go.
#include "core/ir/builder.h"
#include "core/onnx/arrays/npz.h"
#include "core/onnx/arrays/tensor_file.h"
#include "tests/cli/program.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <limits>

namespace edgewright::cli_answers_test {

using namespace Qt::StringLiterals;
using edgewright::onnx::NamedTensor;
using ir::DataType;
using test::cli;
using test::Outcome;
namespace fs = std::filesystem;

namespace {

ir::Tensor xs() { return ir::Tensor::of<float>({3}, {-1, 2, 3}); }

// x -> Relu -> mid -> Neg -> y
ir::Graph chain() {
    ir::GraphBuilder builder;
    const ir::TensorType type(DataType::Float32, ir::Dims{3});
    const ValueId x = builder.input("x", type), mid = builder.value("mid", type), y = builder.value("y", type);
    builder.nodeInto("Relu", {x}, {mid});
    builder.nodeInto("Neg", {mid}, {y});
    builder.output(y);
    return builder.take();
}

// Inputs a and b, of which the sum is the output.
ir::Graph sum() {
    ir::GraphBuilder builder;
    const ir::TensorType type(DataType::Float32, ir::Dims{3});
    const ValueId a = builder.input("a", type), b = builder.input("b", type), y = builder.value("y", type);
    builder.nodeInto("Add", {a, b}, {y});
    builder.output(y);
    return builder.take();
}

} // namespace

class CliAnswersTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    fs::path path(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }
    QString file(const std::string& name) const { return test::text(path(name)); }
    // A run of the chain on the tensor above.
    QStringList chainArguments() const {
        if (!test::writeModel(chain(), path("chain.onnx"))) return {};
        if (!edgewright::onnx::writeTensorFile(path("x.npy"), "", xs())) return {};
        return {u"run"_s, file("chain.onnx"), u"--input"_s, u"x="_s + file("x.npy")};
    }

private slots:
    void referencesThatCannotBeCompared_data() {
        QTest::addColumn<ir::Tensor>("expected");
        QTest::addColumn<QString>("reason");
        const float nan = std::numeric_limits<float>::quiet_NaN();
        QTest::newRow("shape") << ir::Tensor::of<float>({2}, {0, 0})
                               << u"float32[3] where float32[2] is expected"_s;
        QTest::newRow("type") << ir::Tensor::of<std::int64_t>({3}, {0, -2, -3})
                              << u"float32[3] where int64[3] is expected"_s;
        QTest::newRow("nan") << ir::Tensor::of<float>({3}, {0, nan, -3})
                             << u"one element is finite on one side only, at index 1"_s;
        QTest::newRow("zero") << ir::Tensor::of<float>({3}, {0, 0, 0}) << QString();
    }

    void referencesThatCannotBeCompared() {
        QFETCH(ir::Tensor, expected);
        QFETCH(QString, reason);
        QStringList run = chainArguments();
        QVERIFY(!run.isEmpty());
        const std::vector<NamedTensor> data{{"x", xs()}, {"y", expected}};
        QVERIFY(edgewright::onnx::writeNpz(path("data.npz"), data));
        run += {u"--data"_s, file("data.npz")};
        const QJsonObject output = cli(run + QStringList{u"--json"_s}).json()[u"outputs"_s][0].toObject();
        QVERIFY(output.contains(u"rel_norm"_s) && output[u"rel_norm"_s].isNull());
        QVERIFY(output[u"max_rel_error"_s].isNull());
        QCOMPARE(output[u"comparable"_s].toBool(true), reason.isEmpty());
        QCOMPARE(output[u"reason"_s].toString(), reason);
        const Outcome text = cli(run);
        QVERIFY2(text.out.contains(reason.isEmpty() ? "the reference is all zero" : reason.toUtf8()),
                 text.out.constData());
        QVERIFY2(!text.out.contains("inf") && !text.out.contains("e+30"), text.out.constData());
    }

    void missingInputsAreSaid() {
        QVERIFY(test::writeModel(sum(), path("pair.onnx")));
        fs::create_directories(path("none"));
        const Outcome none = cli({u"run"_s, file("pair.onnx"), u"--data"_s, file("none")});
        QCOMPARE(none.status, 3);
        QVERIFY(none.err.contains("none: holds no input_0.pb or input_0.npy"));
        fs::create_directories(path("some"));
        QVERIFY(edgewright::onnx::writeTensorFile(path("some") / "input_0.pb", "a", xs()));
        const Outcome some = cli({u"run"_s, file("pair.onnx"), u"--data"_s, file("some")});
        QCOMPARE(some.status, 0);
        QVERIFY2(some.err.contains("input 'b'") && !some.err.contains("input 'a'"), some.err.constData());
        QVERIFY(cli({u"run"_s, file("pair.onnx")}).err.isEmpty());

        const Outcome wrong = cli({u"run"_s, file("pair.onnx"), u"--input"_s, u"wrong=x.npy"_s});
        QCOMPARE(wrong.status, 3);
        QVERIFY(wrong.err.contains("pair.onnx") && wrong.err.contains("wrong=x.npy"));
        const Outcome kind = cli({u"run"_s, file("pair.onnx"), u"--input"_s, u"a=x.txt"_s});
        QVERIFY(kind.err.contains(".npz") && kind.err.contains(".png"));
        const Outcome mean = cli({u"run"_s, file("pair.onnx"), u"--mean"_s, u"0.5"_s});
        QCOMPARE(mean.status, 0);
        QVERIFY(mean.err.contains("no input is an image"));
        const Outcome stats = cli({u"run"_s, file("pair.onnx"), u"--stats"_s, file("absent.json")});
        QVERIFY2(!stats.err.contains("pair.onnx") && stats.err.contains("absent.json"), stats.err.constData());
        QVERIFY(edgewright::onnx::writeTensorFile(path("cut.npy"), "", xs()));
        fs::resize_file(path("cut.npy"), fs::file_size(path("cut.npy")) - 4);
        const Outcome cut = cli({u"run"_s, file("pair.onnx"), u"--input"_s, u"a="_s + file("cut.npy")});
        QVERIFY2(cut.err.contains("8 bytes") && cut.err.contains("asks for 12"), cut.err.constData());
    }

    // A dimension without a name is bound by its input and axis.
    void namelessDimensions() {
        ir::GraphBuilder builder;
        const ir::TensorType type(DataType::Float32,
                                  std::vector<ir::Dim>{ir::Dim::named("batch"), ir::Dim(), ir::Dim(4)});
        const ValueId x = builder.input("x", type), y = builder.value("y", type);
        builder.nodeInto("Relu", {x}, {y});
        builder.output(y);
        QVERIFY(test::writeModel(builder.take(), path("open.onnx")));
        const Outcome inspected = cli({u"inspect"_s, file("open.onnx")});
        QVERIFY2(inspected.out.contains("(--bind batch=N, x#1=N)"), inspected.out.constData());
        const Outcome wrong = cli({u"run"_s, file("open.onnx"), u"--bind"_s, u"x#2=3"_s});
        QCOMPARE(wrong.status, 0);
        QVERIFY2(wrong.err.contains("it has batch, x#1"), wrong.err.constData());
        const Outcome run = cli({u"run"_s, file("open.onnx"), u"--bind"_s, u"x#1=3"_s, u"--json"_s});
        QCOMPARE(run.json()[u"outputs"_s][0][u"shape"_s], (QJsonArray{1, 3, 4}));
        QVERIFY(run.err.contains("(--bind batch=N changes it)") && !run.err.contains("x#1"));
    }

    void macsThatCannotBeCounted() {
        const auto product = [&](std::int64_t rows, std::int64_t inner, std::int64_t columns) {
            ir::GraphBuilder builder;
            const ValueId a = builder.input("a", {DataType::Float32, ir::Dims{rows, 3}});
            const ValueId b = builder.input("b", {DataType::Float32, ir::Dims{inner, columns}});
            const ValueId c = builder.value("c", {DataType::Float32, ir::Dims{rows, columns}});
            builder.nodeInto("MatMul", {a, b}, {c});
            builder.output(c);
            return test::writeModel(builder.take(), path("product.onnx"));
        };
        const auto macs = [&]() -> QJsonValue {
            return cli({u"inspect"_s, file("product.onnx"), u"--json"_s}).json()[u"macs"_s];
        };
        QVERIFY(product(2, 3, 5));
        QCOMPARE(macs().toInt(), 30);
        QVERIFY(product(2, 4, 5));
        QVERIFY(macs().isNull());
        QVERIFY(cli({u"inspect"_s, file("product.onnx")}).out.contains("MACs          unknown"));
        QVERIFY(product(std::int64_t(1) << 31, 3, std::int64_t(1) << 31));
        QVERIFY(macs().isNull());
    }

    // A node of an operator that nobody knows makes sums lower bounds, even where its shapes are declared.
    void macsOfAPartAreLeast() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {DataType::Float32, ir::Dims{2, 3}});
        const ValueId product =
            builder.node("MatMul", {x, builder.input("w", {DataType::Float32, ir::Dims{3, 5}})});
        ir::Node node;
        node.domain = "com.example";
        node.op = "Mystery";
        node.inputs = {product};
        node.outputs = {builder.value("y", {DataType::Float32, ir::Dims{2, 5}})};
        builder.output(node.outputs[0]);
        builder.graph().addNode(std::move(node));
        QVERIFY(test::writeModel(builder.take(), path("part.onnx")));
        const QString part = file("part.onnx");
        const QJsonArray uncounted{QJsonObject{{u"op"_s, u"com.example.Mystery"_s}, {u"nodes"_s, 1}}};
        const QByteArray sentence = "at least 30; 1 node of com.example.Mystery not counted";

        const QJsonObject inspected = cli({u"inspect"_s, part, u"--json"_s}).json();
        QCOMPARE(inspected[u"macs"_s].toInt(), 30);
        QVERIFY(inspected[u"macs_are_lower_bound"_s].toBool());
        QCOMPARE(inspected[u"uncounted"_s].toArray(), uncounted);
        const QByteArray text = cli({u"inspect"_s, part}).out;
        QVERIFY2(text.contains("MACs          " + sentence), text.constData());

        const QJsonObject total = cli({u"cost"_s, part, u"--json"_s}).json()[u"total"_s].toObject();
        QCOMPARE(total[u"macs"_s].toInt(), 30);
        QVERIFY(total[u"macs_are_lower_bound"_s].toBool());
        QCOMPARE(total[u"uncounted"_s].toArray(), uncounted);
        const QByteArray costs = cli({u"cost"_s, part}).out;
        QVERIFY2(costs.contains("MACs " + sentence), costs.constData());

        // So is what a design space and a search add up, in all forms of the answer.
        const QByteArray least = "are at least these: 1 node of com.example.Mystery not counted.";
        const auto lastFields = [&](const QString& csv) {
            QFile written(csv);
            if (!written.open(QIODevice::ReadOnly)) return QSet<QByteArray>();
            QList<QByteArray> rows = written.readAll().trimmed().split('\n');
            if (!rows.takeFirst().endsWith(",is_lower_bound")) return QSet<QByteArray>();
            QSet<QByteArray> found;
            for (const QByteArray& row : rows)
                found << row.split(',').last();
            return found;
        };
        const QStringList dse{u"dse"_s, part, u"--axis"_s, u"size=8,16"_s};
        const QByteArray space = cli(dse + QStringList{u"-o"_s, file("space.csv")}).out;
        QVERIFY2(space.contains("Cycles, times and energies " + least), space.constData());
        QCOMPARE(lastFields(file("space.csv")), QSet<QByteArray>{"true"});
        const QJsonObject points = cli(dse + QStringList{u"--json"_s}).json();
        QVERIFY(points[u"costs_are_lower_bound"_s].toBool());
        QCOMPARE(points[u"uncounted"_s].toArray(), uncounted);
        const QStringList search{u"search"_s, part, u"--strategy"_s, u"random"_s, u"--trials"_s, u"20"_s};
        const QByteArray tiles = cli(search + QStringList{u"-o"_s, file("tiles.csv")}).out;
        QVERIFY2(tiles.contains("total  at least ") && tiles.contains("Totals " + least), tiles.constData());
        QCOMPARE(lastFields(file("tiles.csv")),
                 (QSet<QByteArray>{"false", "true"})); // a layer is whole, the total is not
        const QJsonObject sum = cli(search + QStringList{u"--json"_s}).json()[u"total"_s].toObject();
        QVERIFY(sum[u"is_lower_bound"_s].toBool());
        QCOMPARE(sum[u"uncounted"_s].toArray(), uncounted);

        const QJsonObject whole = cli({u"inspect"_s, test::sampleFile("tiny_cnn_2d.onnx"), u"--json"_s}).json();
        QVERIFY(!whole[u"macs_are_lower_bound"_s].toBool(true) && whole[u"uncounted"_s].toArray().isEmpty());
        const QJsonObject wholeSpace =
            cli({u"dse"_s, test::sampleFile("tiny_cnn_2d.onnx"), u"--axis"_s, u"size=8,16"_s, u"--json"_s})
                .json();
        QVERIFY(!wholeSpace[u"costs_are_lower_bound"_s].toBool(true));
        QVERIFY(wholeSpace[u"uncounted"_s].toArray().isEmpty());
    }

    // Nodes add up to the model, and stand in modules that are listed.
    void modulesAreListedWithTheirSums() {
        const QString model = test::sampleFile("residual_cnn_2d.onnx");
        const QJsonObject inspected = cli({u"inspect"_s, model, u"--modules"_s, u"--json"_s}).json();
        const QJsonArray rows = inspected[u"modules"_s].toArray();
        double macs = 0;
        qsizetype nodes = 0;
        QSet<QString> modules;
        for (const QJsonValue& row : rows) {
            const QString around = row[u"module"_s].toString();
            QVERIFY2(around.isEmpty() || modules.contains(around), qPrintable(around));
            if (row[u"is_module"_s].toBool()) {
                modules << row[u"path"_s].toString();
                continue;
            }
            ++nodes;
            macs += row[u"macs"_s].toDouble();
        }
        QCOMPARE(nodes, inspected[u"nodes"_s].toInteger());
        QCOMPARE(macs, inspected[u"macs"_s].toDouble());
        QVERIFY(!cli({u"inspect"_s, model, u"--json"_s}).json().contains(u"modules"_s));
        QVERIFY(cli({u"inspect"_s, model, u"--modules"_s}).out.contains("Parameters"));
    }

    void textSaysWhatCameOutAndWhatTookTime() {
        const QByteArray out = cli({u"run"_s, test::sampleFile("tiny_cnn_2d.onnx")}).out;
        QVERIFY2(out.contains("min ") && out.contains("mean ") && out.contains("largest at "), out.constData());
        const auto at = out.indexOf("slowest operators");
        QVERIFY(at > 0);
        const QList<QByteArray> rows = out.mid(at).trimmed().split('\n').mid(2);
        QCOMPARE(rows.size(), 10);
        double last = 100, sum = 0;
        for (const QByteArray& row : rows) {
            const double share = row.left(row.indexOf('%')).trimmed().split(' ').last().toDouble();
            QVERIFY2(share <= last, row.constData());
            last = share;
            sum += share;
        }
        QVERIFY(sum > 50 && sum < 101);
        QVERIFY(cli(chainArguments()).out.contains("min -3, max -0, mean -1.67"));
    }

    // The model is not there, but that is not looked at.
    void placesOfResultsAreCheckedFirst() {
        const QString model = u"/no/such/model.onnx"_s, target = u"/no/such/folder/out"_s;
        for (const QStringList& arguments : {QStringList{u"fuse"_s, model, u"-o"_s, target},
                                             QStringList{u"plan"_s, model, u"-o"_s, target + u".h"_s},
                                             QStringList{u"run"_s, model, u"--profile"_s, target},
                                             QStringList{u"fuse"_s, model, u"-o"_s, u"/"_s},
                                             QStringList{u"run"_s, model, u"--save"_s, u"/dev/null/out"_s}}) {
            const Outcome outcome = cli(arguments);
            QCOMPARE(outcome.status, 3);
            QVERIFY2(!outcome.err.contains("model.onnx") && outcome.err.contains("folder"),
                     outcome.err.constData());
        }
    }

    void fullStandardOutputIsAFailure() {
        for (const QStringList& arguments :
             {QStringList{u"inspect"_s, test::sampleFile("tiny_cnn_2d.onnx")},
              QStringList{u"inspect"_s, test::sampleFile("tiny_cnn_2d.onnx"), u"--json"_s},
              QStringList{u"--help"_s}}) {
            QProcess process;
            process.setStandardOutputFile(u"/dev/full"_s);
            process.start(test::cliProgram(), arguments);
            QVERIFY(process.waitForFinished(60000));
            QCOMPARE(process.exitCode(), 3);
            QVERIFY(process.readAllStandardError().contains("standard output"));
        }
    }

    // On a terminal every line of the results starts where the progress bar has been erased.
    void barAndResultsDoNotMix() {
        QProcess process;
        process.start(u"script"_s, {u"-qec"_s,
                                    test::cliProgram() + u" run "_s + test::sampleFile("residual_cnn_2d.onnx") +
                                        u" --repeat 1000"_s,
                                    u"/dev/null"_s});
        if (!process.waitForStarted()) QSKIP("needs the program 'script'");
        QVERIFY(process.waitForFinished(60000));
        const QByteArray screen = process.readAllStandardOutput();
        const auto at = screen.indexOf("output  ");
        QVERIFY2(at > 0 && screen.left(at).contains(" %"), screen.constData());
        QVERIFY2(screen[at - 1] == '\r' || screen[at - 1] == '\n', screen.constData());
        static const QRegularExpression barAtAnEnd(u"\\][ 0-9]+%\\r?\\n"_s);
        QVERIFY2(!QString::fromUtf8(screen).contains(barAtAnEnd), screen.constData());
    }
};

EDGEWRIGHT_TEST(CliAnswersTest)

} // namespace edgewright::cli_answers_test

#include "cli_answers_test.moc"
