// SPDX-License-Identifier: GPL-3.0-or-later
// Tilings that a person has decided on: costed exactly so, given up with a reason where they cannot be, and the
// same from a file.
#include "core/cost/tilings/tiling_file.h"

#include "core/base/csv.h"
#include "core/cost/explore/explore.h"
#include "core/cost/findings/what_if.h"
#include "core/cost/physical/physical.h"
#include "core/cost/residency/residency.h"
#include "core/cost/systolic.h"
#include "core/cost/tilings/alike.h"
#include "core/cost/tilings/tiling_sentences.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>

namespace edgewright::tilings_test {

using namespace edgewright::cost;

namespace {

Layer product(const char* name, std::int64_t m, std::int64_t n, std::int64_t k) {
    Layer layer = productLayer(m, n, k);
    layer.name = name;
    return layer;
}

// Two layers that are alike, and another one.
Workload work() {
    Workload workload;
    workload.mode = Mode::Physical;
    workload.layers = {product("a", 60, 40, 90), product("b", 60, 40, 90),
                       product("c, \"large\"", 200, 64, 64)};
    return workload;
}

Accelerator small() {
    Accelerator made;
    made.rows = made.cols = 16;
    made.ifmapKb = made.filterKb = 4;
    made.ofmapKb = 4;
    return made;
}

constexpr Tiling Given{20, 1, 8, 30, LoopOrder::CFP}; // of "a"; no chooser takes it

AdoptedTilings adopted(const Tilings& tilings, const Accelerator& accelerator = small()) {
    return {{tiledPart(accelerator), tilings}};
}

} // namespace

class TilingsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path write(const std::string& text) const {
        const std::filesystem::path file = std::filesystem::path(m_folder.path().toStdString()) / "tilings.csv";
        std::ofstream(file, std::ios::binary) << text;
        return file;
    }
    QByteArray faultOf(const std::string& text) const {
        const auto read = readTilings(write(text));
        return QByteArray::fromStdString(read ? std::string() : read.error().message);
    }

private slots:
    void theLayerHasExactlyThat() {
        Workload workload = work();
        const auto chosen = estimate(workload, small());
        workload.tilings = adopted({{"a", Given}});
        const auto report = estimate(workload, small());
        QVERIFY(chosen && report);
        const auto alone = physicalCost(workload.layers[0], small(), **energyTable(small().energy), Given);
        QVERIFY(alone.has_value());
        const LayerCost& a = report->layers[0];
        QVERIFY(a.isAdopted && a.tiling == Given);
        QCOMPARE(a.cycles, alone->cycles);
        QCOMPARE(a.dram.total(), alone->dram.total());
        QCOMPARE(a.energy.total(), alone->energy.total());
        QVERIFY(a.cycles != chosen->layers[0].cycles);
        // Others of its shape keep theirs, before and behind it.
        QVERIFY(!report->layers[1].isAdopted && report->layers[1].tiling == chosen->layers[1].tiling);
        QCOMPARE(report->layers[1].cycles, chosen->layers[1].cycles);
        QCOMPARE(report->adopted(), 1);
        QVERIFY(report->unusedTilings.empty() && report->tilings == workload.tilings);
        QCOMPARE(report->cycles - chosen->cycles, a.cycles - chosen->layers[0].cycles);
    }

    void whatDoesNotFitIsGivenUpWithAReason() {
        Workload workload = work();
        const Tilings given{{"a", {60, 1, 40, 90, LoopOrder::PFC}}, // 2 x 5400 bytes in 4096
                            {"b", {61, 1, 8, 8, LoopOrder::PFC}},
                            {"nix", Given}};
        workload.tilings = adopted(given);
        const auto chosen = estimate(work(), small());
        const auto report = estimate(workload, small());
        QVERIFY(chosen && report);
        QCOMPARE(report->cycles, chosen->cycles);
        QCOMPARE(report->adopted(), 0);
        QCOMPARE(report->unusedTilings.size(), std::size_t(3));
        QCOMPARE(report->unusedTilings[0],
                 (UnusedTiling{"a", "a tile of its inputs takes 5400 bytes of an SRAM of 4096"}));
        QCOMPARE(report->unusedTilings[1],
                 (UnusedTiling{"b", "a tile of 61 rows of output pixels, where the layer has 60"}));
        QCOMPARE(report->unusedTilings[2],
                 (UnusedTiling{"nix", "there is no layer of this name on the array"}));
        // For an array with more SRAM it is used.
        Accelerator larger = small();
        larger.ifmapKb = larger.filterKb = larger.ofmapKb = 16;
        workload.tilings = adopted(given, larger);
        const auto again = estimate(workload, larger);
        QVERIFY(again && again->layers[0].isAdopted && again->unusedTilings.size() == 2);
        // SCALE-Sim's rules have no tiles.
        workload.mode = Mode::ScaleSim;
        const auto counted = estimate(workload, small());
        QVERIFY(counted && counted->adopted() == 0 && counted->unusedTilings.empty());
    }

