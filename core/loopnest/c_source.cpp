// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loopnest/c_source.h"

#include "core/kernels/generated_kernel.h"
#include "core/loopnest/c_prelude.h"
#include "core/loopnest/c_stages.h"
#include "core/loopnest/c_text.h"
#include "core/loopnest/view.h"

#include <algorithm>

namespace edgewright::loopnest {

namespace {

// One kernel as text.
class Writer {
public:
    Writer(const Nest& nest, std::size_t number) : m_nest(nest), m_number(std::to_string(number)) {
        m_lanes = std::to_string(nest.lanes);
        m_left = factorView(nest, Factor::Left);
        m_right = factorView(nest, Factor::Right);
        m_output = viewOf(nest, nest.computation->output, "y");
        for (const Addend& each : nest.computation->epilogue.addends)
            m_addends.push_back(viewOf(nest, each.access, each.access.name));
    }

    std::string text() {
        writeRun();
        return floatsOfOperands() + (m_nest.packed ? packSource(m_nest, "pack" + m_number) : std::string()) +
               (copies() ? copySource(m_nest, "copy" + m_number) : std::string()) + m_lines.take();
    }
    std::string record() const {
        const std::int64_t packed = packedFloats(m_nest);
        const PaddedCopy copy = paddedCopy(m_nest.computation->left, m_nest.computation->axes);
        const auto number = [](std::int64_t value) { return std::to_string(value) + ", "; };
        return "{" + number(static_cast<std::int64_t>(m_nest.computation->operands())) +
               number(m_nest.computation->output.elements()) + number(packed) +
               number(copies() ? copy.floats : 0) + number(copies() ? copy.tasks : 0) + number(m_nest.tasks) +
               "floats" + m_number + ", " + number(packed ? packedPlace() : -1) +
               (packed ? "pack" + m_number : "0") + ", " + (copies() ? "copy" + m_number : "0") + ", run" +
               m_number + "}";
    }

private:
    std::int64_t packedPlace() const {
        const Computation& computation = *m_nest.computation;
        const Access& access = *m_nest.packed == Factor::Left ? computation.left : computation.right;
        return static_cast<std::int64_t>(access.place);
    }
    std::string floatsOfOperands() const {
        const Computation& computation = *m_nest.computation;
        std::vector<std::int64_t> floats(computation.operands());
        const auto add = [&](const Access& access) {
            floats[access.place] = std::max(floats[access.place], access.elements());
        };
        add(computation.left);
        add(computation.right);
        for (const Addend& each : computation.epilogue.addends)
            add(each.access);
        std::string text;
        for (const std::int64_t each : floats)
            text += (text.empty() ? "" : ", ") + std::to_string(each);
        return "static const i64 floats" + m_number + "[] = {" + text + "};\n";
    }
    bool copies() const {
        return m_nest.copiesPadding && m_nest.computation->left.isPadded(m_nest.computation->axes);
    }

    void writeRun() {
        const Computation& computation = *m_nest.computation;
        m_lines.open(
            "static void run" + m_number +
            "(const float* const* operands, const float* packed, const float* copy, float* restrict y, "
            "i64 begin, i64 end) {");
        for (const View* const each : {&m_left, &m_right})
            if (each->pointer == each->access->name) declareOperand(*each->access);
        for (const View& each : m_addends)
            declareOperand(*each.access);
        m_lines.open("for (i64 task = begin; task < end; ++task) {");
        openOuterLoops();
        const std::int64_t kept = m_nest.tilesInside() * m_nest.sums;
        if (m_nest.keepsSums) m_lines.add("v" + m_lanes + " kept[" + std::to_string(kept) + "];");
        for (std::size_t i = 0; i < m_nest.reduction.size(); ++i) {
            const ReductionLoop& each = m_nest.reduction[i];
            const std::string name = "R" + std::to_string(i), extent = std::to_string(each.extent);
            if (each.block == each.extent) continue;
            openLoop("for (i64 " + name + " = 0; " + name + " < " + extent + "; " + name +
                     " += " + std::to_string(each.block) + ") {");
        }
        openTiles();
        writeTile(computation);
        for (; m_open > 0; --m_open)
            m_lines.close();
        m_lines.close();
        m_lines.close();
    }
    void openLoop(const std::string& line) {
        m_lines.open(line);
        ++m_open;
    }
    void declareOperand(const Access& access) {
        m_lines.add("const float* " + access.name + " = operands[" + std::to_string(access.place) + "];");
    }

