// SPDX-License-Identifier: GPL-3.0-or-later
// Latency of models in ONNX Runtime, on one thread with all graph optimisations: a list of questions on standard
// input, an answer for each on standard output, one JSON object per line.
//
//   {"version": true}                          -> {"version": "1.30.0"}
//   {"model": FILE, "inputs": [FILE, ...],
//    "seconds": S, "runs": N, "limit": L}      -> {"min": milliseconds, "disturbed": all of them, "samples": N}
//
// Inputs are TensorProto files that name the input and hold raw data. The model is run for S seconds and N times at
// least, after L seconds thrice. Whatever fails is {"error": text}. A model that was asked for last is still open.
'use strict';
const fs = require('fs');
const readline = require('readline');

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
  13: ['uint64', BigUint64Array],
};

// TensorProto: dims = 1 (packed or one by one), data_type = 2, name = 8, raw_data = 9.
function tensorOf(ort, file) {
  const dims = [];
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
    else if (number === 8) name = value.toString();
    else if (number === 9) raw = value;
  }
  if (!kind) throw new Error(`'${name}': an element type that is not measured`);
  const [type, Kind] = kind;
  return [name, new ort.Tensor(type, raw ? new Kind(new Uint8Array(raw).buffer) : new Kind(0), dims)];
}

// The least time of repeated calls, in milliseconds: the time that passed, or that the process computed where that is
// less. The process computes at least what this thread does, and counts in microseconds, which is too coarse for the
// shortest. A call that something else disturbed counts only while there is no other.
class Fastest {
  min = Infinity;
  disturbed = true;
  async add(call) {
    const cpu = process.cpuUsage();
    const begin = process.hrtime.bigint();
    await call();
    const wall = Number(process.hrtime.bigint() - begin) / 1e6;
    const used = process.cpuUsage(cpu);
    const computed = (used.user + used.system) / 1e3;
    const short = computed < 0.2;
    const disturbed = !short && wall > 1.05 * computed;
    const time = short ? wall : Math.min(wall, computed);
    if (disturbed === this.disturbed ? time < this.min : this.disturbed) this.min = time;
    this.disturbed &&= disturbed;
  }
}

// run() waits for a turn of the event loop before it starts: that is no time of the network.
async function turnOfTheLoop() {
  const turn = new Fastest();
  for (let i = 0; i < 300; ++i) await turn.add(() => new Promise((go) => setImmediate(go)));
  return turn.min;
}

let open = null; // {model, session}
async function sessionOf(ort, model) {
  if (open && open.model === model) return open.session;
  if (open) await open.session.release();
  open = null;
  const session = await ort.InferenceSession.create(model, {
    intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: 'sequential', graphOptimizationLevel: 'all',
    logSeverityLevel: 4,
  });
  open = {model, session};
  return session;
}

async function answer(question) {
  const ort = require('onnxruntime-node');
  if (question.version) return {version: ort.env.versions.node};
  const session = await sessionOf(ort, question.model);
  const feeds = {};
  for (const file of question.inputs) {
    const [name, tensor] = tensorOf(ort, file);
    feeds[name] = tensor;
  }
  const loop = await turnOfTheLoop();
  await session.run(feeds);
  const time = new Fastest();
  let samples = 0;
  const begin = process.hrtime.bigint();
  for (;;) {
    const spent = Number(process.hrtime.bigint() - begin) / 1e9;
    if (samples >= 3 && (spent >= question.limit || (spent >= question.seconds && samples >= question.runs))) break;
    await time.add(() => session.run(feeds));
    ++samples;
  }
  return {min: Math.max(time.min - loop, 1e-4), disturbed: time.disturbed, samples};
}

(async () => {
  for await (const line of readline.createInterface({input: process.stdin})) {
    let said;
    try {
      said = await answer(JSON.parse(line));
    } catch (error) {
      said = {error: String(error).slice(0, 200)};
    }
    console.log(JSON.stringify(said));
  }
})();
