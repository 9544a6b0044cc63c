// SPDX-License-Identifier: GPL-3.0-or-later
// The line above the graphs: where we are, how they are compared, what dragging does, and the search.
#pragma once

#include <QWidget>

#include "views/graph/panels/breadcrumbs.h"
#include "views/graph/panels/search_field.h"

#include <map>
#include <vector>

class QAction;
class QToolButton;

namespace edgewright::views {

class PageBar final : public QWidget {
    Q_OBJECT
public:
    enum class Mode { Columns, Rows, One };
    explicit PageBar(QThreadPool& pool, QWidget* parent = nullptr);

    QToolButton& panelToggle() { return *m_panel; }
    Breadcrumbs& breadcrumbs() { return *m_crumbs; }
    SearchField& search() { return *m_search; }
    QToolButton& difference() { return *m_difference; }
    QToolButton& link() { return *m_link; }
    QToolButton& modules() { return *m_modules; }
    QToolButton& choose() { return *m_choose; }
    QToolButton& fuse() { return *m_fuse; }
    Mode mode() const { return m_mode; }
    void setMode(Mode mode);
    // Comparing makes no sense: inside a body.
    void setComparing(bool comparing);

signals:
    void modeChanged(edgewright::views::PageBar::Mode mode);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QToolButton* button(const char* name, const char* icon, const QString& text, bool checkable);
    void tint();

    Mode m_mode = Mode::Columns;
    std::vector<std::pair<QToolButton*, QString>> m_icons;
    std::map<Mode, QToolButton*> m_modes;
    QToolButton *m_panel, *m_difference, *m_link, *m_modules, *m_choose, *m_fuse;
    Breadcrumbs* m_crumbs;
    SearchField* m_search;
};

} // namespace edgewright::views
