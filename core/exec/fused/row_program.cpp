// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/fused/row_program.h"

#include "core/base/checked.h"
#include "core/exec/fused/elementwise_member.h"
#include "core/ir/order.h"
#include "core/ops/operands/axes.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

namespace edgewright::exec {

namespace {

using Task = RowProgram::Task;
using Source = RowProgram::Source;
using Step = RowProgram::Step;

constexpr std::array<std::string_view, 5> Reductions{"ReduceMean", "ReduceSum", "ReduceMax", "ReduceSumSquare",
                                                     "ReduceL2"};

bool isReduction(const ir::Node& node) {
    return node.domain.empty() && std::ranges::find(Reductions, node.op) != Reductions.end();
}
bool isRowNorm(const ir::Node& node) {
    return node.is("Softmax") || node.is("LayerNormalization") || node.is("RMSNormalization");
}

// The first of the last axes that `node` works along; empty when it works along others, or they are not known.
std::optional<std::int64_t> firstAxis(const ir::Graph& body, const ir::Node& node, std::int64_t opset) {
    const ValueId in = node.input(0);
    const auto dims = in.valid() ? body.value(in).type.dims() : std::nullopt;
    if (!dims || dims->empty()) return std::nullopt;
    const auto rank = static_cast<std::int64_t>(dims->size());
    if (isRowNorm(node)) {
        const bool flat = node.is("Softmax") && opset < 13;
        const auto axis = ops::normaliseAxis(node.intOr("axis", flat ? 1 : -1), rank);
        if (!axis || (node.is("Softmax") && !flat && *axis != rank - 1)) return std::nullopt;
        return *axis;
    }
    std::vector<std::int64_t> axes = node.ints("axes");
    if (node.hasInput(1)) {
        const ir::Tensor* known = body.value(node.input(1)).known();
        if (!known || known->dtype() != ir::DataType::Int64) return std::nullopt;
        const auto list = known->as<std::int64_t>();
        axes.assign(list.begin(), list.end());
    }
    if (axes.empty())
        return node.intOr("noop_with_empty_axes", 0) != 0 ? std::nullopt : std::optional(std::int64_t(0));
    auto places = ops::normaliseAxes(axes, rank);
    if (!places) return std::nullopt;
    std::ranges::sort(*places);
    const std::int64_t first = places->front();
    if (places->back() != rank - 1 || static_cast<std::int64_t>(places->size()) != rank - first)
        return std::nullopt;
    return first;
}

class Compiler {
public:
    Compiler(const ir::Graph& body, const ir::Opsets& opsets) : m_body(body), m_opsets(opsets) {}

    std::optional<RowProgram> compile() {
        constexpr std::size_t MaxProgramMembers = 4096; // simplify() looks for the readers of each
        const std::vector<NodeId> order = ir::executionOrder(m_body).nodes;
        if (order.size() > MaxProgramMembers || !findRows(order)) return std::nullopt;
        for (const NodeId id : order) {
            const ir::Node& node = m_body.node(id);
            if (node.outputs.empty() || !node.output(0).valid()) return std::nullopt;
            if (m_body.value(node.output(0)).known()) continue;
            for (std::size_t i = 1; i < node.outputs.size(); ++i)
                if (node.output(i).valid()) return std::nullopt;
            if (!add(node)) return std::nullopt;
        }
        for (std::size_t i = 0; i < m_body.outputs.size(); ++i) {
            const auto made = m_made.find(m_body.outputs[i]);
            if (made == m_made.end() || made->second.kind != Source::Kind::Step) return std::nullopt;
            Step& step = m_program.steps[made->second.index];
            if (step.output) return std::nullopt;
            step.output = i;
            m_program.outputs.push_back(*m_body.value(m_body.outputs[i]).type.dims());
        }
        if (m_program.outputs.empty()) return std::nullopt;
        simplify(m_program);
        assignBuffers(m_program);
        return std::move(m_program);
    }

private:
    // Rows are those of the first operator on rows; all others must agree.
    bool findRows(const std::vector<NodeId>& order) {
        for (const NodeId id : order) {
            const ir::Node& node = m_body.node(id);
            if (!isReduction(node) && !isRowNorm(node)) continue;
            const auto first = firstAxis(m_body, node, ir::opsetOf(m_opsets, node.domain));
            if (!first) return false;
            m_full = *m_body.value(node.input(0)).type.dims();
            m_first = static_cast<std::size_t>(*first);
            m_program.outerDims.assign(m_full.begin(), m_full.begin() + *first);
            m_kept = m_full;
            std::fill(m_kept.begin() + *first, m_kept.end(), 1);
            const auto all = checkedProduct(m_full);
            const auto rows = checkedProduct(m_program.outerDims);
            if (!all || !rows || *all <= 0 || *rows <= 0) return false;
            m_program.rows = *rows;
            m_program.columns = *all / *rows;
            return m_program.columns > 1;
        }
        return false;
    }

