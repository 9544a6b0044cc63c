// SPDX-License-Identifier: GPL-3.0-or-later
// Two axes as a table of colours: in each cell the best of what the others allow.
#include "views/accelerator/dse/dse_charts.h"
#include "views/accelerator/dse/log_scale.h"
#include "views/accelerator/dse/space_text.h"

#include <algorithm>
#include <cmath>

namespace edgewright::views::heat_map_dse {

namespace {

constexpr std::size_t ExactMapCells = 4096; // more are pixels of an image

struct SpaceMapText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::SpaceMap)
};

QString noTwoAxes(const DseInput& input) {
    const cost::DesignSpace& space = input.explored->space();
    if (!space.varies(input.across) || !space.varies(input.down))
        return SpaceMapText::tr("A map needs two axes that are varied.");
    if (input.across == input.down) return SpaceMapText::tr("Choose two different axes.");
    return {};
}

class SpaceMap final : public SpacePainter {
public:
    explicit SpaceMap(const DseInput& input)
        : m_input(input), m_table(input, cost::Direction::along(space(), input.across),
                                  cost::Direction::along(space(), input.down)),
          m_scale(scaleOf(m_table)) {}

    std::shared_ptr<const pipeline::Explored> explored() const override { return m_input.explored; }

    QRectF plot(const QRectF& area) const override {
        const QFontMetricsF metrics(font(TextSize::Small));
        double names = 0;
        const std::size_t step = rows() / 64 + 1;
        for (std::size_t row = 0; row < rows(); row += step)
            names = std::max(names, metrics.horizontalAdvance(rowName(row)));
        names = std::max(names, metrics.horizontalAdvance(rowName(rows() - 1)));
        return area.adjusted(metrics.height() + 8 + std::min(names, 90.0) + 6, metrics.height() + 10, -BarRoom,
                             -(2 * metrics.height() + 12));
    }

    void paint(QPainter& painter, const Frame& frame, const Theme& theme) const override {
        const QRectF rect = plot(frame.area);
        if (rect.width() < 20 || rect.height() < 20) return;
        const QFont small = font(TextSize::Small), bold = font(TextSize::Small, true);
        painter.setFont(bold);
        painter.setPen(theme.text);
        painter.drawText(
            QRectF(frame.area.left(), frame.area.top(), frame.area.width(), rect.top() - frame.area.top()),
            Qt::AlignLeft | Qt::AlignTop,
            SpaceMapText::tr("%1: the best for each cell").arg(measureTitle(m_input.measure)));
        painter.setRenderHint(QPainter::Antialiasing, false);
        if (rows() * columns() > ExactMapCells)
            paintImage(painter, rect, theme);
        else
            paintCells(painter, rect, theme);
        painter.setRenderHint(QPainter::Antialiasing, true);
        painter.setFont(small);
        paintNames(painter, frame.area, rect, theme);
        if (const auto current = space().indexOf(m_input.current)) {
            const auto [column, row] = m_table.cellOf(*current);
            frameCell(painter, cell(rect, column, row), theme.accent, theme.surface);
        }
        const std::string& unit = m_input.explored->findings.energyUnit;
        paintColourBar(
            painter, QRectF(rect.right() + 14, rect.top(), BarRoom - 14, rect.height()), m_scale,
            briefTitle(m_input.measure, unit),
            [&](double value) { return briefMeasure(value, m_input.measure, unit); },
            [&](double t) { return theme.ordered(t); }, theme);
    }

    std::int64_t pointAt(const Frame& frame, QPointF at) const override {
        const QRectF rect = plot(frame.area);
        if (!rect.contains(at)) return -1;
        const auto column = static_cast<std::size_t>((at.x() - rect.left()) / rect.width() * double(columns()));
        const auto row = static_cast<std::size_t>((rect.bottom() - at.y()) / rect.height() * double(rows()));
        return placeIn(std::min(column, columns() - 1), std::min(row, rows() - 1));
    }

    QRectF rectOf(const Frame& frame, std::int64_t point) const override {
        const auto [column, row] = slotsOf(point);
        return cell(plot(frame.area), column, row);
    }

