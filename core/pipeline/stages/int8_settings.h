// SPDX-License-Identifier: GPL-3.0-or-later
// The settings that the stages of integers depend on.
#pragma once

#include "core/pipeline/settings/setting_fields.h"
#include "core/pipeline/stage.h"
#include "core/quant/layer/study_fields.h"

namespace edgewright::pipeline {

// Codes, rounding, and how ranges are chosen.
inline void addQuantization(const Settings& settings, SettingsText& text) {
    const quant::StudyOptions& study = settings.int8.study;
    text.addFields(quant::codeFields(), study);
    text.addFields(quant::schemeFields(), study.weightScheme);
    text.addFields(quant::schemeFields(), study.activationScheme);
    text.addFields(quantizationFields(), settings.quantization, RangesGroup);
}

} // namespace edgewright::pipeline
