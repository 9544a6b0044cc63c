// SPDX-License-Identifier: GPL-3.0-or-later
// What the rules refuse that find one operator in a spelling of several: each condition violated once, and the
// reason names what stands in the way.
#include "tests/core/fusion/refusal_case.h"
#include "tests/support/test_class.h"

namespace edgewright::refusals_compose_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

std::string fresh(Net& n) { return "c" + std::to_string(n.graph().valueCount()); }
ValueId number(Net& n, float value) { return n.scalar(fresh(n), value); }
ValueId reduced(Net& n, const char* op, ValueId x, const Ints& axes) {
    return n.node(op, {x, n.ints(fresh(n), axes)});
}
ValueId mean(Net& n, ValueId x, const Ints& axes) { return reduced(n, "ReduceMean", x, axes); }
ValueId square(Net& n, ValueId x) { return n.node("Mul", {x, x}); }
ValueId centred(Net& n, ValueId x, const Ints& axes) { return n.node("Sub", {x, mean(n, x, axes)}); }
// d / sqrt(mean(d * d) + epsilon)
ValueId normalised(Net& n, ValueId d, const Ints& axes) {
    const ValueId sum = n.node("Add", {mean(n, square(n, d), axes), number(n, 1e-3F)});
    return n.node("Div", {d, n.node("Sqrt", {sum})});
}
// d / (sqrt(mean(d * d)) + epsilon)
ValueId outside(Net& n, ValueId d, const Ints& axes) {
    const ValueId root = n.node("Sqrt", {mean(n, square(n, d), axes)});
    return n.node("Div", {d, n.node("Add", {root, number(n, 1e-3F)})});
}
ValueId row(Net& n) { return n.floats("x", {8}); }
// A number that also makes two rows of one.
ValueId column(Net& n, float value) {
    return n.constant(fresh(n), ir::Tensor::of<float>({2, 1}, {value, value}));
}
// A result, and one of the steps towards it that is wanted, too.
void alsoRead(Net& n, ValueId step, ValueId result) {
    n.output(result);
    n.output(n.node("Cos", {step}));
}
ValueId openRow(Net& n) {
    return n.input("x", ir::TensorType(ir::DataType::Float32, {ir::Dim(2), ir::Dim::named("n")}));
}

