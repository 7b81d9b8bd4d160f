import fc from 'fast-check';
import { rowsOfDesk, rowsWithLists, SETS, zones } from './data.ts';
import type { Engine } from './engine.ts';
import { booleanOf, LIMITED, numberOf, SHALLOW } from './expressions.ts';
import { differenceAmong, type Case, type Difference } from './judging.ts';
import { shrunk } from './shrink.ts';

/** Expressions on the same rows, and the callers among whom they are divided. */
const EACH = 20;
const CALLERS = 3;

export interface Proof {
  /** How many cases: one expression over one set of rows. The negation of a condition is another. */
  readonly cases: number;
  readonly seed: number;
  readonly kind: 'conditions' | 'limited' | 'numbers' | 'lists';
}

const REACH = { conditions: undefined, limited: LIMITED, lists: SHALLOW } as const;

/** Each condition also negated: what is undecided holds in no direction. */
function withNegation(one: Case): readonly Case[] {
  return one.number ? [one] : [one, { ...one, source: `!(${one.source})` }];
}

const caller = fc.record({ who: fc.constantFrom('u1', 'u2', null), zone: zones });

function casesOf(kind: Proof['kind']): fc.Arbitrary<readonly Case[]> {
  const by = fc.nat(CALLERS - 1);
  const written =
    kind === 'numbers'
      ? fc.record({ by, source: numberOf(), guarded: fc.constant(false), number: fc.constant(true as const) })
      : fc.record({ by, source: booleanOf(REACH[kind]), guarded: fc.boolean() });
  const limited = kind === 'limited' ? ({ limited: true } as const) : {};
  return fc
    .tuple(fc.tuple(caller, caller, caller), fc.array(written, { minLength: EACH, maxLength: EACH }))
    .map(([callers, list]) =>
      list.map(({ by: at, ...one }) => ({ ...one, ...limited, ...(callers[at] ?? callers[0]) })),
    );
}

/** Compares random cases on random rows; gives the first difference that is found, shrunk. */
export async function prove(engine: Engine, { cases, seed, kind }: Proof): Promise<Difference | null> {
  let last: Difference | null = null;
  const property = fc.asyncProperty(kind === 'lists' ? rowsWithLists : rowsOfDesk, casesOf(kind), async (rows, all) => {
    await engine.fill(rows);
    const difference = await differenceAmong(engine, rows, all.flatMap(withNegation));
    last = difference ?? last;
    return difference === null;
  });
  const perRun = (kind === 'numbers' ? EACH : EACH * 2) * (kind === 'lists' ? 1 : SETS);
  const run = await fc.check(property, { numRuns: Math.ceil(cases / perRun), seed, endOnFailure: true });
  if (run.failed && last === null) throw new Error(fc.defaultReportMessage(run));
  return last && shrunk(engine, last);
}
