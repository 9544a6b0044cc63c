// SPDX-License-Identifier: GPL-3.0-or-later
// Functions over runs of floats against <cmath> in double, for every instruction set of this processor.
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace edgewright::vector_functions_test {

using namespace edgewright::kernels;


namespace {

constexpr float Infinity = std::numeric_limits<float>::infinity();
constexpr float NotANumber = std::numeric_limits<float>::quiet_NaN();

// x times a factor in [0, 1] that is 0 for x = -inf: the limit.
double gated(double x, double factor) { return factor == 0 ? 0 : x * factor; }
double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }
double clamped(double x, double low, double high) { return std::min(std::max(x, low), high); }

struct Function {
    const char* name;
    Unary which;
    float alpha, beta;
    std::function<double(double)> formula;
};

const std::vector<Function>& functions() {
    static const std::vector<Function> table{
        {"Abs", Unary::Abs, 0, 0, [](double x) { return std::abs(x); }},
        {"Neg", Unary::Neg, 0, 0, [](double x) { return -x; }},
        {"Relu", Unary::Relu, 0, 0, [](double x) { return x < 0 ? 0 : x; }},
        {"LeakyRelu", Unary::LeakyRelu, 0.25f, 0, [](double x) { return x < 0 ? 0.25 * x : x; }},
        {"Clip", Unary::Clip, -1, 2, [](double x) { return x < -1  ? -1
                                                           : x > 2 ? 2
                                                                   : x; }},
        {"Sigmoid", Unary::Sigmoid, 0, 0, sigmoid},
        {"HardSigmoid", Unary::HardSigmoid, 0.25f, 0.5f,
         [](double x) { return clamped(0.25 * x + 0.5, 0, 1); }},
        {"HardSwish", Unary::HardSwish, 0, 0, [](double x) { return gated(x, clamped(x / 6 + 0.5, 0, 1)); }},
        {"Silu", Unary::Silu, 1.5f, 0, [](double x) { return gated(x, sigmoid(1.5 * x)); }},
        {"Tanh", Unary::Tanh, 0, 0, [](double x) { return std::tanh(x); }},
        {"Elu", Unary::Elu, 1.5f, 0, [](double x) { return x > 0 ? x : 1.5 * std::expm1(x); }},
        {"Exp", Unary::Exp, 0, 0, [](double x) { return std::exp(x); }},
        {"Log", Unary::Log, 0, 0, [](double x) { return std::log(x); }},
        {"Sqrt", Unary::Sqrt, 0, 0, [](double x) { return std::sqrt(x); }},
        {"Reciprocal", Unary::Reciprocal, 0, 0, [](double x) { return 1 / x; }},
        {"Square", Unary::Square, 0, 0, [](double x) { return x * x; }},
        {"Cube", Unary::Cube, 0, 0, [](double x) { return x * x * x; }},
        {"Erf", Unary::Erf, 0, 0, [](double x) { return std::erf(x); }},
        {"GeluErf", Unary::GeluErf, 0, 0,
         [](double x) { return gated(x, 0.5 * std::erfc(-x / std::sqrt(2.0))); }},
        {"GeluTanh", Unary::GeluTanh, 0, 0,
         [](double x) { return gated(x, sigmoid(2 * std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); }},
        {"Softplus", Unary::Softplus, 0, 0, softplus},
        {"Mish", Unary::Mish, 0, 0, [](double x) { return gated(x, std::tanh(softplus(x))); }},
        {"Floor", Unary::Floor, 0, 0, [](double x) { return std::floor(x); }},
        {"Ceil", Unary::Ceil, 0, 0, [](double x) { return std::ceil(x); }},
    };
    return table;
}

// Every 10007th float there is, a dense stretch around zero, and what is special.
const std::vector<float>& arguments() {
    static const std::vector<float> values = [] {
        std::vector<float> result{0.0f,  -0.0f, Infinity, -Infinity, NotANumber, 1.0f,
                                  -1.0f, 88.8f, -87.5f,   -103.5f,   -104.5f};
        for (std::uint64_t bits = 0; bits < (std::uint64_t(1) << 32); bits += 10007)
            result.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
        for (int i = -100000; i <= 100000; ++i)
            result.push_back(static_cast<float>(i) * 2e-4f);
        return result;
    }();
    return values;
}

// Relative where the result is above 1, absolute below.
bool near(float found, double wanted) {
    const auto rounded = static_cast<float>(wanted);
    if (std::isnan(rounded)) return std::isnan(found);
    if (std::isnan(found)) return false;
    if (found == rounded) return true;
    constexpr double largest = 3.4028e38; // here rounding decides between the largest float and infinity
    if (std::isinf(rounded) || std::isinf(found))
        return std::abs(wanted) > largest && std::abs(found) > 3.4028e38f;
    return std::abs(static_cast<double>(found) - wanted) <= 4e-7 * std::max(1.0, std::abs(wanted));
}

std::vector<float> ramp(std::size_t n, float from = -1.3f) {
    std::vector<float> values(n);
    for (std::size_t i = 0; i < n; ++i)
        values[i] = from + 0.37f * static_cast<float>(i % 23) + 0.001f * static_cast<float>(i);
    return values;
}

const std::vector<std::int64_t> Lengths{1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 64, 100, 129, 2047, 5000};

} // namespace

class VectorFunctionsTest : public QObject {
    Q_OBJECT

    static void rows() {
        QTest::addColumn<Isa>("isa");
        for (const Isa isa : available())
            QTest::newRow(std::string(nameOf(isa)).c_str()) << isa;
    }
    static const ElementwiseKernels& kernels() {
        QFETCH(Isa, isa);
        return *tableOf(isa).elementwise;
    }

private slots:
    void unary_data() { rows(); }
    void unary() {
        const ElementwiseKernels& kernel = kernels();
        const std::vector<float>& in = arguments();
        std::vector<float> out(in.size());
        QCOMPARE(functions().size(), static_cast<std::size_t>(Unary::Count));
        for (const Function& function : functions()) {
            kernel.unary[static_cast<int>(function.which)](
                in.data(), out.data(), static_cast<std::int64_t>(in.size()), function.alpha, function.beta);
            for (std::size_t i = 0; i < in.size(); ++i) {
                const double wanted = std::isnan(in[i]) ? static_cast<double>(NotANumber)
                                                        : function.formula(static_cast<double>(in[i]));
                if (!near(out[i], wanted))
                    QFAIL(qPrintable(QStringLiteral("%1(%2) is %3 where %4 is expected")
                                         .arg(QLatin1String(function.name))
                                         .arg(static_cast<double>(in[i]))
                                         .arg(static_cast<double>(out[i]))
                                         .arg(wanted)));
            }
        }
    }

    // Vectors of exactly n elements: reading or writing behind them is an error that the address sanitizer
    // sees.
    void unaryTails_data() { rows(); }
    void unaryTails() {
        const ElementwiseKernels& kernel = kernels();
        for (const std::int64_t n : Lengths)
            for (const Function& function : functions()) {
                std::vector<float> values = ramp(static_cast<std::size_t>(n), 0.1f);
                const std::vector<float> in = values;
                kernel.unary[static_cast<int>(function.which)](values.data(), values.data(), n, function.alpha,
                                                               function.beta);
                for (std::size_t i = 0; i < values.size(); ++i)
                    QVERIFY2(near(values[i], function.formula(static_cast<double>(in[i]))), function.name);
            }
    }

    void binary_data() { rows(); }
    void binary() {
        const ElementwiseKernels& kernel = kernels();
        const std::vector<std::function<float(float, float)>> formulas{
            [](float a, float b) { return a + b; },
            [](float a, float b) { return a - b; },
            [](float a, float b) { return a * b; },
            [](float a, float b) { return a / b; },
            [](float a, float b) { return std::isnan(a) || std::isnan(b) ? NotANumber : std::min(a, b); },
            [](float a, float b) { return std::isnan(a) || std::isnan(b) ? NotANumber : std::max(a, b); },
            [](float a, float b) { return a < 0 ? a * b : a; },
        };
        QCOMPARE(formulas.size(), static_cast<std::size_t>(Binary::Count));
        for (const std::int64_t n : Lengths)
            for (std::size_t which = 0; which < formulas.size(); ++which)
                for (int steps = 0; steps < 4; ++steps) {
                    const std::int64_t aStep = steps & 1;
                    const std::int64_t bStep = steps >> 1;
                    std::vector<float> a = ramp(aStep ? static_cast<std::size_t>(n) : 1, -4.0f);
                    std::vector<float> b = ramp(bStep ? static_cast<std::size_t>(n) : 1, 0.75f);
                    a.back() = n % 2 ? NotANumber : a.back();
                    b.front() = n % 3 == 0 ? NotANumber : b.front();
                    std::vector<float> out(static_cast<std::size_t>(n));
                    kernel.binary[which](a.data(), aStep, b.data(), bStep, out.data(), n);
                    for (std::int64_t i = 0; i < n; ++i) {
                        const float wanted = formulas[which](a[static_cast<std::size_t>(i * aStep)],
                                                             b[static_cast<std::size_t>(i * bStep)]);
                        const float found = out[static_cast<std::size_t>(i)];
                        QVERIFY(found == wanted || (std::isnan(found) && std::isnan(wanted)));
                    }
                }
    }

    void sums_data() { rows(); }
    void sums() {
        const ElementwiseKernels& kernel = kernels();
        for (const std::int64_t n : Lengths) {
            const std::vector<float> a = ramp(static_cast<std::size_t>(n));
            const std::vector<float> b = ramp(static_cast<std::size_t>(n), 0.4f);
            double sum = 0;
            double squares = 0;
            double dot = 0;
            double exponentials = 0;
            float maximum = a[0];
            for (std::size_t i = 0; i < a.size(); ++i) {
                const double x = static_cast<double>(a[i]);
                sum += x;
                squares += (x - 0.25) * (x - 0.25);
                dot += x * static_cast<double>(b[i]);
                exponentials += std::exp(x - 3);
                maximum = std::max(maximum, a[i]);
            }
            const auto close = [](float found, double wanted) {
                return std::abs(static_cast<double>(found) - wanted) <= 2e-6 * std::max(1.0, std::abs(wanted));
            };
            QVERIFY(close(kernel.sum(a.data(), n), sum));
            QVERIFY(close(kernel.sumOfSquares(a.data(), 0.25f, n), squares));
            QVERIFY(close(kernel.dot(a.data(), b.data(), n), dot));
            QCOMPARE(kernel.maximum(a.data(), n), maximum);
            std::vector<float> out(a.size());
            QVERIFY(close(kernel.expMinus(a.data(), 3, out.data(), n), exponentials));
            for (std::size_t i = 0; i < a.size(); ++i)
                QVERIFY(near(out[i], std::exp(static_cast<double>(a[i] - 3))));
        }
    }

    void longSumsStayAccurate_data() { rows(); }
    void longSumsStayAccurate() {
        const std::vector<float> tenth(3'000'000, 0.1f);
        const double wanted = 3'000'000 * static_cast<double>(0.1f);
        QVERIFY(std::abs(static_cast<double>(kernels().sum(tenth.data(), 3'000'000)) - wanted) < 1e-6 * wanted);
    }

    void maximumSeesEverything_data() { rows(); }
    void maximumSeesEverything() {
        const ElementwiseKernels& kernel = kernels();
        for (const std::int64_t n : {1, 5, 16, 40, 200})
            for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
                std::vector<float> values(static_cast<std::size_t>(n), -7.0f);
                values[i] = -2.0f;
                QCOMPARE(kernel.maximum(values.data(), n), -2.0f);
                values[i] = NotANumber;
                QVERIFY(std::isnan(kernel.maximum(values.data(), n)));
                values.assign(values.size(), -Infinity);
                QCOMPARE(kernel.maximum(values.data(), n), -Infinity);
            }
    }

    void affine_data() { rows(); }
    void affine() {
        const ElementwiseKernels& kernel = kernels();
        for (const std::int64_t n : Lengths) {
            const std::vector<float> x = ramp(static_cast<std::size_t>(n));
            const std::vector<float> scale = ramp(static_cast<std::size_t>(n), 0.5f);
            const std::vector<float> shift = ramp(static_cast<std::size_t>(n), -2.0f);
            std::vector<float> out(x.size());
            const auto check = [&](auto formula) {
                for (std::size_t i = 0; i < x.size(); ++i)
                    if (std::abs(static_cast<double>(out[i]) - formula(i)) >
                        1e-6 * std::max(1.0, std::abs(formula(i))))
                        return false;
                return true;
            };
            const auto d = [](float v) { return static_cast<double>(v); };
            kernel.scaleShift(x.data(), 2.5f, -0.75f, out.data(), n);
            QVERIFY(check([&](std::size_t i) { return d(x[i]) * 2.5 - 0.75; }));
            out = shift;
            kernel.multiplyAdd(1.25f, x.data(), out.data(), n);
            QVERIFY(check([&](std::size_t i) { return d(shift[i]) + 1.25 * d(x[i]); }));
            kernel.normalise(x.data(), 0.5f, 2.0f, scale.data(), shift.data(), 1, out.data(), n);
            QVERIFY(check([&](std::size_t i) { return (d(x[i]) - 0.5) * 2 * d(scale[i]) + d(shift[i]); }));
            kernel.normalise(x.data(), 0.5f, 2.0f, scale.data(), nullptr, 1, out.data(), n);
            QVERIFY(check([&](std::size_t i) { return (d(x[i]) - 0.5) * 2 * d(scale[i]); }));
            kernel.normalise(x.data(), 0.5f, 2.0f, scale.data(), shift.data(), 0, out.data(), n);
            QVERIFY(check([&](std::size_t i) { return (d(x[i]) - 0.5) * 2 * d(scale[0]) + d(shift[0]); }));
        }
    }

    void transposes_data() { rows(); }
    void transposes() {
        const ElementwiseKernels& kernel = kernels();
        for (const std::int64_t height : {1, 3, 4, 8, 15, 16, 17, 40})
            for (const std::int64_t width : {1, 2, 5, 8, 16, 19, 33}) {
                const std::vector<float> in = ramp(static_cast<std::size_t>(height * width));
                std::vector<float> out(in.size());
                kernel.transpose(in.data(), width, out.data(), height, height, width);
                for (std::int64_t i = 0; i < height; ++i)
                    for (std::int64_t j = 0; j < width; ++j)
                        QCOMPARE(out[static_cast<std::size_t>(j * height + i)],
                                 in[static_cast<std::size_t>(i * width + j)]);
            }
    }

    void gathers_data() { rows(); }
    void gathers() {
        const ElementwiseKernels& kernel = kernels();
        const std::vector<float> in = ramp(50);
        for (const std::int64_t n : {1, 7, 16, 45}) {
            std::vector<std::int32_t> first, second;
            std::vector<float> firstWeight, secondWeight;
            for (std::int32_t i = 0; i < n; ++i) {
                first.push_back(i * 7 % 50);
                second.push_back((i * 3 + 1) % 50);
                firstWeight.push_back(0.25f * static_cast<float>(i % 4));
                secondWeight.push_back(1.5f);
            }
            std::vector<float> out(static_cast<std::size_t>(n));
            kernel.gather(in.data(), first.data(), out.data(), n);
            for (std::size_t i = 0; i < out.size(); ++i)
                QCOMPARE(out[i], in[static_cast<std::size_t>(first[i])]);
            kernel.blend(in.data(), first.data(), firstWeight.data(), second.data(), secondWeight.data(),
                         out.data(), n);
            for (std::size_t i = 0; i < out.size(); ++i)
                QVERIFY(std::abs(out[i] - (in[static_cast<std::size_t>(first[i])] * firstWeight[i] +
                                           in[static_cast<std::size_t>(second[i])] * 1.5f)) < 1e-4f);
        }
    }
};

EDGEWRIGHT_TEST(VectorFunctionsTest)

} // namespace edgewright::vector_functions_test

#include "vector_functions_test.moc"