    // S0 and S1.
    void openOuterLoops() {
        if (m_nest.fused > 0) m_lines.add("i64 rest = task;");
        for (std::size_t i = m_nest.fused; i-- > 0;) {
            const std::size_t place = m_nest.order[i];
            const std::string count = std::to_string(m_nest.spatial[place].tasks);
            m_lines.add("const i64 " + named("t", place) + " = rest % " + count + "; rest /= " + count + ";");
        }
        for (std::size_t i = m_nest.fused; i < m_nest.order.size(); ++i)
            openCounted(named("t", m_nest.order[i]), m_nest.spatial[m_nest.order[i]].tasks);
        for (const std::size_t place : m_nest.order) {
            const SpatialLoop& each = m_nest.spatial[place];
            openPart(named("i", place), named("t", place), each.outer, each.blocks);
        }
    }
    // S2, and the first elements of the tile.
    void openTiles() {
        for (std::size_t place = 0; place < m_nest.spatial.size(); ++place) {
            const SpatialLoop& each = m_nest.spatial[place];
            openPart(named("q", place), named("i", place), each.inner, each.tiles);
        }
        for (std::size_t place = 0; place < m_nest.spatial.size(); ++place) {
            const SpatialLoop& each = m_nest.spatial[place];
            std::string first = named("q", place) + " * " + std::to_string(each.tile);
            if (each.extent % each.tile != 0 && !each.sticksOut)
                first = "MIN(" + first + ", " + std::to_string(each.extent - each.tile) + ")";
            m_lines.add("const i64 " + named("e", place) + " = " + first + ";");
        }
    }
    void openCounted(const std::string& name, std::int64_t count) {
        if (count == 1)
            m_lines.add("const i64 " + name + " = 0;");
        else
            openLoop("for (i64 " + name + " = 0; " + name + " < " + std::to_string(count) + "; ++" + name +
                     ") {");
    }
    // `size` of the `total` inner ones that belong to the outer one.
    void openPart(const std::string& inner, const std::string& outer, std::int64_t size, std::int64_t total) {
        if (size == 1) {
            m_lines.add("const i64 " + inner + " = " + outer + ";");
            return;
        }
        const std::string by = std::to_string(size);
        std::string end = "(" + outer + " + 1) * " + by;
        if (total % size != 0) end = "MIN(" + end + ", " + std::to_string(total) + ")";
        openLoop("for (i64 " + inner + " = " + outer + " * " + by + "; " + inner + " < " + end + "; ++" +
                 inner + ") {");
    }

    // Sums of one tile: from 0 or from memory, the products, then to memory or through the epilogue.
    void writeTile(const Computation& computation) {
        const std::string type = "v" + m_lanes;
        std::string isFirst, isLast;
        for (std::size_t i = 0; i < m_nest.reduction.size(); ++i) {
            const ReductionLoop& each = m_nest.reduction[i];
            if (each.block == each.extent) continue;
            const std::string name = "R" + std::to_string(i);
            isFirst += (isFirst.empty() ? "" : " && ") + name + " == 0";
            isLast += (isLast.empty() ? "" : " && ") + name + " + " + std::to_string(each.block) +
                      " >= " + std::to_string(each.extent);
        }
        if (m_nest.keepsSums) m_lines.add(type + "* sums = kept + " + keptPlace() + ";");
        for (std::int64_t i = 0; i < m_nest.sums; ++i) {
            const std::string zero = "splat" + m_lanes + "(0)";
            m_lines.add(
                type + " " + sum(i) + " = " +
                (m_nest.keepsSums ? isFirst + " ? " + zero + " : sums[" + std::to_string(i) + "]" : zero) +
                ";");
        }
        for (const View* const each : {&m_left, &m_right})
            if (!each->isGuarded)
                m_lines.add("const float* at_" + each->access->name + " = " + each->pointer + " + " +
                            firstOf(*each).text() + ";");
        writeProducts();
        if (m_nest.keepsSums) {
            m_lines.open("if (!(" + isLast + ")) {");
            for (std::int64_t i = 0; i < m_nest.sums; ++i)
                m_lines.add("sums[" + std::to_string(i) + "] = " + sum(i) + ";");
            m_lines.add("continue;");
            m_lines.close();
        }
        writeResults(computation.epilogue);
    }
    // The place of the tile's sums among those that are kept.
    std::string keptPlace() const {
        Sum place;
        std::int64_t stride = m_nest.sums;
        for (std::size_t i = m_nest.spatial.size(); i-- > 0;) {
            const std::int64_t inner = m_nest.spatial[i].inner;
            if (inner > 1)
                place.add(stride,
                          "(" + named("q", i) + " - " + named("i", i) + " * " + std::to_string(inner) + ")");
            stride *= inner;
        }
        return place.text();
    }
    Sum firstOf(const View& view) const {
        Sum first;
        first.add(view.offset);
        for (std::size_t place = 0; place < m_nest.spatial.size(); ++place)
            first.add(view.spatial[place], named("e", place));
        if (view.isPacked()) first.add(view.tile, named("q", *m_nest.vector));
        return first;
    }

