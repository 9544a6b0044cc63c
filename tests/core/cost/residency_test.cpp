// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/residency/residency.h"

#include "core/cost/explore/explore.h"
#include "core/cost/findings/improvement_list.h"
#include "core/cost/findings/what_if.h"
#include "core/cost/residency/residency.h"
#include "core/cost/systolic.h"
#include "core/ir/builder.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <limits>

namespace edgewright::residency_test {

using namespace edgewright::cost;

namespace {

// y = relu(x w0), a skip around a product: out = (y w1 + y) viewed as rows, times w2.
ir::Graph skipGraph(bool isOutput = false) {
    ir::GraphBuilder builder;
    const auto typed = [&](ValueId value, ir::Dims dims) {
        builder.graph().value(value).type = {ir::DataType::Float32, std::move(dims)};
        return value;
    };
    const auto weights = [&](const char* name, ir::Dims dims) {
        return builder.constant(name, ir::Tensor::withoutData(ir::DataType::Float32, std::move(dims)));
    };
    const ValueId x = builder.input("x", {ir::DataType::Float32, ir::Dims{128, 64}});
    const ValueId first = typed(builder.node("MatMul", {x, weights("w0", {64, 64})}), {128, 64});
    const ValueId y = typed(builder.node("Relu", {first}), {128, 64});
    const ValueId inner = typed(builder.node("MatMul", {y, weights("w1", {64, 64})}), {128, 64});
    const ValueId sum = typed(builder.node("Add", {inner, y}), {128, 64});
    const ValueId flat = typed(builder.node("Flatten", {sum}), {128, 64});
    const ValueId out = typed(builder.node("MatMul", {flat, weights("w2", {64, 10})}), {128, 10});
    if (isOutput) builder.output(y);
    builder.output(out);
    return builder.take();
}

constexpr std::int64_t Words = 128 * 64;

Accelerator small() {
    Accelerator accelerator;
    accelerator.rows = accelerator.cols = 16;
    return accelerator;
}

// Words of all tensors but x and the weights that pass DRAM.
std::int64_t passingWith(const Workload& workload, std::optional<std::int64_t> residentKb,
                         std::int64_t& staying) {
    Accelerator accelerator = small();
    accelerator.residentKb = residentKb;
    const auto report = estimate(workload, accelerator);
    if (!report) return -1;
    staying = report->staying;
    std::int64_t words = -report->layers[0].dram.ifmap;
    for (const LayerCost& layer : report->layers)
        words += layer.dram.ifmap + layer.dram.ofmap;
    return words;
}

} // namespace

class ResidencyTest : public QObject {
    Q_OBJECT

private slots:
    // Twice the SRAM holds activations that half of it did not: the sentence says so.
    void whatIfTellsOfActivationsThatStay() {
        const Workload workload = workloadOf(skipGraph());
        const auto any = estimate(workload, {});
        QVERIFY(any && any->staysFromKb > 0);
        Accelerator accelerator;
        accelerator.ifmapKb = 2 * any->staysFromKb - 1;
        const auto now = estimate(workload, accelerator);
        QVERIFY(now);
        QCOMPARE(now->staying, std::int64_t(0));
        const auto found = improvements(workload, *now);
        QVERIFY(found);
        int told = 0;
        for (const Improvement& each : listOf(*found)) {
            if (each.kind != "one_change") continue;
            const bool says = each.text.find("stay on chip") != std::string::npos ||
                              each.text.find("stays on chip") != std::string::npos;
            QVERIFY2(says == (each.change == "2x_sram"), each.text.c_str());
            told += says;
        }
        QCOMPARE(told, 1);
    }

    void activationsOfAGraph() {
        const Workload workload = workloadOf(skipGraph());
        QCOMPARE(workload.layers.size(), std::size_t(5));
        QCOMPARE(workload.activations.size(), std::size_t(4));
        const Activation& skip = workload.activations[1];
        QCOMPARE(skip.words, Words);
        QCOMPARE(skip.first, std::size_t(1));
        QCOMPARE(skip.last, std::size_t(3)); // it is read behind the product, too
        QCOMPARE(skip.uses.size(), std::size_t(3));
        const Activation& viewed = workload.activations[3];
        QCOMPARE(viewed.first, std::size_t(3));
        QCOMPARE(viewed.last, std::size_t(4));
        QVERIFY(!viewed.isOutput);
    }

