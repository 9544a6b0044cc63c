// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/array/array_canvas.h"

#include "views/accelerator/array/array_parts.h"
#include "views/support/viewport/spot_walk.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <utility>

namespace edgewright::views {

ArrayCanvas::ArrayCanvas(QWidget* parent) : QWidget(parent) {
    tellAsPicture(*this);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ArrayCanvas::display(Scene scene, const ArrayMoment& moment) {
    m_scene = std::move(scene);
    m_moment = moment;
    m_state = m_scene ? cost::ArrayState(m_scene->walk, moment.fold, moment.cycle) : cost::ArrayState();
    setAccessibleDescription(m_scene ? momentText(*m_scene, m_state, m_moment) : QString());
    update();
}

void ArrayCanvas::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::forPalette(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_scene) paintArray(painter, area(), theme, *m_scene, m_state, m_moment);
    paintFocus(painter, *this);
}

QString ArrayCanvas::tipAt(QPointF at) const {
    if (!m_scene) return {};
    const ArrayLayout layout = arrayLayout(area(), *m_scene);
    if (const auto cell = cellAt(layout.cells, m_scene->walk, at))
        return cellText(*m_scene, m_state, cell->first, cell->second);
    if (const auto fold = foldIn(layout.folds, *m_scene, m_moment.fold, at))
        return foldText(*m_scene, m_scene->walk.fold(*fold));
    if (const auto step = sramStepAt(layout.srams, *m_scene, at))
        return sramText(*m_scene, m_scene->steps[*step]);
    if (layout.legend.contains(at))
        return tr("Every fourth position that streams past is darker, so that its way through the cells can be "
                  "seen.");
    if (layout.caption.contains(at)) return foldText(*m_scene, m_state.fold());
    return {};
}

bool ArrayCanvas::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString tip = tipAt(help->pos());
    if (tip.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), tip, this);
    return true;
}

void ArrayCanvas::mousePressEvent(QMouseEvent* event) {
    if (!m_scene || event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
    const ArrayLayout layout = arrayLayout(area(), *m_scene);
    if (const auto fold = foldIn(layout.folds, *m_scene, m_moment.fold, event->position()))
        emit foldChosen(*fold);
    else if (const auto step = sramStepAt(layout.srams, *m_scene, event->position()))
        emit foldChosen(m_scene->walk.firstFoldOf(m_scene->steps[*step].first));
}

void ArrayCanvas::keyPressEvent(QKeyEvent* event) {
    if (!m_scene || (event->modifiers() & ~Qt::KeypadModifier) != 0) return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Right:
        return emit stepped(1);
    case Qt::Key_Left:
        return emit stepped(-1);
    case Qt::Key_Down:
    case Qt::Key_PageDown:
        return emit foldStepped(1);
    case Qt::Key_Up:
    case Qt::Key_PageUp:
        return emit foldStepped(-1);
    case Qt::Key_Home:
        return emit endWanted(false);
    case Qt::Key_End:
        return emit endWanted(true);
    case Qt::Key_Space:
        return emit playToggled();
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace edgewright::views
