// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/effort_fields.h"

#include <array>

namespace edgewright::measure {

namespace {

constexpr std::int64_t MaxSeconds = 86400;

FieldValue percent(const Effort& effort, const FieldInfo&) { return effort.uncertainty * 100; }
void setPercent(Effort& effort, const FieldValue& value, const FieldInfo&) {
    effort.uncertainty = std::get<double>(value) / 100;
}

// clang-format off
constexpr std::array EffortFields{
    field<&Effort::warmups>({.key = "warmups", .title = TRANSLATABLE("Setting", "Warm-up runs"),
        .highest = MaxBlocks}),
    Field<Effort>{{.key = "within", .title = TRANSLATABLE("Setting", "Uncertainty of medians"),
        .help = TRANSLATABLE("Setting", "Enough once every median is known within so many percent; 0: use all of "
                                        "the time"),
        .unit = "%", .group = EndGroup, .highest = 100, .kind = FieldKind::Number}, percent, setPercent},
    field<&Effort::minBlocks>({.key = "min_blocks", .title = TRANSLATABLE("Setting", "Fewest blocks"),
        .highest = MaxBlocks}),
    field<&Effort::minSeconds>({.key = "min_seconds", .title = TRANSLATABLE("Setting", "Least time"),
        .unit = TRANSLATABLE("Setting", "s"), .highest = MaxSeconds}),
    field<&Effort::maxBlocks>({.key = "max_blocks", .title = TRANSLATABLE("Setting", "Most blocks"), .lowest = 1,
        .highest = MaxBlocks}),
    field<&Effort::seconds>({.key = "seconds", .title = TRANSLATABLE("Setting", "Time for measuring"),
        .help = TRANSLATABLE("Setting", "At most so long, unless the medians are known well enough before"),
        .unit = TRANSLATABLE("Setting", "s"), .group = EndGroup, .lowest = 0.01, .highest = MaxSeconds}),
    field<&Effort::seed>({.key = "seed", .title = TRANSLATABLE("Setting", "Seed of the order of runs"),
        .kind = FieldKind::Seed}),
};
// clang-format on

} // namespace

std::span<const Field<Effort>> effortFields() { return EffortFields; }

} // namespace edgewright::measure
