// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/tilings/loop_nest.h"

#include "core/base/checked.h"
#include "core/base/digit_groups.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/check.h"
#include "core/cost/physical/physical.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::cost {

namespace nests {

namespace {

constexpr std::size_t Inputs = 0, Weights = 1, Outputs = 2; // as of tileRoom()

constexpr std::array Operands{&Accesses::ifmap, &Accesses::filter, &Accesses::ofmap};

std::string grouped(double count) { return inGroups(std::to_string(std::llround(count))); }

// One of the three loops over tiles of a tiling's order, which may be several lines.
struct TileLoop {
    char letter = 'p';
    double trips = 1;
    std::vector<std::string> lines;
    bool moves(std::size_t operand) const { // the operand depends on it
        return operand == Inputs ? letter != 'f' : operand == Weights ? letter != 'p' : letter != 'c';
    }
};

std::string loopText(const std::string& index, std::int64_t extent, std::int64_t tile) {
    const std::int64_t trips = ceilDiv(extent, tile);
    return std::string("for ") + index + " in 0.." + std::to_string(extent) + " step " + std::to_string(tile) +
           "  (" + sayCount(Grouped{trips}, "once", "{1} times") + ")";
}

class Nest {
public:
    Nest(const Layer& layer, const Accelerator& accelerator, const Tiling& tiling)
        : m_layer(tiledLayer(layer, accelerator)), m_array(accelerator), m_tiling(tiling),
          m_isProduct(m_layer.taps == 1 && m_layer.wide.out == 1), m_rooms(tileRoom(m_layer, m_array, tiling)),
          m_traffic(trafficOf(m_layer, tiling)), m_stay(stepsOfWeights(m_layer, {m_layer, tiling})) {}

    std::vector<NestLine> take() {
        overGroups();
        overSteps();
        overTiles();
        onTheArray();
        return std::move(m_lines);
    }

private:
    void add(NestLine::Kind kind, std::string text) { m_lines.push_back({m_depth, kind, std::move(text)}); }
    void loop(std::string text) {
        add(NestLine::Kind::Loop, std::move(text));
        ++m_depth;
    }

    void overGroups() {
        const auto groups = std::llround(m_layer.groups / m_layer.steps), pack = std::llround(m_layer.pack);
        if (groups > 1) loop(loopText("g", groups, pack));
    }

    void overSteps() {
        if (m_layer.steps <= 1) return;
        if (m_stay > 1) add(NestLine::Kind::Move, moveText(Weights, false));
        loop(loopText("t", std::llround(m_layer.steps), 1));
    }

    std::vector<TileLoop> tileLoops() const {
        std::vector<TileLoop> loops;
        for (const char letter : nameOf(m_tiling.order)) {
            TileLoop made{letter, 1, {}};
            if (letter == 'f') {
                made.lines = {loopText("n", m_layer.filters, m_tiling.filters)};
                made.trips = static_cast<double>(ceilDiv(m_layer.filters, m_tiling.filters));
            } else if (letter == 'c') {
                made.lines = {loopText(m_isProduct ? "k" : "c", m_layer.channels, m_tiling.channels)};
                made.trips = static_cast<double>(ceilDiv(m_layer.channels, m_tiling.channels));
            } else {
                if (m_layer.images > 1) made.lines.push_back(loopText("b", std::llround(m_layer.images), 1));
                made.lines.push_back(loopText(m_isProduct ? "m" : "y", m_layer.high.out, m_tiling.rows));
                if (!m_isProduct) made.lines.push_back(loopText("x", m_layer.wide.out, m_tiling.cols));
                made.trips = m_layer.images * static_cast<double>(ceilDiv(m_layer.high.out, m_tiling.rows) *
                                                                  ceilDiv(m_layer.wide.out, m_tiling.cols));
            }
            loops.push_back(std::move(made));
        }
        return loops;
    }

