// SPDX-License-Identifier: GPL-3.0-or-later
// The categories on the canvases, in their colours and letters; pressing some dims all others.
#pragma once

#include <QWidget>

#include "views/support/theme.h"

#include <map>
#include <set>

class QToolButton;

namespace edgewright::views {

class GraphLegend final : public QWidget {
    Q_OBJECT
public:
    explicit GraphLegend(QWidget* parent = nullptr);
    void setPresent(const std::set<ops::Category>& categories);
    QSize sizeHint() const override { return {200, heightForWidth(width())}; }
    int heightForWidth(int width) const override { return arrange(width, false); }
    bool hasHeightForWidth() const override { return true; }

signals:
    void dimmedChanged(const std::set<edgewright::ops::Category>& categories);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    int arrange(int width, bool move) const; // in lines; returns the height
    void tint();
    void announce();

    std::map<ops::Category, QToolButton*> m_buttons;
    std::set<ops::Category> m_present;
};

} // namespace edgewright::views
