// SPDX-License-Identifier: GPL-3.0-or-later
// The picture as a widget: hovering names things, a click chooses a fold, keys step.
#pragma once

#include "views/accelerator/array/array_scene.h"

#include <QWidget>

namespace edgewright::views {

class ArrayCanvas final : public QWidget {
    Q_OBJECT
public:
    explicit ArrayCanvas(QWidget* parent = nullptr);
    void display(Scene scene, const ArrayMoment& moment); // null: nothing
    const cost::ArrayState& state() const { return m_state; }
    QSize sizeHint() const override { return {700, 400}; }
    QSize minimumSizeHint() const override { return {280, 200}; }

signals:
    void foldChosen(qint64 fold);
    void stepped(int cycles);
    void foldStepped(int folds);
    void endWanted(bool last); // of the fold
    void playToggled();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QRectF area() const { return QRectF(rect()).adjusted(6, 4, -6, -4); }
    QString tipAt(QPointF at) const;

    Scene m_scene;
    ArrayMoment m_moment;
    cost::ArrayState m_state;
};

} // namespace edgewright::views
