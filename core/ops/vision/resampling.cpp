// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/vision/resampling.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/element_type.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace edgewright::ops {

namespace {

constexpr std::array<std::string_view, 7> Coordinates{
    "half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners",
    "asymmetric", "tf_half_pixel_for_nn", "tf_crop_and_resize"};
constexpr std::array<std::string_view, 5> NearestModes{"round_prefer_floor", "round_prefer_ceil", "floor",
                                                       "ceil", "simple"};

// Where output position `x` lies on the input axis, by the definition of the mode.
float plainCoordinate(const Resampling& how, const Resampling::Axis& axis, std::int64_t x) {
    const auto at = static_cast<float>(x);
    const auto in = static_cast<float>(axis.in);
    const auto out = static_cast<float>(axis.out);
    const std::string& name = how.coordinates;
    if (name == "asymmetric") return at / axis.scale;
    if (name == "align_corners") {
        // By the definition the resized length is in * scale, which need not be whole.
        const float length = std::max(out, axis.scale * in);
        return axis.out == 1 ? 0.0f : at * (in - 1) / (length - 1);
    }
    if (name == "pytorch_half_pixel") return axis.out > 1 ? (at + 0.5f) / axis.scale - 0.5f : 0.0f;
    if (name == "tf_half_pixel_for_nn") return (at + 0.5f) / axis.scale;
    if (name == "tf_crop_and_resize")
        return axis.out > 1
                   ? axis.roiBegin * (in - 1) + at * (axis.roiEnd - axis.roiBegin) * (in - 1) / (out - 1)
                   : 0.5f * (axis.roiBegin + axis.roiEnd) * (in - 1);
    const float plain = (at + 0.5f) / axis.scale - 0.5f;
    if (name != "half_pixel_symmetric") return plain;
    return in / 2 * (1 - out / (axis.scale * in)) + plain;
}

// Far outside one place is like another; a region of interest may hold any number, and no index must overflow.
float coordinate(const Resampling& how, const Resampling::Axis& axis, std::int64_t x) {
    constexpr float far = 1e9f;
    const float at = plainCoordinate(how, axis, x);
    return std::isnan(at) ? -far : std::clamp(at, -far, far);
}

std::int64_t nearestOf(const Resampling& how, const Resampling::Axis& axis, float x) {
    float rounded = std::floor(x);
    if (how.nearest == "round_prefer_floor")
        rounded = std::ceil(x - 0.5f);
    else if (how.nearest == "round_prefer_ceil")
        rounded = std::floor(x + 0.5f);
    else if (how.nearest == "ceil" || (how.nearest == "simple" && axis.scale < 1.0f))
        rounded = std::ceil(x);
    return static_cast<std::int64_t>(std::clamp(rounded, 0.0f, static_cast<float>(axis.in - 1)));
}

struct Tap {
    std::int64_t index = 0;
    float weight = 0;
};
using Taps = std::vector<Tap>; // of one output position

float cubic(float distance, float a) {
    const float x = std::abs(distance);
    if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0.0f;
}

float weightAt(const Resampling& how, float distance) {
    if (how.mode == Resampling::Mode::Cubic) return cubic(distance, how.cubicA);
    return std::max(0.0f, 1.0f - std::abs(distance));
}

Taps tapsAt(const Resampling& how, const Resampling::Axis& axis, float x) {
    const bool shrinks = how.antialias && axis.scale < 1.0f;
    const float squeeze = shrinks ? axis.scale : 1.0f; // the filter grows by 1 / squeeze
    const float reach = (how.mode == Resampling::Mode::Cubic ? 2.0f : 1.0f) / squeeze;
    const auto first = static_cast<std::int64_t>(std::floor(x - reach)) + 1;
    const auto last = static_cast<std::int64_t>(std::ceil(x + reach)) - 1;
    Taps taps;
    float sum = 0;
    for (std::int64_t i = first; i <= last; ++i) {
        const bool outside = i < 0 || i >= axis.in;
        if (outside && how.excludeOutside) continue;
        const float weight = weightAt(how, (static_cast<float>(i) - x) * squeeze);
        if (weight == 0) continue;
        taps.push_back({std::clamp<std::int64_t>(i, 0, axis.in - 1), weight});
        sum += weight;
    }
    if (taps.empty())
        return {{static_cast<std::int64_t>(std::clamp(x, 0.0f, static_cast<float>(axis.in - 1))), 1.0f}};
    if (how.excludeOutside || shrinks)
        for (Tap& tap : taps)
            tap.weight /= sum;
    return taps;
}

// The taps of neighbouring output positions where none has more than two: first and second of each.
struct Pairs {
    std::vector<std::int32_t> first, second;
    std::vector<float> firstWeight, secondWeight;
};

std::optional<Pairs> pairsOf(const std::vector<Taps>& taps, std::int64_t extent) {
    if (extent > std::numeric_limits<std::int32_t>::max()) return std::nullopt;
    Pairs pairs;
    for (const Taps& each : taps) {
        if (each.size() > 2) return std::nullopt;
        // One tap counts as two halves: a weight of 0 would turn an infinity into a NaN.
        const float share = each.size() == 1 ? 0.5f : 1.0f;
        pairs.first.push_back(static_cast<std::int32_t>(each.front().index));
        pairs.firstWeight.push_back(each.front().weight * share);
        pairs.second.push_back(static_cast<std::int32_t>(each.back().index));
        pairs.secondWeight.push_back(each.back().weight * share);
    }
    return pairs;
}

// One axis resampled: from [outer, axis.in, inner] to [outer, axis.out, inner].
void resampleAxis(std::span<const float> from, std::span<float> to, std::int64_t inner,
                  const Resampling::Axis& axis, const std::vector<Taps>& taps, const KernelContext& context) {
    const kernels::ElementwiseKernels& kernel = *kernels::table().elementwise;
    const std::int64_t outer = static_cast<std::int64_t>(from.size()) / (axis.in * inner);
    const std::optional<Pairs> pairs = inner == 1 ? pairsOf(taps, axis.in) : std::nullopt;
    const auto resampleRow = [&](const float* source, float* target) {
        if (pairs)
            return kernel.blend(source, pairs->first.data(), pairs->firstWeight.data(), pairs->second.data(),
                                pairs->secondWeight.data(), target, axis.out);
        for (const Taps& each : taps) {
            if (inner == 1) {
                float sum = 0;
                for (const Tap& tap : each)
                    sum += tap.weight * source[tap.index];
                *target = sum;
            } else {
                kernel.scaleShift(source + each[0].index * inner, each[0].weight, 0, target, inner);
                for (std::size_t i = 1; i < each.size(); ++i)
                    kernel.multiplyAdd(each[i].weight, source + each[i].index * inner, target, inner);
            }
            target += inner;
        }
    };
    const std::int64_t block = axis.out * inner;
    const std::int64_t together = std::max<std::int64_t>(1, 8192 / block);
    const std::int64_t tasks = (outer + together - 1) / together;
    parallelFor(usefulThreads(context.threads(), static_cast<std::int64_t>(to.size()), tasks), tasks,
                [&](std::int64_t task, int) {
                    if (context.run().stopped()) return;
                    for (std::int64_t i = task * together; i < std::min(outer, (task + 1) * together); ++i)
                        resampleRow(from.data() + i * axis.in * inner, to.data() + i * block);
                });
}

void gatherRow(const float* row, const std::int32_t* columns, float* to, std::int64_t width) {
    kernels::table().elementwise->gather(row, columns, to, width);
}
void gatherRow(const std::uint8_t* row, const std::int32_t* columns, std::uint8_t* to, std::int64_t width) {
    for (std::int64_t x = 0; x < width; ++x)
        to[x] = row[columns[x]];
}

// Images of float32 or bytes resampled to the nearest pixel: rows are gathered once and repeated.
template <typename T>
void gatherRows(std::span<const T> from, T* to, const std::vector<std::vector<std::int64_t>>& tables,
                const ir::Dims& dims, const KernelContext& context) {
    const std::vector<std::int32_t> columns(tables.back().begin(), tables.back().end());
    const std::vector<std::int64_t>& rows = tables[tables.size() - 2];
    const auto width = static_cast<std::int64_t>(columns.size());
    const std::int64_t inWidth = dims.back();
    const std::int64_t inPlane = dims[dims.size() - 2] * inWidth;
    const std::int64_t planes = inPlane == 0 ? 0 : static_cast<std::int64_t>(from.size()) / inPlane;
    const auto outPlane = static_cast<std::int64_t>(rows.size()) * width;
    parallelFor(
        usefulThreads(context.threads(), planes * outPlane / 2, planes), planes, [&](std::int64_t plane, int) {
            if (context.run().stopped()) return;
            T* target = to + plane * outPlane;
            for (std::size_t y = 0; y < rows.size(); ++y, target += width) {
                if (y > 0 && rows[y] == rows[y - 1])
                    std::copy_n(target - width, width, target);
                else
                    gatherRow(from.data() + plane * inPlane + rows[y] * inWidth, columns.data(), target, width);
            }
        });
}

// tf_crop_and_resize: every output element with a coordinate outside the input becomes the extrapolation value.
void extrapolate(std::span<float> values, const Resampling& how) {
    std::int64_t inner = 1;
    for (std::size_t k = how.axes.size(); k-- > 0;) {
        const Resampling::Axis& axis = how.axes[k];
        for (std::int64_t x = 0; x < axis.out; ++x) {
            const float at = coordinate(how, axis, x);
            if (at >= 0 && at <= static_cast<float>(axis.in - 1)) continue;
            for (std::int64_t base = x * inner; base < static_cast<std::int64_t>(values.size());
                 base += axis.out * inner)
                std::fill_n(values.data() + base, inner, how.extrapolation);
        }
        inner *= axis.out;
    }
}

// Float32 room of the node for `lines` times `extent` elements.
Result<std::span<float>> room(KernelContext& context, std::int64_t lines, std::int64_t extent) {
    const auto elements = checkedMul(lines, extent);
    const auto bytes = elements ? checkedMul(*elements, sizeof(float)) : std::nullopt;
    if (!bytes) return badInput(say("the axes resampled so far have too many elements"));
    ASSIGN_OR_RETURN(const auto memory, context.scratch(*bytes));
    return std::span(reinterpret_cast<float*>(memory.data()), static_cast<std::size_t>(*elements));
}

// The elements of output 0, from those of the input.
Result<std::span<const float>> interpolated(KernelContext& context, std::span<const float> values,
                                            const Resampling& how) {
    std::span<float> last;
    std::int64_t inner = 1;
    // From the last axis to the first: what lies inside of the current axis already has its final extents.
    for (std::size_t k = how.axes.size(); k-- > 0;) {
        if (context.run().stopped()) return cancelled();
        const Resampling::Axis& axis = how.axes[k];
        if (!axis.identity() || how.coordinates == "tf_crop_and_resize") {
            ASSIGN_OR_RETURN(const auto next,
                             room(context, static_cast<std::int64_t>(values.size()) / axis.in, axis.out));
            std::vector<Taps> taps;
            for (std::int64_t x = 0; x < axis.out; ++x) {
                const float at = coordinate(how, axis, x);
                if (how.mode == Resampling::Mode::Nearest)
                    taps.push_back({{nearestOf(how, axis, at), 1.0f}});
                else
                    taps.push_back(tapsAt(how, axis, at));
            }
            resampleAxis(values, next, inner, axis, taps, context);
            values = last = next;
        }
        inner *= axis.out;
    }
    if (how.coordinates == "tf_crop_and_resize") extrapolate(last, how);
    return values;
}

} // namespace

