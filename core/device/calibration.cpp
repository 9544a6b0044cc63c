// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/calibration.h"

#include "core/base/propagate.h"
#include "core/device/record/json_parts.h"
#include "core/kernels/isa.h"
#include "core/measure/statistics.h"

#include <set>

namespace edgewright::device {

namespace {

constexpr const char* Format = "edgewright calibration";
constexpr std::int64_t Version = 2; // of the features that its operators count

} // namespace

bool Calibration::isOfThisMachine() const {
    return !networks.empty() && machine == measure::thisMachine() &&
           isa == kernels::nameOf(kernels::isaInUse());
}

void Calibration::add(const Record& record) {
    if (!isOf(record)) networks.clear();
    machine = record.machine;
    isa = record.isa;
    for (const VariantRecord& each : record.variants) {
        if (!each.isPredictable() || each.variant.reuse || each.operators.empty()) continue;
        Network network{record.model, each.variant.name, record.date};
        for (const OperatorTime& time : each.operators)
            if (time.seconds > 0) network.operators.push_back({time.features, time.seconds});
        if (!network.operators.empty()) add(std::move(network));
    }
}

void Calibration::add(const Calibration& other) {
    for (const Network& each : other.networks)
        add(each);
}

void Calibration::add(Network network) {
    std::erase_if(networks, [&](const Network& known) {
        return known.model == network.model && known.variant == network.variant;
    });
    networks.push_back(std::move(network));
    if (networks.size() > MaxNetworks) networks.erase(networks.begin());
}

Calibration Calibration::without(const std::string& model) const {
    Calibration others = *this;
    std::erase_if(others.networks, [&](const Network& each) { return each.model == model; });
    return others;
}

Calibrated calibrated(const Calibration& calibration, const cost::Processor& prior) {
    Calibrated result{prior};
    std::vector<cost::Observation> observations;
    std::vector<double> slower; // by network
    std::set<std::string> models;
    for (std::size_t i = 0; i < calibration.networks.size(); ++i) {
        double predicted = 0, measured = 0;
        models.insert(calibration.networks[i].model);
        for (cost::Observation each : calibration.networks[i].operators) {
            each.network = i;
            predicted += prior.secondsOf(each.features);
            measured += each.seconds;
            observations.push_back(std::move(each));
        }
        if (predicted > 0 && measured > 0) slower.push_back(measured / predicted);
    }
    if (slower.empty()) return result;
    cost::Processor scaled = prior;
    scaled.name = calibration.machine.processorText() + ", " + calibration.isa + ", one thread";
    for (double& seconds : scaled.seconds)
        seconds *= measure::summaryOf(slower).median;
    const auto fit = cost::fit(observations, scaled);
    if (!fit) return result;
    result.processor = scaled;
    result.processor.seconds = fit->seconds;
    result.networks = models.size();
    result.medianError = fit->medianError;
    result.operatorError = fit->operatorError;
    return result;
}

std::string calibrationJson(const Calibration& calibration) {
    Json networks = Json::array();
    for (const Calibration::Network& each : calibration.networks) {
        Json operators = Json::array();
        for (const cost::Observation& time : each.operators)
            operators.push_back({{"seconds", time.seconds}, {"features", featuresJson(time.features)}});
        networks.push_back({{"model", each.model},
                            {"variant", each.variant},
                            {"date", each.date},
                            {"operators", std::move(operators)}});
    }
    const Json json{{"format", Format},
                    {"version", Version},
                    {"machine", machineJson(calibration.machine)},
                    {"isa", calibration.isa},
                    {"networks", std::move(networks)}};
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Result<Calibration> readCalibration(const std::filesystem::path& file) {
    Calibration calibration;
    RETURN_IF_ERROR(readJsonFile(file, MeasuredLimits, [&](const JsonValue& root) {
        if (!root.isFormat(Format)) return;
        std::int64_t version = 0;
        root.read("version", version, Version, Version);
        if (const auto machine = root.object("machine")) calibration.machine = machineOf(*machine);
        root.read("isa", calibration.isa);
        for (const JsonValue& each : root.list("networks")) {
            Calibration::Network network;
            each.read("model", network.model);
            each.read("variant", network.variant);
            each.read("date", network.date);
            for (const JsonValue& time : each.list("operators")) {
                cost::Observation observation;
                time.read("seconds", observation.seconds, 0, MaxSeconds);
                if (const auto features = time.object("features")) observation.features = featuresOf(*features);
                network.operators.push_back(std::move(observation));
            }
            calibration.networks.push_back(std::move(network));
        }
    }));
    return calibration;
}

} // namespace edgewright::device
