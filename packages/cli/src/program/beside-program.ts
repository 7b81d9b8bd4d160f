import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createRequire } from 'node:module';

const INSTALLED = new URL('../../', import.meta.url);
const WORKSPACE = new URL('../../../../', import.meta.url);

/** A folder that an installed package has in itself, and the workspace at its root: `examples`, `docs`. */
export function besideProgram(name: string): URL {
  const own = new URL(`${name}/`, INSTALLED);
  return existsSync(fileURLToPath(own)) ? own : new URL(`${name}/`, WORKSPACE);
}

/** The version of this package. */
export function ownVersion(): string {
  const manifest: { readonly version: string } = createRequire(import.meta.url)('../../package.json');
  return manifest.version;
}