    // Each point is what it costs with that room, told or not; none is the same as 0 only where they do not
    // fit.
    void roomIsAnAxis() {
        const Workload workload = workloadOf(skipGraph());
        DesignSpace space;
        space.base = small();
        for (const char* axis : {"resident=auto,0,16,64", "sram=24,768", "clock=0.5,1"})
            QVERIFY2(readAxis(axis, space), axis);
        const auto exploration = Exploration::of(workload, space);
        QVERIFY(exploration);
        QCOMPARE(exploration->points(), std::uint64_t(16));
        std::vector<DesignPoint> points(16);
        QVERIFY(exploration->evaluate(0, points, 1, {}));
        for (const DesignPoint& point : points) {
            const Accelerator accelerator = space.at(point.index);
            QCOMPARE(space.indexOf(accelerator), std::optional(point.index));
            const auto report = estimate(workload, accelerator);
            QVERIFY(report);
            QCOMPARE(point.cycles, static_cast<double>(report->cycles));
            QVERIFY(std::abs(point.energy - report->energy.total()) <= 1e-9 * point.energy);
            QCOMPARE(point.area, areaOf(accelerator));
        }
        const auto energy = [&](std::int64_t sramKb, std::optional<std::int64_t> residentKb) {
            for (const DesignPoint& point : points) {
                const Accelerator a = space.at(point.index);
                if (a.ifmapKb + a.filterKb + a.ofmapKb == sramKb && a.residentKb == residentKb)
                    return point.energy;
            }
            return 0.0;
        };
        QCOMPARE(energy(24, std::nullopt), energy(24, 0));
        QVERIFY(energy(768, std::nullopt) < energy(768, 0));
        QVERIFY(energy(24, 64) < energy(24, 0));
    }

    void allStayWhereTheyFit() {
        const Workload workload = workloadOf(skipGraph());
        std::int64_t staying = 0;
        const std::int64_t passing = passingWith(workload, 0, staying);
        QCOMPARE(staying, std::int64_t(0));
        // Three of 8 KiB at once: the product's output, the skip, the sum.
        const auto report = estimate(workload, small());
        QVERIFY(report);
        QCOMPARE(report->staysFromKb, std::int64_t(24));
        const std::int64_t least = 128 * 10; // out
        QCOMPARE(passingWith(workload, 24, staying), least);
        QCOMPARE(staying, std::int64_t(4));
        QCOMPARE(passingWith(workload, {}, staying), least); // in half of 64 KiB
        QVERIFY(passing >= least + 9 * Words);
    }

    void whatSavesMostStays() {
        const Workload workload = workloadOf(skipGraph());
        std::int64_t last = passingWith(workload, 0, last), staying = 0;
        for (const std::int64_t room : {8, 16, 24}) {
            const std::int64_t moved = passingWith(workload, room, staying);
            QVERIFY2(moved <= last, qPrintable(QString::number(room)));
            last = moved;
        }
        // 16 KiB hold the input of a layer on the vector unit and its output, or the skip alone.
        passingWith(workload, 8, staying);
        QVERIFY(staying >= 1 && staying < 4);
    }

    // Where all fit half of the SRAM for inputs, as in a room of as much beside a smaller one.
    void allStayWithInputsOrNone() {
        const Workload workload = workloadOf(skipGraph());
        Accelerator accelerator = small();
        const auto any = estimate(workload, accelerator);
        QVERIFY(any && any->staysFromKb > 0);
        accelerator.ifmapKb = 2 * any->staysFromKb - 1;
        const auto none = estimate(workload, accelerator);
        QVERIFY(none);
        QCOMPARE(none->staying, std::int64_t(0));
        QCOMPARE(none->tiledFor.ifmapKb, accelerator.ifmapKb);
        accelerator.ifmapKb = 2 * any->staysFromKb;
        const auto found = estimate(workload, accelerator);
        QVERIFY(found);
        QCOMPARE(found->staying, found->activations);
        QCOMPARE(found->tiledFor.residentKb, std::optional(any->staysFromKb));
        QCOMPARE(found->tiledFor.ifmapKb, any->staysFromKb);
        const auto said = estimate(workload, found->tiledFor);
        QVERIFY(said);
        QCOMPARE(said->staying, found->staying);
        QCOMPARE(said->cycles, found->cycles);
        QCOMPARE(said->energy.total(), found->energy.total());
        QVERIFY(residencyOf(workload, accelerator).accelerator == found->tiledFor);
    }

    // Tiles that lack what activations take may cost more than these save: then nothing stays.
    void neverWorseThanWithout() {
        const Workload workload = workloadOf(skipGraph());
        for (const Objective objective : {Objective::Cycles, Objective::Energy, Objective::Product})
            for (const std::int64_t kiloBytes : {1, 2, 8, 16, 17, 24, 40, 64, 256})
                for (const std::int64_t wordBytes : {1, 2, 4}) {
                    Accelerator accelerator = small();
                    accelerator.objective = objective;
                    accelerator.ifmapKb = kiloBytes;
                    accelerator.wordBytes = wordBytes;
                    const auto found = estimate(workload, accelerator);
                    accelerator.residentKb = 0;
                    const auto without = estimate(workload, accelerator);
                    QVERIFY(found && without);
                    const auto cycles = static_cast<double>(found->cycles);
                    const auto cyclesWithout = static_cast<double>(without->cycles);
                    const double energy = found->energy.total(), energyWithout = without->energy.total();
                    if (objective == Objective::Cycles)
                        QVERIFY(cycles < cyclesWithout ||
                                (cycles <= 1.01 * cyclesWithout && energy <= energyWithout));
                    else if (objective == Objective::Energy)
                        QVERIFY(energy <= energyWithout);
                    else
                        QVERIFY(energy * cycles <= energyWithout * cyclesWithout);
                }
    }

