// SPDX-License-Identifier: GPL-3.0-or-later
// A Qt chart with the gestures of every chart here: hover names a point, click reports it, the wheel zooms
// about the pointer, drag pans, double click fits, Esc clears.
#pragma once

#include "views/support/figure.h"

#include <QChartView>

#include <functional>
#include <optional>
#include <vector>

namespace edgewright::views {

// Something that can be hovered and clicked.
struct ChartTarget {
    QAbstractSeries* series = nullptr;
    QPointF at; // in the values of the series' axes
    QString tip;
};

struct BuiltChart {
    std::unique_ptr<QChart> chart; // styled
    std::vector<ChartTarget> targets;
};

class ChartPane final : public QChartView {
    Q_OBJECT
public:
    explicit ChartPane(QWidget* parent = nullptr);
    ~ChartPane() override;

    // Keeps the zoom when `keepView`.
    void display(BuiltChart built, bool keepView);
    // Bars: the whole column belongs to the nearest target in x.
    void setPickByColumn(bool on) { m_byColumn = on; }
    std::size_t targetCount() const { return m_targets.size(); }
    // Viewport coordinates of a target.
    QPointF positionOf(std::size_t index) const;
    std::optional<std::size_t> targetAt(QPointF at) const;

signals:
    void targetClicked(std::size_t index);
    void cleared();

protected:
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    using Ranges = std::vector<std::pair<double, double>>; // by axis
    Ranges ranges() const;
    void setRanges(const Ranges& ranges);

    std::vector<ChartTarget> m_targets;
    Ranges m_fit;
    bool m_zoomed = false, m_byColumn = false;
    std::optional<QPointF> m_pressed, m_dragged;
};

// Rebuilds the chart for the theme and size of the page.
Figure chartFigure(QString name, QString title, QSizeF size, std::function<BuiltChart(const Theme&)> build);

// A logarithmic axis over [low, high]: powers of ten, or of two where fewer than two powers of ten would show.
QAbstractAxis* makeLogAxis(double low, double high, const QString& title);

} // namespace edgewright::views
