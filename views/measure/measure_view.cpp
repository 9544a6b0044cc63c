// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/measure_view.h"

#include "core/device/profile_record.h"
#include "core/pipeline/quantization/computable_part.h"
#include "views/measure/boards/board_prompts.h"
#include "views/measure/charts/measure_text.h"
#include "views/measure/device_list.h"
#include "views/measure/measure_choice.h"
#include "views/measure/measure_controls.h"
#include "views/measure/measure_pictures.h"
#include "views/measure/operator_pane.h"
#include "views/measure/profile_beside.h"
#include "views/measure/record_saver.h"
#include "views/measure/tuning/tuning_view.h"
#include "views/session/measurements.h"
#include "views/support/answer_line.h"
#include "views/support/capital.h"
#include "views/support/fusion_edits.h"
#include "views/support/layouts.h"
#include "views/support/page/page_answer.h"
#include "views/support/pin/pin_table.h"
#include "views/support/quantity.h"
#include "views/support/utf8.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>

namespace edgewright::views {

using namespace Qt::StringLiterals;

MeasureView::MeasureView(ViewContext& context, QWidget* parent)
    : View(context, parent), m_measurements(*context.measurements),
      m_devices(new DeviceList(m_measurements, this)), m_controls(new MeasureControls(m_measurements, this)),
      m_choice(new MeasureChoice(m_measurements, this)), m_profile(new ProfileBeside(context.pool, this)),
      m_boards(new BoardPrompts(m_measurements, this)), m_saver(new RecordSaver(context.pool, this)),
      m_words(m_measurements, *m_choice, *m_profile), m_answer(new PageAnswer(u"measureAnswer"_s, this)),
      m_save(new QToolButton(m_controls)), m_pictures(new MeasurePictures(context, *m_choice, this)),
      m_operators(new OperatorPane(this)) {
    auto* columns = rowIn(this, {16, 8, 16, 8}, 16);
    auto* split = new QSplitter(Qt::Horizontal, this);
    split->setObjectName(u"measureColumns"_s);
    split->setHandleWidth(8);
    split->addWidget(makeDevices());
    split->addWidget(makeResults());
    split->setStretchFactor(1, 1);
    split->setSizes({200, 1000});
    columns->addWidget(split);
    fillControls();
    connectParts();
    m_devices->mark(m_choice->device(), m_choice->shown().record);
    showDevice();
    showChoice();
}

QWidget* MeasureView::makeDevices() {
    auto* column = new QWidget(this);
    column->setMinimumWidth(150);
    auto* rows = columnIn(column, {}, 4);
    rows->addWidget(m_devices, 1);
    auto* add = new QToolButton(column);
    add->setObjectName(u"addBoard"_s);
    add->setText(tr("Add board…"));
    add->setToolTip(tr("A Raspberry Pi, a Jetson, any Linux that your ssh command reaches"));
    add->setMinimumHeight(24);
    add->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(add, &QToolButton::clicked, this, [this] { m_boards->change({}); });
    rows->addWidget(add);
    return column;
}

QWidget* MeasureView::makeResults() {
    auto* results = new QWidget(this);
    auto* rows = columnIn(results, {}, 8);
    m_answer->reserveLines(2);
    addPin(*m_answer, *m_pictures, context().pin);
    rows->addWidget(m_answer);
    rows->addWidget(m_controls);
    auto* split = makeSplitter(Qt::Vertical, u"measureRows"_s, results);
    split->addWidget(m_pictures);
    split->addWidget(m_operators);
    split->setSizes({1000, 1000});
    rows->addWidget(split, 1);
    return results;
}

void MeasureView::fillControls() {
    auto* open = new QToolButton(m_controls);
    open->setObjectName(u"openProfile"_s);
    open->setText(tr("Open profile…"));
    open->setToolTip(
        tr("A profile of ONNX Runtime, PyTorch, trtexec or TVM, to stand beside; or a trace of a GPU, "
           "by PyTorch, Nsight Systems or edgewright-cli trace"));
    connect(open, &QToolButton::clicked, this, &MeasureView::askProfile);
    m_save->setObjectName(u"saveMeasurement"_s);
    m_save->setText(tr("Save…"));
    m_save->setToolTip(tr("What is shown as CSV, JSON or trace"));
    for (QToolButton* each : {open, m_save}) {
        each->setMinimumHeight(24);
        m_controls->addEnd(each);
    }
}

void MeasureView::connectParts() {
    const auto save = [this](const std::shared_ptr<const device::Record>& record) {
        std::vector<std::shared_ptr<const device::Record>> runs;
        for (const HistoryRun& run : m_choice->history())
            runs.push_back(run.record);
        m_saver->ask(record, std::move(runs), m_measurements.predictor(m_choice->device()).processor);
    };
    connect(m_save, &QToolButton::clicked, this, [this, save] { save(m_choice->shown().record); });
    connect(m_saver, &RecordSaver::message, this, &View::message);
    connect(m_devices, &DeviceList::saveRequested, this, save);
    connect(m_devices, &DeviceList::runChosen, m_choice, &MeasureChoice::chooseRun);
    connect(m_devices, &DeviceList::besideRequested, this, [this](const auto& record) {
        m_profile->close();
        m_choice->putRunBeside(record);
    });
    const auto chooseDevice = [this](const QString& device) {
        m_choice->chooseDevice(device.toStdString());
        if (m_measurements.isThisGpu(m_choice->device())) m_measurements.gpu().look();
    };
    connect(m_devices, &DeviceList::deviceChosen, this, chooseDevice);
    connect(m_devices, &DeviceList::changeRequested, this,
            [this](const QString& board) { m_boards->change(board.toStdString()); });
    connect(m_devices, &DeviceList::forgetRequested, this,
            [this](const QString& board) { m_boards->askForget(board.toStdString()); });
    connect(m_boards, &BoardPrompts::saved, this, chooseDevice);
    connect(m_boards, &BoardPrompts::message, this, &View::message);
    connect(&m_measurements.boards(), &Boards::changed, this, &MeasureView::showDevice);
    connect(&m_measurements.gpu(), &GpuHere::changed, this, [this] {
        if (!m_choice->shown()) showChoice();
    });
    connect(m_choice, &MeasureChoice::runChanged, this, [this] {
        m_profile->leaveAlone();
        m_devices->mark(m_choice->device(), m_choice->shown().record);
        showDevice();
    });
    connect(m_choice, &MeasureChoice::changed, this, &MeasureView::showChoice);
    connect(m_choice, &MeasureChoice::progressed, this, [this] {
        showDistribution(false);
        showAnswer();
    });
    connect(m_profile, &ProfileBeside::opened, this, [this] {
        if (!m_choice->shown()) { // not measured, or forgotten meanwhile
            m_profile->close();
            return emit message(tr("Measure the model first: the profile stands beside that."));
        }
        m_choice->putBeside({});
    });
    connect(m_profile, &ProfileBeside::traced, this, &MeasureView::showTrace);
    connect(m_profile, &ProfileBeside::compared, this, &MeasureView::showRows);
    connect(m_profile, &ProfileBeside::message, this, &View::message);
    connect(&m_measurements, &Measurements::predictorChanged, this, &MeasureView::showChoice);
    connect(&m_measurements, &Measurements::roofChanged, this, &MeasureView::showRows);
    connect(&m_pictures->tuning(), &TuningView::measureRequested, this, [this](int threads) {
        m_controls->measureTuned(threads);
        m_pictures->openDistribution();
    });
    // Operators are of a measurement, kernels have a table of their own.
    connect(m_pictures, &QTabWidget::currentChanged, this,
            [this] { m_operators->setVisible(m_pictures->currentWidget() != &m_pictures->tuning()); });
    connect(m_answer, &PageAnswer::linkFollowed, m_pictures, &MeasurePictures::openDistribution);
    connect(m_operators, &OperatorPane::variantChosen, this, [this](std::size_t variant) {
        m_choice->show({m_choice->shown().record, variant});
    });
    connect(m_operators, &OperatorPane::besideChosen, this, [this](std::optional<std::size_t> variant) {
        m_profile->close();
        m_choice->putBeside(variant ? VariantChoice{m_choice->shown().record, *variant} : VariantChoice{});
    });
    connect(m_operators, &OperatorPane::nodeChosen, this, [this](NodeId node) {
        context().selection.select({node, {}});
    });
    const auto markSelected = [this] { m_operators->mark(context().selection.current().node); };
    connect(&context().selection, &Selection::changed, this, markSelected);
    markSelected();
}

void MeasureView::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    const bool sameModel = m_analysis && analysis && m_analysis->opened == analysis->opened;
    const auto before = original();
    const QString failed = sameModel ? failedCheckText(*m_analysis) : QString();
    m_analysis = std::move(analysis);
    const bool isOther = original() != before;
    if (isOther) m_obstacle = original() ? text(pipeline::obstaclesText(*original())) : QString();
    m_pictures->tuning().setAnalysis(m_analysis);
    m_controls->setReady(m_analysis && m_analysis->opened, m_obstacle.isEmpty() ? QString() : wayOut());
    const auto found = m_analysis ? m_analysis->modules : nullptr;
    m_operators->setModules(found && found->graph == original() ? found : nullptr);
    if (sameModel && isOther)
        showChoice();
    else if (sameModel && failed != failedCheckText(*m_analysis))
        showAnswer();
    if (sameModel) return;
    m_profile->forget();
    m_operators->refit();
    m_choice->forget();
}

