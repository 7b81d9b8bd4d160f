import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const INSTALLED = new URL('../../', import.meta.url);
const WORKSPACE = new URL('../../../../', import.meta.url);

/** A folder that an installed package has in itself, and the workspace at its root: `examples`, `docs`. */
export function besideProgram(name: string): URL {
  const own = new URL(`${name}/`, INSTALLED);
  return existsSync(fileURLToPath(own)) ? own : new URL(`${name}/`, WORKSPACE);
}
