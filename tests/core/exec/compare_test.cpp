// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/compare.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::compare_test {

namespace {

ir::Tensor floats(std::vector<float> values) {
    return ir::Tensor::of({static_cast<std::int64_t>(values.size())}, values);
}

} // namespace

class CompareTest : public QObject {
    Q_OBJECT

private slots:
    void equalTensorsDifferByNothing() {
        const auto difference = exec::compare(floats({1, -2, 3}), floats({1, -2, 3}));
        QCOMPARE(difference.maxAbs, 0.0);
        QCOMPARE(difference.relNorm, 0.0);
        QCOMPARE(difference.where, std::int64_t(-1));
        QVERIFY(difference.sameShape);
    }

    void identicalIsEveryBit() {
        const auto identical = [](const ir::Tensor& a, const ir::Tensor& b) {
            return exec::compare(a, b).isIdentical;
        };
        const ir::Tensor one = floats({0, 1}), zero = floats({-0.0f, 1});
        QVERIFY(identical(one, floats({0, 1})) && identical(floats({}), floats({})));
        QVERIFY(!identical(one, zero));
        QCOMPARE(exec::compare(one, zero).maxAbs, 0.0);
        QVERIFY(!identical(one, floats({0, 2})) && !identical(one, floats({0, 1, 2})));
        QVERIFY(!identical(one, ir::Tensor::of<std::int32_t>({2}, {0, 1})));
        const auto words = [](const char* word) { return ir::Tensor::ofStrings({1}, {word}); };
        QVERIFY(identical(words("a"), words("a")) && !identical(words("a"), words("b")));
        const auto list = [](const ir::Tensor& item) {
            return ir::Tensor::ofItems(ir::Container::Sequence, ir::DataType::Float32, {item});
        };
        QVERIFY(identical(list(one), list(one)) && !identical(list(one), list(zero)));
    }

    void measures() {
        const auto difference = exec::compare(floats({3, 4.5f}), floats({3, 4}));
        QCOMPARE(difference.maxAbs, 0.5);
        QCOMPARE(difference.maxRel, 0.125);
        QCOMPARE(difference.relNorm, 0.1); // 0.5 / 5
        QCOMPARE(difference.where, std::int64_t(1));
    }

    void smallReferencesDoNotExplode() {
        // The second element counts relative to 1e-6 of the largest, not to itself.
        const auto difference = exec::compare(floats({1000, 1e-9f}), floats({1000, 0}));
        QVERIFY(std::abs(difference.maxRel - 1e-6) < 1e-9);
    }

    void zeroReference() {
        QVERIFY(std::isinf(exec::compare(floats({1}), floats({0})).relNorm));
        QCOMPARE(exec::compare(floats({0}), floats({0})).relNorm, 0.0);
    }

    // Squares of what is this small or large are no numbers that a sum could be made of.
    void squaresBeyondDouble() {
        const auto doubles = [](std::vector<double> values) {
            return ir::Tensor::of<double>({static_cast<std::int64_t>(values.size())}, values);
        };
        for (const double unit : {1e-200, 1e-300, 1e200, 1e300}) {
            const auto found = exec::compare(doubles({3 * unit, 5 * unit}), doubles({3 * unit, 4 * unit}));
            QVERIFY2(std::abs(found.relNorm - 0.2) < 1e-9, std::to_string(found.relNorm).c_str());
        }
        QVERIFY(std::isfinite(exec::compare(doubles({1e300}), doubles({1e-300})).relNorm));
        QVERIFY(std::isinf(exec::compare(doubles({1e-300}), doubles({0})).relNorm));
    }

    void shapesDiffer() {
        const auto difference = exec::compare(floats({1, 2}), floats({1}));
        QVERIFY(!difference.sameShape);
        QVERIFY(std::isinf(difference.relNorm));
        QVERIFY(std::isinf(difference.maxAbs));
    }

