// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/session.h"

#include "core/base/propagate.h"
#include "core/base/written_file.h"
#include "core/pipeline/quantization/improved/quantized_model.h"
#include "core/pipeline/quantization/quantized_file.h"
#include "core/pipeline/settings/study_file.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/written_model.h"

#include <QSignalBlocker>
#include <QStringList>

#include <algorithm>
#include <optional>

namespace edgewright::views {

Session::Session(SettingsModel& settings, QThreadPool& pool, QThreadPool* searches, QThreadPool* writes,
                 const MachineFiles& machines, QObject* parent)
    : QObject(parent), m_settings(settings),
      m_measurements(settings, searches ? *searches : pool, machines.folder, machines.hosts),
      m_experiments(pool, searches ? *searches : pool, m_measurements.boards()),
      m_pin(settings, searches ? *searches : pool, this), m_stages(settings, pool, searches),
      m_open(pool, tr("Open model")), m_saveStudy(writes ? *writes : pool, tr("Write the study")),
      m_saveFused(writes ? *writes : pool, tr("Write the fused model")),
      m_saveQuantized(writes ? *writes : pool, tr("Write the model in INT8")),
      m_remember(writes ? *writes : pool, tr("Remember the settings")) {
    for (const JobSlot* job : {&m_saveStudy, &m_saveFused, &m_saveQuantized})
        connect(job, &JobSlot::cancelled, this, &Session::notSaved);
    connect(&m_stages, &StageJobs::changed, this, [this] {
        m_pin.setAnalysis(analysis());
        m_measurements.setAnalysis(analysis());
        emit changed();
    });
    const auto predict = [this] {
        m_settings.look([this](pipeline::ViewState& view) {
            view.processor = std::make_shared<const cost::Processor>(m_measurements.predictor().processor);
        });
    };
    connect(&m_measurements, &Measurements::predictorChanged, this, predict);
    predict();
}

Session::~Session() = default;

bool Session::idle() const {
    return !m_open.running() && !m_saveStudy.running() && !m_saveFused.running() &&
           !m_saveQuantized.running() && !m_remember.running() &&
           std::ranges::none_of(m_stages.all(), &JobSlot::running);
}

namespace {

struct Loaded {
    std::shared_ptr<const pipeline::Typed> typed;
    std::optional<pipeline::StudyFile> study;
    std::optional<pipeline::StudyFile> saved; // as it was opened; `study` has what was changed since
    bool isRemembered = false;                // the study is of the model's own, not one that was opened
    std::vector<device::Run> runs;            // of the study
    std::vector<std::string> notes;

