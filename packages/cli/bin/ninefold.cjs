#!/usr/bin/env node
'use strict';
// Plain CommonJS for Node 18 and newer: finds a Node that can run Ninefold and hands over to it.
const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const { homedir } = require('node:os');
const { join } = require('node:path');
const { findNode } = require('./find-node.cjs');

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
  const built = join(__dirname, '..', 'dist', 'main.js');
  const entry = existsSync(built) ? built : join(__dirname, '..', 'src', 'main.ts');
  const cache = process.env.NODE_COMPILE_CACHE || join(homedir(), '.cache', 'ninefold');
  const flags = ['--disable-warning=ExperimentalWarning', ...(READING.includes(process.argv[2]) ? [ROOM] : [])];
  const child = spawn(node, [...flags, entry, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
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
