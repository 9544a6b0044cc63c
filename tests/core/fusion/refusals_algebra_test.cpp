// SPDX-License-Identifier: GPL-3.0-or-later
// What the rules that leave standard operators refuse: each condition violated once, and the reason names what
// stands in the way.
#include "tests/core/fusion/refusal_case.h"
#include "tests/support/test_class.h"

namespace edgewright::refusals_algebra_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

using ir::DataType;

ValueId matrix(Net& n) { return n.floats("x", {3, 4}); }
ValueId image(Net& n) { return n.floats("x", {1, 2, 5, 5}); }
ir::Attribute axis(std::int64_t value) { return {"axis", value}; }
ir::Attribute perm(const Ints& values) { return {"perm", values}; }
ValueId transposed(Net& n, ValueId x) { return n.node("Transpose", {x}, {perm({1, 0})}); }
ValueId cast(Net& n, ValueId x, DataType to) {
    return n.node("Cast", {x}, {{"to", static_cast<std::int64_t>(to)}});
}
ValueId slice(Net& n, ValueId x, const std::string& name, std::int64_t from, std::int64_t to) {
    return n.node("Slice", {x, n.ints(name + "_from", {from}), n.ints(name + "_to", {to})});
}
// Conv of two channels with what is wrong about it, and BatchNormalization behind it.
void convNorm(Net& n, ValueId w, ValueId b, std::int64_t values = 2) {
    n.output(n.batchNorm(n.node("Conv", {image(n), w, b}), values));
}
ValueId normOf(Net& n, ValueId x, const char* runTime, float variance = 1) {
    const auto parameter = [&](const std::string& role) {
        return role == runTime ? n.floats(role, {2}) : n.weights(role, {2}, 0.5F, 2);
    };
    const ValueId scale = parameter("scale"), bias = parameter("bias"), mean = parameter("mean");
    const ValueId spread = std::string_view(runTime) == "variance"
                               ? n.floats("variance", {2})
                               : n.constant("variance", ir::Tensor::of<float>({2}, {1, variance}));
    return n.node("BatchNormalization", {x, scale, bias, mean, spread});
}
ValueId paddedImage(Net& n, const Ints& pads) { return n.node("Pad", {image(n), n.ints("pads", pads)}); }
const Ints ones{0, 0, 1, 1, 0, 0, 1, 1};

