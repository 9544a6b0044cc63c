// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/layer/study_fields.h"

namespace edgewright::quant {

namespace {

// clang-format off
constexpr std::array SchemeFields{
    field<&Scheme::type>({.key = "codes", .title = TRANSLATABLE("Setting", "codes"), .choices = CodeTypes}),
    field<&Scheme::symmetric>({.key = "symmetric", .title = TRANSLATABLE("Setting", "symmetric")}),
    field<&Scheme::limits>({.key = "limits", .title = TRANSLATABLE("Setting", "limits of the codes"),
        .choices = CodeLimits}),
    field<&Scheme::powerOfTwo>({.key = "power_of_two",
        .title = TRANSLATABLE("Setting", "scales as powers of two")}),
};

constexpr std::array CodeFields{
    field<&StudyOptions::weights>({.key = "weights", .title = TRANSLATABLE("Setting", "Scales of weights"),
        .label = TRANSLATABLE("Setting", "Scales"),
        .help = TRANSLATABLE("Setting", "Scales of the weights, which are symmetric"),
        .choices = Granularities}),
    field<&StudyOptions::rounding>({.key = "rounding", .title = TRANSLATABLE("Setting", "Rounding"),
        .label = TRANSLATABLE("Setting", "Rounding"),
        .help = TRANSLATABLE("Setting", "half-even as in ONNX, half-away as in gemmlowp, half-up as in "
                                        "XNNPACK"),
        .choices = Roundings}),
    field<&StudyOptions::roundingSeed>({.key = "rounding_seed",
        .title = TRANSLATABLE("Setting", "Seed of rounding"), .label = TRANSLATABLE("Setting", "Seed"), .isRare = true,
        .onlyIn = "stochastic", .kind = FieldKind::Seed}),
};

constexpr std::array ArithmeticFields{
    field<&StudyOptions::requantize>({.key = "requantize", .title = TRANSLATABLE("Setting", "Requantization"),
        .label = TRANSLATABLE("Setting", "Requantize"),
        .help = TRANSLATABLE("Setting", "float32 as in ONNX Runtime, fixed-point as in XNNPACK, "
                                        "double-rounding as in gemmlowp, "
                                        "short-multiplier as in CMSIS-NN for 16 bits"),
        .choices = Requantizations}),
    field<&StudyOptions::accumulation>({.key = "accumulation",
        .title = TRANSLATABLE("Setting", "Accumulation of products"),
        .label = TRANSLATABLE("Setting", "Products"),
        .help = TRANSLATABLE("Setting", "saturating-pairs: as AVX2 without VNNI adds uint8 times int8"),
        .choices = Accumulations}),
    field<&StudyOptions::accumulatorBits>({.key = "accumulator_bits",
        .title = TRANSLATABLE("Setting", "Accumulator"), .label = TRANSLATABLE("Setting", "Accumulator"),
        .help = TRANSLATABLE("Setting", "Width of the accumulator, 8 to 32"),
        .unit = TRANSLATABLE("Setting", "bits"), .lowest = 8, .highest = 32}),
    field<&StudyOptions::overflow>({.key = "overflow",
        .title = TRANSLATABLE("Setting", "Overflow of the accumulator"),
        .label = TRANSLATABLE("Setting", "Overflow"),
        .help = TRANSLATABLE("Setting", "What the accumulator does"), .choices = Overflows}),
};
// clang-format on

} // namespace

std::span<const Field<Scheme>> schemeFields() { return SchemeFields; }
std::span<const Field<StudyOptions>> codeFields() { return CodeFields; }
std::span<const Field<StudyOptions>> arithmeticFields() { return ArithmeticFields; }

} // namespace edgewright::quant
