// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/remedies/channel_means.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace edgewright::pipeline {

void ChannelMeans::add(const ir::Node& product, const ir::Tensor& output) {
    const ir::Dims& dims = output.dims();
    if (dims.empty() || output.elements() == 0 || output.dtype() != ir::DataType::Float32) return;
    const bool isConv = product.is("Conv") || product.is("ConvTranspose");
    const std::size_t axis = isConv ? std::min<std::size_t>(1, dims.size() - 1) : dims.size() - 1;
    const auto channels = static_cast<std::size_t>(dims[axis]);
    const auto inner =
        static_cast<std::size_t>(std::accumulate(dims.begin() + static_cast<std::ptrdiff_t>(axis) + 1,
                                                 dims.end(), std::int64_t(1), std::multiplies<>()));
    m_sums.resize(channels, 0.0);
    const auto values = output.as<float>();
    for (std::size_t begin = 0; begin < values.size(); begin += inner) {
        double sum = 0;
        for (std::size_t i = begin; i < begin + inner; ++i)
            sum += static_cast<double>(values[i]);
        m_sums[begin / inner % channels] += sum;
    }
    m_count += static_cast<double>(values.size() / channels);
}

std::vector<double> ChannelMeans::means() const {
    std::vector<double> means = m_sums;
    for (double& mean : means)
        mean /= m_count;
    return means;
}

std::vector<double> differences(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> result(std::min(a.size(), b.size()));
    std::transform(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(result.size()), b.begin(), result.begin(),
                   std::minus<>());
    return result;
}

double meanMagnitude(const std::vector<double>& values) {
    double total = 0;
    for (const double value : values)
        total += std::abs(value);
    return values.empty() ? 0 : total / static_cast<double>(values.size());
}

} // namespace edgewright::pipeline