const std::vector<RefusalCase> handedOn{
    {"eliminate_identity", "read inside a subgraph", "the output of Abs_0 is read inside a subgraph of If_2",
     [](Net& n) {
         const ValueId x = n.node("Abs", {matrix(n)});
         n.output(n.node("Identity", {x}));
         readInside(n, x);
     }},
    {"cancel_inverses", "an input under another name",
     "without Neg_1 the graph output 'Neg_1_out' would be 'x', which no operator writes",
     [](Net& n) { n.output(n.node("Neg", {n.node("Neg", {matrix(n)})})); }},
    {"cancel_inverses", "read inside a subgraph", "the output of Neg_1 is read inside a subgraph of If_2",
     [](Net& n) { readInside(n, n.node("Neg", {n.node("Neg", {matrix(n)})})); }},
    {"cancel_inverses", "graph output between", "the output of Neg_0, 'Neg_0_out', is a graph output",
     [](Net& n) {
         const ValueId x = n.node("Neg", {matrix(n)});
         n.output(x);
         n.output(n.node("Abs", {x}));
     }},
    {"cancel_splits", "an input under another name", "the graph output 'Concat_1_out' would be 'x'",
     [](Net& n) {
         const ValueId a = n.value("a"), b = n.value("b");
         n.nodeInto("Split", {n.floats("x", {4, 4})}, {a, b}, {axis(0)});
         n.output(n.node("Concat", {a, b}, {axis(0)}));
     }},
    {"cancel_splits", "graph output", "the output of Split_1, 'a', is a graph output",
     [](Net& n) {
         const ValueId a = n.value("a"), b = n.value("b");
         const ValueId x = n.node("Concat", {n.floats("p", {2, 4}), n.floats("q", {2, 4})}, {axis(0)});
         n.nodeInto("Split", {x}, {a, b}, {axis(0)});
         n.output(a);
         n.output(n.node("Abs", {b}));
     }},
    {"cancel_splits", "read inside a subgraph", "the output of Split_1 is read inside a subgraph of If_3",
     [](Net& n) {
         const ValueId a = n.value("a"), b = n.value("b");
         const ValueId x = n.node("Concat", {n.floats("p", {2, 4}), n.floats("q", {2, 4})}, {axis(0)});
         n.nodeInto("Split", {x}, {a, b}, {axis(0)});
         n.output(n.node("Abs", {a}));
         readInside(n, b);
     }},
    {"join_slices", "an input under another name", "the graph output 'Concat_2_out' would be 'x'",
     [](Net& n) {
         const ValueId x = matrix(n);
         n.output(n.node("Concat", {slice(n, x, "a", 0, 1), slice(n, x, "b", 1, 3)}, {axis(0)}));
     }},
    {"eliminate_clip", "two graph outputs",
     "both ends of Relu_1 are graph outputs: 'Relu_1_out' and 'Sigmoid_0_out'",
     [](Net& n) {
         const ValueId x = n.node("Sigmoid", {matrix(n)});
         n.output(x);
         n.output(n.node("Relu", {x}));
     }},
    {"eliminate_not", "graph output", "the output of Not_0 is a graph output",
     [](Net& n) {
         const ValueId c = n.node("Not", {n.input("c", ir::TensorType(DataType::Bool, ir::Dims{4}))});
         n.output(c);
         n.output(n.node("Where", {c, n.floats("a", {4}), n.floats("b", {4})}));
     }},
    {"fold_constants", "read inside a subgraph", "the output of Shape_0 is read inside a subgraph of If_1",
     [](Net& n) { readInside(n, n.node("Shape", {matrix(n)})); }},
    {"inline_if", "what the branch hands on has another name",
     "If_0 always takes its then branch, but the output of If_0 would be another value under the name of "
     "'If_0_out'",
     [](Net& n) {
         const ValueId x = matrix(n);
         ir::GraphBuilder inner;
         ir::Value captured;
         captured.name = "x";
         captured.outer = x;
         inner.output(inner.graph().addValue(captured));
         const auto branch = std::make_shared<const ir::Graph>(inner.take());
         auto yes = ir::Tensor::allocate(DataType::Bool, {});
         yes->as<std::uint8_t>()[0] = 1;
         const ValueId condition = n.constant("yes", std::move(yes).value());
         n.output(n.node("If", {condition}, {{"then_branch", branch}, {"else_branch", branch}}));
     }},
    {"merge_duplicates", "read inside a subgraph", "the output of Abs_1 is read inside a subgraph of If_3",
     [](Net& n) {
         const ValueId x = matrix(n);
         const ValueId a = n.node("Abs", {x}), b = n.node("Abs", {x});
         n.output(n.node("Exp", {a}));
         readInside(n, b);
     }},
};

