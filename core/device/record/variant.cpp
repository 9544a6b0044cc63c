// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/record/variant.h"

#include <algorithm>
#include <array>

namespace edgewright::device {

std::span<const Variant> standardVariants() {
    static const std::array<Variant, 5> variants{{{{}, "baseline"},
                                                  {{}, "fusion", true},
                                                  {{}, "reuse", false, true},
                                                  {{}, "both", true, true},
                                                  {{}, "int8", true, true, true}}};
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
