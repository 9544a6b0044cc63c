// SPDX-License-Identifier: GPL-3.0-or-later
// The physical mode: traffic against loops that are gone through tile by tile, and what must hold of every
// layer on every accelerator.
#include "core/cost/accelerators/presets.h"
#include "core/cost/explore/design_space.h"
#include "core/cost/explore/explore.h"
#include "core/cost/findings/scalesim_differences.h"
#include "core/cost/physical/physical.h"
#include "core/cost/roofline.h"
#include "tests/core/cost/convolution_layer.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <random>

namespace edgewright::physical_test {

using namespace edgewright::cost;
using test::convolution;

namespace {

class Random {
public:
    explicit Random(unsigned seed) : m_random(seed) {}
    std::int64_t from(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(m_random() % static_cast<unsigned>(high - low + 1));
    }
    Layer layer() {
        if (from(0, 3) == 0) {
            Layer made = productLayer(from(1, 200), from(1, 300), from(1, 400));
            made.images = from(1, 2);
            made.repeat = made.images * from(1, 4);
            return made;
        }
        const std::int64_t kernel = 2 * from(0, 2) + 1;
        Layer made = convolution(from(kernel, 40), from(1, 40), from(1, 60), kernel, from(1, 3), kernel - 1);
        if (from(0, 3) == 0) { // depthwise
            made.channels = made.filters = made.n = 1;
            made.k = kernel * kernel;
            made.repeat = from(1, 64);
        }
        return made;
    }
    Accelerator accelerator() {
        Accelerator made;
        made.rows = from(1, 40), made.cols = from(1, 40);
        made.dataflow = static_cast<Dataflow>(from(0, 2));
        made.ifmapKb = from(2, 64), made.filterKb = from(2, 64), made.ofmapKb = from(2, 64);
        made.bandwidth = from(1, 64);
        made.wordBytes = std::int64_t(1) << from(0, 2);
        made.arrays = from(1, 3);
        made.overlapsFolds = from(0, 1) == 1;
        made.packsGroups = from(0, 1) == 1;
        made.objective = static_cast<Objective>(from(0, 2));
        if (from(0, 2) == 0) made.sramBandwidth = from(8, 200);
        return made;
    }

private:
    std::mt19937 m_random;
};

// What moves when the tiles are gone through one after the other and each SRAM holds one tile: a tile is loaded
// where it is not the one that is there.
Traffic goneThrough(const TiledLayer& layer, const Tiling& tiling) {
    struct Loop {
        char name;
        std::int64_t trips;
    };
    const auto tiles = [](std::int64_t extent, std::int64_t tile) { return (extent + tile - 1) / tile; };
    const std::int64_t rows = tiles(layer.high.out, tiling.rows), cols = tiles(layer.wide.out, tiling.cols);
    const auto images = static_cast<std::int64_t>(layer.images);
    std::vector<Loop> loops;
    for (const char name : std::string(nameOf(tiling.order)))
        loops.push_back({name, name == 'p'   ? images * rows * cols
                               : name == 'f' ? tiles(layer.filters, tiling.filters)
                                             : tiles(layer.channels, tiling.channels)});
    const auto extent = [](std::int64_t whole, std::int64_t tile, std::int64_t at) {
        return static_cast<double>(std::min(tile, whole - at * tile));
    };
    Traffic traffic;
    std::array<std::int64_t, 2> held[3] = {{-1, -1}, {-1, -1}, {-1, -1}}; // inputs, weights, outputs
    std::set<std::array<std::int64_t, 2>> begun;                          // sums that lie in DRAM
    double outputTile = 0;
    const auto flush = [&](bool isLast) {
        if (held[2][0] < 0) return;
        (isLast ? traffic.outputs : traffic.partials) += outputTile * (isLast ? layer.word : 4);
    };
    const std::int64_t channelTiles = tiles(layer.channels, tiling.channels);
    std::map<std::array<std::int64_t, 2>, std::int64_t> visits;
    std::int64_t index[3];
    for (index[0] = 0; index[0] < loops[0].trips; ++index[0])
        for (index[1] = 0; index[1] < loops[1].trips; ++index[1])
            for (index[2] = 0; index[2] < loops[2].trips; ++index[2]) {
                std::int64_t p = 0, f = 0, c = 0;
                for (int i = 0; i < 3; ++i)
                    (loops[static_cast<std::size_t>(i)].name == 'p'   ? p
                     : loops[static_cast<std::size_t>(i)].name == 'f' ? f
                                                                      : c) = index[i];
                const std::int64_t place = p % (rows * cols);
                const double high = extent(layer.high.out, tiling.rows, place / cols);
                const double wide = extent(layer.wide.out, tiling.cols, place % cols);
                const double filters = extent(layer.filters, tiling.filters, f);
                const double channels = extent(layer.channels, tiling.channels, c);
                if (held[0] != std::array{p, c}) {
                    held[0] = {p, c};
                    traffic.inputs += layer.high.under(high) * layer.wide.under(wide) * channels * layer.word;
                }
                if (held[1] != std::array{f, c}) {
                    held[1] = {f, c};
                    traffic.weights += layer.taps * filters * channels * layer.word;
                }
                if (held[2] != std::array{p, f}) {
                    flush(visits[held[2]] == channelTiles);
                    held[2] = {p, f};
                    outputTile = high * wide * filters;
                    if (visits[held[2]] > 0) traffic.partials += outputTile * 4; // comes back
                }
                ++visits[held[2]];
            }
    flush(true);
    return traffic;
}

} // namespace

class PhysicalTest : public QObject {
    Q_OBJECT
    // A tile that filled a smaller SRAM need not be among those of a larger one.
    static constexpr double SramSlack = 0.15;

private slots:
    void trafficIsThatOfTheLoops() {
        Random random(5);
        for (int i = 0; i < 400; ++i) {
            Layer layer = random.layer();
            layer.padH = layer.padW = 0; // what is not there, the loops load, too
            layer.repeat = layer.images;
            Accelerator accelerator = random.accelerator();
            accelerator.packsGroups = false;
            const TiledLayer tiled = tiledLayer(layer, accelerator);
            const Tiling tiling{random.from(std::max<std::int64_t>(1, tiled.high.out / 4), tiled.high.out),
                                random.from(std::max<std::int64_t>(1, tiled.wide.out / 2), tiled.wide.out),
                                random.from(std::max<std::int64_t>(1, tiled.filters / 5), tiled.filters),
                                random.from(std::max<std::int64_t>(1, tiled.channels / 5), tiled.channels),
                                static_cast<LoopOrder>(random.from(0, 5))};
            const Traffic expected = goneThrough(tiled, tiling), found = trafficOf(tiled, tiling);
            // Positions that no window ends on are part of the input, and of no tile.
            QVERIFY(found.inputs <= expected.inputs + 1e-9);
            if (tiled.high.under(static_cast<double>(tiled.high.out)) <= static_cast<double>(tiled.high.in) &&
                tiled.wide.under(static_cast<double>(tiled.wide.out)) <= static_cast<double>(tiled.wide.in))
                QCOMPARE(found.inputs, expected.inputs);
            QCOMPARE(found.weights, expected.weights);
            QCOMPARE(found.outputs, expected.outputs);
            QCOMPARE(found.partials, expected.partials);
        }
    }

