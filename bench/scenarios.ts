import type { Filled } from './tickets.ts';
import type { Scenario } from './load.ts';

/** Addresses of one server for the same work. */
export interface Addresses {
  one(id: string): string;
  readonly list: string;
  /** The page of the list behind its 5000th record or so. */
  readonly deep: string;
  readonly search: string;
  readonly create: string;
}

/** The calls that are measured, made by somebody with these headers. */
export function scenariosOf(
  filled: Filled,
  headers: Scenario['headers'],
  at: Addresses,
): Readonly<Record<string, Scenario>> {
  const some = filled.ids.filter((_, turn) => turn % 7 === 0);
  const subjects = Array.from({ length: 997 }, (_, turn) => `Chair ${turn}`);
  const read = (path: string): Scenario => ({ method: 'GET', paths: [path], headers, expect: 200 });
  return {
    get: { method: 'GET', paths: some.map((id) => at.one(id)), headers, expect: 200 },
    list: read(at.list),
    deep: read(at.deep),
    search: read(at.search),
    create: {
      method: 'POST',
      paths: [at.create],
      bodies: subjects.map((subject) => JSON.stringify({ subject, category: filled.category, details: 'It squeaks.' })),
      headers,
      expect: 201,
    },
    update: {
      method: 'PATCH',
      paths: some.map((id) => at.one(id)),
      bodies: subjects.map((subject) => JSON.stringify({ subject })),
      headers,
      expect: 200,
    },
  };
}
