// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session.h"

#include "app/workbench/stage_keys.h"
#include "core/base/propagate.h"
#include "core/onnx/export.h"
#include "core/pipeline/study_file.h"

#include <QStringList>

#include <optional>

namespace edgewright::workbench {

using pipeline::Analysis;

struct Session::Stage {
    Stage(QThreadPool& pool, std::string stageName, const QString& title)
        : name(std::move(stageName)), slot(pool, title) {}
    std::string name;          // in Analysis::errors and pending
    std::string key;           // of the newest start
    std::uint64_t version = 0; // of its newest result
    views::JobSlot slot;
};

Session::Session(views::SettingsModel& settings, QThreadPool& pool, QThreadPool& searches, QObject* parent)
    : QObject(parent), m_settings(settings), m_analysis(std::make_shared<const Analysis>()) {
    const auto makeIn = [this](QThreadPool& where, std::unique_ptr<Stage>& stage, const char* name,
                               const QString& title) {
        stage = std::make_unique<Stage>(where, name, title);
        m_jobs.push_back(&stage->slot);
        connect(&stage->slot, &views::JobSlot::runningChanged, this, &Session::jobsChanged);
        connect(&stage->slot, &views::JobSlot::progressed, this, &Session::jobsChanged);
    };
    const auto make = [&](std::unique_ptr<Stage>& stage, const char* name, const QString& title) {
        makeIn(pool, stage, name, title);
    };
    make(m_open, "open", tr("Open model"));
    make(m_type, "type", tr("Infer shapes"));
    make(m_fuse, "fuse", tr("Fuse operators"));
    make(m_check, "check", tr("Compare outputs before and after fusion"));
    makeIn(searches, m_memoryBefore, "memory", tr("Plan memory of the original graph"));
    makeIn(searches, m_memoryAfter, "memory-fused", tr("Plan memory of the fused graph"));
    make(m_cost, "cost", tr("Estimate cycles and traffic"));
    make(m_sweep, "sweep", tr("Sweep array sizes"));
    make(m_int8, "int8", tr("Run the INT8 kernel"));
    make(m_save, "save", tr("Write a file"));
    connect(&m_settings, &views::SettingsModel::changed, this, &Session::advance);
}

Session::~Session() = default;

bool Session::idle() const {
    for (const views::JobSlot* job : m_jobs)
        if (job->running()) return false;
    return true;
}

void Session::publish(Analysis analysis) {
    analysis.pending.clear();
    for (const auto* stage :
         {&m_type, &m_fuse, &m_check, &m_memoryBefore, &m_memoryAfter, &m_cost, &m_sweep, &m_int8})
        if ((*stage)->slot.running()) analysis.pending.insert((*stage)->name);
    m_analysis = std::make_shared<const Analysis>(std::move(analysis));
    emit changed();
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
    m_open->slot.start(
        [path = std::filesystem::path(file.toStdString())](const RunContext& run) { return load(path, run); },
        [this, file](Result<Loaded> result) {
            if (!result) {
                emit failed(QString::fromStdString(result.error().message));
                return;
            }
            // Results of the model before are void, running work on it too.
            for (const auto* stage :
                 {&m_type, &m_fuse, &m_check, &m_memoryBefore, &m_memoryAfter, &m_cost, &m_sweep, &m_int8}) {
                (*stage)->slot.cancel();
                (*stage)->key.clear();
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
            m_type->key = typeKey(++m_open->version, settings);
            ++m_type->version;
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
    m_save->slot.start(
        [now, settings = m_settings.get(),
         path = std::filesystem::path(file.toStdString())](const RunContext&) {
            return pipeline::writeStudy(path, now->opened->file, settings, *now->typed->graph);
        },
        [this, file](Result<void> written) { announce(file, written); });
}

void Session::saveFused(const QString& file) {
    const auto now = m_analysis;
    if (!now->fusion || !now->opened) return;
    m_save->slot.start(
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

template <typename T, typename Work>
void Session::startStage(Stage& stage, std::string key, std::shared_ptr<const T> Analysis::*result, Work work) {
    if (stage.key == key) return;
    stage.key = std::move(key);
    stage.slot.start(std::move(work), [this, &stage, result](Result<std::shared_ptr<const T>> outcome) {
        ++stage.version;
        Analysis next = *m_analysis;
        if (outcome) {
            next.*result = std::move(*outcome);
            next.errors.erase(stage.name);
        } else {
            (next.*result).reset();
            next.errors.insert_or_assign(stage.name, std::move(outcome).error());
        }
        m_analysis = std::make_shared<const Analysis>(std::move(next));
        advance();
    });
}

// Starts every stage whose inputs are there and differ from those of its newest run; then says what is known.
void Session::advance() {
    const std::shared_ptr<const Analysis> now = m_analysis;
    const pipeline::Settings& settings = m_settings.get();
    if (now->opened)
        startStage<pipeline::Typed>(*m_type, typeKey(m_open->version, settings), &Analysis::typed,
                                    [opened = now->opened, bindings = settings.bindings](const RunContext& run)
                                        -> Result<std::shared_ptr<const pipeline::Typed>> {
                                        return pipeline::type(opened, bindings, true, run);
                                    });
    if (const auto typed = now->typed; typed && !m_type->slot.running()) {
        startStage<fusion::History>(*m_fuse, fuseKey(m_type->version, settings), &Analysis::fusion,
                                    [typed, options = settings.fusion](const RunContext& run) {
                                        return pipeline::fuse(*typed, options, run);
                                    });
        startStage<pipeline::MemoryPlan>(
            *m_memoryBefore, memoryKey(m_type->version, settings), &Analysis::memoryBefore,
            [typed, options = settings.plan()](const RunContext& run) {
                return pipeline::plan(*typed->graph, typed->opened->model->opsets, options, run);
            });
        if (settings.int8Layer.valid() && typed->graph->contains(settings.int8Layer))
            startStage<quant::LayerStudy>(
                *m_int8, int8Key(m_type->version, settings), &Analysis::int8,
                [typed, layer = settings.int8Layer, options = settings.int8](const RunContext& run) {
                    return pipeline::studyLayer(*typed, layer, options, run);
                });
    }
    if (const auto history = now->fusion; history && !m_fuse->slot.running() && !m_type->slot.running()) {
        startStage<pipeline::MemoryPlan>(
            *m_memoryAfter, memoryKey(m_fuse->version, settings), &Analysis::memoryAfter,
            [history, options = settings.plan()](const RunContext& run) {
                return pipeline::plan(history->graph, history->opsets, options, run);
            });
        startStage<pipeline::Costs>(*m_cost, costKey(m_fuse->version, settings), &Analysis::costs,
                                    [history, accelerator = settings.accelerator](const RunContext& run) {
                                        return pipeline::costs(history->graph, accelerator, run);
                                    });
        startStage<std::vector<cost::DesignPoint>>(
            *m_sweep, sweepKey(m_fuse->version), &Analysis::sweep,
            [history](const RunContext& run) { return pipeline::sweep(history->graph, run); });
        startStage<pipeline::Check>(*m_check, checkKey(m_fuse->version, settings), &Analysis::check,
                                    [typed = now->typed, history, seed = settings.seed](const RunContext& run) {
                                        return pipeline::check(*typed, *history, seed, run);
                                    });
    }
    publish(*m_analysis);
}

} // namespace edgewright::workbench
