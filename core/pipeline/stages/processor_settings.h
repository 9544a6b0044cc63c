// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/processor/processor.h"
#include "core/pipeline/stage.h"

#include <bit>
#include <cstdint>

namespace edgewright::pipeline {

inline const cost::Processor& processorOf(const Settings& settings) {
    return settings.viewState.processor ? *settings.viewState.processor : cost::referenceProcessor();
}

inline void addProcessor(const Settings& settings, SettingsText& text) {
    const cost::Processor& processor = processorOf(settings);
    text.add(processor.name, processor.sourceText(), processor.blocking.rows, processor.blocking.columns,
             processor.blocking.nearBytes);
    for (const double seconds : processor.seconds)
        text.add(std::bit_cast<std::uint64_t>(seconds));
}

} // namespace edgewright::pipeline
