// SPDX-License-Identifier: GPL-3.0-or-later
// The best of what the other axes allow over the size of the array, or over SRAM: a line for each dataflow, or
// each size.
#include "views/accelerator/charts/cost_text.h"
#include "views/accelerator/dse/dse_charts.h"
#include "views/accelerator/dse/log_scale.h"
#include "views/accelerator/dse/space_text.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_style.h"
#include "views/support/quantity.h"

#include <QFontMetricsF>
#include <QLegend>
#include <QLineSeries>
#include <QLogValueAxis>
#include <QMargins>
#include <QScatterSeries>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

struct DseChartText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::DseChart)
};

constexpr std::size_t MaxLines = 8;
constexpr std::size_t MaxMarks = 96; // of a line; of more the best of those that lie close together

struct Look {
    QColor color;
    QScatterSeries::MarkerShape shape = QScatterSeries::MarkerShapeCircle;
};

Look lookOf(cost::Dataflow dataflow, const Theme& theme) {
    switch (dataflow) {
    case cost::Dataflow::WeightStationary:
        return {theme.category(ops::Category::Activation), QScatterSeries::MarkerShapeRectangle};
    case cost::Dataflow::InputStationary:
        return {theme.category(ops::Category::Normalisation), QScatterSeries::MarkerShapeTriangle};
    case cost::Dataflow::OutputStationary:
        break;
    }
    return {theme.category(ops::Category::Compute), QScatterSeries::MarkerShapeCircle};
}

QString code(cost::Dataflow dataflow) {
    const std::string_view name = cost::dataflowName(dataflow);
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size())).toUpper();
}

bool variesArray(const cost::DesignSpace& space) {
    return space.varies(cost::Axis::Size) || space.varies(cost::Axis::Rows) || space.varies(cost::Axis::Cols);
}

QString noSizes(const DseInput& input) {
    return variesArray(input.explored->space())
               ? QString()
               : DseChartText::tr("No size of the array is varied: give values for rows, columns, or both.");
}

QString noSram(const DseInput& input) {
    return input.explored->space().varies(cost::Axis::Sram) ? QString()
                                                            : DseChartText::tr("SRAM is not varied.");
}

// What the lines of a space are told apart by.
enum class By { Dataflow, Array, Nothing };

class Lines {
public:
    Lines(const DseInput& input, const Theme& theme, bool isOverSram)
        : m_input(input), m_space(input.explored->space()), m_theme(theme), m_isOverSram(isOverSram),
          m_by(m_space.varies(cost::Axis::Dataflow) ? By::Dataflow
               : isOverSram && variesArray(m_space) ? By::Array
                                                    : By::Nothing),
          m_table(input,
                  isOverSram ? cost::Direction::along(m_space, cost::Axis::Sram)
                             : cost::Direction::cells(m_space),
                  m_by == By::Dataflow ? cost::Direction::along(m_space, cost::Axis::Dataflow)
                  : m_by == By::Array  ? cost::Direction::cells(m_space)
                                       : cost::Direction::none(m_space)) {}

    BuiltChart build(std::vector<std::size_t>& places);

private:
    double across(std::size_t slot) const {
        const double value = m_table.across().value(slot);
        return m_isOverSram ? value : std::sqrt(value);
    }
    QString nameOf(std::size_t line) const {
        const double value = m_table.down().value(line);
        if (m_by == By::Dataflow) return dataflowTitle(m_space.dataflows[static_cast<std::size_t>(value)]);
        return DseChartText::tr("%1 cells").arg(digitsText(value, 6));
    }
    QString briefOf(std::size_t line) const {
        const double value = m_table.down().value(line);
        return m_by == By::Dataflow ? code(m_space.dataflows[static_cast<std::size_t>(value)])
                                    : digitsText(value, 6);
    }
    Look lookFor(std::size_t line) const {
        if (m_by == By::Dataflow)
            return lookOf(m_space.dataflows[static_cast<std::size_t>(m_table.down().value(line))], m_theme);
        if (m_by == By::Nothing) return lookOf(m_space.base.dataflow, m_theme);
        return {markColour(m_theme, static_cast<double>(line) / static_cast<double>(std::max<std::size_t>(
                                                                    1, m_table.down().count() - 1)))};
    }
    // Some of many, with the one that the best is on.
    std::vector<std::size_t> shownLines() const {
        const std::size_t all = m_table.down().count(), shown = std::min(all, MaxLines);
        std::vector<std::size_t> lines;
        for (std::size_t i = 0; i < shown; ++i)
            lines.push_back(shown == 1 ? 0 : i * (all - 1) / (shown - 1));
        const auto& best = m_table.marked();
        if (best && std::ranges::find(lines, best->second) == lines.end())
            lines[(best->second * (shown - 1) + (all - 1) / 2) / (all - 1)] = best->second;
        return lines;
    }
    // Of a line: all that have a point, or the best ones in equal parts of the axis.
    std::vector<std::size_t> shownSlots(std::size_t line) const;
    // On the right of the plot, for whole names where they leave three quarters of the chart, else for brief
    // ones.
    void makeRoomForNames(QChart& chart, const std::vector<std::size_t>& lines) const;

