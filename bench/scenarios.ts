import type { Filled } from './work.ts';
import type { Scenario } from './load.ts';

/** Addresses of one server for the same work. */
export interface Addresses {
  one(id: string): string;
  readonly list: string;
  /** The page of the list in its middle. */
  readonly deep: string;
  readonly search: string;
  readonly create: string;
}

const BODIES = 997;

/** The calls that are measured, made by somebody with these headers. */
export function scenariosOf(
  filled: Filled,
  headers: Scenario['headers'],
  at: Addresses,
): Readonly<Record<string, Scenario>> {
  const some = filled.ids.filter((_, turn) => turn % 7 === 0).slice(0, 20_000);
  const bodies = (body: Filled['created']): readonly string[] =>
    Array.from({ length: BODIES }, (_, turn) => JSON.stringify(body(turn)));
  const read = (path: string): Scenario => ({ method: 'GET', paths: [path], headers, expect: 200 });
  return {
    get: { method: 'GET', paths: some.map((id) => at.one(id)), headers, expect: 200 },
    list: read(at.list),
    deep: read(at.deep),
    search: read(at.search),
    create: { method: 'POST', paths: [at.create], bodies: bodies(filled.created), headers, expect: 201 },
    update: {
      method: 'PATCH',
      paths: some.map((id) => at.one(id)),
      bodies: bodies(filled.updated),
      headers,
      expect: 200,
    },
  };
}
