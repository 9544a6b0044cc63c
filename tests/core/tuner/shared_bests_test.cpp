// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/shared_bests.h"

#include "core/tuner/kernel_space.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <limits>

namespace edgewright::shared_bests_test {

using namespace edgewright::tuner;
using cost::search::Point;

namespace {

ops::ParameterSpace product(std::vector<std::int64_t> depths) {
    ops::ParameterSpace space;
    space.axes = {{"tile", {0, 2, 3}}, {"k", std::move(depths)}};
    return space;
}

kernels::KernelParameters by(std::int64_t tile, std::int64_t k) {
    kernels::KernelParameters parameters;
    parameters.gemm = {.tile = tile, .k = k};
    return parameters;
}

} // namespace

class SharedBestsTest : public QObject {
    Q_OBJECT

private slots:
    void nearestPoints() {
        const ops::ParameterSpace space = product({0, 64, 256});
        QCOMPARE(*pointOf(space, by(3, 256)), (Point{2, 2}));
        QVERIFY(!pointOf(space, by(3, 128)));
        QCOMPARE(*nearestPoint(space, by(3, 256)), (Point{2, 2}));
        QCOMPARE(*nearestPoint(space, by(3, 200)), (Point{2, 2}));
        QCOMPARE(*nearestPoint(space, by(3, 100)), (Point{2, 1}));
        QCOMPARE(*nearestPoint(space, by(7, 1000)), (Point{0, 2})); // there is no such tile: the rule
        QCOMPARE(*nearestPoint(space, by(0, 0)), (Point{0, 0}));
    }

    void whoIsFasterTellsOthersOfItsKind() {
        SharedBests shared;
        const std::size_t small = shared.add("MatMul", 1e6, product({0, 64, 128}));
        const std::size_t large = shared.add("MatMul", 8e6, product({0, 128, 512}));
        const std::size_t next = shared.add("MatMul", 2e6, product({0, 64, 128, 256}));
        const std::size_t other = shared.add("Conv", 1e6, product({0, 64}));
        QVERIFY(shared.hints(small).empty());
        for (const std::size_t each : {small, large, next, other})
            shared.note(each, {}, 1e-3);
        shared.note(small, by(2, 64), 0.995e-3); // noise
        QVERIFY(shared.hints(next).empty());
        shared.note(small, by(2, 64), 0.8e-3);
        shared.note(small, by(3, 128), 0.9e-3); // not its best
        shared.note(small, by(3, 64), std::numeric_limits<double>::infinity());
        shared.note(large, by(3, 512), 0.5e-3);
        QCOMPARE(shared.hints(next), (std::vector<Point>{{1, 1}, {2, 3}})); // the nearest in work first
        QCOMPARE(shared.hints(small), (std::vector<Point>{{2, 2}}));
        QVERIFY(shared.hints(other).empty());
        shared.note(next, by(2, 64), 0.7e-3);
        QCOMPARE(shared.hints(large), (std::vector<Point>{{1, 1}})); // of both, once
    }
};

EDGEWRIGHT_TEST(SharedBestsTest)

} // namespace edgewright::shared_bests_test

#include "shared_bests_test.moc"
