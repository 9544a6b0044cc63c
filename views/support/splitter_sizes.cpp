// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/splitter_sizes.h"

#include <QJsonArray>
#include <QSplitter>

#include <algorithm>

namespace edgewright::views {

QJsonObject splitterSizes(const QWidget& widget) {
    QJsonObject all;
    for (const auto* splitter : widget.findChildren<QSplitter*>()) {
        const QList<int> sizes = splitter->sizes();
        // Never shown, or with a part that is hidden, it has none to speak of.
        if (splitter->objectName().isEmpty() || sizes.contains(0) ||
            !splitter->testAttribute(Qt::WA_WState_Created))
            continue;
        QJsonArray list;
        std::ranges::copy(sizes, std::back_inserter(list));
        all.insert(splitter->objectName(), list);
    }
    return all;
}

void setSplitterSizes(const QWidget& widget, const QJsonObject& sizes) {
    constexpr int MaxPixels = 100'000;
    for (auto* splitter : widget.findChildren<QSplitter*>()) {
        QList<int> wanted;
        for (const QJsonValue& size : sizes.value(splitter->objectName()).toArray())
            wanted << size.toInt();
        const auto fits = [](int size) { return size > 0 && size < MaxPixels; };
        if (!wanted.isEmpty() && wanted.size() == splitter->count() && std::ranges::all_of(wanted, fits))
            splitter->setSizes(wanted);
    }
}

} // namespace edgewright::views
