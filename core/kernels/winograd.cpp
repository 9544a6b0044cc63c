// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/winograd.h"

#include <array>

namespace edgewright::kernels {

namespace {

constexpr int Taps = 3;

// Row i is [1, x, x^2] / N(x) for point x, where N(x) is the product of its distances from the other points;
// [0, 0, 1] for infinity.
constexpr std::array<std::array<double, Taps>, WinogradInputs> filterTransform() {
    constexpr double points[] = {0, WinogradNear, -WinogradNear, WinogradFar, -WinogradFar};
    std::array<std::array<double, Taps>, WinogradInputs> rows{};
    for (int i = 0; i < WinogradInputs - 1; ++i) {
        const double x = points[i];
        double distances = 1;
        for (int j = 0; j < WinogradInputs - 1; ++j)
            if (j != i) distances *= x - points[j];
        rows[static_cast<std::size_t>(i)] = {1 / distances, x / distances, x * x / distances};
    }
    rows[WinogradInputs - 1] = {0, 0, 1};
    return rows;
}

} // namespace

void winogradFilter(const float* filter, float* to) {
    constexpr auto g = filterTransform();
    double half[WinogradInputs][Taps] = {};
    for (std::size_t i = 0; i < WinogradInputs; ++i)
        for (std::size_t j = 0; j < Taps; ++j)
            for (std::size_t k = 0; k < Taps; ++k)
                half[i][j] += g[i][k] * static_cast<double>(filter[k * Taps + j]);
    for (std::size_t i = 0; i < WinogradInputs; ++i)
        for (std::size_t j = 0; j < WinogradInputs; ++j) {
            double sum = 0;
            for (std::size_t k = 0; k < Taps; ++k)
                sum += half[i][k] * g[j][k];
            *to++ = static_cast<float>(sum);
        }
}

} // namespace edgewright::kernels
