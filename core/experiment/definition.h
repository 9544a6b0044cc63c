// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment as data: the choices on each axis, and how each cell is measured.
#pragma once

#include "core/cost/accelerator.h"
#include "core/experiment/axes.h"
#include "core/kernels/kernel_choice.h"
#include "core/measure/sampling.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace edgewright::experiment {

inline constexpr int DefinitionVersion = 1;
inline constexpr std::size_t MaxChoices = 1000; // on one axis

struct ModelChoice {
    std::string name; // in results; unless it was given the file's, with folders where others are called so
    std::filesystem::path file;           // absolute, or as relative as the definition's own path
    std::vector<ir::Bindings> sizes = {}; // empty: those of the definition
    friend bool operator==(const ModelChoice&, const ModelChoice&) = default;
};

struct AcceleratorChoice {
    std::string name;
    cost::Accelerator accelerator;
    friend bool operator==(const AcceleratorChoice&, const AcceleratorChoice&) = default;
};

struct Definition {
    std::filesystem::path folder; // of its file: paths in there are relative to it
    std::vector<ModelChoice> models;
    std::vector<ir::Bindings> sizes{ir::Bindings()};
    std::vector<Configuration> configurations{Configuration::Baseline, Configuration::Fusion,
                                              Configuration::Reuse, Configuration::Both};
    std::vector<Codes> codes{Codes()};
    std::vector<AcceleratorChoice> accelerators = {}; // empty: nothing is predicted
    std::vector<std::string> devices;                 // names of hosts; remote::ThisMachine is this one

    std::size_t samples = 1000; // with labels, at most, that accuracy is counted on; 0: none
    measure::Effort effort;
    kernels::KernelChoice kernels;
    pipeline::Settings settings; // of the memory's plan, the seed and the quantization; no others

    Definition();
};

// BadInput names file, line and place; keys that are none are refused, with the nearest one that is.
Result<Definition> readDefinition(const std::filesystem::path& file);
// Every choice and every setting, to be read again from a file in its folder.
std::string definitionJson(const Definition& definition);

// Everything that a measured number depends on beside the model, the choices of its cell and the machine: JSON
// in one line.
std::string settingsText(const Definition& definition);

} // namespace edgewright::experiment
