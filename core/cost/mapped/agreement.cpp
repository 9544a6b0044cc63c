// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/mapped/agreement.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace edgewright::cost::mapped {

namespace {

std::vector<double> ranks(std::span<const double> numbers) {
    std::vector<std::size_t> order(numbers.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::sort(order, {}, [&](std::size_t i) { return numbers[i]; });
    std::vector<double> result(numbers.size());
    for (std::size_t first = 0; first < order.size();) {
        std::size_t end = first;
        while (end < order.size() && numbers[order[end]] == numbers[order[first]])
            ++end;
        for (std::size_t i = first; i < end; ++i)
            result[order[i]] = static_cast<double>(first + end - 1) / 2;
        first = end;
    }
    return result;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
    const double mean = static_cast<double>(a.size() - 1) / 2; // of ranks
    double product = 0, squareA = 0, squareB = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        product += (a[i] - mean) * (b[i] - mean);
        squareA += (a[i] - mean) * (a[i] - mean);
        squareB += (b[i] - mean) * (b[i] - mean);
    }
    const double spread = std::sqrt(squareA * squareB);
    return spread > 0 ? product / spread : 0;
}

} // namespace

double rankCorrelation(std::span<const double> a, std::span<const double> b) {
    return a.empty() ? 0 : correlation(ranks(a), ranks(b));
}

double Pair::logRatio() const { return std::log(predicted / measured); }

Agreement agreement(std::span<const Pair> pairs) {
    Agreement result;
    result.count = pairs.size();
    if (pairs.empty()) return result;
    std::vector<double> predicted, measured, errors;
    for (const Pair& each : pairs) {
        predicted.push_back(each.predicted);
        measured.push_back(each.measured);
        errors.push_back(std::abs(each.logRatio()));
    }
    result.worst.resize(pairs.size());
    std::iota(result.worst.begin(), result.worst.end(), std::size_t(0));
    std::ranges::stable_sort(result.worst, std::ranges::greater{}, [&](std::size_t i) { return errors[i]; });
    result.meanError = std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(errors.size());
    std::ranges::sort(errors);
    const std::size_t middle = errors.size() / 2;
    result.medianError = errors.size() % 2 == 1 ? errors[middle] : (errors[middle - 1] + errors[middle]) / 2;
    result.rankCorrelation = mapped::rankCorrelation(predicted, measured);
    return result;
}

} // namespace edgewright::cost::mapped
