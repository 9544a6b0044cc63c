// SPDX-License-Identifier: GPL-3.0-or-later
// The measured speed of the network, on this machine and on boards, and where the time goes: what was measured,
// beside another variant, another run, another device or another runtime's profile, and beside what was
// predicted.
#pragma once

#include "core/device/operator_rows.h"
#include "views/measure/measure_answer.h"
#include "views/support/page/view.h"

class QToolButton;

namespace edgewright::views {

class BoardPrompts;
class DeviceList;
class MeasureChoice;
class MeasureControls;
class MeasurePictures;
class OperatorPane;
class ProfileBeside;
class RecordSaver;
struct DeviceTrace;

class MeasureView final : public View {
    Q_OBJECT
public:
    explicit MeasureView(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) override;
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;
    std::vector<Figure> figures() const override;
    // Reads the profile of another runtime and puts it beside, or shows the trace of an accelerator; a failure
    // is a message.
    void openProfile(const QString& file);

private:
    QWidget* makeDevices();
    QWidget* makeResults();
    void fillControls();
    void connectParts();
    void showChoice();
    void showDistribution(bool other); // `other`: not merely more samples of the same
    void showRows();
    void showTimeline();
    void showAnswer();
    QString wayOut() const; // from m_obstacle
    void showTrace(const std::shared_ptr<const DeviceTrace>& trace);
    void showDevice(); // to the controls
    void askProfile();
    std::vector<device::OperatorRow> rows() const;
    std::shared_ptr<const ir::Graph> original() const; // null: not typed yet

    Measurements& m_measurements;
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    QString m_obstacle; // the nodes that cannot run; empty: all can
    DeviceList* m_devices;
    MeasureControls* m_controls;
    MeasureChoice* m_choice; // behind the list, which has new runs before one of them is chosen
    ProfileBeside* m_profile;
    BoardPrompts* m_boards;
    RecordSaver* m_saver;
    MeasureAnswer m_words;
    PageAnswer* m_answer;
    QToolButton* m_save;
    MeasurePictures* m_pictures;
    OperatorPane* m_operators;
};

extern const ViewEntry measure_view;

} // namespace edgewright::views
