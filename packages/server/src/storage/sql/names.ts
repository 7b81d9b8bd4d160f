import { createHash } from 'node:crypto';

const MAX_BYTES = 60;

/** Name of the child or link table of a field, `<entity>.<field>`; a name over 60 bytes ends in 8 hex digits of its hash. */
export function childTable(entity: string, field: string): string {
  return shortName(`${entity}.${field}`);
}

/** The name itself, or its beginning and 8 hex digits of its hash where it is over 60 bytes. */
export function shortName(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, MAX_BYTES - 9)}_${hash}`;
}

/** An identifier as it stands in SQL: always quoted. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as a literal of SQL, for the rare place where a statement takes no parameter. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
