// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/lessons/packing_puzzle.h"

#include "views/support/quantity.h"
#include "views/support/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace edgewright::workbench {

namespace {

constexpr double SnapsWithin = 8; // pixels
constexpr int Left = 72, Right = 16, Above = 28, Below = 32;

} // namespace

PackingPuzzle::PackingPuzzle(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("packingPuzzle"));
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Buffers to pack"));
    setMouseTracking(true);
}

void PackingPuzzle::setProblem(const memory::Problem& problem) {
    m_problem = problem;
    m_chosen.reset();
    std::vector<std::int64_t> offsets;
    std::int64_t next = 0;
    for (std::size_t i = 0; i < m_problem.buffers.size(); ++i) {
        const memory::Buffer& buffer = m_problem.buffers[i];
        offsets.push_back(buffer.fixedOffset.value_or(aligned(i, next)));
        next = offsets.back() + buffer.size;
    }
    m_top = std::max<std::int64_t>(1, next + next / 12);
    setOffsets(std::move(offsets));
}

void PackingPuzzle::setOffsets(std::vector<std::int64_t> offsets) {
    m_offsets = std::move(offsets);
    m_offsets.resize(m_problem.buffers.size());
    update();
    emit changed();
}

std::int64_t PackingPuzzle::peak() const {
    std::int64_t peak = 0;
    for (std::size_t i = 0; i < m_offsets.size(); ++i)
        peak = std::max(peak, m_offsets[i] + m_problem.buffers[i].size);
    return peak;
}

bool PackingPuzzle::meet(std::size_t a, std::size_t b) const {
    const memory::Buffer &first = m_problem.buffers[a], &second = m_problem.buffers[b];
    return a != b && first.lower < second.upper && second.lower < first.upper;
}

bool PackingPuzzle::collide(std::size_t a, std::size_t b) const {
    return meet(a, b) && m_offsets[a] < m_offsets[b] + m_problem.buffers[b].size &&
           m_offsets[b] < m_offsets[a] + m_problem.buffers[a].size;
}

std::size_t PackingPuzzle::collisions() const {
    std::size_t pairs = 0;
    for (std::size_t a = 0; a < m_offsets.size(); ++a)
        for (std::size_t b = a + 1; b < m_offsets.size(); ++b)
            pairs += collide(a, b);
    return pairs;
}

std::int64_t PackingPuzzle::aligned(std::size_t buffer, std::int64_t offset) const {
    const std::int64_t alignment = std::max<std::int64_t>(1, m_problem.buffers[buffer].alignment);
    return (offset + alignment - 1) / alignment * alignment;
}

std::vector<std::int64_t> PackingPuzzle::restsOf(std::size_t buffer) const {
    std::vector<std::int64_t> rests{0};
    for (std::size_t i = 0; i < m_offsets.size(); ++i)
        if (meet(i, buffer)) rests.push_back(aligned(buffer, m_offsets[i] + m_problem.buffers[i].size));
    std::ranges::sort(rests);
    rests.erase(std::unique(rests.begin(), rests.end()), rests.end());
    return rests;
}

QRectF PackingPuzzle::plot() const { return QRectF(rect()).adjusted(Left, Above, -Right, -Below); }

QRectF PackingPuzzle::rectOf(std::size_t buffer) const {
    const memory::Buffer& own = m_problem.buffers[buffer];
    const QRectF area = plot();
    const double step = area.width() / static_cast<double>(std::max<std::int64_t>(1, m_problem.steps));
    const double byte = area.height() / static_cast<double>(m_top);
    const double height = std::max(2.0, static_cast<double>(own.size) * byte);
    return {area.left() + static_cast<double>(own.lower) * step,
            area.bottom() - static_cast<double>(m_offsets[buffer]) * byte - height,
            static_cast<double>(own.upper - own.lower) * step, height};
}

std::optional<std::size_t> PackingPuzzle::bufferAt(QPointF at) const {
    for (std::size_t i = m_offsets.size(); i-- > 0;)
        if (rectOf(i).contains(at)) return i;
    return std::nullopt;
}

void PackingPuzzle::choose(std::size_t buffer) {
    m_chosen = buffer;
    setAccessibleDescription(textOf(buffer));
    update();
}

void PackingPuzzle::moveTo(std::size_t buffer, std::int64_t offset) {
    const memory::Buffer& own = m_problem.buffers[buffer];
    if (own.fixedOffset) return;
    offset = std::clamp<std::int64_t>(aligned(buffer, std::max<std::int64_t>(0, offset)), 0,
                                      std::max<std::int64_t>(0, m_top - own.size));
    if (offset == m_offsets[buffer]) return;
    m_offsets[buffer] = offset;
    choose(buffer);
    emit changed();
}

QString PackingPuzzle::textOf(std::size_t buffer) const {
    const memory::Buffer& own = m_problem.buffers[buffer];
    return tr("%1, %2, steps %3 to %4, at %5")
        .arg(QString::fromStdString(own.name), views::bytesText(own.size))
        .arg(own.lower)
        .arg(own.upper - 1)
        .arg(views::bytesText(m_offsets[buffer]));
}

