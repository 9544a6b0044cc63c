// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/kept_fields.h"

#include <google/protobuf/unknown_field_set.h>

#include <algorithm>

namespace edgewright::onnx {

std::string unknownFields(const google::protobuf::Message& message, std::initializer_list<int> read) {
    const auto& unknown = message.GetReflection()->GetUnknownFields(message);
    std::string bytes;
    if (unknown.empty()) return bytes;
    google::protobuf::UnknownFieldSet kept;
    for (int i = 0; i < unknown.field_count(); ++i)
        if (std::ranges::find(read, unknown.field(i).number()) == read.end()) kept.AddField(unknown.field(i));
    if (!kept.SerializeToString(&bytes)) bytes.clear();
    return bytes;
}

void addKept(const std::string& kept, google::protobuf::Message& message) {
    if (kept.empty()) return;
    const std::unique_ptr<google::protobuf::Message> parsed(message.New());
    if (parsed->ParsePartialFromString(kept)) message.MergeFrom(*parsed);
}

std::vector<std::string_view> youngFields(const google::protobuf::Message& message, int number) {
    std::vector<std::string_view> result;
    const auto& fields = message.GetReflection()->GetUnknownFields(message);
    for (int i = 0; i < fields.field_count(); ++i) {
        const auto& field = fields.field(i);
        if (field.number() == number && field.type() == google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED)
            result.push_back(field.length_delimited());
    }
    return result;
}

void addText(int field, const std::string& text, google::protobuf::Message& message) {
    message.GetReflection()->MutableUnknownFields(&message)->AddLengthDelimited(field, text);
}

} // namespace edgewright::onnx
