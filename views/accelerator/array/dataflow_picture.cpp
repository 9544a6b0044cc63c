// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/array/dataflow_picture.h"

#include "views/accelerator/array/array_parts.h"
#include "views/accelerator/charts/cost_text.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QStringList>

#include <algorithm>

namespace edgewright::views {

namespace {

struct DataflowText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Dataflows)
};

constexpr int WrapsColumn = Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop;
constexpr double DataflowGap = 16, DataflowSpace = 4; // pixels between columns, and between their parts
constexpr double SlideCellShare = 0.8;                // of the width of a column, on slides
constexpr double MinCellRoom = 130; // pixels: a few rows of cells with what stands at their edges

// The letters of the extents that lie on rows and columns, and of what streams.
struct DataflowLetters {
    QChar down, across, streamed;
};
DataflowLetters dataflowLetters(cost::Dataflow dataflow) {
    switch (dataflow) {
    case cost::Dataflow::OutputStationary:
        return {u'M', u'N', u'K'};
    case cost::Dataflow::WeightStationary:
        return {u'K', u'N', u'M'};
    case cost::Dataflow::InputStationary:
        break;
    }
    return {u'K', u'M', u'N'};
}

// The texts of one column at a cycle.
struct DataflowColumn {
    QString title, formula, moment, reads;
};

DataflowColumn dataflowColumn(const DataflowScene& scene, std::size_t which, std::int64_t cycle) {
    const cost::DataflowWalk& walk = scene.walks[which];
    const cost::DataflowWalk::Moment at = walk.at(cycle);
    const cost::ArrayState state(walk.walk, at.fold, at.cycle);
    return {dataflowTitle(walk.dataflow()), formulaText(walk),
            at.isOver ? DataflowText::tr("done after %1 cycles").arg(integerText(walk.cycles()))
                      : DataflowText::tr("fold %1 of %2, its cycle %3 of %4: %5 of %6 cells compute")
                            .arg(integerText(at.fold + 1), integerText(walk.walk.folds()),
                                 integerText(at.cycle + 1), integerText(walk.foldCycles),
                                 integerText(state.computing()), integerText(state.rows() * state.cols())),
            readsText(walk)};
}

// The room that the longest of the texts takes in a column.
double columnTextHeight(const QFont& font, const std::vector<DataflowColumn>& columns,
                        QString DataflowColumn::*text, double width) {
    double height = 0;
    for (const DataflowColumn& each : columns)
        height = std::max(
            height,
            QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 10000), WrapsColumn, each.*text).height());
    return height;
}

} // namespace

std::int64_t DataflowScene::cycles() const {
    std::int64_t most = 1;
    for (const cost::DataflowWalk& each : walks)
        most = std::max(most, each.cycles());
    return most;
}

Dataflows dataflowScene(const cost::SmallProduct& product) {
    auto walks = cost::dataflowWalks(product);
    if (!walks) return nullptr;
    auto made = std::make_shared<DataflowScene>();
    made->product = product;
    for (cost::DataflowWalk& each : *walks) {
        made->scenes.emplace_back(dataflowTitle(each.dataflow()), each.walk);
        made->walks.push_back(std::move(each));
    }
    return made;
}

QString dataflowSentence(const DataflowScene& scene) {
    const cost::SmallProduct& product = scene.product;
    QStringList cycles;
    for (const cost::DataflowWalk& each : scene.walks)
        cycles << DataflowText::tr("%1 %2", "dataflow, cycles")
                      .arg(QString::fromUtf8(cost::dataflowName(each.dataflow())), integerText(each.cycles()));
    return DataflowText::tr(
               "%1 × %2 × %3 (M × N × K) on %4 × %5 cells, in cycles: %6; folds do not overlap here")
        .arg(product.m)
        .arg(product.n)
        .arg(product.k)
        .arg(product.rows)
        .arg(product.cols)
        .arg(cycles.join(QStringLiteral(", ")));
}

QString formulaText(const cost::DataflowWalk& walk) {
    const cost::Accelerator& array = walk.walk.accelerator();
    const DataflowLetters letters = dataflowLetters(walk.dataflow());
    const bool shifts = walk.dataflow() != cost::Dataflow::OutputStationary;
    const QString folds = QStringLiteral("⌈%1 %2 / %3⌉ · ⌈%4 %5 / %6⌉")
                              .arg(letters.down)
                              .arg(walk.down)
                              .arg(array.rows)
                              .arg(letters.across)
                              .arg(walk.across)
                              .arg(array.cols);
    const QString fold =
        (shifts ? QStringLiteral("%1 %2 + 2 · %3 + %4 − 2") : QStringLiteral("%1 %2 + %3 + %4 − 2"))
            .arg(letters.streamed)
            .arg(walk.positions)
            .arg(array.rows)
            .arg(array.cols);
    return DataflowText::tr("%1 = %2 folds of %3 = %4 cycles: %5 cycles")
        .arg(folds)
        .arg(walk.foldsDown * walk.foldsAcross)
        .arg(fold)
        .arg(walk.foldCycles)
        .arg(walk.cycles());
}

QString readsText(const cost::DataflowWalk& walk) {
    return DataflowText::tr("Utilisation %1. Reads: inputs %2, weights %3. Sums: %4 written, %5 read again.")
        .arg(percentText(walk.utilization()), integerText(walk.inputReads), integerText(walk.weightReads),
             integerText(walk.sumWrites), integerText(walk.sumReads));
}

