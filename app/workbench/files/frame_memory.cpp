// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/files/frame_memory.h"

#include "app/workbench/bars/drawer.h"
#include "views/support/splitter_sizes.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>

namespace edgewright::workbench {

using namespace Qt::StringLiterals;

namespace {

QJsonObject storedSplitters(const QSettings& stored) {
    return QJsonDocument::fromJson(stored.value(u"frame/splitters"_s).toByteArray()).object();
}

} // namespace

void rememberFrame(const QMainWindow& window, const Drawer& drawer, const QAction& inspector) {
    QSettings stored;
    stored.setValue(u"geometry"_s, window.saveGeometry());
    QJsonObject splitters = storedSplitters(stored); // of what is hidden now, the sizes that it had
    const QJsonObject now = views::splitterSizes(*window.centralWidget());
    for (auto each = now.begin(); each != now.end(); ++each)
        splitters.insert(each.key(), each.value());
    stored.setValue(u"frame/splitters"_s, QJsonDocument(splitters).toJson());
    stored.setValue(u"frame/drawer"_s, drawer.isVisible() ? drawer.currentIndex() : -1);
    stored.setValue(u"frame/inspector"_s, inspector.isChecked());
}

void restoreFrame(QMainWindow& window, Drawer& drawer, QAction& inspector) {
    const QSettings stored;
    window.restoreGeometry(stored.value(u"geometry"_s).toByteArray());
    const int open = stored.value(u"frame/drawer"_s, -1).toInt();
    if (open >= 0 && open < drawer.count()) drawer.toggle(static_cast<Drawer::Tab>(open));
    inspector.setChecked(stored.value(u"frame/inspector"_s, true).toBool());
    views::setSplitterSizes(*window.centralWidget(), storedSplitters(stored));
}

} // namespace edgewright::workbench
