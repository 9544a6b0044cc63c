// SPDX-License-Identifier: GPL-3.0-or-later
// The best parameters of each kernel of a network while all are searched: those that made one of them faster are
// tried early for the others of its kind.
#pragma once

#include "core/cost/search/space.h"
#include "core/kernels/kernel_parameters.h"
#include "core/ops/parameter_space.h"

#include <cstddef>
#include <string>
#include <vector>

namespace edgewright::tuner {

class SharedBests {
public:
    // Returns the place of the kernel. `kind`: of tuner::Task; `macs`: of one call.
    std::size_t add(std::string kind, double macs, ops::ParameterSpace space);
    // Tells its value in seconds, infinity where it failed. The first one of a kernel is that of its default.
    void note(std::size_t kernel, const kernels::KernelParameters& parameters, double value);
    // The best of up to four other kernels that are faster than their default, those of about as many
    // multiply-accumulates first, as the nearest points of this kernel's space; none twice.
    std::vector<cost::search::Point> hints(std::size_t kernel) const;

private:
    struct Kernel {
        std::string kind;
        double macs = 0;
        ops::ParameterSpace space;
        double usual = 0, value = 0; // 0: nothing is known
        kernels::KernelParameters best = {};
    };
    std::vector<Kernel> m_kernels;
};

} // namespace edgewright::tuner
