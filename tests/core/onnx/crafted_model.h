// SPDX-License-Identifier: GPL-3.0-or-later
// Model files made field by field, also such as no exporter would write.
#pragma once

#include "core/onnx/reading/import.h"

#include <onnx/onnx_pb.h>

#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace edgewright::test {

namespace pb = ::onnx;

class CraftedModel {
public:
    CraftedModel() {
        model.set_ir_version(8);
        opset("", 13);
        model.mutable_graph()->set_name("crafted");
    }

    void opset(const std::string& domain, std::int64_t version) {
        auto& import = *model.add_opset_import();
        import.set_domain(domain);
        import.set_version(version);
    }
    static void typed(pb::ValueInfoProto& info, const std::string& name,
                      const std::vector<std::int64_t>& dims) {
        info.set_name(name);
        auto& type = *info.mutable_type()->mutable_tensor_type();
        type.set_elem_type(pb::TensorProto::FLOAT);
        type.mutable_shape();
        for (const std::int64_t dim : dims)
            type.mutable_shape()->add_dim()->set_dim_value(dim);
    }
    void input(const std::string& name, const std::vector<std::int64_t>& dims = {2}) {
        typed(*graph().add_input(), name, dims);
    }
    void output(const std::string& name, const std::vector<std::int64_t>& dims = {2}) {
        typed(*graph().add_output(), name, dims);
    }
    static pb::NodeProto& node(pb::GraphProto& graph, const std::string& op,
                               const std::vector<std::string>& inputs,
                               const std::vector<std::string>& outputs) {
        auto& proto = *graph.add_node();
        fill(proto, op, inputs, outputs);
        return proto;
    }
    static void fill(pb::NodeProto& proto, const std::string& op, const std::vector<std::string>& inputs,
                     const std::vector<std::string>& outputs) {
        proto.set_op_type(op);
        if (!outputs.empty()) proto.set_name(op + "_" + outputs.front());
        for (const std::string& name : inputs)
            proto.add_input(name);
        for (const std::string& name : outputs)
            proto.add_output(name);
    }
    pb::NodeProto& node(const std::string& op, const std::vector<std::string>& inputs,
                        const std::vector<std::string>& outputs) {
        return node(graph(), op, inputs, outputs);
    }
    pb::TensorProto& weights(const std::string& name, const std::vector<std::int64_t>& dims,
                             const std::string& bytes) {
        auto& tensor = *graph().add_initializer();
        tensor.set_name(name);
        tensor.set_data_type(pb::TensorProto::FLOAT);
        for (const std::int64_t dim : dims)
            tensor.add_dims(dim);
        tensor.set_raw_data(bytes);
        return tensor;
    }
    // x -> Relu -> y
    CraftedModel& small() {
        input("x");
        node("Relu", {"x"}, {"y"});
        output("y");
        return *this;
    }
    pb::FunctionProto& function(const std::string& domain, const std::string& name,
                                const std::vector<std::string>& inputs,
                                const std::vector<std::string>& outputs) {
        auto& proto = *model.add_functions();
        proto.set_domain(domain);
        proto.set_name(name);
        for (const std::string& each : inputs)
            proto.add_input(each);
        for (const std::string& each : outputs)
            proto.add_output(each);
        auto& import = *proto.add_opset_import();
        import.set_domain("");
        import.set_version(13);
        return proto;
    }

    pb::GraphProto& graph() { return *model.mutable_graph(); }
    std::filesystem::path folder() const { return m_folder.path().toStdString(); }
    std::filesystem::path save() const {
        const auto file = folder() / "model.onnx";
        std::ofstream stream(file, std::ios::binary);
        model.SerializeToOstream(&stream);
        return file;
    }
    Result<onnx::Imported> import(const onnx::ImportLimits& limits = {}) const {
        return onnx::importModel(save(), {}, limits);
    }

    pb::ModelProto model;

private:
    QTemporaryDir m_folder;
};

inline std::size_t count(const Diagnostics& found, std::string_view code) {
    return static_cast<std::size_t>(std::ranges::count(found, code, &Diagnostic::code));
}
inline const Diagnostic* find(const Diagnostics& found, std::string_view code) {
    const auto it = std::ranges::find(found, code, &Diagnostic::code);
    return it == found.end() ? nullptr : &*it;
}
inline std::string textOf(const Diagnostics& found) {
    std::string text;
    for (const Diagnostic& each : found)
        text += each.code + " [" + each.place + "] " + each.message + "\n";
    return text;
}
inline bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

} // namespace edgewright::test
