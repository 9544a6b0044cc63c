// SPDX-License-Identifier: GPL-3.0-or-later
// The choices of a person who tunes, as fields: options of the verb `tune`, editors of the page.
#pragma once

#include "core/base/field.h"
#include "core/tuner/space_choice.h"
#include "core/tuner/tuner.h"

namespace edgewright::tuner {

struct TuneChoices {
    SpaceChoice space = SpaceChoice::Template;
    TuneOptions search;
    TrialOptions runs;
};
std::span<const Field<TuneChoices>> tuneFields();

} // namespace edgewright::tuner
