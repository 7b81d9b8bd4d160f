import { compile, type Application } from '@ninefold/spec';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rightsFor } from '@ninefold/model';
import type { Caller, Records } from '../records/context/records.ts';
import { createRecords } from '../records/create-records.ts';
import { PLAIN } from '../records/testing/open-desk.ts';
import { storageFailure } from '../storage/failure.ts';
import { openPlace, testPlace, type TestPlace } from '../testing/test-database.ts';
import type { Database } from '../storage/database/database.ts';
import { adoptModel } from './open-data.ts';

// Also in the portable form: what keeps writes of another specification back is a row there.

const NOW = '2026-03-05T12:00:00.000Z';
const ADOPTING = { demo: false, now: NOW, acceptLoss: [] };

/** The parts of the specification that the tests exchange. */
interface Parts {
  /** The id of the number, and what stands behind it. */
  readonly number: string;
  readonly fields: string;
  readonly rule: string;
  readonly title: string;
  readonly does: string;
  readonly screen: string;
  readonly comment: string;
}

const FIRST: Parts = {
  number: 'n: { type: integer, required: true }',
  fields: '',
  rule: 'record.n < 100',
  title: 'name',
  does: 'keeps things',
  screen: '',
  comment: '',
};

function specification(parts: Partial<Parts> = {}): Application {
  const { number, fields, rule, title, does, screen, comment } = { ...FIRST, ...parts };
  const text = `ninefold: 1 ${comment}
purpose: { name: things, does: ${does}, languages: [en] }
entities:
  thing:
    title: ${title}
    fields:
      name: { type: string, required: true }
      ${number}
${fields}rules: { thing: { bounded: { check: ${rule}, message: Too much. } } }
${screen}roles: { clerk: { thing: all } }
`;
  const { application, issues } = compile([{ path: 'app.yaml', text }]);
  if (!application) throw new Error(JSON.stringify(issues));
  return application;
}

interface Server {
  readonly db: Database;
  readonly records: Records;
  readonly clerk: Caller;
}

let place: TestPlace;
let opened: Database[];
beforeEach(async () => {
  place = await testPlace();
  opened = [];
});
afterEach(async () => {
  for (const db of opened) await db.close();
  await place.remove();
});

/** A server of its own on the database, without the lock that keeps a second one from a file. */
async function start(application: Application): Promise<Server> {
  const db = await openPlace(place);
  opened.push(db);
  await adoptModel(db, application, ADOPTING);
  const records = createRecords(db, application.model, () => NOW);
  const email = `${String(opened.length)}@x.test`;
  const id = await records.addUser({ name: 'Cleo', email, language: null, roles: ['clerk'] });
  const me = await records.me(id);
  if (!me) throw new Error('nobody');
  return { db, records, clerk: { me, rights: rightsFor(application.model, me.roles), via: 'call' } };
}

let made = 0;
const create = ({ records, clerk }: Server) =>
  records.create(clerk, 'thing', { name: `thing ${String((made += 1))}`, n: made % 90 }, PLAIN);
/** What came of a call: `done`, or the failure of the storage, or the code of the refusal. */
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (cause: unknown) => storageFailure(cause) ?? (cause as { code?: string }).code ?? String(cause),
  );

const EXTRA = '      extra: { type: string, required: true, default: "= \'none\'" }\n';
const TWICE = '      twice: { type: integer, computed: record.n * 2 }\n';

