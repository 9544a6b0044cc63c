// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/findings/improvement_list.h"

#include "core/base/say.h"
#include "core/cost/findings/model_terms.h"
#include "core/cost/findings/number_text.h"
#include "core/table/number_text.h"

#include <initializer_list>

namespace edgewright::cost {

namespace {

std::string effectText(const Effect& effect) {
    return say("{1}, energy {2}, area {3}", speedText(effect.speedup()), table::ratioText(effect.energyRatio()),
               table::ratioText(effect.areaRatio()));
}

// Clauses, without those that are empty.
std::string joined(std::initializer_list<std::string> clauses) {
    std::string text;
    for (const std::string& each : clauses)
        if (!each.empty()) text = text.empty() ? each : say("{1}; {2}", text, each);
    return text;
}

std::string gainingText(const WhatIf& it) {
    const std::string gaining = sayCount(it.faster, "{1} layer gains", "{1} layers gain");
    return isSlower(it.effect.speedup()) ? gaining
                                         : say("{1}, {2} no longer limited by DRAM", gaining, it.freed);
}

// A part of the gain that is not that of larger tiles.
std::string stayingText(std::int64_t more) {
    if (more <= 0) return {};
    return sayCount(more, "in part because {1} more activation stays on chip",
                    "in part because {1} more activations stay on chip");
}

std::string sidesText(const Accelerator& of, const char* times) {
    return std::to_string(of.rows) + times + std::to_string(of.cols);
}

Improvement listed(const WhatIf& it) {
    return {.kind = "one_change",
            .change = std::string(nameOf(it.change)),
            .effect = it.effect,
            .counts = {{"faster_layers", it.faster},
                       {"freed_layers", it.freed},
                       {"more_staying", it.staying},
                       {"packed_layers", it.packing}},
            .layer = it.most,
            .text = joined({effectText(it.effect), it.lanesText(), gainingText(it), stayingText(it.staying),
                            it.packingText(), it.most.empty() ? std::string() : say("most: {1}", it.most)})};
}

Improvement listed(const SizeStep& it) {
    return {.kind = "array_size",
            .change = sidesText(it.effect.from, "x") + "_to_" + sidesText(it.effect.to, "x"),
            .effect = it.effect,
            .counts = {{"narrower_layers", it.narrower}, {"layers", it.layers}},
            .layer = {},
            .text = joined({say("{1} → {2}: {3}", sidesText(it.effect.from, " × "),
                                sidesText(it.effect.to, " × "), speedText(it.effect.speedup())),
                            sayCount(it.layers, "{2} of {1} layer cannot fill it",
                                     "{2} of {1} layers cannot fill it", it.narrower),
                            it.effect.lanesText()})};
}

Improvement listed(const SramSteps& it) {
    const SramStep& enough = it.steps[it.enough];
    const std::string gains =
        it.enough == 0
            ? say("more SRAM for tiles than {1} KiB gains less than 1 % (less was not tried)", enough.kiloBytes)
            : say("more SRAM for tiles than {1} KiB gains less than 1 %", enough.kiloBytes);
    const std::string spilling =
        enough.last.empty() ? std::string()
                            : sayCount(enough.spilling, "there {1} layer still moves words twice, {2} most",
                                       "there {1} layers still move words twice, {2} most", enough.last);
    return {.kind = "sram_for_tiles",
            .change = "beyond_" + std::to_string(enough.kiloBytes) + "_kb",
            .effect = it.beyond(),
            .counts = {{"spilling_layers", enough.spilling}},
            .layer = enough.last,
            .text = joined({gains, spilling})};
}

Improvement listed(const StayStep& it) {
    return {.kind = "sram_for_activations",
            .change = "resident_" + std::to_string(it.kiloBytes) + "_kb",
            .effect = it.effect,
            .counts = {{"dram_bytes_before", it.dramBefore}, {"dram_bytes_after", it.dramAfter}},
            .layer = {},
            .text = joined({say("from {1} KiB of SRAM for activations on (--resident-kb), all of them stay on "
                                "chip: DRAM {2} → {3}, {4}",
                                it.kiloBytes, table::bytesText(it.dramBefore), table::bytesText(it.dramAfter),
                                effectText(it.effect)),
                            stayTerms()})};
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
