import { type Field, idOf, isLines, isManyReferences, isOneReference, type Problem, type Wire } from '@ninefold/model';
import { comparedKey, namedLookup } from '../../views/named.ts';
import { fold, wordsOf } from '../../../storage/search/search-text.ts';
import { valuesOf, type Sql } from '../../../storage/sql/sql.ts';
import type { SqlValue } from '../../../storage/sql/sql-value.ts';
import type { WriteContext } from '../../services/write-context.ts';
import { isPlain, type Sent } from '../../context/body.ts';

/** Names of records that were found, by entity. Remembers some thousand. */
export type KnownNames = Map<string, string>;

const MOST_KNOWN = 10_000;

/**
 * References by title get the id of the one record that has it, first letter by letter, then as a search compares texts; ids and keys stay as they are, for every write knows
 * those. Only records that the caller may read or refer to are looked at; a title that several have is `several_records`.
 */
export async function withIds(
  own: WriteContext,
  values: Sent,
  known: KnownNames,
): Promise<{ readonly values: Sent; readonly problems: readonly Problem[] }> {
  const problems: Problem[] = [];
  const entries: (readonly [string, Wire])[] = [];
  for (const [name, value] of Object.entries(values)) {
    const field = own.entity.fields[name];
    entries.push([name, field ? await named({ own, known, problems }, field, value, name) : value]);
  }
  return { values: Object.fromEntries(entries), problems };
}

interface Naming {
  readonly own: WriteContext;
  readonly known: KnownNames;
  readonly problems: Problem[];
}

async function named(naming: Naming, field: Field, value: Wire, path: string): Promise<Wire> {
  if (isOneReference(field)) return oneNamed(naming, field.to, value, path);
  if (!Array.isArray(value)) return value;
  const items: Wire[] = [];
  for (const [index, item] of (value as readonly Wire[]).entries()) {
    const place = `${path}[${String(index)}]`;
    if (isManyReferences(field)) items.push(await oneNamed(naming, field.to, item, place));
    else if (isLines(field)) items.push(await lineNamed(naming, field.fields, item, place));
    else items.push(item);
  }
  return items;
}

async function lineNamed(
  naming: Naming,
  fields: Readonly<Record<string, Field>>,
  line: Wire,
  path: string,
): Promise<Wire> {
  if (!isPlain(line)) return line;
  const entries: (readonly [string, Wire])[] = [];
  for (const [name, value] of Object.entries(line)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    entries.push([name, field ? await named(naming, field, value, `${path}.${name}`) : value]);
  }
  return Object.fromEntries(entries);
}

/** `{ id, title }` of another installation is known by its title. */
async function oneNamed(naming: Naming, to: string, value: Wire, path: string): Promise<Wire> {
  const { own, known, problems } = naming;
  const isOwn = to === own.entity.id; // each row may make another record of that name
  const id = idOf(value);
  const title = isPlain(value) ? value['title'] : value;
  const names = [id, title].flatMap((name) => (typeof name === 'string' ? name.trim() : []));
  for (const name of names) {
    if (name === '') continue;
    const found = (isOwn ? undefined : known.get(`${to} ${name}`)) ?? (await find(own, to, name));
    if (found === null) continue;
    if (found === SEVERAL) {
      problems.push({ path, code: 'several_records', params: { value: name.slice(0, 100) } });
      return null;
    }
    if (known.size >= MOST_KNOWN) known.clear();
    if (!isOwn) known.set(`${to} ${name}`, found);
    return { id: found };
  }
  return id === null ? value : { id };
}

const SEVERAL = ' ';

async function find({ context, rights, tx, scope }: WriteContext, to: string, name: string): Promise<string | null> {
  const target = Object.hasOwn(context.model.entities, to) ? context.model.entities[to] : undefined;
  if (target === undefined) return null;
  const { byName, byTitle, byTitleFound, byFolded } = namedLookup(context)(rights)(to);
  const text = name.normalize('NFC');
  const look = async (statement: Sql, ...args: readonly SqlValue[]): Promise<readonly string[]> =>
    (await tx.all(statement, valuesOf(statement, scope, args))).map((row) => String(row['id']));
  const [exact] = await look(byName, comparedKey(target, text));
  if (exact !== undefined) return exact;
  const words = wordsOf(name);
  const wanted = words.length === 0 ? null : context.dialect.search.parameter(words);
  const isFound = byTitleFound !== null && wanted !== null;
  const titled = isFound ? await look(byTitleFound, text, wanted) : await look(byTitle, text);
  const isFolded = titled.length === 0 && wanted !== null;
  const [first, second] = isFolded ? await look(byFolded, fold(name), wanted) : titled;
  return second === undefined ? (first ?? null) : SEVERAL;
}
