// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/calibration.h"

#include "core/base/propagate.h"
#include "core/device/record/json_parts.h"
#include "core/kernels/isa.h"
#include "core/measure/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace edgewright::device {

namespace {

constexpr const char* Format = "edgewright calibration";
constexpr std::int64_t Version = 2; // of the features that its operators count
constexpr std::size_t MaxFolds = 8, MinModels = 3;

using Networks = std::vector<const Calibration::Network*>;

double measuredSeconds(const Calibration::Network& network) {
    double seconds = 0;
    for (const cost::Observation& each : network.operators)
        seconds += each.seconds;
    return seconds;
}

double predictedBy(const cost::Processor& processor, const Calibration::Network& network) {
    double seconds = 0;
    for (const cost::Observation& each : network.operators)
        seconds += processor.secondsOf(each.features);
    return seconds;
}

// The prior where there is nothing to fit to.
Calibrated fittedTo(const Networks& networks, const cost::Processor& prior) {
    Calibrated result{prior};
    std::vector<cost::Observation> observations;
    std::vector<double> slower; // by network
    for (std::size_t i = 0; i < networks.size(); ++i) {
        for (cost::Observation each : networks[i]->operators) {
            each.network = i;
            observations.push_back(std::move(each));
        }
        const double predicted = predictedBy(prior, *networks[i]), measured = measuredSeconds(*networks[i]);
        if (predicted > 0 && measured > 0) slower.push_back(measured / predicted);
    }
    if (slower.empty()) return result;
    cost::Processor scaled = prior;
    for (double& seconds : scaled.seconds)
        seconds *= measure::summaryOf(slower).median;
    const auto fit = cost::fit(observations, scaled);
    if (!fit) return result;
    result.processor.seconds = fit->seconds;
    result.processor.from.kernels = observations.size();
    result.medianError = fit->medianError;
    result.operatorError = fit->operatorError;
    return result;
}

// The models by group, in the order in which they were measured first.
std::map<std::string, std::size_t> foldsOf(const Calibration& calibration) {
    std::map<std::string, std::size_t> folds;
    for (const Calibration::Network& each : calibration.networks)
        folds.try_emplace(each.model, folds.size() % MaxFolds);
    return folds;
}

// Logarithms of measured over predicted time, by a fit to the other groups: of each model the mean over its
// variants, whose errors are much the same.
std::vector<double> unseenErrors(const Calibration& calibration,
                                 const std::map<std::string, std::size_t>& folds,
                                 const cost::Processor& prior) {
    std::map<std::string, std::vector<double>> byModel;
    for (std::size_t fold = 0; fold < std::min(MaxFolds, folds.size()); ++fold) {
        Networks others, left;
        for (const Calibration::Network& each : calibration.networks)
            (folds.at(each.model) == fold ? left : others).push_back(&each);
        const cost::Processor fitted = fittedTo(others, prior).processor;
        for (const Calibration::Network* each : left) {
            const double predicted = predictedBy(fitted, *each), measured = measuredSeconds(*each);
            if (predicted > 0 && measured > 0) byModel[each->model].push_back(std::log(measured / predicted));
        }
    }
    std::vector<double> errors;
    for (const auto& [model, each] : byModel)
        errors.push_back(std::accumulate(each.begin(), each.end(), 0.0) / static_cast<double>(each.size()));
    return errors;
}

} // namespace

bool Calibration::isOfThisMachine() const {
    return !networks.empty() && machine == measure::thisMachine() &&
           isa == kernels::nameOf(kernels::isaInUse());
}

void Calibration::add(const Record& record) {
    if (!isOf(record)) networks.clear();
    machine = record.machine;
    isa = record.isa;
    const bool underLoad = !loadText(record).empty();
    for (const VariantRecord& each : record.variants) {
        if (!each.isPredictable() || each.variant.reuse || each.operators.empty()) continue;
        Network network{record.model, each.variant.name, record.date, {}, underLoad};
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
    const auto isSame = [&](const Network& known) {
        return known.model == network.model && known.variant == network.variant;
    };
    if (network.underLoad &&
        std::ranges::any_of(networks, [&](const Network& known) { return isSame(known) && !known.underLoad; }))
        return;
    std::erase_if(networks, isSame);
    networks.push_back(std::move(network));
    if (networks.size() > MaxNetworks) networks.erase(networks.begin());
}

Calibration Calibration::without(const std::string& model) const {
    Calibration others = *this;
    std::erase_if(others.networks, [&](const Network& each) { return each.model == model; });
    return others;
}

bool Calibration::isUnderLoad() const {
    const auto count = std::ranges::count_if(networks, &Network::underLoad);
    return 2 * static_cast<std::size_t>(count) > networks.size();
}

Calibrated calibrated(const Calibration& calibration, const cost::Processor& prior) {
    Networks all;
    for (const Calibration::Network& each : calibration.networks)
        all.push_back(&each);
    Calibrated result = fittedTo(all, prior);
    cost::FittedFrom& from = result.processor.from;
    if (from.kernels == 0) return {prior};
    const std::map<std::string, std::size_t> folds = foldsOf(calibration);
    std::map<std::string, bool> underLoad; // by model: one of its variants was
    for (const Calibration::Network& each : calibration.networks) {
        from.date = std::max(from.date, each.date);
        underLoad[each.model] = underLoad[each.model] || each.underLoad;
    }
    from.networks = folds.size();
    for (const auto& [model, is] : underLoad)
        from.underLoad += is ? 1 : 0;
    result.processor.name = calibration.machine.processorText() + ", " + calibration.isa;
    if (folds.size() < MinModels) return result;
    if (const auto next = measure::nextInterval(unseenErrors(calibration, folds, prior))) {
        from.least = std::min(1.0, std::exp(next->low));
        from.most = std::max(1.0, std::exp(next->high));
    }
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
                            {"under_load", each.underLoad},
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
            each.read("under_load", network.underLoad);
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
