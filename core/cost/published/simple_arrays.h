// SPDX-License-Identifier: GPL-3.0-or-later
// Two accelerators in a few lines each: what can be said of them without their software.
#pragma once

namespace edgewright::cost::published {

// A weight-stationary array with its weights in DRAM; the numbers are those of TPU v1 (Jouppi et al., ISCA
// 2017).
struct WeightArray {
    double edge = 256; // rows and columns, a byte of weights each
    double hertz = 700e6;
    double weightBytes = 34e9; // a second, from DRAM

    double fetchCycles() const { return edge * edge * hertz / weightBytes; } // of a tile of weights
    // Cycles of `rows` rows of inputs times a tile of weights. One tile is fetched and then shifted in, a row a
    // cycle, beside the computing of the tile before: the longer of both counts.
    double tileCycles(double rows) const;
    // 1e12 operations a second, a MAC being two, of work with so many MACs for each byte of weights.
    double teraOperations(double rows) const;
};

// A pass of a row-stationary array (Chen et al., JSSC 52(1), 2017): each PE slides a row of `q` channels of `p`
// filters along a row of the output of `n` images. Sets of PEs beside each other have other channels (`r`) and
// filters (`t`).
struct RowStationaryPass {
    double n = 1, outputRows = 1, p = 1, q = 1, r = 1, t = 1;
};
struct RowStationaryLayer {
    double batch = 1, filters = 1, channels = 1, filter = 1, output = 1; // filter and output are square
};

double activePes(const RowStationaryLayer& layer, const RowStationaryPass& pass);
// Passes times: the MACs of a PE, one a cycle; before them the filters of the pass over a bus of four words a
// cycle, and the first window of a PE, which is done before it has sums to hand on. Inputs and sums move
// meanwhile.
double rowStationaryCycles(const RowStationaryLayer& layer, const RowStationaryPass& pass);

} // namespace edgewright::cost::published
