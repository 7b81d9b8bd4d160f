import {
  type Entity,
  type Field,
  idOf,
  filesIn,
  isFiles,
  isLines,
  isManyReferences,
  isOneReference,
  normalValue,
  type Problem,
  type RecordValue,
  type Wire,
  withOneTarget,
} from '@ninefold/model';
import { newId } from '../../../uuid.ts';
import { valuesOf } from '../../../storage/sql/sql.ts';
import { isId } from '../../views/answer.ts';
import { fileToPut } from '../../services/file-uses.ts';
import { plainSecrets, sealSent } from '../../services/secrets.ts';
import { comparedKey, namedLookup } from '../../views/named.ts';
import { hasSecrets, type WriteContext } from '../../services/write-context.ts';
import { isPlain, type Sent } from '../../context/body.ts';
import { resolveLines } from './resolve-lines.ts';

/** What was sent with an id for everything that it names, and a problem for each name that no record has. */
export interface Resolved {
  readonly sent: Sent;
  readonly problems: readonly Problem[];
}

/**
 * Gives every new line an id, and turns references given as id or key into `{ id }`. Of a reference to one of several entities
 * the other parts are sent too: what was there may not be kept, and may have been changed by others.
 */
export async function resolveSent(write: WriteContext, given: Sent, before: RecordValue | null): Promise<Resolved> {
  const sent = before === null ? given : withOneTarget(write.entity.fields, given);
  const sealed = await sealedSent(write, sent, before);
  const lines = identifyLines(write.entity, sealed.sent, before, write.scope.now);
  const references = await resolveReferences(write, write.entity.fields, { sent: lines.sent, before });
  return { sent: references.sent, problems: [...sealed.problems, ...lines.problems, ...references.problems] };
}

async function sealedSent(write: WriteContext, sent: Sent, before: RecordValue | null): Promise<Resolved> {
  const { context, entity, secrets } = write;
  if (!hasSecrets(entity)) return { sent, problems: [] };
  return sealSent({ entity, secrets: secrets ?? plainSecrets(context) }, sent, before);
}

/** Gives every new line an id. An id that the record's lines do not have, or twice, is `no_such_record`. */
function identifyLines(entity: Entity, sent: Sent, before: RecordValue | null, now: string): Resolved {
  const problems: Problem[] = [];
  const entries = Object.entries(sent).map(([name, value]): readonly [string, Wire] => {
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
    if (!isLines(field) || !Array.isArray(value)) return [name, value];
    const stored = before?.[name];
    const free = new Set((Array.isArray(stored) ? stored : []).map((line: Wire) => idOf(line)));
    return [name, value.map((line: Wire, index) => identified(line, `${name}[${index}]`, { free, now, problems }))];
  });
  return { sent: Object.fromEntries(entries), problems };
}

function identified(
  line: Wire,
  path: string,
  { free, now, problems }: { readonly free: Set<string | null>; readonly now: string; readonly problems: Problem[] },
): Wire {
  if (!isPlain(line)) return line;
  const given = Object.hasOwn(line, 'id') ? (line['id'] ?? null) : null;
  if (given === null) return { ...line, id: newId(now) };
  if (typeof given === 'string' && free.delete(given)) return line;
  problems.push({
    path,
    code: 'no_such_record',
    params: { value: typeof given === 'string' ? given.slice(0, 100) : '' },
  });
  return { ...line, id: newId(now) };
}

/** A place that names another record. */
interface Mention {
  readonly to: string;
  readonly path: string;
  readonly name: string;
  /** Stood there before the write: it stays even where the target can no longer be seen. */
  readonly kept: boolean;
  set(id: string): void;
}

/** Turns references given as id or key into `{ id }`; what the caller may neither read nor refer to is `no_such_record`. */
export async function resolveReferences(
  write: WriteContext,
  fields: Readonly<Record<string, Field>>,
  { sent, before, prefix = '' }: { readonly sent: Sent; readonly before: RecordValue | null; readonly prefix?: string },
): Promise<Resolved> {
  const mentions: Mention[] = [];
  const files: FileMention[] = [];
  const copy = Object.entries(sent).map(([name, value]): readonly [string, Wire] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [
      name,
      field
        ? collect(field, value, { path: `${prefix}${name}`, name, before: before?.[name], mentions, files })
        : value,
    ];
  });
  const missing = await resolveAll(write, mentions);
  const unsent = await resolveFiles(write, files, before?.id ?? null);
  const lines = await resolveLines(write, fields, { sent: Object.fromEntries(copy), before, path: prefix });
  return {
    sent: lines.sent,
    problems: [
      ...lines.problems,
      ...missing.map(({ path, name }) => problemAt(path, 'no_such_record', { value: name.slice(0, 100) })),
      ...unsent.map(({ path }) => problemAt(path, 'no_such_file', {})),
    ],
  };
}

function problemAt(path: string, code: Problem['code'], params: Problem['params']): Problem {
  return { path, code, params };
}

/** A place that names a file. */
interface FileMention {
  readonly path: string;
  /** The field, with that of its lines: `lines.photo`. */
  readonly field: string;
  readonly id: string;
  /** Is given what the file is. */
  readonly into: Record<string, Wire>;
}

/** Where a value stands, and what is noted of it. */
interface Collecting {
  readonly path: string;
  readonly name: string;
  readonly before: Wire | undefined;
  readonly mentions: Mention[];
  readonly files: FileMention[];
}

