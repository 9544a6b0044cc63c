// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/keys/qt_texts.h"

#include <QtGlobal>

#include <array>

namespace edgewright::workbench {

namespace {

constexpr std::array QtButtons{
    QT_TRANSLATE_NOOP("QPlatformTheme", "OK"),       QT_TRANSLATE_NOOP("QPlatformTheme", "Save"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Save All"), QT_TRANSLATE_NOOP("QPlatformTheme", "Open"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "&Yes"),     QT_TRANSLATE_NOOP("QPlatformTheme", "Yes to &All"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "&No"),      QT_TRANSLATE_NOOP("QPlatformTheme", "N&o to All"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Abort"),    QT_TRANSLATE_NOOP("QPlatformTheme", "Retry"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Ignore"),   QT_TRANSLATE_NOOP("QPlatformTheme", "Close"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Cancel"),   QT_TRANSLATE_NOOP("QPlatformTheme", "Discard"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Help"),     QT_TRANSLATE_NOOP("QPlatformTheme", "Apply"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Reset"),    QT_TRANSLATE_NOOP("QPlatformTheme", "Restore Defaults")};
constexpr std::array QtGnomeButtons{
    QT_TRANSLATE_NOOP("QGnomeTheme", "&OK"), QT_TRANSLATE_NOOP("QGnomeTheme", "&Save"),
    QT_TRANSLATE_NOOP("QGnomeTheme", "&Cancel"), QT_TRANSLATE_NOOP("QGnomeTheme", "&Close"),
    QT_TRANSLATE_NOOP("QGnomeTheme", "Close without Saving")};
constexpr std::array QtLineMenu{
    QT_TRANSLATE_NOOP("QLineEdit", "&Undo"),     QT_TRANSLATE_NOOP("QLineEdit", "&Redo"),
    QT_TRANSLATE_NOOP("QLineEdit", "Cu&t"),      QT_TRANSLATE_NOOP("QLineEdit", "&Copy"),
    QT_TRANSLATE_NOOP("QLineEdit", "&Paste"),    QT_TRANSLATE_NOOP("QLineEdit", "Delete"),
    QT_TRANSLATE_NOOP("QLineEdit", "Select All")};
constexpr std::array QtTextMenu{QT_TRANSLATE_NOOP("QWidgetTextControl", "&Undo"),
                                QT_TRANSLATE_NOOP("QWidgetTextControl", "&Redo"),
                                QT_TRANSLATE_NOOP("QWidgetTextControl", "Cu&t"),
                                QT_TRANSLATE_NOOP("QWidgetTextControl", "&Copy"),
                                QT_TRANSLATE_NOOP("QWidgetTextControl", "Copy &Link Location"),
                                QT_TRANSLATE_NOOP("QWidgetTextControl", "&Paste"),
                                QT_TRANSLATE_NOOP("QWidgetTextControl", "Delete"),
                                QT_TRANSLATE_NOOP("QWidgetTextControl", "Select All")};
constexpr std::array QtSpinMenu{QT_TRANSLATE_NOOP("QAbstractSpinBox", "&Select All"),
                                QT_TRANSLATE_NOOP("QAbstractSpinBox", "&Step up"),
                                QT_TRANSLATE_NOOP("QAbstractSpinBox", "Step &down")};
constexpr std::array QtFileDialog{QT_TRANSLATE_NOOP("QFileDialog", "Look in:"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "Back"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "Go back"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "Forward"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "Go forward"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "Parent Directory"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "Go to the parent directory"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "Create New Folder"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "Create a New Folder"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "List View"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "Change to list view mode"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "Detail View"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "Change to detail view mode"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "Sidebar"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "List of places and bookmarks"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "Files"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "Files of type:"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "File &name:"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "Directory:"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "&Open"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "&Choose"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "&Save"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "&New Folder"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "&Rename"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "&Delete"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "Show &hidden files"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "Find Directory"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "Open"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "Save As"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "Recent Places"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "New Folder"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "Delete"),
                                  QT_TRANSLATE_NOOP("QFileDialog", "All Files (*)")};
constexpr std::array QtFileColumns{
    QT_TRANSLATE_NOOP("QFileSystemModel", "Name"),          QT_TRANSLATE_NOOP("QFileSystemModel", "Size"),
    QT_TRANSLATE_NOOP("QFileSystemModel", "Type"),          QT_TRANSLATE_NOOP("QFileSystemModel", "Kind"),
    QT_TRANSLATE_NOOP("QFileSystemModel", "Date Modified"), QT_TRANSLATE_NOOP("QFileSystemModel", "Computer")};

constexpr std::array AllQtTexts{
    QtTexts{"QPlatformTheme", QtButtons},       QtTexts{"QGnomeTheme", QtGnomeButtons},
    QtTexts{"QLineEdit", QtLineMenu},           QtTexts{"QWidgetTextControl", QtTextMenu},
    QtTexts{"QAbstractSpinBox", QtSpinMenu},    QtTexts{"QFileDialog", QtFileDialog},
    QtTexts{"QFileSystemModel", QtFileColumns},
};

} // namespace

std::span<const QtTexts> qtTexts() { return AllQtTexts; }

} // namespace edgewright::workbench