    // Another accelerator has what is chosen for it, and says so once; the same one again has them again.
    void theyBelongToAnAccelerator() {
        Workload workload = work();
        const Tiling fitting{10, 1, 8, 30, LoopOrder::CFP};
        workload.tilings = adopted({{"a", Given}, {"b", fitting}});
        const auto own = estimate(workload, small());
        QVERIFY(own);
        QCOMPARE(own->adopted(), 2);
        QCOMPARE(tilingSentences(*own),
                 std::vector<std::string>{
                     "2 layers have adopted tilings; all others, and those of other accelerators, "
                     "have what is chosen for them."});
        for (const auto& change :
             {+[](Accelerator& other) { other.setArray(8, 8); },
              +[](Accelerator& other) { other.filterKb = 5; }, +[](Accelerator& other) { other.wordBytes = 2; },
              +[](Accelerator& other) { other.bandwidth = 32; },
              +[](Accelerator& other) { other.dataflow = Dataflow::OutputStationary; }}) {
            Accelerator other = small();
            change(other);
            const auto chosen = estimate(work(), other), report = estimate(workload, other);
            QVERIFY(chosen && report);
            QCOMPARE(report->cycles, chosen->cycles);
            QCOMPARE(report->adopted(), 0);
            QCOMPARE(report->unusedTilings.size(), std::size_t(2));
            const auto sentences = tilingSentences(*report);
            QCOMPARE(sentences.size(), std::size_t(1));
            QVERIFY2(sentences[0].starts_with(
                         "2 adopted tilings are not used: adopted for another accelerator, 16 × 16"),
                     sentences[0].c_str());
        }
        Accelerator wider = small();
        wider.bandwidth = 32;
        QCOMPARE(tilingSentences(*estimate(workload, wider)),
                 std::vector<std::string>{
                     "2 adopted tilings are not used: adopted for another accelerator, 16 × 16, "
                     "DRAM bandwidth 16 B/cycle."});
        // Neither clock nor energies nor lanes are what tiles are cut for.
        Accelerator same = small();
        same.bandwidth = Accelerator::DefaultBandwidth;
        same.clockGhz = 0.5, same.lanes = 3, same.energy = "eyeriss-65nm", same.objective = Objective::Energy;
        const auto again = estimate(workload, same);
        QVERIFY(again && again->adopted() == 2 && again->unusedTilings.empty());
    }

    // Points of a design space and changes that would help: what is the accelerator itself has its numbers.
    void aSpaceHasThemAtTheirPoint() {
        Workload workload = work();
        workload.tilings = adopted({{"a", Given}, {"c, \"large\"", {1, 1, 1, 1, LoopOrder::PFC}}});
        const auto own = estimate(workload, small());
        QVERIFY(own && own->adopted() == 2);
        DesignSpace space;
        space.base = small();
        QVERIFY(readAxis("size=8,16,32", space));
        const auto exploration = Exploration::of(workload, space), plain = Exploration::of(work(), space);
        QVERIFY(exploration && plain);
        std::vector<DesignPoint> points(exploration->points()), chosen(plain->points());
        QVERIFY(exploration->evaluate(0, points, 1, {}) && plain->evaluate(0, chosen, 1, {}));
        for (std::size_t i = 0; i < points.size(); ++i) {
            const bool isOwn = space.at(i) == small();
            QCOMPARE(points[i].cycles, isOwn ? static_cast<double>(own->cycles) : chosen[i].cycles);
            QCOMPARE(points[i].energy, isOwn ? own->energy.total() : chosen[i].energy);
            QCOMPARE(points[i].area, chosen[i].area);
        }
        QVERIFY(chosen[1].cycles < points[1].cycles);
        const auto steps = sizeSteps(workload, small());
        QVERIFY(steps);
        const auto toOwn = std::ranges::find(*steps, 0, &SizeStep::power);
        QVERIFY(toOwn != steps->end());
        QCOMPARE(toOwn->effect.cyclesAfter, static_cast<double>(own->cycles));
        const auto sram = sramSteps(workload, small());
        QVERIFY(sram);
        const auto now = std::ranges::find(sram->steps, std::int64_t(12), &SramStep::kiloBytes);
        QVERIFY(now != sram->steps.end());
        QCOMPARE(now->cycles, static_cast<double>(own->cycles));
    }

    // Groups that lie on the array at once are whole.
    void packedGroupsAreNotCut() {
        Layer depthwise = product("dw", 100, 1, 9);
        depthwise.filterH = depthwise.filterW = 3;
        depthwise.ifmapH = depthwise.ifmapW = 12;
        depthwise.outH = depthwise.outW = 10;
        depthwise.repeat = 32;
        Accelerator packing = small();
        packing.dataflow = Dataflow::WeightStationary;
        QCOMPARE(whyNotTiling(depthwise, packing, {10, 10, 1, 1, LoopOrder::PFC}), std::string());
        Layer grouped = depthwise;
        grouped.filters = grouped.n = 4;
        packing.rows = packing.cols = 64;
        QVERIFY(whyNotTiling(grouped, packing, {10, 10, 2, 1, LoopOrder::PFC}).find("all 4 filters") !=
                std::string::npos);
        packing.packsGroups = false;
        QCOMPARE(whyNotTiling(grouped, packing, {10, 10, 2, 1, LoopOrder::PFC}), std::string());
    }

