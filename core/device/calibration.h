// SPDX-License-Identifier: GPL-3.0-or-later
// Measurements of operators on one machine, network after network, and the processor that follows from them:
// what predictions for that machine are made with.
#pragma once

#include "core/base/result.h"
#include "core/cost/processor/processor.h"
#include "core/device/record/record.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace edgewright::device {

struct Calibration {
    // One variant on one thread.
    struct Network {
        std::string model, variant, date;
        std::vector<cost::Observation> operators = {}; // Observation::network is not used
        bool underLoad = false; // measured while the machine did other things, too (loadText)
    };
    static constexpr std::size_t MaxNetworks = 40; // the oldest are forgotten

    measure::Machine machine;
    std::string isa; // of the kernels
    std::vector<Network> networks;

    // True for the machine and kernels of the record; those of another machine are void.
    bool isOf(const Record& record) const { return machine == record.machine && isa == record.isa; }
    bool isOfThisMachine() const; // with the kernels in use; not without networks
    // Takes what the record has of variants with our own kernels on one thread, without an arena. What was
    // known of the same variant of the same model gives way, unless it was measured alone and this was not.
    void add(const Record& record);
    // The networks of another one of the same machine, likewise.
    void add(const Calibration& other);
    // To predict a model with what others have shown: else a prediction would be of what it was made from.
    Calibration without(const std::string& model) const;
    bool isUnderLoad() const; // most of it

private:
    void add(Network network);
};

// A processor, and how well it explains what it was made from.
struct Calibrated {
    cost::Processor processor;
    double medianError = 0, operatorError = 0; // cost::Fit
};
// Features that no network has are those of `prior` times the factor by which the machine is slower than it.
// `prior` itself without networks. Processor::from: the spread is that of networks that a fit had not seen: the
// models are divided into at most eight groups, of which each is predicted by a fit to the others, and
// measured over predicted of the next model is that of measure::nextInterval over their logarithms, 1 within
// it: few models tell a wide one. Below three models it is not told. Nine fits: 15 ms for 12 networks, 25 ms
// for as many as are kept.
Calibrated calibrated(const Calibration& calibration,
                      const cost::Processor& prior = cost::referenceProcessor());

// JSON. BadInput names file, place and what was expected.
std::string calibrationJson(const Calibration& calibration);
Result<Calibration> readCalibration(const std::filesystem::path& file);

} // namespace edgewright::device
