// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of whole collections, each of which has to be none:
//
//   node figures.js memory  CLI [--json FILE] [--only TEXT] [FOLDER or FILE.onnx ...]   models whose fused arena is the larger one
//   node figures.js loads   CLI ...   models that ONNX Runtime loads, but not what `fuse` or `quantize` writes of them
//   node figures.js int8    CLI ...   models where `int8`, `quantize` and ONNX Runtime say SQNRs more than 0.5 dB apart
//   node figures.js outputs CLI ...   models that compute something else here than in ONNX Runtime, or do not run here
//
// Without a folder: samples, ../shared/models, ../shared/exports and ../shared/modern. Each model has a process of its own, with five minutes for it. Exit status 1 when one fails.
'use strict';
const {execFileSync, spawnSync} = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const {create, dataOf, difference, modelsBelow} = require('./comparison.js');
const {protoOf, tensorOf} = require('./tensor_proto.js');

const Limit = 1e-4, HalfLimit = 4e-3, LargestAbsolute = 2e-7; // ||difference|| / ||reference||; of one element
// dB. One rounding that falls to the other side early in a network changes all others behind it: where the file gives the
// same here and there, and integers another value of few or weak outputs, the model passes as well (ok*).
const LargestGap = 0.5, FileGap = 0.5, RoundingGap = 1;
const BestSqnr = 100; // dB: what is beyond is rounding of float32

const said = (cli, ...words) => JSON.parse(execFileSync(cli, [...words, '--json'], {maxBuffer: 1 << 30, timeout: 280000, stdio: ['ignore', 'pipe', 'pipe']}));
const reasonOf = (error) => String(error.stderr && error.stderr.length ? error.stderr : error).trim().split('\n').pop().slice(0, 200);

// {verdict, text}
async function memory(cli, model) {
  const plan = said(cli, 'plan', model).results[0], fused = said(cli, 'plan', model, '--fuse').results[0];
  return {verdict: fused.peak > plan.peak ? 'FAILED' : 'ok', text: `${plan.peak} B -> ${fused.peak} B`, before: plan.peak, after: fused.peak};
}

async function loads(cli, model, folder) {
  const ort = require('onnxruntime-node');
  try {
    await (await create(ort, model, 'disabled')).release();
  } catch (error) {
    return {verdict: 'skipped', text: 'ONNX Runtime does not load the original: ' + reasonOf(error)};
  }
  const told = [];
  let verdict = 'ok';
  for (const [name, ...words] of [['fused', 'fuse'], ['QDQ', 'quantize'], ['QOperator', 'quantize', '--format', 'qoperator']]) {
    const target = path.join(folder, name + '.onnx');
    try {
      said(cli, ...words, model, '-o', target);
    } catch (error) {
      if (name === 'fused') verdict = 'FAILED';
      told.push(`${name} not written: ${reasonOf(error)}`);
      continue;
    }
    try {
      for (const level of ['disabled', 'all']) await (await create(ort, target, level)).release();
      told.push(name);
    } catch (error) {
      verdict = 'FAILED';
      told.push(`${name} does not load: ${reasonOf(error)}`);
    }
  }
  return {verdict, text: told.join('; ')};
}

// dB by output of what `run` makes of each sample, all of them together; outputs that are 0 have none.
async function sqnrOf(reference, samples, run) {
  const sums = {};
  for (const sample of samples) {
    const expected = await reference.run(sample.feeds), actual = await run(sample);
    for (const name of reference.outputNames) {
      if (expected[name].type !== 'float32') continue;
      const sum = sums[name] = sums[name] || {signal: 0, noise: 0};
      expected[name].data.forEach((value, i) => {
        sum.signal += value ** 2;
        sum.noise += (value - actual[name].data[i]) ** 2;
      });
    }
  }
  return Object.fromEntries(Object.entries(sums).filter(([, {signal}]) => signal)
    .map(([name, {signal, noise}]) => [name, noise ? 10 * Math.log10(signal / noise) : Infinity]));
}