    // Each reason is one of fits(), where the extents are the layer's.
    void reasonsAreThoseOfFits() {
        const Layer layer = product("a", 60, 40, 90);
        const TiledLayer tiled = tiledLayer(layer, small());
        int fitting = 0, all = 0;
        for (const std::int64_t rows : {1, 7, 30, 60})
            for (const std::int64_t filters : {1, 9, 40})
                for (const std::int64_t channels : {1, 45, 90}) {
                    const Tiling tiling{rows, 1, filters, channels, LoopOrder::FPC};
                    QCOMPARE(whyNotTiling(layer, small(), tiling).empty(), fits(tiled, small(), tiling));
                    fitting += fits(tiled, small(), tiling);
                    ++all;
                }
        QVERIFY(fitting > 0 && fitting < all);
    }

    void aFileThereAndBack() {
        const Tilings tilings{{"a", Given}, {"c, \"large\"", {3, 2, 1, 4, LoopOrder::FPC}}};
        const auto read = readTilings(write(tilingsCsv(tilings)));
        QVERIFY2(read.has_value(), read ? "" : read.error().message.c_str());
        QVERIFY(*read == tilings);
        // Columns in any order among others; lines without a tiling.
        const auto other = readTilings(write("tiling_order,x,tiling_cols,tiling_rows,name,tiling_channels,"
                                             "tiling_filters\n"
                                             "cfp,1,1,20,a,30,8\n"
                                             ",7,,,relu,,\n"));
        QVERIFY2(other.has_value(), other ? "" : other.error().message.c_str());
        QVERIFY((*other == Tilings{{"a", Given}}));
    }

    void faultsOfFilesAreNamed() {
        const std::string head = "name,tiling_rows,tiling_cols,tiling_filters,tiling_channels,tiling_order\n";
        const auto says = [&](const std::string& text, const char* words) {
            const QByteArray fault = faultOf(text);
            if (!fault.contains(words)) qWarning("%s", fault.constData());
            return fault.contains(words);
        };
        QVERIFY(says("", "is empty"));
        QVERIFY(says("name,tiling_rows\n", "tilings.csv:1: expected a header with the columns 'tiling_cols'"));
        QVERIFY(says(head + "a,1,1,1,1\n", "tilings.csv:2: expected 6 fields"));
        QVERIFY(
            says(head + "a,0,1,1,1,pfc\n", "layer 'a', column 'tiling_rows': expected a whole number from 1"));
        QVERIFY(says(head + "a,1,1,1.5,1,pfc\n", "column 'tiling_filters'"));
        QVERIFY(says(head + "a,1,1,99999999999999999999,1,pfc\n", "column 'tiling_filters'"));
        QVERIFY(says(head + "a,1,1,1,1,ppp\n", "layer 'a', column 'tiling_order'"));
        QVERIFY(
            says(head + "a,1,1,1,1,pfc\na,1,1,1,2,pfc\n", "tilings.csv:3: layer 'a' has another tiling above"));
        QVERIFY(says(head + "\"a,1,1,1,1,pfc\n", "a quote does not end"));
        QVERIFY(says(head + ",1,1,1,1,pfc\n", "column 'name'"));
        QVERIFY(!readTilings(m_folder.path().toStdString()));
    }

    void checksNameTheLayer() {
        const Workload workload = work();
        QVERIFY(checkTilings({{"a", Given}}, workload, small()));
        const auto large =
            checkTilings({{"a", Given}, {"b", {60, 1, 40, 90, LoopOrder::PFC}}}, workload, small());
        QVERIFY(!large);
        QVERIFY2(
            large.error().message.starts_with("layer 'b': its tiling cannot be used: a tile of its inputs"),
            large.error().message.c_str());
        const auto unknown = checkTilings({{"nix", Given}}, workload, small());
        QVERIFY(!unknown);
        QVERIFY2(unknown.error().message.find("layer 'nix': no layer on the array") != std::string::npos,
                 unknown.error().message.c_str());
    }

    void layersAlikeHaveOneShape() {
        const auto report = estimate(work(), small());
        QVERIFY(report.has_value());
        QCOMPARE(layersAlike(*report, report->layers[1].layer), (std::vector<std::string>{"b", "a"}));
        QCOMPARE(layersAlike(*report, report->layers[2].layer), (std::vector<std::string>{"c, \"large\""}));
    }
};

EDGEWRIGHT_TEST(TilingsTest)

} // namespace edgewright::tilings_test

#include "tilings_test.moc"