std::shared_ptr<const ir::Graph> MeasureView::original() const {
    return m_analysis && m_analysis->typed ? m_analysis->typed->graph : nullptr;
}

QString MeasureView::wayOut() const {
    return tr("%1. The part that does not depend on it is measured by “edgewright-cli measure”.")
        .arg(m_obstacle);
}

void MeasureView::showDevice() {
    const std::string& device = m_choice->device();
    int threads = device.empty() ? m_measurements.machine().threads : 0;
    if (m_measurements.isThisGpu(device))
        threads = m_measurements.machine().threads; // of the choice that comes back with another device
    else if (const auto& welcome = m_measurements.boards().status(device).welcome)
        threads = welcome->machine.threads;
    else if (const device::Run* run = m_measurements.newest(device))
        threads = run->record->machine.threads;
    m_controls->setDevice(device, threads);
    m_pictures->tuning().setDevice(device, m_choice->deviceText());
}

void MeasureView::showChoice() {
    showDistribution(true);
    const TimelineSource* profile = m_profile->profile();
    if (profile && m_profile->traceOf(m_choice->shown())) { // of a GPU nothing ran here to be compared
        m_profile->close();
        profile = nullptr;
    }
    m_save->setEnabled(m_choice->shown().record != nullptr);
    m_operators->showChoice(m_choice->both(), profile ? profile->title : QString());
    m_profile->compare(m_choice->shown(), original());
    showTimeline();
    showRows();
}