Result<Resampling::Mode> resamplingMode(const std::string& name) {
    if (name == "nearest") return Resampling::Mode::Nearest;
    if (name == "linear" || name == "bilinear") return Resampling::Mode::Linear;
    if (name == "cubic") return Resampling::Mode::Cubic;
    return badInput(say("mode is '{1}' where nearest, linear or cubic is expected", name));
}

Result<void> checkNames(const Resampling& how) {
    if (std::ranges::find(Coordinates, how.coordinates) == Coordinates.end())
        return badInput(say("coordinate_transformation_mode is '{1}', which is not known", how.coordinates));
    if (std::ranges::find(NearestModes, how.nearest) == NearestModes.end())
        return badInput(say("nearest_mode is '{1}', which is not known", how.nearest));
    return {};
}

Result<void> resample(KernelContext& context, const ir::Tensor& in, const Resampling& how) {
    ir::Dims dims;
    for (const Resampling::Axis& axis : how.axes)
        dims.push_back(axis.out);
    if (in.elements() == 0 || std::ranges::find(dims, 0) != dims.end())
        return ElementSink::makeEmpty(context, 0, in.dtype(), dims);
    if (how.mode == Resampling::Mode::Nearest && how.coordinates != "tf_crop_and_resize") {
        ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, 0, in.dtype(), dims));
        std::vector<std::vector<std::int64_t>> tables(how.axes.size());
        for (std::size_t k = 0; k < tables.size(); ++k) {
            const Resampling::Axis& axis = how.axes[k];
            tables[k].reserve(static_cast<std::size_t>(axis.out));
            for (std::int64_t x = 0; x < axis.out; ++x)
                tables[k].push_back(axis.identity() ? x : nearestOf(how, axis, coordinate(how, axis, x)));
        }
        std::size_t kept = 0; // leading axes that stay as they are
        while (kept < tables.size() && how.axes[kept].identity())
            ++kept;
        const bool image = kept + 2 >= tables.size() && tables.size() >= 2 &&
                           in.dims().back() <= std::numeric_limits<std::int32_t>::max();
        const bool bytes = in.dtype() == ir::DataType::UInt8 || in.dtype() == ir::DataType::Int8;
        if ((in.dtype() == ir::DataType::Float32 || bytes) && image) {
            if (bytes)
                gatherRows(in.as<std::uint8_t>(), reinterpret_cast<std::uint8_t*>(sink.data()), tables,
                           in.dims(), context);
            else
                gatherRows(in.as<float>(), reinterpret_cast<float*>(sink.data()), tables, in.dims(), context);
            if (context.run().stopped()) return cancelled();
            return sink.finish();
        }
        return gatherByTables(sink, in, tables);
    }
    ASSIGN_OR_RETURN(const auto source, asFloat32(context, in));
    // An axis that grows before another one shrinks may need more room than input and output together; a result
    // that does not fit is found before any room is asked for.
    if (ir::isFloating(in.dtype())) {
        ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, in.dtype(), dims));
        ASSIGN_OR_RETURN(const auto values, interpolated(context, source.as<float>(), how));
        std::ranges::copy(values, out.data().begin());
        out.finish();
        return {};
    }
    return withElementType(in.dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        ASSIGN_OR_RETURN(auto out, context.output(0, in.dtype(), dims));
        ASSIGN_OR_RETURN(const auto values, interpolated(context, source.as<float>(), how));
        constexpr auto low = static_cast<double>(std::numeric_limits<T>::lowest());
        constexpr auto high = static_cast<double>(std::numeric_limits<T>::max());
        std::ranges::transform(values, out.template as<T>().begin(), [&](float value) {
            const auto wide = static_cast<double>(value);
            if (!(wide > low)) return std::numeric_limits<T>::lowest();
            return wide >= high ? std::numeric_limits<T>::max() : static_cast<T>(wide);
        });
        return {};
    });
}

} // namespace edgewright::ops
