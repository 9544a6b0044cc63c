// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session.h"

#include "core/base/propagate.h"
#include "core/onnx/export.h"
#include "core/pipeline/study_file.h"
#include "views/support/stage_text.h"

#include <QStringList>

#include <algorithm>
#include <optional>

namespace edgewright::workbench {

using pipeline::Analysis;

std::unique_ptr<views::JobSlot> Session::makeSlot(QThreadPool& pool, const QString& title) {
    auto slot = std::make_unique<views::JobSlot>(pool, title);
    m_jobs.push_back(slot.get());
    return slot;
}

Session::Session(views::SettingsModel& settings, QThreadPool& pool, QThreadPool* searches, QThreadPool* writes,
                 QObject* parent)
    : QObject(parent), m_settings(settings), m_analysis(std::make_shared<const Analysis>()) {
    m_open = makeSlot(pool, tr("Open model"));
    for (const pipeline::Stage* stage : pipeline::stages()) {
        auto& slot = m_stages[stage] =
            makeSlot(stage->searches && searches ? *searches : pool, views::stageTitle(*stage));
        connect(slot.get(), &views::JobSlot::cancelled, this, [this, stage] {
            m_runs.cancel(*stage);
            advance();
        });
    }
    m_save = makeSlot(writes ? *writes : pool, tr("Write a file"));
    connect(&m_settings, &views::SettingsModel::changed, this, &Session::advance);
}

Session::~Session() = default;

bool Session::idle() const { return std::ranges::none_of(m_jobs, &views::JobSlot::running); }

void Session::setUnwanted(std::set<std::string, std::less<>> stages) {
    m_runs.setUnwanted(std::move(stages));
    advance();
}

void Session::retry(const QString& stage) {
    m_runs.retry(stage.toStdString());
    advance();
}

namespace {

struct Loaded {
    std::shared_ptr<const pipeline::Typed> typed;
    std::optional<pipeline::StudyFile> study;
    std::vector<std::string> notes;
};

Result<Loaded> load(const std::filesystem::path& path, const RunContext& run) {
    Loaded loaded;
    std::filesystem::path model = path;
    if (path.extension() == ".json") {
        ASSIGN_OR_RETURN(loaded.study, pipeline::readStudy(path));
        model = loaded.study->model;
    }
    ASSIGN_OR_RETURN(auto opened, pipeline::open(model, run));
    loaded.typed =
        pipeline::type(opened, loaded.study ? loaded.study->settings.bindings : ops::Bindings{}, true, run);
    if (run.stopped()) return cancelled();
    if (loaded.study) {
        if (std::string why = pipeline::whyOtherModel(*loaded.study); !why.empty())
            loaded.notes.push_back(std::move(why));
        pipeline::matchTo(*loaded.study, *loaded.typed->graph);
        loaded.notes.insert(loaded.notes.end(), loaded.study->notes.begin(), loaded.study->notes.end());
    }
    return loaded;
}

} // namespace

void Session::open(const QString& file) {
    m_open->start(
        [path = std::filesystem::path(file.toStdString())](const RunContext& run) { return load(path, run); },
        [this, file](Result<Loaded> result) {
            if (!result) {
                emit failed(QString::fromStdString(result.error().message));
                return;
            }
            Analysis fresh;
            fresh.typed = result->typed;
            fresh.opened = result->typed->opened;
            pipeline::Settings settings = m_settings.get();
            if (result->study) {
                settings = result->study->settings;
            } else { // what names nodes and tensors of the model before
                settings.int8Layer = {};
                settings.fusion.skipped.clear();
                settings.fusion.userGroups.clear();
                settings.fusion.patchLimit = SIZE_MAX;
                settings.fusion.opsetLimit = 0;
                settings.liveness.unshared.clear();
            }
            settings.bindings = result->typed->bindings;
            // Results of the model before are void, running work on it too.
            for (const auto& [stage, slot] : m_stages)
                slot->stop();
            m_runs.reset(fresh, settings);
            m_analysis = std::make_shared<const Analysis>(std::move(fresh));
            emit opened(file);
            m_settings.reset(std::move(settings)); // announces, and so advances
            if (result->notes.empty()) return;
            QStringList notes;
            for (const std::string& note : result->notes)
                notes << QString::fromStdString(note);
            emit noted(notes.join(u'\n'));
        });
}

void Session::saveStudy(const QString& file) {
    const auto now = m_analysis;
    if (!now->typed || !now->opened) return;
    m_save->start(
        [now, settings = m_settings.get(),
         path = std::filesystem::path(file.toStdString())](const RunContext&) {
            return pipeline::writeStudy(path, now->opened->file, settings, *now->typed->graph);
        },
        [this, file](Result<void> written) { announce(file, written); });
}

void Session::saveFused(const QString& file) {
    const auto now = m_analysis;
    if (!now->fusion || !now->opened) return;
    m_save->start(
        [now, path = std::filesystem::path(file.toStdString())](const RunContext&) {
            return onnx::exportModel(*now->opened->model, now->fusion->graph, now->fusion->opsets, path);
        },
        [this, file](Result<void> written) { announce(file, written); });
}

void Session::announce(const QString& file, const Result<void>& written) {
    if (written)
        emit saved(file);
    else
        emit failed(QString::fromStdString(written.error().message));
}

void Session::start(const pipeline::Stage& stage, views::JobSlot& slot) {
    slot.start([&stage, now = m_analysis, settings = m_settings.get()](
                   const RunContext& run) { return stage.compute(*now, settings, run); },
               [this, &stage](Result<pipeline::StageResult> outcome) {
                   Analysis next = *m_analysis;
                   m_runs.finish(stage, std::move(outcome), next);
                   m_analysis = std::make_shared<const Analysis>(std::move(next));
                   advance();
               });
}

// Starts and stops what the newest results and settings ask for; then says what is known.
void Session::advance() {
    Analysis next = *m_analysis;
    const pipeline::StageRuns::Due due = m_runs.advance(next, m_settings.get());
    m_analysis = std::make_shared<const Analysis>(std::move(next));
    for (const pipeline::Stage* stage : due.stop)
        m_stages.at(stage)->stop();
    for (const pipeline::Stage* stage : due.start)
        start(*stage, *m_stages.at(stage));
    emit changed();
}

} // namespace edgewright::workbench