// --bind for the open extents of the inputs, as the data have them.
function bindingsOf(session, feeds) {
  const bound = {};
  for (const {name, shape} of session.inputMetadata)
    shape.forEach((extent, axis) => {
      if (typeof extent === 'number' && extent > 0) return;
      bound[typeof extent === 'string' && extent ? extent : `${name}#${axis}`] = feeds[name].dims[axis];
    });
  return Object.entries(bound).flatMap(([name, extent]) => ['--bind', `${name}=${extent}`]);
}

async function int8(cli, model, folder) {
  const ort = require('onnxruntime-node');
  const target = path.join(folder, 'int8.onnx');
  const reference = await create(ort, model, 'disabled');
  const samples = dataOf(ort, model, reference, 32).filter(({name}) => name.startsWith('test_data_set'));
  const bindings = samples.length ? bindingsOf(reference, samples[0].feeds) : [];
  const byName = (outputs) => Object.fromEntries(outputs.map((each) => [each.name, each.sqnr_db === null ? Infinity : each.sqnr_db]));
  let quantized;
  try {
    quantized = said(cli, 'quantize', model, '-o', target, ...bindings);
  } catch (error) {
    return {verdict: 'skipped', text: reasonOf(error)};
  }
  const told = {quantize: byName(quantized.outputs)};
  if (samples.length) {
    const written = await create(ort, target, 'disabled');
    told.ort = await sqnrOf(reference, samples, ({feeds}) => written.run(feeds));
    // What we compute of the file operator by operator, as ONNX Runtime does, and not in integers.
    told.file = await sqnrOf(reference, samples, ({name}) => {
      said(cli, 'run', target, '--data', path.join(path.dirname(model), name), '--save', path.join(folder, name), '--force');
      return Object.fromEntries(reference.outputNames.map((output, i) => [output, tensorOf(ort, path.join(folder, name, `output_${i}.pb`))[1]]));
    });
  }
  told.int8 = byName(said(cli, 'int8', model, ...bindings).outputs);
  let gap = 0, fileGap = 0;
  const rows = [];
  for (const name of Object.keys(told.ort || told.quantize)) {
    const all = Object.fromEntries(Object.entries(told).map(([who, each]) => [who, Math.min(each[name], BestSqnr)]));
    gap = Math.max(gap, Math.max(...Object.values(all)) - Math.min(...Object.values(all)));
    if (told.ort) fileGap = Math.max(fileGap, Math.abs(all.file - all.ort));
    rows.push(`${name}: ` + Object.entries(all).map(([who, each]) => `${who} ${each.toFixed(2)}`).join(', '));
  }
  const verdict = gap <= LargestGap ? 'ok' : told.ort && fileGap <= FileGap && gap <= RoundingGap ? 'ok*' : 'FAILED';
  return {verdict, gap, fileGap, samples: samples.length, text: rows.slice(0, 4).join('; ')};
}

