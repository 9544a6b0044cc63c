// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/fused/row_program.h"

#include <algorithm>

namespace edgewright::exec {

namespace {

using Task = RowProgram::Task;
using Source = RowProgram::Source;
using Step = RowProgram::Step;

class Simplifier {
public:
    explicit Simplifier(RowProgram& program) : m_program(program) {}

    void run() {
        for (Step& step : m_program.steps) {
            squares(step);
            factors(step);
            parameters(step);
        }
        dropUnread();
    }

private:
    const Step* stepOf(const Source& source) const {
        return source.kind == Source::Kind::Step ? &m_program.steps[source.index] : nullptr;
    }
    bool isBinary(const Step* step, kernels::Binary pair) const {
        return step && step->task == Task::Binary && step->pair == pair;
    }
    // x - m with one m for the row, which a step computed.
    bool isCentred(const Source& source) const {
        const Step* step = stepOf(source);
        return isBinary(step, kernels::Binary::Sub) && step->whole && m_program.isWhole(step->a) &&
               stepOf(step->b) && !m_program.isWhole(step->b);
    }
    std::size_t readersOf(const Step& read) const {
        const Source self{Source::Kind::Step, static_cast<std::size_t>(&read - m_program.steps.data())};
        std::size_t count = read.output ? 1 : 0;
        for (const Step& step : m_program.steps)
            for (const Source* source : step.sources())
                if (*source == self) ++count;
        return count;
    }

    // sum of x * x, of (x - m)^2
    void squares(Step& step) {
        if (step.task != Task::Sum) return;
        const Step* square = stepOf(step.a);
        if (!square) return;
        const bool times = isBinary(square, kernels::Binary::Mul) && square->a == square->b;
        const bool power = square->task == Task::Unary && square->unary == kernels::Unary::Square;
        if (!square->whole || (!times && !power) || !m_program.isWhole(square->a)) return;
        step.task = Task::SumOfSquares;
        step.a = square->a;
        if (!isCentred(step.a)) return;
        const Step& centred = *stepOf(step.a);
        step.b = centred.b;
        step.a = centred.a;
    }

    // x / s and x * s, (x - m) / s and (x - m) * s
    void factors(Step& step) {
        if (!step.whole || step.task != Task::Binary) return;
        const bool divides = step.pair == kernels::Binary::Div;
        if (!divides && step.pair != kernels::Binary::Mul) return;
        if (!divides && !m_program.isWhole(step.a)) std::swap(step.a, step.b);
        if (!m_program.isWhole(step.a) || m_program.isWhole(step.b) || !stepOf(step.b)) return;
        Step normalise = step;
        normalise.task = Task::Normalise;
        normalise.divides = divides;
        normalise.c = step.b;
        normalise.b = {};
        if (isCentred(step.a)) {
            const Step& centred = *stepOf(step.a);
            normalise.a = centred.a;
            normalise.b = centred.b;
        }
        step = normalise;
    }

    // ... * scale + shift, each with one number for each column
    void parameters(Step& step) {
        if (!step.whole || step.task != Task::Binary) return;
        const bool scales = step.pair == kernels::Binary::Mul;
        if (!scales && step.pair != kernels::Binary::Add) return;
        for (const bool swapped : {false, true}) {
            const Source& inner = swapped ? step.b : step.a;
            const Source& parameter = swapped ? step.a : step.b;
            const Step* before = stepOf(inner);
            if (!before || before->task != Task::Normalise || before->e || readersOf(*before) != 1) continue;
            if (parameter.kind != Source::Kind::Tensor || scales == static_cast<bool>(before->d)) continue;
            const RowProgram::Tensor& tensor = m_program.tensors[parameter.index];
            if (!tensor.whole || tensor.rowStride != 0) continue;
            Step joined = *before;
            (scales ? joined.d : joined.e) = parameter;
            joined.output = step.output;
            step = joined;
            return;
        }
    }

    void dropUnread() {
        std::vector<Step>& steps = m_program.steps;
        std::vector<bool> read(steps.size(), false);
        for (std::size_t i = steps.size(); i-- > 0;) {
            if (steps[i].output) read[i] = true;
            if (!read[i]) continue;
            for (const Source* source : steps[i].sources())
                if (source->kind == Source::Kind::Step) read[source->index] = true;
        }
        std::vector<std::size_t> moved(steps.size(), 0);
        std::vector<Step> left;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (!read[i]) continue;
            moved[i] = left.size();
            left.push_back(steps[i]);
            Step& step = left.back();
            for (Source* source : step.sources())
                if (source->kind == Source::Kind::Step) source->index = moved[source->index];
        }
        steps = std::move(left);
    }

    RowProgram& m_program;
};

} // namespace

void simplify(RowProgram& program) { Simplifier(program).run(); }

// No step writes over what it reads.
void assignBuffers(RowProgram& program) {
    std::vector<Step>& steps = program.steps;
    std::vector<std::size_t> lastUse(steps.size(), 0);
    for (std::size_t i = 0; i < steps.size(); ++i)
        for (const Source* source : steps[i].sources())
            if (source->kind == Source::Kind::Step) lastUse[source->index] = i;
    std::vector<bool> wholes, singles; // whether each buffer holds what is still to be read
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (!steps[i].output) {
            std::vector<bool>& mine = steps[i].whole ? wholes : singles;
            auto free = std::ranges::find(mine, false);
            if (free == mine.end()) free = mine.insert(mine.end(), false);
            *free = true;
            steps[i].buffer = static_cast<std::size_t>(free - mine.begin());
        }
        for (const Source* source : steps[i].sources()) {
            if (source->kind != Source::Kind::Step || lastUse[source->index] != i) continue;
            const Step& read = steps[source->index];
            if (!read.output) (read.whole ? wholes : singles)[read.buffer] = false;
        }
    }
    program.wholeBuffers = wholes.size();
    program.singleBuffers = singles.size();
}

} // namespace edgewright::exec
