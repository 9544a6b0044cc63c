// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/array/array_scene.h"

#include "views/support/quantity.h"
#include "views/support/short_name.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <utility>

namespace edgewright::views {

namespace {

struct ArrayText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::ArrayText)
};

using cost::Dataflow;

constexpr int LongestSceneName = 60; // what has no spaces is not wrapped

// "65–96 of 147"
QString rangeText(const cost::Range& range, std::int64_t of) {
    if (range.count == of && range.first == 0) return integerText(of);
    if (range.count == 1) return ArrayText::tr("%1 of %2").arg(integerText(range.first + 1), integerText(of));
    return ArrayText::tr("%1–%2 of %3")
        .arg(integerText(range.first + 1), integerText(range.first + range.count), integerText(of));
}

QString depthText(const ArrayScene& scene, const cost::Fold& fold) {
    return ArrayText::tr("K %1").arg(rangeText(fold.depth, std::llround(scene.walk.layer().depth())));
}
QString filtersText(const ArrayScene& scene, const cost::Fold& fold) {
    return ArrayText::tr("filters %1").arg(rangeText(fold.filters, scene.walk.layer().filters));
}
QString pixelsText(const ArrayScene& scene, const cost::Fold& fold) {
    const cost::TileNest& nest = scene.walk.nest();
    const QString range = rangeText(fold.pixels, nest.extentsOf(fold.tile).pixels());
    return nest.rows() * nest.cols() == 1 ? ArrayText::tr("pixels %1").arg(range)
                                          : ArrayText::tr("pixels %1 in the tile").arg(range);
}

QString tileText(const ArrayScene& scene, const cost::TileIndex& tile) {
    const cost::TileNest& nest = scene.walk.nest();
    QStringList parts;
    const auto part = [&](const QString& text, std::int64_t at, std::int64_t of) {
        if (of > 1) parts << text.arg(integerText(at + 1), integerText(of));
    };
    part(scene.walk.layer().pack > 1 ? ArrayText::tr("groups: turn %1 of %2") : ArrayText::tr("group %1 of %2"),
         tile.job, nest.jobs());
    part(ArrayText::tr("step %1 of %2"), tile.turn, nest.turns());
    part(ArrayText::tr("image %1 of %2"), tile.image, nest.images());
    part(ArrayText::tr("pixel tile %1 of %2"), tile.row * nest.cols() + tile.col, nest.rows() * nest.cols());
    part(ArrayText::tr("filter tile %1 of %2"), tile.filter, nest.filters());
    part(ArrayText::tr("channel tile %1 of %2"), tile.channel, nest.channels());
    return parts.join(QStringLiteral(", "));
}

QString useText(const QString& name, const cost::SramUse& use) {
    const auto bytes = [](double count) { return bytesText(std::llround(count)); };
    QString text = ArrayText::tr("%1: %2 of %3").arg(name, bytes(use.resident()), bytes(use.capacity));
    if (use.loaded > 0) text += ArrayText::tr(", %1 loaded").arg(bytes(use.loaded));
    if (use.stored > 0) text += ArrayText::tr(", %1 written back").arg(bytes(use.stored));
    return text;
}

// What decides between the forms for one and for several.
int plural(std::int64_t count) { return static_cast<int>(std::min<std::int64_t>(count, 1000)); }

QString foldsText(const cost::ArrayWalk& walk) {
    const QString folds =
        ArrayText::tr("%1 folds", nullptr, plural(walk.blocks())).arg(integerText(walk.blocks()));
    if (walk.folds() == walk.blocks()) return folds;
    return ArrayText::tr("%1, each laid down %2 times").arg(folds, integerText(walk.folds() / walk.blocks()));
}

