// SPDX-License-Identifier: GPL-3.0-or-later
// Trials of an older log, also of other kernels and networks: which parameters are promising for a kernel that
// is searched now. Source: transfer learning of Chen et al., "Learning to Optimize Tensor Programs" (AutoTVM),
// NeurIPS 2018, section 4: a cost model of all earlier tasks. Here what it expects of a point is a feature of
// the model that learns from the new trials, which finds out what that is worth, and the most promising points
// are tried first.
#pragma once

#include "core/base/result.h"
#include "core/cost/search/space.h"
#include "core/cost/search/trees/boosted_trees.h"
#include "core/kernels/kernel_parameters.h"
#include "core/ops/parameter_space.h"
#include "core/tune/log.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace edgewright::tuner {

class OlderTrials {
public:
    // Correct trials of kernels of this instruction set on so many threads, whatever the machine: speeds are
    // compared within a kernel and a session. BadInput where there is none, saying what there is.
    static Result<OlderTrials> of(const tune::TuneLog& log, const std::string& isa, int threads);

    std::size_t trials() const { return m_trials; }
    std::size_t kernels() const { return m_kernels; }
    // The speed that the parameters are expected to have, over that of the best ones: around 0 to 1.
    float expected(const std::string& key, const kernels::KernelParameters& parameters) const;
    // `space` is kernelSpace(parameters) of the kernel of this key. Fills Space::first, behind what is there,
    // with up to `count` points: those that were fastest if it is the same kernel, then the most promising
    // ones; what is expected becomes the last feature.
    void teach(cost::search::Space& space, const std::string& key, const ops::ParameterSpace& parameters,
               std::size_t count, std::uint64_t seed) const;

private:
    OlderTrials() = default;
    std::shared_ptr<const cost::search::BoostedTrees> m_trees;
    std::map<std::string, std::vector<kernels::KernelParameters>> m_fastest; // by key, the fastest first
    std::size_t m_trials = 0, m_kernels = 0;
};

} // namespace edgewright::tuner
