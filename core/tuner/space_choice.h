// SPDX-License-Identifier: GPL-3.0-or-later
// The spaces that the kernels of a network are searched in.
#pragma once

#include <array>

namespace edgewright::tuner {

enum class KernelSpace {
    Parameters, // of the program's own kernels (ops::ParameterSpace)
    Generated   // loop nests that rules derive (core/loopnest), for which a compiler is needed
};
inline constexpr std::array AllKernelSpaces{KernelSpace::Parameters, KernelSpace::Generated};

// The choice of a person: fields of it are in tune_fields.h.
enum class SpaceChoice { Template, Generated, Both };

constexpr bool searches(SpaceChoice choice, KernelSpace space) {
    return choice == SpaceChoice::Both ||
           (choice == SpaceChoice::Generated) == (space == KernelSpace::Generated);
}

} // namespace edgewright::tuner
