// SPDX-License-Identifier: GPL-3.0-or-later
// TensorProto files as tensors of ONNX Runtime, and back.
'use strict';
const fs = require('fs');

// The fields of a protobuf message: [number, value], value a BigInt for varints, a Buffer for lengths.
function* fields(bytes) {
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = varint();
    const number = Number(key >> 3n);
    const wire = Number(key & 7n);
    if (wire === 0) yield [number, varint()];
    else if (wire === 2) {
      const length = Number(varint());
      yield [number, bytes.subarray(at, at += length)];
    } else throw new Error('a tensor without raw data');
  }
}

const kinds = {
  1: ['float32', Float32Array], 2: ['uint8', Uint8Array], 3: ['int8', Int8Array], 4: ['uint16', Uint16Array],
  5: ['int16', Int16Array], 6: ['int32', Int32Array], 7: ['int64', BigInt64Array], 9: ['bool', Uint8Array],
  10: ['float16', Uint16Array], 11: ['float64', Float64Array], 12: ['uint32', Uint32Array],
  13: ['uint64', BigUint64Array], 8: ['string', Array],
};

// TensorProto: dims = 1 (packed or one by one), data_type = 2, string_data = 6, name = 8, raw_data = 9.
function tensorOf(ort, file) {
  const dims = [], strings = [];
  let kind, raw, name = '';
  for (const [number, value] of fields(fs.readFileSync(file))) {
    if (number === 1) {
      if (typeof value === 'bigint') dims.push(Number(value));
      else {
        for (let at = 0, extent = 0, scale = 1; at < value.length; ++at) {
          extent += (value[at] & 127) * scale;
          scale *= 128;
          if (value[at] < 128) {
            dims.push(extent);
            extent = 0;
            scale = 1;
          }
        }
      }
    } else if (number === 2) kind = kinds[Number(value)];
    else if (number === 6) strings.push(value.toString());
    else if (number === 8) name = value.toString();
    else if (number === 9) raw = value;
  }
  if (!kind) throw new Error(`'${name}': an element type that is not measured`);
  const [type, Kind] = kind;
  if (type === 'string') return [name, new ort.Tensor(type, strings, dims)];
  return [name, new ort.Tensor(type, raw ? new Kind(new Uint8Array(raw).buffer) : new Kind(0), dims)];
}

function varint(value) {
  const bytes = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return Buffer.from([...bytes, value]);
}

// The bytes of a TensorProto, with raw data unless it is of strings.
function protoOf(name, tensor) {
  const kind = Object.keys(kinds).find((each) => kinds[each][0] === tensor.type);
  const field = (number, bytes) => [varint(number * 8 + 2), varint(bytes.length), bytes];
  return Buffer.concat([...tensor.dims.flatMap((extent) => [varint(8), varint(extent)]), varint(16), varint(Number(kind)),
    ...field(8, Buffer.from(name)),
    ...(tensor.type === 'string' ? tensor.data.flatMap((each) => field(6, Buffer.from(each)))
      : field(9, Buffer.from(tensor.data.buffer, tensor.data.byteOffset, tensor.data.byteLength)))]);
}

module.exports = {kinds, protoOf, tensorOf};
