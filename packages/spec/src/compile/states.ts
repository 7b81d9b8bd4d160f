import type { Entity, Field, Lifecycle, State, StateKind, Transition } from '@ninefold/model';
import type { Entry, LocatedMap } from '../load/located.ts';
import { inlineText, type Context } from './context.ts';
import type { Shapes } from './entities.ts';
import { NEVER, rowCondition, type ExpressionPlace } from './expressions.ts';
import { buildFields, valueOf } from './fields.ts';
import { isId } from './ids.ts';
import { KEYS } from './keys.ts';
import { NOT_YET_VALUES } from './not-yet.ts';
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
} from './read.ts';
import { own } from './tree.ts';

export const STATE_KINDS: readonly StateKind[] = [
  'draft',
  'waiting',
  'active',
  'review',
  'done',
  'rejected',
  'cancelled',
];

interface At {
  readonly entity: string;
  readonly fields: Readonly<Record<string, Field>>;
  readonly states: readonly string[];
  /** What `any` stands for: every state that is not final. */
  readonly leavable: readonly string[];
}

/** Point 4: the life cycle of each entity that has one. */
export function compileStates(
  ctx: Context,
  map: LocatedMap | null,
  shapes: Shapes,
): Readonly<Record<string, Lifecycle>> {
  const lifecycles: Record<string, Lifecycle> = {};
  for (const [entity, { keySpot, value }] of things(map)) {
    const shape = own(shapes, entity);
    if (entity.includes('.')) {
      ctx.report('NF0901', keySpot, { name: entity });
      continue;
    }
    if (!shape) {
      unknown(ctx, 'NF0201', { text: entity, spot: keySpot }, Object.keys(shapes));
      continue;
    }
    const node = mapOf(ctx, value);
    const lifecycle = node === null ? null : compileLifecycle(ctx, entity, node, shape.fields);
    if (lifecycle !== null) lifecycles[entity] = lifecycle;
  }
  return lifecycles;
}

function compileLifecycle(ctx: Context, entity: string, map: LocatedMap, fields: Entity['fields']): Lifecycle | null {
  knownKeys(ctx, map, KEYS.lifecycle, 'lifecycle');
  const states = compileStateList(ctx, entity, mapAt(ctx, map, 'states'));
  const ids = Object.keys(states);
  if (ids.length === 0) {
    if (!map.entries.has('derived')) ctx.report('NF0109', map.spot, { key: 'states' });
    return null;
  }
  const leavable = ids.filter((id) => states[id]?.final !== true);
  const at = { entity, fields, states: ids, leavable };
  const transitions: Record<string, Transition> = {};
  for (const [id, entry] of things(mapAt(ctx, map, 'transitions'))) {
    if (!isId(ctx, 'transition', { text: id, spot: entry.keySpot })) continue;
    ctx.spots.set(`transition ${entity}.${id}`, entry.keySpot);
    const transition = compileTransition(ctx, id, entry, at);
    if (transition !== null) transitions[id] = transition;
  }
  return { initial: initialOf(ctx, map, ids), states, transitions };
}

/** The first state where it is not shown. */
function initialOf(ctx: Context, map: LocatedMap, ids: readonly string[]): string {
  const name = nameAt(ctx, map, 'initial');
  const first = ids[0] ?? '';
  if (name === null) {
    if (!isOpen(map, 'initial')) ctx.report('NF0401', map.spot);
    return first;
  }
  return knownNames(ctx, 'NF0204', [name], ids)[0] ?? first;
}

function compileStateList(ctx: Context, entity: string, map: LocatedMap | null): Readonly<Record<string, State>> {
  const states: Record<string, State> = {};
  for (const [id, { keySpot, value }] of things(map)) {
    if (!isId(ctx, 'state', { text: id, spot: keySpot })) continue;
    ctx.spots.set(`state ${entity}.${id}`, keySpot);
    const node = mapOf(ctx, value);
    states[id] = node === null ? plainState(id) : compileState(ctx, entity, id, node);
  }
  return states;
}

function plainState(id: string): State {
  return { id, kind: 'active', final: false, locked: false, editableBy: null };
}

