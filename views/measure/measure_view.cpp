// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/measure_view.h"

#include "views/measure/charts/prediction_pane.h"
#include "views/measure/charts/roof_pane.h"
#include "views/measure/device_list.h"
#include "views/measure/measure_controls.h"
#include "views/measure/operator_table.h"
#include "views/measure/timeline/timeline_widget.h"
#include "views/measure/timeline/unmatched_panel.h"
#include "views/support/answer_line.h"
#include "views/support/chart/run_chart.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/measurement/measurements.h"
#include "views/support/quantity.h"
#include "views/support/table/data_table.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace edgewright::views {

using namespace Qt::StringLiterals;

MeasureView::MeasureView(ViewContext& context, QWidget* parent)
    : View(context, parent), m_measurements(*context.measurements), m_read(context.pool, tr("Read a profile")),
      m_compare(context.pool, tr("Compare with a profile")), m_write(context.pool, tr("Write a measurement")),
      m_findModules(context.pool, tr("Find modules")) {
    auto* columns = new QHBoxLayout(this);
    columns->setContentsMargins(16, 8, 16, 8);
    columns->setSpacing(16);
    auto* split = new QSplitter(Qt::Horizontal, this);
    split->setObjectName(u"measureColumns"_s);
    split->setHandleWidth(8);
    split->addWidget(makeDevices());
    split->addWidget(makeResults());
    split->setStretchFactor(1, 1);
    split->setSizes({200, 1000});
    columns->addWidget(split);

    connect(m_devices, &DeviceList::runChosen, this, &MeasureView::choose);
    connect(m_devices, &DeviceList::besideRequested, this, [this](const auto& record) {
        m_profile.reset();
        m_choice.beside =
            m_choice.shown ? sameVariant(record, m_choice.shown.get().variant) : defaultChoice(record).shown;
        showChoice(true);
    });
    connect(m_devices, &DeviceList::saveRequested, this, &MeasureView::askSave);
    connect(m_devices, &DeviceList::deviceChosen, this,
            [this](const QString& device) { chooseDevice(device.toStdString()); });
    connect(m_devices, &DeviceList::changeRequested, this,
            [this](const QString& board) { changeBoard(board.toStdString()); });
    connect(m_devices, &DeviceList::forgetRequested, this,
            [this](const QString& board) { askForget(board.toStdString()); });
    Boards& boards = m_measurements.boards();
    connect(&boards, &Boards::asked, this, &MeasureView::ask);
    connect(&boards, &Boards::answerless, this, &MeasureView::closeQuestion);
    connect(&boards, &Boards::message, this, &View::message);
    connect(&boards, &Boards::changed, this, [this] {
        if (!m_device.empty() && !m_measurements.boards().find(m_device) && !m_measurements.newest(m_device))
            chooseDevice({}); // it was forgotten
        showDevice();
    });
    connect(&m_measurements, &Measurements::measured, this, [this] {
        if (m_measurements.deviceOf(m_measurements.runs().back()) == m_device) m_wanted.reset();
    });
    connect(&m_measurements, &Measurements::changed, this, &MeasureView::showRuns);
    connect(&m_measurements, &Measurements::predictorChanged, this, [this] { showRows(); });
    connect(&m_measurements, &Measurements::stateChanged, this, [this] {
        const auto live = this->live();
        if (!live || live != std::exchange(m_live, live)) showChoice(false);
    });
    connect(&m_measurements, &Measurements::failed, this, &View::message);
    connect(&m_measurements.roof(), &MachineRoof::changed, this, [this] { showRows(); });
    connect(&m_measurements.roof(), &MachineRoof::failed, this, &View::message);
    connect(&context.selection, &Selection::changed, this, [this] { markSelectedRows(); });
    showRuns();
}

