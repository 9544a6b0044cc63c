// SPDX-License-Identifier: GPL-3.0-or-later
// The words about A and B.
#pragma once

#include "views/session/pin.h"

#include <span>

namespace edgewright::views {

// "A is of tiny.onnx, B of residual.onnx: numbers alone are compared."; empty: both are of one model, or
// nothing is pinned.
QString otherModelText(const Pin& pin);

struct StateNames {
    QString a, b;
};
// The settings that differ, on either side: "opset as given, rule fold_batch_norm off", after the model's name
// where these differ; both empty where nothing does. Those alone that a number in `told` depends on, where it
// has any. At most `most` settings, the others as a number. Nothing is pinned: empty.
StateNames stateNames(const Pin& pin, std::span<const Quantity> told = {}, std::size_t most = 2);

// The answer of a page (AnswerLine) while something is pinned: what differs between A and B, of the numbers in
// `told`, with signs, and of the settings that these depend on. Links lead to "memory" for the arena, else to
// "pin", the table. Empty when nothing is pinned.
QString pinAnswer(const Pin& pin, std::span<const Quantity> told);

} // namespace edgewright::views
