import {
  findOf,
  isDrawn,
  isOneReference,
  type Entity,
  type Field,
  type Model,
  type Node,
  stepsOf,
  targets,
  transitionOfDid,
  transitionsOf,
} from '@ninefold/model';
import { names, walk } from '../expressions/walk.ts';
import { pathOf } from './leaf.ts';
import { mapped } from '../expressions/mapped.ts';

const BOOLEAN = { kind: 'boolean' } as const;
const TEXT = { kind: 'text' } as const;

function call(fn: string, ...args: readonly Node[]): Node {
  return { node: 'call', type: BOOLEAN, fn, args };
}

/** More would cost more than they decide. */
const MOST = 16;
const DEEPEST = 3;

/**
 * What is true of every stored record that these conditions read, beyond what they say themselves: the `where` of a reference
 * whose target cannot change any more in what it reads, that a copy nobody may write equals its source, and that nobody approves what
 * they have created.
 */
export function factsOf(trees: readonly Node[], model: Model): readonly Node[] {
  const facts = new Map<string, Node>();
  for (const [path, holder] of holdersIn(trees)) {
    const { type } = holder;
    const entity = type.kind === 'record' ? model.entities[type.entity] : undefined;
    for (const field of Object.values(entity?.fields ?? {})) {
      const found = entity ? [offered(holder, { entity, field, model }), copied(holder, { entity, field, model })] : [];
      found.forEach((fact, index) => {
        if (fact !== null && facts.size < MOST) facts.set(`${path}.${field.id} ${String(index)}`, fact);
      });
    }
  }
  for (const [path, fact] of unapproved(trees, model)) if (facts.size < MOST) facts.set(path, fact);
  return [...facts.values()];
}

/** Who created a record is none of those who fired a transition of it that asks for approvals, by the path of their list. */
function unapproved(trees: readonly Node[], model: Model): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>();
  for (const tree of trees) {
    walk(tree, (node) => {
      const transition = node.node === 'field' ? transitionOfDid(node.name) : null;
      if (node.node !== 'field' || transition === null || node.of.type.kind !== 'record') return;
      const entity = model.entities[node.of.type.entity];
      const approvals = entity && transitionsOf(entity).get(transition)?.approvals;
      const path = pathOf(node);
      if (!approvals || path === null) return;
      const creator = fieldNode(node.of, 'created_by', { kind: 'record', entity: 'user' });
      found.set(path, call('not', call('in', creator, node)));
    });
  }
  return found;
}

const STORED: ReadonlySet<string> = new Set(['record', 'user']);

/** The records whose fields are read, by path. */
function holdersIn(trees: readonly Node[]): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>();
  for (const tree of trees) {
    walk(tree, (node) => {
      const path = node.node === 'field' ? pathOf(node.of) : null;
      if (node.node !== 'field' || path === null || node.of.type.kind !== 'record') return;
      const steps = path.split('.');
      if (STORED.has(steps[0] ?? '') && steps.length <= DEEPEST) found.set(path, node.of);
    });
  }
  return found;
}

function fieldNode(of: Node, name: string, type: Node['type']): Node {
  return { node: 'field', type, of, name };
}

/** A field of a record that is read. */
interface Held {
  readonly entity: Entity;
  readonly field: Field;
  readonly model: Model;
}

/** The `where` of a reference, in what of it holds for good. */
function offered(holder: Node, { entity, field, model }: Held): Node | null {
  if (!isOneReference(field) || field.visibleWhen !== null || !field.where?.tree) return null;
  const target = model.entities[field.to];
  if (!target) return null;
  const { tree } = field.where;
  const option = fieldNode(holder, field.id, { kind: 'record', entity: field.to });
  const parts = tree.node === 'call' && tree.fn === 'and' ? tree.args : [tree];
  const lasting = parts.flatMap((part) => lastingPart(part, { model, target, entity }) ?? []);
  if (lasting.length === 0) return null;
  const placed = lasting.map((part) =>
    mapped(part, (node) =>
      node.node !== 'variable' ? null : node.name === 'option' ? option : node.name === 'record' ? holder : null,
    ),
  );
  return call('or', call('blank', option), placed.length === 1 && placed[0] ? placed[0] : call('and', ...placed));
}

/** A condition on `option` that stays true once it was; of a state, that the target is in it or has gone on from it. */
function lastingPart(
  part: Node,
  { model, target, entity }: { readonly model: Model; readonly target: Entity; readonly entity: Entity },
): Node | null {
  if (names(part, ['user', 'now', 'today', 'creating', 'transition', 'before', 'input', 'line', 'limits'])) return null;
  const read = new Set<string>();
  let isPlain = true;
  walk(part, (node) => {
    if (node.node === 'macro') isPlain = false;
    if (node.node !== 'field') return;
    const path = pathOf(node) ?? '';
    if (node.of.node === 'variable' && node.of.name === 'option') read.add(node.name);
    else if (!/^record\.[^.]+$/.test(path) || entity.fields[node.name]?.computed !== null) isPlain = false;
  });
  if (!isPlain) return null;
  if (read.size === 1 && read.has('state')) return laterStates(part, target);
  return [...read].every((name) => isFixed(model, target, name)) ? part : null;
}

