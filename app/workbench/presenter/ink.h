// SPDX-License-Identifier: GPL-3.0-or-later
// Lines drawn by hand over a window. Without a tool, clicks go through it.
#pragma once

#include <QPolygonF>
#include <QWidget>

#include <vector>

namespace edgewright::workbench {

class Ink final : public QWidget {
    Q_OBJECT
public:
    enum class Tool { None, Pen, Eraser };
    static constexpr double PenWidth = 4, EraserReach = 12; // pixels

    explicit Ink(QWidget* over); // lies over all of it
    Tool tool() const { return m_tool; }
    void setTool(Tool tool);
    void clear();
    std::size_t strokes() const { return m_strokes.size(); }

signals:
    void toolChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void draw(const QPointF& to, bool isNew);

    Tool m_tool = Tool::None;
    std::vector<QPolygonF> m_strokes;
};

} // namespace edgewright::workbench