const std::vector<RefusalCase> scalars{
    {"compose_gelu", "read by another", "the output of Erf_1 is also read by Cos_5",
     [](Net& n) {
         const ValueId x = row(n);
         const ValueId erf = n.node("Erf", {n.node("Div", {x, number(n, 1.41421356F)})});
         const ValueId product = n.node("Mul", {x, n.node("Add", {erf, number(n, 1)})});
         alsoRead(n, erf, n.node("Mul", {product, number(n, 0.5F)}));
     },
     20},
    {"compose_mish", "read by another", "the output of Tanh_1 is also read by Cos_3",
     [](Net& n) {
         const ValueId x = row(n);
         const ValueId tanh = n.node("Tanh", {n.node("Softplus", {x})});
         alsoRead(n, tanh, n.node("Mul", {x, tanh}));
     },
     18},
    {"compose_swish", "too old", "Mul_1 and Sigmoid_0 compute Swish, which needs opset 24; the model has 23",
     [](Net& n) {
         const ValueId x = row(n);
         n.output(n.node("Mul", {x, n.node("Sigmoid", {x})}));
     },
     23},
    {"compose_hard_swish", "graph output",
     "'HardSigmoid_0_out', is a graph output and would be gone with HardSwish",
     [](Net& n) {
         const ValueId x = row(n);
         const ValueId gate = n.node("HardSigmoid", {x}, {{"alpha", 1.0F / 6}});
         n.output(gate);
         n.output(n.node("Mul", {x, gate}));
     },
     14},
    {"compose_hard_sigmoid", "another shape", "the shape of 'x' is not known to be kept",
     [](Net& n) {
         const ValueId line = n.node("Add", {n.node("Mul", {row(n), number(n, 0.2F)}), column(n, 0.5F)});
         n.output(n.node("Clip", {line, number(n, 0), number(n, 1)}));
     }},
    {"compose_sigmoid", "another shape", "the shape of 'x' is not known to be kept",
     [](Net& n) {
         const ValueId exp = n.node("Exp", {n.node("Neg", {row(n)})});
         n.output(n.node("Reciprocal", {n.node("Add", {exp, column(n, 1)})}));
     }},
    {"compose_softplus", "another shape", "the shape of 'x' is not known to be kept",
     [](Net& n) {
         n.output(n.node("Log", {n.node("Add", {n.node("Exp", {row(n)}), column(n, 1)})}));
     }},
    {"compose_softplus", "read by another, with one tensor behind", "the output of Exp_0 is also read by Cos_3",
     [](Net& n) {
         const ValueId exp = n.node("Exp", {row(n)});
         alsoRead(n, exp, n.node("Log", {n.node("Add", {exp, number(n, 1)})}));
     }},
    {"compose_sigmoid", "read by another, with one tensor behind", "the output of Exp_1 is also read by Cos_4",
     [](Net& n) {
         const ValueId exp = n.node("Exp", {n.node("Neg", {row(n)})});
         alsoRead(n, exp, n.node("Reciprocal", {n.node("Add", {exp, number(n, 1)})}));
     }},
    {"compose_gelu", "two values read by others", "the output of Add_2 is also read by Cos_6",
     [](Net& n) {
         const ValueId x = row(n);
         const ValueId erf = n.node("Erf", {n.node("Div", {x, number(n, 1.41421356F)})});
         const ValueId more = n.node("Add", {erf, number(n, 1)});
         alsoRead(n, erf, n.node("Mul", {n.node("Mul", {x, more}), number(n, 0.5F)}));
         n.output(n.node("Cos", {more}));
     },
     20},
    {"compose_softsign", "read by another", "the output of Abs_0 is also read by Cos_3",
     [](Net& n) {
         const ValueId x = row(n);
         const ValueId abs = n.node("Abs", {x});
         alsoRead(n, abs, n.node("Div", {x, n.node("Add", {abs, number(n, 1)})}));
     }},
    {"compose_elu", "read by another", "the output of Sub_1 is also read by Cos_4",
     [](Net& n) {
         const ValueId x = row(n);
         const ValueId less = n.node("Sub", {n.node("Exp", {x}), number(n, 1)});
         const ValueId above = n.node("Greater", {x, number(n, 0)});
         alsoRead(n, less, n.node("Where", {above, x, less}));
     }},
    {"compose_leaky_relu", "read by another", "the output of Mul_0 is also read by Cos_2",
     [](Net& n) {
         const ValueId x = row(n);
         const ValueId small = n.node("Mul", {x, number(n, 0.1F)});
         alsoRead(n, small, n.node("Max", {x, small}));
     }},
    {"compose_relu", "read by another", "the output of Greater_0 is also read by Not_2",
     [](Net& n) {
         const ValueId x = row(n);
         const ValueId above = n.node("Greater", {x, number(n, 0)});
         n.output(n.node("Where", {above, x, number(n, 0)}));
         n.output(n.node("Not", {above}));
     }},
    {"compose_relu", "another shape", "the shape of 'x' is not known to be kept",
     [](Net& n) {
         n.output(n.node("Max", {row(n), column(n, 0)}));
     }},
    {"compose_prelu", "read by another", "the output of Relu_0 is also read by Cos_5",
     [](Net& n) {
         const ValueId x = row(n);
         const ValueId above = n.node("Relu", {x});
         const ValueId below = n.node("Relu", {n.node("Neg", {x})});
         alsoRead(n, above,
                  n.node("Sub", {above, n.node("Mul", {n.weights("slope", {8}, 0.1F, 0.5F), below})}));
     }},
    {"compose_prelu", "another shape", "the shape of 'x' is not known to be kept",
     [](Net& n) {
         const ValueId x = n.floats("x", {2, 3});
         const ValueId below = n.node("Relu", {n.node("Neg", {x})});
         const ValueId slope = n.weights("slope", {4, 1, 3}, 0.1F, 0.5F);
         n.output(n.node("Sub", {n.node("Relu", {x}), n.node("Mul", {slope, below})}));
     }},
};

