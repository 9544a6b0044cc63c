// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions in oneDNN against the program's own kernels: alone, and with what is fused to them.
#include "core/kernels/backend.h"
#include "tests/plugins/onednn/convolution_case.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <memory>
#include <optional>

namespace edgewright::onednn_test {

using namespace edgewright::test;

namespace {

constexpr float Infinity = std::numeric_limits<float>::infinity();

// Largest difference relative to the largest magnitude.
double distance(std::span<const float> a, std::span<const float> b) {
    double difference = 0, largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        difference = std::max(difference, std::abs(double(a[i]) - double(b[i])));
        largest = std::max(largest, std::abs(double(b[i])));
        if (std::isnan(a[i]) != std::isnan(b[i])) return Infinity;
    }
    return largest > 0 ? difference / largest : difference;
}

} // namespace

class OnednnTest : public QObject {
    Q_OBJECT

private:
    const kernels::BackendTable* m_table = nullptr;

    // Through the module itself; empty when it does not take this shape.
    std::optional<std::vector<float>> direct(const Shape& s, const Operands& operands, bool always, int threads,
                                             float low, float high, std::string* description) const {
        std::vector<float> weights(operands.weights.as<float>().begin(), operands.weights.as<float>().end());
        const kernels::BackendConvolution shape = s.convolution(weights.data(), threads);
        const std::unique_ptr<void, void (*)(void*)> prepared(m_table->prepare(&shape, always),
                                                              m_table->release);
        if (!prepared) return std::nullopt;
        std::ranges::fill(weights, std::nanf("")); // the module has its own by now
        if (description) *description = m_table->describe(prepared.get());
        const std::int64_t bytes = m_table->scratchBytes(prepared.get());
        constexpr std::int64_t Guard = 64;
        auto scratch = ir::Tensor::allocate(DataType::UInt8, {bytes + Guard});
        const auto space = scratch->mutableBytes();
        std::ranges::fill(space, std::byte{0x5a});
        const kernels::BackendHost host = kernels::backendHost();
        const std::span<const float> x = operands.x.as<float>();
        std::int64_t outputs = s.batch * s.outChannels();
        for (std::size_t i = 0; i < s.axes; ++i)
            outputs *= s.out(i);
        std::vector<float> out(static_cast<std::size_t>(outputs), std::nanf(""));
        kernels::BackendCall call{};
        call.host = &host;
        call.input = x.data();
        call.bias = s.bias ? operands.bias.as<float>().data() : nullptr;
        call.output = out.data();
        call.scratch = space.data();
        call.low = low;
        call.high = high;
        if (m_table->run(prepared.get(), &call)) return std::nullopt;
        for (const std::byte each : space.subspan(static_cast<std::size_t>(bytes)))
            if (each != std::byte{0x5a}) return std::vector<float>(out.size(), std::nanf(""));
        return out;
    }

private slots:
    void initTestCase() {
#ifdef EDGEWRIGHT_ONEDNN
        const auto backend = kernels::Backend::load("onednn");
        QVERIFY2(backend, backend ? "" : backend.error().message.c_str());
        m_table = &(*backend)->table();
        qInfo("%s", m_table->library);
#else
        QSKIP("the onednn back end is not part of this build (Debian: libdnnl-dev)");
#endif
    }

    // Every shape that the module can compute, whether that pays or not.
    void randomShapesAgree() {
        std::mt19937 engine(7);
        int taken = 0;
        for (int i = 0; i < 400; ++i) {
            const Shape s = randomShape(engine);
            const Operands operands(s, engine);
            const int threads = static_cast<int>(pick(engine, 1, 3));
            std::string how;
            const auto out = direct(s, operands, true, threads, -Infinity, Infinity, &how);
            if (!out) continue;
            ++taken;
            const auto expected = Model(s, operands, {}, engine).run("");
            QVERIFY2(expected, s.text().c_str());
            const double error = distance(*out, std::as_const(*expected).as<float>());
            QVERIFY2(error <= 1e-5, (s.text() + " (" + how + "): " + std::to_string(error)).c_str());
        }
        QVERIFY2(taken >= 100, std::to_string(taken).c_str());
    }

