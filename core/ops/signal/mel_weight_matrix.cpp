// SPDX-License-Identifier: GPL-3.0-or-later
// Triangular filters, evenly spaced on the mel scale m = 2595 log10(1 + f / 700), that sum the bins of a
// spectrum.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/elementwise/cast_elements.h"
#include "core/ops/operands/output_type.h"
#include "core/ops/operands/scalars.h"

#include <cmath>

namespace edgewright::ops::mel_weight_matrix {

namespace {

constexpr std::int64_t MaxExtent = std::int64_t(1) << 24;

Result<void> checkExtents(std::int64_t bands, std::int64_t length) {
    if (bands >= 0 && bands <= MaxExtent && length >= 0 && length <= MaxExtent) return {};
    return badInput(
        say("{1} mel bins of a transform of length {2} where 0 to {3} are expected", bands, length, MaxExtent));
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto type, namedType(context.node(), "output_datatype", ir::DataType::Float32));
    ASSIGN_OR_RETURN(const auto bands, integerScalar(context, 0, "num_mel_bins"));
    ASSIGN_OR_RETURN(const auto length, integerScalar(context, 1, "dft_length"));
    RETURN_IF_ERROR(checkExtents(bands.value_or(0), length.value_or(0)));
    context.setOutput(0,
                      ir::TensorType(type, std::vector<ir::Dim>{length ? ir::Dim(*length / 2 + 1) : ir::Dim(),
                                                                bands ? ir::Dim(*bands) : ir::Dim()}));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto type, namedType(context.node(), "output_datatype", ir::DataType::Float32));
    ASSIGN_OR_RETURN(const auto bands, integerScalar(context, 0, "num_mel_bins"));
    ASSIGN_OR_RETURN(const auto length, integerScalar(context, 1, "dft_length"));
    ASSIGN_OR_RETURN(const auto rate, integerScalar(context, 2, "sample_rate"));
    if (!bands || !length || !rate) return badInput(say("num_mel_bins, dft_length or sample_rate is missing"));
    ASSIGN_OR_RETURN(const auto lower, numberScalar(context, 3, "lower_edge_hertz"));
    ASSIGN_OR_RETURN(const auto upper, numberScalar(context, 4, "upper_edge_hertz"));
    RETURN_IF_ERROR(checkExtents(*bands, *length));
    if (*rate <= 0) return badInput(say("sample_rate is {1}", *rate));
    const std::int64_t bins = *length / 2 + 1;
    ASSIGN_OR_RETURN(auto matrix, context.allocate(ir::DataType::Float32, {bins, *bands}));
    const auto mel = [](double hertz) { return 2595 * std::log10(1 + hertz / 700); };
    const double low = mel(lower);
    const double step = (mel(upper) - low) / static_cast<double>(*bands + 2);
    std::vector<std::int64_t> edges;
    for (std::int64_t i = 0; i < *bands + 2; ++i) {
        const double hertz = 700 * (std::pow(10.0, (static_cast<double>(i) * step + low) / 2595) - 1);
        const double bin = std::floor(static_cast<double>(*length + 1) * hertz / static_cast<double>(*rate));
        if (!(bin >= 0 && bin < static_cast<double>(bins)))
            return badInput(say("an edge of {1} Hz lies outside the spectrum of a signal at {2} Hz",
                                std::to_string(hertz), *rate));
        edges.push_back(static_cast<std::int64_t>(bin));
    }
    const auto out = matrix.as<float>();
    std::ranges::fill(out, 0.0f);
    const auto at = [&](std::int64_t bin, std::int64_t band) -> float& {
        return out[static_cast<std::size_t>(bin * *bands + band)];
    };
    for (std::int64_t band = 0; band < *bands; ++band) {
        if (context.run().stopped()) return cancelled();
        const auto first = static_cast<std::size_t>(band);
        const std::int64_t begin = edges[first], middle = edges[first + 1], end = edges[first + 2];
        if (begin == middle) at(middle, band) = 1.0f;
        for (std::int64_t bin = begin; begin < middle && bin <= middle; ++bin)
            at(bin, band) = static_cast<float>(bin - begin) / static_cast<float>(middle - begin);
        for (std::int64_t bin = middle; bin < end; ++bin)
            at(bin, band) = static_cast<float>(end - bin) / static_cast<float>(end - middle);
    }
    return castInto(context, matrix, type);
}

} // namespace

extern const Operator entry{
    .name = "MelWeightMatrix",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .since = 17,
};

} // namespace edgewright::ops::mel_weight_matrix
