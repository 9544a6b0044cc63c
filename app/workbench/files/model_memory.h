// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of every model that was open: its settings, and how it was looked at. A model is known by
// its path, size and time of change. What cannot be read counts as if nothing were remembered.
#pragma once

#include <QHash>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <utility>

namespace edgewright::workbench {

class ModelMemory {
public:
    static constexpr int MaxModels = 100; // the oldest are forgotten

    // `folder` is made when something is to be remembered.
    explicit ModelMemory(QString folder) : m_folder(std::move(folder)) {}
    // The file of the settings, as a study; there or not.
    QString settingsFile(const QString& model) const { return file(model, QStringLiteral(".study.json")); }

    // A file that is not there yet, for what was changed of a study, and those that are, the newest first. They
    // are of the study as it lies on the disk: once it is written anew, they are of another.
    QString newAutosave(const QString& study) const;
    QStringList autosaves(const QString& study) const;

    struct Look {
        bool unsaved = false; // the settings are in no study that a person saved
        QString page;         // id
        QJsonObject views;    // View::saveState by id of the page
    };
    Look look(const QString& model) const;
    void remember(const QString& model, const Look& look) const;

private:
    QString file(const QString& model, const QString& ending) const;
    void forgetTheOldest() const;

    QString m_folder;
};

// The models and studies that were opened last, the newest first, kept in the settings of the program.
inline constexpr qsizetype MaxRecent = 10; // files

QStringList recentFiles();
void addRecentFile(const QString& file); // its folder is where the next one is looked for

// The models that ship with the program, by name: beside an installed program, or in the source tree that this
// one was built from.
QStringList sampleFiles();
// A sentence on each of them, by file, in the language of the window, from the samples.json beside them; empty:
// there is none.
QHash<QString, QString> sampleAbouts();

// The unsaved changes of the study that is open, in a file of their own. One that a program left behind that
// was killed is offered when its study is opened again, and never written over.
class StudyAutosave {
public:
    explicit StudyAutosave(const ModelMemory& memory) : m_memory(memory) {}

    // A study is open, or none (empty): changes go to a new file from now on.
    void opened(const QString& study);
    // It was saved, under this name: its changes are nobody's any more.
    void saved(const QString& study);
    // The newest that was left behind for this state of the study; empty: none.
    QString leftBehind() const;
    // The study is about to be opened with it; it is kept until the changes are in file().
    void take(const QString& leftBehind) { m_taken = leftBehind; }

    const QString& file() const { return m_file; } // empty: no study is open
    // No more of use once file() is written.
    QStringList takeSuperseded() { return std::exchange(m_superseded, {}); }

private:
    const ModelMemory& m_memory;
    QString m_study, m_file, m_taken;
    QStringList m_superseded;
};

} // namespace edgewright::workbench
