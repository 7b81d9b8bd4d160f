import {
  type Entity,
  type Field,
  isLines,
  type LimitEntry,
  type Model,
  type Node,
  pressesOf,
  transitionOfDid,
  TREE_LISTS,
} from '@ninefold/model';
import { own } from '../reading/tree.ts';
import { fieldsRead, limitsRead, names, walk } from '../../expressions/walk.ts';

type Entities = Readonly<Record<string, Entity>>;

/**
 * Marks the live computed fields: they are evaluated at each read and never stored. A field is live where it reads the
 * clock, who has a role, a tree, the history, the trash, or a limit that changes on a day, is set while the application runs
 * or names a record, itself or through other computed fields.
 */
export function markLive(entities: Entities, limits: Model['limits']): Entities {
  const live = liveFields(entities, limits);
  if (live.size === 0) return entities;
  const marked = Object.values(entities).map((entity) => {
    const fields = mark(entity.fields, entity.id, live);
    return [entity.id, fields === entity.fields ? entity : { ...entity, fields }] as const;
  });
  return Object.fromEntries(marked);
}

function mark(fields: Entity['fields'], place: string, live: ReadonlySet<string>): Entity['fields'] {
  const marked = Object.values(fields).map((field) => {
    const path = `${place}.${field.id}`;
    const inner = isLines(field) ? { ...field, fields: mark(field.fields, path, live) } : field;
    if (inner.computed === null || !live.has(path)) return [field.id, inner] as const;
    return [field.id, { ...inner, computed: { ...inner.computed, live: true } }] as const;
  });
  return Object.fromEntries(marked);
}

/** Marks the reactions whose condition may turn without a write, in a model whose fields are marked. */
export function markTurning(entities: Entities, limits: Model['limits']): Entities {
  const marked = Object.values(entities).map((entity) => {
    const reactions = entity.reactions.map((reaction) =>
      reaction.turnedBy === 'write' && readsLive(reaction.when.tree, { entities, limits })
        ? { ...reaction, turnedBy: 'clock' as const }
        : reaction,
    );
    return [entity.id, reactions.length === 0 ? entity : { ...entity, reactions }] as const;
  });
  return Object.fromEntries(marked);
}

/** Paths (`ticket.late`, `order.lines.sum`) of the computed fields that change with the clock. */
function liveFields(entities: Entities, limits: Model['limits']): ReadonlySet<string> {
  const computed = computedFields(entities);
  const live = new Set<string>();
  for (const [path, { tree }] of computed) if (changesAlone(tree, limits)) live.add(path);
  for (let before = -1; before < live.size; ) {
    before = live.size;
    for (const [path, { reads }] of computed) if ([...reads].some((read) => live.has(read))) live.add(path);
  }
  return live;
}

/** Whether a value may change although nobody writes what it reads: with the clock, who has a role, a tree, the history, or the trash. */
export function changesUnwritten(tree: Node): boolean {
  return names(tree, ['now', 'today', 'users_with']) || readsTree(tree) || readsPast(tree);
}

/** Whether a value is another without a write of what it reads. */
function changesAlone(tree: Computed['tree'], limits: Model['limits']): boolean {
  return (tree !== null && changesUnwritten(tree)) || readsDated(tree, limits);
}

/** Whether a condition reads what is never stored: the clock, or a live field of a model whose fields are marked. */
export function readsLive(tree: Computed['tree'], { entities, limits }: Pick<Model, 'entities' | 'limits'>): boolean {
  if (changesAlone(tree, limits)) return true;
  const isLive = (path: string): boolean => {
    const [entity = '', name = '', inner] = path.split('.');
    const field = own(entities, entity)?.fields[name];
    const read = inner !== undefined && isLines(field) ? field.fields[inner] : field;
    return read?.computed?.live === true;
  };
  return [...fieldsRead(tree)].some(isLive);
}

function readsDated(tree: Computed['tree'], limits: Model['limits']): boolean {
  return tree !== null && limitsRead(tree).some((id) => isOpen(own(limits, id)));
}

/** Whether its value may be another at the next start, on another day, or after somebody has set it, in the same specification. */
function isOpen(limit: LimitEntry | undefined): boolean {
  return limit !== undefined && (limit.dated.length > 0 || limit.to !== null || limit.editableBy.length > 0);
}

function readsTree(tree: Computed['tree']): boolean {
  return [...fieldsRead(tree)].some((path) => Object.values(TREE_LISTS).some((list) => path.endsWith(list)));
}

/** Values that change without a write of the record's fields: who fired its transitions, and whether it is in the trash. */
function readsPast(tree: Computed['tree']): boolean {
  let found = false;
  if (tree === null) return found;
  walk(tree, (node) => {
    if (node.node !== 'field' || node.of.type.kind !== 'record') return;
    if (transitionOfDid(node.name) !== null || pressesOf(node.name) !== null || node.name === 'trashed_at')
      found = true;
  });
  return found;
}

interface Computed {
  readonly tree: NonNullable<Field['computed']>['expression']['tree'];
  readonly reads: ReadonlySet<string>;
}

function computedFields(entities: Entities): ReadonlyMap<string, Computed> {
  const found = new Map<string, Computed>();
  const add = (fields: Entity['fields'], place: string): void => {
    for (const field of Object.values(fields)) {
      const path = `${place}.${field.id}`;
      const tree = field.computed?.expression.tree ?? null;
      if (tree !== null) found.set(path, { tree, reads: fieldsRead(tree) });
      if (isLines(field)) add(field.fields, path);
    }
  };
  for (const entity of Object.values(entities)) add(entity.fields, entity.id);
  return found;
}
