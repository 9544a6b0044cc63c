// SPDX-License-Identifier: GPL-3.0-or-later
// Every QLinearConv that ONNX Runtime ran for us, bit for bit, and products of uint8 and int8 as it runs them
// on a processor with AVX2 and without VNNI, where its pairs saturate.
#include "core/quant/arithmetic/conv_int8.h"

#include "core/quant/layer/layer_operands.h"
#include "tests/core/quant/golden_case.h"
#include "tests/support/test_class.h"

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace edgewright::conv_int8_golden_test {

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

// What a QLinearConv computes, with the arrays of it.
struct QLinearConvCase {
    std::vector<std::int16_t> x, w;
    std::vector<std::int32_t> bias;
    ConvArguments arguments;
    ir::Dims outputDims;
    bool isU8S8 = false;
    std::string error; // empty: none

    explicit QLinearConvCase(const test::GoldenCase& golden) {
        ir::Node conv = *golden.node(); // the same attributes as Conv
        conv.op = "Conv";
        const ir::Tensor input = golden.input(0), weights = golden.input(3), wScale = golden.input(4),
                         yZero = golden.input(7);
        auto operands = layerOperands(Layer{&conv, &weights, nullptr}, input);
        if (!operands) {
            error = operands.error().message;
            return;
        }
        x = integers<std::int16_t>(input);
        w = integers<std::int16_t>(weights);
        if (golden.node()->hasInput(8)) bias = integers<std::int32_t>(golden.input(8));
        isU8S8 = input.dtype() == ir::DataType::UInt8 && weights.dtype() == ir::DataType::Int8;
        outputDims = operands->outputDims;
        arguments.shape = operands->shape;
        arguments.x = x;
        arguments.w = w;
        arguments.xZero = integers<std::int32_t>(golden.input(2)).front();
        arguments.wZero = integers<std::int32_t>(golden.input(5));
        arguments.bias = bias;
        arguments.xScale = scalar(golden.input(1));
        for (std::int64_t i = 0; i < wScale.elements(); ++i)
            arguments.wScale.push_back(static_cast<float>(ir::elementAsDouble(wScale, i)));
        arguments.yScale = scalar(golden.input(6));
        arguments.yZero = integers<std::int32_t>(yZero).front();
        const bool isSigned = yZero.dtype() == ir::DataType::Int8;
        arguments.yMin = isSigned ? -128 : 0;
        arguments.yMax = isSigned ? 127 : 255;
    }
};

// a [..., k], row by row, times b [k, n] as a convolution; zero points and scales follow.
struct MatrixCase {
    std::vector<std::int16_t> x, w;
    ConvArguments arguments;

    MatrixCase(const ir::Tensor& a, const ir::Tensor& b) {
        const std::int64_t k = b.dims()[0], n = b.dims()[1], m = a.elements() / k;
        x = integers<std::int16_t>(a);
        w.resize(static_cast<std::size_t>(k * n));
        for (std::int64_t row = 0; row < k; ++row)
            for (std::int64_t column = 0; column < n; ++column)
                w[static_cast<std::size_t>(column * k + row)] =
                    static_cast<std::int16_t>(ir::elementAsInt64(b, row * n + column));
        arguments.shape = {m, k, n, 1, {1}, {1}, {1}, {1}, {0}, {0}, {1}};
        arguments.x = x;
        arguments.w = w;
        arguments.wZero = {0};
        arguments.wScale = {1};
        // Others are exact on all processors.
        if (a.dtype() == ir::DataType::UInt8 && b.dtype() == ir::DataType::Int8)
            arguments.accumulation = Accumulation::SaturatingPairs;
    }
};

bool isMatrix(const ir::Tensor& a, const ir::Tensor& b) { return a.rank() >= 2 && b.rank() == 2; }

std::size_t mismatches(const auto& ours, const ir::Tensor& expected) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < ours.size(); ++i)
        count += ours[i] != ir::elementAsInt64(expected, static_cast<std::int64_t>(i));
    return count;
}

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

        const QLinearConvCase one(golden);
        if (!one.error.empty()) QFAIL(one.error.c_str());
        ConvArguments arguments = one.arguments;
        const ir::Tensor expected = golden.output(0);
        QCOMPARE(expected.dims(), one.outputDims);
        for (const Requantize target : {Requantize::Float32, Requantize::Float64, Requantize::FixedPoint,
                                        Requantize::DoubleRounding, Requantize::ShortMultiplier}) {
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

    // As on AVX2 without VNNI. Where there is no other result of it, the result is that of all processors.
    void agreesWithAvx2_data() {
        test::addCases({"qlinearconv_", "qlinearmatmul_", "matmulinteger_", "u8s8_overflow_"});
    }
    void agreesWithAvx2() {
        if (test::shared("golden/int8").empty()) QSKIP(test::sharedMissing());
        QFETCH(QString, folder);
        const test::GoldenCase golden(folder.toStdString());
        QVERIFY(golden.node());
        const std::string& op = golden.node()->op;
        const ir::Tensor expected = golden.output(0, "ort_avx2_no_vnni"), everywhere = golden.output(0);
        bool differs = false;
        for (std::int64_t i = 0; i < expected.elements(); ++i)
            differs = differs || ir::elementAsInt64(expected, i) != ir::elementAsInt64(everywhere, i);
        if (op == "QLinearConv") {
            QLinearConvCase one(golden);
            if (!one.error.empty()) QFAIL(one.error.c_str());
            if (one.isU8S8) one.arguments.accumulation = Accumulation::SaturatingPairs;
            const auto output = convInt8(one.arguments);
            QVERIFY2(output, output ? "" : output.error().message.c_str());
            QCOMPARE(std::int64_t(output->y.size()), expected.elements());
            QCOMPARE(mismatches(output->y, expected), std::size_t(0));
            if (differs) QVERIFY(output->saturatedPairs > 0);
        } else if (op == "MatMulInteger") {
            if (!isMatrix(golden.input(0), golden.input(1))) QSKIP("weights are a batch of matrices");
            MatrixCase one(golden.input(0), golden.input(1));
            if (golden.node()->hasInput(2)) {
                QCOMPARE(golden.input(2).elements(), std::int64_t(1));
                one.arguments.xZero = integers<std::int32_t>(golden.input(2)).front();
            }
            if (golden.node()->hasInput(3)) one.arguments.wZero = integers<std::int32_t>(golden.input(3));
            const auto output = convInt8(one.arguments);
            QVERIFY2(output, output ? "" : output.error().message.c_str());
            QCOMPARE(std::int64_t(output->y.size()), expected.elements());
            QCOMPARE(mismatches(output->accumulators, expected), std::size_t(0));
        } else {
            QCOMPARE(op, std::string("QLinearMatMul"));
            if (!isMatrix(golden.input(0), golden.input(3))) QSKIP("weights are a batch of matrices");
            MatrixCase one(golden.input(0), golden.input(3));
            one.arguments.xScale = scalar(golden.input(1));
            one.arguments.xZero = integers<std::int32_t>(golden.input(2)).front();
            one.arguments.wScale.clear();
            for (std::int64_t i = 0; i < golden.input(4).elements(); ++i)
                one.arguments.wScale.push_back(static_cast<float>(ir::elementAsDouble(golden.input(4), i)));
            one.arguments.wZero = integers<std::int32_t>(golden.input(5));
            one.arguments.yScale = scalar(golden.input(6));
            one.arguments.yZero = integers<std::int32_t>(golden.input(7)).front();
            const bool isSigned = golden.input(7).dtype() == ir::DataType::Int8;
            one.arguments.yMin = isSigned ? -128 : 0;
            one.arguments.yMax = isSigned ? 127 : 255;
            const auto output = convInt8(one.arguments);
            QVERIFY2(output, output ? "" : output.error().message.c_str());
            QCOMPARE(std::int64_t(output->y.size()), expected.elements());
            QCOMPARE(mismatches(output->y, expected), std::size_t(0));
        }
        ++m_compared[op];
        m_differing[op] += differs;
        m_elements += expected.elements();
    }

    // That it was no comparison of nothing.
    void cleanupTestCase() {
        for (const auto& [op, count] : m_compared)
            qInfo("%s on AVX2: %d cases, %d of them unlike elsewhere", op.c_str(), count, m_differing[op]);
        qInfo("%lld elements", static_cast<long long>(m_elements));
        if (test::shared("golden/int8").empty() || m_compared.empty())
            return; // or only some tests were asked for
        QVERIFY(m_compared["QLinearConv"] >= 20 && m_differing["QLinearConv"] >= 10);
        QVERIFY(m_compared["MatMulInteger"] >= 5 && m_differing["MatMulInteger"] >= 5);
    }

private:
    std::map<std::string, int> m_compared, m_differing;
    std::int64_t m_elements = 0;
};

} // namespace

EDGEWRIGHT_TEST(ConvInt8GoldenTest)

} // namespace edgewright::conv_int8_golden_test

#include "conv_int8_golden_test.moc"
