// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/page/view.h"

#include "views/support/page/page_answer.h"
#include "views/support/splitter_sizes.h"
#include "views/support/viewport/viewport_controller.h"

#include <QScrollArea>
#include <QTabWidget>

namespace edgewright::views {

std::vector<Slide> View::slides() const {
    std::vector<Slide> slides;
    const QString told = answer();
    for (Figure& figure : figures())
        slides.push_back(slideOf(std::move(figure), told));
    return slides;
}

QString View::answer() const { return answerIn(*this); }

QString View::answerIn(const QWidget& part) {
    for (const auto* each : part.findChildren<PageAnswer*>())
        if (each->isVisibleTo(&part) && !each->headline().isEmpty()) return each->headline();
    return {};
}

void View::reveal(QWidget& part) {
    for (QWidget* each = &part; each != this && each->parentWidget(); each = each->parentWidget()) {
        if (auto* tabs = qobject_cast<QTabWidget*>(each->parentWidget()->parentWidget());
            tabs && tabs->indexOf(each) >= 0)
            tabs->setCurrentWidget(each);
        if (auto* scroll = qobject_cast<QScrollArea*>(each)) scroll->ensureWidgetVisible(&part);
    }
}

QJsonObject View::saveState() const {
    QJsonObject tabs;
    for (const auto* each : findChildren<QTabWidget*>())
        if (!each->objectName().isEmpty()) tabs.insert(each->objectName(), each->currentIndex());
    QJsonObject seen;
    for (const auto* each : findChildren<ViewportController*>())
        if (const QJsonArray part = each->seenPart(); !part.isEmpty() && !each->name().isEmpty())
            seen.insert(each->name(), part);
    return {{QStringLiteral("splitters"), splitterSizes(*this)},
            {QStringLiteral("tabs"), tabs},
            {QStringLiteral("seen"), seen}};
}

void View::restoreState(const QJsonObject& state) {
    setSplitterSizes(*this, state.value(QStringLiteral("splitters")).toObject());
    const QJsonObject tabs = state.value(QStringLiteral("tabs")).toObject();
    for (auto* each : findChildren<QTabWidget*>()) {
        const int index = tabs.value(each->objectName()).toInt(-1);
        if (index >= 0 && index < each->count()) each->setCurrentIndex(index);
    }
    const QJsonObject seen = state.value(QStringLiteral("seen")).toObject();
    for (auto* each : findChildren<ViewportController*>())
        each->setSeenPart(seen.value(each->name()).toArray());
}

} // namespace edgewright::views
