// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/option_fields.h"

#include <array>

namespace edgewright::fusion {

namespace {

constexpr std::array AsGiven{Choice{"0", TRANSLATABLE("Setting", "as given")}};

FieldValue patchLimit(const Options& options, const FieldInfo&) {
    return options.patchLimit == SIZE_MAX ? FieldValue() : static_cast<std::int64_t>(options.patchLimit);
}
void setPatchLimit(Options& options, const FieldValue& value, const FieldInfo&) {
    const auto* limit = std::get_if<std::int64_t>(&value);
    options.patchLimit = limit ? static_cast<std::size_t>(*limit) : SIZE_MAX;
}

// clang-format off
constexpr std::array OptionFields{
    field<&Options::opsetLimit>({.key = "opset_limit", .option = "opset",
        .title = TRANSLATABLE("Setting", "Opset limit"),
        .help = TRANSLATABLE("Setting", "Raise the opset up to this where a rule asks for it"), .highest = 0xffff, .choices = AsGiven}),
    field<&Options::leastTraffic>({.key = "least_traffic", .title = TRANSLATABLE("Setting", "Least traffic"),
        .label = TRANSLATABLE("Setting", "Choose for least traffic"),
        .help = TRANSLATABLE("Setting", "Where candidates overlap, take those that move the fewest bytes between "
                                        "operators, instead of the first in the order of the rules")}),
    Field<Options>{{.key = "patch_limit", .option = "steps", .title = TRANSLATABLE("Setting", "Fusion steps"),
        .help = TRANSLATABLE("Setting", "Stop after so many patches"), .absent = TRANSLATABLE("Setting", "all"), .isOptional = true}, patchLimit, setPatchLimit},
};
// clang-format on

} // namespace

std::span<const Field<Options>> optionFields() { return OptionFields; }

} // namespace edgewright::fusion
