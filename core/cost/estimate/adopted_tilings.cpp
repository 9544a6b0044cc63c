// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/estimate/adopted_tilings.h"

#include "core/base/say.h"
#include "core/cost/accelerator_fields.h"
#include "core/table/field_text.h"

namespace edgewright::cost {

namespace {

// "16 × 16, DRAM bandwidth 32 B/cycle": the array, and what else differs from `than`.
std::string arrayAndMore(const Accelerator& other, const Accelerator& than) {
    std::string text = std::to_string(other.rows) + " × " + std::to_string(other.cols);
    Accelerator array = than; // the same one
    array.setArray(other.rows, other.cols);
    for (const Field<Accelerator>& field : acceleratorFields())
        if (const FieldValue value = field.get(other); value != field.get(array))
            text = say("{1}, {2} {3}", text, translated("Setting", field.title),
                       table::fieldText(field, value).whole());
    return text;
}

} // namespace

std::vector<UnusedTiling> tilingsOfOthers(const AdoptedTilings& adopted, const Accelerator& accelerator) {
    std::vector<UnusedTiling> list;
    if (adopted.empty()) return list;
    const Accelerator own = tiledPart(accelerator);
    for (const auto& [other, tilings] : adopted) {
        if (other == own) continue;
        const std::string why = say("adopted for another accelerator, {1}", arrayAndMore(other, own));
        for (const auto& [layer, tiling] : tilings)
            list.push_back({layer, why});
    }
    return list;
}

} // namespace edgewright::cost
