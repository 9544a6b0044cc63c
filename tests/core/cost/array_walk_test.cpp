// SPDX-License-Identifier: GPL-3.0-or-later
// The walk over folds, cells and tiles against the closed formulas that layers are costed with.
#include "core/cost/array_walk/array_state.h"
#include "core/cost/array_walk/sram_timeline.h"
#include "core/cost/physical/physical.h"
#include "tests/core/cost/convolution_layer.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <random>

namespace edgewright::array_walk_test {

using namespace edgewright::cost;
using test::convolution;

namespace {

constexpr std::array Dataflows{Dataflow::OutputStationary, Dataflow::WeightStationary,
                               Dataflow::InputStationary};

class Random {
public:
    explicit Random(unsigned seed) : m_random(seed) {}
    std::int64_t from(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(m_random() % static_cast<unsigned>(high - low + 1));
    }
    Layer layer(std::int64_t most) {
        if (from(0, 3) == 0) {
            Layer made = productLayer(from(1, most), from(1, most), from(1, most));
            made.images = from(1, 2);
            made.repeat = made.images * from(1, 3);
            if (from(0, 1) == 0) {
                made.steps = from(2, 4);
                made.repeat *= made.steps;
                made.stepWords = made.rightWords() * from(1, 64);
            }
            return made;
        }
        const std::int64_t kernel = 2 * from(0, 1) + 1;
        Layer made = convolution(from(kernel, most), from(1, most), from(1, most), kernel, from(1, 2),
                                 from(0, kernel - 1));
        if (from(0, 3) == 0) {
            made.channels = made.filters = made.n = 1;
            made.k = kernel * kernel;
            made.repeat = from(1, 9);
        }
        if (from(0, 4) == 0) {
            made.images = from(1, 3);
            made.repeat *= made.images;
        }
        made.inputsOnChip = from(0, 7) == 0;
        made.outputsOnChip = from(0, 7) == 0;
        return made;
    }
    Accelerator accelerator(std::int64_t most) {
        Accelerator made;
        made.rows = from(1, most), made.cols = from(1, most);
        made.dataflow = static_cast<Dataflow>(from(0, 2));
        made.wordBytes = std::int64_t(1) << from(0, 2);
        made.overlapsFolds = from(0, 1) == 1;
        made.packsGroups = from(0, 1) == 1;
        made.ifmapKb = from(1, 8), made.filterKb = from(1, 8), made.ofmapKb = from(1, 8);
        return made;
    }
    Tiling tiling(const TiledLayer& layer) {
        Tiling made{from(1, layer.high.out), from(1, layer.wide.out), from(1, layer.filters),
                    from(1, layer.channels), static_cast<LoopOrder>(from(0, 5))};
        if (layer.pack > 1) made.filters = layer.filters, made.channels = layer.channels;
        return made;
    }

private:
    std::mt19937 m_random;
};

// Every cell in every cycle; -1: one works where it has no work, or twice at one position of a fold.
std::int64_t countedMacs(const ArrayWalk& walk) {
    std::int64_t macs = 0;
    std::vector<std::vector<bool>> seen(static_cast<std::size_t>(walk.folds()));
    for (std::int64_t fold = 0; fold < walk.folds(); ++fold) {
        const std::int64_t cycles = walk.cyclesOf(fold);
        const auto cells = static_cast<std::size_t>(walk.accelerator().rows * walk.accelerator().cols);
        seen[static_cast<std::size_t>(fold)].resize(cells *
                                                    static_cast<std::size_t>(walk.fold(fold).positions));
        for (std::int64_t cycle = 0; cycle < cycles; ++cycle) {
            const ArrayState state(walk, fold, cycle);
            std::int64_t computing = 0;
            for (std::int64_t row = 0; row < state.rows(); ++row)
                for (std::int64_t col = 0; col < state.cols(); ++col) {
                    if (state.at(row, col) != CellState::Computing) continue;
                    ++computing;
                    const Fold& of = state.foldAt(row, col);
                    const std::int64_t position = state.positionAt(row, col);
                    if (!of.holds(row, col) || position < 0 || position >= of.positions) return -1;
                    const std::int64_t at = (row * state.cols() + col) * of.positions + position;
                    auto mac = seen[static_cast<std::size_t>(of.index)][static_cast<std::size_t>(at)];
                    if (mac) return -1;
                    mac = true;
                }
            if (computing != state.computing()) return -1;
            macs += computing;
        }
    }
    return macs;
}

bool isNear(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)}); }

} // namespace