    // M 64, N 16, K 32 on 16 x 16, all in one tile: by hand.
    void byHand() {
        Accelerator accelerator;
        accelerator.rows = accelerator.cols = 16;
        accelerator.bandwidth = 8;
        const Layer layer = productLayer(64, 16, 32);
        const auto table = energyTable("horowitz-45nm");
        QVERIFY(table);
        const Tiling whole{64, 1, 16, 32};
        // ws: 2 folds of max(64, 16) cycles, filled once in 2 * 16 + 16 - 2. The first 16 * 16 weights come
        // before, the 64 * 16 outputs go behind; what moves between takes longer than the array.
        auto cost = physicalCost(layer, accelerator, **table, whole);
        QVERIFY(cost);
        QCOMPARE(cost->cycles, (256 + 1024) / 8 + (2048 + 256) / 8);
        QCOMPARE(cost->spent[Spent::Computing], 128);
        QCOMPARE(cost->spent[Spent::IdleCells], 0);
        QCOMPARE(cost->spent[Spent::Fill], 46);
        QVERIFY(cost->limit() == Spent::DramInputs);
        QCOMPARE(cost->folds, 2);
        // Each sum is written for both folds, and read for the second.
        QCOMPARE(cost->sram.ofmap, 3 * 64 * 16);
        QCOMPARE(cost->dram.total(), 2048 + 512 + 1024);
        accelerator.bandwidth = 16;
        cost = physicalCost(layer, accelerator, **table, whole);
        QCOMPARE(cost->cycles, (256 + 1024) / 16 + 128 + 46);
        // os: 4 folds of 32 cycles, filled in 16 + 16 - 2. Both operands stream.
        accelerator.dataflow = Dataflow::OutputStationary;
        cost = physicalCost(layer, accelerator, **table, whole);
        QCOMPARE(cost->cycles, 256 / 16 + (2048 + 512 + 768) / 16); // 16 * 16 outputs go behind
        QCOMPARE(cost->sram.ofmap, 64 * 16);
        // is: 2 x 4 folds of max(16, 16), filled in 46. The first 16 * 16 inputs come before.
        accelerator.dataflow = Dataflow::InputStationary;
        cost = physicalCost(layer, accelerator, **table, whole);
        QCOMPARE(cost->cycles, (256 + 256) / 16 + (2048 + 512 + 1024 - 512) / 16);
        // One after the other, each is filled by itself.
        accelerator.overlapsFolds = false;
        cost = physicalCost(layer, accelerator, **table, whole);
        QCOMPARE(cost->cycles, (256 + 256) / 16 + 8 * (16 + 46));
        // Two arrays share the folds, and each has a block of inputs, of both halves of K.
        accelerator.arrays = 2;
        cost = physicalCost(layer, accelerator, **table, whole);
        QCOMPARE(cost->cycles, (1024 + 512) / 16 + 4 * (16 + 46));
        QCOMPARE(cost->energy[EnergyPart::Dram], 3584 * (*table)->dramByte);
        QCOMPARE(cost->energy[EnergyPart::Macs], 64 * 16 * 32 * 0.3);
    }

