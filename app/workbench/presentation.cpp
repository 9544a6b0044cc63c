// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/presentation.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace edgewright::workbench {

namespace {

constexpr double Margin = 16, CaptionLines = 3; // logical pixels; of the body font

} // namespace

Presentation::Presentation(std::vector<views::Slide> slides, std::size_t first, QThreadPool& pool,
                           QWidget* parent)
    : QWidget(parent, Qt::Window), m_from(parent->window()->focusWidget()), m_slides(std::move(slides)),
      m_job(pool, tr("Picture of the presentation")) {
    setObjectName(QStringLiteral("presentation"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Presentation"));
    setCursor(Qt::BlankCursor);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (!step(m_stride)) play(false);
    });
    go(std::min(first, m_slides.size() - 1));
}

double Presentation::scale() const { return std::clamp(height() / 600.0, MinScale, MaxScale); }

void Presentation::go(std::size_t to) {
    m_current = to;
    m_picture = {};
    m_headHeight = 0;
    play(false);
    tell();
    make();
}

void Presentation::tell() {
    setAccessibleName(tr("%1 of %2: %3").arg(m_current + 1).arg(m_slides.size()).arg(headline()));
    update();
}

bool Presentation::step(std::int64_t moments) {
    const auto& stepped = m_slides[m_current].stepped;
    std::optional<views::Slide> next = stepped ? stepped(moments) : std::nullopt;
    if (!next) return false;
    m_slides[m_current] = *std::move(next);
    m_made.erase(m_current);
    m_made.emplace(m_current, m_slides[m_current].make({}));
    m_picture = {};
    tell();
    return true;
}

void Presentation::play(bool on) {
    if (!on) return m_timer.stop();
    const views::PlayTicks ticks = views::playTicks(m_slides[m_current].perSecond);
    m_stride = ticks.moments;
    m_timer.start(ticks.milliseconds);
}

void Presentation::make() {
    std::size_t next = m_current;
    if (m_made.contains(next)) ++next;
    if (next >= m_slides.size() || m_made.contains(next)) return m_job.stop();
    m_job.start(m_slides[next].make, [this, next](Result<views::Figure> figure) {
        m_made.emplace(next, std::move(figure));
        if (next == m_current) update();
        make();
    });
}

void Presentation::keyPressEvent(QKeyEvent* event) {
    if (m_slides[m_current].stepped) {
        if (event->key() == Qt::Key_Space) return play(!isPlaying());
        if (event->key() == Qt::Key_Right || event->key() == Qt::Key_Left) {
            play(false);
            if (step(event->key() == Qt::Key_Right ? 1 : -1)) return;
        }
    }
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down:
    case Qt::Key_PageDown:
    case Qt::Key_Space:
    case Qt::Key_Return:
        if (m_current + 1 < m_slides.size()) go(m_current + 1);
        break;
    case Qt::Key_Left:
    case Qt::Key_Up:
    case Qt::Key_PageUp:
    case Qt::Key_Backspace:
        if (m_current > 0) go(m_current - 1);
        break;
    case Qt::Key_Home:
        go(0);
        break;
    case Qt::Key_End:
        go(m_slides.size() - 1);
        break;
    case Qt::Key_Escape:
    case Qt::Key_F11:
        close();
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

void Presentation::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && m_current + 1 < m_slides.size()) go(m_current + 1);
    if (event->button() == Qt::RightButton && m_current > 0) go(m_current - 1);
}

void Presentation::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) m_picture = {};
}

// Not every desktop gives the keys back to the window.
void Presentation::closeEvent(QCloseEvent* event) {
    QWidget::closeEvent(event);
    parentWidget()->window()->activateWindow();
    if (m_from && m_from->isVisible()) m_from->setFocus(Qt::OtherFocusReason);
}

// Everything is laid out at its ordinary size, in a window that is smaller than the screen by the scale.
void Presentation::paintEvent(QPaintEvent*) {
    const views::Theme& theme = views::Theme::forPalette(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    painter.scale(scale(), scale());
    painter.setFont(views::font(views::TextSize::Body));
    const QRectF room = QRectF(QPointF(), QSizeF(size()) / scale()).adjusted(Margin, Margin, -Margin, -Margin);
    paintPicture(painter, paintWords(painter, room));
}

QRectF Presentation::paintWords(QPainter& painter, const QRectF& room) {
    const views::Theme& theme = views::Theme::forPalette(palette());
    constexpr int Wraps = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
    const double line = painter.fontMetrics().lineSpacing();
    const QString number = QStringLiteral("%1 / %2").arg(m_current + 1).arg(m_slides.size());
    QRectF below = room.adjusted(0, 0, -painter.fontMetrics().horizontalAdvance(number) - Margin, 0);
    below.setTop(room.bottom() -
                 std::clamp(painter.boundingRect(below, Wraps, caption()).height(), line, CaptionLines * line));
    painter.setPen(theme.muted);
    painter.drawText(QRectF(room.left(), below.top(), room.width(), line), Qt::AlignRight | Qt::AlignTop,
                     number);
    painter.setPen(theme.text);
    painter.drawText(below, Wraps, caption());
    painter.setFont(views::font(views::TextSize::Title, true));
    QRectF above;
    painter.drawText(room, Wraps, headline(), &above);
    painter.setFont(views::font(views::TextSize::Body));
    m_headHeight = std::max(m_headHeight, above.height()); // moments of one picture begin at one height
    return {QPointF(room.left(), room.top() + m_headHeight + Margin),
            QPointF(room.right(), below.top() - Margin)};
}

void Presentation::paintPicture(QPainter& painter, const QRectF& area) {
    const views::Theme& theme = views::Theme::forPalette(palette());
    const auto found = m_made.find(m_current);
    if (found == m_made.end() || !found->second) {
        painter.setPen(theme.muted);
        painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap,
                         found == m_made.end() ? tr("Drawing …")
                                               : QString::fromStdString(found->second.error().message));
        return;
    }
    const double density = scale() * devicePixelRatioF();
    const QSize pixels = (area.size() * density).toSize();
    if (m_picture.size() != pixels) {
        m_picture = QPixmap(pixels);
        m_picture.fill(theme.surface);
        const views::Figure& figure = *found->second;
        // Smaller where it would have no room at its natural size.
        const double more =
            std::max({1.0, figure.size.width() / area.width(), figure.size.height() / area.height()});
        QPainter picture(&m_picture);
        picture.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        picture.scale(density / more, density / more);
        figure.paint(picture, QRectF(QPointF(), area.size() * more), theme);
    }
    painter.drawPixmap(area, m_picture, QRectF(m_picture.rect()));
}

} // namespace edgewright::workbench
