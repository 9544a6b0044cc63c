// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the window.
#pragma once

#include "views/support/page/view.h"

#include <QStackedWidget>

#include <set>
#include <span>
#include <string>

namespace edgewright::workbench {

// The pages of the window, of which one is seen: it alone gets each new analysis at once.
class PageStack final : public QStackedWidget {
    Q_OBJECT
public:
    using Analysis = std::shared_ptr<const pipeline::Analysis>;

    explicit PageStack(views::ViewContext& context, QWidget* parent = nullptr);
    bool showPage(const QString& id); // false: no page has this id
    QString currentId() const;
    views::View& current() const { return *page(currentIndex()); }
    const views::ViewEntry& currentEntry() const;
    // Its picture or table has the focus, no field that keys would change; the stack as long as it has none.
    void focusMain();
    // Lies over the pages, in the place of the current one, until a page is chosen, also the same. A child of
    // the stack; its focus proxy has the focus then.
    void cover(QWidget& with);
    void uncover();
    QAction* mainAction() const; // of the page or of the window; null: there is none

    void deliver(const Analysis& analysis); // to the visible page
    void forgetHidden();                    // the model before, on the hidden ones
    // Stages that only hidden pages show.
    std::set<std::string, std::less<>> hiddenStages() const;
    bool awaits(const pipeline::Analysis& analysis) const; // a stage that a page asked for runs
    struct Content {
        const views::ViewEntry& entry;
        const views::View& page;
        std::vector<views::Figure> figures;
        bool isCurrent = false;
    };
    Content content(int index, const Analysis& analysis);
    std::vector<Content> contents(const Analysis& analysis); // of all pages

    QJsonObject saveStates() const; // View::saveState by id of the page
    void restoreStates(const QJsonObject& states);

signals:
    void covered(bool on);
    void retryRequested(const QString& stage);
    void message(const QString& text);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    views::View* page(int index) const;
    void deliver(int index, const Analysis& analysis);

    std::vector<Analysis> m_shown; // by page
    QWidget* m_cover = nullptr;    // that is seen
};

// The pages of the activity bar, in its order. To add one: its entry here and its sources in views/.
std::span<const views::ViewEntry* const> pages();

} // namespace edgewright::workbench