    // 3 x 3 depthwise on 32 rows: three channels lie on the diagonal at once.
    void groupsArePacked() {
        Layer layer = convolution(14, 1, 1, 3, 1, 2);
        layer.repeat = 12;
        Accelerator accelerator;
        accelerator.bandwidth = 1000;
        const auto packed = estimate(layer, accelerator, {}, Mode::Physical);
        accelerator.packsGroups = false;
        const auto single = estimate(layer, accelerator, {}, Mode::Physical);
        QVERIFY(packed && single);
        QCOMPARE(packed->folds, 4);
        QCOMPARE(single->folds, 12);
        QVERIFY(packed->cycles < single->cycles);
        QCOMPARE(packed->dram.total(), single->dram.total());
    }

    // R of 384 x 128 for 40 steps, alone and beside as much again.
    void weightsStayForTheStepsOfARecurrence() {
        constexpr std::int64_t Weights = 384 * 128, Steps = 40;
        Layer layer = productLayer(1, 384, 128);
        layer.repeat = layer.steps = Steps;
        layer.stepWords = Weights;
        Accelerator accelerator;
        accelerator.filterKb = 48;
        const auto stays = estimate(layer, accelerator, {}, Mode::Physical);
        accelerator.filterKb = 47;
        const auto passes = estimate(layer, accelerator, {}, Mode::Physical);
        QVERIFY(stays && passes);
        QCOMPARE(stays->dram.filter, Weights);
        QCOMPARE(passes->dram.filter, Steps * Weights);
        QCOMPARE(stays->dram.ifmap, passes->dram.ifmap);
        QCOMPARE(stays->dram.ofmap, passes->dram.ofmap);
        QVERIFY(stays->cycles < passes->cycles);
        QVERIFY(stays->energy[EnergyPart::Dram] < 0.1 * passes->energy[EnergyPart::Dram]);
        layer.stepWords = 2 * Weights;
        accelerator.filterKb = 95;
        const auto crowded = estimate(layer, accelerator, {}, Mode::Physical);
        accelerator.filterKb = 96;
        const auto together = estimate(layer, accelerator, {}, Mode::Physical);
        QVERIFY(crowded && together);
        QCOMPARE(crowded->dram.filter, Steps * Weights);
        QCOMPARE(together->dram.filter, Weights);
        layer.repeat = 2 * Steps; // two directions
        const auto both = estimate(layer, accelerator, {}, Mode::Physical);
        QVERIFY(both);
        QCOMPARE(both->dram.filter, 2 * Weights);
    }

