import {
  evaluate,
  holds,
  idOf,
  isOneOption,
  isProse,
  isTranslation,
  isTruth,
  type Entity,
  type Field,
  type Node,
  type RecordValue,
  type Scope,
  type Wire,
} from '@ninefold/model';

type Picker = Extract<Field, { readonly to: string }>;

/** What narrows an offer. */
interface Narrowing {
  readonly search?: string;
  /** Of these ids alone; none: of all. */
  readonly only?: readonly string[];
}

/**
 * The query of a picker: the parts of its `where` that compare one field, as simple filters;
 * without a `where`, the `pick` of the target entity. `isOffered` judges the rest.
 */
export function offerQuery(
  field: Picker,
  target: Entity,
  scope: Scope,
  { search = '', only = [] }: Narrowing,
): URLSearchParams {
  const params = new URLSearchParams({ size: '20', total: 'capped' });
  if (search.trim() !== '') {
    params.set('search', search.trim());
    params.set('search_in', 'columns');
  }
  if (only.length > 0) params.set('f.id', `in:${only.join(',')}`);
  const pick = field.where === null ? (target.pick?.source ?? '') : '';
  const where = [pick, notBelow(field, target, scope)].filter((part) => part !== '');
  if (where.length > 0) params.set('where', where.map((part) => `(${part})`).join(' && '));
  if (field.where === null) return params;
  for (const part of conjuncts(field.where.tree)) {
    const filter = simpleFilter(part, target, scope);
    if (filter) params.append(`f.${filter.field}`, filter.value);
  }
  return params;
}

/** A condition that excludes the record and its descendants from the parents of a tree. `''`: there is nothing to exclude. */
function notBelow(field: Picker, target: Entity, scope: Scope): string {
  const before = scope.before?.['id'];
  const id = target.tree === field.id && typeof before === 'string' ? before : null;
  if (id === null) return '';
  const itself = JSON.stringify(id);
  return `record.id != ${itself} && !ancestors(record).exists(above, above.id == ${itself})`;
}

/** False: the browser knows that the condition does not hold for the record. */
export function isOffered(field: Picker, option: RecordValue, scope: Scope): boolean {
  return field.where === null || holds(field.where, { ...scope, option }) !== false;
}

function conjuncts(tree: Node | null): readonly Node[] {
  if (tree === null) return [];
  return tree.node === 'call' && tree.fn === 'and' ? tree.args.flatMap(conjuncts) : [tree];
}

function simpleFilter(part: Node, target: Entity, scope: Scope): { field: string; value: string } | null {
  const flag = optionField(part, target);
  if (flag && isTruth(flag.type)) return { field: flag.id, value: 'eq:true' };
  if (part.node !== 'call' || part.fn !== 'eq') return null;
  const [left, right] = part.args;
  if (!left || !right) return null;
  const field = optionField(left, target) ?? optionField(right, target);
  const other = optionField(left, target) ? right : left;
  if (!field || readsOption(other)) return null;
  const value = evaluate({ source: '', type: other.type, tree: other, reads: [] }, scope);
  if (value === undefined) return null;
  if (value === null) return { field: field.id, value: 'blank:' };
  const text = typeof value === 'string' || typeof value === 'boolean' ? String(value) : idOf(value as Wire); // only literals are neither text, boolean nor record
  return text === null ? null : { field: field.id, value: `eq:${text}` };
}

function optionField(node: Node, target: Entity): Field | null {
  if (node.node !== 'field' || node.of.node !== 'variable' || node.of.name !== 'option') return null;
  const field = target.fields[node.name];
  return field && field.computed?.live !== true ? field : null;
}

function readsOption(node: Node): boolean {
  switch (node.node) {
    case 'variable':
      return node.name === 'option';
    case 'field':
      return readsOption(node.of);
    case 'call':
      return node.args.some(readsOption);
    case 'macro':
      return readsOption(node.list) || readsOption(node.body);
    case 'list':
      return node.items.some(readsOption);
    default:
      return false;
  }
}

/**
 * The field that tells records apart whose titles say too little: the key, else a searched field that the title does not
 * contain, else the first choice of one option. Null: there is none.
 */
export function secondaryField(target: Entity): Field | null {
  const inTitle = new Set(target.title.flatMap((part) => ('field' in part ? [part.field] : [])));
  const key = target.key === null || target.title.length === 0 ? undefined : target.fields[target.key];
  if (key && !inTitle.has(key.id)) return key;
  const searched = Object.values(target.fields).filter(
    (field) => field.search && !isProse(field.type, 'block') && !isTranslation(field),
  );
  const kinds = Object.values(target.fields).filter((field) => isOneOption(field));
  return [...searched, ...kinds].find((field) => !inTitle.has(field.id) && field.id !== target.key) ?? null;
}
