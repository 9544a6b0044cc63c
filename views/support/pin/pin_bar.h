// SPDX-License-Identifier: GPL-3.0-or-later
// A | B at the top right of a page: pins, swaps, releases, and says what stands against what.
#pragma once

#include <QWidget>

#include <vector>

class QAction;
class QLabel;
class QTabWidget;
class QToolButton;

namespace edgewright::views {

class Pin;

class PinBar final : public QWidget {
    Q_OBJECT
public:
    // Nothing to see without `pin`.
    explicit PinBar(Pin* pin, QWidget* parent = nullptr);

signals:
    void tableWanted(); // a click on A or B

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void follow();
    void tint();
    QToolButton* add(QToolButton* button);

    Pin* m_pin;
    QLabel* m_model;                  // of A, where another one is open
    QToolButton *m_first, *m_a, *m_b; // pins while nothing is; to the table, with names in their tooltips
    std::vector<std::pair<QToolButton*, QString>> m_icons;
    std::vector<QWidget*> m_whilePinned;
};

// The last tab, only while there is something to compare.
void showPinTab(QTabWidget& tabs, QWidget& page, const QString& title, bool shown);

} // namespace edgewright::views