    // A tile that has a part of the weights holds other ones in the next step.
    void cutWeightsComeInEachStep() {
        Layer layer = productLayer(1, 64, 32);
        layer.repeat = layer.steps = 10;
        layer.stepWords = 64 * 32;
        const TiledLayer tiled = tiledLayer(layer, Accelerator());
        for (const LoopOrder order : LoopOrders) {
            QCOMPARE(trafficOf(tiled, {1, 1, 64, 32, order}).weights, 64.0 * 32);
            QCOMPARE(trafficOf(tiled, {1, 1, 32, 32, order}).weights, 10 * 64.0 * 32);
            QCOMPARE(trafficOf(tiled, {1, 1, 64, 16, order}).weights, 10 * 64.0 * 32);
        }
    }

    // Each step waits for the one before: neither arrays nor the cells of one are shared among them.
    void stepsComeOneAfterTheOther() {
        Layer layer = productLayer(8, 4, 4);
        layer.repeat = 12;
        Accelerator accelerator;
        accelerator.bandwidth = 1000;
        const auto groups = estimate(layer, accelerator, {}, Mode::Physical);
        layer.steps = 12;
        const auto steps = estimate(layer, accelerator, {}, Mode::Physical);
        accelerator.arrays = 4;
        const auto more = estimate(layer, accelerator, {}, Mode::Physical);
        QVERIFY(groups && steps && more);
        QVERIFY(groups->folds < 12);
        QCOMPARE(steps->folds, 12);
        QCOMPARE(more->cycles, steps->cycles);
    }

    // Within a fused group.
    void membersHandOverOnChip() {
        Layer layer = convolution(28, 16, 16, 3, 1, 2);
        const auto alone = estimate(layer, {}, {}, Mode::Physical);
        layer.outputsOnChip = true;
        const auto first = estimate(layer, {}, {}, Mode::Physical);
        layer.inputsOnChip = true;
        const auto middle = estimate(layer, {}, {}, Mode::Physical);
        QVERIFY(alone && first && middle);
        QCOMPARE(alone->dram.ofmap, 28 * 28 * 16);
        QCOMPARE(first->dram.ofmap, 0);
        QVERIFY(first->dram.ifmap >= 28 * 28 * 16 && first->dram.ifmap <= alone->dram.ifmap);
        QCOMPARE(middle->dram.ifmap, 0);
        QCOMPARE(middle->dram.filter, 9 * 16 * 16);
        QVERIFY(first->cycles < alone->cycles && middle->cycles <= first->cycles); // inputs stream in anyway
    }

    // In a fused group the vector unit works while the array does.
    void vectorUnitWorksBesideTheArray() {
        Random random(31);
        int hidden = 0, exposed = 0;
        for (int i = 0; i < 200; ++i) {
            Workload workload{.mode = Mode::Physical};
            workload.layers = {random.layer(), {}, {}};
            workload.layers[0].outputsOnChip = true;
            const std::int64_t outputs =
                workload.layers[0].m * workload.layers[0].n * workload.layers[0].repeat;
            for (Layer* each : {&workload.layers[1], &workload.layers[2]}) {
                each->unit = cost::Unit::Vector;
                each->elements = outputs;
                each->inputsOnChip = true;
                each->writtenWords = each == &workload.layers[2] ? outputs : 0;
            }
            workload.layers[0].besideWritten = outputs;
            Accelerator accelerator = random.accelerator();
            accelerator.objective = Objective::Cycles;
            accelerator.lanes = random.from(1, i % 2 ? 2 : 64);
            if (i % 2) accelerator.bandwidth = 256;
            const auto report = estimate(workload, accelerator);
            if (!report) continue;
            const std::int64_t array = report->layers[0].cycles;
            const std::int64_t vector = 2 * ((outputs + *accelerator.lanes - 1) / *accelerator.lanes);
            QCOMPARE(report->cycles, std::max(array, vector));
            QVERIFY(array * *accelerator.bandwidth >= outputs * accelerator.wordBytes);
            QCOMPARE(report->spent.total(), report->cycles);
            ++(vector <= array ? hidden : exposed);
            if (vector <= array) {
                QCOMPARE(report->layers[1].cycles, std::int64_t(0));
                QCOMPARE(report->layers[1].limit(), Spent::Vector);
            }
            // Energy and words stand where the cycles do.
            QCOMPARE(report->layers[2].dram.total(), std::int64_t(0));
            QCOMPARE(report->layers[2].energy.total(), 0.0);
            QVERIFY(report->layers[0].dram.ofmap >= outputs);
            // The same by itself takes its time.
            workload.layers[0].besideWritten = 0;
            workload.layers[1].inputsOnChip = workload.layers[2].inputsOnChip = false;
            const auto apart = estimate(workload, accelerator);
            QVERIFY(apart && apart->cycles >= report->cycles && apart->layers[1].cycles >= vector / 2);

            workload.layers[0].besideWritten = outputs;
            workload.layers[1].inputsOnChip = workload.layers[2].inputsOnChip = true;
            std::int64_t before = report->cycles;
            for (int step = 0; step < 4; ++step) {
                accelerator.ifmapKb += 5;
                accelerator.filterKb *= 2;
                *accelerator.bandwidth += step % 2;
                const auto more = estimate(workload, accelerator);
                QVERIFY(more &&
                        static_cast<double>(more->cycles) <= (1 + SramSlack) * static_cast<double>(before) + 1);
                before = std::min(before, more->cycles);
            }
        }
        QVERIFY2(hidden > 10 && exposed > 10, qPrintable(QString::number(hidden)));
    }

