import { evaluateWire, holds, transitionOfDid, type Entity, type Field, type Scope, type Wire } from '@ninefold/model';
import { columnOf, storageOf } from '../../storage/columns/registry.ts';
import type { Row } from '../../storage/sql-value.ts';
import type { Access, FieldAccess } from './field-access.ts';
import type { Draft } from './holder.ts';

/** One field of an answer. */
interface Shown {
  readonly field: Field;
  readonly access: Access;
  readonly value: (value: Wire, row: Row) => Wire;
}

/** Plans the answer of records of an entity to one set of roles: only what they may read, hidden fields absent. */
export function planAnswer(
  entity: Entity,
  access: FieldAccess,
  beside: readonly string[],
): (raw: Draft, row: Row, scope: Scope) => Draft {
  const fields = Object.values(entity.fields);
  const live = fields.flatMap((field) => (field.computed?.live === true ? [{ field, computed: field.computed }] : []));
  const shown = fields.flatMap((field): readonly Shown[] => {
    const how = access.fields.get(field.id) ?? 'never';
    return how === 'never' ? [] : [{ field, access: how, value: valueShown(field) }];
  });
  const asksRecord = live.length > 0 || shown.some(({ field }) => field.visibleWhen !== null);
  return (raw, row, scope) => {
    const inScope: Scope = asksRecord ? { ...scope, record: raw } : scope;
    for (const { field, computed } of live) raw[field.id] = evaluateWire(computed.expression, inScope, field) ?? null;
    const answer = systemPart(entity, raw, row);
    for (const one of shown) {
      const { id, visibleWhen } = one.field;
      if (visibleWhen !== null && holds(visibleWhen, inScope) === false) continue;
      if (isShown(one.access, row)) answer[id] = one.value(raw[id] ?? null, row);
    }
    for (const name of beside) addBeside(answer, raw, row, name);
    return answer;
  };
}

function addBeside(answer: Draft, raw: Draft, row: Row, name: string): void {
  if (transitionOfDid(name) === null) answer[name] = raw[name] ?? null;
  else if (Number(row['~history']) === 1) answer[name] = mapList(raw[name] ?? [], (person) => titled(person, null));
}

function systemPart(entity: Entity, raw: Draft, row: Row): Draft {
  return {
    id: raw['id'],
    version: raw['version'],
    title: textOf(row['~title']),
    created_at: raw['created_at'],
    created_by: titled(raw['created_by'], row['~created_by']),
    changed_at: raw['changed_at'],
    changed_by: titled(raw['changed_by'], row['~changed_by']),
    ...(raw['trashed_at'] === null ? {} : { trashed_at: raw['trashed_at'] }),
    ...(entity.lifecycle
      ? { state: raw['state'], state_since: raw['state_since'], state_final: raw['state_final'] }
      : {}),
  };
}

function isShown(access: Access, row: Row): boolean {
  if (access === 'always') return true;
  return access !== 'never' && access.some((flag) => Number(row[`~${flag}`] ?? 0) === 1);
}

function valueShown(field: Field): Shown['value'] {
  if (field.type === 'reference' && storageOf(field) !== null) {
    const title = `~${field.id}`;
    return (value, row) => titled(value, row[title]);
  }
  if (field.type === 'references') return (value) => mapList(value, (item) => titled(item, null));
  if (field.type === 'lines') return (value) => mapList(value, (line) => shownLine(field.fields, line));
  return (value) => value;
}

function mapList(value: Wire, change: (item: Wire) => Wire): Wire {
  return Array.isArray(value) ? value.map((item: Wire) => change(item)) : [];
}

/** A line without what was only loaded for expressions. */
function shownLine(fields: Readonly<Record<string, Field>>, line: Wire): Wire {
  const draft = line as Draft;
  const values = Object.values(fields).flatMap((field): readonly (readonly [string, Wire])[] => {
    if (columnOf(field) === null) return [];
    const value = draft[field.id] ?? null;
    return [[field.id, field.type === 'reference' ? titled(value, null) : value]];
  });
  return { id: String(draft['id']), ...Object.fromEntries(values) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** `{ id, title }`, or `{ id }` where the title may not be seen. */
function titled(value: Wire | undefined, title: unknown): Wire {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const id = (value as Draft)['id'];
  if (typeof id !== 'string') return null;
  return typeof title === 'string' ? { id, title } : { id };
}
