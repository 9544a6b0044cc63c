// SPDX-License-Identifier: GPL-3.0-or-later
// The real main window for a test to drive.
#pragma once

#include "app/workbench/main_window.h"
#include "tests/support/own_settings.h"
#include "tests/support/shared_files.h"

#include <QAbstractButton>
#include <QApplication>
#include <QTest>

#include <memory>

namespace edgewright::test {

class WindowFixture {
public:
    // Opens a window of 1360 x 860 on a sample; false when that did not come to an end.
    bool start(const std::string& sampleName = "tiny_cnn_2d") {
        m_window = std::make_unique<workbench::MainWindow>();
        m_window->resize(1360, 860);
        m_window->show();
        if (!QTest::qWaitForWindowActive(m_window.get())) return false;
        return sampleName.empty() || openSample(sampleName);
    }
    bool openSample(const std::string& name) {
        m_window->open(samplePath(name));
        const bool done =
            QTest::qWaitFor([&] { return settled() && analysis()->opened->file.stem() == name; }, 60000);
        QCoreApplication::processEvents();
        return done;
    }
    void end() { m_window.reset(); }

    workbench::MainWindow& window() const { return *m_window; }
    std::shared_ptr<const pipeline::Analysis> analysis() const { return m_window->session().analysis(); }
    // The stages of every page but those of hidden ones are done.
    bool settled() const {
        const auto a = analysis();
        return m_window->session().idle() && a->typed && a->fusion && a->check && a->memoryBefore &&
               a->memoryAfter && a->costs;
    }
    template <typename T>
    T* find(const QString& name) const {
        T* found = m_window->findChild<T*>(name);
        if (!found) qWarning() << "the window has no" << name;
        return found;
    }
    void click(const QString& name) const {
        if (auto* widget = find<QWidget>(name)) QTest::mouseClick(widget, Qt::LeftButton);
    }
    // The page whose button in the activity bar is marked, and which is shown; empty when they differ.
    QString currentPage() const {
        QString marked;
        for (const auto* button : m_window->findChildren<QAbstractButton*>())
            if (button->objectName().startsWith(QStringLiteral("page_")) && button->isChecked())
                marked = button->objectName().mid(5);
        const auto* view = m_window->findChild<QWidget*>(QStringLiteral("view_") + marked);
        return view && view->isVisible() ? marked : QString();
    }
    NodeId firstOf(const char* op) const {
        const ir::Graph& graph = *analysis()->before();
        for (const NodeId id : graph.order())
            if (graph.node(id).op == op) return id;
        return {};
    }
    static QString samplePath(const std::string& name) {
        return QString::fromStdString(sample(name + ".onnx").string());
    }

private:
    std::unique_ptr<workbench::MainWindow> m_window;
};

} // namespace edgewright::test
