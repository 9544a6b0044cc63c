// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/lessons/lesson_player.h"

#include "app/workbench/lessons/lesson_files.h"
#include "core/base/propagate.h"
#include "core/device/record/record.h"
#include "core/pipeline/stage.h"
#include "views/support/measurement/run_choice.h"

#include <QScopedValueRollback>

#include <algorithm>

namespace edgewright::workbench {

namespace {

using pipeline::Analysis;

// What is known with the settings of now.
Analysis upToDate(const Analysis& now) {
    Analysis known;
    known.opened = now.opened;
    for (const pipeline::Stage* each : pipeline::stages())
        if (each->has(now) && !now.isStale(each->name) && !now.partial.contains(each->name))
            each->put(known, each->get(now));
    return known;
}

// Of the newest run, on whatever device, that is of what is open, with its settings, and has both graphs.
lesson::Measured measuredFusion(const views::Measurements& measurements) {
    const std::vector<device::Run>& runs = measurements.runs();
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        if (!measurements.isCurrent(*run)) continue;
        const auto both = views::fusionChoice(run->record);
        if (!both) continue;
        const measure::Comparison comparison = device::compared(both->beside.get(), both->shown.get());
        if (comparison.blocks > 0) return comparison;
    }
    return std::nullopt;
}

struct State {
    Analysis analysis;
    pipeline::Settings settings;
};

Result<void> evaluate(State& state, const std::set<std::string, std::less<>>& stages, const RunContext& run) {
    for (const std::string& stage : stages)
        RETURN_IF_ERROR(pipeline::evaluate(state.analysis, state.settings, stage, run));
    return {};
}

struct Told {
    lesson::Judgement judgement;
    Analysis asked;
};

Result<Told> judged(const lesson::Question& question, const lesson::Given& given, State asked, State answered,
                    const lesson::Measured& measured, const RunContext& run) {
    const auto stages = lesson::stagesOf(question);
    RETURN_IF_ERROR(evaluate(asked, stages, run));
    RETURN_IF_ERROR(evaluate(answered, stages, run));
    ASSIGN_OR_RETURN(auto judgement,
                     lesson::judge(question, given, asked.analysis, answered.analysis, measured));
    return Told{std::move(judgement), std::move(asked.analysis)};
}

} // namespace

LessonPlayer::LessonPlayer(views::Session& session, views::SettingsModel& settings, views::Selection& selection,
                           QThreadPool& pool, QObject* parent)
    : QObject(parent), m_session(session), m_settings(settings), m_selection(selection),
      m_job(pool, tr("Check the answer")), m_points(pool, tr("Find what the lesson points at")) {
    connect(&session, &views::Session::opened, this, [this](const QString& file) {
        if (m_phase == Phase::Closed) return;
        if (std::filesystem::path(file.toStdString()) != m_model) return stop(); // somebody goes another way
        if (m_phase != Phase::Opening) return;
        m_session.resetSettings();
        m_base = m_settings.get();
        showScene();
    });
    connect(&session, &views::Session::failed, this, [this] {
        if (m_phase == Phase::Opening) stop();
    });
    connect(&selection, &views::Selection::changed, this, &LessonPlayer::selected);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &LessonPlayer::readAgain);
}

const lesson::Words& LessonPlayer::words() const { return m_lesson->in(windowLanguages()); }

const lesson::Target& LessonPlayer::point() const {
    const bool isTold = m_phase == Phase::Told && !step().answer.point.empty();
    return isTold ? step().answer.point : step().scene.point;
}

const memory::Problem* LessonPlayer::problem() const {
    const bool isPacked = m_lesson && step().question && step().question->kind == lesson::Question::Kind::Pack;
    return isPacked && m_asked ? lesson::problemOf(*step().question, *m_asked) : nullptr;
}

bool LessonPlayer::read(const std::filesystem::path& folder) {
    auto read = lesson::readLesson(folder);
    if (!read) {
        emit failed(QString::fromStdString(read.error().message));
        return false;
    }
    m_lesson = *std::move(read);
    QStringList files{QString::fromStdString((folder / "lesson.json").string())};
    for (const auto& [language, words] : m_lesson->words)
        files << QString::fromStdString((folder / ("words." + language + ".json")).string());
    if (!m_watcher.files().isEmpty()) m_watcher.removePaths(m_watcher.files());
    m_watcher.addPaths(files);
    return true;
}

