import { buildProgram } from '../packages/cli/src/program/build-program.ts';
import { buildWeb } from '../packages/cli/src/program/build-web.ts';
import { findWeb } from '../packages/cli/src/program/find-web.ts';

/** Builds the pages and the program as `ninefold run` does; with `--if-stale` the pages only where their sources have changed since. */
async function main(ifStale: boolean): Promise<void> {
  const web = findWeb();
  const pages = ifStale && web.dist !== null ? null : await buildWeb(web);
  const failure = pages ?? (await buildProgram());
  if (failure === null) return;
  console.error(failure);
  process.exitCode = 1;
}

await main(process.argv.includes('--if-stale'));