const std::vector<RefusalCase> norms{
    {"compose_layer_normalization", "scale across the rows",
     "'scale' does not lie along the normalised axes alone",
     [](Net& n) {
         const ValueId y = normalised(n, centred(n, n.floats("x", {2, 5, 12}), {-1}), {-1});
         n.output(n.node("Mul", {y, n.weights("scale", {5, 12}, 0.5F, 2)}));
     },
     24},
    {"compose_layer_normalization", "shift across the rows",
     "'shift' does not lie along the normalised axes alone",
     [](Net& n) {
         const ValueId y = normalised(n, centred(n, n.floats("x", {2, 5, 12}), {-1}), {-1});
         n.output(n.node("Add", {y, n.weights("shift", {5, 12}, 0.5F, 2)}));
     },
     24},
    {"compose_layer_normalization", "graph output",
     "the output of Sub_1, 'Sub_1_out', is a graph output and would be gone with LayerNormalization",
     [](Net& n) {
         const ValueId d = centred(n, n.floats("x", {2, 8}), {-1});
         n.output(d);
         n.output(normalised(n, d, {-1}));
     },
     24},
    {"compose_rms_normalization", "scale across the rows",
     "'scale' does not lie along the normalised axes alone",
     [](Net& n) {
         const ValueId y = normalised(n, n.floats("x", {2, 5, 12}), {-1});
         n.output(n.node("Mul", {y, n.weights("scale", {5, 12}, 0.5F, 2)}));
     },
     24},
    {"compose_rms_normalization", "open extent",
     "the extents of 'x' that are normalised are not known, and a scale of that shape is needed",
     [](Net& n) { n.output(normalised(n, openRow(n), {-1})); }, 24},
    {"compose_rms_normalization", "epsilon outside of the root",
     "not RMSNormalization: epsilon is added to the root, the output of Sqrt_2, and the operator adds it under "
     "the root",
     [](Net& n) {
         n.output(outside(n, n.floats("x", {2, 8}), {-1}));
     },
     24},
    {"compose_rms_normalization", "read by another", "the output of Mul_0 is also read by Cos_5",
     [](Net& n) {
         const ValueId x = n.floats("x", {2, 8});
         const ValueId squares = square(n, x);
         const ValueId sum = n.node("Add", {mean(n, squares, {-1}), number(n, 1e-3F)});
         alsoRead(n, squares, n.node("Div", {x, n.node("Sqrt", {sum})}));
     },
     24},
    {"compose_instance_normalization", "epsilon outside of the root",
     "not InstanceNormalization: epsilon is added to the root, the output of Sqrt_4, and the operator adds it "
     "under",
     [](Net& n) {
         n.output(outside(n, centred(n, n.floats("x", {2, 3, 4, 5}), {2, 3}), {2, 3}));
     },
     24},
    {"compose_instance_normalization", "read by another", "the output of Sub_1 is also read by Cos_7",
     [](Net& n) {
         const ValueId d = centred(n, n.floats("x", {2, 3, 4, 5}), {2, 3});
         const ValueId y = normalised(n, d, {2, 3});
         alsoRead(n, d, y);
     },
     24},
    {"compose_group_normalization", "scale at run time",
     "the scale of InstanceNormalization_1 is the graph input 'own'",
     [](Net& n) {
         const ValueId split = n.node("Reshape", {n.floats("x", {2, 6, 4, 5}), n.ints("split", {0, 3, -1})});
         const ValueId norm =
             n.node("InstanceNormalization", {split, n.floats("own", {3}), n.weights("base", {3})});
         n.output(n.node("Reshape", {norm, n.ints("back", {2, 6, 4, 5})}));
     },
     21},
    {"compose_group_normalization", "shift at run time",
     "the shift of InstanceNormalization_1 is the graph input 'base'",
     [](Net& n) {
         const ValueId split = n.node("Reshape", {n.floats("x", {2, 6, 4, 5}), n.ints("split", {0, 3, -1})});
         const ValueId norm =
             n.node("InstanceNormalization", {split, n.weights("own", {3}), n.floats("base", {3})});
         n.output(n.node("Reshape", {norm, n.ints("back", {2, 6, 4, 5})}));
     },
     21},
    {"compose_group_normalization", "read by another", "the output of Reshape_0 is also read by Cos_3",
     [](Net& n) {
         const ValueId split = n.node("Reshape", {n.floats("x", {2, 6, 4, 5}), n.ints("split", {0, 3, -1})});
         const ValueId norm =
             n.node("InstanceNormalization", {split, n.weights("own", {3}), n.weights("base", {3})});
         alsoRead(n, split, n.node("Reshape", {norm, n.ints("back", {2, 6, 4, 5})}));
     },
     21},
    {"compose_group_normalization", "read by another behind",
     "the output of InstanceNormalization_1 is also read by Cos_3",
     [](Net& n) {
         const ValueId split = n.node("Reshape", {n.floats("x", {2, 6, 4, 5}), n.ints("split", {0, 3, -1})});
         const ValueId norm =
             n.node("InstanceNormalization", {split, n.weights("own", {3}), n.weights("base", {3})});
         alsoRead(n, norm, n.node("Reshape", {norm, n.ints("back", {2, 6, 4, 5})}));
     },
     21},
    {"compose_lp_normalization", "read by another", "the output of ReduceL2_0 is also read by Cos_2",
     [](Net& n) {
         const ValueId x = n.floats("x", {2, 8});
         const ValueId norm = reduced(n, "ReduceL2", x, {1});
         alsoRead(n, norm, n.node("Div", {x, norm}));
     },
     24},
    {"compose_log_softmax", "read by another", "the output of Softmax_0 is also read by Cos_2",
     [](Net& n) {
         const ValueId p = n.node("Softmax", {n.floats("x", {2, 8})});
         alsoRead(n, p, n.node("Log", {p}));
     }},
    {"compose_softmax", "graph output", "'Exp_0_out', is a graph output and would be gone with Softmax",
     [](Net& n) {
         const ValueId e = n.node("Exp", {n.floats("x", {2, 8})});
         n.output(e);
         n.output(n.node("Div", {e, reduced(n, "ReduceSum", e, {1})}));
     }},
    {"compose_reduction", "read by another", "the output of Mul_0 is also read by Cos_3",
     [](Net& n) {
         const ValueId squares = square(n, n.floats("x", {2, 8}));
         alsoRead(n, squares, n.node("Sqrt", {reduced(n, "ReduceSum", squares, {1})}));
     }},
};

