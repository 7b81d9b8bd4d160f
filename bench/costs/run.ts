import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ANY_WORKS } from '../any/work.ts';
import { compareCosts, factorOf } from './compare.ts';

const { values: flags } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const WITHIN = 3;

/** What `check --at` says of the lists of the benches beside what SQLite visits; each figure that is not right within the factor. */
for (const work of Object.values(ANY_WORKS)) {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-bench-'));
  try {
    const compared = await compareCosts(work, { rows: Number(flags.rows), folder, seed: Number(flags.seed) });
    const wrong = compared.filter((one) => factorOf(one) > WITHIN);
    for (const { screen, role, what, claimed, counted } of wrong)
      console.log(`  ${screen.id}, ${role}, ${what}: ${String(claimed)}, counted ${String(counted)}`);
    const right = compared.length - wrong.length;
    console.log(
      `${work.name}: ${String(right)} of ${String(compared.length)} figures within a factor of ${String(WITHIN)}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
