// SPDX-License-Identifier: GPL-3.0-or-later
// A titled section of the inspector that folds: rows of name and value, a sentence, or a widget. Beyond a
// hundred rows it only counts.
#pragma once

#include <QGridLayout>
#include <QToolButton>
#include <QWidget>

#include <functional>
#include <vector>

namespace edgewright::views {

class NameLabel;

class FoldSection final : public QWidget {
    Q_OBJECT
public:
    FoldSection(const QString& title, const QString& name, QWidget* parent = nullptr);
    void clear();
    void addRow(const QString& name, const QString& value);
    // Lines of the same cells: a name, what is left of it in its room, and numbers aligned to the right.
    void addTable(const std::vector<QStringList>& rows);
    void addSentence(const QString& text, bool muted = false);
    void addHeading(const QString& text); // of what follows: a verdict
    void addButton(const QString& text, std::function<void()> act);
    void addWidget(QWidget* widget);
    bool isEmpty() const { return m_row == 0; }
    QString text() const; // everything shown, a line per row; for copying and for tests

private:
    bool full();

    QToolButton* m_header;
    QWidget* m_body;
    QGridLayout* m_grid;
    int m_row = 0;
    int m_left = 0; // out, for want of room
    NameLabel* m_more = nullptr;
    QStringList m_lines;
};

} // namespace edgewright::views
