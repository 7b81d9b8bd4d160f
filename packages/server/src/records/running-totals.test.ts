import { rightsFor } from '@ninefold/model';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { Caller, Records } from './context/records.ts';
import { createRecords } from './create-records.ts';
import { migrate } from './migrate.ts';
import { applicationOf, PLAIN } from './testing/open-desk.ts';
import { importSource } from './testing/values/import-source.ts';
import { specifications } from './testing/values/specifications.ts';
import { wrongValues } from './testing/values/stored-values.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const { NINEFOLD_PROVE_SEED: seed = String(Date.now() % 1e6), NINEFOLD_PROVE_VALUES: runs = '6' } = process.env;

/** One write of a history; records are named by their place among those that were made. */
interface Step {
  readonly kind:
    | 'create'
    | 'update'
    | 'remove'
    | 'restore'
    | 'send'
    | 'close'
    | 'import'
    | 'batch'
    | 'bulk'
    | 'together';
  readonly entity: 'group' | 'thing' | 'part';
  readonly at: number;
  readonly to: number;
  readonly n: number;
  readonly ok: boolean;
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'create',
      'create',
      'update',
      'update',
      'remove',
      'restore',
      'send',
      'close',
      'import',
      'batch',
      'bulk',
      'together',
    ),
    entity: fc.constantFrom('group', 'thing', 'thing', 'part', 'part', 'part'),
    at: fc.nat(20),
    to: fc.nat(20),
    n: fc.integer({ min: 0, max: 9 }),
    ok: fc.boolean(),
  }),
  { minLength: 12, maxLength: 30 },
);

class Stage {
  readonly made: Record<Step['entity'], string[]> = { group: [], thing: [], part: [] };
  private readonly records: Records;
  private readonly who: Caller;
  private count = 0;

  constructor(records: Records, who: Caller) {
    this.records = records;
    this.who = who;
  }

  private pick(entity: Step['entity'], at: number): string | null {
    const all = this.made[entity];
    return all.length === 0 ? null : (all[at % all.length] ?? null);
  }

  /** Values of a record; names of things and groups repeat. */
  values({ entity, to, n, ok }: Step): Readonly<Record<string, never>> {
    const [group, thing] = [this.pick('group', to), this.pick('thing', to)];
    this.count += 1;
    const of = {
      group: { name: `G${String(this.count)}`, base: n, above: ok ? group : null },
      thing: {
        ...{ name: `T${String(this.count)}`, base: n, day: ok ? '2026-01-02' : null, owner: this.who.me.id, group },
        ...{ tags: group === null || !ok ? [] : [group], lines: group === null ? [] : [{ of: group, qty: n }] },
      },
      part: { thing, n: String(n), ok, note: ok ? 'a' : null, day: n > 4 ? '2026-02-03' : null },
    };
    return of[entity] as unknown as Readonly<Record<string, never>>;
  }

  async run(step: Step): Promise<void> {
    try {
      await this.does[step.kind](step);
    } catch (reason) {
      if (!(reason instanceof Refusal) || reason.code === 'fault') throw reason;
    }
  }

  private readonly does: Readonly<Record<Step['kind'], (step: Step) => Promise<void>>> = {
    create: async (step) => {
      const { id } = await this.records.create(this.who, step.entity, this.values(step), PLAIN);
      this.made[step.entity].push(id);
    },
    update: async (step) => {
      const idOrKey = this.pick(step.entity, step.at) ?? '';
      const { name: _, ...body } = this.values(step) as Readonly<Record<string, unknown>>;
      await this.records.update(this.who, step.entity, { idOrKey, body }, PLAIN);
    },
    remove: (step) => this.records.remove(this.who, step.entity, this.pick(step.entity, step.at) ?? '', PLAIN),
    restore: async (step) => {
      await this.records.restore(this.who, step.entity, this.pick(step.entity, step.at) ?? '', PLAIN);
    },
    send: (step) => this.fire(step, 'send'),
    close: (step) => this.fire(step, 'close'),
    import: async (step) => {
      const rows = [1, 2, 3].map((more) => this.values({ ...step, to: step.to + (step.ok ? 0 : more) }));
      const bad = step.n === 3 ? [{ ...rows[0], base: 'x', n: 'x', name: '' }] : [];
      const options = { mode: step.n === 4 ? 'all' : 'each', match: '' } as const;
      await this.records.import(this.who, step.entity, { source: importSource([...rows, ...bad]), options });
    },
    batch: async (step) => {
      const made = [1, 2].map(() => ({ action: 'create', entity: step.entity, values: this.values(step) }));
      const id = this.pick(step.entity, step.at);
      const { name: _, ...values } = this.values({ ...step, n: 1 }) as Readonly<Record<string, unknown>>;
      const writes =
        id === null
          ? made
          : [
              made[0],
              { action: 'update', entity: step.entity, id, values },
              { action: step.ok ? 'delete' : 'update', entity: step.entity, id, ...(step.ok ? {} : { values }) },
              made[1],
            ];
      const { results } = await this.records.batch(this.who, { writes }, undefined);
      for (const { record } of results)
        if (record !== null && !this.made[step.entity].includes(record.id)) this.made[step.entity].push(record.id);
    },
    bulk: async (step) => {
      const ids = [...new Set([step.at, step.to, step.n].flatMap((at) => this.pick(step.entity, at) ?? []))];
      const action = step.ok
        ? { action: 'delete' }
        : {
            action: 'update',
            values: step.entity === 'part' ? { thing: this.pick('thing', step.to) } : { base: step.n },
          };
      await this.records.bulk(this.who, step.entity, { ...action, ids, mode: 'each' }, undefined);
    },
    together: async (step) => {
      await Promise.all(
        [1, 2, 3, 4].map((more) => this.run({ ...step, kind: more === 4 ? 'update' : 'create', entity: 'part' })),
      );
    },
  };

  private async fire({ at }: Step, transition: string): Promise<void> {
    await this.records.transition(
      this.who,
      'thing',
      { idOrKey: this.pick('thing', at) ?? '', transition, body: {} },
      PLAIN,
    );
  }
}

it(`what is kept by what changes is what working out anew gives, after random histories (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(specifications, steps, async (yaml, history) => {
      const { model } = applicationOf(yaml);
      const db = await openTestDatabase();
      try {
        await migrate(db, model, [], { now: NOW });
        const records = createRecords(db, model, () => NOW);
        const id = await records.addUser({ name: 'Ann', email: 'ann@x.test', language: null, roles: ['boss'] });
        const me = await records.me(id);
        if (!me) throw new Error('nobody');
        const stage = new Stage(records, {
          me,
          rights: rightsFor(model, me.roles),
          via: 'screen',
          usersWith: await records.usersWith(),
        });
        const begin = ['group', 'group', 'thing', 'thing', 'part'] as const;
        for (const [n, entity] of begin.entries())
          await stage.run({ kind: 'create', entity, at: 0, to: n, n: n + 1, ok: n % 2 === 0 });
        for (const step of history) {
          await stage.run(step);
          expect({ step, wrong: await wrongValues(db, model, NOW) }).toEqual({ step, wrong: [] });
        }
      } finally {
        await db.close();
      }
    }),
    { seed: Number(seed), numRuns: Number(runs) },
  );
});