class ArrayWalkTest : public QObject {
    Q_OBJECT
private slots:
    // All MACs of the layer are seen, whatever the dataflow, the tiles and whether folds overlap.
    void cellsComputeEveryMac() {
        Random random(1);
        for (int i = 0; i < 300; ++i) {
            const Layer layer = random.layer(6);
            const Accelerator accelerator = random.accelerator(7);
            const auto walk = ArrayWalk::of(layer, accelerator, random.tiling(tiledLayer(layer, accelerator)));
            QVERIFY(walk);
            QCOMPARE(countedMacs(*walk), layer.macs());
        }
    }

    void foldsTakeWhatTheArrayTakes() {
        Random random(2);
        for (int i = 0; i < 1000; ++i) {
            const Layer layer = random.layer(20);
            const Accelerator accelerator = random.accelerator(20);
            const TiledLayer tiled = tiledLayer(layer, accelerator);
            const Tiling tiling = random.tiling(tiled);
            const auto walk = ArrayWalk::of(layer, accelerator, tiling);
            QVERIFY(walk);
            const ArrayTime time = arrayTime(tiled, accelerator, {tiled, tiling});
            QCOMPARE(static_cast<double>(walk->cycles()), std::round(time.cycles()));
            QCOMPARE(static_cast<double>(walk->blocks()), time.folds);
            QVERIFY(isNear(walk->idleShare(), 1 - time.ideal / (time.ideal + time.idle)));
            std::int64_t cycles = 0, macs = 0, cellPositions = 0;
            for (std::int64_t fold = 0; fold < walk->folds(); ++fold) {
                const Fold each = walk->fold(fold);
                QCOMPARE(walk->cyclesBefore(fold), cycles);
                QVERIFY(each.rows >= 1 && each.rows <= accelerator.rows && each.cols >= 1 &&
                        each.cols <= accelerator.cols);
                cycles += walk->cyclesOf(fold);
                macs += each.macs();
                cellPositions += accelerator.rows * accelerator.cols * each.positions;
            }
            QCOMPARE(cycles, walk->cycles());
            QCOMPARE(macs, layer.macs());
            QVERIFY(
                isNear(walk->idleShare(), 1 - static_cast<double>(macs) / static_cast<double>(cellPositions)));
        }
    }

    // One 3 x 2 block of weights with 4 positions past it on 4 x 4 cells.
    void wavefrontByHand() {
        Accelerator accelerator;
        accelerator.rows = accelerator.cols = 4;
        accelerator.overlapsFolds = false;
        const auto walk = ArrayWalk::of(productLayer(4, 2, 3), accelerator, {4, 1, 2, 3});
        QVERIFY(walk);
        QCOMPARE(walk->folds(), 1);
        QCOMPARE(walk->cyclesOf(0), 4 + 2 * 4 + 4 - 2);
        const auto picture = [&](std::int64_t cycle) {
            const ArrayState state(*walk, 0, cycle);
            std::string text;
            for (std::int64_t row = 0; row < 4; ++row) {
                for (std::int64_t col = 0; col < 4; ++col)
                    text += ".-vX+"[static_cast<std::size_t>(state.at(row, col))];
                text += row < 3 ? "/" : "";
            }
            return text;
        };
        QCOMPARE(picture(0), "--../--../--../...."); // the last row of four holds nothing
        QCOMPARE(picture(1), "vv../--../--../...."); // the third row's weights come first
        QCOMPARE(picture(3), "vv../vv../vv../....");
        QCOMPARE(picture(4), "X-../--../--../....");
        QCOMPARE(picture(6), "XX../XX../X-../....");
        QCOMPARE(picture(8), "+X../XX../XX../....");
        QCOMPARE(picture(13), "++../++../++../....");
        QCOMPARE(ArrayState(*walk, 0, 6).positionAt(0, 0), 2);
        QCOMPARE(ArrayState(*walk, 0, 6).positionAt(1, 1), 0);
    }

    // Three of the groups of a depthwise convolution share the array; the last job has what is left.
    void groupsLieOnTheDiagonal() {
        Layer layer = convolution(6, 1, 1, 2, 1, 0);
        layer.repeat = 8;
        Accelerator accelerator;
        accelerator.rows = 12, accelerator.cols = 3;
        const auto walk = ArrayWalk::of(layer, accelerator, {5, 5, 1, 1});
        QVERIFY(walk);
        QCOMPARE(walk->folds(), 3);
        QCOMPARE(walk->fold(0).groups, 3);
        QCOMPARE(walk->fold(2).groups, 2);
        QCOMPARE(walk->fold(0).rows, 12);
        QCOMPARE(walk->fold(0).cells(), 12);
        QVERIFY(walk->fold(0).holds(4, 1) && !walk->fold(0).holds(4, 0) && !walk->fold(0).holds(3, 1));
        QCOMPARE(countedMacs(*walk), layer.macs());
    }