void MeasureView::showDistribution(bool other) {
    const QString why =
        !m_analysis || !m_analysis->opened ? tr("Open a model to measure it.")
        : m_choice->isMeasuring()          ? tr("Being measured.")
        : !m_obstacle.isEmpty()            ? wayOut()
        : m_words.deviceStatus().state == DeviceStatus::State::Failed &&
                m_measurements.isThisGpu(m_choice->device())
            ? tr("There is no GPU to measure on: the line above says why. Measure looks for it again.")
            : tr("Press Measure: it takes about %1 s.").arg(digitsText(m_controls->plan().effort.seconds, 6));
    m_pictures->showDistribution(other, why);
}

std::vector<device::OperatorRow> MeasureView::rows() const {
    const auto& [shown, beside] = m_choice->both();
    if (!shown) return {};
    const device::Against* against = m_profile->against();
    if (!against)
        return device::operatorRows(shown.get(), beside ? &beside.get() : nullptr,
                                    m_measurements.predictor(m_choice->device()).processor);
    std::vector<device::OperatorRow> rows;
    for (const device::AgainstRow& each : against->rows) {
        device::OperatorRow& row = rows.emplace_back();
        row.name = each.isShared ? tr("%1 (shared)").arg(text(each.name)).toStdString() : each.name;
        row.origins = each.nodes;
        row.node = each.nodes.empty() ? NodeId() : each.nodes.front();
        if (row.node.valid() && original()->contains(row.node)) row.op = original()->node(row.node).op;
        row.seconds = each.ours;
        row.before = each.theirs;
        row.share = against->ours > 0 ? each.ours / against->ours : 0;
    }
    return rows;
}

void MeasureView::showRows() {
    const VariantChoice& shown = m_choice->shown();
    const bool isProfile = m_profile->against() != nullptr;
    std::vector<device::OperatorRow> all = rows();
    const int threads = shown ? shown.get().variant.threads : 1;
    const auto sum = [&] {
        if (!shown) return QString();
        if (device::isOfProfile(*shown.record)) return kernelSumText(shown.get());
        return sumText(shown.get(), isProfile ? device::PredictionError() : device::predictionError(all));
    };
    m_operators->showSum(sum());
    m_pictures->tuning().setBeside(m_profile->against(), isProfile ? m_profile->profile()->title : QString());
    m_pictures->showRows(isProfile ? std::vector<device::OperatorRow>() : all, threads);
    m_operators->showNothing(
        shown && m_analysis && m_analysis->opened && m_obstacle.isEmpty()
            ? tr("There are no times by operator: the measurement was stopped before them.")
            : QString()); // the pictures say it
    OperatorPane::RoofShare share;
    if (const auto roof = m_measurements.roof(m_choice->device()))
        share = [roof, threads](const device::OperatorRow& row) {
            return device::shareOfRoof(*roof, row, threads);
        };
    m_operators->showRows(std::move(all), std::move(share));
    showAnswer();
}

