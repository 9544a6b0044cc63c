// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/viewport/spot_walk.h"

#include "views/support/plain_tip.h"
#include "views/support/theme.h"

#include <QAccessibleWidget>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

namespace edgewright::views {

namespace {

constexpr double MinRing = 14; // pixels
constexpr const char* IsPicture = "isPicture";

class SpotRing final : public QWidget {
public:
    explicit SpotRing(QWidget& picture) : QWidget(&picture) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setObjectName(QStringLiteral("spotRing"));
        hide();
    }

protected:
    // Square, since what is selected has a round ring of the accent.
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = Theme::forPalette(palette());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF line = QRectF(rect()).adjusted(2, 2, -2, -2);
        painter.setPen(QPen(theme.surface, 4));
        painter.drawRoundedRect(line, 2, 2);
        painter.setPen(QPen(theme.text, 2));
        painter.drawRoundedRect(line, 2, 2);
    }
};

class PictureAccessible final : public QAccessibleWidget {
public:
    PictureAccessible(QWidget* picture, const SpotWalk* spots)
        : QAccessibleWidget(picture, QAccessible::Chart), m_spots(spots) {}
    QString text(QAccessible::Text kind) const override {
        const QString own = QAccessibleWidget::text(kind);
        if (!m_spots) return own;
        const QString spot = m_spots->text();
        if (kind == QAccessible::Value) return spot;
        return kind == QAccessible::Name && !spot.isEmpty() ? own + QStringLiteral(": ") + spot : own;
    }

private:
    const SpotWalk* m_spots; // a child of the picture
};

QAccessibleInterface* makePicture(const QString&, QObject* object) {
    auto* picture = qobject_cast<QWidget*>(object);
    const auto* spots =
        picture ? picture->findChild<SpotWalk*>(QString(), Qt::FindDirectChildrenOnly) : nullptr;
    return spots || (picture && picture->property(IsPicture).toBool()) ? new PictureAccessible(picture, spots)
                                                                       : nullptr;
}

void makePicturesAccessible() {
    static const bool once = [] {
        QAccessible::installFactory(makePicture);
        return true;
    }();
    static_cast<void>(once);
}

} // namespace

SpotWalk::SpotWalk(Viewport& viewport, QWidget& mouse, QWidget& keys)
    : QObject(&keys), m_viewport(viewport), m_mouse(mouse), m_keys(keys) {
    makePicturesAccessible();
}

void tellAsPicture(QWidget& widget) {
    makePicturesAccessible();
    widget.setProperty(IsPicture, true);
}

bool SpotWalk::isShown() const { return m_walking && m_spot >= 0; }

QString SpotWalk::text() const {
    return isShown() ? m_viewport.spotText(m_spot).replace(QLatin1Char('\n'), QStringLiteral(", ")) : QString();
}

bool SpotWalk::eventFilter(QObject* watched, QEvent* event) {
    if (!m_viewport.hasSpots()) return false;
    if (watched == &m_keys) switch (event->type()) {
        case QEvent::KeyPress:
            return key(*static_cast<QKeyEvent*>(event));
        case QEvent::FocusIn: {
            const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
            if (reason != Qt::TabFocusReason && reason != Qt::BacktabFocusReason) break;
            go(m_spot >= 0 ? m_spot : m_viewport.spotTowards(-1, Qt::Key_Right));
            break;
        }
        case QEvent::FocusOut:
            leave();
            break;
        default:
            break;
        }
    if (watched != &m_mouse) return false;
    if (event->type() == QEvent::MouseButtonPress) { // keys go on from there
        leave();
        const std::int64_t pressed = m_viewport.spotAt(static_cast<QMouseEvent*>(event)->position());
        if (pressed >= 0) m_spot = pressed;
    }
    // Whatever moves the spots paints the picture again.
    if (event->type() == QEvent::Paint && wantedPlace() != m_placed)
        QMetaObject::invokeMethod(this, &SpotWalk::place, Qt::QueuedConnection);
    return false;
}

bool SpotWalk::key(const QKeyEvent& event) {
    if ((event.modifiers() & ~Qt::KeypadModifier) != 0) return false;
    switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const std::int64_t next = m_viewport.spotTowards(m_spot, static_cast<Qt::Key>(event.key()));
        go(next >= 0 ? next : m_spot);
        if (isShown())
            QToolTip::showText(m_mouse.mapToGlobal(wantedPlace().bottomRight()),
                               plainTip(m_viewport.spotText(m_spot)), &m_mouse);
        return true;
    }
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return isShown() && m_viewport.chooseSpot(m_spot);
    case Qt::Key_Escape:
        if (!isShown()) return false;
        leave();
        return true;
    default:
        return false;
    }
}

void SpotWalk::go(std::int64_t spot) {
    if (spot < 0) return;
    m_spot = spot;
    m_walking = true;
    const QRectF room = m_viewport.spotRoom();
    const QPointF at = m_viewport.spotRect(spot).center();
    if (!room.adjusted(-1, -1, 1, 1).contains(at)) m_viewport.panView(room.center() - at);
    place();
    m_mouse.update();
    tell();
}

void SpotWalk::leave() {
    if (!isShown()) return;
    m_walking = false;
    QToolTip::hideText();
    place();
    m_mouse.update();
    tell();
}

void SpotWalk::forget() {
    leave();
    m_spot = -1;
}

QRect SpotWalk::wantedPlace() const {
    if (!isShown()) return {};
    QRectF rect = m_viewport.spotRect(m_spot);
    if (!m_viewport.spotRoom().adjusted(-1, -1, 1, 1).contains(rect.center())) return {};
    const QPointF centre = rect.center();
    rect.setSize(rect.size().expandedTo({MinRing, MinRing}));
    rect.moveCenter(centre);
    return rect.adjusted(-4, -4, 4, 4).toAlignedRect();
}

void SpotWalk::place() {
    m_placed = wantedPlace();
    if (!m_ring) m_ring = new SpotRing(m_mouse);
    m_ring->setGeometry(m_placed);
    m_ring->raise();
    m_ring->setVisible(!m_placed.isNull());
}

void SpotWalk::tell() {
    QAccessibleValueChangeEvent value(&m_keys, text());
    QAccessible::updateAccessibility(&value);
    QAccessibleEvent name(&m_keys, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&name);
}

} // namespace edgewright::views
