// SPDX-License-Identifier: GPL-3.0-or-later
// Real models against the outputs that ONNX Runtime gave.
//
// The rule: ||out - ref|| / ||ref|| <= 1e-4, or 1e-3 where more than 100 operators follow each other. A shallow
// model that does not meet it is named in `Exceptions` with the cause, and a test of its own shows that the
// cause is the whole of the difference. Models with operators that we do not have are skipped by name.
#include "core/exec/executor.h"
#include "core/onnx/import.h"
#include "core/onnx/tensor_file.h"
#include "core/ops/infer.h"
#include "tests/core/exec/case_runner.h"
#include "tests/support/shared_files.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace edgewright;
namespace fs = std::filesystem;

namespace {

struct Exception {
    const char* model;
    const char* output;
    double largest;      // difference of one element, in any data set
    const char* shownBy; // the test that shows the cause
};

constexpr Exception Exceptions[] = {
    // The reference keeps float32 between the float16 operators; we round after each, as the types say.
    {"squeezenet-fp16-caffe2-op7", "softmaxout_1", 5e-4, "halvesDifferByRoundingOnly"},
    // A sum next to a tie of QuantizeLinear takes the other code, and one code is much in the layers after it.
    {"residual-block-qdq-excerpt", "MobilenetEdgeTPU/expanded_conv_4/add", 0.7083, "codesDifferAtTiesOnly"},
    {"residual-block-qdq-excerpt", "MobilenetEdgeTPU/expanded_conv_3/add_DequantizeLinear", 0.3718,
     "codesDifferAtTiesOnly"},
    // Probabilities next to zero: the reference's logistic function is exact to 1e-7 only, and 0 below -18.
    {"ppocrv3-det-ch", "4", 3e-7, "smallProbabilities"},
    {"yunet-n-dynamic", "obj_8", 3e-7, "smallProbabilities"},
    {"yunet-n-dynamic", "obj_16", 3e-7, "smallProbabilities"},
    {"yunet-n-dynamic", "obj_32", 3e-7, "smallProbabilities"},
};

const Exception* exceptionFor(const std::string& model, const std::string& output) {
    const auto* found = std::ranges::find_if(
        Exceptions, [&](const Exception& known) { return known.model == model && known.output == output; });
    return found == std::end(Exceptions) ? nullptr : found;
}

// How many operators of the graph depend on each other in a row, those left out that follow from constants.
int depthOf(const ir::Graph& graph) {
    std::vector<int> depth(graph.valueCount(), 0);
    int deepest = 0;
    for (const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        std::vector<ValueId> reads = ir::capturedValues(node);
        reads.insert(reads.end(), node.inputs.begin(), node.inputs.end());
        int before = -1;
        for (const ValueId read : reads)
            if (read.valid() && !graph.value(read).known()) before = std::max(before, depth[read.index()]);
        if (before < 0) continue;
        deepest = std::max(deepest, before + 1);
        for (const ValueId out : node.outputs)
            if (out.valid()) depth[out.index()] = before + 1;
    }
    return deepest;
}

// A model, its inputs of one data set, and what it gave.
struct Ran {
    std::shared_ptr<const ir::Model> model;
    exec::Feeds feeds;
    ir::Graph graph; // with types
    exec::RunResult result;
    std::string error;