    std::vector<std::filesystem::path> experiments() const {
        return study ? study->experiments : std::vector<std::filesystem::path>();
    }
};

Result<Loaded> load(const std::filesystem::path& path, const std::filesystem::path& remembered,
                    const RunContext& run) {
    Loaded loaded;
    std::filesystem::path model = path;
    if (path.extension() == ".json") {
        ASSIGN_OR_RETURN(loaded.study, pipeline::readStudy(path));
        model = loaded.study->model;
        if (!remembered.empty()) {
            loaded.saved = std::move(loaded.study);
            ASSIGN_OR_RETURN(loaded.study, pipeline::readStudy(remembered));
        }
    } else if (!remembered.empty()) {
        if (auto settings = pipeline::readStudy(remembered)) loaded.study = std::move(settings).value();
        loaded.isRemembered = loaded.study.has_value();
    }
    ASSIGN_OR_RETURN(auto opened, pipeline::open(model, run));
    loaded.typed =
        pipeline::type(opened, loaded.study ? loaded.study->settings.bindings : ir::Bindings{}, true, run);
    if (run.stopped()) return cancelled();
    if (loaded.study) {
        if (std::string why = pipeline::whyOtherModel(*loaded.study); !why.empty() && !loaded.isRemembered)
            loaded.notes.push_back(std::move(why));
        pipeline::matchTo(*loaded.study, *loaded.typed->graph);
        if (loaded.saved) pipeline::matchTo(*loaded.saved, *loaded.typed->graph);
        loaded.notes.insert(loaded.notes.end(), loaded.study->notes.begin(), loaded.study->notes.end());
        if (auto runs = device::readRuns(loaded.study->measurements))
            loaded.runs = *std::move(runs);
        else
            loaded.notes.push_back(Session::tr("The measurements of the study are left out: %1")
                                       .arg(QString::fromStdString(runs.error().message))
                                       .toStdString());
    }
    return loaded;
}

// Settings of the window for another model: without what names nodes and tensors of the one before.
pipeline::Settings forAnotherModel(pipeline::Settings settings) {
    const auto processor = std::exchange(settings.viewState, {}).processor;
    settings.viewState.processor = processor;
    settings.quantization.source.clear();
    settings.quantization.evaluation.clear();
    settings.fusion.skipped.clear();
    settings.fusion.userGroups.clear();
    settings.fusion.patchLimit = SIZE_MAX;
    settings.fusion.opsetLimit = 0;
    settings.liveness.unshared.clear();
    settings.tilings.clear();
    settings.bindings.clear();
    settings.captions.clear();
    return settings;
}

} // namespace

void Session::open(const QString& file, const QString& settings, bool unsaved) {
    m_open.start([path = std::filesystem::path(file.toStdString()),
                  remembered = std::filesystem::path(settings.toStdString())](
                     const RunContext& run) { return load(path, remembered, run); },
                 [this, file, unsaved](Result<Loaded> result) {
                     if (!result) {
                         emit failed(QString::fromStdString(result.error().message));
                         return;
                     }
                     pipeline::Analysis fresh;
                     fresh.typed = result->typed;
                     fresh.opened = result->typed->opened;
                     const pipeline::Settings& before =
                         std::exchange(m_isForgotten, false) ? m_saved : m_settings.get();
                     pipeline::Settings now = result->study ? result->study->settings : forAnotherModel(before);
                     now.bindings = result->typed->bindings;
                     m_fresh = {};
                     m_fresh.bindings = pipeline::usualBindings(*fresh.opened);
                     const bool isRestored = result->isRemembered && !isEqual(now, m_fresh);
                     m_saved = result->isRemembered && unsaved ? m_fresh : now;
                     if (result->saved) {
                         const ir::Bindings opened = result->saved->settings.bindings;
                         m_saved = result->saved->settings;
                         m_saved.bindings = opened == result->study->settings.bindings ? now.bindings : opened;
                     }
                     m_studyFile = result->study && !result->isRemembered ? file : QString();
                     // Results of the model before are void, running work on it too.
                     m_stages.reset(std::move(fresh), now);
                     {
                         const QSignalBlocker later(m_settings); // reset() announces
                         m_pin.setAnalysis(analysis());          // before the pages ask it
                         m_measurements.setAnalysis(analysis());
                     }
                     now.viewState.processor = m_settings.get().viewState.processor;
                     emit opened(file);
                     m_savedExperiments = result->experiments();
                     if (result->isRemembered && unsaved) m_savedExperiments.clear();
                     if (result->saved) m_savedExperiments = result->saved->experiments;
                     m_experiments.setFiles(result->experiments());
                     m_measurements.setRuns(std::move(result->runs));
                     m_settings.reset(std::move(now)); // announces, and so advances
                     if (result->study && result->study->pinned) m_pin.restore(*result->study->pinned);
                     if (isRestored) emit restored();
                     if (result->notes.empty()) return;
                     QStringList notes;
                     for (const std::string& note : result->notes)
                         notes << QString::fromStdString(note);
                     emit noted(notes.join(u'\n'));
                 });
}

bool Session::isChanged() const {
    return analysis()->typed &&
           (!isEqual(m_settings.get(), m_saved) || m_experiments.files() != m_savedExperiments);
}

void Session::resetSettings() {
    m_settings.change(tr("Reset settings"), [this](pipeline::Settings& s) {
        const pipeline::ViewState viewState = s.viewState;
        s = m_fresh;
        s.viewState = viewState;
    });
}

void Session::remember(const QString& file, bool newest, const QString& autosave,
                       const QStringList& superseded) {
    const auto now = analysis();
    if (!now->typed || !now->opened) return;
    m_remember.start(
        [now, settings = newest ? m_settings.get() : m_saved, measured = m_measurements.runs(),
         pinned = m_pin.kept(), changed = newest && isChanged(),
         experiments = newest ? m_experiments.files() : m_savedExperiments,
         path = std::filesystem::path(file.toStdString()),
         beside = std::filesystem::path(autosave.toStdString()),
         superseded](const RunContext& run) -> Result<void> {
            if (run.stopped() && superseded.isEmpty()) return cancelled(); // newer ones follow
            std::error_code ignored;
            ASSIGN_OR_RETURN(const std::string text,
                             pipeline::studyText(path.parent_path(), now->opened->file, settings,
                                                 *now->typed->graph, device::runsJson(measured), pinned,
                                                 experiments));
            if (!beside.empty() && changed)
                RETURN_IF_ERROR(writeText(beside, text));
            else if (!beside.empty())
                std::filesystem::remove(beside, ignored);
            for (const QString& old : superseded)
                std::filesystem::remove(old.toStdString(), ignored);
            return writeText(path, text);
        },
        [](const Result<void>&) {}); // without them the next session has others, no more
}

void Session::saveStudy(const QString& file) {
    const auto now = analysis();
    if (!now->typed || !now->opened) return;
    m_saveStudy.start(
        [now, settings = m_settings.get(), measured = m_measurements.runs(), pinned = m_pin.kept(),
         experiments = m_experiments.files(),
         path = std::filesystem::path(file.toStdString())](const RunContext& run) -> Result<void> {
            if (run.stopped()) return cancelled();
            return pipeline::writeStudy(path, now->opened->file, settings, *now->typed->graph,
                                        device::runsJson(measured), pinned, experiments);
        },
        [this, file, now, settings = m_settings.get(),
         experiments = m_experiments.files()](const Result<void>& written) {
            if (written && now->opened == analysis()->opened) {
                m_saved = settings;
                m_savedExperiments = experiments;
                m_studyFile = file;
            }
            announce(file, written);
        });
}

void Session::saveFused(const QString& file) {
    const auto now = analysis();
    if (!now->fusion || !now->typed) return;
    m_saveFused.start(
        [now, path = std::filesystem::path(file.toStdString())](const RunContext& run) -> Result<void> {
            if (run.stopped()) return cancelled();
            return pipeline::saveFused(*now->typed, *now->fusion, path, run);
        },
        [this, file](Result<void> written) { announce(file, written); });
}

namespace {

Result<void> writeInIntegers(pipeline::Analysis now, const pipeline::Settings& settings,
                             const std::filesystem::path& file, const RunContext& run) {
    if (now.isStale("type")) now.typed = nullptr;
    if (now.isStale("int8_calibration") || !now.typed) now.calibrated = nullptr;
    if (now.isStale("int8_model") || !now.calibrated) now.quantized = nullptr;
    RETURN_IF_ERROR(pipeline::evaluate(now, settings, "int8_model", run));
    const pipeline::QuantizedModel& model = *now.quantized;
    ASSIGN_OR_RETURN(const ir::Feeds sample, model.model->samples->feeds(0, {run.stop, nullptr}));
    return pipeline::saveQuantized(*model.improved.quantized.typed, pipeline::QuantizedForm::Nodes, sample,
                                   file, {run.stop, nullptr});
}

} // namespace

void Session::saveQuantized(const QString& file) {
    const auto now = analysis();
    if (!now->typed) return;
    m_saveQuantized.start(
        [now, settings = m_settings.get(),
         path = std::filesystem::path(file.toStdString())](const RunContext& run) -> Result<void> {
            if (run.stopped()) return cancelled();
            return writeInIntegers(*now, settings, path, run);
        },
        [this, file](Result<void> written) { announce(file, written); });
}

void Session::announce(const QString& file, const Result<void>& written) {
    if (written)
        emit saved(file);
    else
        emit failed(QString::fromStdString(written.error().message));
}

} // namespace edgewright::views
