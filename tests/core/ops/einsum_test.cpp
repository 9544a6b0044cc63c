// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/ops/kernel_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::einsum_test {

using namespace edgewright::test;

namespace {

Outcome einsum(const char* equation, const std::vector<ir::Tensor>& inputs) {
    Probe probe("Einsum", 12);
    probe.attribute("equation", std::string(equation));
    for (const auto& input : inputs)
        probe.input(input);
    return probe.run();
}

Floats elements(const Outcome& outcome) {
    if (!outcome) return {};
    return {outcome[0].as<float>().begin(), outcome[0].as<float>().end()};
}

const ir::Tensor& twoByThree() {
    static const auto tensor = ir::Tensor::of<float>({2, 3}, {1, 2, 3, 4, 5, 6});
    return tensor;
}

} // namespace

class EinsumTest : public QObject {
    Q_OBJECT
private slots:
    void oneOperand() {
        QCOMPARE(elements(einsum("ij->ji", {twoByThree()})), (Floats{1, 4, 2, 5, 3, 6}));
        QCOMPARE(elements(einsum("ij->i", {twoByThree()})), (Floats{6, 15}));
        QCOMPARE(elements(einsum("ij->", {twoByThree()})), (Floats{21}));
        QCOMPARE(elements(einsum("ba", {twoByThree()})), (Floats{1, 4, 2, 5, 3, 6})); // alphabetical
        const auto square = ir::Tensor::of<float>({2, 2}, {1, 2, 3, 4});
        QCOMPARE(elements(einsum("ii->i", {square})), (Floats{1, 4}));
        QCOMPARE(elements(einsum("ii", {square})), (Floats{5}));
    }
    void twoOperands() {
        const auto b = ir::Tensor::of<float>({3, 2}, {1, 0, 0, 1, 1, 1});
        QCOMPARE(elements(einsum("ij, jk -> ik", {twoByThree(), b})), (Floats{4, 5, 10, 11}));
        QCOMPARE(elements(einsum("ij,jk", {twoByThree(), b})), (Floats{4, 5, 10, 11}));
        QCOMPARE(elements(einsum("i,j->ij",
                                 {ir::Tensor::of<float>({2}, {1, 2}), ir::Tensor::of<float>({2}, {3, 4})})),
                 (Floats{3, 4, 6, 8}));
    }
    void broadcastAxes() {
        const auto batch = ir::Tensor::of<float>({2, 1, 2}, {1, 2, 3, 4});
        const auto vector = ir::Tensor::of<float>({3, 2}, {1, 1, 1, 0, 0, 1});
        const auto result = einsum("...i,...i->...", {batch, vector});
        QVERIFY2(result, result.text());
        QCOMPARE(result[0].dims(), (ir::Dims{2, 3}));
        QCOMPARE(elements(result), (Floats{3, 1, 2, 7, 3, 4}));
    }
    void matchesMatMul() {
        std::mt19937 engine(1);
        const auto a = randomTensor(engine, {2, 3, 4, 5}), b = randomTensor(engine, {2, 3, 5, 6});
        const auto product = Probe("MatMul", 13).input(a).input(b).run();
        const auto result = einsum("bhid,bhdj->bhij", {a, b});
        QVERIFY2(result, result.text());
        QCOMPARE(result[0].dims(), product[0].dims());
        for (std::size_t i = 0; i < 2 * 3 * 4 * 6; ++i)
            QVERIFY(std::abs(result[0].as<float>()[i] - product[0].as<float>()[i]) < 1e-5f);
    }
    void nothingToSum() {
        const auto result = einsum("ij->i", {ir::Tensor::of<float>({2, 0}, {})});
        QCOMPARE(elements(result), (Floats{0, 0}));
    }
    void badEquations_data() {
        QTest::addColumn<QString>("equation");
        for (const char* each : {"", "ijk->i", "ij,jk->ik", "ij->k", "ij->ii", "i1->i", "..ij->i",
                                 "......ij->i", "ij->i->j", ",", "(ij)"})
            QTest::newRow(each) << QString::fromLatin1(each);
    }
    void badEquations() {
        QFETCH(QString, equation);
        const auto result = einsum(equation.toLatin1().constData(), {twoByThree()});
        QVERIFY(!result);
        QCOMPARE(result.error->code, ErrorCode::BadInput);
    }
};

EDGEWRIGHT_TEST(EinsumTest)

} // namespace edgewright::einsum_test

#include "einsum_test.moc"
