import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runBuilder } from './run-builder.ts';
import { STAMP, type Web } from './find-web.ts';
import { sourceHash } from './source-hash.ts';

/** What is built one after the other into the same folder, each with a file that it makes: the application, the sign-in page, and what draws first rows. */
const BUILDS = [
  ['vite.config.ts', 'index.html'],
  ['vite.sign-in.config.ts', 'sign-in.html'],
  ['vite.first-rows.config.ts', 'first-rows.mjs'],
] as const;

/**
 * Builds the web application beside its place and puts it there in one step.
 * Null when it went well, else what the build said.
 */
export async function buildWeb({ root, built, hasSources }: Web, stopped?: AbortSignal): Promise<string | null> {
  if (!hasSources) return 'The web application is missing from this installation.';
  const folder = join(root, 'node_modules', `.dist-${String(process.pid)}`);
  const build = (config: string): Promise<string | null> => {
    const args = ['build', '--config', config, '--outDir', folder, '--logLevel', 'warn'];
    return runBuilder({ root, name: 'vite', file: join('bin', 'vite.js'), args, stopped });
  };
  try {
    mkdirSync(folder, { recursive: true });
    const hash = sourceHash(root);
    for (const [config, made] of BUILDS) {
      const failure = await build(config);
      if (failure !== null) return failure;
      if (!existsSync(join(folder, made))) return `The build made no ${made}.`;
    }
    writeFileSync(join(folder, STAMP), hash);
    replace(folder, built);
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function replace(folder: string, built: string): void {
  const old = `${folder}-old`;
  if (existsSync(built)) renameSync(built, old);
  renameSync(folder, built);
  rmSync(old, { recursive: true, force: true });
}
