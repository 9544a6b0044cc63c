// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/bars/command_palette.h"

#include "views/support/focus_return.h"
#include "views/support/icon.h"
#include "views/support/theme.h"

#include <QAction>
#include <QKeyEvent>

#include <algorithm>

namespace edgewright::workbench {

namespace {
constexpr std::size_t Shown = 200;
constexpr int VisibleRows = 12;
} // namespace

CommandPalette::CommandPalette(CommandPaletteIndex& index, QWidget* parent)
    : QLineEdit(parent), m_index(index), m_return(new views::FocusReturn(*this)) {
    setObjectName(QStringLiteral("commandField"));
    setPlaceholderText(tr("Find nodes, tensors, commands (Ctrl+K)"));
    setAccessibleName(tr("Command field"));
    setClearButtonEnabled(true);
    m_icon = addAction(QIcon(), QLineEdit::LeadingPosition);
    tint();
    m_popup = new QListWidget(this);
    m_popup->setObjectName(QStringLiteral("commandPopup"));
    m_popup->setWindowFlags(Qt::ToolTip);
    m_popup->setFocusPolicy(Qt::NoFocus);
    m_popup->setUniformItemSizes(true);
    m_popup->setTextElideMode(Qt::ElideMiddle);
    m_popup->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    installEventFilter(this);
    connect(this, &QLineEdit::textEdited, this, &CommandPalette::refresh);
    connect(m_popup, &QListWidget::itemClicked, this,
            [this](QListWidgetItem* item) { accept(m_popup->row(item)); });
}

void CommandPalette::focusInEvent(QFocusEvent* event) {
    QLineEdit::focusInEvent(event);
    selectAll();
    if (event->reason() == Qt::ShortcutFocusReason) refresh();
}

// Not on the press, which would close the list again.
void CommandPalette::mouseReleaseEvent(QMouseEvent* event) {
    QLineEdit::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton) refresh();
}

void CommandPalette::changeEvent(QEvent* event) {
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) tint();
}

void CommandPalette::tint() {
    m_icon->setIcon(
        views::lineIcon(QStringLiteral(":/icons/search.svg"), views::Theme::forPalette(palette()).muted));
}

void CommandPalette::refresh() {
    m_popup->clear();
    m_found = text().trimmed().isEmpty() ? m_index.suggestions(Shown) : m_index.find(text(), Shown);
    for (const CommandEntry* entry : m_found)
        m_popup->addItem(entry->text + QStringLiteral("   · ") + entry->kind);
    if (m_found.empty()) m_popup->addItem(tr("Nothing matches."));
    m_popup->setCurrentRow(0);
    const int rows = std::min(VisibleRows, m_popup->count());
    m_popup->setGeometry(
        QRect(mapToGlobal(QPoint(0, height() + 2)),
              QSize(std::max(width(), 640), rows * std::max(18, m_popup->sizeHintForRow(0)) + 6)));
    m_popup->show();
    m_popup->raise();
}

void CommandPalette::accept(int row) {
    if (row < 0 || static_cast<std::size_t>(row) >= m_found.size()) return;
    const CommandEntry entry = *m_found[static_cast<std::size_t>(row)];
    leave();
    if (entry.action)
        entry.action();
    else
        emit chosen(entry.item);
}

void CommandPalette::leave() {
    m_popup->hide();
    clear();
    m_return->giveBack();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusOut) m_popup->hide();
    if (event->type() != QEvent::KeyPress) return QLineEdit::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Escape) {
        leave();
        return true;
    }
    if (!m_popup->isVisible()) return QLineEdit::eventFilter(watched, event);
    const int last = m_popup->count() - 1;
    switch (key) {
    case Qt::Key_Down:
        m_popup->setCurrentRow(std::min(last, m_popup->currentRow() + 1));
        return true;
    case Qt::Key_Up:
        m_popup->setCurrentRow(std::max(0, m_popup->currentRow() - 1));
        return true;
    case Qt::Key_PageDown:
        m_popup->setCurrentRow(std::min(last, m_popup->currentRow() + VisibleRows));
        return true;
    case Qt::Key_PageUp:
        m_popup->setCurrentRow(std::max(0, m_popup->currentRow() - VisibleRows));
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        accept(m_popup->currentRow());
        return true;
    default:
        return QLineEdit::eventFilter(watched, event);
    }
}

} // namespace edgewright::workbench
