'use strict';
// `node scripts/node.cjs script.ts …`: runs a script of the project on the Node that npm brought along, whatever Node
// runs this line, and puts that Node first on the path of everything that the script starts.
const { spawn } = require('node:child_process');
const { delimiter, dirname } = require('node:path');
const { findNode } = require('../packages/cli/bin/find-node.cjs');

const node = findNode();
if (node === null) {
  process.exitCode = 1;
} else {
  const path = [dirname(node), process.env.PATH].join(delimiter);
  const child = spawn(node, process.argv.slice(2), { stdio: 'inherit', env: { ...process.env, PATH: path } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code === null ? 1 : code));
}