    void overTiles() {
        const std::vector<TileLoop> loops = tileLoops();
        std::array<std::size_t, 3> inside{}; // so many of the loops are around the load of an operand
        for (std::size_t operand = 0; operand < inside.size(); ++operand)
            for (std::size_t i = 0; i < loops.size(); ++i)
                if (loops[i].trips > 1 && loops[i].moves(operand)) inside[operand] = i + 1;
        const auto movesAt = [&](std::size_t place) {
            const bool isKept = std::any_of(loops.begin() + static_cast<std::ptrdiff_t>(place), loops.end(),
                                            [](const TileLoop& each) { return each.trips > 1; });
            for (std::size_t operand = 0; operand < inside.size(); ++operand)
                if (inside[operand] == place &&
                    !(operand == Weights && m_stay > 1)) // which came before the steps
                    add(NestLine::Kind::Move, moveText(operand, isKept));
        };
        movesAt(0);
        for (std::size_t i = 0; i < loops.size(); ++i) {
            for (const std::string& line : loops[i].lines)
                loop(line);
            movesAt(i + 1);
        }
    }

    // "load weights tile 2 304 B (4 608 of 65 536 B, two tiles), kept below; 36 864 B from DRAM"
    std::string moveText(std::size_t operand, bool isKept) const {
        const TileRoom& room = m_rooms[operand];
        const std::string tile = grouped(room.tile), bytes = grouped(room.bytes()),
                          capacity = grouped(room.capacity);
        std::string held = room.isDouble ? say("tile {1} B ({2} of {3} B, two tiles)", tile, bytes, capacity)
                                         : say("tile {1} B ({2} of {3} B)", tile, bytes, capacity);
        if (isKept) held = say("{1}, kept below", held);
        if (operand == Outputs) return say("sums of outputs {1}; {2}", held, outputsText());
        const bool isInputs = operand == Inputs;
        const bool isOnChip = isInputs ? m_layer.inputsOnChip || m_layer.inputsStay : m_layer.weightsStay;
        if (!isInputs && m_layer.steps > 1) {
            const std::string steps = grouped(m_layer.steps);
            held = m_stay > 1 ? say("{1}, stay for {2} steps", held, steps)
                              : say("{1}, again in each of {2} steps", held, steps);
        }
        const std::string from =
            isOnChip ? say("from on chip")
                     : say("{1} B from DRAM", grouped(isInputs ? m_traffic.inputs : m_traffic.weights));
        return isInputs ? say("load inputs {1}; {2}", held, from) : say("load weights {1}; {2}", held, from);
    }

    std::string outputsText() const {
        const std::string text = m_layer.outputsOnChip || m_layer.outputsStay
                                     ? onChipText()
                                     : say("outputs {1} B to DRAM", grouped(m_traffic.outputs));
        if (m_traffic.partials <= 0) return text;
        return say("{1}, partial sums {2} B there and back", text, grouped(m_traffic.partials));
    }

    // With the words of the vector unit, which gets the outputs there.
    std::string onChipText() const {
        const double read = m_layer.besideRead, written = m_layer.besideWritten;
        if (read > 0 && written > 0)
            return say(
                "outputs stay on chip for the vector unit, which reads {1} B from DRAM and writes {2} B to "
                "DRAM",
                grouped(read), grouped(written));
        if (read > 0)
            return say("outputs stay on chip for the vector unit, which reads {1} B from DRAM", grouped(read));
        if (written > 0)
            return say("outputs stay on chip for the vector unit, which writes {1} B to DRAM",
                       grouped(written));
        return say("outputs stay on chip");
    }