void LessonPlayer::start(const std::filesystem::path& folder, std::optional<std::size_t> step) {
    if (!read(folder)) return;
    m_model.clear();
    m_index = 0;
    const std::size_t first = step.value_or(lessonProgress(m_lesson->id));
    go(first < m_lesson->steps.size() ? first : 0);
}

void LessonPlayer::takeOver(const LessonPlayer& before) {
    if (before.m_phase == Phase::Closed || !read(before.m_lesson->folder)) return;
    m_model = before.m_model;
    m_base = before.m_base;
    m_applied = before.m_applied;
    go(std::min(before.m_index, m_lesson->steps.size() - 1));
}

// A teacher writes it. What cannot be read is told, and the step stays.
void LessonPlayer::readAgain() {
    if (m_phase == Phase::Closed || !read(std::filesystem::path(m_lesson->folder))) return;
    go(std::min(m_index, m_lesson->steps.size() - 1));
}

void LessonPlayer::stop() {
    m_job.stop();
    m_points.stop();
    m_asked.reset();
    m_model.clear();
    if (!m_watcher.files().isEmpty()) m_watcher.removePaths(m_watcher.files());
    setPhase(Phase::Closed);
}

void LessonPlayer::go(std::size_t step) {
    if (step >= m_lesson->steps.size()) return stop();
    m_job.stop();
    m_index = step;
    m_given.reset();
    m_judgement.reset();
    m_asked.reset();
    openModel();
}

// That of the nearest step before which has one.
void LessonPlayer::openModel() {
    std::size_t from = m_index;
    while (from > 0 && m_lesson->steps[from].scene.model.empty())
        --from;
    const auto file = lesson::modelOf(*m_lesson, m_lesson->steps[from].scene.model, samplesFolder());
    if (!file) {
        emit failed(QString::fromStdString(file.error().message));
        return stop();
    }
    const auto opened = m_session.analysis()->opened;
    if (*file == m_model && opened && m_phase != Phase::Opening) return showScene();
    const bool isFirst = m_model.empty();
    m_model = *file;
    setPhase(Phase::Opening);
    const QString path = QString::fromStdString(file->string());
    const bool isOwn = views::isEqual(m_settings.get(), m_applied);
    if (isFirst && m_session.isChanged() && !isOwn) return emit fileRequested(path);
    m_session.open(path);
}

// Those of the model, and what every scene from its first one on names.
std::optional<pipeline::Settings> LessonPlayer::settingsAt(std::size_t step, bool isAnswer) {
    std::size_t from = step;
    while (from > 0 && m_lesson->steps[from].scene.model.empty())
        --from;
    pipeline::Settings settings = m_base;
    for (std::size_t i = from; i <= step; ++i)
        for (const lesson::Scene* scene : {&m_lesson->steps[i].scene, &m_lesson->steps[i].answer}) {
            if (i == step && scene == &m_lesson->steps[i].answer && !isAnswer) break;
            auto next = lesson::settingsOf(*scene, settings, *m_session.analysis()->before());
            if (!next) {
                emit failed(QString::fromStdString(m_lesson->steps[i].id + ": " + next.error().message));
                return std::nullopt;
            }
            settings = *std::move(next);
        }
    return settings;
}

void LessonPlayer::apply(bool isAnswer) {
    if (auto settings = settingsAt(m_index, isAnswer)) {
        const pipeline::ViewState view = settings->viewState;
        m_settings.change(tr("Lesson"), [&](pipeline::Settings& now) { now = *std::move(settings); });
        m_settings.look([&](pipeline::ViewState& now) {
            const NodeId layer = now.int8Layer;
            now = view;
            if (!now.int8Layer.valid()) now.int8Layer = layer; // that the page has chosen
        });
        m_applied = m_settings.get();
    }
    std::string page = isAnswer ? step().answer.page : std::string();
    for (std::size_t i = m_index + 1; page.empty() && i-- > 0;) {
        if (i < m_index) page = m_lesson->steps[i].answer.page;
        if (page.empty()) page = m_lesson->steps[i].scene.page;
    }
    if (!page.empty()) emit pageRequested(QString::fromStdString(page));
}

