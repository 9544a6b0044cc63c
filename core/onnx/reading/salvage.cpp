// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/reading/salvage.h"

#include "core/base/say.h"
#include "core/onnx/wire/wire_reader.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/coded_stream.h>

#include <climits>
#include <map>

namespace edgewright::onnx {

namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

constexpr int DeepestMessage = 64;

bool merge(std::span<const std::byte> bytes, Message& message, int depth) {
    if (bytes.size() > INT_MAX) return false;
    google::protobuf::io::CodedInputStream input(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                                 static_cast<int>(bytes.size()));
    input.SetRecursionLimit(depth);
    return message.MergePartialFromCodedStream(&input) && input.ConsumedEntireMessage();
}

class Salvager {
public:
    explicit Salvager(const RunContext& run) : m_run(run) {}

    void read(std::span<const std::byte> bytes, Message& message, const std::string& place, int depth) {
        if (m_run.stopped()) return;
        if (merge(bytes, message, DeepestMessage - depth)) return;
        message.Clear();
        if (depth >= DeepestMessage) {
            note(place, say("is damaged, or nests messages too deeply"));
            return;
        }
        WireReader reader(bytes);
        std::map<std::uint32_t, std::size_t> seen; // fields of each number
        while (!reader.atEnd() && !m_run.stopped()) {
            const auto field = reader.next();
            if (!field) {
                note(place, say("cannot be read on: {1} of it", reader.fault()));
                return;
            }
            readField(*field, message, place, seen[field->number]++, depth);
        }
    }

    Salvaged take() { return std::move(m_salvaged); }

private:
    void readField(const WireField& wire, Message& message, const std::string& place, std::size_t index,
                   int depth) {
        const FieldDescriptor* known =
            message.GetDescriptor()->FindFieldByNumber(static_cast<int>(wire.number));
        std::string own = known ? std::string(known->name()) : say("field {1}", wire.number);
        if (known && known->is_repeated()) own += " " + std::to_string(index);
        if (!place.empty()) own = sayIn("place", "{1} of {2}", own, place);
        if (known && wire.delimited && known->type() == FieldDescriptor::TYPE_MESSAGE) {
            const auto* reflection = message.GetReflection();
            read(wire.payload,
                 known->is_repeated() ? *reflection->AddMessage(&message, known)
                                      : *reflection->MutableMessage(&message, known),
                 own, depth + 1);
        } else if (!merge(wire.whole, message, DeepestMessage)) {
            note(own, say("is damaged"));
        }
    }

    void note(const std::string& place, std::string what) {
        if (m_salvaged.count++ < MaxDamages) m_salvaged.damages.push_back({place, std::move(what)});
    }

    const RunContext& m_run;
    Salvaged m_salvaged;
};

} // namespace

Salvaged salvage(std::span<const std::byte> bytes, Message& message, const RunContext& run) {
    Salvager salvager(run);
    salvager.read(bytes, message, {}, 0);
    return salvager.take();
}

} // namespace edgewright::onnx
