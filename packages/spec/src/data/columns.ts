import { PLAIN_FIELD, PLAIN_REFERENCE, type Entity, type Field } from '@ninefold/model';

type Columns = Readonly<Record<string, Field>>;

const text = (id: string): Field => ({ ...PLAIN_FIELD, id, type: 'string', format: null, pattern: null });
const instant = (id: string): Field => ({ ...PLAIN_FIELD, id, type: 'datetime', era: false });
const choice = (id: string, options: readonly string[]): Field => ({ ...PLAIN_FIELD, id, type: 'choice', options });
const person = (id: string): Field => ({
  ...PLAIN_REFERENCE,
  ...{ id, to: 'user', inverse: '' },
});

/**
 * Columns of a file of records: the fields that are not computed (in each of the languages that `translated` gives, as
 * `name.ja`), a name for this load (`id`), and what the runtime keeps.
 */
export function recordColumns(
  { fields, lifecycle }: Entity,
  translated: (field: string) => readonly string[],
): Columns {
  const stored = Object.entries(fields)
    .filter(([, field]) => field.computed === null)
    .flatMap(([id, field]) => [
      [id, field] as const,
      ...translated(id).map((language) => [`${id}.${language}`, field] as const),
    ]);
  const states =
    lifecycle === null
      ? {}
      : { state: choice('state', Object.keys(lifecycle.states)), state_since: instant('state_since') };
  return {
    ...Object.fromEntries(stored),
    id: text('id'),
    created_at: instant('created_at'),
    created_by: person('created_by'),
    changed_at: instant('changed_at'),
    changed_by: person('changed_by'),
    ...states,
  };
}

const KINDS = ['create', 'update', 'transition', 'delete', 'restore'];

/** Columns of a file of past events; `changes` and `input` are JSON and stand in `JSON_COLUMNS`. */
export function historyColumns({ lifecycle }: Entity): Columns {
  const states = lifecycle === null ? [] : Object.keys(lifecycle.states);
  return {
    record: text('record'),
    at: instant('at'),
    by: person('by'),
    kind: choice('kind', KINDS),
    transition: choice('transition', lifecycle === null ? [] : Object.keys(lifecycle.transitions)),
    from: choice('from', states),
    to: choice('to', states),
    via: choice('via', ['screen', 'call', 'import', 'data']),
  };
}

export const JSON_COLUMNS: readonly string[] = ['changes', 'input'];