void LessonPlayer::showScene() {
    apply(false);
    if (!step().question) {
        apply(true);
        tell();
        return;
    }
    setPhase(Phase::Asking);
    pointAt(step().scene.point);
    if (step().question->kind != lesson::Question::Kind::Pack) return;
    State now{upToDate(*m_session.analysis()), m_settings.get()};
    const std::set<std::string, std::less<>> stages = lesson::stagesOf(*step().question);
    m_job.start(
        [now = std::move(now), stages](const RunContext& run) mutable -> Result<Analysis> {
            RETURN_IF_ERROR(evaluate(now, stages, run));
            return std::move(now.analysis);
        },
        [this](Result<Analysis> known) {
            if (!known) return emit failed(QString::fromStdString(known.error().message));
            m_asked = std::make_shared<const Analysis>(*std::move(known));
            emit changed();
        });
}

void LessonPlayer::answer(const lesson::Given& given) {
    if (m_phase != Phase::Asking || !step().question) return;
    m_given = given;
    const bool isPacked = step().question->kind == lesson::Question::Kind::Pack;
    // As the lesson has it, whatever a page or a person has changed since: what is known of that is used again.
    const auto stateAt = [this](bool isAnswer) {
        auto settings = settingsAt(m_index, isAnswer);
        State state{{}, settings ? *std::move(settings) : m_settings.get()};
        state.analysis.opened = m_session.analysis()->opened;
        if (state.settings == m_settings.get()) state.analysis = upToDate(*m_session.analysis());
        return state;
    };
    State asked = stateAt(false);
    if (m_asked) asked.analysis = *m_asked;
    if (!isPacked) apply(true);
    State answered = isPacked ? asked : stateAt(true);
    setPhase(Phase::Judging);
    m_job.start(
        [question = *step().question, given, asked = std::move(asked), answered = std::move(answered),
         measured = measuredFusion(m_session.measurements())](const RunContext& run) mutable {
            return judged(question, given, std::move(asked), std::move(answered), measured, run);
        },
        [this, isPacked](Result<Told> told) {
            if (!told) {
                emit failed(QString::fromStdString(step().id + ": " + told.error().message));
                return tell();
            }
            m_judgement = std::move(told->judgement);
            m_asked = std::make_shared<const Analysis>(std::move(told->asked));
            if (isPacked && !m_judgement->isRight) return setPhase(Phase::Asking);
            if (isPacked) apply(true);
            tell();
        });
}

void LessonPlayer::giveUp() {
    if (m_phase != Phase::Asking) return;
    answer({});
    if (!step().question || step().question->kind != lesson::Question::Kind::Pack) return;
    m_given.reset();
    m_job.stop();
    apply(true);
    tell();
}

void LessonPlayer::tell() {
    setLessonProgress(m_lesson->id, std::max(lessonProgress(m_lesson->id), m_index + 1));
    setPhase(Phase::Told);
    if (m_judgement && !m_judgement->spots.empty() && step().answer.point.empty())
        return pointAt(step().question->place);
    pointAt(point());
}

void LessonPlayer::pointAt(const lesson::Target& target) {
    const std::string_view stage = lesson::stageOf(target);
    if (stage.empty()) {
        const QScopedValueRollback pointing(m_isPointing, true);
        m_selection.clear();
        return;
    }
    State now{upToDate(*m_session.analysis()), m_settings.get()};
    m_points.start(
        [now = std::move(now), target,
         stage = std::string(stage)](const RunContext& run) mutable -> Result<std::vector<lesson::Spot>> {
            RETURN_IF_ERROR(evaluate(now, {stage}, run));
            return lesson::spotsOf(target, now.analysis);
        },
        [this](Result<std::vector<lesson::Spot>> spots) {
            if (!spots || spots->empty() || m_phase == Phase::Closed) return;
            const QScopedValueRollback pointing(m_isPointing, true);
            m_selection.select({spots->front().node, spots->front().value});
            emit changed();
        });
}

void LessonPlayer::selected() {
    const bool isAsked =
        m_phase == Phase::Asking && step().question && step().question->kind == lesson::Question::Kind::Click;
    const views::Item& item = m_selection.current();
    if (!isAsked || m_isPointing || item.empty()) return;
    lesson::Given given;
    given.spot = {item.node, item.value};
    answer(given);
}

void LessonPlayer::setPhase(Phase phase) {
    m_phase = phase;
    emit changed();
}

} // namespace edgewright::workbench