function compileState(ctx: Context, entity: string, id: string, map: LocatedMap): State {
  knownKeys(ctx, map, KEYS.state, 'state');
  inlineText(ctx, `states.${entity}.states.${id}.label`, get(map, 'label'));
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

function compileTransition(ctx: Context, id: string, entry: Entry, at: At): Transition | null {
  const map = mapOf(ctx, entry.value);
  if (map === null) return null;
  knownKeys(ctx, map, KEYS.transition, 'transition');
  const textKey = `states.${at.entity}.transitions.${id}`;
  for (const key of ['label', 'done', 'blocked']) inlineText(ctx, `${textKey}.${key}`, get(map, key));
  if (!isOpen(map, 'by')) ctx.spots.set(`by ${at.entity}.${id}`, entry.keySpot);
  const to = targetOf(ctx, id, map, at);
  if (to === null) return null;
  const input = buildFields(ctx, mapAt(ctx, map, 'input'), {
    kind: 'input',
    entity: at.entity,
    lines: null,
    id: '',
    textKey: `${textKey}.input`,
    variables: { record: { kind: 'record', entity: at.entity } },
    optionsOf: (name) => optionsOf(ctx, name.text, at, name.spot),
    buildLines: () => ({}),
  });
  const place = placeOf(at.entity, input);
  return {
    id,
    from: fromOf(ctx, id, map, at),
    to,
    by: knownNames(ctx, 'NF0203', namesAt(ctx, map, 'by'), ctx.names.roles),
    when: guardOf(ctx, map, place),
    input,
    set: setOf(ctx, map, place, at),
  };
}

function optionsOf(ctx: Context, name: string, at: At, spot: LocatedMap['spot']): readonly string[] {
  const [entity, id = ''] = name.split('.');
  const field = entity === at.entity ? own(at.fields, id) : undefined;
  if (field?.type === 'choice' || field?.type === 'choices') return field.options;
  unknown(
    ctx,
    'NF0202',
    { text: name, spot },
    Object.keys(at.fields).map((key) => `${at.entity}.${key}`),
  );
  return [];
}

function placeOf(entity: string, input: Readonly<Record<string, Field>>): ExpressionPlace {
  return {
    variables: {
      record: { kind: 'record', entity },
      before: { kind: 'record', entity },
      user: { kind: 'record', entity: 'user' },
      input: { kind: 'null' },
      transition: { kind: 'text' },
      creating: { kind: 'boolean' },
    },
    input,
  };
}

/** A state or `same`; `create` enters the initial state where it does not say. */
function targetOf(ctx: Context, id: string, map: LocatedMap, at: At): string | null {
  const node = get(map, 'to');
  if (node?.kind === 'list') {
    ctx.report('NF0901', node.spot, { name: 'to: […]' });
    return null;
  }
  const name = nameAt(ctx, map, 'to');
  if (name === null) {
    if (!isOpen(map, 'to')) ctx.report('NF0109', map.spot, { key: 'to' });
    return null;
  }
  if (NOT_YET_VALUES.to.some((word) => word === name.text)) {
    ctx.report('NF0901', name.spot, { name: `to: ${name.text}` });
    return null;
  }
  if (name.text === 'same' && id !== 'create') return 'same';
  return knownNames(ctx, 'NF0204', [name], at.states)[0] ?? null;
}

function fromOf(ctx: Context, id: string, map: LocatedMap, at: At): readonly string[] {
  const names = namesAt(ctx, map, 'from');
  if (id === 'create') {
    if (names[0]) ctx.report('NF0101', names[0].spot, { name: 'from', nearest: '' });
    return [];
  }
  if (names.length === 0 && !isOpen(map, 'from')) ctx.report('NF0109', map.spot, { key: 'from' });
  if (names.some((name) => name.text === 'any')) return at.leavable;
  return [...new Set(knownNames(ctx, 'NF0204', names, at.states))];
}

function guardOf(ctx: Context, map: LocatedMap, place: ExpressionPlace): Transition['when'] {
  const node = map.entries.get('when')?.value;
  if (node === undefined) return null;
  const condition = rowCondition(ctx, node, place);
  if (condition === true) return null;
  return condition ?? (node.kind === 'scalar' && node.text === 'false' ? NEVER : null);
}

function setOf(ctx: Context, map: LocatedMap, place: ExpressionPlace, at: At): Transition['set'] {
  const set: { field: string; value: Transition['set'][number]['value'] }[] = [];
  for (const [id, { keySpot, value }] of things(mapAt(ctx, map, 'set'))) {
    const field = own(at.fields, id);
    if (!field) unknown(ctx, 'NF0202', { text: id, spot: keySpot }, Object.keys(at.fields));
    else if (field.computed !== null || field.type === 'sequence' || field.type === 'lines') {
      ctx.report('NF0406', keySpot, { name: id });
    } else {
      const expression = value.kind === 'open' ? null : valueOf(ctx, value, place, field);
      if (expression !== null) set.push({ field: id, value: expression });
    }
  }
  return set;
}
