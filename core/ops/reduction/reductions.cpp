// SPDX-License-Identifier: GPL-3.0-or-later
// Reductions, each as what reduce() asks of it (core/ops/reduction/reduce.h).
#include "core/base/propagate.h"
#include "core/ops/operands/wrapping.h"
#include "core/ops/reduction/reduce.h"

#include <cmath>
#include <limits>

namespace edgewright::ops::reductions {

namespace {

// The plain sum; other reductions replace parts of it.
struct Plain {
    template <typename W, typename T>
    W start() const {
        return W(0);
    }
    template <typename W>
    W map(W x) const {
        return x;
    }
    template <typename W>
    W join(W a, W b) const {
        return wrappingAdd(a, b);
    }
    template <typename W>
    W finish(W joined, std::int64_t) const {
        return joined;
    }
};

struct Sum : Plain {
    static constexpr VectorJoin vectors = VectorJoin::Sum;
};

struct Mean : Sum {
    template <typename W>
    W finish(W joined, std::int64_t count) const {
        if constexpr (std::is_integral_v<W>)
            return count == 0 ? W(0) : static_cast<W>(joined / static_cast<W>(count));
        else
            return joined / static_cast<W>(count);
    }
};

struct LogSum : Plain {
    template <typename W>
    W finish(W joined, std::int64_t) const {
        // What has no logarithm has no place among the integers.
        if constexpr (std::is_integral_v<W>)
            return joined <= 0 ? W(0) : static_cast<W>(std::log(static_cast<double>(joined)));
        else
            return std::log(joined);
    }
};

struct SumSquare : Plain {
    static constexpr VectorJoin vectors = VectorJoin::SumOfSquares;
    template <typename W>
    W map(W x) const {
        return wrappingMul(x, x);
    }
};

struct L2 : SumSquare {
    template <typename W>
    W finish(W joined, std::int64_t) const {
        if constexpr (std::is_integral_v<W>) // a sum that wrapped around may be negative
            return joined <= 0 ? W(0) : static_cast<W>(std::sqrt(static_cast<double>(joined)));
        else
            return std::sqrt(joined);
    }
};

struct L1 : Plain {
    template <typename W>
    W map(W x) const {
        if constexpr (std::is_unsigned_v<W>)
            return x;
        else
            return x < 0 ? wrappingSub(W(0), x) : x;
    }
};

struct Prod : Plain {
    template <typename W, typename T>
    W start() const {
        return W(1);
    }
    template <typename W>
    W join(W a, W b) const {
        return wrappingMul(a, b);
    }
};

struct Max : Plain {
    static constexpr VectorJoin vectors = VectorJoin::Maximum;
    template <typename W, typename T>
    W start() const {
        return std::numeric_limits<T>::has_infinity ? static_cast<W>(-std::numeric_limits<T>::infinity())
                                                    : static_cast<W>(std::numeric_limits<T>::lowest());
    }
    template <typename W>
    W join(W a, W b) const {
        return b > a ? b : a;
    }
};

struct Min : Plain {
    template <typename W, typename T>
    W start() const {
        return std::numeric_limits<T>::has_infinity ? static_cast<W>(std::numeric_limits<T>::infinity())
                                                    : static_cast<W>(std::numeric_limits<T>::max());
    }
    template <typename W>
    W join(W a, W b) const {
        return b < a ? b : a;
    }
};

// log(sum(e^x)) = m + log(sum(e^(x - m))), m the maximum: nothing overflows.
Result<void> logSumExp(KernelContext& context, const Reduction& reduction, const float* in, float* out) {
    const auto outputs = static_cast<std::size_t>(reduction.outputs);
    ASSIGN_OR_RETURN(const auto sums, context.scratchOf<double>(reduction.outputs));
    ASSIGN_OR_RETURN(const auto maxima, context.scratchOf<float>(reduction.outputs));
    const std::span<double> sum = sums;
    const std::span<float> highest = maxima;
    std::ranges::fill(sum, 0.0);
    std::ranges::fill(highest, -std::numeric_limits<float>::infinity());
    const auto eachElement = [&](auto visit) {
        const std::int64_t step = reduction.plan.inner(1);
        forEachRun(reduction.plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
            for (std::int64_t i = 0; i < length; ++i)
                visit(in[at + i], static_cast<std::size_t>(offsets[1] + i * step));
        });
    };
    eachElement([&](float x, std::size_t o) { highest[o] = x > highest[o] ? x : highest[o]; });
    for (float& each : highest)
        if (!std::isfinite(each)) each = 0.0f; // nothing to shift by
    eachElement([&](float x, std::size_t o) {
        sum[o] += std::exp(static_cast<double>(x) - static_cast<double>(highest[o]));
    });
    for (std::size_t o = 0; o < outputs; ++o)
        out[o] = static_cast<float>(static_cast<double>(highest[o]) + std::log(sum[o]));
    return {};
}

Result<void> runLogSumExp(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *in));
    ASSIGN_OR_RETURN(const auto reduction, reductionOf(context, values.dims()));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, in->dtype(), reduction.outDims));
    RETURN_IF_ERROR(logSumExp(context, reduction, values.as<float>().data(), out.data().data()));
    out.finish();
    return {};
}

constexpr Operator row(std::string_view name, RunFunction run) {
    return {.name = name,
            .category = Category::Pooling,
            .pattern = Pattern::Reduction,
            .infer = inferReduction,
            .run = run};
}

template <typename Policy>
constexpr Operator row(std::string_view name) {
    return row(name, [](KernelContext& context) { return runReduction(context, Policy()); });
}

constexpr std::array Rows{
    row<Sum>("ReduceSum"),
    row<Mean>("ReduceMean"),
    row<LogSum>("ReduceLogSum"),
    row("ReduceLogSumExp", runLogSumExp),
    row<SumSquare>("ReduceSumSquare"),
    row<L1>("ReduceL1"),
    row<L2>("ReduceL2"),
    row<Prod>("ReduceProd"),
    row<Max>("ReduceMax"),
    row<Min>("ReduceMin"),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::reductions
