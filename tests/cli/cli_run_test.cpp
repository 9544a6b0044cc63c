// SPDX-License-Identifier: GPL-3.0-or-later
// `run`: inputs and outputs in every form, the proof of the arena, limits, intermediate values.
#include "core/ir/builder.h"
#include "core/onnx/arrays/npz.h"
#include "core/onnx/arrays/tensor_file.h"
#include "tests/cli/program.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>

namespace edgewright::cli_run_test {

using namespace Qt::StringLiterals;
using edgewright::onnx::NamedTensor;
using ir::DataType;
using test::cli;
using test::Outcome;
namespace fs = std::filesystem;

namespace {

// Every input "x" comes out as "x_out".
ir::Graph copies(const std::vector<NamedTensor>& inputs) {
    ir::GraphBuilder builder;
    for (const NamedTensor& each : inputs) {
        const ValueId in = builder.input(each.name, each.tensor.type());
        const ValueId out = builder.value(each.name + "_out", each.tensor.type());
        builder.nodeInto("Identity", {in}, {out});
        builder.output(out);
    }
    return builder.take();
}

std::vector<NamedTensor> numbers() {
    auto halves = ir::Tensor::allocate(DataType::Float16, {2});
    halves->as<std::uint16_t>()[0] = 0x3c01;
    halves->as<std::uint16_t>()[1] = 0xfbff;
    auto flags = ir::Tensor::allocate(DataType::Bool, {3});
    flags->as<std::uint8_t>()[1] = 1;
    return {{"f", ir::Tensor::of<float>({2, 2}, {1.5f, -0.0f, 3e-40f, 1e30f})},
            {"h", *halves},
            {"b:0", *flags},
            {"deep/i", ir::Tensor::of<std::int64_t>({2}, {-1, std::int64_t(1) << 60})},
            {"u", ir::Tensor::of<std::uint8_t>({1, 3}, {0, 128, 255})}};
}

bool same(const ir::Tensor& a, const ir::Tensor& b) {
    if (a.dtype() == DataType::String) return a.dims() == b.dims() && a.strings() == b.strings();
    return a.type() == b.type() && std::ranges::equal(a.bytes(), b.bytes());
}

// x -> Relu -> mid -> Neg -> y, for x = {-1, 2, 3}: mid = {0, 2, 3}.
ir::Graph chain() {
    ir::GraphBuilder builder;
    const ir::TensorType type(DataType::Float32, ir::Dims{3});
    const ValueId x = builder.input("x", type), mid = builder.value("mid", type), y = builder.value("y", type);
    builder.nodeInto("Relu", {x}, {mid});
    builder.nodeInto("Neg", {mid}, {y});
    builder.output(y);
    return builder.take();
}

} // namespace

class CliRunTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    fs::path path(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }
    QString file(const std::string& name) const { return test::text(path(name)); }
    QString text(const std::string& name, const QByteArray& contents) const {
        std::ofstream(path(name), std::ios::binary).write(contents.data(), contents.size());
        return file(name);
    }
    // The chain and its input x.
    QStringList chainArguments() const {
        if (!test::writeModel(chain(), path("chain.onnx"))) return {};
        const auto x = ir::Tensor::of<float>({3}, {-1, 2, 3});
        if (!edgewright::onnx::writeTensorFile(path("x.npy"), "", x)) return {};
        return {u"run"_s, file("chain.onnx"), u"--input"_s, u"x="_s + file("x.npy"), u"--json"_s};
    }

private slots:
    void valuesGoInAndOut_data() {
        QTest::addColumn<QString>("form");
        for (const char* form : {"pb", "npy", "npz"})
            QTest::newRow(form) << QString::fromLatin1(form);
    }

