// SPDX-License-Identifier: GPL-3.0-or-later
// The window of the program, made anew over the same work where another language is chosen.
#pragma once

#include "app/workbench/keys/language.h"
#include "app/workbench/main_window.h"

#include <QApplication>

#include <memory>

namespace edgewright::workbench {

class OneWindow final : public QObject {
public:
    OneWindow() : m_window(std::make_unique<MainWindow>()) { follow(); }
    MainWindow& get() { return *m_window; } // until control returns to the event loop
    views::JobBoard& jobs() { return m_window->jobs(); }

    void speak(const QString& language) {
        chooseLanguage(language);
        useLanguage(*QCoreApplication::instance());
        auto before = std::exchange(m_window, MainWindow::again(*m_window));
        m_window->show();
        before.reset();
        m_window->activateWindow();
        follow();
        m_window->session().stages().sayAgain();
    }

private:
    // Once the menu is closed that asked for it.
    void follow() {
        connect(
            m_window.get(), &MainWindow::languageRequested, this, [this](const QString& name) { speak(name); },
            Qt::QueuedConnection);
    }

    std::unique_ptr<MainWindow> m_window;
};

} // namespace edgewright::workbench
