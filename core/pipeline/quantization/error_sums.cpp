// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/error_sums.h"

#include "core/base/say.h"
#include "core/quant/layer/layer_study.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::pipeline {

void SampleSpread::add(double sqnrDb) {
    if (samples == 0 || sqnrDb < m_low) {
        m_low = sqnrDb;
        m_lowest = samples;
    }
    m_high = samples == 0 ? sqnrDb : std::max(m_high, sqnrDb);
    ++samples;
}

void SampleSpread::add(const SampleSpread& other) {
    if (other.samples == 0) return;
    if (samples == 0 || other.m_low < m_low) {
        m_low = other.m_low;
        m_lowest = samples + other.m_lowest;
    }
    m_high = samples == 0 ? other.m_high : std::max(m_high, other.m_high);
    samples += other.samples;
}

std::string SampleSpread::text() const {
    if (samples == 0) return {};
    if (samples == 1) return say("1 sample");
    const bool isOneUnit = std::isfinite(m_low) && std::isfinite(m_high);
    return say("{1} to {2}", isOneUnit ? table::fixed(m_low, 1) : decibelText(m_low, 1),
               decibelText(m_high, 1));
}

std::string SampleSpread::behind() const {
    if (samples == 0) return {};
    return samples > 1 ? say(" ({1}, {2} samples)", text(), samples) : " (" + text() + ")";
}

void ErrorSums::add(std::span<const float> actual, std::span<const float> reference) {
    const std::size_t count = std::min(actual.size(), reference.size());
    for (std::size_t i = 0; i < count; ++i) {
        const double got = static_cast<double>(actual[i]), expected = static_cast<double>(reference[i]);
        const double error = std::abs(got - expected);
        m_signal += expected * expected;
        m_noise += error * error;
        m_actual += got * got;
        m_product += got * expected;
        m_absolute += error;
        m_maxAbs = std::max(m_maxAbs, error);
        m_within += error <= m_step;
    }
    m_elements += static_cast<std::int64_t>(count);
}

double ErrorSums::add(const ir::Tensor& actual, const ir::Tensor& reference) {
    constexpr double Infinity = std::numeric_limits<double>::infinity();
    const auto a = ir::toFloat32(actual);
    const auto b = ir::toFloat32(reference);
    if (!a || !b) return Infinity;
    ErrorSums sample;
    sample.m_step = m_step;
    sample.add(a->as<float>(), b->as<float>());
    return addSample(sample);
}

double ErrorSums::addSample(const ErrorSums& sample) {
    constexpr double Infinity = std::numeric_limits<double>::infinity();
    add(sample);
    if (sample.m_elements == 0) return Infinity;
    const double sqnr = sample.sqnrDb();
    m_spread.add(sqnr);
    if (std::isnan(sqnr)) return -Infinity;
    return sample.hasSignal() ? sqnr : Infinity;
}

void ErrorSums::add(const ErrorSums& other) {
    m_signal += other.m_signal;
    m_noise += other.m_noise;
    m_actual += other.m_actual;
    m_product += other.m_product;
    m_absolute += other.m_absolute;
    m_maxAbs = std::max(m_maxAbs, other.m_maxAbs);
    m_elements += other.m_elements;
    m_within += other.m_within;
    m_spread.add(other.m_spread);
}

double ErrorSums::sqnrDb() const { return quant::decibels(m_signal, m_noise); }

double ErrorSums::cosine() const {
    if (m_signal == 0 && m_actual == 0) return 1;
    if (m_signal == 0 || m_actual == 0) return 0;
    return m_product / (std::sqrt(m_signal) * std::sqrt(m_actual));
}

double ErrorSums::meanAbsError() const {
    return m_elements == 0 ? 0 : m_absolute / static_cast<double>(m_elements);
}

double ErrorSums::withinOneStep() const {
    return m_elements == 0 ? 1 : static_cast<double>(m_within) / static_cast<double>(m_elements);
}

double meanDecibels(std::span<const double> values) {
    double sum = 0;
    std::size_t finite = 0;
    for (const double value : values) {
        if (!std::isfinite(value)) continue;
        sum += value;
        ++finite;
    }
    if (finite > 0) return sum / static_cast<double>(finite);
    return values.empty() ? 0 : values.front();
}

std::string decibelText(double value, int decimals) {
    if (!std::isfinite(value)) return value < 0 ? say("no signal") : say("exact");
    return table::fixed(value, decimals) + " dB";
}

std::int64_t topOf(std::span<const ir::Tensor> outputs, bool isLabelled) {
    if (outputs.empty()) return -1;
    const auto axes =
        std::ranges::count_if(outputs.front().dims(), [](std::int64_t extent) { return extent > 1; });
    if (!isLabelled && (axes != 1 || outputs.size() > 1)) return -1;
    const auto floats = ir::toFloat32(outputs.front());
    if (!floats || floats->elements() == 0) return -1;
    const auto values = floats->as<float>();
    return std::ranges::max_element(values) - values.begin();
}

} // namespace edgewright::pipeline
