// SPDX-License-Identifier: GPL-3.0-or-later
// The three pictures on screen, moved together as ViewportController says: hover tells the numbers and marks
// the same element in every panel.
#pragma once

#include "views/int8/charts/heat_painter.h"
#include "views/support/job/job_slot.h"
#include "views/support/viewport/viewport_controller.h"

#include <QWidget>

namespace edgewright::views {

class HeatMap final : public QWidget, private Viewport {
    Q_OBJECT
public:
    explicit HeatMap(QThreadPool& pool, QWidget* parent = nullptr);
    // Null: nothing to show. The zoom stays unless `fit`.
    void display(std::shared_ptr<const pipeline::ComparedTensor> pictures, std::optional<std::int64_t> channel,
                 double errorScale, bool fit);
    const HeatPainter* painter() const { return m_painter.get(); }
    // The picture on screen is an older one.
    bool isDrawing() const { return m_job.running(); }
    // The element that is looked at elsewhere has a frame in every panel; -1: none.
    void setChosen(std::int64_t element);
    // In widget coordinates.
    std::optional<QRectF> cellRect(HeatPanel panel, std::int64_t element) const;

    QSize sizeHint() const override { return {760, 320}; }
    QSize minimumSizeHint() const override { return {420, 140}; }

signals:
    void elementChosen(std::int64_t element); // by a click, or Enter
    bool cleared();                           // Esc; true: there was something to clear

protected:
    void paintEvent(QPaintEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override; // tooltips

private:
    QRectF area() const { return QRectF(rect()).adjusted(8, 4, -8, -4); }
    void setWindow(QRectF window); // clamped into the whole
    void zoomView(double factor, QPointF about, ZoomAxes axes) override;
    void panView(QPointF way) override;
    void fitView() override { setWindow({0, 0, 1, 1}); }
    QPointF viewCentre() const override;
    void hoverView(QPointF at) override;
    void clickView(const QMouseEvent& event) override;
    bool chooseSpot(std::int64_t spot) override;
    bool clearView() override;
    bool hasSpots() const override { return true; } // elements, in the panel of the errors
    std::int64_t spotTowards(std::int64_t from, Qt::Key arrow) const override;
    std::int64_t spotAt(QPointF at) const override { return m_painter ? m_painter->elementAt(area(), at) : -1; }
    QRectF spotRect(std::int64_t spot) const override;
    QRectF spotRoom() const override;
    QString spotText(std::int64_t spot) const override;
    QRectF seenPart() const override;
    void seePart(const QRectF& part) override { setWindow(part); }
    // The panel under `at`, else the one with the errors.
    QRectF panelAt(QPointF at) const;
    void setOptions(const HeatOptions& options);
    void draw();

    // The input that a picture is made from.
    struct Input {
        std::shared_ptr<const HeatPainter> painter;
        QSize size;
        double ratio = 0; // device pixels for each logical one
        const Theme* theme = nullptr;
        QFont font;
        friend bool operator==(const Input&, const Input&) = default;
    };
    std::shared_ptr<const HeatPainter> m_painter;
    std::shared_ptr<const pipeline::ComparedTensor> m_pictures;
    std::int64_t m_hovered = -1, m_chosen = -1;
    ViewportController m_controller{*this, *this, *this};
    Input m_drawn; // m_picture, or the one on its way
    QImage m_picture;
    JobSlot m_job;
};

} // namespace edgewright::views