    const DseInput& m_input;
    const cost::DesignSpace& m_space;
    const Theme& m_theme;
    bool m_isOverSram;
    By m_by;
    MarkedTable m_table;
};

// What numbers of a measure are divided by on an axis, and its title.
std::pair<double, QString> axisUnit(cost::Measure measure, double typical, const std::string& energyUnit) {
    using Units = std::initializer_list<std::pair<double, const char*>>;
    const auto unitOf = [typical](Units units) { // falling
        for (const auto& each : units)
            if (typical >= each.first) return each;
        return *(units.end() - 1);
    };
    const auto title = [measure](const char* unit) {
        return DseChartText::tr("%1 (%2)", "measure and unit")
            .arg(measureTitle(measure), QString::fromUtf8(unit));
    };
    if (measure == cost::Measure::Cycles) {
        const CyclesUnit unit = cyclesUnit(typical);
        return {unit.size, unit.title(DseChartText::tr("Cycles (%1 cycles)"))};
    }
    if (measure == cost::Measure::Area) return {1, title("mm²")};
    if (measure == cost::Measure::Seconds) {
        const auto unit = unitOf({{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}});
        return {unit.first, title(unit.second)};
    }
    const bool isProduct = measure == cost::Measure::Product;
    if (energyUnit != "pJ") {
        const auto unit = unitOf({{1e9, "10⁹ "}, {1e6, "10⁶ "}, {1e3, "10³ "}, {1, ""}});
        return {unit.first, title("").replace(QStringLiteral("()"),
                                              DseChartText::tr("(%1MAC energies%2)")
                                                  .arg(QString::fromUtf8(unit.second),
                                                       isProduct ? QStringLiteral("·s") : QString()))};
    }
    const auto unit =
        isProduct
            ? unitOf({{1e12, "J·s"}, {1e9, "mJ·s"}, {1e6, "µJ·s"}, {1e3, "nJ·s"}, {1, "pJ·s"}, {1e-3, "fJ·s"}})
            : unitOf({{1e12, "J"}, {1e9, "mJ"}, {1e6, "µJ"}, {1e3, "nJ"}, {1, "pJ"}});
    return {unit.first, title(unit.second)};
}

std::vector<std::size_t> Lines::shownSlots(std::size_t line) const {
    const std::size_t all = m_table.across().count();
    const double first = std::log(across(0)), span = std::log(across(all - 1)) - first;
    std::vector<std::size_t> shown;
    std::optional<std::size_t> last; // part of the newest in `shown`
    for (std::size_t slot = 0; slot < all; ++slot) {
        if (!m_table.at(slot, line)) continue;
        const auto part = all <= MaxMarks ? slot
                                          : static_cast<std::size_t>((std::log(across(slot)) - first) / span *
                                                                     static_cast<double>(MaxMarks - 1));
        if (last != part)
            shown.push_back(slot);
        else if (m_table.isMarked(slot, line) ||
                 (!m_table.isMarked(shown.back(), line) &&
                  m_table.valueAt(slot, line) < m_table.valueAt(shown.back(), line)))
            shown.back() = slot;
        last = part;
    }
    return shown;
}

void Lines::makeRoomForNames(QChart& chart, const std::vector<std::size_t>& lines) const {
    constexpr double Around = 14; // pixels beside a name
    const QFontMetricsF metrics(font(TextSize::Small, true));
    double whole = 0, brief = 0;
    for (const std::size_t line : lines) {
        whole = std::max(whole, metrics.horizontalAdvance(nameOf(line)) + Around);
        brief = std::max(brief, metrics.horizontalAdvance(briefOf(line)) + Around);
    }
    const auto makeRoom = [whole, brief, on = &chart] {
        QMargins margins = on->margins();
        margins.setRight(static_cast<int>(std::ceil(whole <= on->size().width() / 4 ? whole : brief)));
        on->setMargins(margins);
    };
    QObject::connect(&chart, &QGraphicsWidget::geometryChanged, &chart, makeRoom);
    makeRoom();
}

