// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/roof/fitted_roof.h"

#include <algorithm>

namespace edgewright::device {

namespace {

using cost::Feature;

double fittedRate(const cost::Processor& processor, Feature feature) { // 1e9 a second; 0: not known
    const double seconds = processor.seconds[static_cast<std::size_t>(feature)];
    return seconds > 0 ? 1e-9 / seconds : 0;
}

} // namespace

double fastestMacs(const Record& record) {
    double fastest = 0;
    for (const VariantRecord& each : record.variants)
        for (const OperatorTime& time : each.operators)
            if (each.variant.isPredictable() && time.seconds > 0 && time.arithmetic == Arithmetic::Float32)
                fastest = std::max(fastest, static_cast<double>(time.macs) / time.seconds);
    return fastest;
}

Roof fittedRoof(const Calibrated& calibrated, const measure::Machine& machine, const std::string& isa,
                double fastest) {
    const cost::Processor& processor = calibrated.processor;
    Roof roof;
    roof.isa = isa;
    roof.machine = machine;
    ThreadRoof one;
    for (const Feature each : {Feature::Product, Feature::Vector, Feature::Depthwise})
        one.float32 = std::max(one.float32, fittedRate(processor, each));
    one.float32 = std::max(one.float32, fastest / 1e9);
    one.int8 = fittedRate(processor, Feature::Integer);
    const auto level = [&](std::string_view name, Feature feature, std::int64_t capacity) {
        const double rate = fittedRate(processor, feature);
        if (rate > 0) one.levels.push_back({std::string(name), capacity, capacity, rate, 0, 0});
    };
    level("cache", Feature::NearBytes, processor.blocking.nearBytes);
    level("beyond " + std::to_string(processor.blocking.nearBytes >> 20) + " MiB", Feature::FarBytes, 0);
    roof.threads.push_back(std::move(one));
    return roof;
}

} // namespace edgewright::device
