import {
  isMany,
  isOneReference,
  otherTargets,
  typeOf,
  type Entity,
  type Field,
  type Model,
  type Node,
} from '@ninefold/model';
import type { Goal } from '../decide.ts';
import { mapped } from '../../expressions/mapped.ts';
import { isBySystem, withoutUser } from './by-system.ts';
import { isCreation, type Move } from './moves.ts';
import { afterMove } from './writes.ts';

const BOOLEAN = { kind: 'boolean' } as const;

function call(fn: string, ...args: readonly Node[]): Node {
  return { node: 'call', type: BOOLEAN, fn, args };
}

/**
 * What the record has to meet after a move: the rules that refuse, and the fields that have to be filled. `withPromises`: no
 * promise is broken on the way either.
 */
export function lawsOf(model: Model, entity: Entity, move: Move, withPromises: boolean): readonly Goal[] {
  const record: Node = { node: 'variable', type: { kind: 'record', entity: entity.id }, name: 'record' };
  const required = Object.values(entity.fields).flatMap((field): readonly Node[] => {
    const { id, requiredWhen, visibleWhen } = field;
    if (!requiredWhen?.tree) return [];
    const value: Node = { node: 'field', type: typeOf(field, entity.id), of: record, name: id };
    const free = [requiredWhen.tree, ...(visibleWhen?.tree ? [visibleWhen.tree] : [])].map((tree) => call('not', tree));
    return [call('or', ...free, call('filled', value))];
  });
  const rules = entity.rules
    .filter(
      ({ lines, severity, sense }) => lines === null && severity === 'error' && (withPromises || sense !== 'never'),
    )
    .flatMap(({ when, check, sense }): readonly Node[] => {
      if (!check.tree) return [];
      const met = sense === 'check' ? check.tree : call('not', check.tree);
      return [when?.tree ? call('or', call('not', when.tree), met) : met];
    });
  return [
    ...required,
    ...rules,
    ...oneTarget(entity.fields, record),
    ...ofForm(move),
    ...offered(entity, record, move),
  ].map((tree) => ({
    tree: afterMove(model, entity, move, isBySystem(entity, move) ? withoutUser(tree) : tree),
    holds: true,
  }));
}

/** Of the parts of a reference to one of several entities one at most is filled. */
function oneTarget(fields: Entity['fields'], holder: Node): readonly Node[] {
  const filled = (id: string, entity: string): Node =>
    call('filled', { node: 'field', type: { kind: 'record', entity }, of: holder, name: id });
  return Object.values(fields)
    .filter(isOneReference)
    .flatMap((field) =>
      otherTargets(field).flatMap((other): readonly Node[] => {
        const beside = fields[other];
        if (beside === undefined || !isOneReference(beside) || field.id > other) return [];
        return [call('not', call('and', filled(field.id, field.to), filled(other, beside.to)))];
      }),
    );
}

/** What the answers to a form meet by themselves: those that other answers ask for are filled, and each refers to one record. */
function ofForm({ transition }: Move): readonly Node[] {
  if (!transition) return [];
  const form: Node = { node: 'variable', type: { kind: 'null' }, name: 'input' };
  const filled = Object.values(transition.input).flatMap((field): readonly Node[] => {
    const { id, requiredWhen, visibleWhen } = field;
    const isOfForm = [...(requiredWhen?.reads ?? []), ...(visibleWhen?.reads ?? [])].every((path) =>
      path.startsWith('input.'),
    );
    if (!isOfForm || !requiredWhen?.tree) return [];
    const value: Node = { node: 'field', type: typeOf(field, ''), of: form, name: id };
    const free = [requiredWhen.tree, ...(visibleWhen?.tree ? [visibleWhen.tree] : [])].map((tree) => call('not', tree));
    return [call('or', ...free, call('filled', value))];
  });
  return [...filled, ...oneTarget(transition.input, form)];
}

/** The `where` of a reference holds where the move gives the reference, or changes what its `where` reads of the record. */
function offered({ id, fields }: Entity, record: Node, move: Move): readonly Node[] {
  const before: Node = { node: 'variable', type: { kind: 'record', entity: id }, name: 'before' };
  const isSame = (field: Field): Node => {
    const at = (of: Node): Node => ({ node: 'field', type: typeOf(field, id), of, name: field.id });
    return call('eq', at(before), at(record));
  };
  return Object.values(fields).flatMap((field): readonly Node[] => {
    if (!isOneReference(field) || !field.where?.tree) return [];
    const of: Node = { node: 'field', type: { kind: 'record', entity: field.to }, of: record, name: field.id };
    const placed = mapped(field.where.tree, (node) => (node.node === 'variable' && node.name === 'option' ? of : null));
    const given = call('or', call('blank', of), placed);
    if (isCreation(move)) return [given];
    const names = new Set([field.id, ...field.where.reads.flatMap((path) => /^record\.(\w+)/.exec(path)?.[1] ?? [])]);
    const kept = Object.values(fields).filter((one) => names.has(one.id) && !isMany(one.type) && !one.computed);
    return [call('or', call('and', ...kept.map(isSame)), given)];
  });
}