// What stays and what streams, of one group.
QString stayingText(const ArrayScene& scene) {
    const cost::ArrayWalk& walk = scene.walk;
    const std::int64_t depth = std::llround(walk.layer().depth()), filters = walk.layer().filters;
    const std::int64_t pixels = std::llround(walk.layer().pixels() * walk.layer().images);
    const QString rows = integerText(walk.accelerator().rows), cols = integerText(walk.accelerator().cols);
    const auto told = [&](const QString& sentence, std::int64_t high, std::int64_t wide,
                          const QString& streaming) {
        return sentence.arg(shortName(scene.name, LongestSceneName).toHtmlEscaped(), integerText(high),
                            integerText(wide), rows, cols, foldsText(walk), streaming);
    };
    switch (walk.accelerator().dataflow) {
    case Dataflow::OutputStationary:
        return told(
            ArrayText::tr("<b>%1</b>: %2 × %3 sums (pixels × filters) stay on %4 × %5 cells in %6; %7"), pixels,
            filters,
            ArrayText::tr("K = %1 products stream past", nullptr, plural(depth)).arg(integerText(depth)));
    case Dataflow::WeightStationary:
        return told(
            ArrayText::tr("<b>%1</b>: %2 × %3 weights (K × filters) stay on %4 × %5 cells in %6; %7"), depth,
            filters,
            ArrayText::tr("%1 output pixels stream past", nullptr, plural(pixels)).arg(integerText(pixels)));
    case Dataflow::InputStationary:
        break;
    }
    return told(ArrayText::tr("<b>%1</b>: %2 × %3 inputs (K × pixels) stay on %4 × %5 cells in %6; %7"), depth,
                pixels,
                ArrayText::tr("%1 filters stream past", nullptr, plural(filters)).arg(integerText(filters)));
}

// What stays on the cells is in several tiles: those at the edge of the layer have other blocks.
bool areBlocksCut(const cost::ArrayWalk& walk) {
    const cost::TileNest& nest = walk.nest();
    switch (walk.accelerator().dataflow) {
    case Dataflow::OutputStationary:
        return nest.pixelTrips() > 1 || nest.filters() > 1;
    case Dataflow::WeightStationary:
        return nest.channels() > 1 || nest.filters() > 1;
    case Dataflow::InputStationary:
        break;
    }
    return nest.channels() > 1 || nest.pixelTrips() > 1;
}

// A dimension that the first fold does not fill has one block: no fold fills it.
QStringList idleLines(const cost::Fold& first, const cost::Fold& last, const cost::Accelerator& array) {
    QStringList lines;
    const auto add = [&](std::int64_t inFirst, std::int64_t inLast, std::int64_t all, const QString& every,
                         const QString& end) {
        if (inFirst < all)
            lines << every.arg(all - inFirst).arg(all);
        else if (inLast < all)
            lines << end.arg(all - inLast).arg(all);
    };
    add(first.rows, last.rows, array.rows, ArrayText::tr("%1 of %2 rows are idle in every fold"),
        ArrayText::tr("%1 of %2 rows are idle in the last ones"));
    add(first.cols, last.cols, array.cols, ArrayText::tr("%1 of %2 columns are idle in every fold"),
        ArrayText::tr("%1 of %2 columns are idle in the last ones"));
    return lines;
}

} // namespace

ArrayScene::ArrayScene(QString layer, cost::ArrayWalk of)
    : name(std::move(layer)), walk(std::move(of)), timeline(walk) {
    double cycles = 0;
    for (std::int64_t i = 0; i < timeline.count(); ++i) {
        steps.push_back(timeline.at(i));
        const std::array held{steps.back().inputs.resident(), steps.back().weights.resident(),
                              steps.back().outputs.resident()};
        for (std::size_t sram = 0; sram < held.size(); ++sram)
            most[sram] = std::max(most[sram], held[sram]);
        cycles += std::max(steps.back().arrayCycles, steps.back().dramCycles);
        until.push_back(cycles);
    }
}