ValueId attend(Net& n, ValueId q, ValueId k, ValueId v, ValueId mask) {
    ValueId scores = n.node("MatMul", {q, k});
    if (mask.valid()) scores = n.node("Add", {scores, mask});
    return n.node("MatMul", {n.node("Softmax", {scores}, {{"axis", std::int64_t(-1)}}), v});
}
ValueId swapped(Net& n, ValueId key, const Ints& order) {
    return n.node("Transpose", {key}, {{"perm", order}});
}
void blocks(Net& n, const Ints& from, const Ints& split, const Ints& order, const Ints& to) {
    const ValueId parts = n.node("Reshape", {n.floats("x", from), n.ints("split", split)});
    const ValueId turned = n.node("Transpose", {parts}, {{"perm", order}});
    alsoRead(n, turned, n.node("Reshape", {turned, n.ints("to", to)}));
}

const std::vector<RefusalCase> moves{
    {"compose_attention", "mask of one axis",
     "not Attention: the mask, 'mask', has no axis of rows, which Attention wants",
     [](Net& n) {
         const ValueId k = swapped(n, n.floats("k", {2, 3, 7, 4}), {0, 1, 3, 2});
         n.output(
             attend(n, n.floats("q", {2, 3, 5, 4}), k, n.floats("v", {2, 3, 7, 6}), n.floats("mask", {7})));
     },
     24},
    {"compose_attention", "condition of one axis",
     "the condition of Where_2, 'kept', has no axis of rows, which Attention wants",
     [](Net& n) {
         const ValueId k = swapped(n, n.floats("k", {2, 3, 7, 4}), {0, 1, 3, 2});
         const ValueId scores = n.node("MatMul", {n.floats("q", {2, 3, 5, 4}), k});
         auto kept = ir::Tensor::allocate(ir::DataType::Bool, {7});
         kept->as<std::uint8_t>()[2] = 1;
         const ValueId masked =
             n.node("Where", {n.constant("kept", std::move(kept).value()), scores, number(n, -1e9F)});
         const ValueId weights = n.node("Softmax", {masked}, {{"axis", std::int64_t(-1)}});
         n.output(n.node("MatMul", {weights, n.floats("v", {2, 3, 7, 6})}));
     },
     24},
    {"compose_attention", "mask of single heads",
     "the mask, 'mask', has rows for each head that lie in the batch axis",
     [](Net& n) {
         const ValueId k = swapped(n, n.floats("k", {3, 7, 4}), {0, 2, 1});
         n.output(
             attend(n, n.floats("q", {3, 5, 4}), k, n.floats("v", {3, 7, 6}), n.floats("mask", {3, 5, 7})));
     },
     24},
    {"compose_attention", "keys in groups, values not",
     "groups of heads share their keys, 'k', but not their values, 'v'",
     [](Net& n) {
         const ValueId single = n.node("Unsqueeze", {n.floats("k", {2, 3, 7, 4}), n.ints("axes", {2})});
         const ValueId wide = n.node("Expand", {single, n.ints("wide", {2, 3, 2, 7, 4})});
         const ValueId many = n.node("Reshape", {wide, n.ints("many", {2, 6, 7, 4})});
         n.output(attend(n, n.floats("q", {2, 6, 5, 4}), swapped(n, many, {0, 1, 3, 2}),
                         n.floats("v", {2, 6, 7, 6}), ValueId()));
     },
     24},
    {"compose_attention", "read by another", "the output of Softmax_2 is also read by Cos_4",
     [](Net& n) {
         const ValueId k = swapped(n, n.floats("k", {2, 3, 7, 4}), {0, 1, 3, 2});
         const ValueId scores = n.node("MatMul", {n.floats("q", {2, 3, 5, 4}), k});
         const ValueId weights = n.node("Softmax", {scores}, {{"axis", std::int64_t(-1)}});
         alsoRead(n, weights, n.node("MatMul", {weights, n.floats("v", {2, 3, 7, 6})}));
     },
     24},
    {"compose_depth_to_space", "read by another", "the output of Transpose_1 is also read by Cos_3",
     [](Net& n) {
         blocks(n, {2, 12, 3, 5}, {2, 2, 2, 3, 3, 5}, {0, 3, 4, 1, 5, 2}, {2, 3, 6, 10});
     }},
    {"compose_space_to_depth", "read by another", "the output of Transpose_1 is also read by Cos_3",
     [](Net& n) {
         blocks(n, {2, 3, 6, 10}, {2, 3, 3, 2, 5, 2}, {0, 3, 5, 1, 2, 4}, {2, 12, 3, 5});
     }},
};

} // namespace