test('a server with a newer specification: the earlier one writes nothing any more, while it writes as fast as it can', async () => {
  const earlier = await start(specification());
  let isOver = false;
  let written = 0;
  const outcomes = new Set<string>();
  const writer = async (): Promise<void> => {
    while (!isOver) {
      const came = await outcome(create(earlier));
      outcomes.add(came);
      if (came === 'done') written += 1;
    }
  };
  const writers = [writer(), writer(), writer(), writer()];
  await expect.poll(() => written).toBeGreaterThan(20);
  const later = await start(specification({ fields: EXTRA + TWICE }));
  await expect.poll(() => outcomes).toContain('other_specification');
  const before = written;
  for (let n = 0; n < 20; n += 1) await create(later);
  isOver = true;
  await Promise.all(writers);
  expect(written).toBe(before);
  expect([...outcomes].filter((one) => !['done', 'other_specification', 'busy'].includes(one))).toEqual([]);
  const wrong = `SELECT count(*) AS n FROM "thing" WHERE "extra" IS NULL OR "twice" IS NULL OR "twice" <> 2 * "n"`;
  const [row] = await later.db.read.all(wrong, []);
  const [all] = await later.db.read.all('SELECT count(*) AS n FROM "thing"', []);
  expect([Number(row?.['n']), Number(all?.['n'])]).toEqual([0, written + 20]);
  expect(await earlier.db.look()).toBe('other_specification');
  expect(await later.db.look()).toBeNull();
});

test('what is read under a name that is gone says why', async () => {
  const earlier = await start(specification());
  await create(earlier);
  const renamed = specification({ number: 'm: { type: integer, required: true, was: n }', rule: 'record.m < 100' });
  expect(renamed.model.entities['thing']?.fields['m']).toBeDefined();
  await start(renamed);
  const query = new URLSearchParams();
  expect(await outcome(earlier.records.list(earlier.clerk, 'thing', query))).toBe('other_specification');
  expect(await outcome(create(earlier))).toBe('other_specification');
});

/** Changes of a specification, and whether a write may come out differently after them. */
const CHANGES: readonly (readonly [Partial<Parts>, boolean])[] = [
  [{ fields: EXTRA }, true],
  [{ fields: TWICE }, true],
  [{ rule: 'record.n < 101' }, true],
  [{ title: 'n' }, true],
  [{ does: 'keeps many things' }, false],
  [{ screen: 'screens: { things: { list: thing } }\n' }, false],
  [{ comment: '# more is to come' }, false],
];

test('servers share a database exactly where their writes are the same', { timeout: 120_000 }, async () => {
  const first = await start(specification());
  const seed = Number(process.env['NINEFOLD_PROVE_SEED'] ?? '11');
  await fc.assert(
    fc.asyncProperty(fc.subarray([...CHANGES], { minLength: 1 }), async (changes) => {
      const parts: Partial<Parts> = Object.assign({}, ...changes.map(([part]) => part)) as Partial<Parts>;
      await adoptModel(first.db, specification(), ADOPTING);
      const other = await start(specification(parts));
      const differs = changes.some(([, does]) => does);
      expect(await outcome(create(first))).toBe(differs ? 'other_specification' : 'done');
      expect(await outcome(create(other))).toBe('done');
      const acceptLoss = ['thing.extra', 'thing.twice'].filter((name) =>
        parts.fields?.includes(name.slice('thing.'.length)),
      );
      await adoptModel(first.db, specification(), { ...ADOPTING, acceptLoss });
      expect(await outcome(create(first))).toBe('done');
      expect(await outcome(create(other))).toBe(differs ? 'other_specification' : 'done');
    }),
    { numRuns: 12, seed },
  );
});

test('a server does not go back to a specification whose place another one has taken, unless that is said', async () => {
  const [one, two] = [specification(), specification({ rule: 'record.n < 101' })];
  const db = (await start(one)).db;
  await start(two);
  const again = adoptModel(db, one, { ...ADOPTING, goBack: false });
  const refusal = await again.then(
    () => 'none', // a SQLite file has no other server
    (cause: Error) => cause.message.split(',')[0],
  );
  const expected = db.dialect.id === 'sqlite' ? 'none' : 'A later specification has been started on this database';
  expect(refusal).toBe(expected);
  await adoptModel(db, one, ADOPTING);
  await adoptModel(db, one, { ...ADOPTING, goBack: false });
});
