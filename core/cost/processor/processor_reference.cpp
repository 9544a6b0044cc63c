// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/processor/processor.h"

#include "core/base/translatable.h"

namespace edgewright::cost {

namespace {

// Seconds of each feature, in their order, on one core of an Intel Xeon (Sapphire Rapids, about 3 GHz) with our
// AVX-512 kernels: `./dev bench --only estimates` fits them to networks and prints them.
constexpr std::array<double, FeatureCount> Seconds{
    5e-07,    // call
    1.2e-07,  // operand
    6.05e-09, // member
    7.5e-07,  // stage
    1.08e-06, // step
    1.19e-11, // product
    2.68e-07, // batch
    1.39e-10, // window
    4.2e-09,  // transform
    1.49e-10, // pack
    7.54e-11, // vector
    3.48e-11, // depthwise
    0,        // depthwise_plane
    6.57e-11, // transposed
    3.51e-12, // integer
    9.23e-11, // simple
    1.29e-10, // simple_in_group
    5.32e-10, // division
    2.74e-10, // function
    4.54e-10, // function_in_group
    3.51e-10, // power
    2.46e-10, // reduce
    6.69e-11, // normalise
    9.58e-10, // softmax
    6.96e-09, // row
    0,        // pool
    9.05e-10, // pooled
    2.12e-10, // copy
    1.38e-10, // scatter
    1.4e-09,  // index
    4.58e-10, // interpolate
    2.74e-10, // quantise
    5.69e-08, // other
    6.93e-12, // near_bytes
    1.7e-11,  // far_bytes
    0,        // weight_bytes
    2e-11,    // far_weight_bytes
};

} // namespace

const Processor& referenceProcessor() {
    static const Processor processor{TRANSLATABLE("Word", "one core of a Xeon with AVX-512"), {}, Seconds};
    return processor;
}

double Processor::secondsOf(const Features& features) const {
    double sum = 0;
    for (std::size_t i = 0; i < FeatureCount; ++i)
        sum += features.counts[i] * seconds[i];
    return sum;
}

} // namespace edgewright::cost
