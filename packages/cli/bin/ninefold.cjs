#!/usr/bin/env node
'use strict';
// Plain CommonJS for Node 18 and newer: finds a Node that can run Ninefold and hands over to it.
const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const { homedir } = require('node:os');
const { join } = require('node:path');
const { findNode } = require('./find-node.cjs');

function main() {
  const node = findNode();
  if (node === null) {
    process.exitCode = 1;
    return;
  }
  const built = join(__dirname, '..', 'dist', 'main.js');
  const entry = existsSync(built) ? built : join(__dirname, '..', 'src', 'main.ts');
  const cache = process.env.NODE_COMPILE_CACHE || join(homedir(), '.cache', 'ninefold');
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', entry, ...process.argv.slice(2)], {
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
