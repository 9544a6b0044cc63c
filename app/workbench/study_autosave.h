// SPDX-License-Identifier: GPL-3.0-or-later
// The unsaved changes of the study that is open, in a file of their own. One that a program left behind that
// was killed is offered when its study is opened again, and never written over.
#pragma once

#include "app/workbench/model_memory.h"

#include <QString>
#include <QStringList>

#include <utility>

namespace edgewright::workbench {

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
