// SPDX-License-Identifier: GPL-3.0-or-later
// The loop nest as text: its loops in their order, each operand loaded where it moves, and what another tiling
// costs.
#include "core/cost/tilings/loop_nest.h"

#include "core/cost/physical/physical.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

namespace edgewright::loop_nest_test {

using namespace edgewright::cost;

namespace {

Layer product() {
    Layer layer = productLayer(64, 48, 96);
    layer.name = "fc";
    return layer;
}

Accelerator array(Dataflow dataflow) {
    Accelerator made;
    made.rows = made.cols = 16;
    made.dataflow = dataflow;
    return made;
}

std::int64_t tripsOf(const std::string& line) { // "for m in 0..64 step 16  (4 times)"
    const std::size_t at = line.find('(');
    return line.find("(once)") != std::string::npos ? 1 : std::stoll(line.substr(at + 1));
}

} // namespace

class LoopNestTest : public QObject {
    Q_OBJECT

private slots:
    // What an operand moves is its tile as often as the loops around its line turn.
    void operandsAreLoadedWhereTheyMove() {
        const Layer layer = product();
        const Accelerator made = array(Dataflow::WeightStationary);
        for (const LoopOrder order : LoopOrders)
            for (const Tiling& tiling : {Tiling{16, 1, 12, 24, order}, Tiling{64, 1, 12, 24, order},
                                         Tiling{16, 1, 48, 24, order}, Tiling{16, 1, 12, 96, order}}) {
                const auto nest = loopNest(layer, made, tiling);
                const TiledLayer tiled = tiledLayer(layer, made);
                const Traffic traffic = trafficOf(tiled, tiling);
                const TileBytes tile = tileBytes(tiled, tiling);
                double turns = 1;
                int moves = 0;
                std::string letters;
                for (const NestLine& line : nest) {
                    if (line.kind == NestLine::Kind::Loop) {
                        if (line.text.starts_with("for fold")) continue;
                        QCOMPARE(std::size_t(line.depth), letters.size());
                        letters += line.text[4];
                        turns *= static_cast<double>(tripsOf(line.text));
                    }
                    if (line.text.starts_with("load inputs")) QCOMPARE(tile.inputs * turns, traffic.inputs);
                    if (line.text.starts_with("load weights")) QCOMPARE(tile.weights * turns, traffic.weights);
                    if (line.text.starts_with("sums")) // those of the last turn leave as outputs
                        QCOMPARE(2 * tile.outputs * (turns - 64.0 * 48 * 4 / tile.outputs), traffic.partials);
                    moves += line.kind == NestLine::Kind::Move;
                }
                QCOMPARE(moves, 3);
                std::string wanted(nameOf(order));
                for (char& letter : wanted)
                    letter = letter == 'p' ? 'm' : letter == 'f' ? 'n' : 'k';
                QCOMPARE(letters, wanted);
            }
    }

    void whatLiesOnTheArray() {
        const Tiling tiling{32, 1, 48, 24, LoopOrder::PFC};
        const auto says = [&](Dataflow dataflow, const char* words) {
            return textOf(loopNest(product(), array(dataflow), tiling)).find(words) != std::string::npos;
        };
        QVERIFY(says(Dataflow::OutputStationary, "for fold of m in 0..32 step 16  (2 times)"));
        QVERIFY(says(Dataflow::OutputStationary, "spatial n 0..16 on 16 columns"));
        QVERIFY(says(Dataflow::OutputStationary, "for k in 0..24: multiply and add, sums stay"));
        QVERIFY(says(Dataflow::WeightStationary, "spatial k 0..16 on 16 rows"));
        QVERIFY(says(Dataflow::WeightStationary, "for m in 0..32: multiply and add, weights stay"));
        QVERIFY(says(Dataflow::InputStationary, "spatial m 0..16 on 16 columns"));
        QVERIFY(says(Dataflow::InputStationary, "for n in 0..48: multiply and add, inputs stay"));
        Layer depthwise = productLayer(100, 1, 9);
        depthwise.filterH = depthwise.filterW = 3;
        depthwise.ifmapH = depthwise.ifmapW = 12;
        depthwise.outH = depthwise.outW = 10;
        depthwise.repeat = 32;
        Accelerator packing = array(Dataflow::WeightStationary);
        packing.rows = 27;
        const std::string packed = textOf(loopNest(depthwise, packing, {5, 10, 1, 1, LoopOrder::PFC}));
        QVERIFY2(packed.starts_with("for g in 0..32 step 3  (11 times)\n"), packed.c_str());
        QVERIFY2(packed.find("spatial 3 groups on the diagonal") != std::string::npos, packed.c_str());
        QVERIFY2(packed.find("for y in 0..10 step 5  (2 times)") != std::string::npos, packed.c_str());
    }

