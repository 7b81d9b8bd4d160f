import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ANY_WORKS } from '../any/work.ts';
import { durablePostgres } from '../places.ts';
import { type Compared, compareCosts, factorOf } from './compare.ts';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'sqlite' },
  },
});
const WITHIN = 3;

/** What `check --at` says of the lists of the benches beside what a database visits; each figure that is not right within the factor. */
for (const work of Object.values(ANY_WORKS)) {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-bench-'));
  const data = join(folder, 'data');
  await mkdir(data);
  try {
    const postgres = flags.database === 'postgres' ? await durablePostgres(folder) : null;
    const asked = { rows: Number(flags.rows), folder: data, seed: Number(flags.seed), postgres };
    const compared = await compareCosts(work, asked);
    const wrong = compared.filter(isWrong);
    for (const { screen, role, what, claimed, counted } of wrong)
      console.log(`  ${screen.id}, ${role}, ${what}: ${String(claimed)}, counted ${String(counted)}`);
    console.log(`${work.name}: ${rightOf(compared)}; entries and rows together: ${rightOf(together(compared))}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function isWrong(one: Compared): boolean {
  return factorOf(one) > WITHIN;
}

function rightOf(compared: readonly Compared[]): string {
  return `${String(compared.filter((one) => !isWrong(one)).length)} of ${String(compared.length)} within a factor of ${String(WITHIN)}`;
}

/** Entries and rows of each page and each total as one figure: a database may read the table where another reads an index. */
function together(compared: readonly Compared[]): readonly Compared[] {
  const parts = Map.groupBy(compared, ({ screen, role, what }) =>
    JSON.stringify([screen.id, role, what.split(' ')[0]]),
  );
  return [...parts.values()].map((same) => ({
    ...(same[0] as Compared), // a group is never empty
    claimed: same.reduce((sum, { claimed }) => sum + claimed, 0),
    counted: same.reduce((sum, { counted }) => sum + counted, 0),
  }));
}
