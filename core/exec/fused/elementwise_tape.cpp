// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/fused/elementwise_tape.h"

#include "core/kernels/isa.h"
#include "core/kernels/table.h"

#include <algorithm>
#include <array>

namespace edgewright::exec {

namespace {

using TapeSource = ElementwiseTape::Source;

constexpr std::size_t MaxTensors = 16;
constexpr std::size_t GatheredAxes = 8; // of a walk, at most
constexpr std::int64_t ShortRun = 64;   // elements of the innermost axis: fewer are gathered into whole tiles

} // namespace

std::optional<ElementwiseTape> ElementwiseTape::make(std::vector<Instruction> instructions,
                                                     std::size_t tensors) {
    ElementwiseTape tape;
    tape.m_tensors = tensors;
    if (instructions.empty() || tensors > MaxTensors || !tape.assignRegisters(instructions))
        return std::nullopt;
    return tape;
}

// Linear scan. Register 0 holds what a preceding operator left, and takes the result of the last instruction.
// Where nothing preceded, nothing else is kept there: the output may lie over an input that is still to be
// read.
bool ElementwiseTape::assignRegisters(const std::vector<Instruction>& instructions) {
    const std::size_t count = instructions.size();
    std::vector<std::size_t> lastUse(count, 0);
    std::size_t lastOutputUse = 0;
    bool preceded = false;
    for (std::size_t i = 0; i < count; ++i)
        for (const TapeSource* source : {&instructions[i].a, &instructions[i].b}) {
            if (source == &instructions[i].b && !instructions[i].binary) continue;
            if (source->kind == TapeSource::Kind::Instruction) lastUse[source->index] = i;
            if (source->kind == TapeSource::Kind::Output) preceded = true, lastOutputUse = i;
        }
    std::vector<int> registerOf(count, -1);
    std::array<bool, Registers> busy{};
    busy[0] = true;
    for (std::size_t i = 0; i < count; ++i) {
        const Instruction& instruction = instructions[i];
        const auto place = [&](const TapeSource& source) {
            if (source.kind == TapeSource::Kind::Instruction) return registerOf[source.index];
            return source.kind == TapeSource::Kind::Output ? 0 : -1;
        };
        Step step{instruction, 0, place(instruction.a), instruction.binary ? place(instruction.b) : -1};
        for (const TapeSource* source :
             {&instruction.a, &instruction.b}) { // read for the last time: overwritten
            if (source == &instruction.b && !instruction.binary) continue;
            if (source->kind == TapeSource::Kind::Instruction && lastUse[source->index] == i)
                busy[static_cast<std::size_t>(registerOf[source->index])] = false;
        }
        if (preceded && lastOutputUse == i) busy[0] = false;
        if (i + 1 < count) {
            const auto free = std::ranges::find(busy, false);
            if (free == busy.end()) return false;
            *free = true;
            step.to = static_cast<int>(free - busy.begin());
        }
        registerOf[i] = step.to;
        m_steps.push_back(step);
    }
    return true;
}

std::optional<ElementwiseTape::Walk> ElementwiseTape::walk(const ir::Dims& dims,
                                                           std::span<const ir::Dims> tensors) const {
    Walk walk;
    walk.dims = dims;
    std::vector<std::int64_t> elements(tensors.size(), 1); // of the axes to the right
    std::vector<Walk::Axis> reversed;
    for (std::size_t k = 0; k < dims.size(); ++k) {
        Walk::Axis axis;
        axis.extent = dims[dims.size() - 1 - k];
        for (std::size_t t = 0; t < tensors.size(); ++t) {
            const std::int64_t extent = k < tensors[t].size() ? tensors[t][tensors[t].size() - 1 - k] : 1;
            if (extent != 1 && extent != axis.extent) return std::nullopt;
            axis.stride.push_back(extent == 1 ? 0 : elements[t]);
            elements[t] *= extent;
        }
        if (axis.extent == 1) continue;
        // One axis with its right neighbour, where every tensor goes on from it in the same steps.
        const bool joins = !reversed.empty() && [&] {
            for (std::size_t t = 0; t < tensors.size(); ++t)
                if (axis.stride[t] != reversed.back().stride[t] * reversed.back().extent) return false;
            return true;
        }();
        if (joins)
            reversed.back().extent *= axis.extent;
        else
            reversed.push_back(std::move(axis));
    }
    for (std::size_t t = 0; t < tensors.size(); ++t)
        if (tensors[t].size() > dims.size()) return std::nullopt;
    if (reversed.empty()) reversed.push_back({1, std::vector<std::int64_t>(tensors.size(), 0)});
    walk.axes.assign(reversed.rbegin(), reversed.rend());
    return walk;
}

void ElementwiseTape::run(const Walk& walk, std::span<const float* const> tensors, float* out,
                          std::int64_t begin, std::int64_t count) const {
    if (m_tensors == 0) { // often in short runs, and there is nothing to walk
        for (std::int64_t done = 0; done < count; done += TileFloats)
            runTile({}, {}, out + done, std::min(TileFloats, count - done));
        return;
    }
    if (walk.axes.size() > 1 && walk.axes.size() <= GatheredAxes && walk.axes.back().extent < ShortRun) {
        runGathered(walk, tensors, out, begin, count);
        return;
    }
    std::array<const float*, MaxTensors> at; // of these, as of the next, the first m_tensors
    std::array<std::int64_t, MaxTensors> steps;
    const Walk::Axis& inner = walk.axes.back();
    for (std::size_t t = 0; t < m_tensors; ++t)
        steps[t] = inner.stride[t]; // 0 or 1
    while (count > 0) {
        std::int64_t rest = begin;
        std::int64_t column = 0;
        for (std::size_t t = 0; t < m_tensors; ++t)
            at[t] = tensors[t];
        for (std::size_t k = walk.axes.size(); k-- > 0;) {
            const Walk::Axis& axis = walk.axes[k];
            const std::int64_t index = rest % axis.extent;
            rest /= axis.extent;
            if (k + 1 == walk.axes.size()) column = index;
            for (std::size_t t = 0; t < m_tensors; ++t)
                at[t] += index * axis.stride[t];
        }
        const std::int64_t run = std::min(count, inner.extent - column);
        for (std::int64_t done = 0; done < run; done += TileFloats) {
            const std::int64_t tile = std::min(TileFloats, run - done);
            runTile({at.data(), m_tensors}, {steps.data(), m_tensors}, out + done, tile);
            for (std::size_t t = 0; t < m_tensors; ++t)
                at[t] += tile * steps[t];
        }
        out += run;
        begin += run;
        count -= run;
    }
}

void ElementwiseTape::runGathered(const Walk& walk, std::span<const float* const> tensors, float* out,
                                  std::int64_t begin, std::int64_t count) const {
    const std::size_t axes = walk.axes.size();
    const Walk::Axis& inner = walk.axes.back();
    std::array<std::int64_t, GatheredAxes> index{};
    std::array<const float*, MaxTensors> at; // of each tensor where the walk is
    std::array<std::int64_t, MaxTensors> steps;
    std::int64_t rest = begin;
    std::copy_n(tensors.begin(), m_tensors, at.begin());
    for (std::size_t k = axes; k-- > 0;) {
        index[k] = rest % walk.axes[k].extent;
        rest /= walk.axes[k].extent;
        for (std::size_t t = 0; t < m_tensors; ++t)
            at[t] += index[k] * walk.axes[k].stride[t];
    }
    std::array<bool, MaxTensors> isDense{}, isOne{};
    for (std::size_t t = 0; t < m_tensors; ++t) {
        std::int64_t elements = 1;
        isDense[t] = isOne[t] = true;
        for (std::size_t k = axes; k-- > 0; elements *= walk.axes[k].extent) {
            isDense[t] = isDense[t] && walk.axes[k].stride[t] == elements;
            isOne[t] = isOne[t] && walk.axes[k].stride[t] == 0;
        }
        steps[t] = isOne[t] ? 0 : 1;
    }
    alignas(64) float gathered[MaxTensors][TileFloats];
    while (count > 0) {
        const std::int64_t tile = std::min(TileFloats, count);
        std::array<const float*, MaxTensors> from;
        for (std::size_t t = 0; t < m_tensors; ++t)
            from[t] = isDense[t] || isOne[t] ? at[t] : gathered[t];
        for (std::int64_t done = 0; done < tile;) {
            const std::int64_t run = std::min(inner.extent - index[axes - 1], tile - done);
            for (std::size_t t = 0; t < m_tensors; ++t) {
                if (isDense[t] || isOne[t]) continue;
                float* const to = gathered[t] + done;
                if (inner.stride[t] == 0)
                    for (std::int64_t i = 0; i < run; ++i)
                        to[i] = *at[t];
                else
                    for (std::int64_t i = 0; i < run; ++i)
                        to[i] = at[t][i];
            }
            done += run;
            std::int64_t ahead = run; // along axis k
            for (std::size_t k = axes; k-- > 0;) {
                index[k] += ahead;
                const bool wraps = index[k] == walk.axes[k].extent;
                if (wraps) {
                    ahead -= index[k];
                    index[k] = 0;
                }
                for (std::size_t t = 0; t < m_tensors; ++t)
                    at[t] += ahead * walk.axes[k].stride[t];
                if (!wraps) break;
                ahead = 1;
            }
        }
        runTile({from.data(), m_tensors}, {steps.data(), m_tensors}, out, tile);
        out += tile;
        count -= tile;
    }
}

void ElementwiseTape::runTile(std::span<const float* const> at, std::span<const std::int64_t> steps, float* out,
                              std::int64_t count) const {
    const kernels::ElementwiseKernels& kernels = *kernels::table().elementwise;
    alignas(64) float registers[Registers - 1][TileFloats];
    const auto place = [&](int index) { return index == 0 ? out : registers[index - 1]; };
    for (const Step& step : m_steps) {
        const Instruction& instruction = step.instruction;
        const auto source = [&](int index, const TapeSource& from) -> std::pair<const float*, std::int64_t> {
            if (index >= 0) return {place(index), 1};
            return {at[from.index], steps[from.index]};
        };
        auto [a, aStep] = source(step.a, instruction.a);
        float* to = place(step.to);
        if (instruction.binary) {
            const auto [b, bStep] = source(step.b, instruction.b);
            kernels.binary[static_cast<int>(instruction.pair)](a, aStep, b, bStep, to, count);
            continue;
        }
        const auto function = kernels.unary[static_cast<int>(instruction.unary)];
        if (aStep == 1) {
            function(a, to, count, instruction.alpha, instruction.beta);
        } else { // one element for the whole tile
            function(a, to, 1, instruction.alpha, instruction.beta);
            std::fill(to + 1, to + count, to[0]);
        }
    }
}

} // namespace edgewright::exec
