'use strict';
// Plain CommonJS for Node 18 and newer: which form of the program runs, and what stands for its content.
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, readdirSync, statSync } = require('node:fs');
const { join, relative, sep } = require('node:path');

/** What the program is made of, seen from this package. */
const SOURCES = [
  ...['model', 'spec', 'server', 'cli'].flatMap((name) =>
    ['src', 'locales', 'package.json'].map((part) => join('..', name, part)),
  ),
  join('..', 'server', 'assets'),
  join('..', '..', 'package-lock.json'),
];
const NO_PART = /^(?:fixtures|testing)$|\.test\.tsx?$/;

/** Other as soon as one of these is written: what the disk says of each file, which is quicker than reading them. */
function seenAt(root, sources) {
  const seen = [];
  const walk = (folder) => {
    seen.push(relative(root, folder));
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (NO_PART.test(entry.name)) continue;
      const path = `${folder}${sep}${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else seen.push(seenOf(entry.name, statSync(path)));
    }
  };
  for (const source of sources) {
    const path = join(root, source);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) walk(path);
    else if (found) seen.push(seenOf(source, found));
  }
  return createHash('sha256').update(seen.join('\n')).digest('hex');
}

function seenOf(name, { size, mtimeMs }) {
  return `${name} ${size} ${mtimeMs}`;
}

/**
 * The program of the package in `cli`. `stamp` stands for its content; `built` is the folder of the form in few files,
 * `current` whether it is there. An installed package has that form alone.
 */
function findProgram(cli) {
  if (!existsSync(join(cli, 'src'))) {
    const built = join(cli, 'dist', 'app');
    const stamp = createHash('sha256')
      .update(readFileSync(join(built, 'main.js')))
      .digest('hex');
    return { stamp, built, current: true };
  }
  const stamp = seenAt(cli, SOURCES);
  const built = join(cli, 'dist', stamp.slice(0, 16));
  return { stamp, built, current: existsSync(join(built, 'main.js')) };
}

module.exports = { findProgram, seenAt };
