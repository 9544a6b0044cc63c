// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of a message that we do not read: they are kept as bytes and written back. Newer fields than those of
// the generated classes are among them.
#pragma once

#include <google/protobuf/message.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::onnx {

// Fields that are younger than the generated classes: onnx.proto of release 1.16.
inline constexpr int NodeOverload = 8;
inline constexpr int NodeMetadata = 9; // repeated StringStringEntryProto
inline constexpr int FunctionOverload = 13;
inline constexpr int FunctionDefaults = 11; // repeated AttributeProto

// The unknown fields of `message`, without those of the numbers that are read; empty when there are none.
std::string unknownFields(const google::protobuf::Message& message, std::initializer_list<int> read = {});
// Adds what unknownFields (or a whole message of the kind) gave.
void addKept(const std::string& kept, google::protobuf::Message& message);
// The values of a field that the generated classes do not know, where these are texts or messages. They live in
// `message`.
std::vector<std::string_view> youngFields(const google::protobuf::Message& message, int number);
void addText(int field, const std::string& text, google::protobuf::Message& message);

} // namespace edgewright::onnx