async function outputs(cli, model, folder) {
  const ort = require('onnxruntime-node');
  let session;
  try {
    session = await create(ort, model, 'disabled');
  } catch (error) {
    return {verdict: 'skipped', text: 'ONNX Runtime does not load it: ' + reasonOf(error)};
  }
  const own = await create(ort, model, 'all').catch(() => null);
  let sets;
  try {
    sets = dataOf(ort, model, session);
  } catch (error) {
    return {verdict: 'skipped', text: reasonOf(error)};
  }
  let worst = 0, limit = Limit, used = 0, text = '';
  for (const {name, feeds} of sets) {
    if (Object.values(feeds).some((each) => each.type === 'float16')) limit = HalfLimit;
    let expected, again, theirs;
    try {
      expected = await session.run(feeds);
      again = await session.run(feeds);
      theirs = own ? await own.run(feeds) : expected;
    } catch (error) {
      text = 'ONNX Runtime does not run it: ' + reasonOf(error);
      continue; // random numbers are no input for every model
    }
    const words = ['run', model, '--save', path.join(folder, name), '--force'];
    for (const [input, tensor] of Object.entries(feeds)) {
      const file = path.join(folder, `${words.length}.pb`);
      fs.writeFileSync(file, protoOf(input, tensor));
      words.push('--input', `${input}=${file}`);
    }
    try {
      said(cli, ...words);
    } catch (error) {
      return {verdict: 'FAILED', text: 'does not run here: ' + reasonOf(error)};
    }
    ++used;
    const saved = (place) => tensorOf(ort, path.join(folder, name, `output_${place}.pb`))[1];
    const made = session.outputNames.map((output, place) => saved(place));
    if (session.outputNames.some((output, place) => difference(made[place], expected[output]).norm > limit)) {
      try { // An arena changes nothing but where halves are rounded: they are computed with on the way.
        said(cli, ...words, '--arena');
        if (session.outputNames.some((output, place) => difference(saved(place), made[place]).norm !== 0)) limit = HalfLimit;
      } catch (error) { /* without one */ }
    }
    session.outputNames.forEach((output, place) => {
      if (difference(again[output], expected[output]).norm !== 0) return; // random numbers
      const found = difference(made[place], expected[output]);
      if (expected[output].type === 'float16') limit = HalfLimit;
      const rounding = difference(theirs[output], expected[output]).norm;
      if (found.norm <= Math.max(limit, rounding) || found.abs <= LargestAbsolute) return;
      worst = Math.max(worst, found.norm);
      text = `${output}, ${name}: ${found.norm.toExponential(1)}, largest ${found.abs.toExponential(1)}, their own ${rounding.toExponential(1)}`;
    });
  }
  if (!used) return {verdict: 'skipped', text};
  return {verdict: worst > 0 ? 'FAILED' : 'ok', worst, text: worst > 0 ? text : `on ${used} sets`};
}

const Questions = {memory, loads, int8, outputs};

async function one(question, cli, model) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'edgewright-figures-'));
  try {
    return await Questions[question](cli, model, folder);
  } catch (error) {
    return {verdict: 'FAILED', text: reasonOf(error)};
  } finally {
    fs.rmSync(folder, {recursive: true, force: true});
  }
}

function main(question, cli, words) {
  const options = {}, roots = [];
  while (words.length) {
    const word = words.shift();
    if (['--json', '--only'].includes(word)) options[word.slice(2)] = words.shift();
    else roots.push(word);
  }
  if (!roots.length) roots.push(...['samples', '../shared/models', '../shared/exports', '../shared/modern'].filter((each) => fs.existsSync(each)));
  const results = [];
  for (const model of roots.flatMap((root) => modelsBelow(root)).filter((each) => !options.only || each.includes(options.only))) {
    const child = spawnSync(process.execPath, [__filename, question, '--one', cli, model], {encoding: 'utf8', timeout: 300000, maxBuffer: 1 << 26});
    let result = {verdict: 'FAILED', text: `the process ended with ${child.signal || child.status}`};
    try {
      result = JSON.parse(child.stdout.trim().split('\n').pop());
    } catch (error) { /* as said */ }
    results.push({model, ...result});
    console.log(`${result.verdict.padEnd(8)}${model}  ${result.text}`);
  }
  const count = (verdict) => results.filter((each) => each.verdict === verdict).length;
  console.log(`${question}: ${results.length} models: ${count('ok')} ok, ${count('ok*')} within rounding (ok*), ${count('FAILED')} failed, ${count('skipped')} skipped`);
  if (options.json) fs.writeFileSync(options.json, JSON.stringify(results, null, 1) + '\n');
  process.exit(count('FAILED') > 0 ? 1 : 0);
}

const [question, ...words] = process.argv.slice(2);
if (!Questions[question]) throw new Error(`no figure is called '${question}'; there are: ${Object.keys(Questions).join(', ')}`);
if (words[0] === '--one') one(question, words[1], words[2]).then((result) => { console.log(JSON.stringify(result)); process.exit(0); });
else main(question, words[0], words.slice(1));
