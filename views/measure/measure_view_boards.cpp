// SPDX-License-Identifier: GPL-3.0-or-later
// Boards on the measure page: added, changed and forgotten, and what OpenSSH asks of the user; devices side by
// side, and the runs of one by date.
#include "views/measure/measure_view.h"

#include "views/measure/boards/board_dialog.h"
#include "views/measure/boards/question_dialog.h"
#include "views/measure/measure_controls.h"
#include "views/support/chart/run_chart.h"
#include "views/support/measurement/measurements.h"

#include <QMessageBox>

#include <algorithm>

namespace edgewright::views {

void MeasureView::changeBoard(const std::string& known) {
    Boards& boards = m_measurements.boards();
    if (!boards.problem().isEmpty()) return emit message(boards.problem());
    auto* dialog = new BoardDialog(boards, known, this);
    connect(dialog, &BoardDialog::saved, this,
            [this](const QString& name) { chooseDevice(name.toStdString()); });
    dialog->open();
}

void MeasureView::askForget(const std::string& board) {
    const QString name = QString::fromStdString(board);
    auto* box = new QMessageBox(
        QMessageBox::Question, tr("Forget %1?").arg(name),
        tr("Forget %1? Its runs stay in the study. What lies on the board stays there, unless you "
           "remove our files from it first.")
            .arg(name),
        QMessageBox::Cancel, this);
    box->setObjectName(QStringLiteral("forgetBoard"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    auto* forget = box->addButton(tr("Forget"), QMessageBox::AcceptRole);
    connect(box, &QMessageBox::buttonClicked, this, [this, forget, board](const QAbstractButton* pressed) {
        if (pressed != forget) return;
        m_measurements.stop(board);
        if (const auto forgotten = m_measurements.boards().forget(board); !forgotten)
            emit message(QString::fromStdString(forgotten.error().message));
    });
    box->open();
}

void MeasureView::ask(const std::shared_ptr<BoardQuestion>& question) {
    auto* dialog =
        new QuestionDialog(question, QApplication::activeModalWidget() ? QApplication::activeModalWidget()
                                                                       : static_cast<QWidget*>(this));
    dialog->open();
}

void MeasureView::closeQuestion(const std::shared_ptr<BoardQuestion>& question) {
    for (QWidget* each : QApplication::topLevelWidgets())
        if (auto* dialog = qobject_cast<QuestionDialog*>(each); dialog && dialog->question() == question)
            dialog->close();
}

bool MeasureView::runsHere() const { return m_measurements.state(m_device) != Measurements::State::Idle; }

std::shared_ptr<const device::Record> MeasureView::live() const {
    return m_measurements.runningOn() == m_device ? m_measurements.live() : nullptr;
}

QString MeasureView::deviceText() const {
    return m_device.empty() ? tr("this machine") : QString::fromStdString(m_device);
}

void MeasureView::showDevice() {
    int threads = m_device.empty() ? m_measurements.machine().threads : 0;
    if (const auto& welcome = m_measurements.boards().status(m_device).welcome)
        threads = welcome->machine.threads;
    else if (const device::Run* run = m_measurements.newest(m_device))
        threads = run->record->machine.threads;
    m_controls->setDevice(m_device, threads);
}

// Of each device the newest run that answers for the present settings, else the newest one: all its variants.
std::vector<DeviceRow> MeasureView::deviceRows() {
    std::vector<std::string> devices{{}};
    for (const device::Run& run : m_measurements.runs())
        if (const std::string device = m_measurements.deviceOf(run); std::ranges::count(devices, device) == 0)
            devices.push_back(device);
    std::vector<DeviceRow> rows;
    for (const std::string& device : devices) {
        const device::Run* run = m_measurements.current(device);
        if (!run) run = m_measurements.newest(device);
        if (!run) continue;
        for (std::size_t i = 0; i < run->record->variants.size(); ++i) {
            const VariantChoice choice{run->record, i};
            if (choice.get().blocks.empty()) continue;
            rows.push_back({device.empty() ? tr("this machine") : QString::fromStdString(device), choice,
                            device::predictedSeconds(choice.get(), m_measurements.predictor(device).processor),
                            !m_measurements.isCurrent(*run)});
        }
    }
    return rows;
}

std::vector<HistoryRun> MeasureView::historyRuns() const {
    std::vector<HistoryRun> runs;
    for (const device::Run& run : m_measurements.runs())
        if (m_measurements.deviceOf(run) == m_device && !run.record->variants.empty())
            runs.push_back({run.record, !m_measurements.isCurrent(run)});
    std::ranges::stable_sort(runs, {}, [](const HistoryRun& run) { return run.record->date; });
    return runs;
}

void MeasureView::showDevices() {
    std::vector<DeviceRow> rows = deviceRows();
    if (rows.empty())
        return m_deviceChart->displayNothing(
            tr("Each device that this model was measured on stands here. Add a board on the left."));
    const auto chosen = std::ranges::find(rows, m_choice.shown, &DeviceRow::choice);
    const int index = chosen == rows.end() ? -1 : static_cast<int>(chosen - rows.begin());
    m_deviceChart->display(
        [rows = std::move(rows), index](const Theme& theme) { return buildDevices(rows, index, theme); },
        false);
}

void MeasureView::showHistory() {
    std::vector<HistoryRun> runs = historyRuns();
    if (runs.empty())
        return m_history->displayNothing(tr("Every run on %1 stands here, by date.").arg(deviceText()));
    const auto chosen = std::ranges::find(runs, m_choice.shown.record, &HistoryRun::record);
    const int index = chosen == runs.end() ? -1 : static_cast<int>(chosen - runs.begin());
    m_history->display(
        [runs = std::move(runs), index](const Theme& theme) { return buildHistory(runs, index, theme); },
        false);
}

} // namespace edgewright::views
