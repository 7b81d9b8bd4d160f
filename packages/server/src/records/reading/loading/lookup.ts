import type { Scope } from '@ninefold/model';
import type { Reader } from '../../../storage/database.ts';
import type { Row } from '../../../storage/sql-value.ts';
import type { Ground } from '../../context.ts';
import type { Draft } from '../holder.ts';
import type { Tree } from '../tree.ts';

/** Loads something of many records at once and puts it into them; true where a reference learned something of its target. */
export type Fill = (reader: Reader, drafts: readonly Draft[], scope: Scope) => Promise<boolean>;

/** How fields of the targets are put into the references that a name of a draft holds; null where nothing is needed of them. */
export type Targets = (name: string, to: string, branch: Tree) => Fill | null;

/** The part of a statement that gives the ids it was handed as a list. */
export function idsOf({ dialect }: Ground): string {
  return `SELECT "value" FROM ${dialect.items('ids')}`;
}

/** Rows that belong to these ids. */
export type Lookup = (reader: Reader, ids: readonly string[]) => Promise<readonly Row[]>;

/** A statement that takes the ids as a list. */
export function listed(text: string): Lookup {
  return (reader, ids) => reader.all(text, [reader.dialect.list(ids)]);
}

/** `make` gives a statement for what stands behind the column with the id: one is asked for plainly, which every engine answers soonest. */
export function lookup(ground: Ground, make: (named: string) => string): Lookup {
  const one = make('= ?');
  const many = make(`IN (${idsOf(ground)})`);
  return (reader, ids) => {
    const distinct = [...new Set(ids)];
    const [first] = distinct;
    if (distinct.length === 1 && first !== undefined) return reader.all(one, [first]);
    return reader.all(many, [reader.dialect.list(distinct)]);
  };
}

/** Child rows by the id of the record they belong to. */
export async function childRows<T>(
  reader: Reader,
  look: Lookup,
  drafts: readonly Draft[],
  decode: (row: Row) => T,
): Promise<ReadonlyMap<string, T[]>> {
  const found = new Map<string, T[]>();
  if (drafts.length === 0) return found;
  const ids = drafts.map(({ id }) => String(id));
  for (const row of await look(reader, ids)) {
    const owner = String(row['record']);
    const list = found.get(owner);
    if (list) list.push(decode(row));
    else found.set(owner, [decode(row)]);
  }
  return found;
}