const std::vector<RefusalCase> pairs{
    {"merge_casts", "graph output", "the output of Cast_0, 'Cast_0_out', is a graph output",
     [](Net& n) {
         const ValueId x = n.input("x", ir::TensorType(DataType::Int8, ir::Dims{4}));
         const ValueId y = cast(n, x, DataType::Int32);
         n.output(y);
         n.output(cast(n, y, DataType::Float32));
     }},
    {"merge_clips", "graph output", "the output of Relu_0, 'Relu_0_out', is a graph output",
     [](Net& n) {
         const ValueId x = n.node("Relu", {matrix(n)});
         n.output(x);
         n.output(n.node("Clip", {x, n.scalar("low", 0), n.scalar("high", 6)}));
     }},
    {"merge_clips", "bound of the first one", "the bound of Clip_0 is the graph input 'low'",
     [](Net& n) {
         n.output(n.node("Relu", {n.node("Clip", {matrix(n), n.floats("low", {})})}));
     }},
    {"merge_concats", "graph output", "the output of Concat_0, 'Concat_0_out', is a graph output",
     [](Net& n) {
         const ValueId x = matrix(n);
         const ValueId y = n.node("Concat", {x, n.floats("y", {2, 4})}, {axis(0)});
         n.output(y);
         n.output(n.node("Concat", {y, x}, {axis(0)}));
     }},
    {"merge_pads", "read by another", "the output of Pad_0 is also read by Relu_2",
     [](Net& n) {
         const ValueId x = paddedImage(n, ones);
         n.output(n.node("Pad", {x, n.ints("more", ones)}));
         n.output(n.node("Relu", {x}));
     }},
    {"merge_pads", "graph output", "the output of Pad_0, 'Pad_0_out', is a graph output",
     [](Net& n) {
         const ValueId x = paddedImage(n, ones);
         n.output(x);
         n.output(n.node("Pad", {x, n.ints("more", ones)}));
     }},
    {"merge_pads", "second one by an input", "Pad_1 crops, names axes, fills in another mode",
     [](Net& n) {
         n.output(n.node("Pad", {paddedImage(n, ones), n.input("more", int64s(8))}));
     }},
    {"merge_reductions", "graph output", "the output of ReduceMean_0, 'ReduceMean_0_out', is a graph output",
     [](Net& n) {
         const ValueId x = n.node("ReduceMean", {matrix(n)}, {{"axes", Ints{1}}});
         n.output(x);
         n.output(n.node("Squeeze", {x, n.ints("axes", {1})}));
     }},
    {"merge_reshapes", "graph output", "the output of Reshape_0, 'Reshape_0_out', is a graph output",
     [](Net& n) {
         const ValueId x = n.node("Reshape", {matrix(n), n.ints("s", {2, 6})});
         n.output(x);
         n.output(n.node("Reshape", {x, n.ints("t", {12})}));
     }},
    {"merge_reshapes", "read inside a subgraph", "the output of Reshape_1 is read inside a subgraph of If_2",
     [](Net& n) {
         const ValueId x = n.node("Reshape", {matrix(n), n.ints("s", {2, 6})});
         readInside(n, n.node("Reshape", {x, n.ints("t", {3, 4})}));
     }},
    {"merge_slices", "graph output", "the output of Slice_0, 'Slice_0_out', is a graph output",
     [](Net& n) {
         const ValueId x = slice(n, matrix(n), "a", 0, 2);
         n.output(x);
         n.output(slice(n, x, "b", 1, 2));
     }},
    {"merge_slices", "second one at run time", "what Slice_1 takes follows only at run time",
     [](Net& n) {
         const ValueId x = slice(n, matrix(n), "a", 0, 2);
         n.output(n.node("Slice", {x, n.input("from", int64s(1)), n.ints("to", {2})}));
     }},
    {"merge_slices", "steps before they had a place",
     "what Slice_0 and Slice_1 take together has steps, which need opset 10; the model has 9",
     [](Net& n) {
         ValueId x = n.floats("x", {12});
         for (const char* name : {"a", "b"}) {
             const std::string c = name;
             x = n.node("Slice", {x, n.ints(c + "0", {0}), n.ints(c + "1", {12}), n.ints(c + "2", {0}),
                                  n.ints(c + "3", {2})});
             n.graph().value(x).type = ir::TensorType(DataType::Float32, ir::Dims{c == "a" ? 6 : 3});
         }
         n.output(x);
     },
     9},
    {"merge_transposes", "graph output", "the output of Transpose_0, 'Transpose_0_out', is a graph output",
     [](Net& n) {
         const ValueId x = n.node("Transpose", {n.floats("x", {2, 3, 4})}, {perm({1, 2, 0})});
         n.output(x);
         n.output(n.node("Transpose", {x}, {perm({0, 2, 1})}));
     }},
    {"merge_transposes", "other axes", "the axes of Transpose_0 and Transpose_1 do not match their inputs",
     [](Net& n) {
         n.output(n.node("Transpose", {transposed(n, n.floats("x", {2, 3, 4}))}, {perm({0, 2, 1})}));
     }},
    {"merge_transposes", "read inside a subgraph",
     "the output of Transpose_1 is read inside a subgraph of If_2",
     [](Net& n) { readInside(n, transposed(n, transposed(n, matrix(n)))); }},
};

