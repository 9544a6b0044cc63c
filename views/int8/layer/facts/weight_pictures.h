// SPDX-License-Identifier: GPL-3.0-or-later
// The weights of a layer, what their codes stand for, and the error between them, as pictures.
#pragma once

#include "views/int8/layer/facts/studied_layer.h"

#include <memory>

namespace edgewright::views {

// A tile for each output channel: of a depthwise layer its kernel, else input channels over the positions of
// the kernel. Layers whose kernel is one position are one picture of output over input channels. Null where the
// weights are not known.
std::shared_ptr<const LayerPictures> weightPictures(const StudiedLayer& layer);

} // namespace edgewright::views
