// SPDX-License-Identifier: GPL-3.0-or-later
// The words that a page shows, and the lines of text between its top and its picture. Knows Qt alone: it
// measures the window of any state of the program.
#pragma once

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTabBar>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextDocumentFragment>
#include <QTextLayout>
#include <QToolButton>

#include <algorithm>
#include <limits>
#include <vector>

namespace edgewright::test {

inline bool isSeen(const QWidget& widget) { return widget.isVisible() && !widget.visibleRegion().isEmpty(); }

inline bool isRich(const QLabel& label) {
    return label.textFormat() == Qt::RichText ||
           (label.textFormat() == Qt::AutoText && Qt::mightBeRichText(label.text()));
}

// Empty for what shows none. Cells of tables and what pictures paint are data, not text.
inline QString shownText(const QWidget& widget) {
    const QWidget* parent = widget.parentWidget();
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        return isRich(*label) ? QTextDocumentFragment::fromHtml(label->text()).toPlainText() : label->text();
    if (const auto* box = qobject_cast<const QGroupBox*>(&widget)) return box->title();
    if (const auto* combo = qobject_cast<const QComboBox*>(&widget)) return combo->currentText();
    if (const auto* spin = qobject_cast<const QAbstractSpinBox*>(&widget)) return spin->text();
    if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) {
        if (qobject_cast<const QAbstractSpinBox*>(parent) || qobject_cast<const QComboBox*>(parent)) return {};
        return line->text().isEmpty() ? line->placeholderText() : line->text();
    }
    if (const auto* tool = qobject_cast<const QToolButton*>(&widget);
        tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull())
        return {};
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) return button->text();
    if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) {
        QStringList titles;
        for (int i = 0; i < tabs->count(); ++i)
            if (tabs->isTabVisible(i)) titles << tabs->tabText(i);
        return titles.join(u' ');
    }
    return {};
}

// Marks and signs alone are none.
inline int wordsIn(const QString& text) {
    static const QRegularExpression space(QStringLiteral("\\s+"));
    int count = 0;
    for (const QString& part : text.split(space, Qt::SkipEmptyParts))
        count += std::any_of(part.begin(), part.end(), [](QChar each) { return each.isLetterOrNumber(); });
    return count;
}

inline int wordsOn(const QWidget& page) {
    int count = 0;
    for (const QWidget* each : page.findChildren<QWidget*>())
        if (isSeen(*each)) count += wordsIn(shownText(*each));
    return count;
}

// Lines that the text takes at the width of the label, whatever room is reserved for it.
inline int linesIn(const QLabel& label) {
    QTextDocument document;
    document.setDocumentMargin(0);
    document.setDefaultFont(label.font());
    if (isRich(label))
        document.setHtml(label.text());
    else
        document.setPlainText(label.text());
    document.setTextWidth(label.wordWrap() ? label.contentsRect().width() : -1);
    (void)document.size(); // lays it out
    int lines = 0;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
        lines += block.layout()->lineCount();
    return lines;
}

// Between the top of the page and its picture, from above; not those of a column beside it, and not those that
// name a control, which are its buddies.
inline std::vector<const QLabel*> textsAbove(const QWidget& page, const QWidget& picture) {
    const auto placeOf = [&](const QWidget& widget) {
        return QRect(widget.mapTo(&page, QPoint()), widget.size());
    };
    const QRect room = placeOf(picture);
    std::vector<const QLabel*> texts;
    for (const QLabel* each : page.findChildren<QLabel*>()) {
        const QRect place = placeOf(*each);
        if (!each->buddy() && isSeen(*each) && wordsIn(shownText(*each)) > 0 && place.bottom() < room.top() &&
            place.left() <= room.right() && place.right() >= room.left())
            texts.push_back(each);
    }
    std::stable_sort(texts.begin(), texts.end(), [&](const QLabel* a, const QLabel* b) {
        return placeOf(*a).center().y() < placeOf(*b).center().y();
    });
    return texts;
}

// Texts beside each other are on the same lines.
inline int linesAbove(const QWidget& page, const QWidget& picture) {
    int lines = 0, inRow = 0, bottom = std::numeric_limits<int>::min();
    for (const QLabel* each : textsAbove(page, picture)) {
        const int top = each->mapTo(&page, QPoint()).y(), own = linesIn(*each);
        const bool isBeside = top + each->height() / 2 <= bottom;
        lines += isBeside ? std::max(0, own - inRow) : own;
        inRow = isBeside ? std::max(inRow, own) : own;
        bottom = std::max(bottom, top + each->height() - 1);
    }
    return lines;
}

} // namespace edgewright::test
