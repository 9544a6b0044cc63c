// SPDX-License-Identifier: GPL-3.0-or-later
// Operators as computations, the rules that derive sketches, and the space of their schedules.
#include "core/cost/search/task.h"
#include "core/loopnest/features.h"
#include "core/loopnest/loops.h"
#include "core/loopnest/rule.h"
#include "tests/core/loopnest/random_nests.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

namespace edgewright::loopnest_rules_test {

using namespace edgewright::loopnest;
namespace search = cost::search;

namespace {

std::shared_ptr<const Computation> computationFrom(const ir::Graph& graph) {
    return std::make_shared<const Computation>(simplified(*computationOf(graph)));
}

// A fused group with these members behind a convolution: its graph, and the same as a node.
ir::Graph groupOf(const std::string& second, const std::vector<float>& bounds = {},
                  const ir::Dims& added = {}) {
    search::Random random(1);
    ir::GraphBuilder inside("body");
    std::vector<ValueId> ids{inside.input("x", {ir::DataType::Float32, ir::Dims{1, 3, 8, 8}}),
                             inside.input("w", {ir::DataType::Float32, ir::Dims{4, 3, 3, 3}})};
    const ValueId sum = inside.node("Conv", ids);
    std::vector<ValueId> read{sum};
    for (std::size_t i = 0; i < bounds.size(); ++i)
        read.push_back(inside.input("bound" + std::to_string(i), {ir::DataType::Float32, ir::Dims{}}));
    if (!added.empty()) read.push_back(inside.input("added", {ir::DataType::Float32, added}));
    inside.output(inside.node(second, read));
    ir::GraphBuilder b;
    std::vector<ValueId> outer{b.input("x", {ir::DataType::Float32, ir::Dims{1, 3, 8, 8}}),
                               b.constant("w", test::randomFloats({4, 3, 3, 3}, random))};
    for (const float each : bounds)
        outer.push_back(b.constant("bound", ir::Tensor::scalar(each)));
    if (!added.empty()) outer.push_back(b.input("added", {ir::DataType::Float32, added}));
    const ValueId out = b.node("ConvGroup", outer);
    ir::Graph graph = b.take();
    ir::Node& node = graph.node(graph.order().front());
    node.domain = ir::FusedDomain;
    node.body = std::make_shared<const ir::Graph>(inside.take());
    graph.value(out).type = {ir::DataType::Float32, ir::Dims{1, 4, 6, 6}};
    graph.outputs.push_back(out);
    return graph;
}

} // namespace

class LoopnestRulesTest : public QObject {
    Q_OBJECT
private slots:
    void computationsAreRead() {
        const ir::Graph graph = test::convolutionGraph({1, 6, 9, 7}, {4, 6, 3, 3}, 1, 2);
        const auto computation = computationOf(graph);
        QVERIFY2(computation, computation ? "" : computation.error().message.c_str());
        QCOMPARE(computation->iterations(), std::int64_t(4) * 5 * 4 * 6 * 9);
        QVERIFY(computation->left.isPadded(computation->axes) &&
                !computation->right.isPadded(computation->axes));
        QVERIFY(computation->right.isConstant && !computation->left.isConstant);
        QCOMPARE(computation->epilogue.addends.size(), std::size_t(1));
        QCOMPARE(
            QString::fromStdString(simplified(*computation).text()),
            QString("y[20*oc+4*oh+ow] += x[0,ic,2*oh+kh-1,2*ow+kw-1] * w[54*oc+9*ic+3*kh+kw] for oc=4 oh=5 "
                    "ow=4 ic=6 kh=3 kw=3"));
    }
    // Pixels of a convolution of 1 x 1 are one axis.
    void neighboursAreOneAxis() {
        const auto computation = computationFrom(test::convolutionGraph({1, 6, 9, 7}, {4, 6, 1, 1}, 0));
        QCOMPARE(computation->axes.size(), std::size_t(3));
        QCOMPARE(computation->axes[1].extent, std::int64_t(63));
        QCOMPARE(QString::fromStdString(computation->axes[1].name), QString("oh_ow"));
    }
    void groupsHaveEpilogues() {
        const auto relu = computationOf(groupOf("Relu"));
        QVERIFY2(relu, relu ? "" : relu.error().message.c_str());
        QVERIFY(relu->epilogue.low == 0.0F && !relu->epilogue.high);
        const auto clip = computationOf(groupOf("Clip", {-0.5F, 6.0F}));
        QVERIFY2(clip, clip ? "" : clip.error().message.c_str());
        QVERIFY(clip->epilogue.low == -0.5F && clip->epilogue.high == 6.0F);
        const auto residual = computationOf(groupOf("Add", {}, {1, 4, 6, 6}));
        QVERIFY2(residual, residual ? "" : residual.error().message.c_str());
        QCOMPARE(residual->epilogue.addends.size(), std::size_t(1));
        QCOMPARE(residual->epilogue.addends[0].access.place, std::size_t(2));
        QVERIFY(!computationOf(groupOf("Add", {}, {1, 4, 6, 1})));
        const auto other = computationOf(groupOf("Sigmoid"));
        QVERIFY(!other);
        QCOMPARE(other.error().code, ErrorCode::Unsupported);
        QVERIFY2(other.error().message.find("Sigmoid") != std::string::npos, other.error().message.c_str());
    }
    void othersAreRefused() {
        ir::GraphBuilder b;
        b.output(b.node("Relu", {b.input("x", {ir::DataType::Float32, ir::Dims{3}})}));
        const auto relu = computationOf(ops::inferTypes(b.take(), test::NestOpsets).graph);
        QVERIFY(!relu);
        QCOMPARE(relu.error().code, ErrorCode::Unsupported);
        QVERIFY2(relu.error().message.find("Relu is not one of Conv") != std::string::npos,
                 relu.error().message.c_str());
        ir::GraphBuilder open;
        const ValueId x = open.input("x", {ir::DataType::Float32, {ir::Dim::named("batch"), ir::Dim(4)}});
        open.output(
            open.node("MatMul", {x, open.constant("w", ir::Tensor::of({4, 4}, std::vector<float>(16)))}));
        QVERIFY(!computationOf(ops::inferTypes(open.take(), test::NestOpsets).graph));
        QVERIFY(!computationOf(test::convolutionGraph({1, 6, 9, 7}, {4, 6, 3, 3}, 1, 1, "Relu"))); // two nodes
    }

