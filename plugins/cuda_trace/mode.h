// SPDX-License-Identifier: GPL-3.0-or-later
// The source that the user wants, by EDGEWRIGHT_CUDA_TRACE_BY.
#pragma once

namespace edgewright::cuda_trace {

enum class Mode { Either, CuptiOnly, DriverOnly }; // Either: the driver's calls where CUPTI cannot be had

Mode mode(); // a word that is none has a message

} // namespace edgewright::cuda_trace
