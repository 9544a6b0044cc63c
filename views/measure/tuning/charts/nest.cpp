// SPDX-License-Identifier: GPL-3.0-or-later
// The loops of the selected kernel's fastest choice, each with the bytes that one of its turns works on,
// against the capacities of the caches.
#include "core/tuner/kernel_nest.h"
#include "views/measure/tuning/tuning_charts.h"
#include "views/measure/tuning/tuning_text.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_layer.h"
#include "views/support/chart/chart_style.h"
#include "views/support/quantity.h"
#include "views/support/utf8.h"

#include <QFontMetricsF>
#include <QLegend>
#include <QLineSeries>
#include <QPainter>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace edgewright::views::nest_tuning {

namespace {

struct TuningNest {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::TuningNest)
};

constexpr double Indent = 14;     // pixels of a loop inside another one
constexpr double BarShare = 0.26; // of a row, below its text
constexpr std::size_t MaxLoops = 40;

struct NestRow {
    std::size_t depth = 0;
    QString words;
    double bytes = 0; // 0: not known
    QString level;
    bool isParallel = false;
};

struct DrawnNest {
    QString title;
    std::vector<NestRow> rows;
};

// The task whose nest is shown: the selected one, else the one that takes longest, of a log of those with a
// nest.
std::optional<std::size_t> shownTask(const TuningInput& input) {
    if (const auto subject = input.subject()) return subject;
    const tuner::Tried& tried = input.tried();
    std::optional<std::size_t> longest;
    double most = 0;
    for (std::size_t i = 0; i < tried.tasks.size(); ++i) {
        const auto best = tried.best(i);
        if (!best || (!tried.tasks[i].task && tried.trials[*best].nest.empty())) continue;
        const double seconds = tried.tasks[i].weight * tried.trials[*best].seconds;
        if (seconds > most) most = seconds, longest = i;
    }
    return longest;
}

QString levelText(const std::string& level) {
    return level == tuner::RegisterLevel   ? TuningNest::tr("registers")
           : level == measure::MemoryLevel ? TuningNest::tr("memory")
                                           : text(level);
}

DrawnNest drawnNest(const tuner::KernelNest& nest) {
    DrawnNest drawn{text(nest.title), {}};
    for (const tuner::KernelLoop& each : nest.loops)
        drawn.rows.push_back({each.depth, text(each.text()), static_cast<double>(each.bytes),
                              levelText(each.level), each.isParallel});
    return drawn;
}

// A line each, indented by two blanks a level.
DrawnNest loggedNest(const std::string& nest) {
    DrawnNest drawn;
    for (const QString& line : text(nest).split(u'\n', Qt::SkipEmptyParts)) {
        if (drawn.rows.size() == MaxLoops) break;
        const QString words = line.trimmed();
        drawn.rows.push_back({static_cast<std::size_t>(line.indexOf(words) / 2), words, 0, {}, false});
    }
    return drawn;
}

// What was decided on, else the fastest trial.
std::optional<tuner::TriedChoice> shownChoice(const tuner::Tried& tried, std::size_t task) {
    if (tried.tasks[task].winner) return tried.tasks[task].winner;
    if (const auto best = tried.best(task)) return tried.trials[*best].choice;
    return std::nullopt;
}

// Logs tell no roof: what was tried on this machine stands against the sizes of its caches.
measure::ThreadRoof roofOf(const TuningInput& input, std::size_t task) {
    if (input.shown->roof) return *input.shown->roof;
    const bool isHere = input.shown->machine == text(measure::thisMachine().text());
    return isHere ? tuner::cachesHere(input.tried().tasks[task].threads) : measure::ThreadRoof();
}

DrawnNest nestOf(const TuningInput& input) {
    const auto task = shownTask(input);
    if (!task) return {};
    DrawnNest drawn;
    const tuner::TriedTask& tried = input.tried().tasks[*task];
    const auto choice = shownChoice(input.tried(), *task);
    if (choice && tried.task) {
        const measure::ThreadRoof roof = roofOf(input, *task);
        if (const auto nest = tuner::kernelNest(*tried.task, *choice, tried.threads, &roof))
            drawn = drawnNest(*nest);
    }
    if (drawn.rows.empty()) // of another model, or of another machine's vectors
        if (const auto best = input.tried().best(*task)) drawn = loggedNest(input.tried().trials[*best].nest);
    drawn.title =
        drawn.title.isEmpty()
            ? taskName(input.tried(), *task)
            : TuningNest::tr("%1: %2", "kernel, way").arg(taskName(input.tried(), *task), drawn.title);
    return drawn;
}

