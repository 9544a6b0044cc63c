// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/presenter/lesson_show.h"

#include "app/workbench/presenter/presenter.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QScreen>

namespace edgewright::workbench {

namespace {

// Beside this program, which may be a test.
QString program() {
    const QString given = qEnvironmentVariable("EDGEWRIGHT_WINDOW");
    if (!given.isEmpty()) return given;
    const QString here = QCoreApplication::applicationFilePath();
    return QFileInfo(here).fileName() == QStringLiteral("edgewright")
               ? here
               : QFileInfo(here).absolutePath() + QStringLiteral("/../bin/edgewright");
}

} // namespace

LessonShow::LessonShow(Lessons& lessons, QWidget& window)
    : QObject(&window), m_lessons(lessons), m_window(window) {
    connect(&m_program, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            emit failed(tr("The presentation did not start: %1").arg(m_program.errorString()));
    });
    connect(&m_program, &QProcess::finished, this, &LessonShow::goOn);
}

LessonShow::~LessonShow() {
    m_program.disconnect(this);
    if (!isRunning()) return;
    m_program.terminate();
    constexpr int Patience = 3000; // ms
    if (!m_program.waitForFinished(Patience)) m_program.kill();
}

void LessonShow::start(const QString& theme) {
    if (isRunning() || !m_lessons.isOpen()) return;
    const LessonPlayer& player = m_lessons.player();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const double before = environment.value(QStringLiteral("QT_SCALE_FACTOR")).toDouble();
    environment.insert(
        QStringLiteral("QT_SCALE_FACTOR"),
        QString::number((before > 0 ? before : 1) * Presenter::scale(m_window.screen()->geometry().height())));
    m_program.setProcessEnvironment(environment);
    m_program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_program.start(program(), {QStringLiteral("--lesson"), QString::fromStdString(player.lesson().folder),
                                QStringLiteral("--lesson-step"), QString::number(player.index() + 1),
                                QStringLiteral("--present"), QStringLiteral("--theme"), theme});
}

// It ends with "step 4".
void LessonShow::goOn() {
    const QByteArray last = m_program.readAllStandardOutput().trimmed().split('\n').back();
    const qulonglong step = last.startsWith("step ") ? last.mid(5).toULongLong() : 0;
    LessonPlayer& player = m_lessons.player();
    if (!m_lessons.isOpen() || step < 1 || step > player.lesson().steps.size()) return;
    if (step - 1 != player.index()) player.go(step - 1);
    m_window.activateWindow();
}

} // namespace edgewright::workbench
