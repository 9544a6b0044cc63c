// SPDX-License-Identifier: GPL-3.0-or-later
// Follows a lesson through the window: opens models, sets what a scene names, takes answers and has them judged
// by what the program computes. The pane shows it.
#pragma once

#include "core/lesson/judge.h"
#include "views/session/session.h"
#include "views/support/selection.h"

#include <QFileSystemWatcher>
#include <QObject>

#include <filesystem>
#include <optional>

namespace edgewright::workbench {

class LessonPlayer final : public QObject {
    Q_OBJECT
public:
    enum class Phase {
        Closed,
        Opening, // the model of the step is not there yet
        Asking,  // for an answer
        Judging, // it is computed
        Told     // the step is done: nothing was asked, or it was answered
    };

    LessonPlayer(views::Session& session, views::SettingsModel& settings, views::Selection& selection,
                 QThreadPool& pool, QObject* parent = nullptr);
    // From the first step that was not told yet, or from `step`. A lesson that cannot be read is told
    // (failed()), and the one that is open stays.
    void start(const std::filesystem::path& folder, std::optional<std::size_t> step = {});
    void takeOver(const LessonPlayer& before); // the lesson of a window before this one, at its step
    void stop();
    void go(std::size_t step); // none: the lesson is over, and closed
    // In Phase::Asking. Of buffers that are packed, a plan that is not as good as the planner's asks again.
    void answer(const lesson::Given& given);
    void giveUp(); // told without an answer

    Phase phase() const { return m_phase; }
    const lesson::Lesson& lesson() const { return *m_lesson; } // unless closed
    std::size_t index() const { return m_index; }
    const lesson::Step& step() const { return m_lesson->steps[m_index]; }
    const lesson::Words& words() const;
    const lesson::StepWords& stepWords() const { return words().steps.at(step().id); }
    const std::optional<lesson::Judgement>& judgement() const { return m_judgement; }
    bool isAnswered() const { return m_given.has_value(); } // else it was given up
    // The buffers of a question that has them packed; null: not known yet, or none are asked for.
    const memory::Problem* problem() const;
    // The target that is to be in the light.
    const lesson::Target& point() const;

signals:
    void changed();
    void failed(const QString& message);
    void fileRequested(const QString& file); // of the first step, where something is not saved
    void pageRequested(const QString& id);

private:
    bool read(const std::filesystem::path& folder); // false: it is told
    void readAgain();
    void openModel();
    void showScene();
    void apply(bool isAnswer);
    void pointAt(const lesson::Target& target);
    void tell();
    void setPhase(Phase phase);
    void selected();
    std::optional<pipeline::Settings> settingsAt(std::size_t step, bool isAnswer);

    views::Session& m_session;
    views::SettingsModel& m_settings;
    views::Selection& m_selection;
    std::optional<lesson::Lesson> m_lesson;
    std::size_t m_index = 0;
    Phase m_phase = Phase::Closed;
    std::filesystem::path m_model; // that the lesson has opened, or waits for
    pipeline::Settings m_base;     // of that model, before the lesson
    pipeline::Settings m_applied;  // the last ones that a lesson set: nobody else's, and not asked about
    std::optional<lesson::Given> m_given;
    std::optional<lesson::Judgement> m_judgement;
    std::shared_ptr<const pipeline::Analysis> m_asked; // of the scene that asks, as far as it is known
    QFileSystemWatcher m_watcher;
    views::JobSlot m_job, m_points;
    bool m_isPointing = false;
};

} // namespace edgewright::workbench
