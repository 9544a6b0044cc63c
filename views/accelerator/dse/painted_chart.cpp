// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/dse/painted_chart.h"

#include "views/accelerator/dse/space_text.h"
#include "views/support/figure/figure_menu.h"
#include "views/support/figure/mark_titles.h"
#include "views/support/job/stage_overlay.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QSet>
#include <QTimer>
#include <QToolTip>

#include <algorithm>
#include <utility>
#include <vector>

namespace edgewright::views {

namespace {
constexpr QSizeF PaintedPaper{658, 400}; // logical pixels
} // namespace

PaintedChart::PaintedChart(const QString& name, const QString& title, QThreadPool& pool, QWidget* parent)
    : QWidget(parent), m_name(name), m_title(title), m_overlay(new StageOverlay(this)),
      m_job(pool, tr("Draw the design space"), this) {
    setObjectName(name + QStringLiteral("Chart"));
    setAccessibleName(title);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    addFigureMenu(*this, *this, pool, [this] { return figure(); });
}

void PaintedChart::display(Make make, bool pending) {
    m_make = std::move(make);
    m_next = true;
    m_overlay->display({}, pending && !m_painter);
    update();
}

void PaintedChart::displayNothing(const QString& why) {
    m_job.stop();
    m_make = nullptr;
    m_next = false;
    m_painter.reset();
    m_picture = QImage();
    m_hovered = -1;
    m_overlay->display(why, false);
    update();
}

void PaintedChart::draw() {
    const Look now{size(), devicePixelRatioF(), &Theme::forPalette(palette()), views::font(TextSize::Small),
                   m_window};
    if (!m_make || m_job.running() || (!m_next && now == m_drawn)) return;
    // While points keep coming, pictures of them take a part of the time.
    if (m_next && m_painter && m_sinceDraw.isValid() && m_sinceDraw.elapsed() < 2 * m_drawTook) {
        QTimer::singleShot(m_drawTook, this, qOverload<>(&QWidget::update));
        return;
    }
    struct Drawn {
        std::shared_ptr<const SpacePainter> painter;
        QImage picture;
    };
    m_drawn = now;
    const auto known = m_next ? nullptr : m_painter;
    m_next = false;
    m_sinceDraw.start();
    m_job.start(
        [now, known, make = m_make, area = area()](const RunContext&) -> Result<Drawn> {
            Drawn drawn{known ? known : make(), QImage(now.size * now.ratio, QImage::Format_RGB32)};
            drawn.picture.setDevicePixelRatio(now.ratio);
            drawn.picture.fill(now.theme->surface);
            QPainter painter(&drawn.picture);
            painter.setRenderHint(QPainter::Antialiasing);
            drawn.painter->paint(painter, {area, now.window}, *now.theme);
            return drawn;
        },
        [this](Result<Drawn> drawn) {
            m_drawTook = m_sinceDraw.restart();
            if (!drawn) return m_overlay->display(QString::fromStdString(drawn.error().message), false);
            const bool isOther =
                !m_painter || m_painter->explored()->owner != drawn->painter->explored()->owner;
            if (isOther) m_hovered = -1;
            const bool isFirst = !m_painter;
            m_painter = std::move(drawn->painter);
            m_picture = std::move(drawn->picture);
            if (isFirst) m_controller.begin();
            m_overlay->display({}, false);
            update();
        });
}

void PaintedChart::paintEvent(QPaintEvent*) {
    draw();
    const Theme& theme = Theme::forPalette(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    painter.drawImage(0, 0, m_picture);
    painter.setRenderHint(QPainter::Antialiasing);
    const std::int64_t marked = m_controller.spot() >= 0 ? m_controller.spot() : m_hovered;
    if (m_painter && marked >= 0) m_painter->mark(painter, frame(), marked, theme.accent);
    paintFocus(painter, *this);
}

namespace {

// One of several that look alike, which the pointer finds; where there are very many, the front alone. That
// lies over the others.
void titlePoints(const QPainter& painter, const SpacePainter& space, const SpacePainter::Frame& frame) {
    if (!MarkTitles::of(painter)) return;
    const pipeline::Explored& explored = *space.explored();
    const QRectF plot = space.plot(frame.area);
    QSet<QPoint> taken;
    std::vector<std::pair<std::size_t, QRectF>> others, front;
    const auto add = [&](std::size_t place, std::vector<std::pair<std::size_t, QRectF>>& into) {
        for (const QRectF& at : space.titledAt(frame, static_cast<std::int64_t>(place))) {
            const QPoint middle = at.center().toPoint();
            if (!plot.contains(at.center()) || taken.contains(middle)) continue;
            taken.insert(middle);
            const std::int64_t found = space.pointAt(frame, at.center());
            if (found >= 0) into.emplace_back(static_cast<std::size_t>(found), at);
        }
    };
    for (const std::size_t place : explored.front)
        add(place, front);
    if (explored.points.size() <= MarkTitles::MaxTitles)
        for (std::size_t place = 0; place < explored.points.size(); ++place)
            add(place, others);
    for (const auto* part : {&others, &front})
        for (const auto& [place, at] : *part)
            titleMark(painter, at, [&explored, of = place] { return pointText(explored, of); });
}

} // namespace

Figure PaintedChart::figureOf(const QString& name, const QString& title, Make make) {
    Figure figure{name, title, PaintedPaper, {}};
    figure.make = [unmade = figure, make = std::move(make)](const RunContext&) -> Result<Figure> {
        Figure made = unmade;
        made.paint = [painter = make()](QPainter& on, const QRectF& area, const Theme& theme) {
            on.setRenderHint(QPainter::Antialiasing);
            painter->paint(on, {area}, theme);
            titlePoints(on, *painter, {area});
        };
        return made;
    };
    return figure;
}

std::optional<Figure> PaintedChart::figure() const {
    if (!m_make) return std::nullopt;
    return figureOf(m_name, m_title, m_make);
}

void PaintedChart::setWindow(QRectF window) {
    if (!m_painter || !m_painter->zooms()) return;
    constexpr double Least = 1.0 / 1024;
    const double width = std::clamp(window.width(), Least, 1.0),
                 height = std::clamp(window.height(), Least, 1.0);
    m_window = QRectF(std::clamp(window.left(), 0.0, 1 - width), std::clamp(window.top(), 0.0, 1 - height),
                      width, height);
    update();
}

void PaintedChart::zoomView(double factor, QPointF about, ZoomAxes axes) {
    if (!m_painter) return;
    const QRectF plot = m_painter->plot(area());
    const double fx = std::clamp((about.x() - plot.left()) / plot.width(), 0.0, 1.0);
    const double fy = std::clamp((about.y() - plot.top()) / plot.height(), 0.0, 1.0);
    const double width = axes == ZoomAxes::Vertical ? m_window.width() : m_window.width() / factor;
    const double height = axes == ZoomAxes::Horizontal ? m_window.height() : m_window.height() / factor;
    setWindow({m_window.left() + fx * (m_window.width() - width),
               m_window.top() + fy * (m_window.height() - height), width, height});
}

void PaintedChart::panView(QPointF way) {
    if (!m_painter) return;
    const QRectF plot = m_painter->plot(area());
    setWindow(m_window.translated(-way.x() / plot.width() * m_window.width(),
                                  -way.y() / plot.height() * m_window.height()));
}

QRectF PaintedChart::seenPart() const { return m_window == QRectF(0, 0, 1, 1) ? QRectF() : m_window; }

void PaintedChart::hoverView(QPointF at) {
    const std::int64_t hovered = spotAt(at);
    const bool isOnAxis = m_painter && !m_painter->axisAt(frame(), at).empty();
    setCursor(isOnAxis ? Qt::SizeVerCursor : hovered >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (hovered == m_hovered) return;
    m_hovered = hovered;
    update();
}

void PaintedChart::clickView(const QMouseEvent& event) {
    if (!takeBackAt(event.position())) chooseSpot(spotAt(event.position()));
}

bool PaintedChart::doubleClickView(const QMouseEvent& event) { return takeBackAt(event.position()); }

bool PaintedChart::takeBackAt(QPointF at) {
    if (!m_painter) return false;
    AxisIntervals left = m_painter->intervals();
    if (left.erase(m_painter->axisAt(frame(), at)) == 0) return false;
    emit intervalsChosen(left);
    return true;
}

bool PaintedChart::clearView() {
    if (!m_painter || m_painter->intervals().empty()) return false;
    emit intervalsChosen({});
    return true;
}

bool PaintedChart::ownsDrag(const QMouseEvent& event, QPointF pressed) {
    if (!m_painter || !event.buttons().testFlag(Qt::LeftButton)) return false;
    const std::string axis = m_painter->axisAt(frame(), pressed);
    if (axis.empty()) return false;
    m_dragged = {axis, pressed.y(), m_painter->intervals()};
    return true;
}

void PaintedChart::mouseMoveEvent(QMouseEvent* event) {
    if (!m_dragged || !m_painter) return QWidget::mouseMoveEvent(event);
    AxisIntervals chosen = m_dragged->before;
    chosen[m_dragged->axis] =
        m_painter->intervalAt(frame(), m_dragged->axis, m_dragged->from, event->position().y());
    emit intervalsChosen(chosen);
}

void PaintedChart::mouseReleaseEvent(QMouseEvent* event) {
    if (!m_dragged) return QWidget::mouseReleaseEvent(event);
    mouseMoveEvent(event);
    m_dragged.reset();
}

bool PaintedChart::chooseSpot(std::int64_t spot) {
    if (spot < 0 || !m_painter) return false;
    emit pointChosen(m_painter->explored(), static_cast<quint64>(spot));
    return true;
}

std::int64_t PaintedChart::spotTowards(std::int64_t from, Qt::Key arrow) const {
    return m_painter ? m_painter->towards(from, arrow) : -1;
}

std::int64_t PaintedChart::spotAt(QPointF at) const { return m_painter ? m_painter->pointAt(frame(), at) : -1; }

QRectF PaintedChart::spotRect(std::int64_t spot) const {
    return m_painter && spot >= 0 ? m_painter->rectOf(frame(), spot) : QRectF();
}

QString PaintedChart::spotText(std::int64_t spot) const {
    if (!m_painter || spot < 0 || static_cast<std::size_t>(spot) >= m_painter->explored()->points.size())
        return {};
    return pointText(*m_painter->explored(), static_cast<std::size_t>(spot)) + u'\n' + pointHint();
}

void PaintedChart::leaveEvent(QEvent*) {
    m_hovered = -1;
    update();
}

void PaintedChart::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) update();
    QWidget::changeEvent(event);
}

bool PaintedChart::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const QString text = spotText(spotAt(help->pos())); !text.isEmpty())
        QToolTip::showText(help->globalPos(), text, this);
    else
        QToolTip::hideText();
    return true;
}

} // namespace edgewright::views