void PackingPuzzle::mousePressEvent(QMouseEvent* event) {
    const auto found = bufferAt(event->position());
    if (event->button() != Qt::LeftButton || !found) return;
    choose(*found);
    m_isDragging = true;
    m_grabbed = rectOf(*found).bottom() - event->position().y();
}

void PackingPuzzle::mouseMoveEvent(QMouseEvent* event) {
    setCursor(bufferAt(event->position()) || m_isDragging ? Qt::SizeVerCursor : Qt::ArrowCursor);
    if (!m_isDragging || !m_chosen) return;
    const double byte = plot().height() / static_cast<double>(m_top);
    double offset = (plot().bottom() - event->position().y() - m_grabbed) / byte;
    for (const std::int64_t rest : restsOf(*m_chosen))
        if (std::abs(static_cast<double>(rest) - offset) * byte <= SnapsWithin) {
            offset = static_cast<double>(rest);
            break;
        }
    moveTo(*m_chosen, std::llround(offset));
}

void PackingPuzzle::mouseReleaseEvent(QMouseEvent*) { m_isDragging = false; }

void PackingPuzzle::keyPressEvent(QKeyEvent* event) {
    const std::size_t count = m_offsets.size();
    if (count == 0) return QWidget::keyPressEvent(event);
    const int key = event->key();
    if (key == Qt::Key_Left || key == Qt::Key_Right) {
        const std::size_t from = m_chosen.value_or(key == Qt::Key_Right ? count - 1 : 0);
        choose((from + (key == Qt::Key_Right ? 1 : count - 1)) % count);
    } else if (m_chosen && (key == Qt::Key_Up || key == Qt::Key_Down)) {
        const auto rests = restsOf(*m_chosen);
        const std::int64_t now = m_offsets[*m_chosen];
        if (key == Qt::Key_Up) {
            const auto next = std::ranges::upper_bound(rests, now);
            if (next != rests.end()) moveTo(*m_chosen, *next);
        } else {
            const auto next = std::ranges::lower_bound(rests, now);
            if (next != rests.begin()) moveTo(*m_chosen, *std::prev(next));
        }
    } else {
        QWidget::keyPressEvent(event);
    }
}

void PackingPuzzle::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const views::Theme& theme = views::Theme::forPalette(palette());
    painter.fillRect(rect(), theme.background);
    const QRectF area = plot();
    painter.setFont(views::font(views::TextSize::Small));
    painter.setPen(theme.line);
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.drawLine(area.bottomLeft(), area.topLeft());
    painter.setPen(theme.muted);
    painter.drawText(QRectF(area.left(), area.bottom() + 4, area.width(), Below - 4), Qt::AlignCenter,
                     tr("step"));
    painter.drawText(QRectF(0, area.bottom() - 8, Left - 6, 16), Qt::AlignRight | Qt::AlignVCenter,
                     views::bytesText(0));
    for (std::size_t i = 0; i < m_offsets.size(); ++i) {
        const QRectF box = rectOf(i).adjusted(0.5, 0.5, -0.5, -0.5);
        bool isColliding = false;
        for (std::size_t other = 0; other < m_offsets.size(); ++other)
            isColliding = isColliding || collide(i, other);
        const QColor colour = isColliding ? theme.bad : theme.category(ops::Category::Compute);
        painter.fillRect(box, views::mixed(colour, theme.background, m_chosen == i ? 0.55 : 0.35));
        if (isColliding) painter.fillRect(box, QBrush(theme.bad, Qt::BDiagPattern)); // not by colour alone
        painter.setPen(QPen(m_chosen == i ? theme.text : colour, m_chosen == i ? 2 : 1));
        painter.drawRect(box);
        painter.setPen(theme.text);
        const QString name = QString::fromStdString(m_problem.buffers[i].name);
        const QString text = name + QStringLiteral("  ") + views::bytesText(m_problem.buffers[i].size);
        if (box.height() >= painter.fontMetrics().height())
            painter.drawText(
                box.adjusted(4, 0, -4, 0), Qt::AlignCenter,
                painter.fontMetrics().elidedText(text, Qt::ElideMiddle, static_cast<int>(box.width()) - 8));
    }
    if (!m_offsets.empty()) {
        const double y =
            area.bottom() - area.height() * static_cast<double>(peak()) / static_cast<double>(m_top);
        painter.setPen(QPen(theme.accent, 2));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.drawText(QRectF(area.left(), y - 18, area.width(), 16), Qt::AlignRight | Qt::AlignBottom,
                         tr("your arena"));
        painter.drawText(QRectF(0, y - 8, Left - 6, 16), Qt::AlignRight | Qt::AlignVCenter,
                         views::bytesText(peak()));
    }
    if (hasFocus()) views::paintFocus(painter, *this);
}

} // namespace edgewright::workbench
