// SPDX-License-Identifier: GPL-3.0-or-later
// Every QLinearConv that ONNX Runtime ran for us, bit for bit. (The other u8s8_overflow cases are matrix
// products.)
#include "core/quant/conv_int8.h"

#include "core/quant/layer_operands.h"
#include "tests/core/quant/golden_case.h"

#include <cstdlib>
#include <vector>

using namespace edgewright;
using namespace edgewright::quant;

namespace {

template <typename T>
std::vector<T> integers(const ir::Tensor& tensor) {
    std::vector<T> result;
    for (const std::int64_t value : ir::toInt64s(tensor))
        result.push_back(static_cast<T>(value));
    return result;
}

float scalar(const ir::Tensor& tensor) { return static_cast<float>(ir::elementAsDouble(tensor, 0)); }

class ConvInt8GoldenTest : public QObject {
    Q_OBJECT

private slots:
    void agreesWithOnnxRuntime_data() {
        test::addCases({"qlinearconv_", "requant_probe_", "u8s8_overflow_002", "u8s8_overflow_005"});
    }
    void agreesWithOnnxRuntime() {
        if (test::shared("golden/int8").empty()) QSKIP(test::sharedMissing());
        QFETCH(QString, folder);
        const test::GoldenCase golden(folder.toStdString());
        QVERIFY(golden.node());
        QCOMPARE(golden.node()->op, std::string("QLinearConv"));

        ir::Node conv = *golden.node(); // the same attributes as Conv
        conv.op = "Conv";
        const ir::Tensor x = golden.input(0), w = golden.input(3), wScale = golden.input(4),
                         yZero = golden.input(7);
        const ir::Tensor expected = golden.output(0);
        auto operands = layerOperands(Layer{&conv, &w, nullptr}, x);
        QVERIFY2(operands, operands ? "" : operands.error().message.c_str());

        const auto xCodes = integers<std::int16_t>(x), wCodes = integers<std::int16_t>(w);
        const auto bias =
            golden.node()->hasInput(8) ? integers<std::int32_t>(golden.input(8)) : std::vector<std::int32_t>();
        const bool isSigned = yZero.dtype() == ir::DataType::Int8;
        ConvArguments arguments;
        arguments.shape = operands->shape;
        arguments.x = xCodes;
        arguments.w = wCodes;
        arguments.xZero = integers<std::int32_t>(golden.input(2)).front();
        arguments.wZero = integers<std::int32_t>(golden.input(5));
        arguments.bias = bias;
        arguments.xScale = scalar(golden.input(1));
        for (std::int64_t i = 0; i < wScale.elements(); ++i)
            arguments.wScale.push_back(static_cast<float>(ir::elementAsDouble(wScale, i)));
        arguments.yScale = scalar(golden.input(6));
        arguments.yZero = integers<std::int32_t>(yZero).front();
        arguments.yMin = isSigned ? -128 : 0;
        arguments.yMax = isSigned ? 127 : 255;

        QCOMPARE(expected.dims(), operands->outputDims);
        for (const Requantize target : {Requantize::Float32, Requantize::Float64, Requantize::FixedPoint}) {
            arguments.requantize = target;
            const auto output = convInt8(arguments);
            QVERIFY2(output, output ? "" : output.error().message.c_str());
            QCOMPARE(std::int64_t(output->y.size()), expected.elements());
            const int allowed = target == Requantize::Float32 ? 0 : 1;
            for (std::size_t i = 0; i < output->y.size(); ++i) {
                const auto code = ir::elementAsInt64(expected, static_cast<std::int64_t>(i));
                QVERIFY2(std::abs(output->y[i] - code) <= allowed,
                         qPrintable(
                             QStringLiteral("output %1: %2, expected %3").arg(i).arg(output->y[i]).arg(code)));
            }
        }
    }
};

} // namespace

QTEST_GUILESS_MAIN(ConvInt8GoldenTest)
#include "conv_int8_golden_test.moc"