/** The states from which a test on the state of a record was true, and all that follow them. */
function laterStates(part: Node, { id, lifecycle }: Entity): Node | null {
  if (lifecycle === null || lifecycle.derived.length > 0) return null;
  const all = Object.keys(lifecycle.states);
  const allowed = statesAllowed(part, all);
  if (allowed === null) return null;
  const reached = new Set(allowed);
  for (const state of reached) {
    for (const transition of Object.values(lifecycle.transitions)) {
      if (transition.from.includes(state)) for (const to of targets(transition, state, all)) reached.add(to);
    }
  }
  if (reached.size === all.length) return null;
  const option: Node = { node: 'variable', type: { kind: 'record', entity: id }, name: 'option' };
  const items = [...reached].map((state): Node => ({ node: 'literal', type: TEXT, value: state }));
  return call('in', fieldNode(option, 'state', TEXT), { node: 'list', type: { kind: 'list', of: TEXT }, items });
}

/** The states for which a comparison with states that are written out holds; null for any other test. */
function statesAllowed(part: Node, all: readonly string[]): readonly string[] | null {
  if (part.node !== 'call') return null;
  const [first, second] = part.args;
  if (part.fn === 'not' && first) {
    const inner = statesAllowed(first, all);
    return inner === null ? null : all.filter((state) => !inner.includes(state));
  }
  if (part.fn === 'or' || part.fn === 'and') {
    const inner = part.args.map((arg) => statesAllowed(arg, all));
    const known = inner.filter((one) => one !== null);
    if (known.length < inner.length) return null;
    const isIn = (state: string): boolean =>
      part.fn === 'or' ? known.some((one) => one.includes(state)) : known.every((one) => one.includes(state));
    return all.filter(isIn);
  }
  const named = [first, second].flatMap((arg) => (arg ? textsIn(arg) : []));
  if (named.length === 0) return null;
  if (part.fn === 'eq' || part.fn === 'in') return all.filter((state) => named.includes(state));
  return part.fn === 'ne' ? all.filter((state) => !named.includes(state)) : null;
}

function textsIn(node: Node): readonly string[] {
  if (node.node === 'list') return node.items.flatMap(textsIn);
  return node.node === 'literal' && typeof node.value === 'string' ? [node.value] : [];
}

/** A field that keeps the value which it has from the creation on. */
function isFixed(model: Model, entity: Entity, name: string): boolean {
  if (name === 'id' || name === 'created_at' || name === 'created_by') return true;
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  if (!field || field.computed !== null || field.visibleWhen !== null) return false;
  if (field.immutable && (field.required || isDrawn(field))) return true;
  return (
    field.copy === null && findOf(field) === null && !isSet(entity, name) && !mayWrite(model, entity, field, ['update'])
  );
}

function isSet({ lifecycle, lifecycles, reactions }: Entity, name: string): boolean {
  const all = [...(lifecycle ? [lifecycle] : []), ...Object.values(lifecycles)];
  const transitions = all.flatMap((one) => Object.values(one.transitions));
  const sets = [...transitions.flatMap(({ set, onRefusal }) => [set, onRefusal]), ...reactions.map(({ set }) => set)];
  return sets.some((set) => set.some(({ field }) => field === name));
}

/** Whether any grant lets somebody write the field as the record is made, or later. */
function mayWrite(model: Model, { id }: Entity, field: Field, ways: readonly ('create' | 'update')[]): boolean {
  if (field.readOnly) return false;
  const grants = Object.values(model.roles).flatMap((role) => role.grants);
  return grants.some(
    ({ entity, verbs, fields }) =>
      entity === id &&
      ways.some((way) => (verbs[way] !== undefined || verbs.import !== undefined) && fields[field.id]?.[way] === true),
  );
}

/** A copy that nobody writes over, of a value that stays: `record.team` of `record.category.team`. */
function copied(holder: Node, { entity, field, model }: Held): Node | null {
  const tree = field.copy?.expression.tree;
  const path = tree ? pathOf(tree) : null;
  if (!tree || path === null || field.copy === null || field.visibleWhen !== null || findOf(field)) return null;
  const [root, first = '', ...further] = stepsOf(path);
  const reference = Object.hasOwn(entity.fields, first) ? entity.fields[first] : undefined;
  if (root !== 'record' || further.length === 0 || !isOneReference(reference)) return null;
  if (isSet(entity, field.id) || mayWrite(model, entity, field, ['create', 'update'])) return null;
  const isLockable = Object.values(entity.lifecycle?.states ?? {}).some(({ locked }) => locked);
  if (field.copy.ifBlank && !reference.immutable) return null;
  if (isLockable && isSet(entity, first)) return null; // a locked record does not copy
  if (!staysBehind(model, reference.to, further)) return null;
  const copy = fieldNode(holder, field.id, tree.type);
  const source = mapped(tree, (node) => (node.node === 'variable' && node.name === 'record' ? holder : null));
  return call('or', call('blank', copy), call('blank', source), call('eq', copy, source));
}

/** Every step of a path behind a reference keeps its value. */
function staysBehind(model: Model, entity: string, steps: readonly string[]): boolean {
  const [name = '', ...rest] = steps;
  const at = model.entities[entity];
  if (!at || !(isFixed(model, at, name) || isImmutable(at, name))) return false;
  const field = Object.hasOwn(at.fields, name) ? at.fields[name] : undefined;
  return rest.length === 0 || (isOneReference(field) && staysBehind(model, field.to, rest));
}

/** Blank before it has its value, and a copy of it is blank then too. */
function isImmutable({ fields }: Entity, name: string): boolean {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field?.immutable === true && field.computed === null && field.visibleWhen === null;
}
