// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/record/variant.h"

#include <algorithm>
#include <array>

namespace edgewright::device {

std::span<const Variant> standardVariants() {
    static const std::array<Variant, 5> variants{
        {{.name = "baseline"},
         {.name = "fusion", .fusion = true},
         {.name = "reuse", .reuse = true},
         {.name = "both", .fusion = true, .reuse = true},
         {.name = "int8", .fusion = true, .reuse = true, .quantized = true}}};
    return variants;
}

Result<Variant> variantNamed(std::string_view name) {
    const auto found = std::ranges::find(standardVariants(), name, &Variant::name);
    if (found != standardVariants().end()) return *found;
    std::string known;
    for (const Variant& each : standardVariants())
        known += (known.empty() ? "" : ", ") + each.name;
    return badInput("no variant is called '" + std::string(name) + "'; there are: " + known);
}

Variant onThreads(Variant variant, int threads) {
    variant.threads = threads;
    if (threads > 1) variant.name += ", " + std::to_string(threads) + " threads";
    return variant;
}

} // namespace edgewright::device