    void bestIsByTheObjective() {
        const auto best = [](Objective objective, std::vector<ResidencyCost> costs) {
            return bestResidency(costs, objective);
        };
        const double none = std::numeric_limits<double>::infinity();
        QCOMPARE(best(Objective::Cycles, {{1000, 10}, {1005, 5}}), std::size_t(1));
        QCOMPARE(best(Objective::Cycles, {{1000, 10}, {1020, 5}}), std::size_t(0));
        QCOMPARE(best(Objective::Energy, {{1000, 10}, {1020, 5}}), std::size_t(1));
        QCOMPARE(best(Objective::Product, {{1000, 10}, {1500, 5}}), std::size_t(1));
        QCOMPARE(best(Objective::Product, {{1000, 10}, {3000, 5}}), std::size_t(0));
        for (const Objective each : {Objective::Cycles, Objective::Energy, Objective::Product}) {
            QCOMPARE(best(each, {{none, none}, {1000, 10}}), std::size_t(1));
            QCOMPARE(best(each, {{1000, 10}, {1000, 10}}), std::size_t(0));
            QCOMPARE(best(each, {{none, none}, {none, none}}), std::size_t(0));
        }
    }

    // Written for who asked for it, and not read back.
    void outputsAreWritten() {
        std::int64_t staying = 0;
        const std::int64_t without = passingWith(workloadOf(skipGraph()), 24, staying);
        QCOMPARE(passingWith(workloadOf(skipGraph(true)), 24, staying), without + Words);
    }

    void controlFlowReadsFromMemory() {
        ir::GraphBuilder body("body");
        ir::Value outer;
        outer.name = "y";
        ir::Graph graph = skipGraph();
        const ValueId skip = workloadOf(graph).activations[1].value;
        outer.outer = skip;
        const ValueId captured = body.graph().addValue(std::move(outer));
        body.output(body.node("Relu", {captured}));
        ir::Node node;
        node.op = "If";
        ir::Value condition, out;
        condition.name = "condition";
        out.name = "chosen";
        node.inputs = {graph.addValue(std::move(condition))};
        node.outputs = {graph.addValue(std::move(out))};
        const auto branch = std::make_shared<const ir::Graph>(body.take());
        node.attributes = {{"then_branch", branch}, {"else_branch", branch}};
        graph.addNode(std::move(node));
        for (const Activation& each : workloadOf(graph).activations)
            QVERIFY(each.value != skip);
    }

    // A point of a design space is what the estimate says, whatever stays.
    void pointsAreEstimates() {
        const Workload workload = workloadOf(skipGraph());
        DesignSpace space;
        space.base = small();
        QVERIFY(readAxis("sram=12,48,96,192,768", space));
        QVERIFY(readAxis("word=1,4", space));
        for (const std::optional<std::int64_t> room :
             {std::optional<std::int64_t>(), std::optional<std::int64_t>(9)}) {
            space.base.residentKb = room;
            const auto exploration = Exploration::of(workload, space);
            QVERIFY(exploration);
            std::vector<DesignPoint> points(exploration->points());
            QVERIFY(exploration->evaluate(0, points, 1, {}));
            for (std::size_t i = 0; i < points.size(); ++i) {
                const auto report = estimate(workload, space.at(i));
                QVERIFY(report);
                QCOMPARE(points[i].cycles, static_cast<double>(report->cycles));
                QVERIFY(std::abs(points[i].energy - report->energy.total()) <= 1e-9 * points[i].energy);
            }
        }
    }

    void stepToWhereAllStay() {
        Workload workload = workloadOf(skipGraph());
        Accelerator accelerator = small();
        accelerator.residentKb = 0;
        const auto now = estimate(workload, accelerator);
        QVERIFY(now);
        const auto step = stayStep(workload, *now);
        QVERIFY(step && *step);
        QCOMPARE((*step)->kiloBytes, std::int64_t(24));
        QVERIFY((*step)->dramAfter < (*step)->dramBefore);
        accelerator.residentKb = 24;
        const auto then = estimate(workload, accelerator);
        QVERIFY(then);
        QCOMPARE((*step)->dramAfter, then->dram.total());
        const auto none = stayStep(workload, *then);
        QVERIFY(none && !*none);
        workload.mode = Mode::ScaleSim; // nothing stays there, from no size on
        const auto counted = estimate(workload, small());
        QVERIFY(counted);
        const auto never = stayStep(workload, *counted);
        QVERIFY(never && !*never);
    }
};

EDGEWRIGHT_TEST(ResidencyTest)

} // namespace edgewright::residency_test

#include "residency_test.moc"
