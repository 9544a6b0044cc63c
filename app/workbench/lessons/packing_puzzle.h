// SPDX-License-Identifier: GPL-3.0-or-later
// Buffers that a person packs by hand: time across, bytes upwards; each is dragged up and down, snaps to the
// others, and shows where it collides. The keys do all that the mouse does.
#pragma once

#include "core/memory/packing/problem.h"

#include <QWidget>

#include <cstdint>
#include <optional>
#include <vector>

namespace edgewright::workbench {

class PackingPuzzle final : public QWidget {
    Q_OBJECT
public:
    explicit PackingPuzzle(QWidget* parent = nullptr);
    // Begins with every buffer in storage of its own. Without buffers: nothing to do.
    void setProblem(const memory::Problem& problem);
    const std::vector<std::int64_t>& offsets() const { return m_offsets; } // by BufferId, bytes
    void setOffsets(std::vector<std::int64_t> offsets);
    std::int64_t peak() const;               // bytes
    std::size_t collisions() const;          // pairs of buffers
    QRectF rectOf(std::size_t buffer) const; // pixels
    QSize sizeHint() const override { return {640, 420}; }
    QSize minimumSizeHint() const override { return {320, 240}; }

signals:
    void changed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    bool collide(std::size_t a, std::size_t b) const;
    bool meet(std::size_t a, std::size_t b) const; // alive in one step
    std::vector<std::int64_t>
    restsOf(std::size_t buffer) const; // offsets at which it lies on something, ascending
    std::int64_t aligned(std::size_t buffer, std::int64_t offset) const; // upwards
    std::optional<std::size_t> bufferAt(QPointF at) const;
    QRectF plot() const;
    void moveTo(std::size_t buffer, std::int64_t offset);
    void choose(std::size_t buffer);
    QString textOf(std::size_t buffer) const;

    memory::Problem m_problem;
    std::vector<std::int64_t> m_offsets;
    std::int64_t m_top = 1; // bytes; the upper end of the plot
    std::optional<std::size_t> m_chosen;
    double m_grabbed = 0; // pixels from the buffer's lower edge
    bool m_isDragging = false;
};

} // namespace edgewright::workbench
