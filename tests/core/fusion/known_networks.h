// SPDX-License-Identifier: GPL-3.0-or-later
// Networks of the literature with their own structure and few channels: how operators are grouped depends on
// what reads what, not on how wide it is. Batch norms stand as exporters leave them, functions are spelled out
// as they spell them.
#pragma once

#include "tests/core/fusion/net.h"

namespace edgewright::fusion::test {

Net resNet18();
Net denseNet121();
Net efficientNetB0();   // SiLU as x * sigmoid(x), squeeze-and-excite by GlobalAveragePool
Net mobileNetV3Small(); // HardSwish and HardSigmoid spelled out, squeeze-and-excite by ReduceMean
Net regNetY400();
Net googLeNet();
Net mnasNet();
// `layers` of BERT: layer norm spelled out, Q, K and V apart, mask, GELU by Erf.
Net encoder(int layers);

} // namespace edgewright::fusion::test
