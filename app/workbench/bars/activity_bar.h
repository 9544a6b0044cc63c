// SPDX-License-Identifier: GPL-3.0-or-later
// The narrow bar at the left: one button per page.
#pragma once

#include "views/support/page/view.h"

#include <QButtonGroup>
#include <QToolButton>
#include <QWidget>

#include <span>
#include <vector>

namespace edgewright::workbench {

class ActivityBar final : public QWidget {
    Q_OBJECT
public:
    ActivityBar(std::span<const views::ViewEntry* const> pages, QWidget* parent = nullptr);
    void setCurrent(int index); // -1: none of the pages is seen
    void tint(); // when the application has another palette

signals:
    void chosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::span<const views::ViewEntry* const> m_pages;
    QButtonGroup m_group;
    std::vector<QToolButton*> m_buttons;
};

} // namespace edgewright::workbench