QWidget* MeasureView::makeDevices() {
    auto* column = new QWidget(this);
    column->setMinimumWidth(150);
    auto* rows = new QVBoxLayout(column);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    m_devices = new DeviceList(m_measurements, column);
    rows->addWidget(m_devices, 1);
    auto* add = new QToolButton(column);
    add->setObjectName(u"addBoard"_s);
    add->setText(tr("Add board…"));
    add->setToolTip(tr("A Raspberry Pi, a Jetson, any Linux that your ssh command reaches"));
    add->setMinimumHeight(24);
    add->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(add, &QToolButton::clicked, this, [this] { changeBoard({}); });
    rows->addWidget(add);
    return column;
}

QWidget* MeasureView::makeControls() {
    m_controls = new MeasureControls(m_measurements, this);
    auto* open = new QToolButton(m_controls);
    open->setObjectName(u"openProfile"_s);
    open->setText(tr("Open profile…"));
    open->setToolTip(tr("A profile of ONNX Runtime, PyTorch, trtexec or TVM, to stand beside"));
    open->setMinimumHeight(24);
    connect(open, &QToolButton::clicked, this, &MeasureView::askProfile);
    m_controls->addEnd(open);
    m_save = new QToolButton(m_controls);
    m_save->setObjectName(u"saveMeasurement"_s);
    m_save->setText(tr("Save…"));
    m_save->setToolTip(tr("What is shown as CSV, JSON or trace"));
    m_save->setMinimumHeight(24);
    connect(m_save, &QToolButton::clicked, this, [this] { askSave(m_choice.shown.record); });
    m_controls->addEnd(m_save);
    return m_controls;
}

QWidget* MeasureView::makeResults() {
    auto* results = new QWidget(this);
    auto* rows = new QVBoxLayout(results);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(8);
    m_answer = new AnswerLine(results);
    rows->addWidget(m_answer);
    connect(m_answer, &AnswerLine::linkFollowed, this,
            [this] { m_pictures->setCurrentWidget(m_distribution); });
    m_machine = new QLabel(results);
    m_machine->setObjectName(u"measureMachine"_s);
    m_machine->setFont(views::font(TextSize::Small));
    m_machine->setWordWrap(true);
    m_machine->setTextInteractionFlags(Qt::TextSelectableByMouse);
    rows->addWidget(m_machine);
    m_doubts = new QLabel(results);
    m_doubts->setObjectName(u"measureDoubts"_s);
    m_doubts->setFont(views::font(TextSize::Small, true));
    m_doubts->setWordWrap(true);
    rows->addWidget(m_doubts);
    rows->addWidget(makeControls());

    auto* split = new QSplitter(Qt::Vertical, results);
    split->setObjectName(u"measureRows"_s);
    split->setHandleWidth(8);
    split->setChildrenCollapsible(false);
    makePictures(split);
    split->addWidget(m_pictures);

    auto* lower = new QWidget(split);
    auto* lowerRows = new QVBoxLayout(lower);
    lowerRows->setContentsMargins(0, 0, 0, 0);
    lowerRows->setSpacing(4);
    m_operators = new OperatorTable(this);
    m_table = new DataTable(*m_operators, u"operatorTimes"_s, lower);
    m_table->view().setAccessibleName(tr("Operators by time"));
    connect(m_table, &DataTable::rowChosen, this, [this](int row) {
        const device::OperatorRow& chosen = m_operators->rows().at(static_cast<std::size_t>(row));
        if (chosen.node.valid()) context().selection.select({chosen.node, {}});
    });
    const auto box = [&](QComboBox*& made, const QString& name, const QString& tip) {
        made = new QComboBox(m_table);
        made->setObjectName(name);
        made->setToolTip(tip);
        made->setAccessibleName(tip);
        made->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        made->setMinimumWidth(56); // narrow windows cut the texts
        m_table->addBeside(made);
    };
    box(m_shown, u"measureShown"_s, tr("The variant whose operators are shown"));
    box(m_beside, u"measureBeside"_s, tr("What stands beside it"));
    box(m_grouping, u"measureGrouping"_s, tr("One row for each"));
    m_grouping->addItem(tr("by operator"));
    m_grouping->addItem(tr("by kind"));
    m_grouping->addItem(tr("by module"));
    connect(m_shown, &QComboBox::activated, this, [this](int index) {
        m_choice.shown.variant = static_cast<std::size_t>(m_shown->itemData(index).toInt());
        showChoice(true);
    });
    connect(m_beside, &QComboBox::activated, this, [this](int index) {
        const int variant = m_beside->itemData(index).toInt();
        if (variant == NoneOfThis) return;
        m_profile.reset();
        m_choice.beside = variant == NoVariant
                              ? VariantChoice{}
                              : VariantChoice{m_choice.shown.record, static_cast<std::size_t>(variant)};
        showChoice(true);
    });
    connect(m_grouping, &QComboBox::activated, this, [this] { showRows(); });
    lowerRows->addWidget(m_table, 1);
    m_sum = new QLabel(lower);
    m_sum->setObjectName(u"measureSum"_s);
    m_sum->setFont(views::font(TextSize::Small));
    m_sum->setWordWrap(true);
    m_sum->setTextInteractionFlags(Qt::TextSelectableByMouse);
    lowerRows->addWidget(m_sum);
    split->addWidget(lower);
    split->setSizes({1000, 1000});
    rows->addWidget(split, 1);
    m_tableStage = new StageOverlay(m_table);
    return results;
}

