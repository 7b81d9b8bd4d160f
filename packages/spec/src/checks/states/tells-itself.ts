import { reachOf, type Entity, type Model, type Node, type Transition } from '@ninefold/model';
import { filled, replaced } from '../../reasoning/actors.ts';
import { decide, goal } from '../../reasoning/decide.ts';
import { pathOf } from '../../reasoning/leaf.ts';
import { walk } from '../../expressions/walk.ts';

const BOOLEAN = { kind: 'boolean' } as const;
const PERSON = { kind: 'record', entity: 'user' } as const;
const USER: Node = { node: 'variable', type: PERSON, name: 'user' };

/**
 * Whether all whom a transition tells are always the one who fires it, or blank: since its guard says so, or what it sets. A record
 * that is made is made by them, and one that is changed was last changed by them.
 */
export function tellsItself(model: Model, entity: Entity, transition: Transition, told: Node): boolean {
  const { set, when, effects, id } = transition;
  if (effects.some((effect) => reachOf(effect).fires !== null)) return false; // which may change the record before they are told
  const values = new Map<string, Node>([
    ['changed_by', USER],
    ...(id === 'create' ? [['created_by', USER] as const] : []),
  ]);
  for (const { field, value } of set) {
    if (value.tree === null) return false;
    values.set(field, replaced(value.tree, values));
  }
  const people = replaced(told, values);
  if (!isAsBefore(entity, people)) return false;
  const goals = [{ tree: namesAnother(people), holds: true }, ...goal(when)];
  return decide({ model, entity: entity.id, goals, input: transition.input }).verdict === 'impossible';
}

/** Whether all that it reads of the record itself is what the guard has seen: nothing is worked out again before people are told. */
function isAsBefore({ fields }: Entity, tree: Node): boolean {
  let known = true;
  walk(tree, (node) => {
    if (node.node !== 'field' || pathOf(node.of) !== 'record') return;
    const field = Object.hasOwn(fields, node.name) ? fields[node.name] : undefined;
    if (!field || field.computed !== null || field.copy !== null) known = false;
  });
  return known;
}

/** True where these people are others than the user, too. */
function namesAnother(people: Node): Node {
  if (people.type.kind !== 'list') return both(filled(people), isOther(people));
  const person: Node = { node: 'variable', type: PERSON, name: 'told' };
  return { node: 'macro', type: BOOLEAN, fn: 'exists', list: people, variable: 'told', body: isOther(person) };
}

function isOther(person: Node): Node {
  return { node: 'call', type: BOOLEAN, fn: 'ne', args: [person, USER] };
}

function both(one: Node, other: Node): Node {
  return { node: 'call', type: BOOLEAN, fn: 'and', args: [one, other] };
}
