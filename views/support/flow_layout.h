// SPDX-License-Identifier: GPL-3.0-or-later
// Widgets in rows, as many in each as there is room for. One that is aligned to the right goes to the end of
// its row.
#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace edgewright::views {

class FlowLayout final : public QLayout {
public:
    explicit FlowLayout(QWidget* parent, int gap = 8, int rowGap = 4);
    ~FlowLayout() override;
    void addItem(QLayoutItem* item) override;
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override; // all in one row
    QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    int arrange(const QRect& rect, bool move) const; // returns the height that it takes

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
    int m_gap, m_rowGap;
};

} // namespace edgewright::views