    void writeProducts() {
        std::size_t loops = 0;
        Sum leftStep, rightStep;
        for (std::size_t i = 0; i < m_nest.reduction.size(); ++i) {
            const ReductionLoop& each = m_nest.reduction[i];
            const std::string name = "r" + std::to_string(i);
            std::string begin = "0", end = std::to_string(each.extent);
            if (each.block < each.extent) {
                begin = "R" + std::to_string(i);
                end = begin + " + " + std::to_string(each.block);
                if (each.extent % each.block != 0)
                    end = "MIN(" + end + ", " + std::to_string(each.extent) + ")";
            }
            const bool isInnermost = i + 1 == m_nest.reduction.size();
            if (isInnermost && m_nest.unroll > 1)
                m_lines.add("#pragma GCC unroll " + std::to_string(m_nest.unroll));
            m_lines.open("for (i64 " + name + " = " + begin + "; " + name + " < " + end + "; ++" + name +
                         ") {");
            ++loops;
            leftStep.add(m_left.reduction[i], name);
            rightStep.add(m_right.reduction[i], name);
        }
        m_lines.open("{");
        declareReads(m_left, leftStep, "f");
        declareReads(m_right, rightStep, "g");
        Steps steps(m_nest);
        for (std::int64_t i = 0; i < m_nest.sums; ++i, steps.next())
            m_lines.add(sum(i) + " += f" + std::to_string(readOf(m_left, steps)) + " * g" +
                        std::to_string(readOf(m_right, steps)) + ";");
        m_lines.close();
        for (; loops > 0; --loops)
            m_lines.close();
    }
    bool isRead(const View& view, std::size_t place) const {
        return view.spatial[place] != 0 || (view.isPacked() && m_nest.vector == place);
    }
    // Steps that read the same have the same number.
    std::int64_t readOf(const View& view, const Steps& steps) const {
        std::int64_t number = 0;
        for (std::size_t place = 0; place < m_nest.spatial.size(); ++place)
            if (isRead(view, place)) number = number * m_nest.stepsOf(place) + steps.at(place);
        return number;
    }
    void declareReads(const View& view, const Sum& step, const std::string& name) {
        if (!view.isGuarded)
            m_lines.add("const float* " + name + " = at_" + view.access->name + " + " + step.text() + ";");
        std::vector<bool> known;
        Steps steps(m_nest);
        for (std::int64_t i = 0; i < m_nest.sums; ++i, steps.next()) {
            const auto number = static_cast<std::size_t>(readOf(view, steps));
            if (known.size() <= number) known.resize(number + 1);
            if (known[number]) continue;
            known[number] = true;
            m_lines.add("const v" + m_lanes + " " + name + std::to_string(number) + " = " +
                        (view.isGuarded ? guardedRead(view, steps) : read(view, name, offsetOf(view, steps))) +
                        ";");
        }
    }
    std::int64_t offsetOf(const View& view, const Steps& steps) const {
        std::int64_t offset = 0;
        for (std::size_t place = 0; place < m_nest.spatial.size(); ++place) {
            const bool isVector = m_nest.vector == place;
            const std::int64_t stride = isVector && view.isPacked() ? 1 : view.spatial[place];
            offset += stride * steps.at(place) * (isVector ? m_nest.lanes : 1);
        }
        return offset;
    }
    std::int64_t laneStride(const View& view) const {
        if (!m_nest.vector) return 0;
        return view.isPacked() ? 1 : view.spatial[*m_nest.vector];
    }
    std::string read(const View& view, const std::string& pointer, std::int64_t offset) const {
        const std::int64_t stride = laneStride(view);
        const std::string at = std::to_string(offset);
        if (stride == 0) return "splat" + m_lanes + "(" + pointer + "[" + at + "])";
        return "load" + m_lanes + "(" + pointer + " + " + at + ", " + std::to_string(stride) + ", " + m_lanes +
               ")";
    }
    // One element, or the 0 of the padding.
    std::string guardedRead(const View& view, const Steps& steps) const {
        const Access& access = *view.access;
        const auto sumOf = [&](const Affine& index) {
            Sum sum;
            sum.add(index.offset);
            for (std::size_t place = 0; place < m_nest.spatial.size(); ++place) {
                const std::int64_t by = index.coefficients[m_nest.spatial[place].axis];
                sum.add(by, named("e", place));
                sum.add(by * steps.at(place) * (m_nest.vector == place ? m_nest.lanes : 1));
            }
            for (std::size_t i = 0; i < m_nest.reduction.size(); ++i)
                sum.add(index.coefficients[m_nest.reduction[i].axis], "r" + std::to_string(i));
            return sum.text();
        };
        std::string isInside;
        for (std::size_t i = 0; i < access.dims.size(); ++i)
            if (access.isPadded(i, m_nest.computation->axes))
                isInside += (isInside.empty() ? "" : " && ") + ("(u64)(" + sumOf(access.indices[i])) + ") < " +
                            std::to_string(access.dims[i]);
        return "splat" + m_lanes + "(" + isInside + " ? " + view.pointer + "[" + sumOf(access.linear()) +
               "] : 0)";
    }