    void valuesGoInAndOut() {
        QFETCH(QString, form);
        const auto inputs = numbers();
        QVERIFY(test::writeModel(copies(inputs), path("copies.onnx")));
        const std::string kind = form.toStdString();
        fs::create_directories(path("in_" + kind));
        fs::path data = path("in_" + kind);
        if (kind == "npz") {
            data = path("in.npz");
            QVERIFY(edgewright::onnx::writeNpz(data, inputs));
        } else {
            for (std::size_t i = 0; i < inputs.size(); ++i)
                QVERIFY(edgewright::onnx::writeTensorFile(data / ("input_" + std::to_string(i) + "." + kind),
                                                          inputs[i].name, inputs[i].tensor));
        }
        const Outcome outcome = cli({u"run"_s, file("copies.onnx"), u"--data"_s, test::text(data), u"--save"_s,
                                     file("out_" + kind), u"--save-as"_s, form, u"--json"_s});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        QCOMPARE(outcome.json()[u"saved"_s].toArray().size(), inputs.size());
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            ir::Tensor got;
            if (kind == "npz") {
                const auto members = edgewright::onnx::readNpz(path("out_npz") / "outputs.npz");
                QVERIFY(members && members->size() == inputs.size());
                QCOMPARE((*members)[i].name, inputs[i].name + "_out");
                got = (*members)[i].tensor;
            } else {
                const auto read = edgewright::onnx::readTensorFile(
                    path("out_" + kind) / ("output_" + std::to_string(i) + "." + kind));
                QVERIFY2(read, read ? "" : read.error().message.c_str());
                QCOMPARE(read->name, kind == "pb" ? inputs[i].name + "_out" : std::string());
                got = read->tensor;
            }
            QVERIFY2(same(got, inputs[i].tensor), inputs[i].name.c_str());
        }
    }

    void stringsGoInAndOut() {
        const std::vector<NamedTensor> inputs{{"s", ir::Tensor::ofStrings({2}, {"one", "zwölf"})}};
        QVERIFY(test::writeModel(copies(inputs), path("strings.onnx")));
        QVERIFY(edgewright::onnx::writeNpz(path("s.npz"), inputs));
        for (const QString& form : {u"pb"_s, u"npy"_s, u"npz"_s}) {
            const std::string kind = form.toStdString();
            const fs::path in = path("s." + kind);
            if (kind != "npz") QVERIFY(edgewright::onnx::writeTensorFile(in, "s", inputs[0].tensor));
            const Outcome outcome = cli({u"run"_s, file("strings.onnx"), u"--input"_s, u"s="_s + test::text(in),
                                         u"--save"_s, file("strings"), u"--save-as"_s, form});
            QVERIFY2(outcome.status == 0, outcome.err.constData());
            if (kind == "npz") continue;
            const auto read = edgewright::onnx::readTensorFile(path("strings") / ("output_0." + kind));
            QVERIFY2(read, read ? "" : read.error().message.c_str());
            QVERIFY(same(read->tensor, inputs[0].tensor));
        }
        const auto members = edgewright::onnx::readNpz(path("strings") / "outputs.npz");
        QVERIFY(members && members->size() == 1 && same(members->front().tensor, inputs[0].tensor));
        // What NumPy's strings cannot hold needs protobuf.
        const auto odd = ir::Tensor::ofStrings({2}, {"one", "\xff"});
        QVERIFY(edgewright::onnx::writeTensorFile(path("odd.pb"), "s", odd));
        const Outcome refused = cli({u"run"_s, file("strings.onnx"), u"--input"_s, u"s="_s + file("odd.pb"),
                                     u"--save"_s, file("odd"), u"--save-as"_s, u"npy"_s});
        QCOMPARE(refused.status, 3);
        QVERIFY2(refused.err.contains(".pb"), refused.err.constData());
    }

    void archivesByName() {
        const auto inputs = numbers();
        QVERIFY(test::writeModel(copies({inputs[0], inputs[3]}), path("two.onnx")));
        const auto first = ir::Tensor::of<float>({2, 2}, {1, 2, 3, 4});
        QVERIFY(edgewright::onnx::writeNpz(path("one.npz"), std::vector<NamedTensor>{{"anything", first}}));
        QVERIFY(edgewright::onnx::writeNpz(
            path("both.npz"), std::vector<NamedTensor>{inputs[3], {"f", first}, {"f_out", first}}));
        // Alone, for one input (its only member), and with the expected output.
        const Outcome all = cli({u"run"_s, file("two.onnx"), u"--input"_s, file("both.npz"), u"--json"_s});
        QVERIFY2(all.status == 0, all.err.constData());
        QCOMPARE(all.json()[u"outputs"_s][0][u"max_abs_error"_s].toDouble(-1), 0.0);
        QVERIFY(!all.json()[u"outputs"_s][1].toObject().contains(u"max_abs_error"_s));
        QCOMPARE(cli({u"run"_s, file("two.onnx"), u"--input"_s, u"f="_s + file("one.npz")}).status, 0);
        QCOMPARE(cli({u"run"_s, file("two.onnx"), u"--input"_s, u"f="_s + file("both.npz")}).status, 0);
        const Outcome unknown = cli({u"run"_s, file("two.onnx"), u"--data"_s, file("one.npz")});
        QCOMPARE(unknown.status, 3);
        QVERIFY(unknown.err.contains("'anything', which is no input") && unknown.err.contains("one.npz"));
        const Outcome absent =
            cli({u"run"_s, file("two.onnx"), u"--input"_s, u"deep/i="_s + file("absent.npz")});
        QCOMPARE(absent.status, 3);
        QVERIFY(absent.err.contains("absent.npz"));
        const Outcome broken =
            cli({u"run"_s, file("two.onnx"), u"--data"_s, text("broken.npz", "PK no archive")});
        QCOMPARE(broken.status, 3);
        QVERIFY(broken.err.contains("broken.npz"));
    }

    // As a data set has them: integers with what they stand for, and classes, which nothing here asks for.
    void archivesOfIntegers() {
        const auto floats = ir::Tensor::of<float>({2, 2}, {-1, 0, 1, 508});
        QVERIFY(test::writeModel(copies({{"f", floats}}), path("f.onnx")));
        const NamedTensor bytes{"f", ir::Tensor::of<std::uint8_t>({2, 2}, {0, 1, 2, 255})};
        const NamedTensor scale{"scale", ir::Tensor::of<float>({2, 1}, {1, 2})},
            offset{"offset", ir::Tensor::of<float>({2, 1}, {-1, -2})};
        const auto labels = ir::Tensor::of<std::int64_t>({2}, {3, 4});
        const auto inDoubles = ir::Tensor::of<double>({2, 2}, {-1, 0, 1, 508});
        const auto write = [&](const char* name, const std::vector<NamedTensor>& members) {
            return edgewright::onnx::writeNpz(path(name), members).has_value();
        };
        const auto expected = ir::Tensor::of<float>({2, 2}, {-1, 0, 2, 508});
        QVERIFY(write("set.npz", {bytes, scale, offset, {"labels", labels}, {"f_out", expected}}));
        QVERIFY(write("plain.npz", {bytes, {"labels", labels}}));
        QVERIFY(write("doubles.npz", {{"f", inDoubles}, {"f_out", floats}}));
        QVERIFY(write("wrong.npz", {bytes, {"scale", ir::Tensor::of<float>({3}, {1, 2, 3})}}));
        for (const char* name : {"set.npz", "doubles.npz"}) {
            const Outcome ran = cli({u"run"_s, file("f.onnx"), u"--input"_s, file(name), u"--json"_s});
            QVERIFY2(ran.status == 0, ran.err.constData());
            QCOMPARE(ran.json()[u"outputs"_s][0][u"max_abs_error"_s].toDouble(-1), 0.0);
        }
        QCOMPARE(cli({u"run"_s, file("f.onnx"), u"--input"_s, u"f="_s + file("set.npz")}).status, 0);
        QCOMPARE(cli({u"run"_s, file("f.onnx"), u"--input"_s, file("plain.npz")}).status, 3);
        const Outcome wrong = cli({u"run"_s, file("f.onnx"), u"--input"_s, file("wrong.npz")});
        QCOMPARE(wrong.status, 3);
        QVERIFY2(wrong.err.contains("wrong.npz") && wrong.err.contains("'scale'"), wrong.err.constData());
    }

    void imagesBecomeInputs() {
        const auto image = test::shared("images/daisy.jpg");
        if (image.empty()) QSKIP(test::sharedMissing());
        const auto pixels = ir::Tensor::allocate(DataType::Float32, {1, 8, 6, 3});
        QVERIFY(test::writeModel(copies({{"x", *pixels}}), path("image.onnx")));
        const auto run = [&](const QStringList& options) {
            const Outcome outcome = cli(QStringList{u"run"_s, file("image.onnx"), u"--input"_s,
                                                    u"x="_s + test::text(image), u"--save"_s, file("image")} +
                                        options);
            const auto read = edgewright::onnx::readTensorFile(path("image") / "output_0.pb");
            return outcome.status == 0 && read ? read->tensor : ir::Tensor();
        };
        const ir::Tensor plain = run({});
        const ir::Tensor raw = run({u"--pixel-scale"_s, u"1"_s});
        const ir::Tensor shifted = run({u"--mean"_s, u"0.485,0.456,0.406"_s, u"--std"_s, u"0.5"_s});
        const ir::Tensor bgr = run({u"--channels"_s, u"bgr"_s, u"--layout"_s, u"nhwc"_s});
        QVERIFY(plain.hasData() && raw.hasData() && shifted.hasData() && bgr.hasData());
        for (std::size_t i = 0; i < 144; i += 3) {
            QVERIFY(std::abs(raw.as<float>()[i] / 255 - plain.as<float>()[i]) < 1e-6f);
            QVERIFY(std::abs((plain.as<float>()[i + 1] - 0.456f) / 0.5f - shifted.as<float>()[i + 1]) < 1e-5f);
            QCOMPARE(bgr.as<float>()[i], plain.as<float>()[i + 2]);
        }
        QCOMPARE(cli({u"run"_s, file("image.onnx"), u"--input"_s, u"x="_s + test::text(image), u"--layout"_s,
                      u"nchw"_s})
                     .status,
                 3);
    }

    void arenaIsProved() {
        for (const char* name : {"residual_cnn_2d.onnx", "depthwise_cnn_2d.onnx"})
            for (const QStringList& more :
                 {QStringList{}, QStringList{u"--fuse"_s}, QStringList{u"--scratch"_s},
                  QStringList{u"--fuse"_s, u"--scratch"_s}}) {
                const Outcome outcome =
                    cli(QStringList{u"run"_s, test::sampleFile(name), u"--arena"_s, u"--guard"_s, u"--json"_s} +
                        more);
                QVERIFY2(outcome.status == 0, outcome.err.constData());
                const QJsonObject json = outcome.json();
                QVERIFY(json[u"identical"_s].toBool() && json[u"guards_intact"_s].toBool());
                QVERIFY(json[u"arena_bytes"_s].toInt() > 0);
                QVERIFY(json[u"peak_bytes"_s].toInt() >= json[u"arena_bytes"_s].toInt());
            }
        const Outcome text =
            cli({u"run"_s, test::sampleFile("residual_cnn_2d.onnx"), u"--arena"_s, u"--guard"_s});
        QVERIFY(text.out.contains("identical") && text.out.contains("guards   intact"));
        const QJsonObject plain = cli({u"run"_s, test::sampleFile("residual_cnn_2d.onnx"), u"--json"_s}).json();
        QVERIFY(!plain.contains(u"identical"_s) && !plain.contains(u"guards_intact"_s));
    }

    // Four times a quarter of a step of float16 at 1: in the arena each sum is rounded back to 1, a run without
    // it keeps them in float32. Where that is so, the sentence of the proof says with which run it compared.
    void arenaOfHalvesSaysItsArithmetic_data() {
        QTest::addColumn<int>("type");
        QTest::newRow("float16") << int(DataType::Float16);
        QTest::newRow("bfloat16") << int(DataType::BFloat16);
        QTest::newRow("float32") << int(DataType::Float32);
    }
    void arenaOfHalvesSaysItsArithmetic() {
        QFETCH(const int, type);
        const auto dtype = DataType(type);
        const bool half = dtype != DataType::Float32;
        const auto scalar = [&](float value) {
            if (!half) return ir::Tensor::of<float>({1}, {value});
            auto tensor = ir::Tensor::allocate(dtype, {1});
            tensor->as<std::uint16_t>()[0] =
                dtype == DataType::Float16 ? ir::floatToHalf(value) : ir::floatToBfloat16(value);
            return *std::move(tensor);
        };
        ir::GraphBuilder builder;
        ValueId sum = builder.input("x", {dtype, ir::Dims{1}});
        const ValueId step = builder.constant("step", scalar(dtype == DataType::BFloat16 ? 0x1p-9F : 0x1p-12F));
        for (int i = 0; i < 4; ++i)
            sum = builder.node("Add", {sum, step});
        builder.output(sum);
        QVERIFY(test::writeModel(builder.graph(), path("halves.onnx")));
        QVERIFY(edgewright::onnx::writeTensorFile(path("one.pb"), "x", scalar(1)));
        const QStringList run{u"run"_s, file("halves.onnx"), u"--input"_s, u"x="_s + file("one.pb")};
        QCOMPARE(cli(run + QStringList{u"--save"_s, file("plain")}).status, 0);
        const Outcome inside = cli(run + QStringList{u"--save"_s, file("inside"), u"--arena"_s});
        QVERIFY2(inside.status == 0, inside.err.constData());
        const auto kept = edgewright::onnx::readTensorFile(path("plain") / "output_0.pb");
        const auto rounded = edgewright::onnx::readTensorFile(path("inside") / "output_0.pb");
        QVERIFY(kept && rounded);
        QCOMPARE(same(kept->tensor, rounded->tensor), !half);
        QVERIFY(inside.out.contains("identical to those without it, bit for bit"));
        QCOMPARE(inside.out.contains("with the same arithmetic"), half);
        QCOMPARE(inside.out.contains("a run without --arena keeps float32"), half);
        const QJsonObject json = cli(run + QStringList{u"--arena"_s, u"--json"_s}).json();
        QCOMPARE(json[u"rounded_between_operators"_s].toBool(), half);
    }

    void tripsAreLimited() {
        // Loop that hands its count on: for 10 iterations, unless it may take 9 only.
        ir::GraphBuilder body("body");
        const ValueId iteration = body.input("iteration", {DataType::Int64, ir::Dims{}});
        const ValueId condition = body.input("condition", {DataType::Bool, ir::Dims{}});
        const ValueId held = body.input("held", {DataType::Int64, ir::Dims{}});
        const ValueId go = body.value("go", {DataType::Bool, ir::Dims{}});
        const ValueId sum = body.value("sum", {DataType::Int64, ir::Dims{}});
        body.nodeInto("Identity", {condition}, {go});
        body.nodeInto("Add", {held, iteration}, {sum});
        body.output(go);
        body.output(sum);
        ir::GraphBuilder builder;
        const ValueId trips = builder.input("trips", {DataType::Int64, ir::Dims{}});
        const ValueId start = builder.constant("start", ir::Tensor::scalar<std::int64_t>(0));
        const ValueId out = builder.value("out", {DataType::Int64, ir::Dims{}});
        builder.nodeInto("Loop", {trips, ValueId(), start}, {out},
                         {{"body", std::make_shared<const ir::Graph>(body.take())}});
        builder.output(out);
        QVERIFY(test::writeModel(builder.take(), path("loop.onnx")));
        QVERIFY(edgewright::onnx::writeTensorFile(path("ten.npy"), "", ir::Tensor::scalar<std::int64_t>(10)));
        const QStringList run{u"run"_s,    file("loop.onnx"), u"--input"_s, u"trips="_s + file("ten.npy"),
                              u"--save"_s, file("loop")};
        const Outcome enough = cli(run + QStringList{u"--trip-limit"_s, u"10"_s});
        QVERIFY2(enough.status == 0, enough.err.constData());
        const auto read = edgewright::onnx::readTensorFile(path("loop") / "output_0.pb");
        QVERIFY(read);
        QCOMPARE(ir::elementAsInt64(read->tensor, 0), std::int64_t(45));
        const Outcome limited = cli(run + QStringList{u"--trip-limit"_s, u"9"_s});
        QCOMPARE(limited.status, 3);
        QVERIFY2(limited.err.contains("9") && limited.err.contains("loop.onnx"), limited.err.constData());
    }

    void memoryIsLimited() {
        const QStringList run{u"run"_s, test::sampleFile("residual_cnn_2d.onnx"), u"--bind"_s, u"batch=64"_s};
        QCOMPARE(cli(run + QStringList{u"--memory-limit"_s, u"256"_s}).status, 0);
        const Outcome limited = cli(run + QStringList{u"--memory-limit"_s, u"1"_s});
        QCOMPARE(limited.status, 3);
        QVERIFY2(limited.err.contains("limit"), limited.err.constData());
    }

    // The largest part is what the operator needs for itself. peak_bytes is what has to be allowed, no more.
    void memoryOfOperatorsIsLimited() {
        ir::GraphBuilder builder;
        const ir::TensorType sequence(DataType::Float32, ir::Dims{512, 8, 64});
        const ValueId out = builder.value("y", {DataType::Float32, ir::Dims{512, 1, 8, 256}});
        const auto zeros = [&](const char* name, const ir::Dims& dims) {
            return builder.constant(name, *ir::Tensor::allocate(DataType::Float32, dims));
        };
        builder.nodeInto("LSTM",
                         {builder.input("x", sequence), zeros("w", {1, 1024, 64}), zeros("r", {1, 1024, 256})},
                         {out}, {{"hidden_size", std::int64_t(256)}});
        builder.output(out);
        QVERIFY(test::writeModel(builder.take(), path("lstm.onnx")));
        const QStringList run{u"run"_s, file("lstm.onnx"), u"--json"_s};
        const QJsonObject free = cli(run).json();
        const auto peak = free[u"peak_bytes"_s].toInteger(), values = free[u"value_bytes"_s].toInteger();
        QCOMPARE(values, qint64(512 * 8 * 256 * 4));
        QVERIFY(peak >= values + 512 * 8 * 1024 * 4);
        QVERIFY(free[u"scratch_bytes"_s].toInteger() >= peak - values);
        const qint64 below = peak >> 20; // MiB, rounded down
        const Outcome enough = cli(run + QStringList{u"--memory-limit"_s, QString::number(below + 1)});
        QVERIFY2(enough.status == 0, enough.err.constData());
        QCOMPARE(enough.json()[u"peak_bytes"_s].toInteger(), peak);
        const Outcome limited = cli(run + QStringList{u"--memory-limit"_s, QString::number(below)});
        QCOMPARE(limited.status, 3);
        const QRegularExpression message(
            u"lstm.onnx.*LSTM.*[0-9]+ bytes needed, limit %1 bytes"_s.arg(below << 20));
        QVERIFY2(message.match(QString::fromUtf8(limited.err)).hasMatch(), limited.err.constData());

        // What the plan has for the operator is what the run takes.
        const Outcome inside = cli(run + QStringList{u"--arena"_s, u"--scratch"_s, u"--guard"_s});
        QVERIFY2(inside.status == 0, inside.err.constData());
        QCOMPARE(inside.json()[u"outside_bytes"_s].toInteger(), qint64(0));
        QCOMPARE(inside.json()[u"peak_bytes"_s].toInteger(), inside.json()[u"arena_bytes"_s].toInteger());
        QCOMPARE(inside.json()[u"high_water_bytes"_s].toInteger(), inside.json()[u"arena_bytes"_s].toInteger());
        QVERIFY(inside.json()[u"arena_bytes"_s].toInteger() >= peak);
    }

    void intermediateValuesAreSaved() {
        const QStringList run = chainArguments();
        QVERIFY(!run.isEmpty());
        const Outcome outcome =
            cli(run + QStringList{u"--save"_s, file("seen"), u"--capture"_s, u"mid"_s, u"--capture"_s, u"x"_s});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const QJsonArray saved = outcome.json()[u"saved"_s].toArray();
        QCOMPARE(saved.size(), 3);
        QCOMPARE(saved[1][u"name"_s].toString(), u"mid"_s);
        const auto mid = edgewright::onnx::readTensorFile(saved[1][u"file"_s].toString().toStdString());
        QVERIFY(mid);
        QCOMPARE(mid->name, std::string("mid"));
        QVERIFY(same(mid->tensor, ir::Tensor::of<float>({3}, {0, 2, 3})));

        QCOMPARE(cli(run + QStringList{u"--save"_s, file("seen"), u"--save-as"_s, u"npz"_s, u"--arena"_s,
                                       u"--capture"_s, u"mid"_s, u"--capture"_s, u"y"_s})
                     .status,
                 0);
        const auto members = edgewright::onnx::readNpz(path("seen") / "outputs.npz");
        QVERIFY(members && members->size() == 2); // y is an output already
        QCOMPARE((*members)[1].name, std::string("mid"));
        QVERIFY(same((*members)[0].tensor, ir::Tensor::of<float>({3}, {-0.0f, -2, -3})));

        const Outcome unknown = cli(run + QStringList{u"--save"_s, file("seen"), u"--capture"_s, u"mi"_s});
        QCOMPARE(unknown.status, 3);
        QVERIFY2(unknown.err.contains("'mid'"), unknown.err.constData());
    }

    void firstDifferingValueIsFound() {
        const QStringList run = chainArguments();
        QVERIFY(!run.isEmpty());
        const QByteArray right = R"({"y": {"shape": [3], "l2": 3.605551, "nonfinite": 0, "min": -3},
            "mid": {"shape": [3], "l2": 3.605551, "nonfinite": 0}, "x": {"shape": [3], "l2": 3.7416574},
            "elsewhere": {"shape": [0], "dtype": "int64"}})";
        const Outcome good = cli(run + QStringList{u"--stats"_s, text("good.json", right)});
        QVERIFY2(good.status == 0, good.err.constData());
        const QJsonObject stats = good.json()[u"stats"_s].toObject();
        QCOMPARE(stats[u"compared"_s].toInt(), 3);
        QCOMPARE(stats[u"not_in_graph"_s].toInt(), 1);
        QVERIFY(stats[u"differing"_s].toArray().isEmpty());

        QByteArray wrong = right;
        wrong.replace("3.605551", "3.606"); // 1.2e-4 more
        const Outcome bad = cli(run + QStringList{u"--stats"_s, text("bad.json", wrong)});
        QCOMPARE(bad.status, 1);
        const QJsonArray differing = bad.json()[u"stats"_s][u"differing"_s].toArray();
        QCOMPARE(differing.size(), 2);
        QCOMPARE(differing[0][u"name"_s].toString(), u"mid"_s); // before y, which the file names first
        QCOMPARE(differing[0][u"op"_s].toString(), u"Relu"_s);
        QVERIFY(std::abs(differing[0][u"relative"_s].toDouble() - 1.245e-4) < 1e-6);
        wrong = right;
        wrong.replace("\"mid\": {\"shape\": [3]", "\"mid\": {\"shape\": [1, 3]");
        const Outcome shape = cli(run + QStringList{u"--stats"_s, text("shape.json", wrong)});
        QCOMPARE(shape.status, 1);
        QCOMPARE(shape.json()[u"stats"_s][u"differing"_s].toArray().size(), 1);

        for (const char* broken :
             {"", "[]", "{", R"({"mid": 3})", R"({"mid": {"shape": [3]}})",
              R"({"mid": {"shape": ["3"], "l2": 1}})", R"({"other": {"shape": [], "l2": 1}})"}) {
            const Outcome refused = cli(run + QStringList{u"--stats"_s, text("broken.json", broken)});
            QCOMPARE(refused.status, 3);
            QVERIFY2(refused.err.contains("broken.json"), refused.err.constData());
        }
    }

    void realStatistics() {
        const auto model = test::shared("models/yunet-n-dynamic");
        if (model.empty()) QSKIP(test::sharedMissing());
        const Outcome outcome =
            cli({u"run"_s, test::text(model / "model.onnx"), u"--data"_s, test::text(model / "test_data_set_0"),
                 u"--stats"_s, test::text(model / "tensor_stats.json"), u"--json"_s});
        QVERIFY2(outcome.status == 0, outcome.out.constData());
        QCOMPARE(outcome.json()[u"stats"_s][u"compared"_s].toInt(), 163);
    }
};

EDGEWRIGHT_TEST(CliRunTest)

} // namespace edgewright::cli_run_test

#include "cli_run_test.moc"
