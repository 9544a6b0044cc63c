// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/presenter/lesson_show.h"

#include "app/workbench/bars/page_stack.h"
#include "app/workbench/presenter/presenter.h"

#include <QFileInfo>
#include <QGuiApplication>
#include <QScreen>

#include <algorithm>

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
    m_program.setProcessEnvironment(enlarged());
    m_program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_program.start(program(), {QStringLiteral("--lesson"), QString::fromStdString(player.lesson().folder),
                                QStringLiteral("--lesson-step"), QString::number(player.index() + 1),
                                QStringLiteral("--present"), QStringLiteral("--theme"), theme});
}

// By the screen of the class, and where that of the teacher needs another scale, as they may change places, for
// each of its own.
QProcessEnvironment LessonShow::enlarged() const {
    const QString forAll = QStringLiteral("QT_SCALE_FACTOR"),
                  forEach = QStringLiteral("QT_SCREEN_SCALE_FACTORS");
    constexpr int Spare = 16; // logical pixels: letters are not quite as wide at another scale
    const QSize pages = m_window.findChild<PageStack*>()->minimumSizeHint();
    const QSize least(m_lessons.pane().minimumWidth() + pages.width() + Spare, pages.height() + Spare);
    const auto scale = [&](const QScreen* screen) { return Presenter::scale(screen->size(), least); };

    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const double given = environment.value(forAll).toDouble(), before = given > 0 ? given : 1;
    const QList<QScreen*> screens = Presenter::screens();
    const double stage = scale(screens.front());
    environment.insert(forAll, QString::number(before * stage));
    // A Wayland compositor scales its screens itself.
    const bool isByPlatform = QGuiApplication::platformName().startsWith(QStringLiteral("wayland"));
    QStringList factors;
    for (const QScreen* each : screens) {
        const double own = isByPlatform ? 1 : each->devicePixelRatio() / before;
        factors << QStringLiteral("%1=%2").arg(each->name()).arg(own * scale(each) / stage);
    }
    if (std::ranges::any_of(screens, [&](const QScreen* each) { return scale(each) != stage; }))
        environment.insert(forEach, factors.join(u';'));
    return environment;
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
