// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/lesson_slides.h"

#include "app/workbench/bars/page_stack.h"
#include "app/workbench/lessons/lessons.h"
#include "app/workbench/presenter/step_slide.h"

#include <QApplication>
#include <QDir>
#include <QTimer>

#include <cstdio>

namespace edgewright::workbench {

namespace {

using Phase = LessonPlayer::Phase;

class LessonSlides final : public QObject {
public:
    LessonSlides(MainWindow& window, FigureOrder order)
        : QObject(&window), m_window(window), m_player(window.lessons().player()),
          m_pages(*window.findChild<PageStack*>()), m_order(std::move(order)),
          m_writer(window.jobs().writes()) {
        connect(&m_player, &LessonPlayer::failed, this, &LessonSlides::fail);
        connect(&window.session(), &views::Session::failed, this, &LessonSlides::fail);
        connect(&m_writer, &FigureWriter::failed, this, &LessonSlides::fail);
        connect(&m_writer, &FigureWriter::written, this, [](const QStringList& files, const QString& note) {
            for (const QString& each : files)
                std::printf("%s\n", qPrintable(each));
            if (!note.isEmpty()) std::fprintf(stderr, "edgewright: %s\n", qPrintable(note));
            QApplication::exit(0);
        });
        constexpr int LookMs = 50; // a page asks for what it shows once it is seen
        m_look.setInterval(LookMs);
        connect(&m_look, &QTimer::timeout, this, &LessonSlides::look);
    }
    void start(const QString& lesson) {
        m_window.resize(1120, 700); // in a picture of all of it, words can be read
        m_window.lessons().start(lesson, 0);
        m_look.start();
    }

private:
    static void fail(const QString& message) {
        std::fprintf(stderr, "edgewright: %s\n", qPrintable(message));
        QApplication::exit(1);
    }
    void look() {
        const Phase phase = m_player.phase();
        const bool isThere = phase == Phase::Asking || phase == Phase::Told;
        m_still =
            isThere && m_window.jobs().running().empty() ? m_still + 1 : 0; // also who looks for its place
        constexpr int Looks = 5;
        if (m_still < Looks) return;
        m_still = 0;
        if (!take()) return;
        if (phase == Phase::Asking) return m_player.giveUp();
        if (m_player.index() + 1 < m_player.lesson().steps.size()) return m_player.go(m_player.index() + 1);
        finish();
    }
    bool take() {
        const auto picture = m_window.lessons().picture();
        if (!picture) {
            fail(QString::fromStdString(m_player.step().id + ": " + picture.error().message));
            m_look.stop();
            return false;
        }
        m_slides.push_back(stepSlide(m_player, *picture));
        std::printf("progress %zu %zu\n", m_player.index(), m_player.lesson().steps.size());
        std::fflush(stdout);
        return true;
    }
    void finish() {
        m_look.stop();
        const QString lesson = QString::fromStdString(m_player.lesson().id);
        if (!QDir().mkpath(m_order.folder))
            return fail(QCoreApplication::translate("main", "%1 cannot be made").arg(m_order.folder));
        for (views::Figure& each : m_slides)
            each.dotsPerInch = m_order.dotsPerInch;
        m_writer.write(figureFiles(m_slides, m_order, lesson));
    }

    MainWindow& m_window;
    LessonPlayer& m_player;
    PageStack& m_pages;
    FigureOrder m_order;
    FigureWriter m_writer;
    QTimer m_look;
    int m_still = 0; // times that it was looked at in a row, and nothing went on
    std::vector<views::Figure> m_slides;
};

} // namespace

void writeSlidesAndEnd(MainWindow& window, const QString& lesson, const FigureOrder& order) {
    auto* slides = new LessonSlides(window, order);
    QTimer::singleShot(0, slides, [slides, lesson] { slides->start(lesson); });
}

} // namespace edgewright::workbench
