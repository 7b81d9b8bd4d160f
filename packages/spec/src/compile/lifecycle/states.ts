import {
  type Branch,
  type EntityReaction,
  type Lifecycle,
  type State,
  type StateKind,
  stateNames,
  type Transition,
} from '@ninefold/model';
import type { LocatedMap } from '../../located.ts';
import { inlineText, type Context } from '../reading/context.ts';
import type { Shapes } from '../entities/entities.ts';
import { noteDropped, noteWas } from '../reading/former.ts';
import { isId } from '../reading/ids.ts';
import { KEYS } from '../reading/keys.ts';
import { reactionsOf } from './reactions.ts';
import {
  flagAt,
  get,
  isOpen,
  knownKeys,
  knownNames,
  mapAt,
  mapOf,
  nameAt,
  namesAt,
  things,
  unknown,
  wordAt,
} from '../reading/read.ts';
import { branchesOf } from './transition-parts.ts';
import { compileTransition } from './transitions.ts';
import { own } from '../reading/tree.ts';

export const STATE_KINDS: readonly StateKind[] = [
  'draft',
  'waiting',
  'active',
  'review',
  'done',
  'rejected',
  'cancelled',
];

/** What point 4 compiles to: life cycles by `entity` or `entity.field`, reactions by entity. */
export interface CompiledStates {
  readonly lifecycles: Readonly<Record<string, Lifecycle>>;
  readonly reactions: Readonly<Record<string, readonly EntityReaction[]>>;
}

/** Point 4: the life cycles of each entity, and its reactions. */
export function compileStates(ctx: Context, map: LocatedMap | null, shapes: Shapes): CompiledStates {
  const lifecycles: Record<string, Lifecycle> = {};
  const reactions: Record<string, readonly EntityReaction[]> = {};
  for (const [key, { keySpot, value }] of things(map)) {
    const [entity = ''] = key.split('.');
    const shape = own(shapes, entity);
    if (!shape) {
      unknown(ctx, 'NF0201', { text: key, spot: keySpot }, Object.keys(shapes));
      continue;
    }
    const node = mapOf(ctx, value);
    if (node === null) continue;
    ctx.spots.set(`lifecycle ${key}`, keySpot);
    const lifecycle = compileLifecycle(ctx, { key, shape, shapes }, node);
    if (lifecycle !== null) lifecycles[key] = lifecycle;
    if (node.entries.has('reactions'))
      reactions[entity] = [...(reactions[entity] ?? []), ...reactionsOf(ctx, node, shape, shapes)];
  }
  return { lifecycles, reactions };
}

interface At {
  /** `entity`, or `entity.field`. */
  readonly key: string;
  readonly shape: Shapes[string];
  readonly shapes: Shapes;
}

/** The first life cycle of an entity has no id of its own. */
const FIRST_KEYS = KEYS.lifecycle.filter((key) => key !== 'was');

/** Where a further life cycle had another id, the fields had that hold its state. */
function noteFormerFields(ctx: Context, { key }: At, map: LocatedMap): void {
  const name = nameAt(ctx, map, 'was');
  if (name === null || !isId(ctx, 'field', name)) return;
  const [entity = '', field = ''] = key.split('.');
  const [now, before] = [field, name.text].map((id) => [id, ...Object.values(stateNames(id))]);
  for (const [index, id] of (now ?? []).entries())
    ctx.former.renamed.push({ kind: 'field', path: [entity, id], was: before?.[index] ?? '', spot: name.spot });
}

/** Null where there are no states: an entity may have reactions alone. */
function compileLifecycle(ctx: Context, at: At, map: LocatedMap): Lifecycle | null {
  const isFurther = at.key.includes('.');
  knownKeys(ctx, map, isFurther ? KEYS.lifecycle : FIRST_KEYS, 'lifecycle');
  if (isFurther) noteFormerFields(ctx, at, map);
  noteDropped(ctx, formerKind(at.key), at.key.split('.'), map);
  const states = compileStateList(ctx, at.key, mapAt(ctx, map, 'states'));
  const ids = Object.keys(states);
  if (ids.length === 0) {
    const isAlone = map.entries.has('reactions') && !map.entries.has('transitions') && !map.entries.has('derived');
    const written = map.entries.get('states')?.value.kind ?? 'map';
    if (!isAlone && written === 'map') ctx.report('NF0109', map.spot, { key: 'states' });
    else if (written !== 'open') transitionsOf(ctx, at, map, {}); // for what is wrong in them besides
    return null;
  }
  const derived = derivedOf(ctx, at, map, ids);
  const transitions = transitionsOf(ctx, at, map, states);
  const initial = derived.at(-1)?.to ?? initialOf(ctx, map, ids);
  return { initial, states, transitions, derived };
}

