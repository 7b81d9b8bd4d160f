import { idOf, normalValue, type Entity, type Field, type Problem, type RecordValue, type Wire } from '@ninefold/model';
import { quoted } from '../../storage/names.ts';
import { rowsNaming } from '../reading/field-access.ts';
import { isId } from '../reading/get.ts';
import { every, granted, join, some, sql, TRUE, wrap } from '../reading/sql.ts';
import type { Attempt } from './attempt.ts';
import { isPlain, type Sent } from './body.ts';

/** A place that names another record. */
interface Mention {
  readonly to: string;
  readonly path: string;
  readonly name: string;
  /** Stood there before the write: it stays even where the target can no longer be seen. */
  readonly kept: boolean;
  set(id: string): void;
}

export interface Resolved {
  readonly sent: Sent;
  readonly problems: readonly Problem[];
}

/** Turns references given as id or key into `{ id }`; what the caller may neither read nor refer to is `no_such_record`. */
export async function resolveReferences(
  attempt: Attempt,
  fields: Readonly<Record<string, Field>>,
  sent: Sent,
  before: RecordValue | null,
  prefix = '',
): Promise<Resolved> {
  const mentions: Mention[] = [];
  const copy = Object.entries(sent).map(([name, value]): readonly [string, Wire] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [name, field ? collect(field, value, `${prefix}${name}`, before?.[name], mentions) : value];
  });
  const missing = await resolveAll(attempt, mentions);
  return {
    sent: Object.fromEntries(copy),
    problems: missing.map(({ path, name }) => ({
      path,
      code: 'no_such_record',
      params: { value: name.slice(0, 100) },
    })),
  };
}

/** A copy of the value with references of its own, each noted. */
function collect(field: Field, value: Wire, path: string, before: Wire | undefined, mentions: Mention[]): Wire {
  if (field.type === 'reference') return mention(field.to, normalValue(field, value), path, [before], mentions);
  if (field.type === 'references') {
    const list = normalValue(field, value);
    const known = Array.isArray(before) ? before : [];
    return Array.isArray(list)
      ? list.map((item: Wire, index) => mention(field.to, item, `${path}[${index}]`, known, mentions))
      : list;
  }
  if (field.type !== 'lines' || !Array.isArray(value)) return value;
  return value.map((line: Wire, index) => collectLine(field.fields, line, `${path}[${index}]`, before, mentions));
}

function collectLine(
  fields: Readonly<Record<string, Field>>,
  line: Wire,
  path: string,
  before: Wire | undefined,
  mentions: Mention[],
): Wire {
  if (!isPlain(line)) return line;
  const stored: readonly Wire[] = Array.isArray(before) ? before : [];
  const old = stored.find((candidate) => idOf(candidate) !== null && idOf(candidate) === idOf(line));
  const kept = isPlain(old)
    ? Object.fromEntries(Object.entries(old).filter(([name]) => fields[name]?.computed === null))
    : {};
  const merged = Object.entries({ ...kept, ...line }).map(([name, value]): readonly [string, Wire] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [
      name,
      field ? collect(field, value, `${path}.${name}`, isPlain(old) ? old[name] : undefined, mentions) : value,
    ];
  });
  return Object.fromEntries(merged);
}

function mention(
  to: string,
  value: Wire,
  path: string,
  before: readonly (Wire | undefined)[],
  mentions: Mention[],
): Wire {
  const name = idOf(value);
  if (name === null) return value;
  const reference = { id: name };
  const kept = before.some((item) => idOf(item) === name);
  mentions.push({ to, path, name, kept, set: (id) => void (reference.id = id) });
  return reference;
}

/** Sets every id that is found; answers the mentions that are not. */
async function resolveAll(attempt: Attempt, mentions: readonly Mention[]): Promise<readonly Mention[]> {
  const missing: Mention[] = [];
  const open = mentions.filter(({ kept }) => !kept);
  for (const to of new Set(open.map((mentioned) => mentioned.to))) {
    const own = open.filter((mentioned) => mentioned.to === to);
    const found = await lookUp(
      attempt,
      to,
      own.map(({ name }) => name),
    );
    for (const mentioned of own) {
      const id = found.get(mentioned.name);
      if (id === undefined) missing.push(mentioned);
      else mentioned.set(id);
    }
  }
  return missing;
}

/** Ids first, which every engine finds soonest: hardly any key looks like one. */
async function lookUp(attempt: Attempt, to: string, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const target = attempt.context.model.entities[to];
  if (!target) return new Map();
  const ids = target.key === null ? names : names.filter(isId);
  const byId = ids.length === 0 ? new Map<string, string>() : await lookUpIds(attempt, target, ids);
  const open = names.filter((name) => !byId.has(name));
  if (open.length === 0 || target.key === null) return byId;
  return new Map([...byId, ...(await lookUpKeys(attempt, target, target.key, open))]);
}

async function lookUpIds(
  { context, rights, tx, scope }: Attempt,
  target: Entity,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const [only] = names;
  const named =
    names.length === 1 && only !== undefined
      ? sql('t."id" = ?', only)
      : sql(`t."id" IN (SELECT "value" FROM ${context.dialect.items('names')})`, tx.dialect.list(names));
  const visible = granted(context, rights, target, ['read', 'refer'], 't');
  const table = quoted(target.id);
  const statement = join(
    [wrap(`SELECT t."id" FROM ${table} t WHERE `, named, ''), wrap('(t."trashed_at" IS NULL) AND (', visible, ')')],
    ' AND ',
  );
  const rows = await tx.all(statement.text, statement.values(scope));
  return new Map(rows.map(({ id }) => [String(id), String(id)]));
}

async function lookUpKeys(
  { context, rights, tx, scope }: Attempt,
  target: Entity,
  keyName: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const key = `t.${quoted(keyName)}`;
  const visible = every([sql('t."trashed_at" IS NULL'), granted(context, rights, target, ['read', 'refer'], 't')]);
  const list = `(SELECT "value" FROM ${context.dialect.items('names')})`;
  const wanted = tx.dialect.list(names);
  const naming = rowsNaming(context, target, rights, 't');
  const shownKey = naming === TRUE ? sql(key) : wrap('CASE WHEN ', naming, ` THEN ${key} END`);
  const named = some([sql(`t."id" IN ${list}`, wanted), every([sql(`${key} IN ${list}`, wanted), naming])]);
  const statement = join(
    [
      wrap('SELECT t."id" AS id, ', shownKey, ` AS key FROM ${quoted(target.id)} t WHERE (`),
      wrap('', named, ') AND '),
      visible,
    ],
    '',
  );
  const rows = await tx.all(statement.text, statement.values(scope));
  return new Map(
    rows.flatMap(({ id, key: value }) => [
      ...(value === null ? [] : [[String(value), String(id)] as const]),
      [String(id), String(id)] as const,
    ]),
  );
}
