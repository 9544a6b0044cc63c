// SPDX-License-Identifier: GPL-3.0-or-later
// The model or study of the window: opened, saved and left, with the questions that this asks; and what is
// remembered of it for the next time.
#pragma once

#include "app/workbench/bars/page_stack.h"
#include "app/workbench/files/model_memory.h"
#include "views/session/session.h"

#include <QMimeData>
#include <QTimer>

#include <functional>

namespace edgewright::workbench {

class ModelFiles final : public QObject {
    Q_OBJECT
public:
    // `folder`: where models are remembered; `window`: over which questions open, and whose title names the
    // file.
    ModelFiles(views::Session& session, const views::SettingsModel& settings, PageStack& pages, QString folder,
               QWidget& window);

    void takeOver(const ModelFiles& before); // the model that is open in a window before this one
    // A model, a study, or a folder with a model; without a question about what is not saved.
    void open(const QString& file);
    // The first of them, after that question; the others become recent ones.
    void requestOpen(const QStringList& files);
    // Opens what the last session ended with, or offers it where the program ended while it was opened. False:
    // there is none.
    bool openLast();
    void choose(); // in a dialog
    // The next model opens at the page at which it was left.
    void restorePage() { m_restorePage = true; }
    void saveStudy();
    void saveStudyAs();
    void saveFused();
    void saveQuantized();
    // Merges what comes while the window is used; not put off by what goes on.
    void rememberSoon() {
        if (!m_remember.isActive()) m_remember.start();
    }
    // For an end without a question: the next session offers what is not saved.
    void rememberAll();
    // False: it is asked what is to be done with changed settings, and the window closed after the answer.
    bool mayClose();

    // Models, studies, and folders that may hold models; of a folder with several all that lie in it.
    static QStringList modelsAmong(const QMimeData& data);

signals:
    void said(const QString& text);
    void offered(const QString& message, const QString& button, std::function<void()> act);

private:
    void take(const QString& file); // that is open now
    void takeSaved(const QString& file);
    void leave(std::function<void()> next); // asks, then goes on or not
    void remember(bool newest);             // the settings that are not saved, too?
    void updateTitle();
    void offerAutosave();

    views::Session& m_session;
    PageStack& m_pages;
    QWidget& m_window;
    ModelMemory m_memory;
    StudyAutosave m_autosave{m_memory};
    QTimer m_remember;
    QString m_file; // that was opened: a model or a study
    std::function<void()> m_whenSaved;
    bool m_restorePage = false, m_leaving = false;
    bool m_discarded = false; // the settings of the model that is open still
};

} // namespace edgewright::workbench
