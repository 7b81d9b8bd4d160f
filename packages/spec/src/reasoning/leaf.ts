import {
  type Entity,
  type Field,
  isLines,
  type Model,
  type Node,
  optionsIn,
  shownPath,
  stepInPath,
  type Type,
} from '@ninefold/model';

/** A value that an expression reads and nothing in it decides: `record.cost`, `user.team`, `today`. */
export interface Leaf {
  /** Dotted from its variable. */
  readonly path: string;
  readonly type: Type;
  /** Its field, where it is one that the specification declares. */
  readonly field: Field | null;
  /** The values of a choice or a state; null where any may stand. */
  readonly options: readonly string[] | null;
}

/** The path of a chain of fields from a variable; null for anything else. */
export function pathOf(node: Node): string | null {
  if (node.node === 'variable') return node.name;
  if (node.node !== 'field') return null;
  const of = pathOf(node.of);
  return of === null ? null : `${of}.${stepInPath(node.name)}`;
}

/** The leaf that a field or variable is; `input` are the fields of the transition's own form. */
export function leafOf(
  node: Extract<Node, { readonly node: 'field' | 'variable' }>,
  path: string,
  model: Model,
  input: Readonly<Record<string, Field>>,
): Leaf {
  const field = node.node === 'field' ? fieldOf(node.of, node.name, model, input) : null;
  return { path, type: node.type, field, options: optionsOf(node, field, model) };
}

function fieldOf(of: Node, name: string, model: Model, input: Readonly<Record<string, Field>>): Field | null {
  if (of.node === 'variable' && of.name === 'input') return own(input, name);
  if (of.type.kind === 'record') return own(own(model.entities, of.type.entity)?.fields ?? {}, name);
  if (of.type.kind !== 'line') return null;
  const lines = own(own(model.entities, of.type.entity)?.fields ?? {}, of.type.field);
  return isLines(lines) ? own(lines.fields, name) : null;
}

function optionsOf(node: Node, field: Field | null, model: Model): readonly string[] | null {
  if (field !== null) return optionsIn(field);
  if (node.node !== 'field' || node.name !== 'state' || node.of.type.kind !== 'record') return null;
  const entity: Entity | null = own(model.entities, node.of.type.entity);
  return entity?.lifecycle ? Object.keys(entity.lifecycle.states) : null;
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | null {
  return Object.hasOwn(record, key) ? (record[key] ?? null) : null;
}

/** A path taken apart. */
interface Parted {
  readonly steps: readonly string[];
  readonly keys: readonly string[];
  readonly holder: string | null;
}

/** There are as many as fields that conditions read. A search asks for each of them again and again. */
const known = new Map<string, Parted>();

function parted(path: string): Parted {
  const found = known.get(path);
  if (found !== undefined) return found;
  const steps = path.match(/did\.[^.]+|[^.]+/g) ?? [];
  const holder = steps.length < 2 ? null : steps.slice(0, -1).join('.');
  const one = { steps, keys: steps.map(shownPath), holder };
  known.set(path, one);
  return one;
}

/** The variable and the fields of a path; who fired a transition is one field, `did.approve`. */
export function stepsOf(path: string): readonly string[] {
  return parted(path).steps;
}

/** The same as the keys under which a record holds its values. */
export function keysOf(path: string): readonly string[] {
  return parted(path).keys;
}

/** The path without its last step; null for a variable. */
export function holderOf(path: string): string | null {
  return parted(path).holder;
}

export function lastStep(path: string): string {
  return stepsOf(path).at(-1) ?? '';
}