    ir::Tensor output(const std::string& name) const {
        for (std::size_t i = 0; i < result.outputs.size(); ++i)
            if (graph.value(graph.outputs[i]).name == name) return result.outputs[i];
        return {};
    }
};

void execute(Ran& ran, ir::Graph graph, std::vector<ValueId> captures = {}) {
    ran.graph = ops::inferTypes(graph, ran.model->opsets).graph;
    exec::RunOptions options;
    options.threads = 2;
    options.capture = std::move(captures);
    auto result = exec::run(ran.graph, ran.model->opsets, ran.feeds, options);
    if (result)
        ran.result = std::move(result).value();
    else
        ran.error = result.error().message;
}

// Everything but the execution.
Ran prepare(const fs::path& folder) {
    Ran ran;
    auto imported = onnx::importModel(folder / "model.onnx");
    if (!imported) {
        ran.error = imported.error().message;
        return ran;
    }
    ran.model = imported->model;
    const fs::path set = folder / "test_data_set_0";
    for (std::size_t i = 0; i < ran.model->graph.inputs.size(); ++i) {
        const fs::path file = set / ("input_" + std::to_string(i) + ".pb");
        if (!fs::exists(file)) continue;
        auto read = onnx::readTensorFile(file);
        if (!read) {
            ran.error = read.error().message;
            return ran;
        }
        const auto byName = ran.model->graph.findValue(read->name);
        ran.feeds.insert_or_assign(byName ? *byName : ran.model->graph.inputs[i], std::move(read->tensor));
    }
    return ran;
}

ir::Tensor reference(const fs::path& folder, std::size_t output) {
    auto read = onnx::readTensorFile(folder / "test_data_set_0" / ("output_" + std::to_string(output) + ".pb"));
    return read ? std::move(read->tensor) : ir::Tensor();
}

double norm(const ir::Tensor& tensor) {
    double squares = 0;
    for (std::int64_t i = 0; i < tensor.elements(); ++i)
        squares += std::pow(elementAsDouble(tensor, i), 2);
    return std::sqrt(squares);
}

// What the reference said about the named value: {"l2": ..., "min": ..., "max": ...}.
QJsonObject statistics(const fs::path& folder, const std::string& value) {
    QFile file(QString::fromStdString((folder / "tensor_stats.json").string()));
    if (!file.open(QIODevice::ReadOnly)) return {};
    return QJsonDocument::fromJson(file.readAll()).object().value(QString::fromStdString(value)).toObject();
}

// The input of the Sigmoid from which the value comes, through operators that only move elements.
std::optional<ValueId> logitsOf(const ir::Graph& graph, ValueId value) {
    const ir::Connections connections(graph);
    while (const auto producer = connections.producer(value)) {
        const ir::Node& node = graph.node(*producer);
        value = node.input(0);
        if (node.op == "Sigmoid") return value;
    }
    return std::nullopt;
}

} // namespace

class ModelsTest : public QObject {
    Q_OBJECT

private slots:
    void agrees_data() {
        QTest::addColumn<QString>("folder");
        bool any = false;
        for (const char* group : {"models", "exports"})
            for (const auto& path : test::sharedCases(group)) {
                if (test::dataSets(path).empty()) continue;
                QTest::newRow(path.filename().string().c_str()) << QString::fromStdString(path.string());
                any = true;
            }
        if (!any) QTest::newRow("none") << QString();
    }

    void agrees() {
        QFETCH(QString, folder);
        if (folder.isEmpty()) QSKIP(test::sharedMissing());
        const fs::path path = folder.toStdString();
        const test::CaseResult result = test::runCase(path, 2);
        if (!result.missing.empty()) QSKIP(result.missing.c_str());
        QVERIFY2(result.error.empty(), result.error.c_str());
        QVERIFY(!result.outputs.empty());
        const Ran ran = prepare(path);
        const int depth = depthOf(ops::inferTypes(ran.model->graph, ran.model->opsets).graph);
        const double tolerance = depth > 100 ? 1e-3 : 1e-4;
        double worst = 0;
        for (const auto& output : result.outputs) {
            const std::string text = output.name + ": " + output.actual.text() + " for " +
                                     output.expected.text() + ", relative norm " +
                                     std::to_string(output.difference.relNorm) + ", largest difference " +
                                     std::to_string(output.difference.maxAbs);
            QVERIFY2(output.actual == output.expected, text.c_str());
            const Exception* known = exceptionFor(path.filename().string(), output.name);
            const bool excepted = known && output.difference.maxAbs <= known->largest;
            QVERIFY2(excepted || output.difference.relNorm <= tolerance, text.c_str());
            if (!excepted) worst = std::max(worst, output.difference.relNorm);
        }
        QVERIFY2(result.wrongTypes.empty(), result.wrongTypes.empty() ? "" : result.wrongTypes.front().c_str());
        qInfo("depth %d, relative norm %.2g, %.2f s", depth, worst, result.seconds);
    }

