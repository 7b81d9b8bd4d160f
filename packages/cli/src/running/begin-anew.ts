/** Says that this process has begun anew, and need not again. */
const BEGUN = 'NINEFOLD_BEGUN_ANEW';

/**
 * How this process begins again, with the same streams and arguments. Null: it has done so, or cannot: outside Linux, in a Node that
 * cannot, or where a parent talks to it, who would be cut off.
 */
export function wayToBeginAnew(env: NodeJS.ProcessEnv): (() => never) | null {
  const execve = process.execve?.bind(process);
  if (process.platform !== 'linux' || execve === undefined || process.send !== undefined || BEGUN in env) return null;
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  return () => execve(process.execPath, args, { ...definedIn(env), [BEGUN]: 'yes' });
}

function definedIn(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
