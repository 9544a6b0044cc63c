// SPDX-License-Identifier: GPL-3.0-or-later
// Places that people look for by what they are and not by name: the peak, the slowest layer, the largest
// tensor.
#pragma once

#include "core/pipeline/study.h"
#include "views/support/selection.h"

#include <QString>

#include <vector>

namespace edgewright::workbench {

struct Landmark {
    QString text;     // "Slowest layer · Conv_12 · 35.0 % of the cycles"
    QString keywords; // other words for it
    views::Item item;
    const char* page; // id of the one that shows it
};

// The landmarks of the stages that are there; each of the fused graph where that is known.
std::vector<Landmark> landmarks(const pipeline::Analysis& analysis);

} // namespace edgewright::workbench
