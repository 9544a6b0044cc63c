// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/bars/page_stack.h"

#include "app/workbench/bars/tab_order.h"
#include "views/support/job/stage_text.h"

#include <QAction>

#include <algorithm>
#include <utility>

namespace edgewright::workbench {

namespace {

const views::ViewEntry& entryOf(int index) { return *pages()[static_cast<std::size_t>(index)]; }

} // namespace

PageStack::PageStack(views::ViewContext& context, QWidget* parent)
    : QStackedWidget(parent), m_shown(pages().size()) {
    setObjectName(QStringLiteral("pages"));
    for (const views::ViewEntry* entry : pages()) {
        views::View* view = entry->make(context).release();
        view->setObjectName(QStringLiteral("view_") + QString::fromLatin1(entry->id));
        view->setAccessibleName(entry->titleText());
        connect(view, &views::View::pageRequested, this, &PageStack::showPage);
        connect(view, &views::View::retryRequested, this, &PageStack::retryRequested);
        connect(view, &views::View::message, this, &PageStack::message);
        addWidget(view);
    }
    connect(this, &QStackedWidget::currentChanged, this, &PageStack::uncover);
}

views::View* PageStack::page(int index) const { return static_cast<views::View*>(widget(index)); }

const views::ViewEntry& PageStack::currentEntry() const { return entryOf(currentIndex()); }

QString PageStack::currentId() const { return QString::fromLatin1(currentEntry().id); }

bool PageStack::showPage(const QString& id) {
    for (int i = 0; i < count(); ++i)
        if (id == QLatin1String(entryOf(i).id)) {
            setCurrentIndex(i);
            uncover(); // of the same page, too
            return true;
        }
    return false;
}

void PageStack::cover(QWidget& with) {
    m_cover = &with;
    currentWidget()->hide(); // nothing behind is reached by keys
    with.setGeometry(rect());
    with.show();
    with.raise();
    focusMain();
    emit covered(true);
}

void PageStack::uncover() {
    if (!m_cover) return;
    const bool hasFocus = m_cover->isAncestorOf(window()->focusWidget());
    currentWidget()->show();
    std::exchange(m_cover, nullptr)->hide();
    if (hasFocus) focusMain();
    emit covered(false);
}

void PageStack::resizeEvent(QResizeEvent* event) {
    QStackedWidget::resizeEvent(event);
    if (m_cover) m_cover->setGeometry(rect());
}

void PageStack::focusMain() {
    if (m_cover) return m_cover->setFocus(Qt::OtherFocusReason);
    QWidget* stop = mainStop(*currentWidget());
    (stop ? stop : this)->setFocus(Qt::OtherFocusReason);
}

QAction* PageStack::mainAction() const {
    const QString name = QString::fromLatin1(currentEntry().mainAction);
    auto* action = currentWidget()->findChild<QAction*>(name);
    return action ? action : window()->findChild<QAction*>(name);
}

void PageStack::deliver(const Analysis& analysis) { deliver(currentIndex(), analysis); }

void PageStack::deliver(int index, const Analysis& analysis) {
    Analysis& shown = m_shown[static_cast<std::size_t>(index)];
    if (shown == analysis) return;
    shown = analysis;
    page(index)->setAnalysis(analysis);
    if (hasFocus()) focusMain(); // there was nothing in the page yet
}

void PageStack::forgetHidden() {
    const auto nothing = std::make_shared<const pipeline::Analysis>();
    for (int i = 0; i < count(); ++i) {
        Analysis& shown = m_shown[static_cast<std::size_t>(i)];
        if (i == currentIndex() || !shown) continue;
        page(i)->setAnalysis(nothing);
        shown.reset();
    }
}

std::set<std::string, std::less<>> PageStack::hiddenStages() const {
    std::set<std::string, std::less<>> stages;
    for (int i = 0; i < count(); ++i)
        if (i != currentIndex())
            for (const std::string_view stage : entryOf(i).stages)
                stages.emplace(stage);
    return stages;
}

bool PageStack::awaits(const pipeline::Analysis& analysis) const {
    return std::ranges::any_of(pages(), [&](const views::ViewEntry* entry) {
        return std::ranges::any_of(entry->stages,
                                   [&](std::string_view stage) { return views::isStale(&analysis, stage); });
    });
}

PageStack::Content PageStack::content(int index, const Analysis& analysis) {
    deliver(index, analysis); // a page that was not visible has not seen the newest one yet
    return {entryOf(index), *page(index), page(index)->figures(), index == currentIndex()};
}

std::vector<PageStack::Content> PageStack::contents(const Analysis& analysis) {
    std::vector<Content> all;
    for (int i = 0; i < count(); ++i)
        all.push_back(content(i, analysis));
    return all;
}

QJsonObject PageStack::saveStates() const {
    QJsonObject states;
    for (int i = 0; i < count(); ++i)
        states.insert(QString::fromLatin1(entryOf(i).id), page(i)->saveState());
    return states;
}

void PageStack::restoreStates(const QJsonObject& states) {
    for (int i = 0; i < count(); ++i)
        page(i)->restoreState(states.value(QLatin1String(entryOf(i).id)).toObject());
}

} // namespace edgewright::workbench
