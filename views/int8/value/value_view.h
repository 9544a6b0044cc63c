// SPDX-License-Identifier: GPL-3.0-or-later
// One value, written out: the drawing, what goes through its steps, and the table of the terms.
#pragma once

#include "views/int8/value/value_painter.h"
#include "views/support/figure/figure.h"
#include "views/support/job/job_slot.h"

#include <QWidget>

class QSlider;
class QToolButton;

namespace edgewright::views {

class DataTable;
class StageOverlay;
class TermModel;
class ValueDrawing;

// Element of the output of a layer that was studied, in the graph that it was studied in.
struct ValueRequest {
    std::shared_ptr<const ir::Graph> graph;
    std::shared_ptr<const quant::LayerStudy> study;
    std::int64_t element = 0;
    friend bool operator==(const ValueRequest&, const ValueRequest&) = default;
};

class ValueView final : public QWidget {
    Q_OBJECT
public:
    explicit ValueView(QThreadPool& pool, QWidget* parent = nullptr);
    // The newest one wins; the picture before stays, dimmed, until it is there. Nothing: none is chosen.
    void display(std::optional<ValueRequest> request);
    const quant::ValueTrace* trace() const { return m_painter ? &m_painter->trace() : nullptr; }
    std::size_t step() const;
    void setStep(std::size_t step);
    std::optional<Figure> figure() const; // of the value and step on screen

signals:
    void cleared(); // Esc: no value is looked at any more

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* makeControls(QWidget* parent);
    void start();
    void showPainter(Result<std::shared_ptr<const ValuePainter>> painter);
    void showState();
    void play(bool on);
    void tint();

    std::optional<ValueRequest> m_request;
    std::shared_ptr<const ValuePainter> m_painter;
    QString m_failure;
    JobSlot m_job;
    QTimer m_clock;

    TermModel* m_terms = nullptr;
    DataTable* m_table = nullptr;
    ValueDrawing* m_drawing = nullptr;
    QSlider* m_slider = nullptr;
    QToolButton *m_back = nullptr, *m_play = nullptr, *m_forward = nullptr, *m_copy = nullptr;
    StageOverlay* m_overlay = nullptr;
};

} // namespace edgewright::views
