// SPDX-License-Identifier: GPL-3.0-or-later
// Whole models quantized: on the samples, with what lies beside them, every operator becomes one of integers,
// and the answers stay.
#include "core/fusion/rule.h"
#include "core/onnx/arrays/tensor_file.h"
#include "core/onnx/export.h"
#include "core/pipeline/quantization/quantize.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace edgewright::quantize_test {

using namespace edgewright::pipeline;

namespace {

// One for each row of a file beside the sample.
std::vector<ir::Feeds> rowsOf(const ir::Graph& graph, const std::string& sample, const char* file) {
    const auto read = onnx::readTensorFile(test::sample(sample) / file);
    if (!read) return {};
    ir::Dims dims = read->tensor.dims();
    const auto all = read->tensor.as<float>();
    const auto rows = static_cast<std::size_t>(dims[0]), row = all.size() / rows;
    dims[0] = 1;
    std::vector<ir::Feeds> feeds;
    for (std::size_t i = 0; i < rows; ++i)
        feeds.push_back(
            {{graph.inputs.front(),
              ir::Tensor::of(dims,
                             std::vector<float>(all.begin() + static_cast<std::ptrdiff_t>(i * row),
                                                all.begin() + static_cast<std::ptrdiff_t>((i + 1) * row)))}});
    return feeds;
}

NextFeeds each(const std::vector<ir::Feeds>& all) {
    return [&all, next = std::size_t(0)]() mutable -> Result<std::optional<ir::Feeds>> {
        return next < all.size() ? std::optional(all[next++]) : std::nullopt;
    };
}

std::ptrdiff_t topOf(const ir::Tensor& tensor) {
    const auto values = tensor.as<float>();
    return std::ranges::max_element(values) - values.begin();
}

// Operators of the graph that compute in float32.
std::set<std::string> floatOperators(const ir::Graph& graph) {
    std::set<std::string> ops;
    for (const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        if (graph.value(node.output(0)).type.dtype == ir::DataType::Float32) ops.insert(node.op);
    }
    return ops;
}

} // namespace

class QuantizeTest : public QObject {
    Q_OBJECT

