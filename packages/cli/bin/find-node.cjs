'use strict';
// Plain CommonJS for Node 18 and newer: where the Node is that runs Ninefold.
const { existsSync } = require('node:fs');
const { join, dirname } = require('node:path');

const FLOOR = [24, 21];

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > FLOOR[0] || (major === FLOOR[0] && minor >= FLOOR[1]);
}

/** The Node that npm brought along; found by its package, since some versions of npm make no link to it. */
function bundledNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  try {
    const manifest = require.resolve(`node-${platform}-${process.arch}/package.json`);
    const path = join(dirname(manifest), 'bin', file);
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

/** The path of a Node that can run Ninefold; `null` after a sentence on standard error that says what to do. */
function findNode() {
  const node = isNewEnough(process.versions.node) ? process.execPath : bundledNode();
  if (node === null) {
    process.stderr.write(
      `ninefold: this is Node ${process.versions.node}, and Ninefold needs Node ${FLOOR.join('.')} or newer: install it, or run "npm install" again so that npm brings one along.\n`,
    );
  }
  return node;
}

module.exports = { findNode };