void MeasureView::showTimeline() {
    const VariantChoice &shown = m_choice->shown(), &beside = m_choice->beside();
    TimelineGraphs graphs{original(), nullptr};
    const device::Run* run = nullptr; // that is shown, where it is of the present graph
    if (graphs.original)
        for (const device::Run& each : m_measurements.runs())
            if (each.record == shown.record && m_measurements.isCurrent(each)) run = &each;
    if (run) graphs.fusion = m_analysis->fusion;
    std::vector<TimelineSource> sources;
    const auto add = [&](const VariantChoice& choice) {
        if (!choice || choice.get().operators.empty()) return;
        if (const DeviceTrace* of = m_profile->traceOf(choice)) {
            sources.push_back(of->source);
            return;
        }
        std::shared_ptr<const pipeline::MemoryPlan> plan;
        if (run && choice.record == run->record)
            plan = choice.get().variant.quantized ? m_measurements.quantizedPlan()
                   : choice.get().variant.fusion  ? m_analysis->memoryAfter
                                                  : m_analysis->memoryBefore;
        sources.push_back(recordSource(choice.get(), plan.get()));
        sources.back().title = variantText(choice.get().variant);
    };
    const TimelineSource* profile = m_profile->profile();
    if (const DeviceTrace* alone = m_profile->alone()) {
        sources.push_back(alone->source);
    } else {
        if (!profile) add(beside); // before is cool, after is warm
        add(shown);
        if (profile && !sources.empty()) sources.push_back(*profile);
    }
    m_pictures->showTimeline(std::move(sources), std::move(graphs), profile || m_words.trace());
}

void MeasureView::showTrace(const std::shared_ptr<const DeviceTrace>& trace) {
    m_pictures->openTimeline();
    if (!trace->record) return showChoice();
    // The same file again, or one that a study has the record of.
    for (const device::Run& run : m_measurements.runs())
        if (run.device == trace->record->device && run.record->date == trace->record->date &&
            run.record->model == trace->record->model) {
            m_profile->keep(trace, run.record);
            m_choice->chooseRun(run.record);
            return showChoice();
        }
    m_profile->keep(trace, trace->record);
    m_measurements.add({trace->record->device, {}, trace->record});
    m_choice->chooseRun(trace->record);
}

void MeasureView::showAnswer() { m_answer->display(m_words.words(m_analysis.get(), m_obstacle.isEmpty())); }

void MeasureView::askProfile() {
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Open profile"), QSettings().value(u"profiles"_s).toString(),
                                     tr("Profiles (*.json *.json.gz *.sqlite);;All files (*)"));
    if (!file.isEmpty()) openProfile(file);
}

void MeasureView::openProfile(const QString& file) {
    QSettings().setValue(u"profiles"_s, QFileInfo(file).absolutePath());
    if (!original()) return emit message(tr("Open a model first: the profile is matched to its nodes."));
    m_profile->open(file, original());
}

QJsonObject MeasureView::saveState() const {
    QJsonObject state = View::saveState();
    state.insert(u"plan"_s, m_controls->save());
    state.insert(u"grouping"_s, m_operators->grouping());
    state.insert(u"tuning"_s, m_pictures->tuning().saveState());
    return state;
}

void MeasureView::restoreState(const QJsonObject& state) {
    View::restoreState(state);
    m_controls->restore(state.value(u"plan"_s).toObject());
    m_pictures->tuning().restoreState(state.value(u"tuning"_s).toObject());
    m_operators->setGrouping(state.value(u"grouping"_s).toInt(0));
}

std::vector<Figure> MeasureView::figures() const { return m_pictures->figures(); }

const ViewEntry measure_view{
    "measure", QT_TRANSLATE_NOOP("Page", "Measure"), ":/icons/measure.svg",
    QT_TRANSLATE_NOOP("Page",
                      "Times on this machine and on boards, with how sure they are, beside what was predicted"),
    [](ViewContext& context) -> std::unique_ptr<View> { return std::make_unique<MeasureView>(context); }};

} // namespace edgewright::views
