// SPDX-License-Identifier: GPL-3.0-or-later
// The tiling of a layer: the best of those whose extents are a power of two, or the whole or a few even parts
// of it, or, for one of them, the largest that fits, cut evenly.
//
// The set does not depend on array and bandwidth: with more bandwidth the best is never slower. With more SRAM
// it may be, by a few percent, since a tile that filled the smaller one need not be among them. Cycles are not
// bought with traffic: of the tilings at most SpeedSlack slower than the fastest, the one that moves the least
// is taken. Of these it is the one with the fewest cycles of the array itself, although transfers may hide
// them: it is as fast now, and stays the best where DRAM no longer holds it up.
#pragma once

#include "core/base/result.h"
#include "core/cost/physical/array_time.h"

#include <vector>

namespace edgewright::cost {

inline constexpr double SpeedSlack = 0.01; // of the cycles of the fastest tiling

// A tiling that fits, with the order that moves the least.
struct TilingCandidate {
    Tiling tiling;
    Traffic traffic;
    TileSplits splits;
    double moved = 0; // traffic.total() and what the vector unit moves meanwhile
    TilingCandidate(const TiledLayer& layer, const Tiling& of);
};

// The tilings that fit, without those that another one is better than, whatever array, dataflow and bandwidth
// are: it moves no more, loads and stores no more at the ends, and no extent of it is smaller. They depend on
// the layer, its word and its packing, and the sizes of the SRAMs. Empty: not even one output of one channel
// fits.
class TilingCandidates {
public:
    TilingCandidates(const TiledLayer& layer, const Accelerator& accelerator);

    const std::vector<TilingCandidate>& all() const { return m_all; }
    // Fields of all(), side by side: they are gone through for every point of a design space.
    const std::vector<double>& moved() const { return m_moved; }
    // endsOf() each of all().
    void ends(const TiledLayer& layer, const Accelerator& accelerator, std::vector<double>& into) const;
    // The cycles of the arrays for each of all().
    void arrayCycles(const TiledLayer& layer, const Accelerator& accelerator, std::vector<double>& into) const;

private:
    struct Place { // in the lists below
        std::uint16_t pixels, filters, channels;
    };
    void add(const TiledLayer& layer, const Tiling& tiling);
    template <auto First, auto Second, auto Streamed>
    void fill(const ArrayLoops& loops, const std::vector<double>& first, const std::vector<double>& second,
              const std::vector<double>& streamed, std::vector<double>& into) const;

    std::vector<std::pair<Split, Split>> m_pixels;
    std::vector<Split> m_filters, m_channels;
    std::vector<TilingCandidate> m_all;
    std::vector<Place> m_places;
    std::vector<double> m_moved;
};

// Bytes that move while the arrays do nothing: the first block of the stationary operand (the other one
// streams, and is used as it comes), and the outputs of the last folds.
double endsOf(const TiledLayer& layer, const Accelerator& accelerator, const TilingCandidate& tiling);

// Cycles of a tiling: transfers run beside the arrays but for the first load and the last store. They are
// charged in the order of the members, so that a memory has only the cycles in which the arrays wait for it:
// `dram` is what unlimited bandwidth would gain with the same tiles.
struct TiledTime {
    ArrayTime array;
    double ideal = 0, idle = 0, fill = 0, sram = 0, dram = 0; // sum to cycles()
    double sramBusy = 0, dramBusy = 0;                        // cycles that they work for, beside the arrays
    double cycles() const { return ideal + idle + fill + sram + dram; }
    // Charges DRAM with what unlimited bandwidth would gain with the tiles of `free`, where that is more: tiles
    // that move little, and keep the arrays longer, are DRAM's. `array` stays that of these tiles.
    void chargeBeyond(const TiledTime& free);
};
TiledTime timeOf(const TiledLayer& layer, const Accelerator& accelerator, const TilingCandidate& tiling);

} // namespace edgewright::cost
