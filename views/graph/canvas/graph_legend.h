// SPDX-License-Identifier: GPL-3.0-or-later
// The meaning of the colours on the canvases, and the switch between the things that they can mean. Categories
// are buttons: pressing some dims all others. A number has its scale. Lines have a menu that lists them.
#pragma once

#include <QWidget>

#include "views/graph/picture/graph_marks.h"
#include "views/graph/picture/node_colouring.h"

#include <memory>
#include <set>
#include <vector>

class QComboBox;
class QLabel;
class QToolButton;

namespace edgewright::views {

class GraphLegend final : public QWidget {
    Q_OBJECT
public:
    using Colouring = std::shared_ptr<const NodeColouring>;
    explicit GraphLegend(QWidget* parent = nullptr);

    // In the order of the switch. The one with the current key stays chosen, else the first is.
    void setColourings(std::vector<Colouring> colourings);
    void setCurrent(const QString& key);
    const Colouring& current() const { return m_current; }
    // The operator kinds that can be seen, where the colouring knows more.
    void setPresent(const std::set<ops::Category>& categories);

    // The meaning of the signs of the difference mode, and the number of nodes with each; without any, nothing.
    void setChanges(const Changes& changes);

    QSize sizeHint() const override { return {200, heightForWidth(width())}; }
    int heightForWidth(int width) const override { return arrange(width, false); }
    bool hasHeightForWidth() const override { return true; }

signals:
    void colouringChosen(const std::shared_ptr<const edgewright::views::NodeColouring>& colouring);
    void dimmedChanged(const std::set<int>& categories); // by index

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    class Scale;
    void choose(Colouring colouring);
    void rebuild();
    std::set<std::size_t> present() const;
    int arrange(int width, bool move) const; // in lines; returns the height
    void tint();
    void announce();
    void listLines();

    std::vector<Colouring> m_colourings;
    Colouring m_current;
    std::set<ops::Category> m_present;
    QComboBox* m_switch;
    Scale* m_scale;
    struct Button {
        std::size_t category;
        QToolButton* button;
    };
    std::vector<Button> m_buttons;
    Changes m_changed;
    QLabel* m_changes;
    QLabel* m_more; // how many categories have no button
    QToolButton* m_lines;
};

} // namespace edgewright::views