function transitionsOf(
  ctx: Context,
  { key, shape, shapes }: At,
  map: LocatedMap,
  states: Readonly<Record<string, State>>,
): Readonly<Record<string, Transition>> {
  const ids = Object.keys(states);
  const leavable = ids.filter((id) => states[id]?.final !== true);
  const transitions: Record<string, Transition> = {};
  for (const [id, entry] of things(mapAt(ctx, map, 'transitions'))) {
    if (!isId(ctx, 'transition', { text: id, spot: entry.keySpot })) continue;
    for (const place of [`transition ${key}.${id}`, `transition ${shape.id}.${id}`])
      if (place.startsWith(`transition ${key}.`) || !ctx.spots.has(place)) ctx.spots.set(place, entry.keySpot);
    const at = { key, entity: shape.id, fields: shape.fields, shapes, states: ids, leavable };
    const transition = compileTransition(ctx, id, entry, at);
    if (transition !== null) transitions[id] = transition;
  }
  return transitions;
}

/** `derived`, which stands instead of transitions: a list of conditions. The state is that of the first condition that holds. */
function derivedOf(ctx: Context, { key, shape }: At, map: LocatedMap, states: readonly string[]): readonly Branch[] {
  const node = get(map, 'derived');
  if (node === null) return [];
  for (const other of ['transitions', 'initial']) {
    const entry = map.entries.get(other);
    if (entry) ctx.report('NF0112', entry.keySpot, { first: 'derived', second: other });
  }
  ctx.spots.set(`derived ${key}`, node.spot);
  if (node.kind !== 'list') {
    ctx.report('NF0117', node.spot);
    return [];
  }
  node.items.forEach((item, index) => ctx.spots.set(`derived ${key}.${String(index)}`, item.spot));
  const variables = { record: { kind: 'record', entity: shape.id } } as const;
  return branchesOf(ctx, node, { key: 'state', states, place: { variables } });
}

/** The written initial state. Where it is not shown, it is the first state. */
function initialOf(ctx: Context, map: LocatedMap, ids: readonly string[]): string {
  const name = nameAt(ctx, map, 'initial');
  const first = ids[0] ?? '';
  if (name === null) {
    if (!isOpen(map, 'initial') && !map.entries.has('derived')) ctx.report('NF0401', map.spot);
    return first;
  }
  return knownNames(ctx, 'NF0204', [name], ids)[0] ?? first;
}

function compileStateList(ctx: Context, key: string, map: LocatedMap | null): Readonly<Record<string, State>> {
  const states: Record<string, State> = {};
  for (const [id, { keySpot, value }] of things(map)) {
    if (!isId(ctx, 'state', { text: id, spot: keySpot })) continue;
    ctx.spots.set(`state ${key}.${id}`, keySpot);
    const node = mapOf(ctx, value);
    states[id] = node === null ? plainState(id) : compileState(ctx, key, id, node);
  }
  return states;
}

function plainState(id: string): State {
  return { id, kind: 'active', final: false, locked: false, editableBy: null };
}

/** The texts of a state; those of a further life cycle are the options of the field that holds it. */
function stateTextKey(key: string, id: string): string {
  const [entity = '', field] = key.split('.');
  return field === undefined ? `states.${entity}.states.${id}` : `entities.${entity}.fields.${field}.options.${id}`;
}

/** What a former state is to a migration: the field that holds the states of a further life cycle has them as its options. */
function formerKind(key: string): 'state' | 'option' {
  return key.includes('.') ? 'option' : 'state';
}

function compileState(ctx: Context, key: string, id: string, map: LocatedMap): State {
  knownKeys(ctx, map, KEYS.state, 'state');
  noteWas(ctx, formerKind(key), [...key.split('.'), id], map);
  inlineText(ctx, `${stateTextKey(key, id)}.label`, get(map, 'label'));
  const editableBy = map.entries.has('editable_by')
    ? knownNames(ctx, 'NF0203', namesAt(ctx, map, 'editable_by'), ctx.names.roles)
    : null;
  return {
    id,
    kind: wordAt(ctx, map, 'kind', STATE_KINDS) ?? 'active',
    final: flagAt(ctx, map, 'final'),
    locked: flagAt(ctx, map, 'locked'),
    editableBy,
  };
}
