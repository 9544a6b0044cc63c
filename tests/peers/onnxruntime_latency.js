// SPDX-License-Identifier: GPL-3.0-or-later
// Latency of models in ONNX Runtime, with all graph optimisations, and the time in which it opens and
// optimises them: a list of questions on standard input, an answer for each on standard output, one JSON object per line.
//
//   {"version": true}                          -> {"version": "1.30.0"}
//   {"model": FILE, "inputs": [FILE, ...], "threads": T,
//    "seconds": S, "runs": N, "limit": L}      -> {"min": milliseconds, "disturbed": all of them, "samples": N,
//                                                "spent": seconds of all}
//   {"open": FILE, "runs": N}                  -> {"min": milliseconds, "disturbed": all of them}
//
// Inputs are TensorProto files that name the input and hold raw data. The model is run for S seconds and N times at
// least, after L seconds thrice; of several threads the time that passed is what counts. Whatever fails is {"error": text}. A model that was asked for last is still open.
'use strict';
const readline = require('readline');
const {tensorOf} = require('./tensor_proto.js');

// The least time of repeated calls, in milliseconds: the time that passed, or that the process computed where that is
// less. The process computes at least what this thread does, and counts in microseconds, which is too coarse for the
// shortest. A call that something else disturbed counts only while there is no other.
class Fastest {
  min = Infinity;
  disturbed = true;
  constructor(threads = 1) { this.threads = threads; }
  async add(call) {
    const cpu = process.cpuUsage();
    const begin = process.hrtime.bigint();
    await call();
    const wall = Number(process.hrtime.bigint() - begin) / 1e6;
    const used = process.cpuUsage(cpu);
    const computed = (used.user + used.system) / 1e3;
    const short = this.threads > 1 || computed < 0.2;
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

const create = (ort, model, threads = 1) => ort.InferenceSession.create(model, {
  intraOpNumThreads: threads, interOpNumThreads: 1, executionMode: 'sequential', graphOptimizationLevel: 'all',
  logSeverityLevel: 4,
});

let open = null; // {model, threads, session}
async function sessionOf(ort, model, threads) {
  if (open && open.model === model && open.threads === threads) return open.session;
  if (open) await open.session.release();
  open = null;
  const session = await create(ort, model, threads);
  open = {model, threads, session};
  return session;
}

async function openingOf(ort, model, runs) {
  const time = new Fastest();
  for (let i = 0; i < runs; ++i) {
    let session;
    await time.add(async () => { session = await create(ort, model); });
    await session.release();
  }
  return {min: Math.max(time.min, 1e-4), disturbed: time.disturbed};
}

async function answer(question) {
  const ort = require('onnxruntime-node');
  if (question.version) return {version: ort.env.versions.node};
  if (question.open) return openingOf(ort, question.open, question.runs);
  const session = await sessionOf(ort, question.model, question.threads);
  const feeds = {};
  for (const file of question.inputs) {
    const [name, tensor] = tensorOf(ort, file);
    feeds[name] = tensor;
  }
  const loop = await turnOfTheLoop();
  await session.run(feeds);
  const time = new Fastest(question.threads);
  let samples = 0;
  let spent;
  const begin = process.hrtime.bigint();
  for (;;) {
    spent = Number(process.hrtime.bigint() - begin) / 1e9;
    if (samples >= 3 && (spent >= question.limit || (spent >= question.seconds && samples >= question.runs))) break;
    await time.add(() => session.run(feeds));
    ++samples;
  }
  return {min: Math.max(time.min - loop, 1e-4), disturbed: time.disturbed, samples, spent};
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
