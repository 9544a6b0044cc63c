// SPDX-License-Identifier: GPL-3.0-or-later
// The command field (Ctrl+K): type a few words, choose with the arrows, go with Enter.
#pragma once

#include "app/workbench/command_index.h"

#include <QLineEdit>
#include <QListWidget>

namespace edgewright::workbench {

class CommandField final : public QLineEdit {
    Q_OBJECT
public:
    CommandField(CommandIndex& index, QWidget* parent = nullptr);

signals:
    void chosen(const edgewright::views::Item& item);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void refresh();
    void accept(int row);

    CommandIndex& m_index;
    QListWidget* m_popup;
    std::vector<const CommandEntry*> m_found;
};

} // namespace edgewright::workbench
