// SPDX-License-Identifier: GPL-3.0-or-later
// The sentences about a measurement.
#pragma once

#include "core/device/operator_rows.h"
#include "views/support/measurement/run_choice.h"
#include "views/support/page/page_answer.h"

#include <QString>

namespace edgewright::views {

QString distributionTip(const VariantChoice& row);
// The answer of the page; its conditions are doubts of this choice. `predicted`: what the network was predicted
// to take and, where two variants stand beside each other, the one beside it; 0: not known.
struct Predicted {
    double shown = 0, beside = 0; // seconds
    const cost::Processor& by;
};
// `device`: where it was measured, "this machine".
PageWords answerWords(const RunChoice& choice, const Predicted& predicted, const QString& device);
// Machine, kernels, outputs and when. Plain, as all that follows.
QString machineText(const device::Record& record);
// Clock, heat, load and governor.
QString clockText(const device::Record& record);
// The agreement of a board's outputs with those of this machine; empty: not compared.
QString agreementText(const device::Record& record);
// Reasons why the samples may mislead, the worst first; one sentence each.
QStringList doubts(const device::Record& record);
// Sum over operators beside the time of a run, with what profiling costs; memory.
QString sumText(const device::VariantRecord& shown, const device::PredictionError& error);
// The sum over kernels that a profile tells of (device::profileRecord), beside the time of a pass.
QString kernelSumText(const device::VariantRecord& shown);

} // namespace edgewright::views