    // With every float16 of the model made float32, and the result rounded once, the reference is met.
    void halvesDifferByRoundingOnly() {
        const fs::path folder = test::shared("models/squeezenet-fp16-caffe2-op7");
        if (folder.empty()) QSKIP(test::sharedMissing());
        Ran ran = prepare(folder);
        QVERIFY2(ran.error.empty(), ran.error.c_str());
        const ir::Tensor expected = reference(folder, 0);

        execute(ran, ran.model->graph);
        QVERIFY2(ran.error.empty(), ran.error.c_str());
        const double halves = exec::compare(ran.result.outputs[0], expected).relNorm;
        QVERIFY2(halves <= 5e-3, qPrintable(QString::number(halves)));

        ir::Graph wide = ran.model->graph;
        for (std::size_t i = 0; i < wide.valueCount(); ++i) {
            ir::Value& value = wide.value(ValueId(i));
            if (value.type.dtype != ir::DataType::Float16) continue;
            value.type.dtype = ir::DataType::Float32;
            if (value.constant) value.constant = *ir::toFloat32(*value.constant);
        }
        for (auto& [id, tensor] : ran.feeds)
            tensor = *ir::toFloat32(tensor);
        execute(ran, std::move(wide));
        QVERIFY2(ran.error.empty(), ran.error.c_str());
        const ir::Tensor& floats = ran.result.outputs[0];
        auto rounded = ir::Tensor::allocate(ir::DataType::Float16, floats.dims());
        QVERIFY(rounded.has_value());
        for (std::size_t i = 0; i < rounded->as<std::uint16_t>().size(); ++i)
            rounded->as<std::uint16_t>()[i] = ir::floatToHalf(floats.as<float>()[i]);
        const double relative = exec::compare(*rounded, expected).relNorm;
        QVERIFY2(relative <= 1e-4, qPrintable(QString::number(relative)));
        qInfo("relative norm %.2g with halves between the operators, %.2g with floats", halves, relative);
    }

    // At most one code apart, and that for few elements.
    void codesDifferAtTiesOnly() {
        const fs::path folder = test::shared("models/residual-block-qdq-excerpt");
        if (folder.empty()) QSKIP(test::sharedMissing());
        Ran ran = prepare(folder);
        QVERIFY2(ran.error.empty(), ran.error.c_str());
        execute(ran, ran.model->graph);
        QVERIFY2(ran.error.empty(), ran.error.c_str());
        QCOMPARE(ran.result.outputs.size(), std::size_t(2));
        // Output 1 is a dequantized tensor, whose scale is one code; output 0 is the sum of it and another one.
        const double oneCode[] = {0.371777356 + 0.336454213, 0.371777356};
        for (const std::size_t output : {std::size_t(0), std::size_t(1)}) {
            const ir::Tensor expected = reference(folder, output);
            QCOMPARE(ran.result.outputs[output].dims(), expected.dims());
            std::int64_t others = 0;
            for (std::int64_t i = 0; i < expected.elements(); ++i) {
                const double apart =
                    std::abs(elementAsDouble(ran.result.outputs[output], i) - elementAsDouble(expected, i));
                QVERIFY2(apart <= oneCode[output] * 1.0001, qPrintable(QString::number(apart)));
                if (apart > 1e-4) ++others;
            }
            qInfo("output %d: %lld of %lld elements took the other code", static_cast<int>(output),
                  static_cast<long long>(others), static_cast<long long>(expected.elements()));
            QVERIFY(others * 200 <= expected.elements());
        }
    }