    void srams() {
        Random random(3);
        int fitting = 0;
        for (int i = 0; i < 3000; ++i) {
            const Layer layer = random.layer(16);
            const Accelerator accelerator = random.accelerator(9);
            const TiledLayer tiled = tiledLayer(layer, accelerator);
            const Tiling tiling = random.tiling(tiled);
            const auto walk = ArrayWalk::of(layer, accelerator, tiling);
            QVERIFY(walk);
            const SramTimeline timeline(*walk);
            const bool isFitting = fits(tiled, accelerator, tiling);
            fitting += isFitting ? 1 : 0;
            double inputs = 0, weights = 0, sumsIn = 0, stored = 0, cycles = 0;
            std::int64_t steps = 0;
            for (std::int64_t at = 0; at < timeline.count(); ++at) {
                const SramState step = timeline.at(at);
                QCOMPARE(step.first, steps);
                QCOMPARE(timeline.indexOf(step.first), at);
                QCOMPARE(timeline.indexOf(step.first + step.count - 1), at);
                steps += step.count;
                inputs += step.inputs.loaded;
                weights += step.weights.loaded;
                sumsIn += step.outputs.loaded;
                stored += step.outputs.stored;
                cycles += step.arrayCycles;
                if (!isFitting) continue;
                for (const SramUse* use : {&step.inputs, &step.weights, &step.outputs})
                    QVERIFY(use->used > 0 && use->resident() <= use->capacity);
            }
            QCOMPARE(steps, walk->nest().count());
            const Traffic traffic = trafficOf(tiled, tiling);
            QVERIFY2(isNear(inputs, traffic.inputs), qPrintable(QString::number(inputs - traffic.inputs)));
            QVERIFY(isNear(weights, traffic.weights));
            QVERIFY(isNear(stored, traffic.outputs + traffic.partials / 2));
            QVERIFY(isNear(sumsIn, traffic.partials / 2));
            const std::int64_t ends = accelerator.rows + accelerator.cols - 2 + walk->leadOf(0);
            QCOMPARE(std::llround(cycles), walk->cycles() - (accelerator.overlapsFolds ? ends : 0));
        }
        QVERIFY(fitting > 500);
    }

    // In a fused group, and between layers whose activations stay: the sums are the layer's words.
    void whatStaysOnChip() {
        Random random(6);
        for (int i = 0; i < 300; ++i) {
            Layer layer = random.layer(16);
            layer.inputsStay = i % 3 == 0;
            layer.weightsStay = i % 4 == 0;
            (i % 2 == 0 ? layer.outputsOnChip : layer.outputsStay) = true;
            if (layer.outputsOnChip) {
                layer.besideRead = random.from(0, 50);
                layer.besideWritten = random.from(0, 5000);
            }
            const Accelerator accelerator = random.accelerator(9);
            const TiledLayer tiled = tiledLayer(layer, accelerator);
            const Tiling tiling = random.tiling(tiled);
            const auto walk = ArrayWalk::of(layer, accelerator, tiling);
            QVERIFY(walk);
            const SramTimeline timeline(*walk);
            double inputs = 0, weights = 0, read = 0, stored = 0;
            for (std::int64_t at = 0; at < timeline.count(); ++at) {
                const SramState step = timeline.at(at);
                inputs += step.inputs.loaded;
                weights += step.weights.loaded;
                read += step.outputs.loaded;
                stored += step.outputs.stored;
            }
            const Traffic traffic = trafficOf(tiled, tiling);
            QVERIFY(isNear(inputs, traffic.inputs) && isNear(weights, traffic.weights));
            QVERIFY(isNear(read, traffic.partials / 2 + tiled.besideRead));
            QVERIFY(isNear(stored, traffic.outputs + traffic.partials / 2 + tiled.besideWritten));
        }
    }

