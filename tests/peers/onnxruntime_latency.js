// SPDX-License-Identifier: GPL-3.0-or-later
// Latency of models in ONNX Runtime: node onnxruntime_latency.js THREADS SECONDS FOLDER...
// Each FOLDER is a case in the backend-test layout. Prints one JSON object per line: name, and minimum and median in
// milliseconds of as many runs as fit into SECONDS.
'use strict';
const fs = require('fs');
const path = require('path');
const ort = require('onnxruntime-node');

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
    } else if (wire === 5) yield [number, bytes.subarray(at, at += 4)];
    else if (wire === 1) yield [number, bytes.subarray(at, at += 8)];
    else throw new Error('not a TensorProto');
  }
}

const kinds = {
  1: ['float32', Float32Array], 2: ['uint8', Uint8Array], 3: ['int8', Int8Array], 6: ['int32', Int32Array],
  7: ['int64', BigInt64Array], 9: ['bool', Uint8Array], 10: ['float16', Uint16Array], 11: ['float64', Float64Array],
};

function tensorOf(file) {
  const dims = [];
  const listed = [];
  let kind, raw, name = '';
  for (const [number, value] of fields(fs.readFileSync(file))) {
    if (number === 1 && typeof value === 'bigint') dims.push(Number(value));
    else if (number === 1) for (const [, each] of packed(value)) dims.push(Number(each));
    else if (number === 2) kind = kinds[Number(value)];
    else if (number === 8) name = value.toString();
    else if (number === 9) raw = value;
    else if (number === 4) for (let i = 0; i < value.length; i += 4) listed.push(value.readFloatLE(i));
    else if (number === 5 || number === 7) for (const [, each] of packed(value)) listed.push(each);
  }
  if (!kind) throw new Error(`${file}: an element type that is not measured`);
  const [type, Kind] = kind;
  const data = raw ? new Kind(new Uint8Array(raw).buffer)
    : Kind.from(listed.map((each) => (type === 'int64' ? BigInt(each) : Number(each))));
  return [name, new ort.Tensor(type, data, dims)];
}

function* packed(value) {
  if (typeof value === 'bigint') { yield [0, value]; return; }
  let at = 0;
  while (at < value.length) {
    let number = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = value[at++];
      number |= BigInt(byte & 127) << shift;
      if (byte < 128) break;
    }
    yield [0, BigInt.asIntN(64, number)];
  }
}

(async () => {
  const [threads, seconds, ...folders] = process.argv.slice(2);
  for (const folder of folders) {
    const row = {model: path.basename(folder)};
    try {
      const session = await ort.InferenceSession.create(path.join(folder, 'model.onnx'), {
        intraOpNumThreads: Number(threads), interOpNumThreads: 1, graphOptimizationLevel: 'all', logSeverityLevel: 3,
      });
      const feeds = {};
      for (let i = 0; ; ++i) {
        const file = path.join(folder, 'test_data_set_0', `input_${i}.pb`);
        if (!fs.existsSync(file)) break;
        const [name, tensor] = tensorOf(file);
        feeds[name || session.inputNames[i]] = tensor;
      }
      for (let i = 0; i < 2; ++i) await session.run(feeds);
      const times = [];
      for (let spent = 0; times.length < 5 || (spent < Number(seconds) * 1000 && times.length < 2000);) {
        const begin = process.hrtime.bigint();
        await session.run(feeds);
        times.push(Number(process.hrtime.bigint() - begin) / 1e6);
        spent += times[times.length - 1];
      }
      times.sort((a, b) => a - b);
      row.min = times[0];
      row.median = times[times.length >> 1];
      await session.release();
    } catch (error) {
      row.error = String(error).slice(0, 160);
    }
    console.log(JSON.stringify(row));
  }
})();