    void whatAlwaysHolds() {
        Random random(17);
        int limits = 0;
        for (int i = 0; i < 400; ++i) {
            const Layer layer = random.layer();
            const Accelerator accelerator = random.accelerator();
            const auto cost = estimate(layer, accelerator, {}, Mode::Physical);
            if (!cost) {
                QVERIFY2(cost.error().message.find("does not fit") != std::string::npos,
                         cost.error().message.c_str());
                continue;
            }
            QCOMPARE(cost->spent.total(), cost->cycles);
            for (const std::int64_t part : cost->spent.cycles)
                QVERIFY(part >= 0);
            QVERIFY(cost->utilization > 0 && cost->utilization <= 1);
            QVERIFY(cost->mappingEfficiency > 0 && cost->mappingEfficiency <= 1 + 1e-12);
            const Roofline roof = roofline(accelerator, Mode::Physical);
            QVERIFY2(
                cost->attained <= roof.attainable(cost->intensity) * (1 + 1e-6),
                qPrintable(
                    QStringLiteral("%1 above %2").arg(cost->attained).arg(roof.attainable(cost->intensity))));
            QVERIFY(cost->dram.ofmap >= layer.m * layer.n * layer.repeat);
            QVERIFY(cost->energy.total() > 0);
            limits |= 1 << static_cast<int>(cost->limit());
        }
        QVERIFY((limits & (limits - 1)) != 0); // more than one kind was met
    }

    // With the same tiles, DRAM has the cycles that unlimited bandwidth takes away.
    void shareOfDramIsWhatItsRemovalGains() {
        const auto table = energyTable("horowitz-45nm");
        Random random(29);
        int waiting = 0;
        for (int i = 0; i < 300; ++i) {
            const Layer layer = random.layer();
            Accelerator accelerator = random.accelerator();
            if (i % 3 == 0) accelerator.sramBandwidth = random.from(1, 32);
            const auto chosen = estimate(layer, accelerator, {}, Mode::Physical);
            if (!chosen) continue;
            const auto cost = physicalCost(layer, accelerator, **table, chosen->tiling);
            QVERIFY(cost && cost->cycles == chosen->cycles);
            // Tiles chosen anew gain no less.
            QVERIFY(chosen->spent.dram() >= cost->spent.dram() - 1);
            accelerator.bandwidth = 1'000'000;
            const auto free = physicalCost(layer, accelerator, **table, cost->tiling);
            QVERIFY(free);
            QVERIFY(std::abs(cost->cycles - free->cycles - cost->spent.dram()) <= 2);
            CostReport report;
            report.cycles = cost->cycles;
            report.spent = cost->spent;
            const double gained = static_cast<double>(cost->cycles) / static_cast<double>(free->cycles);
            QVERIFY(std::abs(report.speedupWithout(Spent::DramInputs) / gained - 1) <=
                    3.0 / static_cast<double>(free->cycles));
            waiting += isDram(cost->limit());
        }
        QVERIFY2(waiting > 20, qPrintable(QString::number(waiting)));
    }