    static std::shared_ptr<const Typed> sample(const std::string& name) {
        const auto opened = open(test::sample(name + ".onnx"));
        return opened ? type(*opened, {}, true) : nullptr;
    }

private slots:
    void samples_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("perTensor");
        for (const char* name : {"tiny_cnn_2d", "residual_cnn_2d", "depthwise_cnn_2d", "signal_cnn_1d"}) {
            QTest::addRow("%s", name) << QString::fromLatin1(name) << false;
            QTest::addRow("%s per tensor", name) << QString::fromLatin1(name) << true;
        }
    }
    void samples() {
        QFETCH(QString, name);
        QFETCH(bool, perTensor);
        const auto typed = sample(name.toStdString());
        QVERIFY(typed);
        const auto calibration = rowsOf(*typed->graph, name.toStdString(), "calibration.npy");
        const auto inputs = rowsOf(*typed->graph, name.toStdString(), "inputs.npy");
        QVERIFY(!calibration.empty() && !inputs.empty());
        QuantizeOptions options;
        options.codes.weights = perTensor ? quant::Granularity::PerTensor : quant::Granularity::PerChannel;
        const auto quantized = quantize(*typed, each(calibration), options);
        QVERIFY2(quantized, quantized ? "" : quantized.error().message.c_str());
        QCOMPARE(quantized->samples, calibration.size());
        QVERIFY(quantized->details.left.empty());
        // Weights take a quarter, and something for their scales.
        QVERIFY(quantized->details.weightBytesAfter * 3 < quantized->details.weightBytesBefore);

        const auto integer = integerOperators(*quantized->typed);
        QVERIFY2(integer, integer ? "" : integer.error().message.c_str());
        QCOMPARE(floatOperators(integer->graph), std::set<std::string>{"DequantizeLinear"});
        std::size_t agreed = 0, same = 0;
        for (const ir::Feeds& feeds : inputs) {
            const auto wanted = exec::run(*typed->graph, typed->opened->model->opsets, feeds, {});
            const auto got = exec::run(integer->graph, integer->opsets, feeds, {});
            const auto pairs = exec::run(*quantized->typed->graph, integer->opsets, feeds, {});
            QVERIFY2(wanted && got && pairs, got ? "" : got.error().message.c_str());
            agreed += topOf(wanted->outputs.front()) == topOf(got->outputs.front());
            same += topOf(pairs->outputs.front()) == topOf(got->outputs.front());
        }
        QVERIFY2(agreed * 100 >= inputs.size() * 97, qPrintable(QString::number(agreed)));
        QVERIFY(same * 100 >= inputs.size() * 99);
    }

    // Whichever way the ranges are chosen, the classes stay; least squared error is not far from the best.
    void methods_data() {
        QTest::addColumn<QString>("name");
        for (const std::string& name : test::samples())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void methods() {
        QFETCH(QString, name);
        const auto typed = sample(name.toStdString());
        const auto file = test::sample(name.toStdString() + ".onnx");
        const auto inputs = dataset::read(
            dataset::discover(file, *typed->graph, dataset::Use::Calibration).front(), *typed->graph);
        const auto tested = dataset::read(
            dataset::discover(file, *typed->graph, dataset::Use::Accuracy).front(), *typed->graph, 32);
        QVERIFY(inputs && tested);
        Progress progress;
        const auto calibration = calibrate(*typed, *inputs, {}, {{}, &progress});
        QVERIFY(calibration);
        QCOMPARE(progress.get().first, std::uint32_t(inputs->count()));
        std::map<std::string, double> errors;
        for (const quant::RangeMethod* method : quant::rangeMethods()) {
            QuantizeOptions options;
            options.method = method->name;
            const auto quantized = pipeline::quantized(*calibration, options);
            QVERIFY(quantized);
            std::size_t right = 0;
            for (std::size_t i = 0; i < tested->count(); ++i) {
                const auto feeds = tested->feeds(i);
                const auto wanted = exec::run(*typed->graph, typed->opened->model->opsets, *feeds, {});
                const auto got =
                    exec::run(*quantized->typed->graph, quantized->typed->opened->model->opsets, *feeds, {});
                QVERIFY(wanted && got);
                const auto a = wanted->outputs.front().as<float>(), b = got->outputs.front().as<float>();
                for (std::size_t element = 0; element < a.size(); ++element)
                    errors[options.method] += std::pow(static_cast<double>(a[element]) - b[element], 2);
                right += tested->label(i) == topOf(got->outputs.front());
            }
            QVERIFY2(right * 100 >= tested->count() * 90, method->name.data());
        }
        for (const auto& [method, error] : errors)
            QVERIFY2(errors.at("mean_squared_error") <= 2 * error, method.c_str());
    }

    // What is quantized is what was folded: no batch norm is left, and what was left in float stays so.
    void options() {
        const auto typed = sample("residual_cnn_2d");
        const auto calibration = rowsOf(*typed->graph, "residual_cnn_2d", "calibration.npy");
        const auto has = [](const ir::Graph& graph, const char* op) {
            return std::ranges::any_of(graph.order(), [&](NodeId id) { return graph.node(id).is(op); });
        };
        QVERIFY(has(*typed->graph, "BatchNormalization"));
        const auto folded = quantize(*typed, each(calibration));
        QVERIFY(folded && !has(*folded->typed->graph, "BatchNormalization"));
        QuantizeOptions options;
        options.folds = false;
        const auto unfolded = quantize(*typed, each(calibration), options);
        QVERIFY(unfolded && has(*unfolded->typed->graph, "BatchNormalization"));
        options = {};
        const std::string kept = folded->details.products.front().name;
        options.inFloat.insert(kept);
        const auto mixed = quantize(*typed, each(calibration), options);
        QVERIFY(mixed);
        QCOMPARE(mixed->details.products.size(), folded->details.products.size() - 1);
        QCOMPARE(mixed->details.left.size(), std::size_t(1));
        options = {};
        options.codes.activationScheme = {quant::CodeType::Int8, true, quant::Limits::Restricted, false};
        const auto narrow = quantize(*typed, each(calibration), options);
        QVERIFY(narrow);
        for (const quant::QuantizedTensor& tensor : narrow->details.tensors)
            QCOMPARE(tensor.params.zeroPoint, 0);
    }

    // Codes of 4 and 16 bits are types of opset 21: the model is lifted there, written and read, and computes
    // the same.
    void weightsOfOtherTypes_data() {
        QTest::addColumn<int>("type");
        QTest::addColumn<double>("agreement"); // share of inputs with the same answer as in float32
        QTest::newRow("int4") << int(quant::CodeType::Int4) << 0.9;
        QTest::newRow("uint8") << int(quant::CodeType::UInt8) << 0.97;
        QTest::newRow("int16") << int(quant::CodeType::Int16) << 0.97;
    }
    void weightsOfOtherTypes() {
        QFETCH(int, type);
        QFETCH(double, agreement);
        const auto typed = sample("residual_cnn_2d");
        QVERIFY(typed);
        const auto calibration = rowsOf(*typed->graph, "residual_cnn_2d", "calibration.npy");
        const auto inputs = rowsOf(*typed->graph, "residual_cnn_2d", "inputs.npy");
        QuantizeOptions options;
        options.codes.weightScheme.type = static_cast<quant::CodeType>(type);
        const bool isOld = options.codes.weightScheme.type == quant::CodeType::UInt8;
        const auto quantized = quantize(*typed, each(calibration), options);
        QVERIFY2(quantized, quantized ? "" : quantized.error().message.c_str());
        const ir::Opsets& opsets = quantized->typed->opened->model->opsets;
        QVERIFY(isOld || ir::opsetOf(opsets) >= 21);

        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("coded.onnx").toStdString();
        const auto written =
            onnx::exportModel(*quantized->typed->opened->model, *quantized->typed->graph, file);
        QVERIFY2(written, written ? "" : written.error().message.c_str());
        const auto opened = open(file);
        QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
        const auto read = pipeline::type(*opened, {}, true);
        QCOMPARE(ir::opsetOf(read->opened->model->opsets), ir::opsetOf(opsets));
        std::size_t coded = 0;
        for (const NodeId id : read->graph->order()) {
            const ir::Node& node = read->graph->node(id);
            const ir::DataType wanted = isOld                                ? ir::DataType::UInt8
                                        : type == int(quant::CodeType::Int4) ? ir::DataType::Int4
                                                                             : ir::DataType::Int16;
            coded += node.is("DequantizeLinear") && read->graph->value(node.input(0)).known() &&
                     read->graph->value(node.input(0)).type.dtype == wanted;
        }
        QVERIFY(coded >= quantized->details.products.size());
        std::size_t agreed = 0;
        for (const ir::Feeds& feeds : inputs) {
            const auto wanted = exec::run(*typed->graph, typed->opened->model->opsets, feeds, {});
            const auto got = exec::run(*quantized->typed->graph, opsets, feeds, {});
            const ir::Feeds same{{read->graph->inputs.front(), feeds.begin()->second}};
            const auto again = exec::run(*read->graph, read->opened->model->opsets, same, {});
            QVERIFY2(wanted && got && again, got ? "" : got.error().message.c_str());
            QVERIFY(std::ranges::equal(got->outputs.front().as<float>(), again->outputs.front().as<float>()));
            agreed += topOf(wanted->outputs.front()) == topOf(got->outputs.front());
        }
        QVERIFY2(double(agreed) >= agreement * double(inputs.size()), qPrintable(QString::number(agreed)));

        // Integer kernels are those of 8 bits; what has others stays as it is, and the numbers with it.
        const auto integer = integerOperators(*quantized->typed);
        QVERIFY2(integer, integer ? "" : integer.error().message.c_str());
        const auto has = [&](const char* op) {
            return std::ranges::any_of(integer->graph.order(),
                                       [&](NodeId id) { return integer->graph.node(id).is(op); });
        };
        QCOMPARE(has("QLinearConv"), isOld);
        QCOMPARE(has("Conv"), !isOld);
        const auto got = exec::run(integer->graph, integer->opsets, inputs.front(), {});
        QVERIFY2(got, got ? "" : got.error().message.c_str());
    }

    // A calibration at an opset without the types of the codes does not serve them, one with them serves all.
    void opsetOfACalibration() {
        const auto typed = sample("tiny_cnn_2d");
        const auto inputs = rowsOf(*typed->graph, "tiny_cnn_2d", "calibration.npy");
        QuantizeOptions bytes, words;
        words.codes.activationScheme = {quant::CodeType::Int16, true, quant::Limits::Restricted, false};
        words.codes.weightScheme.type = quant::CodeType::Int4;
        const auto low = calibrate(*typed, each(inputs), bytes);
        QVERIFY(low);
        const auto refused = quantized(*low, words);
        QVERIFY(!refused && refused.error().message.find("these codes need 21") != std::string::npos);
        const auto high = calibrate(*typed, each(inputs), words);
        QVERIFY(high && quantized(*high, bytes));
        for (const quant::RangeMethod* method : quant::rangeMethods()) {
            words.method = method->name;
            const auto made = quantized(*high, words);
            QVERIFY2(made, made ? "" : made.error().message.c_str());
            const ir::Opsets& opsets = made->typed->opened->model->opsets;
            const auto wanted = exec::run(*typed->graph, typed->opened->model->opsets, inputs.front(), {});
            const auto got = exec::run(*made->typed->graph, opsets, inputs.front(), {});
            QVERIFY2(wanted && got, got ? "" : got.error().message.c_str());
            QCOMPARE(topOf(got->outputs.front()), topOf(wanted->outputs.front()));
        }
    }

    // Models of older operator sets are raised as far as the codes need, or refused with what keeps them.
    void olderModels() {
        const auto given = sample("residual_cnn_2d");
        const auto at = [&](const ir::Opsets& opsets, const char* unknown) {
            auto model = std::make_shared<ir::Model>(*given->opened->model);
            model->opsets = opsets;
            for (const NodeId id : model->graph.order())
                if (unknown && model->graph.node(id).is("Relu")) model->graph.node(id).op = unknown;
            auto opened = std::make_shared<Opened>(*given->opened);
            opened->model = std::move(model);
            return type(std::move(opened), {}, true);
        };
        const auto old = at({{"", 11}}, nullptr);
        const auto calibration = rowsOf(*old->graph, "residual_cnn_2d", "calibration.npy");
        const auto quantized = quantize(*old, each(calibration));
        QVERIFY2(quantized, quantized ? "" : quantized.error().message.c_str());
        QCOMPARE(ir::opsetOf(quantized->typed->opened->model->opsets), std::int64_t(13));
        QuantizeOptions options;
        options.codes.weightScheme.type = quant::CodeType::Int4;
        const auto refused = quantize(*at({{"", 13}}, "Unheard"), each(calibration), options);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Unsupported);
        QVERIFY2(refused.error().message.find("stays at opset 13, and its codes need 21: ") !=
                         std::string::npos &&
                     refused.error().message.find("Unheard") != std::string::npos,
                 refused.error().message.c_str());
    }

    // One run of the data serves all methods, codes and choices of what stays in float32.
    void oneCalibrationForAll() {
        const auto typed = sample("depthwise_cnn_2d");
        const auto inputs = rowsOf(*typed->graph, "depthwise_cnn_2d", "calibration.npy");
        std::size_t asked = 0;
        const auto next = each(inputs);
        const auto calibration = calibrate(*typed, [&] { return ++asked, next(); });
        QVERIFY(calibration);
        QCOMPARE(calibration->samples, inputs.size());
        std::map<std::string, std::vector<quant::Range>> ranges;
        for (const quant::RangeMethod* method : quant::rangeMethods()) {
            QuantizeOptions options;
            options.method = method->name;
            const auto one = quantized(*calibration, options);
            QVERIFY2(one, one ? "" : one.error().message.c_str());
            QCOMPARE(one->statistics.get(), calibration->statistics.get());
            for (const quant::QuantizedTensor& tensor : one->details.tensors) {
                ranges[options.method].push_back(tensor.range);
                if (const auto known = one->statistics->find(tensor.value); known != one->statistics->end()) {
                    const quant::Range seen = quant::aroundZero(known->second.histogram().seen(), false);
                    QVERIFY(seen.low <= tensor.range.low && tensor.range.high <= seen.high);
                    QCOMPARE(known->second.batches(), std::int64_t(inputs.size()));
                }
            }
        }
        for (const auto& [method, chosen] : ranges) {
            const bool isWhole = method == "min_max" || method == "entropy_onnxruntime"; // its only candidate
            QVERIFY2(isWhole == (chosen == ranges.at("min_max")), method.c_str());
        }
        // The same as a run of its own gives.
        QuantizeOptions options;
        options.method = "mean_squared_error";
        options.codes.weights = quant::Granularity::PerTensor;
        options.codes.activationScheme = {quant::CodeType::Int8, true, quant::Limits::Restricted, false};
        const auto again = quantize(*typed, each(inputs), options);
        const auto reused = quantized(*calibration, options);
        QVERIFY(again && reused);
        for (std::size_t i = 0; i < again->details.tensors.size(); ++i)
            QCOMPARE(reused->details.tensors[i].range, again->details.tensors[i].range);
        // Whichever node stays in float32, what its neighbours need has been counted.
        for (const NodeId id : calibration->folded->graph->order()) {
            options.inFloat = {calibration->folded->graph->node(id).label()};
            const auto mixed = quantized(*calibration, options);
            QVERIFY2(mixed, mixed ? "" : mixed.error().message.c_str());
        }
        QCOMPARE(asked, inputs.size() + 1);
    }

    void inputsThatAreWrong() {
        const auto typed = sample("tiny_cnn_2d");
        auto inputs = rowsOf(*typed->graph, "tiny_cnn_2d", "calibration.npy");
        const ValueId input = typed->graph->inputs.front();
        inputs[2].at(input).as<float>()[7] = std::numeric_limits<float>::quiet_NaN();
        const auto broken = calibrate(*typed, each(inputs));
        const std::string name = typed->graph->value(input).name;
        QVERIFY(!broken);
        QCOMPARE(broken.error().message,
                 "input 2: tensor '" + name + "': element 7 is not a number; expected finite values");
        inputs[2].at(input).as<float>()[7] = -std::numeric_limits<float>::infinity();
        // Samples of a file are called by its name.
        QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("broken.npy").toStdString();
        std::vector<float> values(3 * 3072);
        values[2 * 3072 + 5] = std::numeric_limits<float>::quiet_NaN();
        QVERIFY(onnx::writeTensorFile(file, "", ir::Tensor::of({3, 3, 32, 32}, values)));
        const auto samples = dataset::read(*dataset::sourceAt(file), *typed->graph);
        QVERIFY(samples);
        QCOMPARE(quantize(*typed, *samples).error().message,
                 "broken.npy[2]: tensor '" + name + "': element 5 is not a number; expected finite values");
        QVERIFY(calibrate(*typed, each(inputs)).error().message.find("element 7 is infinite") !=
                std::string::npos);
        inputs[1].at(input) = ir::Tensor::of({1, 3, 2, 2}, std::vector<float>(12, 0.0f));
        const auto shape = calibrate(*typed, each(inputs));
        QVERIFY(!shape && shape.error().message.starts_with("input 1: input '" + name + "'"));
    }

    void nothingToGoBy() {
        const auto typed = sample("tiny_cnn_2d");
        const auto none = quantize(*typed, each({}));
        QVERIFY(!none && none.error().message.find("no inputs") != std::string::npos);
        const auto broken = quantize(*typed, []() -> Result<std::optional<ir::Feeds>> {
            return badInput("calibration.npy: is cut off");
        });
        QVERIFY(!broken && broken.error().message.find("cut off") != std::string::npos);
        QuantizeOptions options;
        options.method = "guessing";
        const auto unknown =
            quantize(*typed, each(rowsOf(*typed->graph, "tiny_cnn_2d", "calibration.npy")), options);
        QVERIFY(!unknown && unknown.error().message.find("'guessing'") != std::string::npos &&
                unknown.error().message.find("min_max, ") != std::string::npos);
        std::stop_source stop;
        stop.request_stop();
        const auto calibration = rowsOf(*typed->graph, "tiny_cnn_2d", "calibration.npy");
        const auto stopped = quantize(*typed, each(calibration), {}, {stop.get_token(), nullptr});
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
    }
};

EDGEWRIGHT_TEST(QuantizeTest)

} // namespace edgewright::quantize_test

#include "quantize_test.moc"