ArrayMoment momentAfter(const cost::ArrayWalk& walk, const ArrayMoment& moment, std::int64_t cycles) {
    const std::int64_t length = walk.cyclesOf(moment.fold), cycle = moment.cycle + cycles;
    if (cycle < 0)
        return moment.fold == 0 ? ArrayMoment{}
                                : ArrayMoment{moment.fold - 1, walk.cyclesOf(moment.fold - 1) - 1};
    if (cycle < length) return {moment.fold, cycle};
    if (moment.fold + 1 == walk.folds()) return {moment.fold, length - 1};
    return {moment.fold + 1, std::min(cycle - length, walk.cyclesOf(moment.fold + 1) - 1)};
}

QString sceneText(const ArrayScene& scene) {
    const cost::ArrayWalk& walk = scene.walk;
    const cost::Accelerator& array = walk.accelerator();
    QString text = stayingText(scene);
    const std::int64_t groups = std::llround(walk.layer().groups), pack = std::llround(walk.layer().pack);
    if (pack > 1)
        text += ArrayText::tr(", for each of %1 groups, %2 of them at once on the diagonal")
                    .arg(integerText(groups), integerText(pack));
    else if (groups > 1)
        text += ArrayText::tr(", for each of %1 groups").arg(integerText(groups));
    if (array.arrays > 1) text += ArrayText::tr("; %1 arrays share the folds").arg(array.arrays);
    text += QStringLiteral(". ");
    const cost::Fold last = walk.fold(pack > 1 ? 0 : walk.folds() - 1); // packed ones leave the same idle
    const double idle = walk.idleShare();
    if (idle < 0.0005) return text + ArrayText::tr("Every cell has work in every fold.");
    if (pack > 1 || walk.blocks() == 1)
        return text + ArrayText::tr("%1 of the cells have no work: %2 of %3 rows, %4 of %5 columns are used.")
                          .arg(percentText(idle))
                          .arg(last.rows)
                          .arg(array.rows)
                          .arg(last.cols)
                          .arg(array.cols);
    if (areBlocksCut(walk))
        return text + ArrayText::tr("%1 of the cells have no work: the blocks of the tiles do not all fill the "
                                    "array.")
                          .arg(percentText(idle));
    const cost::Fold first = walk.fold(0);
    return text + ArrayText::tr("%1 of the cells have no work: %2.")
                      .arg(percentText(idle), idleLines(first, last, array).join(QStringLiteral(", ")));
}

EdgeTexts edgeTexts(const ArrayScene& scene, const cost::Fold& fold) {
    EdgeTexts texts;
    switch (scene.walk.accelerator().dataflow) {
    case Dataflow::OutputStationary:
        texts = {ArrayText::tr("inputs"), ArrayText::tr("weights"), ArrayText::tr("sums stay, then leave"),
                 pixelsText(scene, fold), filtersText(scene, fold)};
        break;
    case Dataflow::WeightStationary:
        texts = {ArrayText::tr("inputs"), ArrayText::tr("weights, which stay"), ArrayText::tr("partial sums"),
                 depthText(scene, fold), filtersText(scene, fold)};
        break;
    case Dataflow::InputStationary:
        texts = {ArrayText::tr("weights"), ArrayText::tr("inputs, which stay"), ArrayText::tr("partial sums"),
                 depthText(scene, fold), pixelsText(scene, fold)};
        break;
    }
    if (fold.groups > 1) {
        const QString each = ArrayText::tr("%1 × (%2)");
        texts.rows = each.arg(integerText(fold.groups), texts.rows);
        texts.cols = each.arg(integerText(fold.groups), texts.cols);
    }
    return texts;
}

QString shiftingText(Dataflow dataflow) {
    return dataflow == Dataflow::InputStationary ? ArrayText::tr("Inputs shift in")
                                                 : ArrayText::tr("Weights shift in");
}

