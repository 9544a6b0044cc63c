// SPDX-License-Identifier: GPL-3.0-or-later
// Findings about costs: changes that would help come true, and sentences are of the same numbers.
#include "core/cost/explore/design_space.h"
#include "core/cost/explore/explore.h"
#include "core/cost/findings/improvement_list.h"
#include "core/cost/findings/number_text.h"
#include "core/cost/findings/off_array.h"
#include "core/cost/findings/what_if.h"
#include "tests/core/cost/convolution_layer.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <set>
#include <string_view>

namespace edgewright::cost_findings_test {

using namespace edgewright::cost;
using test::convolution;

class CostFindingsTest : public QObject {
    Q_OBJECT

private slots:
    // Groups of depthwise convolutions lie packed on the array where weights stay, and a change of that says
    // so.
    void aDataflowSaysWhatPackingDoes() {
        Workload workload;
        workload.mode = Mode::Physical;
        Layer depthwise = convolution(28, 1, 1, 3, 1, 2);
        depthwise.repeat = 64;
        workload.layers = {depthwise, convolution(28, 64, 64, 3, 1, 2)};
        const auto otherOf = [&](Dataflow dataflow, bool packs) {
            Accelerator accelerator;
            accelerator.dataflow = dataflow;
            accelerator.packsGroups = packs;
            const auto now = estimate(workload, accelerator);
            const auto found = whatIfs(workload, *now);
            return (*found)[static_cast<std::size_t>(Change::OtherDataflow)];
        };
        const WhatIf loss = otherOf(Dataflow::WeightStationary, true);
        QCOMPARE(loss.packing, 1);
        Improvements all;
        all.whatIfs = {loss};
        const std::string text = loss.packingText();
        QVERIFY(text.find("groups of 1 layer ") != std::string::npos);
        QVERIFY(listOf(all).front().text.find(text) != std::string::npos);
        QCOMPARE(otherOf(Dataflow::WeightStationary, false).packing, 0);
        QVERIFY(otherOf(Dataflow::WeightStationary, false).packingText().empty());
    }

    void whatHelps() {
        Workload workload;
        workload.mode = Mode::Physical;
        workload.layers = {convolution(28, 64, 64, 3, 1, 2), productLayer(1, 1000, 512)};
        workload.layers[1].name = "classifier";
        Accelerator accelerator;
        accelerator.bandwidth = 4;
        const auto now = estimate(workload, accelerator);
        QVERIFY(now);
        const auto found = whatIfs(workload, *now);
        QVERIFY(found);
        QCOMPARE(found->size(), static_cast<std::size_t>(Change::Count));
        for (const WhatIf& each : *found) {
            const auto then = estimate(workload, each.effect.to);
            QCOMPARE(each.effect.cyclesAfter, static_cast<double>(then->cycles));
            QCOMPARE(each.effect.cyclesBefore, static_cast<double>(now->cycles));
        }
        const WhatIf& bandwidth = (*found)[static_cast<std::size_t>(Change::TwiceBandwidth)];
        QVERIFY(bandwidth.effect.speedup() > 1.2);
        QCOMPARE(QString::fromStdString(bandwidth.most), QStringLiteral("classifier"));

        const auto sizes = sizeSteps(workload, accelerator);
        QVERIFY(sizes && sizes->size() == 6);
        QVERIFY(sizes->back().narrower >= sizes->front().narrower);
        // Twice the columns are one accelerator, whoever asks: also for the vector unit.
        workload.layers.push_back({});
        workload.layers.back().unit = cost::Unit::Vector;
        workload.layers.back().elements = 100'000;
        for (const bool saysLanes : {false, true}) {
            Accelerator small = accelerator;
            if (saysLanes) small.lanes = 8;
            const auto start = estimate(workload, small);
            QVERIFY(start);
            Accelerator wider = small;
            wider.setArray(small.rows, 2 * small.cols);
            QCOMPARE(wider.vectorLanes(), saysLanes ? 8 : 2 * small.cols);
            const auto changes = whatIfs(workload, *start);
            QVERIFY(changes && (*changes)[static_cast<std::size_t>(Change::TwiceCols)].effect.to == wider);
            DesignSpace space;
            space.base = small;
            space.cols = {small.cols, 2 * small.cols};
            QVERIFY(space.at(1) == wider);
            wider.setArray(2 * small.rows, 2 * small.cols);
            const auto steps = sizeSteps(workload, small);
            QVERIFY(steps);
            const auto twice = std::ranges::find(*steps, 1, &SizeStep::power);
            QVERIFY(twice != steps->end());
            QCOMPARE(twice->effect.cyclesBefore, static_cast<double>(start->cycles));
            QCOMPARE(twice->effect.cyclesAfter, static_cast<double>(estimate(workload, wider)->cycles));
        }
        workload.layers.pop_back();

        const auto sram = sramSteps(workload, accelerator);
        QVERIFY(sram);
        QVERIFY(sram->steps[sram->enough].cycles <= 1.01 * sram->steps.back().cycles);
        QVERIFY(sram->enough == 0 || sram->steps[sram->enough - 1].cycles > 1.01 * sram->steps.back().cycles ||
                sram->steps[sram->enough - 1].cycles == 0);
    }

