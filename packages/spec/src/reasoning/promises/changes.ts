import {
  findOf,
  STATE_FIELDS,
  fieldInPath,
  isDrawn,
  isMany,
  typeOf,
  type Entity,
  type Field,
  type Grant,
  type Model,
  type Node,
  type Rule,
} from '@ninefold/model';
import { names } from '../../expressions/walk.ts';
import { mayAct, mayChange } from '../actors.ts';
import { inlined } from '../inline.ts';
import { readAt } from '../../expressions/mapped.ts';
import { isCreation, pickedBy, type Move } from './moves.ts';

const BOOLEAN = { kind: 'boolean' } as const;
const TRUE: Node = { node: 'literal', type: BOOLEAN, value: true };

function call(fn: string, ...args: readonly Node[]): Node {
  return { node: 'call', type: BOOLEAN, fn, args };
}

function rootOf(entity: Pick<Entity, 'id'>, name: 'record' | 'before'): Node {
  return { node: 'variable', type: { kind: 'record', entity: entity.id }, name };
}

/** Whether a field may have another value after a change than before it; a copy follows its source, whoever writes it. */
export function isFreeToChange(field: Field): boolean {
  if (field.computed !== null || isDrawn(field)) return false;
  if (field.immutable && field.required && field.visibleWhen === null) return false;
  return !field.readOnly || field.copy !== null || findOf(field) !== null;
}

/**
 * What a change by people asks for: who makes it may read the record before it, and change it before and after; they see the
 * records that they name; each field that differs is one that they may change, and what may be written once was blank.
 */
export function lawsOfChange(model: Model, entity: Entity, move: Move): readonly Node[] {
  const isChange = move.isChanging === true || (move.transition === null && !isCreation(move));
  if (move.by !== 'people' || !isChange) return [];
  const before = rootOf(entity, 'before');
  const mayRead = readAt(inlined(mayAct(model, entity.id, { roles: null, verb: 'read' }), model), before);
  const picked = pickedBy(model, entity, (field) => isKept(entity, field)).map(({ tree }) => tree);
  return [mayRead, mayChange(model, entity.id), ...fieldLaws(model, entity), ...picked];
}

/** What may be otherwise at each write although the record has not changed. */
const AROUND = ['before', 'user', 'transition', 'creating', 'now', 'today'];
/** By what a change is not noticed that has no transition: it stays, or says of each write who made it and when. */
const LASTING: ReadonlySet<string> = new Set(['id', 'created_at', 'created_by', 'changed_at', 'changed_by']);

/**
 * That a change concerns a rule which reads more than the record: something that the rule reads of the record differs. Null where the
 * rule is judged in any case, or where that is not known.
 */
export function concerning(entity: Entity, { when, check }: Rule, move: Move): Node | null {
  const { id, fields } = entity;
  const trees = [when?.tree, check.tree].flatMap((tree) => tree ?? []);
  const isFollowed = move.by === 'people' || move.writes !== undefined;
  if (!isFollowed || move.transition !== null || isCreation(move)) return null;
  const paths = [...(when?.reads ?? []), ...check.reads];
  if (!trees.some((tree) => names(tree, AROUND)) && !paths.some((path) => path.startsWith('record.changed_')))
    return null;
  const kept = [...new Set(paths.map(fieldInPath))].map((name) =>
    Object.hasOwn(fields, name) ? fields[name] : undefined,
  );
  const isOpen = (field: Field): boolean => isMany(field.type) || field.computed?.live === true;
  const known = kept.filter((field) => field !== undefined);
  const own = paths.filter((path) => /^(?:record|before)\./.test(path)).map(fieldInPath);
  const isMoved = entity.lifecycle !== null && entity.lifecycle.derived.length > 0;
  const lasts = (name: string): boolean => LASTING.has(name) || (!isMoved && STATE_FIELDS.includes(name));
  if (known.length === 0 && own.every(lasts)) return call('not', TRUE);
  if (known.length === 0 || known.some(isOpen)) return null;
  return call('not', call('and', ...known.map((field) => isKept({ id }, field)), TRUE));
}

/** That what a reaction or a refusal sets is not there already: else it writes nothing. Null where that is not known. */
export function writing(entity: Entity, { writes }: Move): Node | null {
  const set = (writes?.set ?? []).flatMap(({ field }) => entity.fields[field] ?? []);
  if (set.length === 0 || set.some(({ type }) => isMany(type))) return null;
  return call('not', call('and', ...set.map((field) => isKept(entity, field)), TRUE));
}

/** The field has one value before the change and after it. */
function isKept(entity: Pick<Entity, 'id'>, field: Field): Node {
  const at = (of: Node): Node => ({ node: 'field', type: typeOf(field, entity.id), of, name: field.id });
  return call('eq', at(rootOf(entity, 'before')), at(rootOf(entity, 'record')));
}

function fieldLaws(model: Model, entity: Entity): readonly Node[] {
  const grants = Object.values(model.roles)
    .flatMap((role) => role.grants)
    .filter((grant) => grant.entity === entity.id && grant.verbs.update !== undefined);
  const gives =
    ({ id }: Field): ((grant: Grant) => boolean) =>
    (grant) =>
      grant.fields[id]?.update === true;
  return Object.values(entity.fields).flatMap((field): readonly Node[] => {
    if (!isFreeToChange(field) || isMany(field.type) || findOf(field)) return [];
    const kept = isKept(entity, field);
    const before: Node = {
      node: 'field',
      type: typeOf(field, entity.id),
      of: rootOf(entity, 'before'),
      name: field.id,
    };
    const copied = field.copy?.expression.tree;
    const source = copied ? [call('eq', { ...before, of: rootOf(entity, 'record') }, inlined(copied, model))] : [];
    const isOpen = !field.readOnly && grants.every(gives(field));
    const mayWrite = field.readOnly ? [] : [mayChange(model, entity.id, gives(field))];
    const editable = field.editableWhen?.tree;
    return [
      ...(isOpen ? [] : [call('or', kept, ...source, ...mayWrite)]),
      ...(editable ? [call('or', kept, ...source, readAt(inlined(editable, model), rootOf(entity, 'before')))] : []),
      ...(field.immutable ? [call('or', call('blank', before), kept)] : []),
    ];
  });
}
