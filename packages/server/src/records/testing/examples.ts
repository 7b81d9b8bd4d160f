import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { rightsFor, rolesWith, type Expression, type Node } from '@ninefold/model';
import { compile } from '@ninefold/spec';
import { readFolder } from '../../specification/read-folder.ts';
import { openData } from '../../start/open-data.ts';
import { testPlace } from '../../testing/test-database.ts';
import type { Context } from '../context/context.ts';
import { createRecords } from '../create-records.ts';
import type { Caller, Records } from '../context/records.ts';

const EXAMPLES = join(import.meta.dirname, '../../../../../examples');
const NOW = '2026-03-05T09:00:00.000Z';
const ROW_VARIABLES = new Set(['record', 'user', 'limits', 'now', 'today']);

/** Every example by the name of its folder. */
export const EXAMPLE_NAMES: readonly string[] = readdirSync(EXAMPLES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The files of an example, as they are compiled. */
export function filesOf(example: string) {
  return readFolder(join(EXAMPLES, example));
}

function roots(node: Node, locals: readonly string[] = []): readonly string[] {
  switch (node.node) {
    case 'literal':
      return [];
    case 'variable':
      return locals.includes(node.name) ? [] : [node.name];
    case 'field':
      return roots(node.of, locals);
    case 'call':
      return node.args.flatMap((arg) => roots(arg, locals));
    case 'list':
      return node.items.flatMap((item) => roots(item, locals));
    case 'macro':
      return [...roots(node.list, locals), ...roots(node.body, [...locals, node.variable])];
  }
}

function isCondition(value: object): value is Expression & { readonly tree: Node } {
  return 'source' in value && 'reads' in value && 'tree' in value && value.tree !== null;
}

/** Every condition on a record alone that stands anywhere in a part of the model. */
export function conditionsIn(part: unknown, found = new Map<string, Expression>()): ReadonlyMap<string, Expression> {
  if (typeof part !== 'object' || part === null) return found;
  if (!isCondition(part)) for (const below of Object.values(part)) conditionsIn(below, found);
  else {
    const names = roots(part.tree);
    const isOfRecord = names.includes('record') && names.every((name) => ROW_VARIABLES.has(name));
    if (part.type.kind === 'boolean' && isOfRecord) found.set(part.source, part);
  }
  return found;
}

/** An example with the data of its demonstration, and one person more for each role, who has no other. */
export async function openExample(example: string) {
  const { application } = compile(await filesOf(example));
  if (!application) throw new Error(`${example} has errors`);
  const place = await testPlace();
  const attached = { folder: join(EXAMPLES, example), fileCheck: null };
  const options = { demo: true, now: NOW, acceptLoss: [], attached };
  const { database: db } = await openData(place, application, options, () => undefined);
  const context: Context = { db, dialect: db.dialect, model: application.model, clock: () => NOW };
  const close = async (): Promise<void> => {
    await db.close();
    await place.remove();
  };
  const records = createRecords(db, application.model, () => NOW);
  for (const role of ['', ...Object.keys(application.model.roles)]) await addPerson(records, role);
  return { context, records, close };
}

function addPerson(records: Records, role: string): Promise<string> {
  const email = `only-${role}@example.com`;
  return records.addUser({ name: `only ${role}`, email, language: null, roles: role === '' ? [] : [role] });
}

/** One caller for each set of roles that somebody has. */
export async function callersOf({ db, model }: Context, records: Records): Promise<readonly Caller[]> {
  const callers = new Map<string, Caller>();
  for (const { id } of await db.read.all('SELECT "id" FROM "user" ORDER BY "id"', [])) {
    const me = await records.me(String(id));
    const roles = me === null ? [] : [...me.roles].sort();
    if (me === null || callers.has(roles.join())) continue;
    callers.set(roles.join(), { me, rights: rightsFor(model, rolesWith(model, me.roles)), via: 'call' });
  }
  return [...callers.values()];
}