    // One shape for each way and rule; `way` is empty where the own kernels compute it: everywhere, or where
    // oneDNN has no generated kernel for these instructions (2.6 and 3.x: wide windows over few channels
    // without AVX-512).
    void chosenWaysAgree_data() {
        QTest::addColumn<QByteArray>("way");
        QTest::addColumn<int>("index");
        const char* const wide = __builtin_cpu_supports("avx512f") ? "blocks" : "";
        const char* ways[] = {"planes", "planes", "side by side", "side by side", "side by side",
                              "blocks", wide,     "side by side", "side by side", ""};
        for (int i = 0; i < 10; ++i)
            QTest::addRow("%d %s", i, shapeOf(i).text().c_str()) << QByteArray(ways[i]) << i;
    }
    static Shape shapeOf(int index) {
        Shape wide = square(24, 40, 13, 3);
        wide.in[1] = 29;
        wide.padEnd[1] = 0;
        Shape three = square(16, 20, 6, 3);
        three.axes = 3;
        three.in[2] = 9, three.kernel[2] = 2, three.padBegin[2] = 1;
        Shape line = square(3, 24, 1, 1);
        line.axes = 1;
        line.in[0] = 700, line.kernel[0] = 20, line.stride[0] = 4, line.padBegin[0] = 3;
        const std::array<Shape, 10> shapes{square(32, 16, 23, 1),
                                           square(64, 3, 20, 1),
                                           square(64, 96, 7, 1),
                                           square(33, 17, 15, 3),
                                           wide,
                                           square(3, 16, 31, 3, 2),
                                           line,
                                           three,
                                           square(64, 64, 12, 3, 1, 2),
                                           square(48, 48, 16, 3, 1, 48)};
        return shapes[static_cast<std::size_t>(index)];
    }
    void chosenWaysAgree() {
        QFETCH(QByteArray, way);
        QFETCH(int, index);
        std::mt19937 engine(static_cast<unsigned>(index) + 1);
        Shape s = shapeOf(index);
        s.batch = 2;
        const Operands operands(s, engine);
        const auto expected = Model(s, operands, {}, engine).run("");
        QVERIFY(expected);
        for (const int threads : {1, 2}) {
            std::string how;
            const auto out = direct(s, operands, false, threads, -Infinity, Infinity, &how);
            QCOMPARE(out.has_value(), !way.isEmpty());
            if (!out) continue;
            QVERIFY2(how.find(way.constData()) != std::string::npos, how.c_str());
            const double error = distance(*out, std::as_const(*expected).as<float>());
            QVERIFY2(error <= 1e-5, (how + ": " + std::to_string(error)).c_str());
        }
    }

    void boundsKeepNan_data() { chosenWaysAgree_data(); }
    void boundsKeepNan() {
        QFETCH(QByteArray, way);
        QFETCH(int, index);
        if (way.isEmpty()) return;
        std::mt19937 engine(3);
        const Shape s = shapeOf(index);
        Operands operands(s, engine);
        operands.x.as<float>()[5] = std::nanf("");
        const auto plain = direct(s, operands, false, 1, -Infinity, Infinity, nullptr);
        const auto bounded = direct(s, operands, false, 1, -0.25f, 0.5f, nullptr);
        QVERIFY(plain && bounded);
        std::size_t nans = 0;
        for (std::size_t i = 0; i < plain->size(); ++i) {
            if (std::isnan((*plain)[i])) {
                ++nans;
                QVERIFY(std::isnan((*bounded)[i]));
            } else {
                QCOMPARE((*bounded)[i], std::min(0.5f, std::max(-0.25f, (*plain)[i])));
            }
        }
        QVERIFY(nans > 0);
    }

    void fusedTailsAgree_data() {
        QTest::addColumn<int>("tail");
        QTest::addColumn<int>("index");
        const char* tails[] = {"relu", "add relu", "silu", "clip add"};
        for (int tail = 0; tail < 4; ++tail)
            for (int i = 0; i < 9; ++i)
                QTest::addRow("%s, shape %d", tails[tail], i) << tail << i;
    }
    void fusedTailsAgree() {
        QFETCH(int, tail);
        QFETCH(int, index);
        const Tail tails[] = {
            [](ir::GraphBuilder& b, ValueId made, ValueId) { return b.node("Relu", {made}); },
            [](ir::GraphBuilder& b, ValueId made, ValueId residual) {
                return b.node("Relu", {b.node("Add", {made, residual})});
            },
            [](ir::GraphBuilder& b, ValueId made, ValueId) {
                return b.node("Mul", {made, b.node("Sigmoid", {made})});
            },
            [](ir::GraphBuilder& b, ValueId made, ValueId residual) {
                std::mt19937 none(1);
                ir::Tensor low = randomTensor(none, {}), high = randomTensor(none, {});
                low.as<float>()[0] = -0.5f;
                high.as<float>()[0] = 2.0f;
                return b.node("Add", {b.node("Clip", {made, b.constant("low", low), b.constant("high", high)}),
                                      residual});
            },
        };
        std::mt19937 engine(static_cast<unsigned>(index) + 11);
        Shape s = shapeOf(index);
        s.batch = 2;
        const Operands operands(s, engine);
        const Model model(s, operands, tails[tail], engine);
        const auto expected = model.run("");
        QVERIFY2(expected, expected ? "" : expected.error().message.c_str());
        for (const int threads : {1, 2}) {
            const auto out = model.run("onednn", threads);
            QVERIFY2(out, out ? "" : out.error().message.c_str());
            QVERIFY(distance(std::as_const(*out).as<float>(), std::as_const(*expected).as<float>()) <= 1e-5);
        }
    }
};

EDGEWRIGHT_TEST(OnednnTest)

} // namespace edgewright::onednn_test

#include "onednn_test.moc"