    bool isFloat(ValueId id) const {
        const ir::TensorType& type = m_body.value(id).type;
        return type.isTensor() && type.dtype == ir::DataType::Float32;
    }
    std::optional<ir::Dims> dimsOf(ValueId id) const {
        if (!id.valid() || !isFloat(id)) return std::nullopt;
        return m_body.value(id).type.dims();
    }

    // What a member reads, which broadcasts to the full extents.
    std::optional<Source> read(ValueId id) {
        const auto dims = dimsOf(id);
        if (!dims) return std::nullopt;
        if (const auto found = m_made.find(id); found != m_made.end()) {
            if (found->second.kind == Source::Kind::Step && *dims != m_full && *dims != m_kept)
                return std::nullopt;
            return found->second;
        }
        RowProgram::Tensor tensor;
        const auto input = std::ranges::find(m_body.inputs, id);
        if (input != m_body.inputs.end())
            tensor.operand.input = static_cast<std::size_t>(input - m_body.inputs.begin());
        else if (const ir::Tensor* known = m_body.value(id).known())
            tensor.operand.constant = known;
        else
            return std::nullopt;
        tensor.dims = *dims;
        if (!place(tensor)) return std::nullopt;
        m_program.tensors.push_back(std::move(tensor));
        const Source source{Source::Kind::Tensor, m_program.tensors.size() - 1};
        m_made.emplace(id, source);
        return source;
    }

    bool place(RowProgram::Tensor& tensor) const {
        const std::size_t rank = m_full.size();
        if (tensor.dims.size() > rank) return false;
        ir::Dims dims(rank - tensor.dims.size(), 1);
        dims.insert(dims.end(), tensor.dims.begin(), tensor.dims.end());
        const auto tail = static_cast<std::ptrdiff_t>(m_first);
        const bool singles =
            std::all_of(dims.begin() + tail, dims.end(), [](std::int64_t n) { return n == 1; });
        tensor.whole = std::equal(dims.begin() + tail, dims.end(), m_full.begin() + tail);
        if (!tensor.whole && !singles) return false;
        const std::int64_t perRow = tensor.whole ? m_program.columns : 1;
        std::int64_t stride = perRow;
        bool dense = true, repeats = true;
        tensor.outer.assign(m_first, 0);
        for (std::size_t i = m_first; i-- > 0;) {
            if (dims[i] != 1 && dims[i] != m_full[i]) return false;
            if (dims[i] != m_full[i]) dense = false;
            if (dims[i] == 1) continue;
            repeats = false;
            tensor.outer[i] = stride;
            stride *= dims[i];
        }
        if (repeats)
            tensor.rowStride = 0;
        else if (dense)
            tensor.rowStride = perRow;
        return true;
    }

    Source push(Step step) {
        m_program.steps.push_back(std::move(step));
        return {Source::Kind::Step, m_program.steps.size() - 1};
    }
    void make(const ir::Node& node, Step step) { m_made[node.output(0)] = push(std::move(step)); }

