// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of every model that was open: its settings, and how it was looked at. A model is known by
// its path, size and time of change. What cannot be read counts as if nothing were remembered.
#pragma once

#include <QJsonObject>
#include <QString>
#include <QStringList>

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

} // namespace edgewright::workbench