const std::vector<RefusalCase> linear{
    {"fold_batch_norm", "graph input as scale", "the scale of BatchNormalization_1 is the graph input 'scale'",
     [](Net& n) {
         n.output(normOf(n, n.conv(image(n), {2, 2, 3, 3}), "scale"));
     }},
    {"fold_batch_norm", "graph input as bias", "the bias of BatchNormalization_1 is the graph input 'bias'",
     [](Net& n) {
         n.output(normOf(n, n.conv(image(n), {2, 2, 3, 3}), "bias"));
     }},
    {"fold_batch_norm", "graph input as variance",
     "the variance of BatchNormalization_1 is the graph input 'variance'",
     [](Net& n) {
         n.output(normOf(n, n.conv(image(n), {2, 2, 3, 3}), "variance"));
     }},
    {"fold_batch_norm", "another number of channels",
     "the scale of BatchNormalization_1 has 3 values where Conv_0 has 2 channels",
     [](Net& n) {
         convNorm(n, n.weights("w", {2, 2, 3, 3}), n.weights("b", {2}), 3);
     }},
    {"fold_batch_norm", "weights of integers", "the weight of Conv_0 is not floating-point",
     [](Net& n) {
         convNorm(n, n.constant("w", ir::Tensor::of<std::int32_t>({2, 2, 1, 1}, {1, 2, 3, 4})),
                  n.weights("b", {2}));
     }},
    {"fold_batch_norm", "weights of another rank", "the weight of Conv_0 has shape [2,2]",
     [](Net& n) {
         convNorm(n, n.weights("w", {2, 2}), n.weights("b", {2}));
     }},
    {"fold_batch_norm", "bias of another shape", "the bias of Conv_0 has shape [1], not one value per channel",
     [](Net& n) {
         convNorm(n, n.weights("w", {2, 2, 3, 3}), n.weights("b", {1}));
     }},
    {"fold_scale", "divisor at run time", "the divisor of Div_1 is the graph input 'd'",
     [](Net& n) {
         n.output(n.node("Div", {n.conv(image(n), {2, 2, 3, 3}), n.floats("d", {2, 1, 1})}));
     }},
    {"fold_scale", "graph output", "the output of Conv_0, 'Conv_0_out', is a graph output",
     [](Net& n) {
         const ValueId y = n.conv(image(n), {2, 2, 3, 3});
         n.output(y);
         n.output(n.node("Mul", {y, n.scalar("s", 2)}));
     }},
    {"fold_scale", "overflow", "the folded weights of Conv_0 do not fit float32",
     [](Net& n) {
         const ValueId y = n.node("Conv", {image(n), n.weights("w", {2, 2, 3, 3}, 2, 3)});
         n.output(n.node("Mul", {y, n.scalar("s", 3e38F)}));
     }},
    {"fold_input_scale", "graph input as mean", "the mean of BatchNormalization_0 is the graph input 'mean'",
     [](Net& n) {
         n.output(n.conv(normOf(n, image(n), "mean"), {2, 2, 1, 1}));
     }},
    {"fold_input_scale", "negative variance",
     "the variance of BatchNormalization_0 is not positive in channel 1",
     [](Net& n) {
         n.output(n.conv(normOf(n, image(n), "", -1), {2, 2, 1, 1}));
     }},
    {"fold_input_scale", "graph output", "the output of Mul_0, 'Mul_0_out', is a graph output",
     [](Net& n) {
         const ValueId y = n.node("Mul", {image(n), n.scalar("s", 2)});
         n.output(y);
         n.output(n.conv(y, {2, 2, 1, 1}));
     }},
    {"fold_input_scale", "offset of a stack of matrices",
     "MatMul_1 works on rank 3: only a matrix product of rank 2 can take a bias",
     [](Net& n) {
         const ValueId y = n.node("Add", {n.floats("x", {2, 3, 4}), n.scalar("t", 1)});
         n.output(n.node("MatMul", {y, n.weights("w", {4, 5})}));
     }},
    {"fold_input_scale", "bias for each row", "the bias of Gemm_1 has shape [3,1], not one value per channel",
     [](Net& n) {
         const ValueId y = n.node("Add", {matrix(n), n.scalar("t", 1)});
         n.output(n.node("Gemm", {y, n.weights("w", {4, 5}), n.weights("c", {3, 1})}));
     }},
    {"fold_input_scale", "transposed convolution",
     "the zeros that ConvTranspose_1 pads with would not be shifted",
     [](Net& n) {
         const ValueId y = n.node("Add", {image(n), n.scalar("t", 1)});
         n.output(n.node("ConvTranspose", {y, n.weights("w", {2, 3, 3, 3})}));
     }},
    {"fold_transpose", "graph output before", "the output of Transpose_0 is a graph output",
     [](Net& n) {
         const ValueId x = transposed(n, n.floats("x", {4, 3}));
         n.output(x);
         n.output(n.node("MatMul", {x, n.weights("w", {4, 5})}));
     }},
    {"fold_transpose", "graph output behind", "the output of MatMul_0, 'MatMul_0_out', is a graph output",
     [](Net& n) {
         const ValueId y = n.node("MatMul", {matrix(n), n.weights("w", {4, 5})});
         n.output(y);
         n.output(transposed(n, y));
     }},
    {"fold_transpose", "no Gemm of two operands",
     "a Gemm without a third operand needs opset 11 and floating-point, MatMul_0 works on float32 in opset 9",
     [](Net& n) {
         n.output(transposed(n, n.node("MatMul", {matrix(n), n.weights("w", {4, 5})})));
     },
     9},
    {"fuse_matmul_add", "cycle", "one node for MatMul_0 and Add_2 closes a cycle through Relu_1",
     [](Net& n) {
         const ValueId y = n.node("MatMul", {matrix(n), n.weights("w", {4, 5})});
         n.output(n.node("Add", {y, n.node("Relu", {y})}));
     }},
    {"fuse_matmul_add", "graph output", "the output of MatMul_0, 'MatMul_0_out', is a graph output",
     [](Net& n) {
         const ValueId y = n.node("MatMul", {matrix(n), n.weights("w", {4, 5})});
         n.output(y);
         n.output(n.node("Add", {y, n.weights("c", {5})}));
     }},
};

