// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/tolerance.h"
#include "core/ir/builder.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <limits>

namespace edgewright::tolerance_test {

using exec::Tolerance;

namespace {

bool close(const std::vector<float>& actual, const std::vector<float>& reference, const Tolerance& tolerance) {
    const ir::Dims dims{static_cast<std::int64_t>(reference.size())};
    const auto difference =
        exec::compare(ir::Tensor::of<float>({static_cast<std::int64_t>(actual.size())}, actual),
                      ir::Tensor::of<float>(dims, reference));
    return exec::agrees(difference, ir::DataType::Float32, tolerance);
}

ir::Graph chain(int length) {
    ir::GraphBuilder builder;
    ValueId value = builder.input("x", {ir::DataType::Float32, ir::Dims{4}});
    const ValueId constant = builder.constant("c", ir::Tensor::of<float>({1}, {1}));
    builder.node("Neg", {constant}); // follows from a constant: does not count
    for (int i = 0; i < length; ++i)
        value = builder.node("Relu", {value});
    builder.output(value);
    return builder.take();
}

} // namespace

class ToleranceTest : public QObject {
    Q_OBJECT

private slots:
    // As numpy.testing.assert_allclose(actual, reference, rtol=1e-3, atol=1e-7).
    void elements() {
        const Tolerance rule = Tolerance::elements();
        QVERIFY(close({1000.9f, 1e-8f}, {1000, 0}, rule));
        QVERIFY(!close({1001.1f, 0}, {1000, 0}, rule));
        QVERIFY(!close({1, 2e-7f}, {1, 0}, rule));           // each element counts for itself
        QVERIFY(close({1000, 9e-5f}, {1000, 1e-15f}, rule)); // noise of float32 beside a large element
        QVERIFY(!close({1, 2}, {1, 2, 3}, rule));
        constexpr float Infinity = std::numeric_limits<float>::infinity();
        QVERIFY(close({Infinity, 1}, {Infinity, 1}, rule));
        QVERIFY(!close({Infinity, 1}, {-Infinity, 1}, rule));
        const auto off = exec::compare(ir::Tensor::of<std::int64_t>({1}, {100001}),
                                       ir::Tensor::of<std::int64_t>({1}, {100000}));
        QVERIFY(off.backendRatio < 1);
        QVERIFY(!exec::agrees(off, ir::DataType::Int64, rule));
    }

    void norm() {
        QVERIFY(close({1000, 0.05f}, {1000, 0}, Tolerance::norm(1e-4)));
        QVERIFY(!close({1000, 0.2f}, {1000, 0}, Tolerance::norm(1e-4)));
        QVERIFY(close({1000, 0.2f}, {1000, 0}, Tolerance::norm(1e-3)));
        QVERIFY(!close({std::numeric_limits<float>::quiet_NaN(), 1}, {1, 1}, Tolerance::norm(1e-3)));
    }

    void referencesOfAboutZero() {
        const Tolerance rule = Tolerance::norm(1e-4);
        QVERIFY(close({1.9e-7f, 0}, {0, 0}, rule));
        QVERIFY(close({1e-5f, 1.9e-7f}, {1e-5f, 0}, rule)); // probabilities of a detector
        QVERIFY(!close({2.1e-7f, 0}, {0, 0}, rule));
        QVERIFY(!close({1e-3f, 3e-7f}, {1e-3f, 0}, rule));
    }

    void sequencesCountAsOneValue() {
        const auto list = [](float second) {
            return ir::Tensor::ofItems(ir::Container::Sequence, ir::DataType::Float32,
                                       {ir::Tensor::of<float>({1}, {1}), ir::Tensor::of<float>({1}, {second})});
        };
        const auto near = exec::compare(list(2.001f), list(2));
        QVERIFY(exec::agrees(near, ir::DataType::Float32, Tolerance::elements()));
        QVERIFY(
            !exec::agrees(exec::compare(list(2.01f), list(2)), ir::DataType::Float32, Tolerance::elements()));
    }

    // Eight roundings to the type, twice as many in deep models; of a single operator one step.
    void halvesGetTheirOwn() {
        const auto half = ir::DataType::Float16, brain = ir::DataType::BFloat16;
        QCOMPARE(Tolerance::ofModel(chain(100), half).limit, 8 * 0x1p-11);
        QCOMPARE(Tolerance::ofModel(chain(101), half).limit, 16 * 0x1p-11);
        QCOMPARE(Tolerance::ofModel(chain(100), brain).limit, 8 * 0x1p-8);
        QCOMPARE(Tolerance::norm(0.5, half).limit, 0.5);
        QCOMPARE(Tolerance::norm(1e-6, ir::DataType::Float64).limit, 1e-6);
        QCOMPARE(Tolerance::elements(half).limit, 1e-3); // a step of float16 is 2^-10
        QCOMPARE(Tolerance::elements(brain).limit, 0x1p-7);
        QVERIFY(close({1000 * (1 + 0x1p-7f), 0}, {1000, 0}, Tolerance::elements(brain)));
        QVERIFY(!close({1000 * (1 + 0x1p-6f), 0}, {1000, 0}, Tolerance::elements(brain)));
    }

    void deepModelsGetMore() {
        QCOMPARE(exec::depthOf(chain(100)), 100);
        QCOMPARE(Tolerance::ofModel(chain(100)).limit, 1e-4);
        QCOMPARE(Tolerance::ofModel(chain(101)).limit, 1e-3);
    }
};

EDGEWRIGHT_TEST(ToleranceTest)

} // namespace edgewright::tolerance_test

#include "tolerance_test.moc"
