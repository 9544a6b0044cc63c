// SPDX-License-Identifier: GPL-3.0-or-later
// A picture of many points, painted on a thread of its own: hover names a point, a click chooses it. Where it
// has axes, a drag along one chooses an interval, a click on that takes it back, and Esc all of them.
#pragma once

#include "core/pipeline/costs/exploration.h"
#include "views/accelerator/dse/seen_points.h"
#include "views/support/figure/figure.h"
#include "views/support/job/job_slot.h"
#include "views/support/viewport/viewport_controller.h"

#include <QElapsedTimer>
#include <QImage>
#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

namespace edgewright::views {

class StageOverlay;

// Draws; on any thread. Points are places in explored(), -1 is none. `window`: the part of the picture that
// is seen, in shares of it.
class SpacePainter {
public:
    struct Frame {
        QRectF area, window{0, 0, 1, 1};
    };
    virtual ~SpacePainter() = default;
    virtual void paint(QPainter& painter, const Frame& frame, const Theme& theme) const = 0;
    // The point under the pointer; one of several that look alike here.
    virtual std::int64_t pointAt(const Frame& frame, QPointF at) const = 0;
    virtual QRectF rectOf(const Frame& frame, std::int64_t point) const = 0;
    // The place where a picture on paper tells the point's name under the pointer; of a line small parts.
    virtual std::vector<QRectF> titledAt(const Frame& frame, std::int64_t point) const {
        return {rectOf(frame, point)};
    }
    virtual void mark(QPainter& painter, const Frame& frame, std::int64_t point,
                      const QColor& colour) const = 0;
    virtual std::int64_t towards(std::int64_t from, Qt::Key arrow) const = 0;
    virtual QRectF plot(const QRectF& area) const = 0; // in which points lie
    virtual bool zooms() const { return false; }
    // The name of the axis under the pointer that intervals can be chosen on; empty: there is none.
    virtual std::string axisAt(const Frame& /*frame*/, QPointF /*at*/) const { return {}; }
    // The part of that axis between two heights.
    virtual AxisInterval intervalAt(const Frame& /*frame*/, const std::string& /*axis*/, double /*from*/,
                                    double /*to*/) const {
        return {};
    }
    virtual AxisIntervals intervals() const { return {}; } // that are chosen
    virtual std::shared_ptr<const pipeline::Explored> explored() const = 0;
};

class PaintedChart final : public QWidget, private Viewport {
    Q_OBJECT
public:
    // `name`: of the figure; the widget is called "<name>Chart".
    PaintedChart(const QString& name, const QString& title, QThreadPool& pool, QWidget* parent = nullptr);
    using Make = std::function<std::shared_ptr<const SpacePainter>()>; // owns all it needs
    // Pictures in between are left out while one is drawn. `pending`: newer points are on their way.
    void display(Make make, bool pending = false);
    void displayNothing(const QString& why);
    const SpacePainter* painter() const { return m_painter.get(); }
    bool isDrawing() const { return m_job.running() || m_next; }
    SpacePainter::Frame frame() const { return {area(), m_window}; }
    // The picture of `make` on paper.
    static Figure figureOf(const QString& name, const QString& title, Make make);
    std::optional<Figure> figure() const; // nothing while there is nothing to draw

    QSize sizeHint() const override { return {640, 360}; }
    QSize minimumSizeHint() const override { return {240, 180}; }

signals:
    void pointChosen(std::shared_ptr<const edgewright::pipeline::Explored> explored, quint64 place);
    void intervalsChosen(const edgewright::views::AxisIntervals& intervals); // instead of the painter's

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override; // tooltips

private:
    QRectF area() const { return QRectF(rect()).adjusted(4, 4, -8, -4); }
    void draw();
    void setWindow(QRectF window);
    void zoomView(double factor, QPointF about, ZoomAxes axes) override;
    void panView(QPointF way) override;
    void fitView() override { setWindow({0, 0, 1, 1}); }
    QPointF viewCentre() const override { return m_painter ? m_painter->plot(area()).center() : QPointF(); }
    void hoverView(QPointF at) override;
    void clickView(const QMouseEvent& event) override;
    bool doubleClickView(const QMouseEvent& event) override;
    bool ownsDrag(const QMouseEvent& event, QPointF pressed) override;
    bool clearView() override;
    bool takeBackAt(QPointF at); // the interval on the axis there; false: there is none
    bool chooseSpot(std::int64_t spot) override;
    bool hasSpots() const override { return true; }
    std::int64_t spotTowards(std::int64_t from, Qt::Key arrow) const override;
    std::int64_t spotAt(QPointF at) const override;
    QRectF spotRect(std::int64_t spot) const override;
    QRectF spotRoom() const override { return m_painter ? m_painter->plot(area()) : QRectF(); }
    QString spotText(std::int64_t spot) const override;
    QRectF seenPart() const override;
    void seePart(const QRectF& part) override { setWindow(part); }
    bool takesWheel(QPointF, Qt::KeyboardModifiers) const override { return m_painter && m_painter->zooms(); }

    struct Look { // what a picture depends on beside its painter
        QSize size;
        double ratio = 0;
        const Theme* theme = nullptr;
        QFont font;
        QRectF window;
        friend bool operator==(const Look&, const Look&) = default;
    };
    QString m_name, m_title;
    Make m_make;
    bool m_next = false;                           // m_make has not been drawn
    std::shared_ptr<const SpacePainter> m_painter; // of m_picture
    QRectF m_window{0, 0, 1, 1};
    std::int64_t m_hovered = -1;
    struct IntervalDrag {
        std::string axis;
        double from = 0;      // the height where it began
        AxisIntervals before; // of the picture then
    };
    std::optional<IntervalDrag> m_dragged;
    Look m_drawn;
    QElapsedTimer m_sinceDraw;
    qint64 m_drawTook = 0; // ms
    QImage m_picture;
    StageOverlay* m_overlay;
    ViewportController m_controller{*this, *this, *this};
    JobSlot m_job;
};

} // namespace edgewright::views
