// SPDX-License-Identifier: GPL-3.0-or-later
// The settings that the stages of integers depend on.
#pragma once

#include "core/pipeline/stage.h"

namespace edgewright::pipeline {

// Codes, rounding, and how ranges are chosen.
inline void addQuantization(const Settings& settings, SettingsText& text) {
    const quant::StudyOptions& study = settings.int8.study;
    text.add(static_cast<int>(study.weights), static_cast<int>(study.rounding), study.roundingSeed,
             settings.quantization.method, settings.quantization.percentile);
    for (const quant::Scheme* scheme : {&study.weightScheme, &study.activationScheme})
        text.add(static_cast<int>(scheme->type), scheme->symmetric, static_cast<int>(scheme->limits),
                 scheme->powerOfTwo);
}

} // namespace edgewright::pipeline
