import {
  evaluateWire,
  transitionOfDid,
  visibleFields,
  type Entity,
  type Field,
  type RecordValue,
  type Scope,
  type Wire,
} from '@ninefold/model';
import { columnOf, storageOf } from '../../storage/columns/registry.ts';
import type { Reader } from '../../storage/database.ts';
import type { Row } from '../../storage/sql-value.ts';
import type { Access } from './field-access.ts';
import type { Draft } from './holder.ts';
import type { View } from './view.ts';

/** Rows of a view's statement as the API answers them: only what this reader may read, hidden fields absent. */
export async function answerRows(
  view: View,
  reader: Reader,
  rows: readonly Row[],
  scope: Scope,
): Promise<readonly RecordValue[]> {
  const raw = await view.raw(reader, rows, scope);
  const answers = raw.map((draft, index) => answerOf(view, draft, rows[index] ?? {}, scope));
  await addTitles(view, reader, answers, scope);
  return answers as unknown as readonly RecordValue[]; // systemPart gave every system field
}

function answerOf(view: View, raw: Draft, row: Row, scope: Scope): Draft {
  const { entity } = view;
  const inScope: Scope = { ...scope, record: raw };
  for (const field of Object.values(entity.fields)) {
    if (field.computed?.live === true) raw[field.id] = evaluateWire(field.computed.expression, inScope, field) ?? null;
  }
  const visible = visibleFields(entity, inScope);
  const answer = systemPart(entity, raw, row);
  for (const field of Object.values(entity.fields)) {
    if (!visible.has(field.id) || !isShown(view.access.fields.get(field.id) ?? 'never', row)) continue;
    answer[field.id] = shownValue(field, raw[field.id] ?? null, row);
  }
  for (const name of view.beside) {
    if (transitionOfDid(name) === null) answer[name] = raw[name] ?? null;
    else if (Number(row['~history']) === 1) answer[name] = mapList(raw[name] ?? [], (person) => titled(person, null));
  }
  return answer;
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

function shownValue(field: Field, value: Wire, row: Row): Wire {
  if (field.type === 'reference' && storageOf(field) !== null) return titled(value, row[`~${field.id}`]);
  if (field.type === 'references') return mapList(value, (item) => titled(item, null));
  if (field.type === 'lines') return mapList(value, (line) => shownLine(field.fields, line));
  return value;
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

/** Titles inside lists, one look-up for each entity that they lead to. */
async function addTitles(view: View, reader: Reader, answers: readonly Draft[], scope: Scope): Promise<void> {
  for (const [entity, references] of listedReferences(view.entity, answers)) {
    const titles = await view.titles(
      reader,
      entity,
      references.map(({ id }) => String(id)),
      scope,
    );
    for (const reference of references) {
      const title = titles.get(String(reference['id']));
      if (title !== undefined) reference['title'] = title;
    }
  }
}

function listedReferences(entity: Entity, answers: readonly Draft[]): ReadonlyMap<string, Draft[]> {
  const found = new Map<string, Draft[]>();
  const add = (to: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null) found.set(to, [...(found.get(to) ?? []), value as Draft]);
  };
  for (const field of Object.values(entity.fields)) {
    const items = answers.flatMap((answer) =>
      Array.isArray(answer[field.id]) ? (answer[field.id] as readonly unknown[]) : [],
    );
    if (field.type === 'references') items.forEach((item) => add(field.to, item));
    if (field.type !== 'lines') continue;
    for (const inner of Object.values(field.fields)) {
      if (inner.type === 'reference') items.forEach((line) => add(inner.to, (line as Draft)[inner.id]));
    }
  }
  return found;
}
