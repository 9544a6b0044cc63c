// SPDX-License-Identifier: GPL-3.0-or-later
// Presents the open lesson in a program of its own: all of it larger, whatever the desktop asks for. The lesson
// here goes on at the step at which that one ended.
#pragma once

#include "app/workbench/lessons/lessons.h"

#include <QProcess>

namespace edgewright::workbench {

class LessonShow final : public QObject {
    Q_OBJECT
public:
    LessonShow(Lessons& lessons, QWidget& window);
    ~LessonShow() override;
    void start(const QString& theme); // unless it runs
    bool isRunning() const { return m_program.state() != QProcess::NotRunning; }

signals:
    void failed(const QString& message);

private:
    void goOn();
    QProcessEnvironment enlarged() const;

    Lessons& m_lessons;
    QWidget& m_window;
    QProcess m_program;
};

} // namespace edgewright::workbench