    void mark(QPainter& painter, const Frame& frame, std::int64_t point, const QColor& colour) const override {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colour, 2));
        painter.drawRect(rectOf(frame, point));
    }

    std::int64_t towards(std::int64_t from, Qt::Key arrow) const override {
        const auto& best = m_table.marked();
        if (from < 0) return best ? placeIn(best->first, best->second) : -1;
        auto [column, row] = slotsOf(from);
        while (true) {
            if (arrow == Qt::Key_Left && column-- == 0) return -1;
            if (arrow == Qt::Key_Right && ++column == columns()) return -1;
            if (arrow == Qt::Key_Down && row-- == 0) return -1;
            if (arrow == Qt::Key_Up && ++row == rows()) return -1;
            if (const std::int64_t place = placeIn(column, row); place >= 0) return place;
        }
    }

private:
    static constexpr double BarRoom = 104;

    const cost::DesignSpace& space() const { return m_input.explored->space(); }
    std::size_t columns() const { return m_table.across().count(); }
    std::size_t rows() const { return m_table.down().count(); }
    QString columnName(std::size_t column) const {
        return axisValue(space(), m_input.across, m_table.across().value(column));
    }
    QString rowName(std::size_t row) const {
        return axisValue(space(), m_input.down, m_table.down().value(row));
    }
    std::int64_t placeIn(std::size_t column, std::size_t row) const {
        const auto place = m_table.at(column, row);
        return place ? static_cast<std::int64_t>(*place) : -1;
    }
    std::pair<std::size_t, std::size_t> slotsOf(std::int64_t point) const {
        return m_table.cellOf(m_input.explored->points[static_cast<std::size_t>(point)].index);
    }
    static LogScale scaleOf(const MarkedTable& table) {
        std::vector<double> values;
        for (std::size_t row = 0; row < table.down().count(); ++row)
            for (std::size_t column = 0; column < table.across().count(); ++column)
                if (table.at(column, row)) values.push_back(table.valueAt(column, row));
        return LogScale::over(values);
    }
    QRectF cell(const QRectF& rect, std::size_t column, std::size_t row) const {
        const double width = rect.width() / double(columns()), height = rect.height() / double(rows());
        return {rect.left() + double(column) * width, rect.bottom() - double(row + 1) * height, width, height};
    }
    QColor colourOf(std::size_t column, std::size_t row, const Theme& theme) const {
        if (!m_table.at(column, row)) return theme.line;
        return theme.ordered(std::clamp(m_scale.share(m_table.valueAt(column, row)), 0.0, 1.0));
    }
    void paintCells(QPainter& painter, const QRectF& rect, const Theme& theme) const;
    void paintImage(QPainter& painter, const QRectF& rect, const Theme& theme) const;
    void paintNames(QPainter& painter, const QRectF& area, const QRectF& rect, const Theme& theme) const;
    static void frameCell(QPainter& painter, const QRectF& rect, const QColor& colour, const QColor& under) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(under, 4));
        painter.drawRect(rect);
        painter.setPen(QPen(colour, 2));
        painter.drawRect(rect);
    }

    DseInput m_input;
    MarkedTable m_table;
    LogScale m_scale;
};

void SpaceMap::paintCells(QPainter& painter, const QRectF& rect, const Theme& theme) const {
    const QFont small = font(TextSize::Small), bold = font(TextSize::Small, true);
    const QFontMetricsF metrics(bold);
    const std::string& unit = m_input.explored->findings.energyUnit;
    const double gap = rect.width() / double(columns()) > 12 && rect.height() / double(rows()) > 12 ? 1 : 0;
    bool fits = rect.height() / double(rows()) > metrics.height() + 2;
    std::vector<QString> texts;
    for (std::size_t row = 0; row < rows() && fits; ++row)
        for (std::size_t column = 0; column < columns() && fits; ++column) {
            const auto place = m_table.at(column, row);
            texts.push_back(place ? measureText(m_table.valueAt(column, row), m_input.measure, unit)
                                  : QString());
            if (m_input.measure == cost::Measure::Cycles) texts.back() = texts.back().section(u' ', 0, -2);
            fits = metrics.horizontalAdvance(texts.back()) + 6 < rect.width() / double(columns());
        }
    for (std::size_t row = 0; row < rows(); ++row)
        for (std::size_t column = 0; column < columns(); ++column) {
            const QRectF at = cell(rect, column, row);
            const QColor colour = colourOf(column, row, theme);
            painter.fillRect(at.adjusted(0, 0, -gap, -gap), colour);
            if (!fits) continue;
            painter.setFont(m_table.isMarked(column, row) ? bold : small);
            painter.setPen(qGray(colour.rgb()) > 120 ? QColor(Qt::black) : QColor(Qt::white));
            painter.drawText(at.adjusted(0, 0, -gap, -gap), Qt::AlignCenter, texts[row * columns() + column]);
        }
    if (const auto& best = m_table.marked(); best && !fits)
        frameCell(painter, cell(rect, best->first, best->second), theme.text, theme.surface);
}