void paintDataflows(QPainter& painter, const QRectF& area, const Theme& theme, const DataflowScene& scene,
                    std::int64_t cycle, bool isSlide) {
    painter.save();
    const QFont small = font(TextSize::Small), bold = font(TextSize::Small, true);
    const double line = QFontMetricsF(small).height();
    painter.setFont(small);
    painter.setPen(theme.text);
    painter.drawText(
        QRectF(area.left(), area.top(), area.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
        DataflowText::tr("Cycle %1 of %2")
            .arg(integerText(std::min(cycle, scene.cycles() - 1) + 1), integerText(scene.cycles())));
    const auto count = static_cast<double>(scene.walks.size());
    const double width = (area.width() - DataflowGap * (count - 1)) / count;
    std::vector<DataflowColumn> columns;
    for (std::size_t i = 0; i < scene.walks.size(); ++i)
        columns.push_back(dataflowColumn(scene, i, cycle));
    double formula = columnTextHeight(small, columns, &DataflowColumn::formula, width);
    const double moment =
        std::max(2 * line, columnTextHeight(small, columns, &DataflowColumn::moment, width)); // it changes
    double reads = columnTextHeight(small, columns, &DataflowColumn::reads, width);
    const QRectF legend(area.left(), 0, area.width(), 0);
    const ArrayScene& legendScene = scene.scenes.at(1); // with what shifts in
    const QString shifting = DataflowText::tr("What stays shifts in");
    const double legendHeight = paintCellLegend(nullptr, legend, theme, legendScene, shifting);
    const double top = area.top() + line + DataflowSpace;
    const double bottom = area.bottom() - legendHeight - DataflowSpace;
    // The cells come first: where they lack room the texts below and above them go.
    const auto cellRoom = [&] {
        double texts = line + moment + 2 * DataflowSpace;
        for (const double each : {formula, reads})
            if (each > 0) texts += each + DataflowSpace;
        return bottom - top - texts;
    };
    const double least = isSlide ? std::max(MinCellRoom, width * SlideCellShare) : MinCellRoom;
    for (double* each : {&reads, &formula})
        if (cellRoom() < least) *each = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const double left = area.left() + static_cast<double>(i) * (width + DataflowGap);
        double y = top;
        const auto text = [&](const QFont& font, const QColor& colour, const QString& words, double height) {
            if (height <= 0) return;
            painter.setFont(font);
            painter.setPen(colour);
            painter.drawText(QRectF(left, y, width, height), WrapsColumn, words);
            y += height + DataflowSpace;
        };
        text(bold, theme.text, columns[i].title, line);
        text(small, theme.text, columns[i].formula, formula);
        const double cells = cellRoom();
        const cost::DataflowWalk::Moment at = scene.walks[i].at(cycle);
        if (cells > 0)
            paintCells(painter, QRectF(left, y, width, cells), theme, scene.scenes[i],
                       cost::ArrayState(scene.walks[i].walk, at.fold, at.cycle));
        y += std::max(0.0, cells) + DataflowSpace;
        text(small, theme.muted, columns[i].moment, moment);
        text(small, theme.text, columns[i].reads, reads);
    }
    paintCellLegend(&painter, QRectF(area.left(), bottom + DataflowSpace, area.width(), legendHeight), theme,
                    legendScene, shifting);
    painter.restore();
}

Slide dataflowSlide(const Dataflows& scene, std::int64_t cycle, int cyclesPerSecond) {
    const auto paint = [scene, cycle](QPainter& painter, const QRectF& area, const Theme& theme) {
        paintDataflows(painter, area, theme, *scene, cycle, true);
    };
    Slide slide =
        slideOf({QStringLiteral("dataflows"), dataflowSentence(*scene), {0, 0}, paint},
                DataflowText::tr("Cycle %1 of %2").arg(integerText(cycle + 1), integerText(scene->cycles())));
    slide.stepped = [scene, cycle, cyclesPerSecond](std::int64_t cycles) -> std::optional<Slide> {
        const std::int64_t next = std::clamp<std::int64_t>(cycle + cycles, 0, scene->cycles() - 1);
        if (next == cycle) return std::nullopt;
        return dataflowSlide(scene, next, cyclesPerSecond);
    };
    slide.perSecond = cyclesPerSecond;
    return slide;
}

Figure dataflowFigure(const Dataflows& scene, std::int64_t cycle) {
    return {QStringLiteral("dataflows"), DataflowText::tr("One product under three dataflows"),
            QSizeF(658, 400), [scene, cycle](QPainter& painter, const QRectF& area, const Theme& theme) {
                painter.save();
                painter.setFont(font(TextSize::Small));
                painter.setPen(theme.text);
                const QString sentence = dataflowSentence(*scene);
                const double high =
                    QFontMetricsF(painter.font()).boundingRect(area, WrapsColumn, sentence).height();
                painter.drawText(QRectF(area.left(), area.top(), area.width(), high), WrapsColumn, sentence);
                painter.restore();
                paintDataflows(painter, area.adjusted(0, high + DataflowSpace, 0, 0), theme, *scene, cycle);
            }};
}

} // namespace edgewright::views
