// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogues that are part of the program; the build writes them (resources/cmake/embed_catalogues.cmake).
#pragma once

#include <span>
#include <string_view>

namespace edgewright {

struct EmbeddedCatalogue {
    std::string_view language; // "zh_CN"
    std::string_view mo;
};
std::span<const EmbeddedCatalogue> embeddedCatalogues();

} // namespace edgewright