    void smallProbabilities_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("output");
        for (const Exception& known : Exceptions)
            if (QByteArray(known.shownBy) == "smallProbabilities")
                QTest::addRow("%s %s", known.model, known.output)
                    << QString::fromLatin1(known.model) << QString::fromLatin1(known.output);
    }

    // What goes into the logistic function agrees; what comes out does to the reference's own precision.
    void smallProbabilities() {
        QFETCH(QString, model);
        QFETCH(QString, output);
        const fs::path folder = test::shared("models/" + model.toStdString());
        if (folder.empty()) QSKIP(test::sharedMissing());
        Ran ran = prepare(folder);
        QVERIFY2(ran.error.empty(), ran.error.c_str());
        const auto value = ran.model->graph.findValue(output.toStdString());
        QVERIFY(value.has_value());
        const auto logits = logitsOf(ran.model->graph, *value);
        QVERIFY(logits.has_value());
        execute(ran, ran.model->graph, {*logits});
        QVERIFY2(ran.error.empty(), ran.error.c_str());

        const QJsonObject known = statistics(folder, ran.graph.value(*logits).name);
        QVERIFY(known.value("l2").toDouble() > 0);
        const ir::Tensor& before = ran.result.captured.at(*logits);
        QVERIFY(std::abs(norm(before) / known.value("l2").toDouble() - 1) <= 1e-4);
        const auto index = std::ranges::find(ran.graph.outputs, *value) - ran.graph.outputs.begin();
        const ir::Tensor expected = reference(folder, static_cast<std::size_t>(index));
        const auto difference = exec::compare(ran.output(output.toStdString()), expected);
        QVERIFY2(difference.maxAbs <= 1.5e-7, qPrintable(QString::number(difference.maxAbs)));
    }

    // Data sets whose outputs are too large to be kept: only their statistics are known.
    void outputsKnownByStatistics() {
        const fs::path folder = test::shared("models/deeplabv3-mnv2-tf2onnx");
        if (folder.empty()) QSKIP(test::sharedMissing());
        Ran ran = prepare(folder);
        QVERIFY2(ran.error.empty(), ran.error.c_str());
        execute(ran, ran.model->graph);
        QVERIFY2(ran.error.empty(), ran.error.c_str());
        for (std::size_t i = 0; i < ran.graph.outputs.size(); ++i) {
            const QJsonObject known = statistics(folder, ran.graph.value(ran.graph.outputs[i]).name);
            const double l2 = known.value("l2").toDouble();
            QVERIFY(l2 > 0);
            QVERIFY(std::abs(norm(ran.result.outputs[i]) / l2 - 1) <= 1e-4);
        }
    }

    // Models without inputs of their own at least run, and give numbers.
    void runsWithoutReference_data() {
        QTest::addColumn<QString>("folder");
        bool any = false;
        for (const auto& path : test::sharedCases("models")) {
            if (fs::exists(path / "test_data_set_0")) continue;
            QTest::newRow(path.filename().string().c_str()) << QString::fromStdString(path.string());
            any = true;
        }
        if (!any) QTest::newRow("none") << QString();
    }

    void runsWithoutReference() {
        QFETCH(QString, folder);
        if (folder.isEmpty()) QSKIP(test::sharedMissing());
        Ran ran = prepare(folder.toStdString());
        QVERIFY2(ran.error.empty(), ran.error.c_str());
        const auto bound =
            ops::inferTypes(ran.model->graph, ran.model->opsets, ops::defaultBindings(ran.model->graph));
        auto feeds = exec::seededFeeds(bound.graph, 1);
        QVERIFY2(feeds, feeds ? "" : feeds.error().message.c_str());
        ran.feeds = std::move(feeds).value();
        execute(ran, bound.graph);
        QVERIFY2(ran.error.empty(), ran.error.c_str());
        for (const ir::Tensor& output : ran.result.outputs)
            QVERIFY(std::isfinite(norm(output)));
    }
};

QTEST_GUILESS_MAIN(ModelsTest)
#include "models_test.moc"
