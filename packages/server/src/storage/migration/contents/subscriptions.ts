import type { Renamed } from '@ninefold/spec';
import type { Writer } from '../../database/database.ts';

const READ = 'SELECT "id", "transitions" FROM "_subscription" WHERE "entity" = ?';
const WRITE = 'UPDATE "_subscription" SET "transitions" = ? WHERE "id" = ?';

/** Gives the transitions that programs want to be told of the ids that they have now. */
export async function rewriteSubscriptions(tx: Writer, entity: string, renamed: readonly Renamed[]): Promise<void> {
  const now = new Map(renamed.map(({ path, was }) => [was, path.at(-1) ?? was] as const));
  for (const { id, transitions } of await tx.all(READ, [entity])) {
    const before = JSON.parse(String(transitions)) as readonly string[]; // written by `createSubscriptions`
    const text = JSON.stringify(before.map((name) => now.get(name) ?? name));
    if (text !== transitions) await tx.run(WRITE, [text, id ?? null]);
  }
}