    // The folds of one tile.
    void onTheArray() {
        const std::int64_t pixels = m_tiling.rows * m_tiling.cols;
        const auto depth = m_tiling.channels * std::llround(m_layer.taps);
        struct Loop {
            char letter;
            std::int64_t extent;
        };
        const Loop m{'m', pixels}, n{'n', m_tiling.filters}, k{'k', depth};
        const bool isOs = m_array.dataflow == Dataflow::OutputStationary;
        const bool isIs = m_array.dataflow == Dataflow::InputStationary;
        const Loop down = isOs ? m : k, across = isIs ? m : n, streamed = isOs ? k : isIs ? n : m;
        const auto packs = std::llround(m_layer.pack);
        if (packs > 1) {
            add(NestLine::Kind::Spatial,
                say("spatial {1} groups on the diagonal, each {2} 0..{3} on rows, {4} 0..{5} on columns", packs,
                    std::string(1, down.letter), down.extent, std::string(1, across.letter), across.extent));
        } else {
            for (const auto& [each, side] : {std::pair(across, m_array.cols), std::pair(down, m_array.rows)})
                if (each.extent > side)
                    loop(loopText(say("fold of {1}", std::string(1, each.letter)), each.extent, side));
            const auto within = [](const Loop& each, std::int64_t side) {
                return std::string(1, each.letter) + " 0.." + std::to_string(std::min(each.extent, side));
            };
            add(NestLine::Kind::Spatial,
                say("spatial {1} on {2} rows", within(down, m_array.rows), m_array.rows));
            add(NestLine::Kind::Spatial,
                say("spatial {1} on {2} columns", within(across, m_array.cols), m_array.cols));
        }
        const std::string over =
            std::string("for ") + streamed.letter + " in 0.." + std::to_string(streamed.extent);
        add(NestLine::Kind::Compute, isOs   ? say("{1}: multiply and add, sums stay in the cells", over)
                                     : isIs ? say("{1}: multiply and add, inputs stay in the cells", over)
                                            : say("{1}: multiply and add, weights stay in the cells", over));
    }

    TiledLayer m_layer;
    const Accelerator& m_array;
    Tiling m_tiling;
    bool m_isProduct;
    std::array<TileRoom, 3> m_rooms;
    Traffic m_traffic;
    double m_stay; // steps that weights stay for
    int m_depth = 0;
    std::vector<NestLine> m_lines;
};

} // namespace

} // namespace nests

std::vector<NestLine> loopNest(const Layer& layer, const Accelerator& accelerator, const Tiling& tiling) {
    return nests::Nest(layer, accelerator, tiling).take();
}

std::string textOf(const std::vector<NestLine>& nest) {
    std::string text;
    for (const NestLine& line : nest)
        text += std::string(static_cast<std::size_t>(line.depth) * 2, ' ') + line.text + '\n';
    return text;
}

Result<TilingTrial> TilingTrial::of(const LayerCost& now, const Accelerator& accelerator) {
    const Layer& layer = now.layer;
    if (layer.unit == Unit::Vector)
        return badInput(say("layer '{1}' works on the vector unit: it has no loops over tiles", layer.name));
    RETURN_IF_ERROR(check(accelerator));
    RETURN_IF_ERROR(check(layer));
    TilingTrial made;
    made.m_layer = layer;
    made.m_accelerator = accelerator;
    ASSIGN_OR_RETURN(made.m_energy, energyTable(accelerator.energy));
    ASSIGN_OR_RETURN(made.m_chosen, physicalCost(layer, accelerator, *made.m_energy));
    ASSIGN_OR_RETURN(const auto alone, physicalCost(layer, accelerator, *made.m_energy, now.tiling));
    for (const auto words : nests::Operands)
        made.m_besideDram.*words = now.dram.*words - alone.dram.*words;
    for (std::size_t i = 0; i < EnergyPartCount; ++i)
        made.m_besideEnergy.parts[i] = now.energy.parts[i] - alone.energy.parts[i];
    made.addBeside(made.m_chosen);
    return made;
}

void TilingTrial::addBeside(LayerCost& cost) const {
    for (const auto words : nests::Operands)
        cost.dram.*words += m_besideDram.*words;
    cost.energy += m_besideEnergy;
}

Tiling TilingTrial::largest() const {
    const TiledLayer tiled = tiledLayer(m_layer, m_accelerator);
    return {tiled.high.out, tiled.wide.out, tiled.filters, tiled.channels, m_chosen.tiling.order};
}

Result<LayerCost> TilingTrial::with(const Tiling& tiling) const {
    if (std::string why = whyNotTiling(m_layer, m_accelerator, tiling); !why.empty()) return badInput(why);
    auto cost = physicalCost(m_layer, m_accelerator, *m_energy, tiling);
    if (cost) addBeside(*cost);
    return cost;
}

} // namespace edgewright::cost