    // The limit is the cause that gains most; what is busy all the time bounds what any other one gains.
    void limitIsWhatItsRemovalGains() {
        Random random(37);
        int busy = 0, otherwise = 0;
        for (int i = 0; i < 300; ++i) {
            const auto cost = estimate(random.layer(), random.accelerator(), {}, Mode::Physical);
            if (!cost) continue;
            const std::int64_t alike = cost->cycles / 100;
            const Spent limit = cost->limit();
            std::int64_t largest = 0; // bucket
            for (std::size_t each = 0; each < SpentCount; ++each) {
                const auto cause = static_cast<Spent>(each);
                const std::int64_t gain = cost->gainWithout(cause);
                QVERIFY(gain >= 0 && gain <= cost->cycles);
                QVERIFY(cost->gainWithout(limit) >= gain - alike);
                if (!isDram(cause)) {
                    QVERIFY(cost->cycles - gain >= cost->busy.dram);
                    largest = std::max(largest, cost->spent[cause]);
                }
            }
            if (cost->busy.dram < cost->cycles - alike) continue;
            QVERIFY(isDram(limit));
            ++busy;
            otherwise += cost->spent.dram() < largest;
        }
        QVERIFY2(busy > 20 && otherwise > 3, qPrintable(QStringLiteral("%1, %2").arg(busy).arg(otherwise)));
    }

    // A copy that DRAM takes longest for, although most of its cycles the lanes work too.
    void limitOfTheVectorUnitIsWhatTakesLongest() {
        Layer copy;
        copy.unit = cost::Unit::Vector;
        copy.elements = 57'344;
        copy.readWords = copy.writtenWords = 49'152;
        Accelerator accelerator;
        accelerator.lanes = 16;
        accelerator.bandwidth = 16;
        const auto cost = estimate(copy, accelerator, {}, Mode::Physical);
        QVERIFY(cost);
        QCOMPARE(cost->cycles, 6144);
        QCOMPARE(cost->spent[Spent::Vector], 3584);
        QVERIFY(isDram(cost->limit()));
        QCOMPARE(cost->gainWithout(Spent::Vector), 0);
        QCOMPARE(cost->gainWithout(Spent::DramInputs), 2560);
        accelerator.lanes = 32;
        QCOMPARE(estimate(copy, accelerator, {}, Mode::Physical)->cycles, cost->cycles);
        accelerator.bandwidth = 1024;
        QCOMPARE(estimate(copy, accelerator, {}, Mode::Physical)->limit(), Spent::Vector);
    }

    // And with tiles chosen anew: a step of a recurrent net moves the same weights however it is cut, and of
    // its tilings the one is taken that the array itself is fastest with.
    void shareOfDramIsWhatAnyTilesGain() {
        for (const Dataflow dataflow :
             {Dataflow::OutputStationary, Dataflow::WeightStationary, Dataflow::InputStationary})
            for (const auto& [filters, depth] : {std::pair(600, 200), std::pair(768, 256)}) {
                const Layer layer = productLayer(1, filters, depth);
                Accelerator accelerator;
                accelerator.dataflow = dataflow;
                const auto cost = estimate(layer, accelerator, {}, Mode::Physical);
                QVERIFY(cost && cost->spent.dram() > 0);
                accelerator.bandwidth = 1'000'000;
                const auto free = estimate(layer, accelerator, {}, Mode::Physical);
                QVERIFY(free);
                const auto cycles = static_cast<double>(cost->cycles);
                const double said = static_cast<double>(cost->spent.dram()) / cycles;
                const double gained = 1 - static_cast<double>(free->cycles) / cycles;
                QVERIFY2(std::abs(said - gained) <= 0.01,
                         qPrintable(QStringLiteral("%1 said, %2 gained").arg(said).arg(gained)));
            }
    }

