// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/onnx/bombs.h"

#include "tests/core/onnx/crafted_model.h"

#include <functional>

namespace edgewright::test {

namespace {

namespace fs = std::filesystem;
using Dims = std::vector<std::int64_t>;
using Names = std::vector<std::string>;

fs::path saved(const CraftedModel& crafted, const fs::path& folder) {
    const fs::path file = folder / "model.onnx";
    std::ofstream stream(file, std::ios::binary);
    crafted.model.SerializeToOstream(&stream);
    return file;
}

std::string numbered(const char* stem, int number) { return stem + std::to_string(number); }

void integer(pb::NodeProto& node, const std::string& name, std::int64_t value) {
    auto& attribute = *node.add_attribute();
    attribute.set_name(name);
    attribute.set_type(pb::AttributeProto::INT);
    attribute.set_i(value);
}

void integers(pb::NodeProto& node, const std::string& name, const Dims& values) {
    auto& attribute = *node.add_attribute();
    attribute.set_name(name);
    attribute.set_type(pb::AttributeProto::INTS);
    for (const std::int64_t value : values)
        attribute.add_ints(value);
}

pb::GraphProto& subgraph(pb::NodeProto& node, const std::string& name) {
    auto& attribute = *node.add_attribute();
    attribute.set_name(name);
    attribute.set_type(pb::AttributeProto::GRAPH);
    return *attribute.mutable_g();
}

pb::TensorProto& tensor(CraftedModel& crafted, const std::string& name, int type, const Dims& dims) {
    auto& proto = *crafted.graph().add_initializer();
    proto.set_name(name);
    proto.set_data_type(type);
    for (const std::int64_t dim : dims)
        proto.add_dims(dim);
    return proto;
}

void int64s(CraftedModel& crafted, const std::string& name, const Dims& values) {
    auto& proto = tensor(crafted, name, pb::TensorProto::INT64, {static_cast<std::int64_t>(values.size())});
    for (const std::int64_t value : values)
        proto.add_int64_data(value);
}

void sparse(CraftedModel& crafted, const std::string& name, const Dims& dims) {
    auto& proto = *crafted.graph().add_sparse_initializer();
    for (const std::int64_t dim : dims)
        proto.add_dims(dim);
    proto.mutable_values()->set_name(name);
    proto.mutable_values()->set_data_type(pb::TensorProto::FLOAT);
    proto.mutable_values()->add_dims(1);
    proto.mutable_values()->add_float_data(1);
    proto.mutable_indices()->set_data_type(pb::TensorProto::INT64);
    proto.mutable_indices()->add_dims(1);
    proto.mutable_indices()->add_int64_data(0);
}

// s0 doubled `doublings` times, then `copies` of the last.
fs::path strings(const fs::path& folder) {
    CraftedModel crafted;
    crafted.model.mutable_opset_import(0)->set_version(20);
    tensor(crafted, "s0", pb::TensorProto::STRING, {1}).add_string_data("0123456789abcdef");
    constexpr int Doublings = 21, Copies = 100;
    for (int i = 0; i < Doublings; ++i)
        crafted.node("StringConcat", {numbered("s", i), numbered("s", i)}, {numbered("s", i + 1)});
    for (int i = 0; i < Copies; ++i)
        crafted.node("StringConcat", {numbered("s", Doublings), "s0"}, {numbered("c", i)});
    crafted.output(numbered("c", 0), {1});
    return saved(crafted, folder);
}

// One long string, many times in each of many tensors.
fs::path repeatedStrings(const fs::path& folder) {
    CraftedModel crafted;
    tensor(crafted, "s", pb::TensorProto::STRING, {1}).add_string_data(std::string(5000, 'x'));
    int64s(crafted, "shape", {4096});
    for (int i = 0; i < 60; ++i)
        crafted.node(i % 2 == 0 ? "Expand" : "Tile", {"s", "shape"}, {numbered("c", i)});
    crafted.output("c0", {4096});
    return saved(crafted, folder);
}

fs::path sparseWeights(const fs::path& folder) {
    CraftedModel crafted;
    crafted.small();
    for (int i = 0; i < 64; ++i)
        sparse(crafted, numbered("w", i), {std::int64_t(64) << 20});
    return saved(crafted, folder);
}

// One dense form that may be made, and as many other forms of it as fit into the file.
fs::path transposedSparse(const fs::path& folder) {
    CraftedModel crafted;
    sparse(crafted, "w", {4, 1000, 1000});
    crafted.input("x", {4, 1000, 1000});
    for (int i = 0; i < 60; ++i) {
        integers(crafted.node("Transpose", {"w"}, {numbered("t", i)}), "perm",
                 i % 2 == 0 ? Dims{0, 2, 1} : Dims{1, 0, 2});
        crafted.node("Add", {i % 2 == 0 ? "x" : "y", numbered("t", i)}, {numbered("o", i)});
        crafted.output(numbered("o", i), i % 2 == 0 ? Dims{4, 1000, 1000} : Dims{1000, 4, 1000});
    }
    crafted.input("y", {1000, 4, 1000});
    return saved(crafted, folder);
}

fs::path misaligned(const fs::path& folder) {
    CraftedModel crafted;
    crafted.small();
    constexpr std::int64_t Floats = std::int64_t(64) << 20;
    std::ofstream(folder / "hole.bin").put('\0');
    fs::resize_file(folder / "hole.bin", static_cast<std::uintmax_t>(Floats) * 4 + 64);
    for (int i = 0; i < 40; ++i) {
        auto& proto = tensor(crafted, numbered("w", i), pb::TensorProto::FLOAT, {Floats});
        proto.set_data_location(pb::TensorProto::EXTERNAL);
        for (const auto& [key, value] : {std::pair("location", "hole.bin"), std::pair("offset", "1")}) {
            auto& entry = *proto.add_external_data();
            entry.set_key(key);
            entry.set_value(value);
        }
    }
    return saved(crafted, folder);
}

// F0 calls F1 twice, and so on: 2^Levels calls. `fill` writes the innermost function.
fs::path functions(const fs::path& folder, int levels, bool distinct,
                   const std::function<void(pb::FunctionProto&)>& fill) {
    CraftedModel crafted;
    crafted.opset("our", 1);
    crafted.input("x");
    crafted.node("F0", {"x"}, {"y"}).set_domain("our");
    crafted.output("y");
    for (int level = 0; level < levels; ++level) {
        auto& function = crafted.function("our", numbered("F", level), {"a"}, {"c"});
        if (level + 1 == levels) {
            fill(function);
            continue;
        }
        for (int half = 0; half < 2; ++half) {
            auto& node = *function.add_node();
            CraftedModel::fill(node, numbered("F", level + 1), {half == 0 ? "a" : "b"},
                               {half == 0 ? "b" : "c"});
            node.set_domain("our");
            for (int each = 0; distinct && each <= level; ++each) {
                auto& argument = *node.add_attribute();
                argument.set_name(numbered("n", each));
                argument.set_type(pb::AttributeProto::INT);
                if (each < level)
                    argument.set_ref_attr_name(numbered("n", each));
                else
                    argument.set_i(half);
            }
        }
    }
    return saved(crafted, folder);
}

void chain(pb::FunctionProto& function, const char* op, int nodes) {
    for (int i = 0; i < nodes; ++i)
        CraftedModel::fill(*function.add_node(), op, {i == 0 ? "a" : numbered("v", i)},
                           {i + 1 == nodes ? "c" : numbered("v", i + 1)});
}

fs::path calls(const fs::path& folder) {
    return functions(folder, 15, false, [](pb::FunctionProto& each) { chain(each, "Neg", 60); });
}
// Few enough to be written out, too many to be typed.
fs::path fewerCalls(const fs::path& folder) {
    return functions(folder, 11, false, [](pb::FunctionProto& each) { chain(each, "Neg", 60); });
}
fs::path distinctCalls(const fs::path& folder) {
    return functions(folder, 18, true, [](pb::FunctionProto& each) { chain(each, "Neg", 20); });
}
// A finding for every node of every call.
fs::path unknownOperators(const fs::path& folder) {
    return functions(folder, 15, false, [](pb::FunctionProto& each) { chain(each, "Mystery", 60); });
}
fs::path longNames(const fs::path& folder) {
    return functions(folder, 17, false, [](pb::FunctionProto& each) {
        chain(each, "Mystery", 2);
        each.mutable_node(0)->set_name(std::string(4000, 'n'));
    });
}
// Elements that follow from constants, in every call anew.
fs::path foldedInCalls(const fs::path& folder) {
    return functions(folder, 12, false, [](pb::FunctionProto& each) {
        auto& shape = *each.add_node();
        CraftedModel::fill(shape, "Constant", {}, {"shape"});
        integers(shape, "value_ints", {4096});
        CraftedModel::fill(*each.add_node(), "ConstantOfShape", {"shape"}, {"v0"});
        for (int i = 0; i < 40; ++i)
            CraftedModel::fill(*each.add_node(), "Neg", {numbered("v", i)}, {numbered("v", i + 1)});
        CraftedModel::fill(*each.add_node(), "Neg", {"a"}, {"c"});
    });
}

// Both branches of an If call the next function: the same doubling, one level of subgraphs more.
fs::path branches(const fs::path& folder) {
    CraftedModel crafted;
    crafted.opset("our", 1);
    crafted.input("x");
    crafted.node("F0", {"x"}, {"y"}).set_domain("our");
    crafted.output("y");
    constexpr int Levels = 14;
    for (int level = 0; level < Levels; ++level) {
        auto& function = crafted.function("our", numbered("F", level), {"a"}, {"c"});
        if (level + 1 == Levels) {
            chain(function, "Neg", 60);
            continue;
        }
        CraftedModel::fill(*function.add_node(), "ReduceSum", {"a"}, {"sum"});
        CraftedModel::fill(*function.add_node(), "Cast", {"sum"}, {"condition"});
        integer(*function.mutable_node(1), "to", pb::TensorProto::BOOL);
        CraftedModel::fill(*function.add_node(), "If", {"condition"}, {"c"});
        for (const char* branch : {"then_branch", "else_branch"}) {
            auto& graph = subgraph(*function.mutable_node(2), branch);
            CraftedModel::node(graph, numbered("F", level + 1), {"a"}, {"r"}).set_domain("our");
            CraftedModel::typed(*graph.add_output(), "r", {2});
        }
    }
    return saved(crafted, folder);
}

// Every level of a Loop is inferred more than once.
fs::path loops(const fs::path& folder) {
    CraftedModel crafted;
    crafted.input("x");
    auto& trips = tensor(crafted, "trips", pb::TensorProto::INT64, {});
    trips.add_int64_data(3);
    pb::GraphProto* graph = &crafted.graph();
    std::string read = "x";
    constexpr int Levels = 24;
    for (int level = 0; level < Levels; ++level) {
        const std::string result = numbered("r", level);
        auto& body = subgraph(CraftedModel::node(*graph, "Loop", {"trips", "", read}, {result}), "body");
        for (const std::string& name : {numbered("i", level), numbered("c", level), numbered("s", level)})
            body.add_input()->set_name(name);
        CraftedModel::node(body, "Identity", {numbered("c", level)}, {numbered("d", level)});
        body.add_output()->set_name(numbered("d", level));
        if (level == 0)
            crafted.output(result);
        else
            graph->add_output()->set_name(result);
        graph = &body;
        read = numbered("s", level);
    }
    for (int i = 0; i < 20; ++i)
        CraftedModel::node(*graph, "Concat", {i == 0 ? read : numbered("k", i), read}, {numbered("k", i + 1)});
    graph->add_output()->set_name("k20");
    return saved(crafted, folder);
}

// Tensors that double.
fs::path doublings(const fs::path& folder) {
    CraftedModel crafted;
    int64s(crafted, "two", {2});
    int64s(crafted, "t0", {1, 2, 3, 4});
    int64s(crafted, "large", {std::int64_t(1) << 40});
    for (int i = 0; i < 60; ++i) {
        const Names in =
            i % 2 == 0 ? Names{numbered("t", i), numbered("t", i)} : Names{numbered("t", i), "two"};
        auto& node = crafted.node(i % 2 == 0 ? "Concat" : "Tile", in, {numbered("t", i + 1)});
        if (i % 2 == 0) integer(node, "axis", 0);
    }
    for (int i = 0; i < 20; ++i) {
        crafted.node("ConstantOfShape", {"large"}, {numbered("f", i)});
        crafted.node("Expand", {"two", "large"}, {numbered("e", i)});
    }
    crafted.output("t60", {4});
    return saved(crafted, folder);
}

// A name of thousands of letters, in every extent of every tensor.
fs::path longSymbols(const fs::path& folder) {
    CraftedModel crafted;
    auto& type = *crafted.graph().add_input();
    type.set_name("x");
    type.mutable_type()->mutable_tensor_type()->set_elem_type(pb::TensorProto::FLOAT);
    type.mutable_type()->mutable_tensor_type()->mutable_shape()->add_dim()->set_dim_param(
        std::string(4000, 'n'));
    crafted.node("Shape", {"x"}, {"s"});
    Names many(32, "s");
    integer(crafted.node("Concat", many, {"shape"}), "axis", 0);
    crafted.node("Expand", {"x", "shape"}, {"v0"});
    for (int i = 0; i < 150; ++i)
        crafted.node("Neg", {numbered("v", i)}, {numbered("v", i + 1)});
    crafted.output("v150");
    return saved(crafted, folder);
}

fs::path picture(const fs::path& folder, const std::string& bytes) {
    CraftedModel crafted;
    crafted.model.mutable_opset_import(0)->set_version(20);
    tensor(crafted, "file", pb::TensorProto::UINT8, {static_cast<std::int64_t>(bytes.size())})
        .set_raw_data(bytes);
    crafted.node("ImageDecoder", {"file"}, {"pixels"});
    crafted.output("pixels", {1, 1, 3});
    return saved(crafted, folder);
}

// 2^27 rows of one pixel, each in a strip of its own.
fs::path tiff(const fs::path& folder) {
    std::string bytes("II*\0\x08\0\0\0", 8);
    const auto number = [&](std::uint32_t value, int size) {
        for (int i = 0; i < size; ++i)
            bytes.push_back(static_cast<char>(value >> (8 * i) & 0xffu));
    };
    const std::vector<std::array<std::uint32_t, 3>> entries{{256, 1, 1}, {257, 1, 1u << 27}, {258, 1, 8},
                                                            {259, 1, 1}, {262, 1, 1},        {273, 1u << 27, 8},
                                                            {277, 1, 1}, {278, 1, 1}};
    number(static_cast<std::uint32_t>(entries.size()), 2);
    for (const auto& [tag, count, value] : entries) {
        number(tag, 2);
        number(4, 2);
        number(count, 4);
        number(value, 4);
    }
    return picture(folder, bytes);
}

// A baseline picture of 11 000 x 11 000 grey pixels that ends with its header.
fs::path jpeg(const fs::path& folder) {
    std::string bytes("\xff\xd8\xff\xdb\0\x43\0", 7);
    bytes += std::string(64, '\x01');
    bytes += std::string("\xff\xc0\0\x0b\x08\x2a\xf8\x2a\xf8\x01\x01\x11\0", 13);
    for (const char table : {'\0', '\x10'}) { // one code of one bit, for 0
        bytes += std::string("\xff\xc4\0\x14", 4) + table + '\x01' + std::string(15, '\0') + '\0';
    }
    bytes += std::string("\xff\xda\0\x08\x01\x01\0\0\x3f\0", 10) + std::string(16, '\0');
    return picture(folder, bytes);
}

} // namespace

const std::vector<Bomb>& bombs() {
    static const std::vector<Bomb> all{
        {"strings", strings},
        {"repeated-strings", repeatedStrings},
        {"sparse", sparseWeights},
        {"transposed-sparse", transposedSparse},
        {"misaligned", misaligned},
        {"calls", calls},
        {"fewer-calls", fewerCalls},
        {"distinct-calls", distinctCalls},
        {"unknown-operators", unknownOperators},
        {"long-names", longNames},
        {"folded-in-calls", foldedInCalls},
        {"branches", branches},
        {"loops", loops},
        {"doublings", doublings},
        {"long-symbols", longSymbols},
        {"tiff", tiff},
        {"jpeg", jpeg},
    };
    return all;
}

fs::path writeChain(const fs::path& folder, int nodes) {
    CraftedModel crafted;
    crafted.input("v0");
    for (int i = 0; i < nodes; ++i) {
        auto& node = *crafted.graph().add_node();
        node.set_op_type("Relu");
        node.add_input(numbered("v", i));
        node.add_output(numbered("v", i + 1));
    }
    crafted.output(numbered("v", nodes));
    return saved(crafted, folder);
}

} // namespace edgewright::test
