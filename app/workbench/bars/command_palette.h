// SPDX-License-Identifier: GPL-3.0-or-later
// The command field (Ctrl+K): type a few words, choose with the arrows, go with Enter.
#pragma once

#include "app/workbench/bars/command_palette_index.h"

#include <QLineEdit>
#include <QListWidget>

namespace edgewright::views {
class FocusReturn;
}

namespace edgewright::workbench {

class CommandPalette final : public QLineEdit {
    Q_OBJECT
public:
    CommandPalette(CommandPaletteIndex& index, QWidget* parent = nullptr);

signals:
    void chosen(const edgewright::views::Item& item);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void tint();
    void accept(int row);
    void leave();

    CommandPaletteIndex& m_index;
    views::FocusReturn* m_return;
    QAction* m_icon;
    QListWidget* m_popup;
    std::vector<const CommandEntry*> m_found;
};

} // namespace edgewright::workbench