QString foldText(const ArrayScene& scene, const cost::Fold& fold) {
    const EdgeTexts edges = edgeTexts(scene, fold);
    const cost::Accelerator& array = scene.walk.accelerator();
    const QString tile = tileText(scene, fold.tile);
    const QString streaming = ArrayText::tr("%1 positions stream past", nullptr, plural(fold.positions))
                                  .arg(integerText(fold.positions));
    QString text = ArrayText::tr("Fold %1 of %2: %3, %4; %5 of %6 rows and %7 of %8 columns; %9")
                       .arg(integerText(fold.index + 1), integerText(scene.walk.folds()), edges.rows,
                            edges.cols, integerText(fold.rows), integerText(array.rows), integerText(fold.cols),
                            integerText(array.cols), streaming);
    if (!tile.isEmpty()) text += QStringLiteral("; ") + tile;
    return text;
}

QString momentText(const ArrayScene& scene, const cost::ArrayState& state, const ArrayMoment& moment) {
    const cost::Fold fold = scene.walk.fold(moment.fold);
    const EdgeTexts edges = edgeTexts(scene, fold);
    return ArrayText::tr("Fold %1 of %2 · %3, %4 · cycle %5 of %6 · %7 of %8 cells compute")
        .arg(integerText(moment.fold + 1), integerText(scene.walk.folds()), edges.rows, edges.cols,
             integerText(moment.cycle + 1), integerText(scene.walk.cyclesOf(moment.fold)),
             integerText(state.computing()), integerText(state.rows() * state.cols()));
}

QString cellText(const ArrayScene& scene, const cost::ArrayState& state, std::int64_t row, std::int64_t col) {
    const QString cell = ArrayText::tr("Row %1, column %2: %3").arg(integerText(row + 1), integerText(col + 1));
    const cost::Fold& fold = state.foldAt(row, col);
    switch (state.at(row, col)) {
    case cost::CellState::Idle:
        return cell.arg(ArrayText::tr("no work in this fold"));
    case cost::CellState::Shifting:
        return cell.arg(shiftingText(scene.walk.accelerator().dataflow).toLower());
    case cost::CellState::Computing:
        return cell.arg(ArrayText::tr("multiplies and adds position %1 of %2 of fold %3")
                            .arg(integerText(state.positionAt(row, col) + 1), integerText(fold.positions),
                                 integerText(fold.index + 1)));
    case cost::CellState::Done:
        return cell.arg(ArrayText::tr("finished fold %1").arg(integerText(fold.index + 1)));
    case cost::CellState::Waiting:
    case cost::CellState::Count:
        break;
    }
    return cell.arg(ArrayText::tr("waits for its first position"));
}

QString sramText(const ArrayScene& scene, const cost::SramState& step) {
    const std::int64_t all = scene.walk.nest().count();
    QStringList lines;
    const QString tile = tileText(scene, step.tile);
    if (step.count == 1)
        lines << ArrayText::tr("Step %1 of %2").arg(integerText(step.first + 1), integerText(all));
    else
        lines << ArrayText::tr("Steps %1–%2 of %3; what is held is that of the first")
                     .arg(integerText(step.first + 1), integerText(step.first + step.count), integerText(all));
    lines << (tile.isEmpty() ? ArrayText::tr("The whole layer is one tile") : tile);
    lines << useText(ArrayText::tr("Inputs"), step.inputs) << useText(ArrayText::tr("Weights"), step.weights)
          << useText(ArrayText::tr("Outputs"), step.outputs);
    if (const cost::TiledLayer& layer = scene.walk.layer(); layer.besideRead + layer.besideWritten > 0)
        lines << ArrayText::tr("Outputs stay on chip for the vector unit; what it moves is counted with them");
    const auto cycles = [](double count) { return cyclesText(std::llround(std::ceil(count))); };
    lines << ArrayText::tr("Array %1, DRAM %2").arg(cycles(step.arrayCycles), cycles(step.dramCycles)) +
                 (step.waits() ? ArrayText::tr(": the array waits") : QString());
    return lines.join(u'\n');
}

} // namespace edgewright::views