    // Twice the rows and columns, whatever they are; halves are rounded up; what is said comes true.
    void sizesOfOddArrays_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("cols");
        QTest::addColumn<QString>("expected");
        QTest::newRow("one cell") << 1 << 1 << "1x1 2x2 4x4 8x8";
        QTest::newRow("one row") << 1 << 8 << "1x1 1x2 1x4 1x8 2x16 4x32 8x64";
        QTest::newRow("odd") << 7 << 7 << "1x1 2x2 4x4 7x7 14x14 28x28 56x56";
        QTest::newRow("twelve") << 12 << 12 << "2x2 3x3 6x6 12x12 24x24 48x48 96x96";
        QTest::newRow("even") << 32 << 32 << "4x4 8x8 16x16 32x32 64x64 128x128 256x256";
    }
    void sizesOfOddArrays() {
        QFETCH(int, rows);
        QFETCH(int, cols);
        Workload workload;
        workload.mode = Mode::Physical;
        workload.layers = {productLayer(64, 64, 64)};
        Accelerator accelerator;
        accelerator.rows = rows;
        accelerator.cols = cols;
        const auto steps = sizeSteps(workload, accelerator);
        QVERIFY(steps && !steps->empty());
        QString sizes;
        const auto add = [&](const Accelerator& of) {
            sizes += (sizes.isEmpty() ? "" : " ") + QString::number(of.rows) + 'x' + QString::number(of.cols);
        };
        add(steps->front().effect.from);
        for (const SizeStep& each : *steps) {
            add(each.effect.to);
            QCOMPARE(each.power <= 0, each.effect.to.rows <= rows);
            QCOMPARE(each.effect.cyclesAfter, static_cast<double>(estimate(workload, each.effect.to)->cycles));
            QCOMPARE(each.effect.cyclesBefore,
                     static_cast<double>(estimate(workload, each.effect.from)->cycles));
        }
        QTEST(sizes, "expected");
    }

    // Of the vector unit alone, by operator, the most first; without those that take no time.
    void operatorsOffTheArray() {
        CostReport report;
        const auto add = [&](const char* op, cost::Unit unit, std::int64_t cycles) {
            LayerCost cost;
            cost.layer.op = op;
            cost.layer.unit = unit;
            cost.cycles = cycles;
            report.layers.push_back(cost);
        };
        add("Add", cost::Unit::Vector, 30);
        add("Softmax", cost::Unit::Vector, 20);
        add("MatMul", cost::Unit::Array, 500);
        add("Relu", cost::Unit::Vector, 0);
        add("Softmax", cost::Unit::Vector, 25);
        const OffArray off = offArrayOf(report);
        QCOMPARE(off.cycles, std::int64_t(75));
        QCOMPARE(off.operators.size(), std::size_t(2));
        QVERIFY((off.operators[0] == std::pair(std::string("Softmax"), std::int64_t(45))));
        QCOMPARE(off.operators[1].first, std::string("Add"));
    }

    // The sentence and the numbers are of one object; a loss is told as one.
    void improvementsAsAList() {
        Workload workload;
        workload.mode = Mode::Physical;
        workload.layers = {convolution(28, 64, 64, 3, 1, 2), productLayer(1, 1000, 512)};
        const auto now = estimate(workload, Accelerator());
        const auto found = improvements(workload, *now);
        QVERIFY(found);
        std::set<std::string_view> kinds;
        for (const Improvement& each : listOf(*found)) {
            kinds.insert(each.kind);
            QVERIFY2(each.text.find(each.kind == "sram_for_tiles"
                                        ? "more SRAM for tiles than"
                                        : speedText(each.effect.speedup())) != std::string::npos,
                     each.text.c_str());
            QVERIFY2(each.text.find("gains 0") == std::string::npos, each.text.c_str());
            QVERIFY(!(each.effect.from == each.effect.to));
            QVERIFY(each.effect.speedup() > 0 && each.effect.energyRatio() > 0 && !each.change.empty());
            QCOMPARE(each.effect.areaBefore, areaOf(each.effect.from));
            QCOMPARE(each.effect.areaAfter, areaOf(each.effect.to));
            const bool isLoss = each.effect.speedup() < 0.99;
            QVERIFY2(!isLoss || each.text.find("no longer limited") == std::string::npos, each.text.c_str());
            if (each.kind == "one_change")
                QVERIFY2(each.text.find(", area ") != std::string::npos, each.text.c_str());
        }
        QVERIFY(kinds.contains("one_change") && kinds.contains("array_size") &&
                kinds.contains("sram_for_tiles"));
        QCOMPARE(speedText(0.91), std::string("10 % slower"));
        QCOMPARE(speedText(0.8), std::string("25 % slower"));
        QCOMPARE(speedText(0.99), std::string("1 % slower"));
        QCOMPARE(speedText(0.4), std::string("2.50 × slower"));
        QCOMPARE(speedText(1.0004), std::string("no gain"));
        QCOMPARE(speedText(1.25), std::string("1.25 × as fast"));
        // Lanes of the vector unit follow the columns, unless they are told.
        Effect wider{.from = {}, .to = {}};
        wider.to.cols = 2 * wider.from.cols;
        QVERIFY(wider.lanesText().ends_with(" lanes of the vector unit instead of " +
                                            std::to_string(wider.from.cols)));
        WhatIf whatIf;
        whatIf.effect = wider;
        QCOMPARE(whatIf.lanesText(), wider.lanesText());
        whatIf.change = Change::TwiceLanes;
        QCOMPARE(whatIf.lanesText(), std::string()); // its own gain says them
        wider.from.lanes = wider.to.lanes = 16;
        QCOMPARE(wider.lanesText(), std::string());
        // The least that was tried may be more than is needed.
        Improvements tried;
        tried.sram.steps.resize(2);
        for (const std::size_t enough : {std::size_t(0), std::size_t(1)}) {
            tried.sram.enough = enough;
            const auto list = listOf(tried);
            QCOMPARE(list.size(), std::size_t(1));
            QCOMPARE(list.front().text.find("less was not tried") != std::string::npos, enough == 0);
        }
    }
};

EDGEWRIGHT_TEST(CostFindingsTest)

} // namespace edgewright::cost_findings_test

#include "cost_findings_test.moc"
