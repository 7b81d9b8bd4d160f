'use strict';

/**
 * The C library keeps much of what was freed, for blocks to come, and apart for each thread: some 5 MiB after a start, which nothing
 * needs later. It reads once, when a process begins, from how many bytes on it gives memory back and how many such parts there are.
 */
const GIVES_BACK = { MALLOC_TRIM_THRESHOLD_: '65536', MALLOC_ARENA_MAX: '2' };

/**
 * How this process begins again with these variables of its environment, with the same streams and arguments. Null: it has them
 * already, or it cannot: outside Linux, in a Node that cannot, or where a parent talks to it, who would be cut off.
 */
function wayToBeginAnew(variables) {
  const isSet = Object.keys(variables).every((name) => name in process.env);
  if (process.platform !== 'linux' || isSet || process.send !== undefined || !process.execve) return null;
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  return () => process.execve(process.execPath, args, { ...process.env, ...variables });
}

module.exports = { GIVES_BACK, wayToBeginAnew };
