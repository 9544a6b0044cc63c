// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/keys/key_sheet.h"

#include "views/support/layouts.h"
#include "views/support/shortcuts.h"
#include "views/support/theme.h"

#include <QCoreApplication>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace edgewright::workbench {

namespace {

constexpr int Columns = 2, WidestText = 330;

} // namespace

KeySheet::KeySheet(QWidget* window) : QDialog(window) {
    setObjectName(QStringLiteral("keySheet"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Keys"));
    const std::vector<views::ShortcutRow> rows = views::shortcutsOf(window);
    auto* content = new QWidget;
    auto* columns = views::rowIn(content, {24, 16, 24, 16}, 32);
    const QFontMetrics metrics = fontMetrics();
    int keysWidth = 0, textWidth = 0;
    for (const views::ShortcutRow& row : rows) {
        keysWidth = std::max(keysWidth, metrics.horizontalAdvance(row.keys));
        textWidth = std::max(textWidth, std::min(WidestText, metrics.horizontalAdvance(row.text) + 4));
    }
    std::vector<QGridLayout*> grids;
    for (int i = 0; i < Columns; ++i) {
        auto* grid = new QGridLayout;
        grid->setHorizontalSpacing(16);
        grid->setVerticalSpacing(4);
        grid->setColumnMinimumWidth(0, keysWidth);
        grid->setColumnMinimumWidth(1, textWidth);
        grid->setColumnStretch(1, 1);
        auto* column = new QVBoxLayout;
        column->addLayout(grid);
        column->addStretch(1);
        columns->addLayout(column, 1);
        grids.push_back(grid);
    }
    // A group goes where there is most room.
    std::vector<int> used(Columns, 0);
    for (std::size_t i = 0; i < rows.size();) {
        const std::size_t first = i;
        while (i < rows.size() && rows[i].group == rows[first].group)
            ++i;
        const auto column = static_cast<std::size_t>(std::ranges::min_element(used) - used.begin());
        QGridLayout* grid = grids[column];
        int& line = used[column];
        if (line > 0) grid->setRowMinimumHeight(line++, 12);
        auto* heading = new QLabel(rows[first].group, content);
        heading->setFont(views::font(views::TextSize::Body, true));
        grid->addWidget(heading, line++, 0, 1, 2);
        for (std::size_t k = first; k < i; ++k) {
            auto* keys = new QLabel(rows[k].keys, content);
            keys->setForegroundRole(QPalette::PlaceholderText);
            keys->setAlignment(Qt::AlignRight | Qt::AlignTop);
            auto* text = new QLabel(rows[k].text, content);
            text->setWordWrap(true);
            grid->addWidget(keys, line, 0);
            grid->addWidget(text, line++, 1);
        }
    }
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* layout = new QVBoxLayout(this);
    auto* title = new QLabel(tr("Keys"), this);
    title->setFont(views::font(views::TextSize::Title, true));
    auto* hint = new QLabel(tr("Esc closes"), this);
    hint->setForegroundRole(QPalette::PlaceholderText);
    auto* heading = new QHBoxLayout;
    heading->setContentsMargins(24, 12, 24, 0);
    heading->addWidget(title, 1);
    heading->addWidget(hint);
    layout->setContentsMargins(2, 2, 2, 2);
    layout->setSpacing(0);
    layout->addLayout(heading);
    layout->addWidget(scroll);
    QPalette colours = palette();
    colours.setColor(QPalette::Window, views::Theme::forPalette(colours).raised);
    setPalette(colours);
    const QSize wanted(content->sizeHint().width() + 24,
                       content->heightForWidth(content->sizeHint().width()) + title->sizeHint().height() + 24);
    resize(std::min(wanted.width(), window->width() - 40), std::min(wanted.height(), window->height() - 40));
    QCoreApplication::instance()->installEventFilter(this);
}

// A border of its own: not every desktop gives one.
void KeySheet::paintEvent(QPaintEvent*) {
    const views::Theme& theme = views::Theme::forPalette(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.raised);
    painter.setPen(theme.muted);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

bool KeySheet::eventFilter(QObject* watched, QEvent* event) {
    const bool key = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (!key || !isVisible() || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
        return QDialog::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress) close();
    return true;
}

void KeySheet::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_F1 || event->key() == Qt::Key_Question)
        close();
    else
        QDialog::keyPressEvent(event);
}

} // namespace edgewright::workbench
