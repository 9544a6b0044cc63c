// SPDX-License-Identifier: GPL-3.0-or-later
// The measured speed of the network, on this machine and on boards, and where the time goes: what was measured,
// beside another variant, another run, another device or another runtime's profile, and beside what was
// predicted.
#pragma once

#include "core/device/against.h"
#include "core/device/operator_rows.h"
#include "core/modules/modules.h"
#include "views/measure/charts/device_chart.h"
#include "views/measure/charts/history_chart.h"
#include "views/measure/timeline/model/timeline_source.h"
#include "views/support/job/job_slot.h"
#include "views/support/measurement/run_choice.h"
#include "views/support/view.h"

class QComboBox;
class QLabel;
class QTabWidget;
class QToolButton;

namespace edgewright::views {

class AnswerLine;
class BoardQuestion;
class DataTable;
class DeviceList;
class MeasureControls;
class Measurements;
class OperatorTable;
class PredictionPane;
class QuestionDialog;
class RoofPane;
class RunChart;
class StageOverlay;
class TimelineWidget;
class UnmatchedPanel;

class MeasureView final : public View {
    Q_OBJECT
public:
    explicit MeasureView(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) override;
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;
    std::vector<Figure> figures() const override;
    // Reads the profile of another runtime and puts it beside; a failure is a message.
    void openProfile(const QString& file);

private:
    enum class Grouping { Operators, Kinds, Modules };
    static constexpr int NoVariant = -1, NoneOfThis = -2; // of the box that says what stands beside
    using Profile = TimelineSource;                       // with its matches

    QWidget* makeDevices();
    QWidget* makeControls();
    void makePictures(QWidget* parent);
    QWidget* makeResults();
    void showRuns();             // other runs, or the newest is another one
    void showChoice(bool other); // `other`: not merely more samples of the same
    void fillChoices();
    void showRows();
    void showTimeline();
    void compareProfile(); // m_against, of what is shown now
    void showAnswer();
    void markSelectedRows();
    void showDevices(); // side by side
    void showHistory(); // of the chosen device
    void choose(std::shared_ptr<const device::Record> record);
    void chooseDevice(const std::string& device);
    void showDevice();                          // to the controls
    void changeBoard(const std::string& known); // empty: a new one
    void askForget(const std::string& board);
    void ask(const std::shared_ptr<BoardQuestion>& question);
    void closeQuestion(const std::shared_ptr<BoardQuestion>& question);
    bool runsHere() const;                              // something runs, or waits, on the chosen device
    std::shared_ptr<const device::Record> live() const; // of the chosen device
    QString deviceText() const;                         // "this machine", "pi"
    std::vector<DeviceRow> deviceRows();
    std::vector<HistoryRun> historyRuns() const;
    void askProfile();
    void askSave(const std::shared_ptr<const device::Record>& record);
    std::vector<VariantChoice> distributionRows() const;
    std::vector<device::OperatorRow> rows();
    std::vector<device::OperatorRow> byModule(const std::vector<device::OperatorRow>& rows);

    Measurements& m_measurements;
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    std::string m_device;          // that is chosen, as Measurements::deviceOf
    bool m_isDeviceChosen = false; // by a person
    RunChoice m_choice;
    std::shared_ptr<const device::Record> m_live;   // that was drawn last of a measurement that runs
    std::shared_ptr<const device::Record> m_wanted; // that a person chose; null: the current one
    std::shared_ptr<const Profile> m_profile;       // beside instead of a variant; null: none
    std::shared_ptr<const device::Against> m_against;
    DeviceList* m_devices = nullptr;
    MeasureControls* m_controls = nullptr;
    AnswerLine* m_answer = nullptr;
    QLabel *m_machine = nullptr, *m_doubts = nullptr, *m_sum = nullptr;
    QComboBox *m_shown = nullptr, *m_beside = nullptr, *m_grouping = nullptr;
    QToolButton* m_save = nullptr;
    QTabWidget* m_pictures = nullptr;
    RunChart *m_distribution = nullptr, *m_deviceChart = nullptr, *m_history = nullptr;
    PredictionPane* m_prediction = nullptr;
    TimelineWidget* m_timeline = nullptr;
    RoofPane* m_roof = nullptr;
    UnmatchedPanel* m_unmatched = nullptr;
    OperatorTable* m_operators = nullptr;
    DataTable* m_table = nullptr;
    StageOverlay* m_tableStage = nullptr;
    JobSlot m_read, m_compare, m_write, m_findModules;
    std::shared_ptr<const ir::Graph> m_modulesOf; // that m_modules are of; null: none yet
    modules::Modules m_modules;
    bool m_columnsFit = false;
};

extern const ViewEntry measure_view;

} // namespace edgewright::views
