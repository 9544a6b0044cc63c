// SPDX-License-Identifier: GPL-3.0-or-later
// One value, written out: the drawing, what goes through its steps, and the table of the terms.
#pragma once

#include "core/pipeline/study.h"
#include "views/int8/value/value_painter.h"
#include "views/support/figure/figure.h"

#include <QTimer>
#include <QWidget>

class QSlider;
class QSplitter;
class QToolButton;

namespace edgewright::views {

class DataTable;
class RowTable;
class StageOverlay;
class ValueDrawing;

class ValueView final : public QWidget {
    Q_OBJECT
public:
    explicit ValueView(QThreadPool& pool, QWidget* parent = nullptr);
    // `element`: of the layer that is studied; -1: none is chosen. The picture of the same element stays,
    // dimmed, until the newest is there.
    void setAnalysis(const pipeline::Analysis* analysis, std::int64_t element);
    const quant::ValueTrace* trace() const { return m_painter ? &m_painter->trace() : nullptr; }
    std::size_t step() const;
    void setStep(std::size_t step);
    std::optional<Figure> figure() const; // of the value and step on screen

signals:
    void cleared(); // Esc: no value is looked at any more
    void retryRequested(const QString& stage);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitDrawing();
    QWidget* makeControls(QWidget* parent);
    void showTrace(std::shared_ptr<const quant::ValueTrace> trace);
    void play(bool on);
    void tint();

    NodeId m_layer;
    std::int64_t m_element = -1; // of its output; -1: none
    std::shared_ptr<const ValuePainter> m_painter;
    QTimer m_clock;

    QSplitter* m_split = nullptr;
    RowTable* m_terms = nullptr;
    DataTable* m_table = nullptr;
    ValueDrawing* m_drawing = nullptr;
    QSlider* m_slider = nullptr;
    QToolButton *m_back = nullptr, *m_play = nullptr, *m_forward = nullptr, *m_copy = nullptr;
    StageOverlay* m_overlay = nullptr;
};

} // namespace edgewright::views