/** A copy of the value with references of its own, each noted. */
function collect(field: Field, value: Wire, at: Collecting): Wire {
  const { path, before, mentions } = at;
  if (isOneReference(field)) return mention(field.to, normalValue(field, value), { path, before: [before], mentions });
  if (isManyReferences(field)) {
    const list = normalValue(field, value);
    const known = Array.isArray(before) ? before : [];
    return Array.isArray(list)
      ? list.map((item: Wire, index) => mention(field.to, item, { path: `${path}[${index}]`, before: known, mentions }))
      : list;
  }
  if (isFiles(field)) {
    const given = normalValue(field, value);
    if (!Array.isArray(given)) return mentionFile(given, at);
    return given.map((item: Wire, index) => mentionFile(item, { ...at, path: `${path}[${index}]` }));
  }
  if (!isLines(field) || !Array.isArray(value)) return value;
  return value.map((line: Wire, index) => collectLine(field.fields, line, { ...at, path: `${path}[${index}]` }));
}

/** A file that is only named; what the sender says of it counts nothing. */
function mentionFile(value: Wire, { path, name, before, files }: Collecting): Wire {
  const id = idOf(value);
  if (id === null) return value;
  const kept = filesIn(before).find((file) => file.id === id);
  if (kept !== undefined) return kept;
  const into: Record<string, Wire> = { id };
  files.push({ path, field: name, id, into });
  return into;
}

function collectLine(fields: Readonly<Record<string, Field>>, line: Wire, at: Collecting): Wire {
  if (!isPlain(line)) return line;
  const stored: readonly Wire[] = Array.isArray(at.before) ? at.before : [];
  const old = stored.find((candidate) => idOf(candidate) !== null && idOf(candidate) === idOf(line));
  const kept = isPlain(old)
    ? Object.fromEntries(Object.entries(old).filter(([name]) => fields[name]?.computed === null))
    : {};
  const merged = Object.entries({ ...kept, ...withOneTarget(fields, line) }).map(
    ([name, value]): readonly [string, Wire] => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const inner = {
        ...at,
        path: `${at.path}.${name}`,
        name: `${at.name}.${name}`,
        before: isPlain(old) ? old[name] : undefined,
      };
      return [name, field ? collect(field, value, inner) : value];
    },
  );
  return Object.fromEntries(merged);
}

/** Says what every file is that may be put where it is named; answers the mentions of others. */
async function resolveFiles(
  { tx, caller, entity }: WriteContext,
  files: readonly FileMention[],
  record: string | null,
): Promise<readonly FileMention[]> {
  const missing: FileMention[] = [];
  for (const mentioned of files) {
    const putting = { sender: caller.me.id, record, entity: entity.id };
    const file = await fileToPut(tx, mentioned.id, mentioned.field, putting);
    if (file === null) missing.push(mentioned);
    else Object.assign(mentioned.into, file);
  }
  return missing;
}

function mention(
  to: string,
  value: Wire,
  {
    path,
    before,
    mentions,
  }: { readonly path: string; readonly before: readonly (Wire | undefined)[]; readonly mentions: Mention[] },
): Wire {
  const name = idOf(value);
  if (name === null) return value;
  const reference = { id: name };
  const kept = before.some((item) => idOf(item) === name);
  mentions.push({ to, path, name, kept, set: (id) => void (reference.id = id) });
  return reference;
}

/** Sets every id that is found; answers the mentions that are not. */
async function resolveAll(write: WriteContext, mentions: readonly Mention[]): Promise<readonly Mention[]> {
  const missing: Mention[] = [];
  const open = mentions.filter(({ kept }) => !kept);
  for (const to of new Set(open.map((mentioned) => mentioned.to))) {
    const own = open.filter((mentioned) => mentioned.to === to);
    const found = await lookUp(
      write,
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
async function lookUp(write: WriteContext, to: string, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const target = write.context.model.entities[to];
  if (!target) return new Map();
  const ids = target.key === null ? names : names.filter(isId);
  const byId = ids.length === 0 ? new Map<string, string>() : await lookUpIds(write, target, ids);
  const open = names.filter((name) => !byId.has(name));
  if (open.length === 0 || target.key === null) return byId;
  return new Map([...byId, ...(await lookUpNames(write, target, open))]);
}

async function lookUpIds(
  { context, rights, tx, scope }: WriteContext,
  target: Entity,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const [only] = names;
  const isOne = names.length === 1 && only !== undefined;
  const { byId, byIds } = namedLookup(context)(rights)(target.id);
  const [statement, named] = isOne ? [byId, only] : [byIds, tx.dialect.list(names)];
  const rows = await tx.all(statement, valuesOf(statement, scope, [named]));
  return new Map(rows.map(({ id }) => [String(id), String(id)]));
}

async function lookUpNames(
  { context, rights, tx, scope }: WriteContext,
  target: Entity,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { byNames } = namedLookup(context)(rights)(target.id);
  const asKeys = names.map((name) => [name, comparedKey(target, name)] as const);
  const asked = [...new Set(asKeys.flat())];
  const rows = await tx.all(byNames, valuesOf(byNames, scope, [tx.dialect.list(asked)]));
  const found = new Map(
    rows.flatMap(({ id, key }) => [
      ...(key === null ? [] : [[comparedKey(target, String(key)), String(id)] as const]),
      [String(id), String(id)] as const,
    ]),
  );
  return new Map(
    asKeys.flatMap(([name, key]) => {
      const id = found.get(name) ?? found.get(key);
      return id === undefined ? [] : [[name, id] as const];
    }),
  );
}