    void oneSidedNaNIsNeverAccepted() {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const float inf = std::numeric_limits<float>::infinity();
        const auto difference = exec::compare(floats({1, nan, 3}), floats({1, 2, 3}));
        QCOMPARE(difference.nonFinite, std::int64_t(1));
        QCOMPARE(difference.where, std::int64_t(1));
        QVERIFY(std::isinf(difference.relNorm));
        QVERIFY(std::isinf(exec::compare(floats({inf}), floats({-inf})).maxAbs));
        QCOMPARE(exec::compare(floats({nan, inf}), floats({nan, inf})).maxAbs, 0.0);
    }

    // The largest ratios are found wherever they stand: not where the largest difference is.
    void eachMeasureHasItsOwnElement() {
        using exec::BackendAbsolute, exec::BackendRelative;
        std::vector<float> reference{100, 0.5f, 2, 8, 0}, actual{101, 0.75f, 2, 8.5f, 0};
        for (int turn = 0; turn < 5; ++turn) {
            const auto difference = exec::compare(floats(actual), floats(reference));
            QCOMPARE(difference.maxAbs, 1.0);
            QCOMPARE(reference[static_cast<std::size_t>(difference.where)], 100.0f);
            QCOMPARE(difference.maxRel, 0.5);
            QCOMPARE(difference.backendRatio, 0.25 / (BackendAbsolute + BackendRelative * 0.5));
            std::rotate(reference.begin(), reference.begin() + 1, reference.end());
            std::rotate(actual.begin(), actual.begin() + 1, actual.end());
        }
        // Whatever the types are, equal numbers are no distance apart.
        const auto doubles = ir::Tensor::of<double>({3}, {1, -2, 3});
        QCOMPARE(exec::compare(doubles, floats({1, -2, 3})).maxAbs, 0.0);
        QCOMPARE(exec::compare(doubles, floats({1, -2, 3.5f})).maxAbs, 0.5);
    }

    void integersAndStrings() {
        const auto a = ir::Tensor::of<std::int64_t>({2}, {1, 5});
        QCOMPARE(exec::compare(a, ir::Tensor::of<std::int64_t>({2}, {1, 2})).maxAbs, 3.0);
        const auto words = ir::Tensor::ofStrings({2}, {"a", "b"});
        QCOMPARE(exec::compare(words, ir::Tensor::ofStrings({2}, {"a", "b"})).maxAbs, 0.0);
        const auto other = exec::compare(words, ir::Tensor::ofStrings({2}, {"a", "c"}));
        QVERIFY(std::isinf(other.maxAbs));
        QCOMPARE(other.where, std::int64_t(1));
    }

    void sequences() {
        using ir::Container;
        const auto list = [](std::vector<ir::Tensor> items) {
            return ir::Tensor::ofItems(Container::Sequence, ir::DataType::Float32, std::move(items));
        };
        const auto reference = list({floats({1}), floats({2, 3})});
        QCOMPARE(exec::compare(list({floats({1}), floats({2, 3})}), reference).maxAbs, 0.0);
        const auto other = exec::compare(list({floats({1}), floats({2, 5})}), reference);
        QCOMPARE(other.maxAbs, 2.0);
        QCOMPARE(other.where, std::int64_t(1)); // the item
        QVERIFY(!exec::compare(list({floats({1})}), reference).sameShape);
        QVERIFY(!exec::compare(list({floats({1, 1}), floats({2, 3})}), reference).sameShape);
        QVERIFY(!exec::compare(floats({1}), list({floats({1})})).sameShape);
        const auto nothing = ir::Tensor::ofItems(Container::Optional, ir::DataType::Float32, {});
        QVERIFY(exec::compare(nothing, nothing).sameShape);
        const auto something = ir::Tensor::ofItems(Container::Optional, ir::DataType::Float32, {floats({1})});
        QVERIFY(!exec::compare(nothing, something).sameShape);
    }
};

EDGEWRIGHT_TEST(CompareTest)

} // namespace edgewright::compare_test

#include "compare_test.moc"
