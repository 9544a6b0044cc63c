// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a window without a model: a file of one's own, samples, lessons, and the files that were open.
#pragma once

#include "app/workbench/bars/page_stack.h"
#include "app/workbench/keys/window_menu.h"
#include "app/workbench/lessons/lessons.h"
#include "views/session/session.h"

#include <QPushButton>
#include <QScrollArea>

#include <vector>

namespace edgewright::workbench {

class WelcomeTile;

class Welcome final : public QScrollArea {
    Q_OBJECT
public:
    Welcome(views::Session& session, WindowMenu& menu, Lessons& lessons, QThreadPool& pool, PageStack& pages);
    void open();        // over the pages, until a model opens, a lesson starts or a page is chosen
    void openIfEmpty(); // where no model is open, nor on its way, and the page needs one

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct List {
        std::vector<std::filesystem::path> lessons;
        QStringList recent;
        std::size_t rows = 0; // of a column
        std::vector<WelcomeTile*> lessonTiles, recentTiles;
        QList<QWidget*> columns; // that the tiles are in
    };

    void makeContent();
    QWidget* makeHead();
    QWidget* makeSamples();
    void fill(); // lessons and files as they are now
    QWidget* addColumn(const QString& title);
    void fillLessons();
    void fillRecent();
    void readLists(); // what has to be read of them
    void drawSamples();
    bool hasModel() const { return m_session.analysis()->opened != nullptr; }

    views::Session& m_session;
    WindowMenu& m_menu;
    Lessons& m_lessons;
    PageStack& m_pages;
    QPushButton *m_open = nullptr, *m_back = nullptr;
    QHBoxLayout* m_lists = nullptr;
    QStringList m_samples;
    std::vector<WelcomeTile*> m_cards; // of the samples
    List m_list;
    views::JobSlot m_read, m_draw;
};

} // namespace edgewright::workbench
