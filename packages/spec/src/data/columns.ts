import {
  isTranslated,
  parentOf,
  PLAIN_FIELD,
  PLAIN_REFERENCE,
  spokenId,
  type Entity,
  type Field,
  transitionsOf,
} from '@ninefold/model';

type Columns = Readonly<Record<string, Field>>;

const text = (id: string): Field => ({ ...PLAIN_FIELD, id, type: 'string', format: null, pattern: null });
const instant = (id: string): Field => ({ ...PLAIN_FIELD, id, type: 'datetime', era: false });
const choice = (id: string, options: readonly string[]): Field => ({ ...PLAIN_FIELD, id, type: 'choice', options });
const person = (id: string): Field => ({
  ...PLAIN_REFERENCE,
  ...{ id, to: 'user', inverse: '' },
});

/** Columns of a file of records: the fields that are not computed, a name for this load (`id`), and what the runtime keeps. */
export function recordColumns({ fields, lifecycle }: Entity): Columns {
  const stored = Object.entries(fields).filter(([, field]) => field.computed === null);
  const states =
    lifecycle === null || lifecycle.derived.length > 0
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

/** The field that a column names: a text in the source language may be named with that language, `name.en`. */
export function columnNamed({ fields }: Entity, name: string): string {
  const base = parentOf(name) ?? '';
  const field = Object.hasOwn(fields, base) ? fields[base] : undefined;
  return field !== undefined && isTranslated(field) && spokenId(field) === name ? base : name;
}

const KINDS = ['create', 'update', 'transition', 'delete', 'restore'];

function kindsOf(entity: Entity): readonly string[] {
  const isApproved = [...transitionsOf(entity).values()].some(({ approvals }) => approvals !== null);
  return [...KINDS, ...(isApproved ? ['press'] : []), ...(entity.comments === null ? [] : ['comment'])];
}

/** Columns of a file of past events; `changes` and `input` are JSON and stand in `JSON_COLUMNS`. */
export function historyColumns(entity: Entity): Columns {
  const { lifecycle } = entity;
  const states = lifecycle === null ? [] : Object.keys(lifecycle.states);
  return {
    record: text('record'),
    at: instant('at'),
    by: person('by'),
    kind: choice('kind', kindsOf(entity)),
    transition: choice('transition', [...transitionsOf(entity).keys()]),
    from: choice('from', states),
    to: choice('to', states),
    via: choice('via', ['screen', 'call', 'import', 'data']),
  };
}

export const JSON_COLUMNS: readonly string[] = ['changes', 'input'];