    // R of a recurrence in two directions: before the first step, or in each of them.
    void weightsOfSteps() {
        Layer layer = productLayer(1, 384, 128);
        layer.repeat = 80;
        layer.steps = 40;
        layer.stepWords = 2 * 384 * 128;
        Accelerator made = array(Dataflow::WeightStationary);
        const Tiling whole{1, 1, 384, 128, LoopOrder::PFC};
        made.filterKb = 96;
        const std::string stay = textOf(loopNest(layer, made, whole));
        QVERIFY2(
            stay.starts_with("for g in 0..2 step 1  (2 times)\n"
                             "  load weights tile 49 152 B (98 304 of 98 304 B, two tiles), stay for 40 steps; "
                             "98 304 B from DRAM\n"
                             "  for t in 0..40 step 1  (40 times)\n"
                             "    load inputs"),
            stay.c_str());
        QCOMPARE(stay.find("load weights"), stay.rfind("load weights"));
        made.filterKb = 95;
        const std::string pass = textOf(loopNest(layer, made, {1, 1, 192, 128, LoopOrder::PFC}));
        QVERIFY2(pass.find(", again in each of 40 steps; 3 932 160 B from DRAM") != std::string::npos,
                 pass.c_str());
    }

    void trialsAreTheCost() {
        const Accelerator made = array(Dataflow::WeightStationary);
        const auto trial = TilingTrial::of(*estimate(product(), made, {}, Mode::Physical), made);
        QVERIFY(trial.has_value());
        const auto chosen = trial->with(trial->chosen().tiling);
        QVERIFY(chosen && chosen->cycles == trial->chosen().cycles);
        QCOMPARE(trial->chosen().cycles, estimate(product(), made, {}, Mode::Physical)->cycles);
        const Tiling other{1, 1, 1, 1, LoopOrder::CFP};
        const auto slow = trial->with(other);
        QVERIFY(slow && slow->tiling == other && slow->cycles > chosen->cycles);
        const auto wrong = trial->with({65, 1, 1, 1, LoopOrder::CFP});
        QVERIFY(!wrong && wrong.error().message.find("where the layer has 64") != std::string::npos);
        QCOMPARE(trial->largest(), (Tiling{64, 1, 48, 96, trial->chosen().tiling.order}));
        LayerCost relu;
        relu.layer.unit = cost::Unit::Vector;
        QVERIFY(!TilingTrial::of(relu, made));
    }

    // In a fused group the vector unit writes what the group makes: the words of the nest are those of the
    // report.
    void theGroupsWriteIsCounted() {
        Workload workload{.mode = Mode::Physical};
        workload.layers = {product(), {}};
        Layer &first = workload.layers[0], &relu = workload.layers[1];
        first.outputsOnChip = relu.inputsOnChip = true;
        relu.unit = cost::Unit::Vector;
        relu.elements = relu.writtenWords = first.besideWritten = 64 * 48;
        relu.weightWords = first.besideRead = 2;
        Accelerator made = array(Dataflow::WeightStationary);
        made.wordBytes = 2;
        const auto report = estimate(workload, made);
        QVERIFY(report);
        const LayerCost& now = report->layers[0];
        QCOMPARE(now.dram.total(), report->dram.total());
        const auto trial = TilingTrial::of(now, report->tiledFor);
        QVERIFY(trial);
        for (const auto& cost : {Result<LayerCost>(trial->chosen()), trial->with(now.tiling)}) {
            QVERIFY(cost);
            QCOMPARE(cost->dram.ifmap, now.dram.ifmap);
            QCOMPARE(cost->dram.filter, now.dram.filter);
            QCOMPARE(cost->dram.ofmap, now.dram.ofmap);
            QCOMPARE(cost->energy.total(), now.energy.total());
        }
        std::int64_t bytes = 0; // "9 216 B from DRAM", "6 144 B to DRAM"
        const std::string nest = textOf(loopNest(now.layer, report->tiledFor, now.tiling));
        for (const char* way : {" B from DRAM", " B to DRAM"})
            for (std::size_t at = nest.find(way); at != std::string::npos; at = nest.find(way, at + 1)) {
                const std::size_t before = nest.find_last_not_of("0123456789 ", at - 1);
                QString digits = QString::fromStdString(nest.substr(before + 1, at - before - 1));
                bytes += digits.remove(u' ').toLongLong();
            }
        QVERIFY2(bytes == 2 * now.dram.total(), nest.c_str());
        QVERIFY2(nest.find("outputs stay on chip for the vector unit, which reads 4 B from DRAM and writes ") !=
                     std::string::npos,
                 nest.c_str());
    }
};

EDGEWRIGHT_TEST(LoopNestTest)

} // namespace edgewright::loop_nest_test

#include "loop_nest_test.moc"
