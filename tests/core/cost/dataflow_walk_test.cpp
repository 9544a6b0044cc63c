// SPDX-License-Identifier: GPL-3.0-or-later
// Three dataflows of one small product: the formulas against cells that are counted cycle by cycle.
#include "core/cost/array_walk/dataflow_walk.h"

#include "core/cost/systolic.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::dataflow_walk_test {

using namespace edgewright::cost;

class DataflowWalkTest : public QObject {
    Q_OBJECT

private slots:
    void formulasAreWhatCellsDo() {
        const SmallProduct products[] = {
            {8, 8, 8, 4, 4}, {4, 4, 4, 4, 4}, {5, 7, 3, 4, 2}, {1, 9, 2, 3, 8}, {6, 5, 13, 1, 1}};
        for (const SmallProduct& product : products) {
            const auto walks = dataflowWalks(product);
            QVERIFY(walks.has_value());
            for (const DataflowWalk& each : *walks) {
                QCOMPARE(each.cycles(), each.foldsDown * each.foldsAcross * each.foldCycles);
                std::int64_t macs = 0, left = 0, top = 0;
                for (std::int64_t cycle = 0; cycle < each.cycles(); ++cycle) {
                    const DataflowWalk::Moment moment = each.at(cycle);
                    QVERIFY(!moment.isOver);
                    const ArrayState state(each.walk, moment.fold, moment.cycle);
                    macs += state.computing();
                    for (std::int64_t row = 0; row < product.rows; ++row)
                        left += state.at(row, 0) == CellState::Computing;
                    for (std::int64_t col = 0; col < product.cols; ++col)
                        top += state.at(0, col) == CellState::Computing;
                }
                QCOMPARE(macs, each.macs);
                QCOMPARE(macs, product.m * product.n * product.k);
                // The left edge brings inputs, or weights where inputs stay; the upper one weights of os.
                const bool isOs = each.dataflow() == Dataflow::OutputStationary;
                const bool isIs = each.dataflow() == Dataflow::InputStationary;
                QCOMPARE(isIs ? each.weightReads : each.inputReads, left);
                if (isOs) QCOMPARE(each.weightReads, top);
                // The operand that stays is read once; sums leave once for each fold along K.
                if (!isOs) QCOMPARE(isIs ? each.inputReads : each.weightReads, each.down * each.across);
                const std::int64_t sums = product.m * product.n;
                QCOMPARE(each.sumWrites, isOs ? sums : sums * each.foldsDown);
                QCOMPARE(each.sumReads, each.sumWrites - sums);
                const DataflowWalk::Moment end = each.at(each.cycles());
                QVERIFY(end.isOver && end.fold == each.walk.folds() - 1 && end.cycle == each.foldCycles - 1);
                QVERIFY(each.utilization() > 0 && each.utilization() <= 1);
            }
        }
    }

    // SCALE-Sim numbers cycles from 0.
    void cyclesAreScaleSims() {
        const SmallProduct product{7, 9, 5, 4, 3};
        const auto walks = dataflowWalks(product);
        QVERIFY(walks.has_value());
        for (const DataflowWalk& each : *walks) {
            const auto counted =
                estimate(productLayer(product.m, product.n, product.k), each.walk.accelerator());
            QVERIFY(counted.has_value());
            QCOMPARE(each.cycles() - 1, counted->cycles);
        }
        QVERIFY(!dataflowWalks({0, 1, 1, 1, 1}) && !dataflowWalks({1, 1, 1, 65, 1}));
    }
};

EDGEWRIGHT_TEST(DataflowWalkTest)

} // namespace edgewright::dataflow_walk_test

#include "dataflow_walk_test.moc"