    // Each rule changes a sketch of one of these, and is named by none that it left as it was.
    void everyRuleApplies() {
        const Target target{.lanes = 8, .registers = 16};
        const std::vector<ir::Graph> graphs{test::convolutionGraph({1, 16, 20, 20}, {24, 16, 3, 3}, 1),
                                            test::convolutionGraph({1, 24, 20, 20}, {24, 1, 3, 3}, 1),
                                            test::OperatorMaker(3).gemm().graph};
        std::set<std::string_view> names;
        for (const Rule* const rule : rules()) {
            QVERIFY(!rule->name.empty() && !rule->summary.empty() && rule->apply);
            QVERIFY(names.insert(rule->name).second);
            int changed = 0;
            for (const ir::Graph& graph : graphs) {
                const auto computation = computationFrom(graph);
                std::vector<Sketch> before{{}};
                for (const Rule* const other : rules()) {
                    std::vector<Sketch> after;
                    for (const Sketch& each : before) {
                        const std::vector<Sketch> made = other->apply(*computation, each, target);
                        QVERIFY(!made.empty());
                        for (const Sketch& sketch : made)
                            if (other == rule && sketch.steps.size() > each.steps.size()) ++changed;
                        after.insert(after.end(), made.begin(), made.end());
                    }
                    before = after;
                }
            }
            QVERIFY2(changed > 0, rule->name.data());
        }
    }
    void sketchesDiffer() {
        test::OperatorMaker maker(5);
        for (int i = 0; i < 40; ++i) {
            const auto computation = computationFrom(maker.any().graph);
            std::set<std::string> names;
            for (const Sketch& each : sketchesOf(*computation, {}))
                QVERIFY2(names.insert(each.name()).second, each.name().c_str());
            QVERIFY(!names.empty());
        }
        // A convolution: vectors along columns, or along channels with packed weights and either padding.
        const auto computation = computationFrom(test::convolutionGraph({1, 16, 20, 20}, {24, 16, 3, 3}, 1));
        QCOMPARE(sketchesOf(*computation, {}).size(), std::size_t(6));
    }