void paintRows(QPainter& painter, const ChartLayer& layer, const DrawnNest& nest, const Theme& theme) {
    const QFontMetricsF metrics(font(TextSize::Small));
    painter.setFont(font(TextSize::Small));
    const QRectF plot = layer.plot();
    const double row = plot.height() / static_cast<double>(std::max<std::size_t>(nest.rows.size(), 1));
    for (std::size_t i = 0; i < nest.rows.size(); ++i) {
        const NestRow& each = nest.rows[i];
        const double top = plot.top() + static_cast<double>(i) * row,
                     left = plot.left() + 4 + static_cast<double>(each.depth) * Indent;
        QString words = each.words;
        if (each.bytes > 0) words += QStringLiteral(" · ") + bytesText(static_cast<std::int64_t>(each.bytes));
        if (!each.level.isEmpty()) words += QStringLiteral(" · ") + each.level;
        if (each.isParallel) words += QStringLiteral(" · ") + TuningNest::tr("for threads");
        const double height = std::min(metrics.height(), row * (1 - BarShare));
        const double block = height + BarShare * row, begin = top + (row - block) / 2;
        if (row >= metrics.height()) {
            painter.setPen(theme.text);
            painter.drawText(QRectF(left, begin, plot.right() - left, metrics.height()),
                             Qt::AlignLeft | Qt::AlignVCenter,
                             metrics.elidedText(words, Qt::ElideRight, plot.right() - left));
        }
        if (each.bytes <= 0) continue;
        QColor fill = theme.category(each.isParallel ? ops::Category::Activation : ops::Category::Compute);
        fill.setAlphaF(0.8f);
        const double end = layer.place({each.bytes, 0}).x();
        painter.fillRect(QRectF(plot.left(), begin + height, std::max(2.0, end - plot.left()),
                                std::min(BarShare * row, 8.0)),
                         fill);
    }
}

BuiltChart build(const TuningInput& input, const Theme& theme, std::vector<std::optional<std::size_t>>& tasks) {
    BuiltChart built;
    QChart& chart = *built.chart;
    chart.legend()->hide();
    const DrawnNest nest = nestOf(input);
    double low = 64, high = 1024;
    for (const NestRow& each : nest.rows)
        if (each.bytes > 0) low = std::min(low, each.bytes), high = std::max(high, each.bytes);
    const bool hasBytes = std::ranges::any_of(nest.rows, [](const NestRow& each) { return each.bytes > 0; });
    chart.setTitle(chartWords(hasBytes ? nest.title : TuningNest::tr("%1 · bytes not known").arg(nest.title)));
    QScatterSeries* places = addHiddenPoints(chart);
    auto* notes = new ChartAnnotations(chart, theme);
    const auto count = static_cast<double>(std::max<std::size_t>(nest.rows.size(), 1));
    if (hasBytes) {
        const measure::ThreadRoof roof = roofOf(input, *shownTask(input));
        for (const measure::LevelBandwidth& level : roof.levels) {
            if (level.capacity <= 0) continue;
            const double capacity = static_cast<double>(level.capacity) / std::max(1, roof.threads);
            high = std::max(high, capacity);
            QLineSeries* wall =
                addLine(chart, QPen(theme.muted, 1.2, Qt::DashLine), {{capacity, 0}, {capacity, count}});
            notes->add(ChartLabel{wall,
                                  {capacity, 0},
                                  TuningNest::tr("%1: %2", "cache, bytes")
                                      .arg(text(level.level), bytesText(static_cast<std::int64_t>(capacity))),
                                  theme.muted,
                                  Qt::AlignTop | Qt::AlignLeft});
        }
    }
    auto* rows = new QValueAxis;
    rows->setRange(0, count);
    rows->setLabelsVisible(false);
    rows->setGridLineVisible(false);
    rows->setTickCount(2);
    QAbstractAxis* across =
        hasBytes ? makeLogAxis(low / 2, high * 4,
                               TuningNest::tr("Bytes that one turn works on; dashes: caches of a thread"))
                 : makeValueAxis(0, 1, 1, {});
    if (!hasBytes) across->setLabelsVisible(false);
    addAxes(chart, across, rows);
    for (std::size_t i = 0; i < nest.rows.size(); ++i) {
        const NestRow& each = nest.rows[i];
        const QPointF at(each.bytes > 0 ? each.bytes
                         : hasBytes     ? low
                                        : 0.02,
                         count - static_cast<double>(i) - 0.5);
        places->append(at);
        QStringList tip{each.words};
        if (each.isParallel) tip << TuningNest::tr("shared out among threads");
        if (each.bytes > 0)
            tip << TuningNest::tr("one turn works on %1").arg(bytesText(static_cast<std::int64_t>(each.bytes)));
        if (!each.level.isEmpty()) tip << TuningNest::tr("kept in: %1").arg(each.level);
        built.targets.push_back({places, at, tip.join(u'\n')});
        tasks.push_back(std::nullopt);
    }
    new ChartLayer(chart, *places, 50, [nest, &theme](QPainter& painter, const ChartLayer& layer) {
        paintRows(painter, layer, nest, theme);
    });
    styleChart(chart, theme);
    return built;
}

QString noNest(const TuningInput& input) {
    if (!nestOf(input).rows.empty()) return {};
    return input.shown->log      ? TuningNest::tr("This log tells no loops of the fastest trial.")
           : input.shown->result ? TuningNest::tr("The loops of this kernel are not known.")
                                 : TuningNest::tr("The loops of the fastest trial stand here.");
}

} // namespace

extern const TuningChartSpec entry{"tuning-loops", QT_TRANSLATE_NOOP("Chart", "Loop nest of a tuned kernel"),
                                   QT_TRANSLATE_NOOP("Chart", "Loop nest"), noNest, build};

} // namespace edgewright::views::nest_tuning