    bool add(const ir::Node& node) {
        if (!node.hasInput(0)) return false;
        if (isReduction(node) || isRowNorm(node)) return addRows(node);
        const auto member = elementwiseMember(node, ir::opsetOf(m_opsets, node.domain), [&](std::size_t index) {
            const ValueId id = node.input(index);
            return id.valid() ? m_body.value(id).known() : nullptr;
        });
        if (!member) return false;
        const auto a = read(node.input(member->a));
        const auto dims = dimsOf(node.output(0));
        if (!a || !dims || (*dims != m_full && *dims != m_kept)) return false;
        if (member->copies) {
            m_made[node.output(0)] = *a;
            return a->kind == Source::Kind::Step;
        }
        Step step;
        step.whole = *dims == m_full;
        step.alpha = member->instruction.alpha;
        step.beta = member->instruction.beta;
        step.unary = member->instruction.unary;
        step.a = *a;
        if (m_program.isWhole(*a) != step.whole && (!step.whole || !member->instruction.binary)) return false;
        if (member->instruction.binary || member->biased) {
            const auto b = read(node.input(member->b));
            if (!b || (!step.whole && m_program.isWhole(*b))) return false;
            Step pair = step;
            pair.task = Task::Binary;
            pair.pair = member->biased ? kernels::Binary::Add : member->instruction.pair;
            pair.b = *b;
            if (member->biased)
                step.a = push(pair);
            else
                step = pair;
        }
        make(node, step);
        return true;
    }

    bool addRows(const ir::Node& node) {
        const auto first = firstAxis(m_body, node, ir::opsetOf(m_opsets, node.domain));
        const auto dims = dimsOf(node.input(0));
        const auto made = dimsOf(node.output(0));
        if (!first || static_cast<std::size_t>(*first) != m_first || dims != m_full || !made) return false;
        const auto a = read(node.input(0));
        if (!a || !m_program.isWhole(*a)) return false;
        if (isRowNorm(node)) return *made == m_full && addNorm(node, *a);
        // Without the reduced axes it can only leave the group: read() refuses other shapes.
        if (*made != m_kept && *made != m_program.outerDims) return false;
        const auto count = static_cast<double>(m_program.columns);
        Step step;
        step.whole = false;
        step.a = *a;
        step.task = node.op == "ReduceMax"                              ? Task::Maximum
                    : node.op == "ReduceMean" || node.op == "ReduceSum" ? Task::Sum
                                                                        : Task::SumOfSquares;
        if (node.op == "ReduceMean") step.divisor = count;
        if (node.op == "ReduceL2") {
            Step root;
            root.whole = false;
            root.unary = kernels::Unary::Sqrt;
            root.a = push(step);
            step = root;
        }
        make(node, step);
        return true;
    }

    // A parameter with exactly the extents of a row.
    std::optional<Source> parameter(ValueId id) {
        const auto dims = dimsOf(id);
        const ir::Dims row(m_full.begin() + static_cast<std::ptrdiff_t>(m_first), m_full.end());
        if (dims != row || m_made.contains(id)) {
            const auto found = m_made.find(id);
            if (dims != row || found == m_made.end() || found->second.kind != Source::Kind::Tensor)
                return std::nullopt;
        }
        return read(id);
    }

    bool addNorm(const ir::Node& node, Source a) {
        Step last;
        last.a = a;
        if (node.is("Softmax")) {
            last.task = Task::Softmax;
            make(node, last);
            return true;
        }
        const auto scale = parameter(node.input(1));
        if (!scale) return false;
        last.task = Task::Normalise;
        last.d = *scale;
        if (node.hasInput(2)) {
            const auto shift = parameter(node.input(2));
            if (!shift) return false;
            last.e = *shift;
        }
        Step squares;
        squares.task = Task::SumOfSquares;
        squares.whole = false;
        squares.divisor = static_cast<double>(m_program.columns);
        squares.a = a;
        if (node.is("LayerNormalization")) {
            Step mean = squares;
            mean.task = Task::Sum;
            squares.b = last.b = push(mean);
        }
        Step root;
        root.task = Task::InverseRoot;
        root.whole = false;
        root.alpha = node.floatOr("epsilon", 1e-5f);
        root.a = push(squares);
        last.c = push(root);
        make(node, last);
        return true;
    }

    const ir::Graph& m_body;
    const ir::Opsets& m_opsets;
    RowProgram m_program;
    ir::Dims m_full, m_kept;
    std::size_t m_first = 0;
    std::unordered_map<ValueId, Source> m_made;
};

} // namespace

bool RowProgram::worksOnRows(const ir::Node& node) { return isReduction(node) || isRowNorm(node); }

std::optional<RowProgram> RowProgram::make(const ir::Graph& body, const ir::Opsets& opsets) {
    return Compiler(body, opsets).compile();
}

} // namespace edgewright::exec
