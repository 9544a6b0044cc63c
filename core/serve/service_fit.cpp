// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serve/service_fit.h"

#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/serve/served_model.h"

#include <algorithm>

namespace edgewright::serve {

using namespace scenario;

namespace {

std::vector<std::int64_t> sortedCores(const Scenario& scenario, const Model& model, std::int64_t cores) {
    std::vector<std::int64_t> all = coreSetsOf(scenario, cores)[setOf(scenario, model)].cores;
    std::ranges::sort(all);
    return all;
}

void addMisfits(const Scenario& measured, const Model& one, const Scenario& wanted, const Model& other,
                std::int64_t cores, std::vector<std::string>& misfits) {
    const std::string name = inQuotes(other.name);
    if (one.threads != other.threads)
        misfits.push_back(sayCount(other.threads, "{2}: {1} thread, measured with {3}",
                                   "{2}: {1} threads, measured with {3}", name, one.threads));
    if (batchSizes(one.batching) != batchSizes(other.batching))
        misfits.push_back(one.batching.maxSize == other.batching.maxSize
                              ? say("{1}: other batch sizes than those that were measured", name)
                              : say("{1}: batches of up to {2}, measured up to {3}", name,
                                    other.batching.maxSize, one.batching.maxSize));
    const std::vector<std::int64_t> ownCores = sortedCores(wanted, other, cores);
    if (sortedCores(measured, one, cores) != ownCores)
        misfits.push_back(say("{1}: other cores than those it was measured on", name));
    const bool isAtOnce = other.instances > 1 && std::cmp_greater_equal(ownCores.size(), 2 * other.threads);
    if (isAtOnce && one.instances == 1)
        misfits.push_back(say("{1}: several instances at once, measured with one", name));
}

} // namespace

ServiceFit fitOf(const Scenario& measured, const Scenario& wanted, std::int64_t cores) {
    ServiceFit fit;
    std::vector<bool> isTaken(measured.models.size());
    for (const Model& each : wanted.models) {
        std::size_t place = 0;
        while (place < isTaken.size() && (isTaken[place] || measured.models[place].file != each.file))
            ++place;
        if (place == isTaken.size()) {
            fit.misfits.push_back(say("{1} was not measured", inQuotes(each.name)));
            continue;
        }
        isTaken[place] = true;
        fit.measuredPlace.push_back(place);
        addMisfits(measured, measured.models[place], wanted, each, cores, fit.misfits);
    }
    for (std::size_t i = 0; i < isTaken.size(); ++i)
        if (!isTaken[i])
            fit.misfits.push_back(say("measured beside {1}, which is gone", inQuotes(measured.models[i].name)));
    return fit;
}

Result<Service> fitted(const Service& service, const Scenario& measured, const Scenario& wanted,
                       std::int64_t cores) {
    const ServiceFit fit = fitOf(measured, wanted, cores);
    if (!fit.misfits.empty()) return badInput(fit.misfits.front());
    Service all{.models = {}, .interference = service.interference, .overheads = service.overheads};
    for (std::size_t i = 0; i < fit.measuredPlace.size(); ++i) {
        const std::size_t place = fit.measuredPlace[i];
        all.models.push_back(service.models[place]);
        all.models.back().model = wanted.models[i].name;
        const Interference& known = service.interference;
        if (!known.demands.empty()) all.interference.demands[i] = known.demands[place];
        for (std::size_t j = 0; j < fit.measuredPlace.size() && !known.beside.empty(); ++j)
            all.interference.beside[i][j] = known.beside[place][fit.measuredPlace[j]];
    }
    return all;
}

} // namespace edgewright::serve
