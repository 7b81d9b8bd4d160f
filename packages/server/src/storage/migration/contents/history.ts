import type { Wire } from '@ninefold/model';
import type { Renamed } from '@ninefold/spec';
import type { Writer } from '../../database/database.ts';

/** One change of a field, as history keeps it. */
interface Kept {
  readonly field: string;
  readonly old: Wire;
  readonly new: Wire;
}

const PAGE = 1000;
const READ = `SELECT "id", "changes" FROM "_history" WHERE "entity" = ? AND "id" > ? AND "changes" <> '[]' ORDER BY "id" LIMIT ${String(PAGE)}`;

/** Gives fields, options and roles in the history of an entity's records the ids that they have now. */
export async function rewriteHistory(tx: Writer, entity: string, renamed: readonly Renamed[]): Promise<void> {
  const rename = renamer(renamed);
  for (let after = ''; ; ) {
    const rows = await tx.all(READ, [entity, after]);
    for (const { id, changes } of rows) {
      const now = JSON.stringify((JSON.parse(String(changes)) as readonly Kept[]).map(rename));
      if (now !== changes) await tx.run('UPDATE "_history" SET "changes" = ? WHERE "id" = ?', [now, id ?? null]);
    }
    if (rows.length < PAGE) return;
    after = String(rows.at(-1)?.['id']);
  }
}

function renamer(renamed: readonly Renamed[]): (change: Kept) => Kept {
  const fields = new Map(
    renamed.flatMap(({ kind, path, was }) =>
      kind === 'field' && path.length === 2 ? [[was, path[1] ?? ''] as const] : [],
    ),
  );
  return (change) => {
    const field = fields.get(change.field) ?? change.field;
    const value = valueRenamer(field, renamed);
    return { field, old: value(change.old), new: value(change.new) };
  };
}

/** What becomes of a value of this field: options by themselves or in a list, and what stands in lines. */
function valueRenamer(field: string, renamed: readonly Renamed[]): (value: Wire) => Wire {
  const isRoles = field === 'roles';
  const own = renamed.filter(({ kind, path }) =>
    kind === 'role' ? isRoles : kind === 'option' && path[1] === field && path.length === 3,
  );
  const words = new Map(own.map(({ path, was }) => [was, path.at(-1) ?? ''] as const));
  const inner = renamed.filter(({ kind, path }) => path[1] === field && path.length === (kind === 'field' ? 3 : 4));
  const word = (value: Wire): Wire => (typeof value === 'string' ? (words.get(value) ?? value) : value);
  const item = (value: Wire): Wire => (isMap(value) && inner.length > 0 ? renamedLine(value, inner) : word(value));
  return (value) => (Array.isArray(value) ? value.map((one: Wire) => item(one)) : word(value));
}

function renamedLine(line: Readonly<Record<string, Wire>>, inner: readonly Renamed[]): Wire {
  const names = new Map(
    inner.flatMap(({ kind, path, was }) => (kind === 'field' ? [[was, path[2] ?? ''] as const] : [])),
  );
  const entries = Object.entries(line).map(([key, value]): readonly [string, Wire] => {
    const name = names.get(key) ?? key;
    const options = inner.filter(({ kind, path }) => kind === 'option' && path[2] === name);
    const option = options.find(({ was }) => was === value);
    return [name, option === undefined ? value : (option.path.at(-1) ?? '')];
  });
  return Object.fromEntries(entries);
}

function isMap(value: Wire): value is Readonly<Record<string, Wire>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
