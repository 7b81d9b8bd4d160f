import { buildWeb } from '../packages/cli/src/web/build-web.ts';
import { findWeb } from '../packages/cli/src/web/find-web.ts';

/** Builds the pages as `ninefold run` does; with `--if-stale` only where their sources have changed since. */
async function main(ifStale: boolean): Promise<void> {
  const web = findWeb();
  if (ifStale && web.dist !== null) return;
  const failure = await buildWeb(web);
  if (failure === null) return;
  console.error(failure);
  process.exitCode = 1;
}

await main(process.argv.includes('--if-stale'));
