// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of the page, in words: how fast the network runs and how sure that is, beside another variant,
// run, device or profile; or the trace of a GPU; or why nothing is measured yet.
#pragma once

#include "core/device/against.h"
#include "views/support/page/page_answer.h"

#include <QCoreApplication>

namespace edgewright::ir {
class Graph;
}
namespace edgewright::pipeline {
struct Analysis;
}

namespace edgewright::views {

class MeasureChoice;
class Measurements;
class ProfileBeside;
struct DeviceStatus;
struct DeviceTrace;

class MeasureAnswer {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::MeasureAnswer)
public:
    MeasureAnswer(Measurements& measurements, const MeasureChoice& choice, const ProfileBeside& profile);

    // `analysis`: null while no model is open. `canRun`: every node of it can be computed.
    PageWords words(const pipeline::Analysis* analysis, bool canRun) const;
    const DeviceTrace* trace() const;         // that is shown; null: a measurement is, or nothing
    const DeviceStatus& deviceStatus() const; // of the board or the GPU that is chosen

private:
    PageWords unmeasured(const pipeline::Analysis* analysis, bool canRun) const;
    PageWords traceWords(const DeviceTrace& trace, const ir::Graph* graph) const; // null while it is typed anew
    QString againstText(const device::Against& against) const;
    QStringList doubtsOfShown() const;

    Measurements& m_measurements;
    const MeasureChoice& m_choice;
    const ProfileBeside& m_profile;
};

} // namespace edgewright::views
