// SPDX-License-Identifier: GPL-3.0-or-later
// Times a model in ONNX Runtime, on inputs of seeded random numbers, and writes one line for each run:
//
//   node onnxruntime_node.js MODEL THREADS RUNS SECONDS WARMUP
//
//   load 12.5 ms           the session was made
//   first 3.1 ms           its first run ever
//   run 2.9 ms             each of the others, at least RUNS and SECONDS
//   operator 210.5 us 1 Conv conv1    of a session with ONNX Runtime's own profiler, by name: median times calls, calls in a run
//
// With --version alone: "onnxruntime 1.23.0". Whatever fails is "error: ...", and status 1. Extents that the model
// leaves open are 1.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');

function onnxRuntime() {
  const home = os.homedir();
  const places = [process.cwd(), home, path.join(home, 'onnxruntime'), '/usr/local/lib', '/usr/lib'];
  for (const place of [undefined, ...places.map((each) => [each])]) {
    try {
      return require(place ? require.resolve('onnxruntime-node', {paths: place}) : 'onnxruntime-node');
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new Error('onnxruntime-node is not there: neither in NODE_PATH nor in ' + places.join(', '));
}

const milliseconds = (begin) => Number(process.hrtime.bigint() - begin) / 1e6;

// A linear congruential generator: numbers in [0, 1).
function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

function inputOf(ort, about, random) {
  const dims = about.shape.map((extent) => (typeof extent === 'number' && extent >= 0 ? extent : 1));
  const count = dims.reduce((product, extent) => product * extent, 1);
  const kinds = {
    float32: Float32Array, float64: Float64Array, int64: BigInt64Array, uint64: BigUint64Array, int32: Int32Array,
    uint32: Uint32Array, int16: Int16Array, uint16: Uint16Array, int8: Int8Array, uint8: Uint8Array, bool: Uint8Array,
  };
  const Kind = kinds[about.type];
  if (!Kind) throw new Error('input ' + about.name + ' is of type ' + about.type + ', which is not made at random');
  const data = new Kind(count);
  const isFloat = about.type.startsWith('float'), isBig = about.type.endsWith('nt64');
  for (let i = 0; i < count; ++i) {
    const number = isFloat ? random() * 2 - 1 : Math.floor(random() * 2);
    data[i] = isBig ? BigInt(number) : number;
  }
  return new ort.Tensor(about.type, data, dims);
}

const options = (threads) => ({
  intraOpNumThreads: threads, interOpNumThreads: 1, executionMode: 'sequential', graphOptimizationLevel: 'all',
  logSeverityLevel: 3,
});

// Kernels by node, from the profile that ONNX Runtime writes.
async function profile(ort, model, threads, feeds, runs) {
  const session = await ort.InferenceSession.create(model, {
    ...options(threads), enableProfiling: true, profileFilePrefix: path.join(process.cwd(), 'profile'),
  });
  for (let i = 0; i <= runs; ++i) await session.run(feeds);
  session.endProfiling();
  await session.release();
  const file = fs.readdirSync(process.cwd()).find((name) => name.startsWith('profile') && name.endsWith('.json'));
  if (!file) return;
  const nodes = new Map();
  for (const event of JSON.parse(fs.readFileSync(file, 'utf8'))) {
    if (event.cat !== 'Node' || !event.name.endsWith('_kernel_time')) continue;
    const name = event.name.slice(0, -'_kernel_time'.length);
    const node = nodes.get(name) ?? {type: event.args.op_name, times: []};
    node.times.push(event.dur);
    nodes.set(name, node);
  }
  fs.unlinkSync(file);
  for (const [name, {type, times}] of nodes) {
    const calls = Math.max(1, Math.round(times.length / (runs + 1)));
    const kept = times.slice(calls).sort((a, b) => a - b); // without the first run
    const median = kept[Math.floor(kept.length / 2)] ?? times[0];
    console.log(`operator ${median * calls} us ${calls} ${type || '-'} ${name.replace(/[\r\n]/g, ' ')}`);
  }
}

async function main([model, threads, runs, seconds, warmup]) {
  const ort = onnxRuntime();
  if (model === '--version') return console.log('onnxruntime ' + ort.env.versions.node);
  let begin = process.hrtime.bigint();
  const session = await ort.InferenceSession.create(model, options(Number(threads)));
  console.log(`load ${milliseconds(begin)} ms`);
  const random = seeded(1);
  const feeds = {};
  for (const about of session.inputMetadata) feeds[about.name] = inputOf(ort, about, random);
  begin = process.hrtime.bigint();
  await session.run(feeds);
  console.log(`first ${milliseconds(begin)} ms`);
  for (let i = 0; i < Number(warmup); ++i) await session.run(feeds);
  const start = process.hrtime.bigint();
  const times = [];
  while (times.length < 100000 && (times.length < Number(runs) || milliseconds(start) < Number(seconds) * 1e3)) {
    begin = process.hrtime.bigint();
    await session.run(feeds);
    times.push(milliseconds(begin));
  }
  for (const time of times) console.log(`run ${time} ms`);
  await session.release();
  await profile(ort, model, Number(threads), feeds, Math.min(Math.max(times.length, 3), 10));
}

main(process.argv.slice(2)).catch((error) => {
  console.log('error: ' + String(error.message ?? error).split('\n')[0].slice(0, 500));
  process.exitCode = 1;
});
