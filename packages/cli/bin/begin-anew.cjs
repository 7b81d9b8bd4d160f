'use strict';

/**
 * The C library keeps much of what was freed, for blocks to come, and apart for each thread: some 5 MiB after a start, which nothing
 * needs later. It reads once, when a process begins, from how many bytes on it gives memory back and how many such parts there are.
 */
const GIVES_BACK = { MALLOC_TRIM_THRESHOLD_: '65536', MALLOC_ARENA_MAX: '2' };

/**
 * Begins this process again with settings that it can only begin with, where it serves, has not done so, and can: on Linux, and while
 * nobody talks to it, who would be cut off. Called before anything else is loaded.
 */
function beginAnew() {
  const serves = process.argv[2] === 'run' && process.platform === 'linux';
  const isSet = Object.keys(GIVES_BACK).every((name) => name in process.env);
  if (!serves || isSet || typeof process.execve !== 'function' || process.send !== undefined) return;
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...process.env, ...GIVES_BACK });
}

module.exports = { beginAnew, GIVES_BACK };
