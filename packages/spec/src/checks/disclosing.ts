import type { Entity, Field, Model, Node, Rights } from '@ninefold/model';
import { filled, mayRead } from '../reasoning/actors.ts';
import { backReferenceIn } from '../reasoning/back-references.ts';
import { decide } from '../reasoning/decide.ts';
import { pathOf } from '../reasoning/leaf.ts';
import { readAt } from '../expressions/mapped.ts';
import type { Source } from '../expressions/sources.ts';
import { nodeText } from '../reasoning/node-text.ts';
import { neverSo, type Judged } from './conclude.ts';

/** A role that reads records of an entity. */
export interface Reader {
  readonly model: Model;
  readonly entity: Entity;
  readonly role: string;
  readonly rights: Rights;
}

/** Whether the reader sees the field, and not the source of its value, with some records; null where they see every source. */
export function reaches(
  { model, entity, rights }: Reader,
  field: Field,
  { of, name, holder, value }: Source,
): Judged | null {
  const open = mayRead(rights, of.id, name);
  if (isRecord(holder) && isSameRight(rights, entity, field.id, name)) return null;
  const path = pathOf(holder);
  if (path === null || !path.startsWith('record'))
    return neverSo({ verdict: 'undecided', reason: { kind: 'value', name, expression: nodeText(value) } });
  const isThere = [
    ...(isRecord(holder) ? [] : [holder]),
    ...(value.type.kind !== 'boolean' && value.type.kind !== 'list' ? [value] : []),
  ];
  const goals = [
    { tree: mayRead(rights, entity.id, field.id), holds: true },
    { tree: readAt(open, holder), holds: false },
    ...isThere.map((node) => ({ tree: filled(node), holds: true })),
  ];
  const fixed = { 'user.roles': [[...rights.roles]] };
  const answer = decide({ model, entity: entity.id, goals, fixed, lawful: true });
  if (answer.verdict !== 'possible') return neverSo(answer);
  const list = backReferenceIn(model, entity.id, answer.example);
  if (list !== null)
    return neverSo({ verdict: 'undecided', reason: { kind: 'value', name: list, expression: nodeText(value) } });
  const values = Object.fromEntries(answer.example);
  return { ...neverSo(answer), steps: [{ name: 'read', actor: 'user 1', values }] };
}

function isRecord(node: Node): boolean {
  return node.node === 'variable' && node.name === 'record';
}

/** Every grant that shows the one field of a record shows the other. */
function isSameRight(rights: Rights, entity: Entity, field: string, source: string): boolean {
  return rights.grants(entity.id).every(({ fields }) => fields[field]?.read !== true || fields[source]?.read === true);
}
