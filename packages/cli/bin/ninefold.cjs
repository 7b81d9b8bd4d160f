#!/usr/bin/env node
'use strict';
// Plain CommonJS for Node 18 and newer: finds a Node that can run Ninefold and hands over to it.
const { GIVES_BACK, wayToBeginAnew } = require('./begin-anew.cjs');
if (process.argv[2] === 'run') wayToBeginAnew(GIVES_BACK)?.(); // before anything else is loaded
const { spawn } = require('node:child_process');
const { homedir } = require('node:os');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { findNode } = require('./find-node.cjs');
const { findProgram } = require('./find-program.cjs');

const CLI = join(__dirname, '..');
/** Commands that read specifications again and again. */
const READING = ['check', 'dev', 'lsp'];
/** Reading leaves much behind: with room for it a seventh less time goes into tidying up. */
const ROOM = '--max-semi-space-size=64';
function main() {
  const node = findNode();
  if (node === null) {
    process.exitCode = 1;
    return;
  }
  const { stamp, built, current } = findProgram(CLI);
  const entry = current ? join(built, 'main.js') : join(CLI, 'src', 'main.ts');
  process.env.NODE_COMPILE_CACHE ||= join(homedir(), '.cache', 'ninefold');
  process.env.NINEFOLD_PROGRAM = stamp;
  // Another process than this one may run the program, and has another first argument.
  process.env.NINEFOLD_STARTED = process.argv[1];
  const reads = READING.includes(process.argv[2]);
  if (node === process.execPath && !reads) runHere(entry);
  else runBeside(node, ['--disable-warning=ExperimentalWarning', ...(reads ? [ROOM] : []), entry]);
}

/** In this process, which has all that it needs. */
function runHere(entry) {
  require('node:module').enableCompileCache(process.env.NODE_COMPILE_CACHE);
  const tell = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (warning.name !== 'ExperimentalWarning') for (const each of tell) each(warning);
  });
  void import(pathToFileURL(entry).href);
}

/** In a process of another Node, or with settings that a process can only begin with. */
function runBeside(node, args) {
  const child = spawn(node, [...args, ...process.argv.slice(2)], {
    env: { ...GIVES_BACK, ...process.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`ninefold: Node could not be started from ${node}: ${error.message}.\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exit(code === null ? (signal === 'SIGINT' ? 130 : 1) : code);
  });
}

main();
