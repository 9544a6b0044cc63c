// SPDX-License-Identifier: GPL-3.0-or-later
// A Qt chart that is moved as ViewportController says: hover names a point, click reports it, Esc clears.
#pragma once

#include "views/support/chart/chart_style.h"
#include "views/support/viewport/viewport_controller.h"

#include <QChartView>
#include <QLineSeries>
#include <QScatterSeries>

#include <functional>
#include <optional>
#include <vector>

namespace edgewright::views {

// Something that can be hovered and clicked.
struct ChartTarget {
    QAbstractSeries* series = nullptr;
    QPointF at; // in the values of the series' axes
    QString tip;
    std::optional<QRectF> bar = {}; // what it covers, in the same values; empty: it is a mark
    QString hint = {};              // below the tip, on screen alone

    QString told() const { return hint.isEmpty() ? tip : tip + u'\n' + hint; }
};

struct BuiltChart {
    std::unique_ptr<QChart> chart = emptyChart(); // styled
    std::vector<ChartTarget> targets;
};

class ChartPane final : public QChartView, private Viewport {
    Q_OBJECT
public:
    explicit ChartPane(QWidget* parent = nullptr);
    ~ChartPane() override;

    // Keeps the zoom when `keepView`.
    void display(BuiltChart built, bool keepView);
    // Bars: the whole column belongs to the nearest target in x.
    void setPickByColumn(bool on) { m_byColumn = on; }
    std::size_t targetCount() const { return m_targets.size(); }
    void forget() { m_targets.clear(); } // nothing that is drawn can be chosen any more
    // Viewport coordinates of a target.
    QPointF positionOf(std::size_t index) const;
    std::optional<std::size_t> targetAt(QPointF at) const;

signals:
    void targetClicked(std::size_t index);
    bool cleared(); // Esc, or a click beside everything; true: there was something to clear

protected:
    bool viewportEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void zoomView(double factor, QPointF about, ZoomAxes axes) override;
    void panView(QPointF way) override;
    void fitView() override;
    QPointF viewCentre() const override;
    void hoverView(QPointF at) override;
    void clickView(const QMouseEvent& event) override;
    bool clearView() override;
    bool hasSpots() const override { return true; } // targets, by index
    std::int64_t spotTowards(std::int64_t from, Qt::Key arrow) const override;
    std::int64_t spotAt(QPointF at) const override;
    QRectF spotRect(std::int64_t spot) const override;
    QRectF spotRoom() const override;
    QString spotText(std::int64_t spot) const override;
    bool chooseSpot(std::int64_t spot) override;
    bool isTarget(std::int64_t spot) const;
    bool isWithinAll(const ChartTarget& target) const; // not: it has no place in the picture
    QRectF seenPart() const override;
    void seePart(const QRectF& part) override;

    std::vector<QAbstractAxis*> numberAxes() const;
    using Ranges = std::vector<std::pair<double, double>>; // by number axis; powers of ten on a logarithmic one
    Ranges ranges() const;
    void setRanges(const Ranges& ranges);
    void fitTicks(); // fewer on upright axes than makeValueAxis() was told where their labels have no room
    // Each axis along one of `axes` keeps the value at its `fixed` share, shrinks by `factor` and moves by its
    // share of `way`; never beyond what fitView() shows.
    void moveRanges(ZoomAxes axes, double factor, QPointF fixed, QPointF way);

    std::vector<ChartTarget> m_targets;
    Ranges m_fit;
    bool m_zoomed = false, m_byColumn = false;
    ViewportController m_controller{*this, *viewport(), *this};
};

// Rebuilds the chart for the theme and size of the page.
Figure chartFigure(QString name, QString title, QSizeF size, std::function<BuiltChart(const Theme&)> build);

// A linear axis over [low, high] with a mark at every multiple of `step`.
QAbstractAxis* makeValueAxis(double low, double high, double step, const QString& title);
double indexStep(std::size_t count); // for an axis of that many things, by index

// A logarithmic axis over [low, high]: powers of ten, or of two where fewer than two powers of ten would show.
QAbstractAxis* makeLogAxis(double low, double high, const QString& title);

// For all series that the chart has.
void addAxes(QChart& chart, QAbstractAxis* below, QAbstractAxis* left);

// Series of the chart; lines have no place in its legend.
QLineSeries* addLine(QChart& chart, const QPen& pen, const QList<QPointF>& points = {});
QScatterSeries* addMarks(QChart& chart, QScatterSeries::MarkerShape shape, double size, const QColor& ink,
                         const QColor& border, const QString& name = {});
// Points without a mark, for the axes of layers and for what a pointer finds; the series is in the chart.
QScatterSeries* addHiddenPoints(QChart& chart);

} // namespace edgewright::views
