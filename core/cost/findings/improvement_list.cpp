// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/findings/improvement_list.h"

#include "core/cost/findings/model_terms.h"
#include "core/cost/findings/number_text.h"
#include "core/table/number_text.h"

namespace edgewright::cost {

namespace {

std::string layersText(std::int64_t count, const char* one, const char* several) {
    return std::to_string(count) + (count == 1 ? " layer " : " layers ") + (count == 1 ? one : several);
}

std::string effectText(const Effect& effect) {
    return speedText(effect.speedup()) + ", energy " + table::ratioText(effect.energyRatio()) + ", area " +
           table::ratioText(effect.areaRatio());
}

std::string after(const std::string& text) { return text.empty() ? text : "; " + text; }

// A part of the gain that is not that of larger tiles.
std::string stayingText(std::int64_t more) {
    if (more <= 0) return {};
    return "; in part because " + std::to_string(more) +
           (more == 1 ? " more activation stays" : " more activations stay") + " on chip";
}

std::string sidesText(const Accelerator& of, const char* times) {
    return std::to_string(of.rows) + times + std::to_string(of.cols);
}

Improvement listed(const WhatIf& it) {
    return {
        .kind = "one_change",
        .change = std::string(nameOf(it.change)),
        .effect = it.effect,
        .counts = {{"faster_layers", it.faster},
                   {"freed_layers", it.freed},
                   {"more_staying", it.staying},
                   {"packed_layers", it.packing}},
        .layer = it.most,
        .text =
            effectText(it.effect) + after(it.lanesText()) + "; " + layersText(it.faster, "gains", "gain") +
            (isSlower(it.effect.speedup()) ? ""
                                           : ", " + std::to_string(it.freed) + " no longer limited by DRAM") +
            stayingText(it.staying) + after(it.packingText()) + (it.most.empty() ? "" : "; most: " + it.most)};
}

Improvement listed(const SizeStep& it) {
    return {.kind = "array_size",
            .change = sidesText(it.effect.from, "x") + "_to_" + sidesText(it.effect.to, "x"),
            .effect = it.effect,
            .counts = {{"narrower_layers", it.narrower}, {"layers", it.layers}},
            .layer = {},
            .text = sidesText(it.effect.from, " × ") + " → " + sidesText(it.effect.to, " × ") + ": " +
                    speedText(it.effect.speedup()) + "; " + std::to_string(it.narrower) + " of " +
                    layersText(it.layers, "cannot fill it", "cannot fill it") + after(it.effect.lanesText())};
}

Improvement listed(const SramSteps& it) {
    const SramStep& enough = it.steps[it.enough];
    std::string text =
        "more SRAM for tiles than " + std::to_string(enough.kiloBytes) + " KiB gains less than 1 %";
    if (it.enough == 0) text += " (less was not tried)";
    if (!enough.last.empty())
        text += "; there " + layersText(enough.spilling, "still moves", "still move") + " words twice, " +
                enough.last + " most";
    return {.kind = "sram_for_tiles",
            .change = "beyond_" + std::to_string(enough.kiloBytes) + "_kb",
            .effect = it.beyond(),
            .counts = {{"spilling_layers", enough.spilling}},
            .layer = enough.last,
            .text = std::move(text)};
}

Improvement listed(const StayStep& it) {
    return {.kind = "sram_for_activations",
            .change = "resident_" + std::to_string(it.kiloBytes) + "_kb",
            .effect = it.effect,
            .counts = {{"dram_bytes_before", it.dramBefore}, {"dram_bytes_after", it.dramAfter}},
            .layer = {},
            .text = "from " + std::to_string(it.kiloBytes) +
                    " KiB of SRAM for activations on (--resident-kb), all of them stay on chip: DRAM " +
                    table::bytesText(it.dramBefore) + " → " + table::bytesText(it.dramAfter) + ", " +
                    effectText(it.effect) + "; " + std::string(stayTerms())};
}

} // namespace

std::vector<Improvement> listOf(const Improvements& improvements) {
    std::vector<Improvement> list;
    for (const WhatIf& each : improvements.whatIfs)
        list.push_back(listed(each));
    for (const SizeStep& each : improvements.sizes)
        list.push_back(listed(each));
    if (!improvements.sram.steps.empty()) list.push_back(listed(improvements.sram));
    if (improvements.stay) list.push_back(listed(*improvements.stay));
    return list;
}

Accelerator withUsualValues(const Accelerator& accelerator) {
    Accelerator made = accelerator;
    made.bandwidth = accelerator.dramBytesPerCycle();
    made.lanes = accelerator.vectorLanes();
    return made;
}

} // namespace edgewright::cost