    // Points can be drawn, are admitted once, and have as many finite features.
    void spacesCanBeSearched() {
        test::OperatorMaker maker(7);
        for (int i = 0; i < 30; ++i) {
            const ScheduleSpace space(computationFrom(maker.any().graph), {.lanes = 8, .registers = 16});
            const search::Space searched = space.space();
            QVERIFY(search::pointsOf(searched));
            search::Random random(1);
            std::size_t width = 0;
            for (int draws = 0; draws < 20; ++draws) {
                search::Point point;
                QVERIFY(search::draw(searched, random, point));
                const auto nest = Nest::of(space.scheduleAt(point));
                QVERIFY(nest && nest->sums + 2 <= 16);
                std::vector<float> features;
                search::appendFeatures(searched, point, features);
                QVERIFY(width == 0 || features.size() == width);
                width = features.size();
                QVERIFY(std::ranges::all_of(features, [](float each) { return std::isfinite(each); }));
            }
        }
    }
    // A learned search of the tasks alone finds points with many of them.
    void strategiesTakeThem() {
        const auto computation = computationFrom(test::convolutionGraph({1, 16, 20, 20}, {24, 16, 3, 3}, 1));
        const auto space = std::make_shared<ScheduleSpace>(computation, Target{.lanes = 8, .registers = 16});
        search::Space searched = space->space();
        searched.evaluate = [space](std::span<const search::Choice> point) {
            return 1.0 / double(Nest::of(space->scheduleAt(point))->sums);
        };
        const auto found = search::minimize(searched, *search::findStrategy(search::DefaultStrategy), 200);
        QVERIFY2(found, found ? "" : found.error().message.c_str());
        QVERIFY2(found->value <= 1.0 / 8, qPrintable(QString::number(found->value)));
    }
    // A convolution of 3 x 3 without padding, by hand: 4 channels of 10 x 10 to 8 of 8 x 8, with a bias.
    void workingSetsOfLoops() {
        const auto computation = computationFrom(test::convolutionGraph({1, 4, 10, 10}, {8, 4, 3, 3}, 0));
        QCOMPARE(QString::fromStdString(computation->text().substr(computation->text().find(" for "))),
                 QString(" for oc=8 oh=8 ow=8 ic=4 kh=3 kw=3"));
        Nest nest;
        nest.computation = computation.get();
        nest.spatial = {
            {.axis = 0, .extent = 8, .tile = 2, .tiles = 4, .inner = 2, .outer = 1, .blocks = 2, .tasks = 2},
            {.axis = 1, .extent = 8, .tile = 1, .tiles = 8, .inner = 2, .outer = 2, .blocks = 4, .tasks = 2},
            {.axis = 2, .extent = 8, .tile = 8}};
        nest.order = {0, 1, 2};
        nest.reduction = {{3, 4, 2}, {4, 3, 3}, {5, 3, 3}};
        nest.vector = 2;
        nest.lanes = 8;
        nest.fused = 1;
        struct Expected {
            LoopKind kind;
            std::size_t axis;
            std::int64_t extent, step, turns, floats;
        };
        // Floats of the input, of weights, of the output, of the bias.
        const std::vector<Expected> expected{
            {LoopKind::Parallel, 0, 8, 4, 2, 4 * 100 + 4 * 36 + 4 * 64 + 4},
            {LoopKind::Serial, 1, 8, 4, 2, 4 * 6 * 10 + 4 * 36 + 4 * 32 + 4},
            {LoopKind::Serial, 1, 4, 2, 2, 4 * 4 * 10 + 4 * 36 + 4 * 16 + 4},
            {LoopKind::Serial, 3, 4, 2, 2, 2 * 4 * 10 + 4 * 18 + 4 * 16 + 4},
            {LoopKind::Serial, 0, 4, 2, 2, 2 * 4 * 10 + 2 * 18 + 2 * 16 + 2},
            {LoopKind::Serial, 1, 2, 1, 2, 2 * 3 * 10 + 2 * 18 + 2 * 8 + 2},
            {LoopKind::Serial, 3, 2, 1, 2, 3 * 10 + 2 * 9 + 2 * 8 + 2},
            {LoopKind::Serial, 4, 3, 1, 3, 10 + 2 * 3 + 2 * 8 + 2},
            {LoopKind::Serial, 5, 3, 1, 3, 8 + 2 + 2 * 8 + 2},
            {LoopKind::Unrolled, 0, 2, 1, 2, 8 + 1 + 8 + 1},
            {LoopKind::Vector, 2, 8, 1, 8, 1 + 1 + 1 + 1},
        };
        const std::vector<Loop> loops = loopsOf(nest);
        QCOMPARE(loops.size(), expected.size());
        for (std::size_t i = 0; i < loops.size(); ++i) {
            QCOMPARE(loops[i].kind, expected[i].kind);
            QCOMPARE(loops[i].axis, expected[i].axis);
            QCOMPARE(loops[i].extent, expected[i].extent);
            QCOMPARE(loops[i].step, expected[i].step);
            QCOMPARE(loops[i].turns, expected[i].turns);
            QCOMPARE(loops[i].bytes, 4 * expected[i].floats);
        }
        QVERIFY(
            nestText(nest).starts_with("parallel oc (2)\n  for oh (2)\n    for oh (2)\n      for ic (2)\n"));
    }
    // Strides leave gaps, dilated taps fill them, and padding is no more than there is.
    void elementsAreTouchedOnce() {
        const auto touched = [](const ir::Graph& graph, std::vector<double> spatial,
                                std::vector<double> reduction) {
            const auto computation = computationFrom(graph);
            const ScheduleSpace space(computation, {.lanes = 8, .registers = 16});
            const Nest nest = *Nest::of(test::OperatorMaker(9).schedules(space, 1).front());
            std::vector<double> inOrder; // of the nest, which may turn reductions around
            for (const ReductionLoop& each : nest.reduction)
                inOrder.push_back(reduction[each.axis - nest.spatial.size()]);
            return touchedElements(nest, computation->left, spatial, inOrder);
        };
        // 1 x 1 with a stride of 2: every other row and column.
        QCOMPARE(touched(test::convolutionGraph({1, 4, 9, 9}, {8, 4, 1, 1}, 0, 2), {8, 5, 5}, {4}), 4.0 * 25);
        // 3 x 3 with a stride of 2: rows are shared.
        QCOMPARE(touched(test::convolutionGraph({1, 4, 11, 11}, {8, 4, 3, 3}, 0, 2), {1, 2, 5}, {1, 3, 3}),
                 5.0 * 11);
        // With padding the whole input has what it has, not more.
        QCOMPARE(touched(test::convolutionGraph({1, 4, 8, 8}, {8, 4, 3, 3}, 1), {8, 8, 8}, {4, 3, 3}),
                 4.0 * 64);
    }
    void nestsAreTexts() {
        const auto computation = computationFrom(test::convolutionGraph({1, 16, 20, 20}, {24, 16, 3, 3}, 1));
        const ScheduleSpace space(computation, {.lanes = 8, .registers = 16});
        for (const Schedule& each : test::OperatorMaker(9).schedules(space, 20)) {
            const std::string text = nestText(*Nest::of(each));
            QVERIFY(!text.empty() && text.ends_with('\n'));
            QVERIFY(text.find("vector") != std::string::npos);
        }
    }
};

EDGEWRIGHT_TEST(LoopnestRulesTest)

} // namespace edgewright::loopnest_rules_test

#include "loopnest_rules_test.moc"
