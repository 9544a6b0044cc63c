// SPDX-License-Identifier: GPL-3.0-or-later
// One operator in one place: its output types, its arithmetic, its exact result.
//
// To add an operator: write core/ops/<family>/<snake_name>.cpp, all of it in namespace
// edgewright::ops::<snake_name>, with `extern const Operator entry{...};`, and add <snake_name> to OPERATORS in
// the CMakeLists.txt of that folder. Everything else iterates the catalogue. Operators of a few lines are rows
// of a table: a file of TABLES, in the namespace of its name, defines `extern const std::span<const Operator>
// entries`.
#pragma once

#include "core/base/checked.h"
#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ir/graph.h"
#include "core/kernels/elementwise.h"
#include "core/kernels/kernel_parameters.h"
#include "core/ops/matrix_product.h"
#include "core/ops/parameter_space.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::kernels {
class Backend;
}

namespace edgewright::ops {

class Epilogue;

// The kind of operator for a reader: the eight colours of the graph view.
enum class Category {
    Compute,    // Conv, Gemm, MatMul, ConvTranspose, RNNs
    Activation, // Relu, Clip, Sigmoid, ...
    Normalisation,
    Pooling,      // and reductions
    ElementWise,  // Add, Mul, ... comparison, casts
    DataMovement, // Reshape, Transpose, Concat, Slice, Gather, Resize, Shape, constants
    Quantization,
    ControlFlow,
    Unknown, // no entry of the catalogue, and no body that would tell: an operator of a foreign domain
};

// Dependence of outputs on inputs, for grouping (after TVM's operator patterns).
enum class Pattern {
    ElementWise, // one-to-one
    Broadcast,   // one-to-one after broadcasting
    Injective,   // moves elements
    Reduction,
    OutFusable, // Conv, Gemm, pooling: element-wise may follow
    Opaque,
};

// Everything type inference may look at and must say, for one node.
class InferContext {
public:
    virtual ~InferContext() = default;
    virtual const ir::Node& node() const = 0;
    virtual std::int64_t opset() const = 0; // of the node's domain
    // Null when omitted. An input whose type is not known yet has dtype Undefined and no shape.
    virtual const ir::TensorType* input(std::size_t index) const = 0;
    // The elements of an input, when they are known without running the model; else null.
    virtual const ir::Tensor* value(std::size_t index) const = 0;
    virtual void setOutput(std::size_t index, ir::TensorType type) = 0;
    // The output's elements are known (Shape, Size, Constant); implies setOutput.
    virtual void setValue(std::size_t index, ir::Tensor tensor) = 0;
    // The elements of an integer scalar or vector as extents, where at least some are only known as symbols:
    // Shape of float32[batch,3] is {batch, 3}. Also answers for inputs whose value() is known; empty when
    // nothing is known.
    virtual std::optional<std::vector<ir::Dim>> extents(std::size_t index) const = 0;
    // The same for an output; implies setOutput with `type`. Elements that are not known are unknown Dims.
    virtual void setExtents(std::size_t index, ir::TensorType type, std::vector<ir::Dim> elements) = 0;
    // Types of a subgraph's outputs when its inputs have these types (If, Loop, Scan, function bodies).
    virtual Result<std::vector<ir::TensorType>> inferSubgraph(const ir::Graph& graph,
                                                              std::span<const ir::TensorType> inputs) = 0;
};

// Everything a kernel may touch while it runs one node. Inputs have data and the types that inference accepted;
// a kernel still checks what depends on element values (indices, axes given as tensors).
class KernelContext {
public:
    virtual ~KernelContext() = default;
    virtual const ir::Node& node() const = 0;
    virtual std::int64_t opset() const = 0;
    virtual std::size_t inputCount() const = 0;
    // Null when omitted.
    virtual const ir::Tensor* input(std::size_t index) const = 0;
    // Allocates output `index` (zero-filled or not: unspecified). Each output once.
    virtual Result<ir::Tensor> output(std::size_t index, ir::DataType type, const ir::Dims& dims) = 0;
    // Hands over a finished tensor instead (views, constants, strings).
    virtual void setOutput(std::size_t index, ir::Tensor tensor) = 0;
    // Output `index` with these elements.
    template <typename T>
    Result<void> writeOutput(std::size_t index, const ir::Dims& dims, const std::vector<T>& elements);
    // True if a part of an input may be handed over where it is, instead of a copy.
    virtual bool takesPartsOfInputs() const { return false; }
    virtual bool wantsOutput(std::size_t index) const = 0;
    // True if the input is the same tensor in every run of this node: a weight, which is worth preparing.
    virtual bool isConstant(std::size_t index) const = 0;
    // State that the kernel keeps with its node from one run to the next (packed weights); null at first.
    virtual std::shared_ptr<void>& state() = 0;
    // Memory for intermediate results of this node alone, 64-byte aligned, not initialised; valid until the
    // kernel returns. Counted as scratch.
    virtual Result<std::span<std::byte>> scratch(std::int64_t bytes) = 0;
    // The same as `count` elements of T, and as a tensor: one that is neither handed over nor kept in state().
    template <typename T>
    Result<std::span<T>> scratchOf(std::int64_t count);
    Result<ir::Tensor> scratchTensor(ir::DataType type, const ir::Dims& dims);
    // A tensor that may outlive the kernel: what goes into a subgraph, an item of a sequence. Not initialised;
    // counted as an intermediate result for as long as somebody holds it.
    virtual Result<ir::Tensor> allocate(ir::DataType type, const ir::Dims& dims) = 0;
    // A tensor that state() keeps. Not initialised; counted as prepared until the state lets go of it.
    virtual Result<ir::Tensor> allocatePrepared(ir::DataType type, const ir::Dims& dims) = 0;
    // In a fused group, for an operator that takes one (Operator::takesEpilogue): must be applied to every
    // element of output 0, which is float32. Null otherwise.
    virtual const Epilogue* epilogue() const { return nullptr; }
    // Another library that may compute convolutions instead of the kernels here; null: none.
    virtual const kernels::Backend* backend() const { return nullptr; }
    // The algorithm that convolutions in float32 are asked to take where they can.
    virtual kernels::ConvolutionAlgorithm convolutionAlgorithm() const {
        return kernels::ConvolutionAlgorithm::Automatic;
    }
    // The ones that were chosen for the node's kernel.
    virtual const kernels::KernelParameters& parameters() const {
        static const kernels::KernelParameters none;
        return none;
    }
    virtual int threads() const = 0;
    virtual const RunContext& run() const = 0;
    // Runs a subgraph or body on these inputs (If, Loop, Scan, functions).
    virtual Result<std::vector<ir::Tensor>> runSubgraph(const ir::Graph& graph,
                                                        std::vector<ir::Tensor> inputs) = 0;
};

template <typename T>
Result<void> KernelContext::writeOutput(std::size_t index, const ir::Dims& dims,
                                        const std::vector<T>& elements) {
    auto made = output(index, ir::dataTypeOf<T>(), dims);
    if (!made) return std::move(made).error();
    std::ranges::copy(elements, made->template as<T>().begin());
    return {};
}

Error uncountableScratch();

template <typename T>
Result<std::span<T>> KernelContext::scratchOf(std::int64_t count) {
    const auto bytes = checkedMul(count, sizeof(T));
    if (!bytes) return uncountableScratch();
    const auto memory = scratch(*bytes);
    if (!memory) return memory.error();
    return std::span<T>(reinterpret_cast<T*>(memory->data()), static_cast<std::size_t>(count));
}

// Outputs that are drawn from random numbers.
enum class Randomness {
    None,
    InTraining, // only where ratio and training_mode, inputs 1 and 2, are not 0 (Dropout)
    Always,
};

// One element of an element-wise operator as a vector kernel, for loops that run several operators at once.
// Neither: the operator is no part of such loops, or the node's attributes decide (Clip, Pow, Gelu).
struct LoopBody {
    std::optional<kernels::Unary> unary = {};
    std::optional<kernels::Binary> binary = {};
    float alpha = 0, beta = 0; // of the unary kernel, where the node lacks the attribute of that name
    bool biased = false;       // input 1, where there is one, is added before the unary kernel
};

using InferFunction = Result<void> (*)(InferContext&);
using RunFunction = Result<void> (*)(KernelContext&);
using LargestExtentFunction = std::optional<std::int64_t> (*)(const ir::Node&, Types inputs,
                                                              std::span<const ir::Tensor* const> values);
// Numbers that attributes hold.
struct HeldNumbers {
    std::int64_t count = 0, bytes = 0;
};
using HeldNumbersFunction = HeldNumbers (*)(const ir::Node&);
using ParametersFunction = ParameterSpace (*)(const NodeWork&);
using ProductsFunction = Result<MatrixProducts> (*)(const ir::Node&, Types inputs, Types outputs);
using ElementsFunction = std::optional<std::int64_t> (*)(const ir::Node&, std::size_t index,
                                                         const ir::TensorType& input);

struct Operator {
    std::string_view domain = {}; // "" is the standard domain
    std::string_view name = {};
    Category category = Category::DataMovement;
    Pattern pattern = Pattern::Opaque;
    // Errors are BadInput ("kernel_shape has 3 entries where the input has 2 spatial axes").
    // An output that cannot be typed yet is left unset; that is no error.
    InferFunction infer = nullptr;
    // The matrix products of one execution, from which its multiply-accumulates follow; null: it has none.
    // BadInput while a type that it needs is not known, or where types contradict each other.
    ProductsFunction products = nullptr;
    // The parameters of its kernel that can be tuned; null: it has none.
    ParametersFunction parameters = nullptr;
    // Reference execution in float32 (halves are computed in float32 and rounded); null: cannot run yet.
    RunFunction run = nullptr;
    // Parameters that are attributes, not inputs (coefficients, thresholds, leaves); null: it has none.
    HeldNumbersFunction heldNumbers = nullptr;
    bool takesEpilogue = false; // see KernelContext::epilogue
    // True if inputs may be sequences or optionals; other operators never see one.
    bool takesContainers = false;
    Randomness randomness = Randomness::None;
    // Output 0 is input 0 under another name or shape, so that both can be the same bytes.
    bool isView = false;
    // Some output extent is decided by element values, and by nothing else.
    bool dataDependentShape = false;
    // The most that such an extent can be. `inputs` have their extents, or upper bounds of them; `values` are
    // the elements of inputs that are known beforehand, else null. Null, and nothing: there is no bound.
    LargestExtentFunction largestExtent = nullptr;
    // Runs on float16 and bfloat16 where it is declared so: float32 would change more than the rounding.
    bool keepsHalf = false;
    // No opset of its domain has it today: runtimes know it beyond the standard, or from before it was
    // withdrawn.
    bool isUnofficial = false;
    // The first opset of its domain that has it as it is written today; and that takes bfloat16, if later.
    std::int64_t since = 1, sinceBfloat16 = 1;
    LoopBody loop = {};
    // The weights that an input holds, where several share an element of its type (codes of 4 bits in bytes).
    // Null, or nothing: as many as it has elements.
    ElementsFunction packedElements = nullptr;
};

// Every operator we know, sorted by (domain, name).
std::span<const Operator* const> catalogue();
// Null when unknown. "ai.onnx" must already be normalised to "".
const Operator* find(std::string_view domain, std::string_view name);
// The operator of a node, with its domain where that is not the standard one: "Conv", "com.microsoft.QMoE".
std::string operatorName(const ir::Node& node);
// True if that opset of its domain defines the node's operator.
bool isDefined(const ir::Node& node, std::int64_t opset);
// The reason for which no such node can run, whatever it reads: "operator 'Foo' of domain 'com.example' is not
// known", its own or that of a node inside. Empty where it can, or where one branch of it can.
std::string obstacleOf(const ir::Node& node);
// Category of a node: the operator's own; for a group, that of its first compute member, else of its first
// member.
Category categoryOf(const ir::Node& node);
// True if the node, or one of its body or subgraphs, may draw random numbers. `graph` is the node's own: a
// ratio or training_mode that is known to be 0 there draws none; without it, both count as anything.
bool isRandom(const ir::Node& node, const ir::Graph* graph = nullptr);
// True if output 0 is input 0 under another name or shape, however long either lives.
bool isView(const ir::Node& node);

} // namespace edgewright::ops
