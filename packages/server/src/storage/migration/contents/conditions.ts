import type { Model } from '@ninefold/model';
import { callersBounds, checkExpression, schemaOf, type Schema } from '@ninefold/spec/expressions';
import type { Renamed } from '@ninefold/spec';
import type { Writer } from '../../database/database.ts';

const READ = 'SELECT "id", "entity", "where", "when" FROM "_subscription"';
const WRITE = 'UPDATE "_subscription" SET "where" = ?, "when" = ? WHERE "id" = ?';
/** A condition has fewer names than this. */
const MOST_NAMES = 200;

const KINDS: ReadonlySet<Renamed['kind']> = new Set(['field', 'option', 'state', 'transition']);

/** Whether a condition may name it. */
export function isInConditions({ kind }: Renamed): boolean {
  return KINDS.has(kind);
}

/** Gives what the conditions of subscriptions name the ids that it has now. What cannot be understood then either stays as it was written. */
export async function rewriteConditions(tx: Writer, model: Model, renamed: readonly Renamed[]): Promise<void> {
  const schema = schemaOf(model);
  const ids = new Map(renamed.flatMap(({ kind, path, was }) => (kind === 'entity' ? [[was, path[0] ?? was]] : [])));
  const now = (text: unknown, entity: string): string | null =>
    typeof text === 'string'
      ? renamedIn(text, { model, schema, entity, renamed: renamed.filter(isInConditions) })
      : null;
  for (const { id, entity: named, where, when } of await tx.all(READ, [])) {
    const entity = ids.get(String(named)) ?? String(named);
    const [first, second] = [now(where, entity), now(when, entity)];
    if (first !== where || second !== when) await tx.run(WRITE, [first, second, id ?? null]);
  }
}

interface Place {
  readonly model: Model;
  readonly schema: Schema;
  readonly entity: string;
  readonly renamed: readonly Renamed[];
}

/** The condition with the present id in the place of each former one: a name that is nothing any more, and was something. */
function renamedIn(source: string, place: Place): string {
  let text = source;
  for (let turn = 0; turn < MOST_NAMES; turn += 1) {
    const wrong = firstWrong(text, place);
    if (wrong === null) return text;
    const { start, end } = wrong;
    const word = text.slice(start, end);
    const bare = word.replace(/^["']|["']$/g, '');
    const tried = place.renamed
      .filter(({ was }) => was === bare)
      .map(({ path, was }) => text.slice(0, start) + word.replace(was, path.at(-1) ?? was) + text.slice(end));
    const next = tried.find((one) => (firstWrong(one, place)?.start ?? text.length) > start);
    if (next === undefined) return text;
    text = next;
  }
  return text;
}

function firstWrong(source: string, { model, schema, entity }: Place): { start: number; end: number } | null {
  const variables = {
    record: { kind: 'record', entity },
    user: { kind: 'record', entity: 'user' },
    limits: { kind: 'null' },
    now: { kind: 'datetime' },
    today: { kind: 'date' },
  } as const;
  const found = checkExpression(source, {
    ...{ variables, schema, guarded: true, asRows: true, expects: 'boolean', bounds: callersBounds(model) },
  });
  const [first] = found.issues.toSorted((one, other) => one.start - other.start);
  return found.expression ? null : (first ?? null);
}
