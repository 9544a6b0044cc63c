// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/name_label.h"

#include "views/support/plain_tip.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr int MinLabelWidth = 48, FirstWidth = 160;
constexpr char16_t WordJoiner = 0x2060, Ellipsis = 0x2026;

} // namespace

NameLabel::NameLabel(Shape shape, const QString& full, QWidget* parent) : QLabel(parent), m_shape(shape) {
    setTextFormat(Qt::PlainText);
    setWordWrap(shape == Shape::Text);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
    setFull(full);
}

void NameLabel::setFull(const QString& full) {
    m_full = full;
    setAccessibleName(full);
    fit(testAttribute(Qt::WA_Resized) ? contentsRect().width() : FirstWidth);
    updateGeometry();
}

void NameLabel::fit(int room) {
    const QFontMetrics metrics = fontMetrics();
    QString shown;
    if (m_shape == Shape::Line) {
        shown = metrics.elidedText(m_full, Qt::ElideMiddle, room);
    } else {
        QString word;
        const auto end = [&] {
            QString part = metrics.elidedText(word, Qt::ElideMiddle, std::max(MinLabelWidth, room - 2));
            if (part != word) // stays on its line
                for (const QChar breaking : {QChar(u'/'), QChar(Ellipsis)})
                    part.replace(breaking, QString(QChar(WordJoiner)) + breaking + QChar(WordJoiner));
            shown += part;
            word.clear();
        };
        for (const QChar c : m_full) {
            if (!c.isSpace()) {
                word += c;
                continue;
            }
            end();
            shown += c;
        }
        end();
    }
    if (shown != text()) setText(shown);
    setToolTip(shown == m_full ? QString() : plainTip(m_full));
}

QSize NameLabel::sizeHint() const {
    if (m_shape == Shape::Text) return QLabel::sizeHint();
    return {fontMetrics().horizontalAdvance(m_full) + 2, QLabel::sizeHint().height()};
}

QSize NameLabel::minimumSizeHint() const { return {MinLabelWidth, QLabel::minimumSizeHint().height()}; }

void NameLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    fit(contentsRect().width());
}

void NameLabel::copyFull() const { QApplication::clipboard()->setText(m_full); }

bool NameLabel::event(QEvent* event) {
    // Else a key of the page would have it.
    if (event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy))
        event->accept();
    return QLabel::event(event);
}

void NameLabel::keyPressEvent(QKeyEvent* event) {
    const bool whole = !hasSelectedText() || selectedText().contains(QChar(Ellipsis));
    if (!event->matches(QKeySequence::Copy) || !whole) return QLabel::keyPressEvent(event);
    copyFull();
}

void NameLabel::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(tr("Copy"), this, &NameLabel::copyFull);
    menu.exec(event->globalPos());
}

} // namespace edgewright::views