    // More steps than are shown: the sums are the same.
    void aggregates() {
        Random random(4);
        for (const LoopOrder order : LoopOrders) {
            const Layer layer = convolution(32, 16, 24, 3, 1, 2);
            const Accelerator accelerator = random.accelerator(9);
            const Tiling tiling{3, 5, 5, 2, order};
            const auto walk = ArrayWalk::of(layer, accelerator, tiling);
            QVERIFY(walk);
            QVERIFY(walk->nest().count() < SramTimeline::Most);
            const Tiling finer{1, 4, 5, 2, order};
            const auto fine = ArrayWalk::of(layer, accelerator, finer);
            QVERIFY(fine->nest().count() > SramTimeline::Most);
            const SramTimeline timeline(*fine);
            QCOMPARE(timeline.count(), SramTimeline::Most);
            double inputs = 0, weights = 0;
            for (std::int64_t at = 0; at < timeline.count(); ++at) {
                inputs += timeline.at(at).inputs.loaded;
                weights += timeline.at(at).weights.loaded;
            }
            const Traffic traffic = trafficOf(fine->layer(), finer);
            QVERIFY(isNear(inputs, traffic.inputs) && isNear(weights, traffic.weights));
        }
    }

    void chosenTilings() {
        Random random(5);
        const auto table = energyTable("horowitz-45nm");
        for (int i = 0; i < 60; ++i) {
            const Layer layer = random.layer(40);
            const Accelerator accelerator = random.accelerator(32);
            const auto cost = physicalCost(layer, accelerator, **table);
            if (!cost) continue; // no tile fits
            const auto walk = ArrayWalk::of(layer, accelerator, cost->tiling);
            QVERIFY(walk);
            QCOMPARE(walk->blocks(), cost->folds);
            QVERIFY(isNear(1 - walk->idleShare(), cost->mappingEfficiency));
            const SramTimeline timeline(*walk);
            for (std::int64_t at = 0; at < timeline.count(); ++at) {
                const SramState step = timeline.at(at);
                for (const SramUse* use : {&step.inputs, &step.weights, &step.outputs})
                    QVERIFY(use->resident() <= use->capacity);
            }
        }
    }

    // The largest that descriptions may say: no overflow; and no list, which would not end.
    void hugeSizes() {
        constexpr std::int64_t Most = std::int64_t(1) << 31;
        for (const Dataflow dataflow : Dataflows) {
            Accelerator accelerator;
            accelerator.dataflow = dataflow;
            accelerator.rows = accelerator.cols = 1;
            accelerator.packsGroups = false;
            const Layer layer = productLayer(Most, 1 << 20, 2); // 2^52 MACs
            const auto walk = ArrayWalk::of(layer, accelerator, {1, 1, 1, 1, LoopOrder::CFP});
            QVERIFY(walk);
            QCOMPARE(walk->folds(), std::int64_t(1) << 52);
            QCOMPARE(walk->cyclesBefore(walk->folds() - 1) + walk->cyclesOf(walk->folds() - 1), walk->cycles());
            const Fold last = walk->fold(walk->folds() - 1);
            QCOMPARE(last.tile.row, Most - 1);
            QCOMPARE(ArrayState(*walk, walk->folds() - 1, 0).computing(), 1);
            const SramTimeline timeline(*walk);
            QCOMPARE(timeline.count(), SramTimeline::Most);
            double loaded = 0;
            for (std::int64_t at = 0; at < timeline.count(); ++at)
                loaded += timeline.at(at).inputs.loaded;
            QVERIFY(isNear(loaded, trafficOf(walk->layer(), walk->tiling()).inputs));
            accelerator.rows = accelerator.cols = 1 << 16;
            const auto wide = ArrayWalk::of(layer, accelerator, {Most, 1, 1 << 20, 2});
            QVERIFY(wide);
            QVERIFY(ArrayState(*wide, wide->folds() - 1, wide->cyclesOf(wide->folds() - 1) / 2).computing() >=
                    0);
            Layer again = layer;
            again.repeat = Most;
            QVERIFY(!ArrayWalk::of(again, accelerator, {1, 1, 1, 1}));
            accelerator.rows = 1 << 20;
            QVERIFY(!ArrayWalk::of(layer, accelerator, {Most, 1, 1 << 20, 2})); // no array is that large
        }
    }

    void refused() {
        Layer vector;
        vector.name = "relu";
        vector.unit = cost::Unit::Vector;
        const auto none = ArrayWalk::of(vector, {}, {});
        QVERIFY(!none && none.error().message.find("relu") != std::string::npos);
        QVERIFY(!ArrayWalk::of(productLayer(4, 4, 4), {}, {5, 1, 1, 1}));
        QVERIFY(!ArrayWalk::of(productLayer(4, 4, 4), {}, {1, 0, 1, 1}));
    }
};

EDGEWRIGHT_TEST(ArrayWalkTest)

} // namespace edgewright::array_walk_test

#include "array_walk_test.moc"
