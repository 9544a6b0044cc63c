// SPDX-License-Identifier: GPL-3.0-or-later
// The frames of widgets that pages are made of.
#pragma once

#include "views/support/theme.h"

#include <QBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QStringList>
#include <QToolButton>

#include <algorithm>

namespace edgewright::views {

// The layout of `widget`, with these margins; without a spacing that of the style. Pixels.
template <typename Layout>
Layout* layoutIn(QWidget* widget, const QMargins& margins, int spacing) {
    auto* layout = new Layout(widget);
    layout->setContentsMargins(margins);
    if (spacing >= 0) layout->setSpacing(spacing);
    return layout;
}
inline QVBoxLayout* columnIn(QWidget* widget, const QMargins& margins = {}, int spacing = -1) {
    return layoutIn<QVBoxLayout>(widget, margins, spacing);
}
inline QHBoxLayout* rowIn(QWidget* widget, const QMargins& margins = {}, int spacing = -1) {
    return layoutIn<QHBoxLayout>(widget, margins, spacing);
}

// A text in Markdown wraps, others do not.
inline QLabel* makeLabel(Qt::TextFormat format, TextSize size, bool bold, QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(format);
    label->setFont(font(size, bold));
    label->setWordWrap(format == Qt::MarkdownText);
    return label;
}

// Above a part of a column of controls.
inline QLabel* makeHeading(const QString& text, QWidget* parent) {
    QLabel* heading = makeLabel(Qt::PlainText, TextSize::Body, true, parent);
    heading->setText(text);
    heading->setContentsMargins(0, 8, 0, 0);
    return heading;
}

// `name`: of the object.
inline QToolButton* makeButton(const QString& name, const QString& text, const QString& tip, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setObjectName(name);
    button->setText(text);
    button->setToolTip(tip);
    button->setMinimumSize(24, 24);
    return button;
}

// Its parts keep a size of their own; the name is that which the window remembers their sizes by.
inline QSplitter* makeSplitter(Qt::Orientation orientation, const QString& name, QWidget* parent) {
    auto* splitter = new QSplitter(orientation, parent);
    splitter->setObjectName(name);
    splitter->setHandleWidth(8);
    splitter->setChildrenCollapsible(false);
    return splitter;
}

// A button or a label that is wide enough for each of these texts: nothing beside it moves when one follows on
// another.
template <typename Widget>
void holdWidth(Widget& widget, const QStringList& texts) {
    const QString now = widget.text();
    int width = 0;
    for (const QString& each : texts) {
        widget.setText(each);
        width = std::max(width, widget.sizeHint().width());
    }
    widget.setText(now);
    widget.setMinimumWidth(width);
}

} // namespace edgewright::views