    // With little SRAM the tiles that move the least are not those that the array is fastest with.
    void shareOfDramWithLittleSram() {
        Random random(31);
        int others = 0;
        for (int i = 0; i < 500; ++i) {
            const Layer layer = productLayer(random.from(1, 200), random.from(1, 300), random.from(1, 400));
            Accelerator accelerator = random.accelerator();
            accelerator.objective = Objective::Cycles;
            accelerator.ifmapKb = random.from(1, 16);
            accelerator.filterKb = random.from(1, 16);
            accelerator.ofmapKb = random.from(1, 16);
            const auto cost = estimate(layer, accelerator, {}, Mode::Physical);
            QVERIFY(cost);
            QCOMPARE(cost->spent.total(), cost->cycles);
            accelerator.bandwidth = 1'000'000;
            const auto free = estimate(layer, accelerator, {}, Mode::Physical);
            QVERIFY2(free, free ? "" : free.error().message.c_str());
            const auto cycles = static_cast<double>(cost->cycles);
            const double said = static_cast<double>(cost->spent.dram()) / cycles;
            const double gained = 1 - static_cast<double>(free->cycles) / cycles;
            QVERIFY2(std::abs(said - gained) <= SpeedSlack + 2 / cycles,
                     qPrintable(QStringLiteral("%1: %2 said, %3 gained").arg(i).arg(said).arg(gained)));
            const auto table = energyTable(accelerator.energy);
            const auto same = physicalCost(layer, accelerator, **table, cost->tiling);
            QVERIFY(same);
            others += static_cast<double>(same->cycles - free->cycles) > 0.03 * cycles;
        }
        QVERIFY2(others > 5, qPrintable(QString::number(others))); // such tiles were among them
    }

    // Cycles are not bought with traffic: 262 186 cycles with four times the energy are not taken.
    void leastTrafficOfAboutTheSameSpeed() {
        Accelerator accelerator;
        accelerator.rows = accelerator.cols = 8;
        const Layer layer = productLayer(4096, 64, 64);
        const auto cost = estimate(layer, accelerator, {}, Mode::Physical);
        QVERIFY(cost);
        QVERIFY2(cost->cycles <= 264808, qPrintable(QString::number(cost->cycles))); // 1 % more
        const double hops = 4096 * 64 * 64 * 5 * 0.1; // each MAC passes an input and a sum
        QVERIFY2(cost->energy.total() < 165e6 + hops, qPrintable(QString::number(cost->energy.total())));
        accelerator.bandwidth = 2 * Accelerator::DefaultBandwidth;
        QVERIFY(estimate(layer, accelerator, {}, Mode::Physical)->energy.total() <=
                1.01 * cost->energy.total());
    }

    // More of what moves data is never slower, but for what less traffic may cost.
    void moreIsNeverSlower() {
        Random random(23);
        for (int i = 0; i < 150; ++i) {
            const Layer layer = random.layer();
            Accelerator accelerator = random.accelerator();
            accelerator.objective = Objective::Cycles;
            if (i % 3 == 2) accelerator.sramBandwidth = random.from(1, 32);
            std::int64_t before = std::numeric_limits<std::int64_t>::max();
            for (int step = 0; step < 6; ++step) {
                const auto cost = estimate(layer, accelerator, {}, Mode::Physical);
                if (cost) {
                    const double slack = i % 3 == 1 ? SramSlack : SpeedSlack;
                    QVERIFY2(static_cast<double>(cost->cycles) <= (1 + slack) * static_cast<double>(before) + 1,
                             qPrintable(QStringLiteral("%1 after %2").arg(cost->cycles).arg(before)));
                    before = std::min(before, cost->cycles);
                }
                switch (i % 3) {
                case 0:
                    *accelerator.bandwidth *= 2;
                    break;
                case 1:
                    accelerator.ifmapKb += 7;
                    accelerator.filterKb *= 2;
                    accelerator.ofmapKb += 3;
                    break;
                default:
                    *accelerator.sramBandwidth *= 2;
                }
            }
        }
    }

    // From SCALE-Sim's cycles to ours.
    void differencesFromScaleSim() {
        Workload workload{.mode = Mode::Physical};
        workload.layers = {convolution(28, 64, 96, 3, 1, 2), convolution(14, 96, 96, 1), {}};
        workload.layers[2].unit = cost::Unit::Vector;
        workload.layers[2].elements = 100000;
        Accelerator accelerator;
        accelerator.arrays = 2;
        const auto steps = scaleSimDifferences(workload, accelerator);
        QVERIFY(steps && steps->size() >= 8);
        QCOMPARE(steps->back().cycles, estimate(workload, accelerator)->cycles);
        Workload arrays = workload;
        arrays.layers.pop_back();
        arrays.mode = Mode::ScaleSim;
        QCOMPARE(steps->front().cycles, estimate(arrays, {})->cycles);
        for (std::size_t i = 1; i < steps->size(); ++i) {
            const std::string_view name = (*steps)[i].name;
            const std::int64_t change = (*steps)[i].cycles - (*steps)[i - 1].cycles;
            if (name == "folds_overlap" || name == "groups_packed" || name == "arrays") QVERIFY(change <= 0);
            if (name == "sram" || name == "bandwidth" || name == "vector_unit") QVERIFY(change >= 0);
        }
        accelerator.ifmapKb = 0;
        QVERIFY(!scaleSimDifferences(workload, accelerator));
    }

