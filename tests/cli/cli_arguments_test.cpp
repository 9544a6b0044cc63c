// SPDX-License-Identifier: GPL-3.0-or-later
// What the program takes: lists in front of the model, folders that hold one, names of extents; and which exit
// status says what is wrong with it.
#include "core/base/language.h"
#include "core/ir/builder.h"
#include "tests/cli/program.h"
#include "tests/support/sanitizers.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::cli_arguments_test {

using namespace Qt::StringLiterals;
using ir::DataType;
using test::cli;
using test::Outcome;
namespace fs = std::filesystem;

namespace {

// float32[?,batch,4], where the file names only the second extent.
ir::Graph open() {
    ir::GraphBuilder builder;
    const std::vector<ir::Dim> dims{ir::Dim(), ir::Dim::named("batch"), ir::Dim(4)};
    const ValueId x = builder.input("x", {DataType::Float32, dims});
    const ValueId y =
        builder.value("y", {DataType::Float32, std::vector<ir::Dim>{ir::Dim(), ir::Dim(), ir::Dim()}});
    builder.nodeInto("Relu", {x}, {y});
    builder.output(y);
    return builder.take();
}

// x + (Neg of what Relu writes) -> Relu -> y
ir::Graph cyclic() {
    ir::GraphBuilder builder;
    const ir::TensorType type(DataType::Float32, ir::Dims{4});
    const ValueId x = builder.input("x", type), sum = builder.value("sum", type), y = builder.value("y", type),
                  back = builder.value("back", type);
    builder.nodeInto("Add", {x, back}, {sum});
    builder.nodeInto("Relu", {sum}, {y});
    builder.nodeInto("Neg", {y}, {back});
    builder.output(y);
    return builder.take();
}

// [2,3] x [4,5]
ir::Graph mismatched() {
    ir::GraphBuilder builder;
    const ValueId a = builder.input("a", {DataType::Float32, ir::Dims{2, 3}});
    const ValueId b = builder.input("b", {DataType::Float32, ir::Dims{4, 5}});
    const ValueId c = builder.value("c", {DataType::Float32, ir::Dims{2, 5}});
    builder.nodeInto("MatMul", {a, b}, {c});
    builder.output(c);
    return builder.take();
}

} // namespace

class CliArgumentsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path path(const std::string& name) const { return fs::path(m_folder->path().toStdString()) / name; }
    QString file(const std::string& name) const { return test::text(path(name)); }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void listsStandBeforeTheModel_data() {
        QTest::addColumn<QString>("verb");
        QTest::addColumn<QStringList>("list");
        const auto row = [](const char* verb, const QStringList& list) {
            QTest::newRow(qPrintable(list.front())) << QString::fromUtf8(verb) << list;
        };
        row("fuse", {u"--without"_s, u"fold_batch_norm"_s});
        row("fuse", {u"--rules"_s, u"fold_batch_norm,eliminate_identity"_s});
        row("fuse", {u"--skip"_s, u"fold_pad:Conv_0"_s});
        row("fuse", {u"--group"_s, u"Nobody,No_one"_s});
        row("fuse", {u"--rule-plugin"_s, u"/no/such.so"_s});
        row("inspect", {u"--bind"_s, u"batch=2"_s});
        row("run", {u"--input"_s, u"nobody=/no/such.npy"_s});
        row("plan", {u"--keep-apart"_s, u"nobody"_s});
    }
    // The model is found, so that what is wrong with the list can be said, if anything is.
    void listsStandBeforeTheModel() {
        QFETCH(QString, verb);
        QFETCH(QStringList, list);
        const QString model = test::sampleFile("tiny_cnn_2d.onnx");
        const Outcome before = cli(QStringList{verb} + list + QStringList{model}),
                      after = cli(QStringList{verb, model} + list);
        QVERIFY2(!before.err.contains("MODEL") && !before.err.contains("model is expected"),
                 before.err.constData());
        QCOMPARE(before.status, after.status);
        QCOMPARE(before.err, after.err);
    }

    void listsAreSplitAndRepeated() {
        const QString model = test::sampleFile("tiny_cnn_2d.onnx");
        const auto applied = [&](const QStringList& options) {
            QSet<QString> rules;
            const QJsonObject json =
                cli(QStringList{u"fuse"_s} + options + QStringList{model, u"--json"_s}).json();
            for (const QJsonValue& step : json[u"applied"_s].toArray())
                rules.insert(step[u"rule"_s].toString());
            return rules;
        };
        const QSet<QString> all = applied({});
        QVERIFY(all.size() >= 2 && all.contains(u"fold_batch_norm"_s));
        const QStringList names(all.begin(), all.end());
        QVERIFY(!applied({u"--without"_s, names.join(u',')}).intersects(all)); // others may take their place
        QStringList repeated;
        for (const QString& name : names)
            repeated << u"--without"_s << name;
        QVERIFY(!applied(repeated).intersects(all));

        QVERIFY(test::writeModel(open(), path("open.onnx")));
        for (const QStringList& bind : {QStringList{u"--bind"_s, u"x#0=3,batch=2"_s},
                                        QStringList{u"--bind"_s, u"x#0=3"_s, u"--bind"_s, u"batch=2"_s}}) {
            const Outcome outcome =
                cli(QStringList{u"inspect"_s} + bind + QStringList{file("open.onnx"), u"--json"_s});
            QCOMPARE(outcome.json()[u"outputs"_s][0][u"shape"_s], (QJsonArray{3, 2, 4}));
        }
        QCOMPARE(cli({u"inspect"_s, file("open.onnx"), u"--bind"_s, u"x#0=3,batch"_s}).status, 2);
    }

    void aFolderIsItsModel_data() {
        QTest::addColumn<QStringList>("verb");
        for (const char* verb : {"inspect", "fuse", "run", "plan", "cost"})
            QTest::newRow(verb) << QStringList{QString::fromUtf8(verb)};
        QTest::newRow("int8") << QStringList{u"int8"_s, u"--limit"_s, u"1"_s};
    }
    void aFolderIsItsModel() {
        QFETCH(QStringList, verb);
        const auto said = [&] { return cli(verb + QStringList{m_folder->path(), u"--quiet"_s}); };
        const Outcome empty = said();
        QCOMPARE(empty.status, 3);
        QVERIFY2(empty.err.contains("no model") && empty.err.contains(m_folder->path().toUtf8()),
                 empty.err.constData());
        fs::copy(test::sample("tiny_cnn_2d.onnx"), path("b.onnx"));
        fs::create_directories(path("folder.onnx"));
        QVERIFY2(said().status == 0, said().err.constData());
        fs::copy(test::sample("tiny_cnn_2d.onnx"), path("a.onnx"));
        const Outcome several = said();
        QCOMPARE(several.status, 3);
        QVERIFY2(several.err.contains(": a.onnx, b.onnx"), several.err.constData());
        fs::copy(test::sample("tiny_cnn_2d.onnx"), path("model.onnx"));
        QCOMPARE(said().status, 0);
    }

    // Data beside the model is found, and a study names the file.
    void aFolderIsAsGoodAsTheFile() {
        fs::copy(test::sample("tiny_cnn_2d.onnx"), path("model.onnx"));
        QCOMPARE(cli({u"fuse"_s, m_folder->path(), u"--save-study"_s, file("s.study")}).status, 0);
        const Outcome again = cli({u"fuse"_s, u"--study"_s, file("s.study")});
        QVERIFY2(again.status == 0 && again.err.isEmpty(), again.err.constData());
    }

    // What --json calls an extent is what --bind takes.
    void extentsHaveTheNamesToBindThem() {
        QVERIFY(test::writeModel(open(), path("open.onnx")));
        const Outcome inspected = cli({u"inspect"_s, file("open.onnx"), u"--json"_s});
        const QJsonObject json = inspected.json();
        const QJsonArray shape{u"x#0"_s, u"batch"_s, 4};
        QCOMPARE(json[u"inputs"_s][0][u"shape"_s], shape);
        QCOMPARE(json[u"outputs"_s][0][u"shape"_s], shape);
        QCOMPARE(json[u"open_dimensions"_s], (QJsonArray{u"x#0"_s, u"batch"_s}));
        QStringList bind;
        for (const QJsonValue& name : json[u"open_dimensions"_s].toArray())
            bind << u"--bind"_s << name.toString() + u"=5"_s;
        const Outcome bound = cli(QStringList{u"inspect"_s, file("open.onnx"), u"--json"_s} + bind);
        QCOMPARE(bound.json()[u"outputs"_s][0][u"shape"_s], (QJsonArray{5, 5, 4}));
        QVERIFY(bound.json()[u"unresolved"_s].toArray().isEmpty() && bound.err.isEmpty());
        const QByteArray text = cli({u"inspect"_s, file("open.onnx")}).out;
        QVERIFY2(text.contains("float32[x#0,batch,4]") && !text.contains("?"), text.constData());
        // The file keeps its unnamed extent.
        QCOMPARE(cli({u"fuse"_s, file("open.onnx"), u"-o"_s, file("fused.onnx")}).status, 0);
        QVERIFY(!cli({u"fuse"_s, file("open.onnx"), u"-o"_s, u"-"_s}).out.contains("x#0"));
    }

    void badGraphsAreStatus3_data() {
        QTest::addColumn<QStringList>("verb");
        for (const char* verb : {"inspect", "fuse", "run", "plan", "cost"})
            QTest::newRow(verb) << QStringList{QString::fromUtf8(verb)};
        QTest::newRow("plan --fuse") << QStringList{u"plan"_s, u"--fuse"_s};
        QTest::newRow("int8") << QStringList{u"int8"_s, u"--limit"_s, u"1"_s};
    }
    void badGraphsAreStatus3() {
        QFETCH(QStringList, verb);
        QVERIFY(test::writeModel(cyclic(), path("cyclic.onnx")) &&
                test::writeModel(mismatched(), path("shape.onnx")));
        for (const auto& [name, says] :
             {std::pair("cyclic.onnx", "cycle"), std::pair("shape.onnx", "MatMul")}) {
            const Outcome outcome = cli(verb + QStringList{file(name), u"--json"_s});
            QVERIFY2(outcome.status == 3, outcome.err.constData());
            if (verb.front() == u"inspect"_s) // goes on, and lists it
                QVERIFY2(outcome.out.contains(says) && !outcome.json()[u"notes"_s].toArray().isEmpty(),
                         outcome.out.constData());
            else
                QVERIFY2(outcome.out.isEmpty() && outcome.err.contains(says) && outcome.err.contains(name),
                         outcome.err.constData());
        }
        // Extents whose product is beyond 64 bits.
        if (verb.front() == u"inspect"_s) return;
        const QString model = test::sampleFile("tiny_cnn_2d.onnx");
        const Outcome huge = cli(verb + QStringList{model, u"--bind"_s, u"batch=9223372036854775807"_s});
        QVERIFY2(huge.status == 3 && huge.err.contains("less than 2^63 bytes"), huge.err.constData());
    }

    // Text that says how much was needed and what the limit was, for any verb.
    void outOfMemory() {
        if (test::UnderAddressSanitizer) QSKIP("the sanitizer needs the whole address space");
        ir::GraphBuilder builder;
        const ir::TensorType type(DataType::Float32, ir::Dims{4});
        ValueId value = builder.input("x", type);
        for (int i = 0; i < 100000; ++i)
            value = builder.node("Relu", {value});
        builder.output(value);
        QVERIFY(test::writeModel(builder.take(), path("long.onnx")));
        for (const char* verb : {"inspect", "fuse", "plan"}) {
            QProcess process;
            process.start(u"sh"_s, {u"-c"_s, u"ulimit -v %1; exec \"$0\" \"$@\""_s.arg(AddressSpace),
                                    test::cliProgram(), QString::fromUtf8(verb), file("long.onnx")});
            QVERIFY(process.waitForFinished(-1));
            const QByteArray err = process.readAllStandardError();
            QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 3, err.constData());
            QVERIFY2(err.contains(" needed, limit ") && !err.contains("bad_alloc"), err.constData());
        }
    }

    // Also what the parser itself says, and the reader of a file behind it.
    void wordsOfTheParser() {
        if (languages().size() == 1) QSKIP("built without gettext");
        const QString model = test::sampleFile("tiny_cnn_2d.onnx");
        const auto said = [](const QStringList& arguments) {
            const Outcome outcome = cli(QStringList{u"--language"_s, u"zh_CN"_s} + arguments);
            return QString::fromUtf8(outcome.status == 0 ? outcome.out : outcome.err);
        };
        const QString help = said({u"lesson"_s, u"check"_s, u"--help"_s});
        for (const QString& each : {u"用法: "_s, u"[选项]"_s, u"\n选项:"_s, u"必需"_s, u"显示此帮助并退出"_s})
            QVERIFY2(help.contains(each), qPrintable(help));
        QVERIFY2(said({u"--help"_s}).contains(u"\n子命令:"_s), qPrintable(said({u"--help"_s})));
        QVERIFY(cli({u"--help"_s}).out.contains("\nSubcommands:") &&
                cli({u"--help"_s}).out.contains("\nOptions:"));
        QCOMPARE(said({u"plan"_s, model, u"--study"_s, u"--fuse"_s}),
                 u"--fuse 不能与 --study 一起使用\n使用 --help 查看更多信息。\n"_s);
        QCOMPARE(said({u"inspect"_s, model, u"more"_s}), u"多余的参数：more\n使用 --help 查看更多信息。\n"_s);
        QCOMPARE(said({u"plan"_s, model, u"--capacity"_s, u"many"_s}).section(u'\n', 0, 0),
                 u"--capacity: “many”：应为 0 到 9223372036854775807 之间的整数"_s);
        QFile json(file("slip.json"));
        QVERIFY(json.open(QIODevice::WriteOnly) && json.write("{\"rows\": 8,\n\"clok_ghz\": 1}") > 0);
        json.close();
        const QString slip = said({u"cost"_s, model, u"--accelerator"_s, file("slip.json")});
        QVERIFY2(slip.contains(u"，第 2 行: 没有名为 'clok_ghz' 的键；您指的是“clock_ghz”吗？"_s),
                 qPrintable(slip));
    }

    // Every row of a list, whose words stand in constant tables.
    void wordsOfTables() {
        if (languages().size() == 1) QSKIP("built without gettext");
        const QRegularExpression chinese(u"[\\x{4e00}-\\x{9fff}]"_s);
        for (const QStringList& list : {QStringList{u"lesson"_s, u"facts"_s}, QStringList{u"operators"_s}}) {
            const Outcome outcome = cli(list + QStringList{u"--language"_s, u"zh_CN"_s});
            const QStringList rows = QString::fromUtf8(outcome.out).split(u'\n', Qt::SkipEmptyParts);
            QVERIFY(rows.size() > 40);
            for (const QString& row : rows)
                QVERIFY2(row.contains(chinese), qPrintable(row));
        }
        QVERIFY(cli({u"lesson"_s, u"facts"_s}).out.contains("Operators of the original graph"));
        QVERIFY(cli({u"operators"_s}).out.contains("element-wise"));
    }

private:
    static constexpr int AddressSpace = 150000; // KiB: the program alone takes less
};

EDGEWRIGHT_TEST(CliArgumentsTest)

} // namespace edgewright::cli_arguments_test

#include "cli_arguments_test.moc"
