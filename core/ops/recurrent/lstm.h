// SPDX-License-Identifier: GPL-3.0-or-later
// The LSTM, for operators that are one on other operands.
#pragma once

#include "core/ops/recurrent/recurrent.h"

namespace edgewright::ops {

// The factor of the recurrence: the states, or those rounded to uint8 codes that are chosen anew for each step,
// one scale for the whole batch.
enum class LstmStates { Floats, Coded };

// `context` has the inputs of LSTM.
Result<void> runLstm(KernelContext& context, LstmStates states);

} // namespace edgewright::ops