void MeasureView::makePictures(QWidget* parent) {
    m_pictures = new QTabWidget(parent);
    m_pictures->setObjectName(u"measurePictures"_s);
    m_pictures->setDocumentMode(true);
    m_distribution = new RunChart(u"distribution"_s, tr("Time of one run"), context().pool, m_pictures);
    connect(&m_distribution->pane(), &ChartPane::targetClicked, this, [this](std::size_t row) {
        const std::vector<VariantChoice> all = distributionRows();
        if (row >= all.size() || live()) return;
        m_choice.shown = all[row];
        showChoice(true);
    });
    m_pictures->addTab(m_distribution, tr("Distribution"));
    m_timeline = new TimelineWidget(context().selection, context().pool, m_pictures);
    m_timeline->setEmptyText(tr("When each operator ran stands here once it is measured."));
    m_pictures->addTab(m_timeline, tr("Timeline"));
    m_roof = new RoofPane(m_measurements, context().selection, context().pool, m_pictures);
    m_pictures->addTab(m_roof, tr("Roofline"));
    m_prediction = new PredictionPane(context().selection, context().pool, m_pictures);
    m_pictures->addTab(m_prediction, tr("Predicted"));
    m_deviceChart = new RunChart(u"devices"_s, tr("Devices side by side"), context().pool, m_pictures);
    connect(&m_deviceChart->pane(), &ChartPane::targetClicked, this, [this](std::size_t row) {
        const std::vector<DeviceRow> all = deviceRows();
        if (row < all.size()) choose(all[row].choice.record);
    });
    m_pictures->addTab(m_deviceChart, tr("Devices"));
    m_history = new RunChart(u"history"_s, tr("Runs by date"), context().pool, m_pictures);
    connect(&m_history->pane(), &ChartPane::targetClicked, this, [this](std::size_t target) {
        if (const VariantChoice chosen = historyChoice(historyRuns(), target)) choose(chosen.record);
    });
    m_pictures->addTab(m_history, tr("History"));
    m_unmatched = new UnmatchedPanel(this); // in a tab where there is a profile
    m_unmatched->hide();
    connect(m_unmatched, &UnmatchedPanel::nameChosen, this, [this](const QString& name) {
        m_pictures->setCurrentWidget(m_timeline);
        m_timeline->search().setText(name);
    });
    connect(m_timeline, &TimelineWidget::prepared, this, [this] {
        const TimelineScene* scene = m_timeline->scene();
        const bool both = scene && m_profile && scene->sources.size() > 1;
        m_unmatched->setTimeline(both ? scene->sources.back().model : nullptr);
        const int tab = m_pictures->indexOf(m_unmatched);
        if (both && tab < 0) m_pictures->addTab(m_unmatched, tr("Not matched"));
        if (!both && tab >= 0) m_pictures->removeTab(tab);
    });
}