const std::vector<RefusalCase> padding{
    {"fold_pad", "graph output", "the output of Pad_0, 'Pad_0_out', is a graph output",
     [](Net& n) {
         const ValueId x = paddedImage(n, ones);
         n.output(x);
         n.output(n.conv(x, {3, 2, 1, 1}));
     }},
    {"fold_pad", "unknown rank", "the rank of the input of Pad_0 is not known",
     [](Net& n) {
         ir::TensorType open;
         open.dtype = DataType::Float32;
         n.output(n.conv(n.node("Pad", {n.input("x", open), n.ints("pads", ones)}), {3, 2, 1, 1}));
     }},
    {"fold_pad", "pads of another rank", "the padding of Pad_0 does not match its input's rank",
     [](Net& n) {
         n.output(n.conv(paddedImage(n, {0, 1, 0, 1}), {3, 2, 1, 1}));
     }},
    {"fold_pad", "own pads of another rank", "the padding of Conv_1 does not match its input's rank",
     [](Net& n) {
         n.output(n.conv(paddedImage(n, ones), {3, 2, 1, 1}, {{"pads", Ints{1, 1}}}));
     }},
    {"fold_pad", "negative own pads", "the padding of Pad_0 and Conv_1 is out of range",
     [](Net& n) {
         n.output(n.conv(paddedImage(n, ones), {3, 2, 1, 1}, {{"pads", Ints{-1, 0, 0, 0}}}));
     }},
    {"fold_pad", "kernel of another rank", "the kernel of MaxPool_1 does not match its input's rank",
     [](Net& n) {
         n.output(n.node("MaxPool", {paddedImage(n, ones)},
                         {{"kernel_shape", Ints{3}}, {"pads", Ints{0, 0, 0, 0}}}));
     }},
};

} // namespace

class RefusalsAlgebraTest : public QObject {
    Q_OBJECT

private slots:
    void valuesHandedOn_data() { addRows(handedOn); }
    void valuesHandedOn() { check(handedOn); }
    void pairsOfOperators_data() { addRows(pairs); }
    void pairsOfOperators() { check(pairs); }
    void linearOperators_data() { addRows(linear); }
    void linearOperators() { check(linear); }
    void padded_data() { addRows(padding); }
    void padded() { check(padding); }

private:
    static void check(const std::vector<RefusalCase>& cases) {
        QFETCH(int, index);
        checkRow(cases, index);
    }
};

EDGEWRIGHT_TEST(RefusalsAlgebraTest)

} // namespace edgewright::refusals_algebra_test

#include "refusals_algebra_test.moc"