    // What is chosen is no worse than any other that is looked at, by what it was asked for.
    void objectives() {
        const Layer layer = convolution(28, 64, 96, 3, 1, 2);
        Accelerator accelerator;
        accelerator.ifmapKb = 8, accelerator.filterKb = 24, accelerator.ofmapKb = 8;
        accelerator.bandwidth = 2;
        std::array<std::array<double, 3>, 3> values{};
        for (int i = 0; i < 3; ++i) {
            accelerator.objective = static_cast<Objective>(i);
            const auto cost = estimate(layer, accelerator, {}, Mode::Physical);
            QVERIFY(cost);
            const auto cycles = static_cast<double>(cost->cycles);
            values[static_cast<std::size_t>(i)] = {cycles, cost->energy.total(), cycles * cost->energy.total()};
        }
        for (std::size_t of = 0; of < 3; ++of)
            for (const auto& other : values)
                QVERIFY(values[of][of] <= other[of] * (of == 0 ? 1 + SpeedSlack : 1 + 1e-6));
    }

    void tooSmall() {
        Accelerator accelerator;
        accelerator.filterKb = 1;
        Layer layer = convolution(80, 4, 4, 31);
        const auto cost = estimate(layer, accelerator, {}, Mode::Physical);
        QVERIFY(!cost);
        QVERIFY2(cost.error().message.find("1922 of weights") != std::string::npos,
                 cost.error().message.c_str());
    }

    void presetsAreRead() {
        QVERIFY(presets().size() >= 6);
        for (const NamedAccelerator& each : presets()) {
            QVERIFY2(!each.name.empty() && !each.title.empty() && !each.source.empty(), each.name.c_str());
            QVERIFY(energyTable(each.accelerator.energy));
            Accelerator again;
            JsonFindings findings;
            const auto json = acceleratorJson(each.accelerator);
            readAccelerator(JsonValue(json, "", findings), again);
            QVERIFY2(findings.fault.empty() && findings.unknown.empty(), findings.fault.c_str());
            QVERIFY(again == each.accelerator);
        }
        QVERIFY(presetOrFile("gemmini"));
        QVERIFY(!presetOrFile("/nowhere/at.all"));
    }

    void badDescriptions_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("no JSON") << "{\n\"rows\": }"
                                 << "line 2: is no JSON";
        QTest::newRow("unknown") << "{\n\n\"clok_ghz\": 1}"
                                 << "line 3: no key is called 'clok_ghz'; did you mean 'clock_ghz'?";
        QTest::newRow("zero") << "{\"rows\": 0}"
                              << "line 1: rows: expected a whole number from 1 to 65536";
        QTest::newRow("too large") << "{\"cols\": 1048576}"
                                   << "cols: expected a whole number from 1";
        QTest::newRow("unit") << "{\"bandwidth\": \"16 GB/s\"}"
                              << "bandwidth: expected a whole number";
        QTest::newRow("dataflow") << "{\"dataflow\": \"rs\"}"
                                  << "dataflow: expected one of os, ws, is";
        QTest::newRow("sram") << "{\"sram_kb\": [1, 2]}"
                              << "three sizes";
        QTest::newRow("no object") << "[1]"
                                   << "the document: expected an object";
    }
    void badDescriptions() {
        QFETCH(QString, text);
        QFETCH(QString, says);
        const auto read = readNamedAccelerator(text.toStdString(), "a.json");
        QVERIFY(!read);
        const QString message = QString::fromStdString(read.error().message);
        QVERIFY2(message.startsWith(QStringLiteral("a.json")) && message.contains(says), qPrintable(message));
    }
};

EDGEWRIGHT_TEST(PhysicalTest)

} // namespace edgewright::physical_test

#include "physical_test.moc"
