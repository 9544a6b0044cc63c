// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/study_autosave.h"

namespace edgewright::workbench {

void StudyAutosave::opened(const QString& study) {
    const QString taken = std::exchange(m_taken, {});
    if (!taken.isEmpty() && study == m_study) m_superseded << taken;
    m_study = study;
    m_file = study.isEmpty() ? QString() : m_memory.newAutosave(study);
}

void StudyAutosave::saved(const QString& study) {
    if (!m_file.isEmpty()) m_superseded << m_file;
    opened(study);
}

QString StudyAutosave::leftBehind() const {
    if (m_study.isEmpty()) return {};
    for (const QString& each : m_memory.autosaves(m_study))
        if (each != m_file && !m_superseded.contains(each)) return each;
    return {};
}

} // namespace edgewright::workbench