class RefusalsComposeTest : public QObject {
    Q_OBJECT

private slots:
    void scalarFunctions_data() { addRows(scalars); }
    void scalarFunctions() { check(scalars); }
    void normalisations_data() { addRows(norms); }
    void normalisations() { check(norms); }
    void movements_data() { addRows(moves); }
    void movements() { check(moves); }
    // Only where the file itself declares other shapes than its operators make.
    void contradictingShapes() {
        Net net(24);
        const ValueId k = swapped(net, net.floats("k", {2, 3, 7, 4}), {0, 1, 3, 2});
        const ValueId mask = net.floats("mask", {5, 7});
        net.output(attend(net, net.floats("q", {2, 3, 5, 4}), k, net.floats("v", {2, 3, 7, 6}), mask));
        ir::Graph graph = inferred(net);
        graph.value(mask).type = ir::TensorType(ir::DataType::Float32, ir::Dims{1, 1, 1, 5, 7});
        const auto history = fuse(graph, net.opsets, only({"compose_attention"}));
        QVERIFY(history && history->steps.empty());
        expectRefusal(*history, "compose_attention", "the mask, 'mask', has more axes than the scores");
    }

private:
    static void check(const std::vector<RefusalCase>& cases) {
        QFETCH(int, index);
        checkRow(cases, index);
    }
};

EDGEWRIGHT_TEST(RefusalsComposeTest)

} // namespace edgewright::refusals_compose_test

#include "refusals_compose_test.moc"