BuiltChart Lines::build(std::vector<std::size_t>& places) {
    const pipeline::Explored& explored = *m_input.explored;
    BuiltChart built;
    QChart& chart = *built.chart;
    chart.setTitle(m_isOverSram           ? DseChartText::tr("SRAM, the best of all else")
                   : m_by == By::Dataflow ? DseChartText::tr("Array size and dataflow")
                                          : DseChartText::tr("Array size"));
    const std::vector<std::size_t> lines = shownLines();
    double least = INFINITY, most = 0, smallest = INFINITY, largest = 0;
    for (const std::size_t line : lines)
        for (const std::size_t slot : shownSlots(line)) {
            const double value = m_table.valueAt(slot, line);
            least = std::min(least, value);
            most = std::max(most, value);
            smallest = std::min(smallest, across(slot));
            largest = std::max(largest, across(slot));
        }
    if (!m_table.marked()) return built;
    const bool isCounted = m_input.measure == cost::Measure::Cycles;
    const double floor = isCounted ? 1.0 : 1e-30;
    least = std::max(least, floor);
    most = std::max(most, least);
    const auto [size, title] = axisUnit(m_input.measure, std::sqrt(least * most), explored.findings.energyUnit);
    auto* x = new QLogValueAxis;
    x->setBase(2);
    const double begin = smallest / 1.25;
    const bool hasTick = std::floor(std::log2(largest * 1.25)) >= std::ceil(std::log2(begin));
    x->setRange(begin, largest * (hasTick ? 1.25 : 1.6));
    x->setLabelFormat(QString::fromLatin1(TickFormat));
    x->setTitleText(m_isOverSram ? DseChartText::tr("SRAM of inputs, weights and outputs together (KiB)")
                    : m_space.sizes.empty() ? DseChartText::tr("Side of a square array with as many cells")
                                            : DseChartText::tr("Array rows = columns"));
    // Below the best point there is room for what is said of it.
    const double below = std::max(1.6, 1.1 * std::pow(most / least, 0.2));
    QAbstractAxis* y = makeLogAxis(least / size / below, most / size * 1.6, title);
    chart.legend()->hide(); // the lines carry their names
    auto* notes = new ChartAnnotations(chart, m_theme);
    if (m_by != By::Nothing) makeRoomForNames(chart, lines);
    const auto current = m_space.indexOf(m_input.current);
    for (const std::size_t line : lines) {
        const Look look = lookFor(line);
        QLineSeries* drawn = addLine(chart, QPen(look.color, 1.5));
        const double wide = m_table.across().count() > 40                       ? 5
                            : look.shape == QScatterSeries::MarkerShapeTriangle ? 11
                                                                                : 9;
        QScatterSeries* marks = addMarks(chart, look.shape, wide, look.color, m_theme.surface);
        for (const std::size_t slot : shownSlots(line)) {
            const auto place = m_table.at(slot, line);
            const QPointF at(across(slot), std::max(floor, m_table.valueAt(slot, line)) / size);
            drawn->append(at);
            marks->append(at);
            built.targets.push_back({marks, at, pointText(explored, *place), {}, pointHint()});
            places.push_back(*place);
            if (current == explored.points[*place].index) notes->add(ChartRing{marks, at, m_theme.accent});
            if (m_table.isMarked(slot, line)) {
                const cost::Accelerator array = explored.at(*place);
                const QString words = isCounted || m_input.measure == cost::Measure::Seconds
                                          ? DseChartText::tr("fastest: %1 × %2, %3")
                                          : DseChartText::tr("best: %1 × %2, %3");
                notes->add(ChartLabel{marks, at,
                                      words.arg(array.rows)
                                          .arg(array.cols)
                                          .arg(measureText(m_table.valueAt(slot, line), m_input.measure,
                                                           explored.findings.energyUnit)),
                                      m_theme.text, Qt::AlignBottom | Qt::AlignLeft});
            }
        }
        if (m_by != By::Nothing && drawn->count() > 0)
            notes->add(ChartLabel{drawn, drawn->at(drawn->count() - 1), nameOf(line), look.color,
                                  Qt::AlignRight, true, briefOf(line)});
    }
    addAxes(chart, x, y);
    styleChart(chart, m_theme);
    return built;
}

template <bool IsOverSram>
BuiltChart buildLines(const DseInput& input, const Theme& theme, std::vector<std::size_t>& places) {
    return Lines(input, theme, IsOverSram).build(places);
}

} // namespace

namespace size_lines_dse {
extern const DseChartSpec entry{.name = "dse",
                                .title = QT_TRANSLATE_NOOP("Chart", "Over array size"),
                                .emptyText = noSizes,
                                .build = buildLines<false>};
}

namespace sram_lines_dse {
extern const DseChartSpec entry{.name = "dse-sram",
                                .title = QT_TRANSLATE_NOOP("Chart", "Over SRAM"),
                                .emptyText = noSram,
                                .build = buildLines<true>};
}

} // namespace edgewright::views