void SpaceMap::paintImage(QPainter& painter, const QRectF& rect, const Theme& theme) const {
    constexpr std::size_t MaxPixels = 4096; // along one side; beyond, cells in between are left out
    const std::size_t width = std::min(columns(), MaxPixels), height = std::min(rows(), MaxPixels);
    QImage image(static_cast<int>(width), static_cast<int>(height), QImage::Format_RGB32);
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x)
            image.setPixel(static_cast<int>(x), static_cast<int>(y),
                           colourOf(x * columns() / width, (height - 1 - y) * rows() / height, theme).rgb());
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(rect, image);
    painter.restore();
    if (const auto& best = m_table.marked())
        frameCell(painter, cell(rect, best->first, best->second).adjusted(-2, -2, 2, 2), theme.text,
                  theme.surface);
}

// Values of the axes, as many as there is room for, and their titles.
void SpaceMap::paintNames(QPainter& painter, const QRectF& area, const QRectF& rect, const Theme& theme) const {
    const QFontMetricsF metrics(font(TextSize::Small));
    painter.setPen(theme.muted);
    double widest = 1;
    for (std::size_t column = 0; column < columns(); column += columns() / 64 + 1)
        widest = std::max(widest, metrics.horizontalAdvance(columnName(column)) + 8);
    widest = std::max(widest, metrics.horizontalAdvance(columnName(columns() - 1)) + 8);
    const auto every = [](double room, double needed) {
        return std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(needed / std::max(room, 1e-3))));
    };
    const std::size_t columnStep = every(rect.width() / double(columns()), widest);
    for (std::size_t column = 0; column < columns(); column += columnStep) {
        const QRectF at = cell(rect, column, 0);
        painter.drawText(QRectF(at.center().x() - widest, rect.bottom() + 4, 2 * widest, metrics.height()),
                         Qt::AlignHCenter | Qt::AlignTop, columnName(column));
    }
    const std::size_t rowStep = every(rect.height() / double(rows()), metrics.height());
    for (std::size_t row = 0; row < rows(); row += rowStep) {
        const QRectF at = cell(rect, 0, row);
        const double left = area.left() + metrics.height() + 8;
        painter.drawText(
            QRectF(left, at.center().y() - metrics.height() / 2, rect.left() - 6 - left, metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, rowName(row));
    }
    painter.setPen(theme.text);
    painter.drawText(QRectF(rect.left(), area.bottom() - metrics.height(), rect.width(), metrics.height()),
                     Qt::AlignHCenter | Qt::AlignBottom, axisTitleWithUnit(m_input.across));
    painter.save();
    painter.translate(area.left(), rect.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-rect.height() / 2, 0, rect.height(), metrics.height()), Qt::AlignCenter,
                     axisTitleWithUnit(m_input.down));
    painter.restore();
}

std::shared_ptr<const SpacePainter> paintSpaceMap(const DseInput& input) {
    return std::make_shared<const SpaceMap>(input);
}

} // namespace

extern const DseChartSpec entry{.name = "dse-map",
                                .title = QT_TRANSLATE_NOOP("Chart", "Heat map"),
                                .usesAxes = true,
                                .emptyText = noTwoAxes,
                                .paint = paintSpaceMap};

} // namespace edgewright::views::heat_map_dse
