import type { Entity } from '../ir/entity.ts';
import type { Field } from '../ir/field.ts';
import type { Expression, Node, Type } from '../ir/expression.ts';
import { PLAIN_FIELD } from '../ir/plain-field.ts';
import type { Grant } from '../ir/role.ts';
import type { Scope } from '../values/value.ts';
import type { RecordValue } from '../wire/answers.ts';

export const NUMBER: Type = { kind: 'number' };
export const TEXT: Type = { kind: 'text' };
export const BOOLEAN: Type = { kind: 'boolean' };
export const DATE: Type = { kind: 'date' };
export const recordOf = (entity: string): Type => ({ kind: 'record', entity });

export const literal = (value: string | boolean | null, type: Type): Node => ({ node: 'literal', type, value });
export const variable = (name: string, type: Type): Node => ({ node: 'variable', type, name });
export const call = (fn: string, type: Type, ...args: readonly Node[]): Node => ({ node: 'call', type, fn, args });
export const guarded = (fn: string, ...args: readonly Node[]): Node => ({
  node: 'call',
  type: BOOLEAN,
  fn,
  args,
  guarded: true,
});

/** `path('record.category.billable', BOOLEAN)`: every step but the last is a record. */
export function path(text: string, type: Type): Node {
  const [root = '', ...names] = text.split('.');
  const start: Node = variable(root, names.length === 0 ? type : recordOf(root));
  return names.reduce<Node>(
    (of, name, index) => ({ node: 'field', type: index === names.length - 1 ? type : recordOf(name), of, name }),
    start,
  );
}

function readsOf(node: Node, prefix = ''): readonly string[] {
  if (node.node === 'field') return readsOf(node.of, `.${node.name}${prefix}`);
  if (node.node === 'variable') return [`${node.name}${prefix}`];
  if (node.node === 'call') return node.args.flatMap((arg) => readsOf(arg));
  if (node.node === 'macro') return [...readsOf(node.list), ...readsOf(node.body)];
  return [];
}

export const expression = (tree: Node): Expression => ({ source: '', type: tree.type, tree, reads: readsOf(tree) });

type Loose = { readonly [K in Field as K['type']]: Partial<K> & { readonly type: K['type'] } }[Field['type']];

const DEFAULTS = {
  ...PLAIN_FIELD,
  format: null,
  pattern: null,
  options: [],
  to: '',
  inverse: '',
  onDelete: 'restrict',
  where: null,
  find: null,
  alsoTo: [],
  toLines: null,
  scale: 2,
  currency: 'EUR',
  currencyFrom: null,
  fields: {},
};

export function fields(written: Readonly<Record<string, Loose>>): Readonly<Record<string, Field>> {
  return Object.fromEntries(Object.entries(written).map(([id, field]) => [id, { ...DEFAULTS, ...field, id } as Field])); // the defaults cover every type
}

export function entity(id: string, written: Readonly<Record<string, Loose>>, more: Partial<Entity> = {}): Entity {
  return {
    id,
    title: [],
    key: null,
    pick: null,
    fields: fields(written),
    groups: {},
    unique: [],
    indexes: [],
    noOverlaps: [],
    lifecycle: null,
    lifecycles: {},
    reactions: [],
    rules: [],
    tree: null,
    comments: null,
    history: true,
    trash: true,
    ...more,
  };
}

export function grant(of: Entity, verbs: Grant['verbs'], rights: Grant['fields'] = {}): Grant {
  const all = Object.fromEntries(
    Object.keys(of.fields).map((field) => [field, { create: true, read: true, update: true }]),
  );
  return {
    id: `test.${of.id}.${JSON.stringify(rights)}`,
    role: 'test',
    entity: of.id,
    verbs,
    updateTo: null,
    within: null,
    access: null,
    discloses: false,
    fields: { ...all, ...rights },
  };
}

export const SCOPE: Scope = {
  limits: {},
  now: '2026-03-05T12:00:00.000Z',
  today: '2026-03-05',
  timeZone: 'Europe/Berlin',
  user: { id: 'u1', roles: ['agent'], team: null },
};

export function record(values: Readonly<Record<string, unknown>>): RecordValue {
  const system = {
    id: 'r1',
    version: 1,
    created_at: SCOPE.now,
    created_by: null,
    changed_at: SCOPE.now,
    changed_by: null,
  };
  return { ...system, ...values } as RecordValue; // tests write wire values
}