void MeasureView::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    const bool sameModel = m_analysis && analysis && m_analysis->opened == analysis->opened;
    m_analysis = std::move(analysis);
    m_controls->setReady(m_analysis && m_analysis->opened);
    if (sameModel) return;
    m_wanted.reset();
    m_isDeviceChosen = !m_device.empty() && m_measurements.boards().find(m_device);
    m_profile.reset();
    m_choice = {};
    m_columnsFit = false;
    showRuns();
}

void MeasureView::choose(std::shared_ptr<const device::Record> record) {
    m_wanted = std::move(record);
    m_isDeviceChosen = true;
    showRuns();
}

void MeasureView::chooseDevice(const std::string& device) {
    m_device = device;
    m_isDeviceChosen = true;
    m_wanted.reset();
    showRuns();
}

void MeasureView::showRuns() {
    const auto& runs = m_measurements.runs();
    const auto runOf = [&](const std::shared_ptr<const device::Record>& record) {
        const auto found = std::ranges::find(runs, record, &device::Run::record);
        return found == runs.end() ? nullptr : &*found;
    };
    if (!m_isDeviceChosen)
        m_device =
            runs.empty() || m_measurements.newest({}) ? std::string() : m_measurements.deviceOf(runs.back());
    if (m_wanted && !runOf(m_wanted)) m_wanted.reset();
    if (m_wanted) m_device = m_measurements.deviceOf(*runOf(m_wanted));
    const device::Run* run = m_measurements.current(m_device);
    if (!run) run = m_measurements.newest(m_device);
    const auto record = m_wanted ? m_wanted : run ? run->record : nullptr;
    if (record != m_choice.shown.record) {
        const VariantChoice beside =
            m_choice.isPaired() ? VariantChoice{} : m_choice.beside; // put there by a person
        m_choice = defaultChoice(record);
        if (beside && beside.record != m_choice.shown.record && runOf(beside.record)) m_choice.beside = beside;
    } else if (m_choice.beside && !runOf(m_choice.beside.record)) {
        m_choice.beside = {};
    }
    m_devices->mark(m_device, record);
    showDevice();
    showChoice(true);
}

QJsonObject MeasureView::saveState() const {
    QJsonObject state = View::saveState();
    state.insert(u"plan"_s, m_controls->save());
    state.insert(u"grouping"_s, m_grouping->currentIndex());
    return state;
}

void MeasureView::restoreState(const QJsonObject& state) {
    View::restoreState(state);
    m_controls->restore(state.value(u"plan"_s).toObject());
    m_grouping->setCurrentIndex(std::clamp(state.value(u"grouping"_s).toInt(0), 0, m_grouping->count() - 1));
    showRows();
}

std::vector<Figure> MeasureView::figures() const {
    std::vector<Figure> result;
    if (auto figure = m_distribution->figure()) result.push_back(*std::move(figure));
    if (auto figure = m_roof->figure()) result.push_back(*std::move(figure));
    if (auto figure = m_timeline->figure()) result.push_back(*std::move(figure));
    for (Figure& figure : m_prediction->figures())
        result.push_back(std::move(figure));
    for (const RunChart* each : {m_deviceChart, m_history})
        if (auto figure = each->figure()) result.push_back(*std::move(figure));
    return result;
}

const ViewEntry measure_view{
    "measure", QT_TRANSLATE_NOOP("Page", "Measure"), ":/icons/measure.svg",
    QT_TRANSLATE_NOOP("Page",
                      "Times on this machine and on boards, with how sure they are, beside what was predicted"),
    [](ViewContext& context) -> std::unique_ptr<View> { return std::make_unique<MeasureView>(context); }};

} // namespace edgewright::views