    void writeResults(const Epilogue& epilogue) {
        m_lines.add("float* to = y + " + firstOf(m_output).text() + ";");
        for (const View& each : m_addends)
            m_lines.add("const float* at_" + each.pointer + " = " + each.pointer + " + " +
                        firstOf(each).text() + ";");
        Steps steps(m_nest);
        const std::string stride = std::to_string(m_nest.vector ? laneStride(m_output) : 1);
        for (std::int64_t i = 0; i < m_nest.sums; ++i, steps.next()) {
            m_lines.open("{");
            std::string left = m_lanes;
            if (m_nest.vector && m_nest.spatial[*m_nest.vector].sticksOut) {
                left = "left";
                m_lines.add("const i64 left = " +
                            std::to_string(m_nest.spatial[*m_nest.vector].extent -
                                           steps.at(*m_nest.vector) * m_nest.lanes) +
                            " - " + named("e", *m_nest.vector) + ";");
            }
            std::string value = sum(i);
            if (epilogue.scale != 1) value += " * splat" + m_lanes + "(" + literal(epilogue.scale) + ")";
            for (std::size_t n = 0; n < m_addends.size(); ++n) {
                const View& view = m_addends[n];
                const std::string at = "at_" + view.pointer + " + " + std::to_string(offsetOf(view, steps));
                const std::int64_t step = laneStride(view);
                value += step == 0
                             ? " + splat" + m_lanes + "(*(" + at + "))"
                             : " + load" + m_lanes + "(" + at + ", " + std::to_string(step) + ", " + left + ")";
                if (const float scale = epilogue.addends[n].scale; scale != 1)
                    value += " * splat" + m_lanes + "(" + literal(scale) + ")";
            }
            if (epilogue.low) value = "least" + m_lanes + "(" + value + ", " + literal(*epilogue.low) + ")";
            if (epilogue.high) value = "most" + m_lanes + "(" + value + ", " + literal(*epilogue.high) + ")";
            m_lines.add("store" + m_lanes + "(to + " + std::to_string(offsetOf(m_output, steps)) + ", " +
                        value + ", " + stride + ", " + left + ");");
            m_lines.close();
        }
    }

    static std::string named(const char* kind, std::size_t place) { return kind + std::to_string(place); }
    static std::string sum(std::int64_t number) { return "c" + std::to_string(number); }

    const Nest& m_nest;
    std::string m_number, m_lanes;
    View m_left, m_right, m_output;
    std::vector<View> m_addends;
    Lines m_lines;
    std::size_t m_open = 0; // loops of the run
};

std::string withLanes(std::string text, std::int64_t lanes) {
    const std::string number = std::to_string(lanes);
    for (std::size_t at = 0; (at = text.find('#', at)) != std::string::npos; at += number.size())
        text.replace(at, 1, number);
    return text;
}

} // namespace

std::string sourceOf(std::span<const Nest> nests) {
    std::vector<std::int64_t> widths;
    for (const Nest& each : nests)
        if (std::ranges::count(widths, each.lanes) == 0) widths.push_back(each.lanes);
    std::ranges::sort(widths);
    std::string text = Prelude;
    for (const std::int64_t lanes : widths)
        text += lanes == 1 ? Scalars : withLanes(Vectors, lanes);
    std::string records;
    for (std::size_t i = 0; i < nests.size(); ++i) {
        Writer writer(nests[i], i);
        text += writer.text();
        records += "    " + writer.record() + ",\n";
    }
    text += "static const struct kernel kernels[] = {\n" + records + "};\n";
    text += "const struct table edgewright_generated = {" + std::to_string(kernels::GeneratedVersion) + ", " +
            std::to_string(nests.size()) + ", kernels};\n";
    return text;
}

} // namespace edgewright::loopnest
