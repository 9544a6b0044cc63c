// SPDX-License-Identifier: GPL-3.0-or-later
// A node that becomes launches: what it reads and writes, and where that lies.
#pragma once

#include "core/gpu/kernels/code_launches.h"
#include "core/gpu/layers/layer.h"

#include <functional>

namespace edgewright::gpu {

// The elements that a kernel takes.
enum class Numbers { Float32, Codes, Int32, Any }; // codes: of 8 bits

class LayerContext {
public:
    // `part` gives the place of a value of `graph`, which holds the node; constants have one, too.
    LayerContext(const ir::Graph& graph, const ir::Node& node, std::int64_t opset, const LayerTarget& target,
                 Layer& layer, std::function<Result<BufferPart>(ValueId)> part)
        : m_graph(graph), m_node(node), m_opset(opset), m_target(target), m_layer(layer),
          m_part(std::move(part)) {}

    const ir::Graph& graph() const { return m_graph; }
    const ir::Node& node() const { return m_node; }
    std::int64_t opset() const { return m_opset; }

    // Extents of a tensor with such elements; Unsupported, naming it, where it has others or none, or they are
    // not known.
    Result<ir::Dims> dims(std::size_t input, Numbers numbers = Numbers::Float32) const {
        return dimsOf(m_node.input(input), numbers);
    }
    Result<ir::Dims> resultDims(Numbers numbers = Numbers::Float32) const { return dimsOf(m_result, numbers); }
    ir::DataType type(std::size_t input) const; // Undefined: it is left out
    ir::DataType resultType() const { return m_graph.value(m_result).type.dtype; }
    const ir::Tensor* constant(std::size_t input) const; // null: it is none
    // Its elements as float32; Unsupported where it is no constant.
    Result<std::vector<float>> numbers(std::size_t input) const;

    Result<Operand> input(std::size_t index) { return operandOf(m_node.input(index)); }
    Result<Operand> result() { return operandOf(m_result); } // output 0, or what the ending makes of it
    Operand weight(std::vector<float> numbers);
    Operand weight(Array numbers);
    Operand scratch(std::int64_t count, Type type = Type::Float32);
    void launch(Launch launch) { m_layer.launches.push_back(std::move(launch)); }

    // Products of halves: rows of matrices are halfRow() long then, with zeros behind their columns.
    bool multipliesHalves() const { return m_target.products == Type::Float16; }
    Operand halfWeight(const std::vector<float>& numbers, std::int64_t rows, std::int64_t columns);
    Operand halfScratch(std::int64_t rows, std::int64_t columns) {
        return scratch(rows * halfRow(columns), Type::Float16);
    }
    void convert(Launch launch); // to halves
    void multiplyHalves(std::int64_t m, std::int64_t n, std::int64_t k, bool ofColumns, const Ending& ending,
                        const Operand& a, const Operand& b, const Operand& c);

    // Products of codes: rows of matrices are codeRow() long. Unsupported without tensor cores for them.
    bool multipliesCodes() const { return m_target.multipliesCodes; }
    Result<void> multiplyCodes(std::int64_t m, std::int64_t n, std::int64_t k, bool ofColumns,
                               const CodeEnding& ending, const Operand& a, const Operand& b, const Operand& c);

    // The rest of the group that the same launch does.
    void endWith(const Ending& ending, ValueId result) { m_ending = ending, m_result = result; }
    void keep(const Ending& ending) { m_ending = ending; }
    const Ending& ending() const { return m_ending; }
    // The parameters of a matrix product [m][n]: smaller tiles where larger ones would leave processors idle.
    Values tilesFor(std::int64_t m, std::int64_t n) const;

private:
    Result<ir::Dims> dimsOf(ValueId value, Numbers numbers) const;
    Result<Operand> operandOf(ValueId value);
    bool fillsAll(std::int64_t m, std::int64_t n) const; // large tiles of it are enough for the processors
    Values tensorTilesFor(std::int64_t m, std::int64_t n) const;

    const ir::Graph& m_graph;
    const ir::Node& m_node;
    std::int64_t m_opset;
    const LayerTarget& m_target;
    Layer& m_layer;
    std::function<Result<BufferPart>(ValueId)> m_part;
    Ending m_ending;
    ValueId m_result = m_node.output(0);
};

// The same array from `elements` further on; Nothing stays nothing.
Operand from(const Operand& operand, std::int64_t elements);

Array arrayOf(const std::vector<float>& numbers);  // of float32
Result<Array> arrayOf(const ir::Tensor& constant); // as its typeOf()

// The type that kernels know such elements by; codes are their bits. Float32 for what no kernel takes.
Type typeOf(ir::DataType type);

// Float32 elements of a constant.
Result<std::vector<float>> numbersOf(const ir::Tensor& tensor);

inline std::int64_t countOf(const ir::Dims& dims, std::size_t first = 0) {
    std::int64_t count = 1;
    for (std::size_t i = first; i < dims.size(); ++i)
        count *= dims[i];
    return count;
}

} // namespace edgewright::gpu
