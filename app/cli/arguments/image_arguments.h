// SPDX-License-Identifier: GPL-3.0-or-later
// Options for the conversion of pixels to numbers.
#pragma once

#include "app/cli/cli11_fwd.h"
#include "core/dataset/image_file.h"

#include <string>

namespace edgewright::cli {

struct ImageArguments {
    std::string mean, deviation, layout = "auto", channels = "rgb", fit = "stretch";
    std::optional<double> scale;

    void declare(CLI::App& verb); // --mean, --std, --pixel-scale, --layout, --channels, --fit
    dataset::ImageOptions options() const;
};

} // namespace edgewright::cli
