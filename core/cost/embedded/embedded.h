// SPDX-License-Identifier: GPL-3.0-or-later
// The files of resources/accelerators, as they were when this was built.
#pragma once

#include <string_view>
#include <vector>

namespace edgewright::cost {

struct EmbeddedFile {
    std::string_view name; // "energy/horowitz-45nm.json"
    std::string_view text;
};

// Whose names begin so and hold no further '/', in order of their names.
std::vector<EmbeddedFile> embeddedFiles(std::string_view folder);

} // namespace edgewright::cost
