import { afterAll, expect, test } from 'vitest';
import { SQLITE_EXPRESSIONS } from '../../sqlite/expressions/dialect.ts';
import { sql } from '../../sql/sql.ts';
import type { Engine } from './engine.ts';
import { differenceOf } from './judging.ts';
import { prove } from './proof.ts';
import { sqliteEngine } from './sqlite-engine.ts';

const real = sqliteEngine();
afterAll(() => real.close());
/** Every smaller case is asked of the database again. */
const SHRINKING = { timeout: 180_000 };
const proof = (engine: Engine) => prove(engine, { cases: 2000, seed: 9, kind: 'conditions' });

test(
  'a database in which two blanks differ is found out, by one ticket that can be judged again',
  SHRINKING,
  async () => {
    const dialect = { ...SQLITE_EXPRESSIONS, same: (a: typeof TRUE, b: typeof TRUE) => sql`${a} = ${b}` };
    const difference = await proof({ ...real, dialect });
    if (!difference) throw new Error('nothing found');
    expect(difference.rows.ticket).toHaveLength(1);
    expect(await differenceOf({ ...real, dialect }, difference.rows, difference.case)).toEqual(difference);
    expect(await differenceOf(real, difference.rows, difference.case)).toBeNull();
  },
);

test('a statement that a database refuses names its case', SHRINKING, async () => {
  const all: Engine['all'] = async (text, values) => {
    if (text.includes('LIKE') || text.includes('nf_call')) throw new Error('no such function');
    return real.all(text, values);
  };
  expect((await proof({ ...real, all }))?.found).toBe('Error: no such function');
});

const TRUE = sql`TRUE`;
