import { type Branch, type Field, hasOptions, type Options, type Transition } from '@ninefold/model';
import type { Entry, LocatedMap } from '../../located.ts';
import { inlineText, type Context } from '../reading/context.ts';
import { approvalsOf } from './approvals.ts';
import { effectsOf } from './effects.ts';
import type { Shapes } from '../entities/entities.ts';
import { NEVER, rowCondition, type ExpressionPlace } from '../reading/expressions.ts';
import { buildFields } from '../entities/fields.ts';
import { wholeNames, withParts } from '../entities/objects.ts';
import { statesNamed } from '../field-types/options.ts';
import { noteWas } from '../reading/former.ts';
import { KEYS } from '../reading/keys.ts';
import {
  flagAt,
  get,
  isOpen,
  knownKeys,
  knownNames,
  mapAt,
  mapOf,
  mapsAt,
  nameAt,
  namesAt,
  unknown,
} from '../reading/read.ts';
import { branchesOf, fieldValues, isTimed, onRefusalOf, timerOf } from './transition-parts.ts';
import { own } from '../reading/tree.ts';

/** The life cycle that a transition belongs to. */
export interface TransitionPlace {
  /** `entity`, or `entity.field`. */
  readonly key: string;
  readonly entity: string;
  readonly fields: Readonly<Record<string, Field>>;
  readonly shapes: Shapes;
  readonly states: readonly string[];
  /** What `any` stands for: every state that is not final. */
  readonly leavable: readonly string[];
}

export function compileTransition(ctx: Context, id: string, entry: Entry, at: TransitionPlace): Transition | null {
  const map = mapOf(ctx, entry.value);
  if (map === null) return null;
  knownKeys(ctx, map, KEYS.transition, 'transition');
  noteWas(ctx, 'transition', [at.entity, id], map);
  const textKey = `states.${at.entity}.transitions.${id}`;
  for (const key of ['label', 'done', 'blocked']) inlineText(ctx, `${textKey}.${key}`, get(map, key));
  for (const key of ['asks', 'optional', 'hidden']) {
    const word = map.entries.get(key);
    if (word) ctx.spots.set(`${key} ${at.entity}.${id}`, word.keySpot);
  }
  if (!isOpen(map, 'by') && !isTimed(map)) ctx.spots.set(`by ${at.key}.${id}`, entry.keySpot);
  const input = inputOf(ctx, map, at, textKey);
  const place = placeOf(at.entity, input);
  const from = fromOf(ctx, id, map, at);
  const target = targetOf(ctx, id, { map, at, place });
  const rest: Omit<Transition, 'id' | 'from' | keyof Target> = {
    by: knownNames(ctx, 'NF0203', namesAt(ctx, map, 'by'), ctx.names.roles),
    when: guardOf(ctx, map, { ...place, verifies: id !== 'create' && !isTimed(map) }, `when ${at.key}.${id}`),
    input,
    set: mapsAt(ctx, map, 'set').flatMap((each) => fieldValues(ctx, each, at.fields, place)),
    timer: timerOf(ctx, map, at.entity),
    restart: restartOf(ctx, map),
    approvals: approvalsOf(ctx, id, map, at),
    optional: flagAt(ctx, map, 'optional'),
    hidden: flagAt(ctx, map, 'hidden'),
    asks: asksOf(ctx, map, at, input),
    effects: effectsOf(ctx, map, { entity: at.entity, shapes: at.shapes, place, textKey }),
    onRefusal: onRefusalOf(ctx, id, map, at),
  };
  return target === null ? null : { id, from, ...target, ...rest };
}

/** Fields of the record. An answer of the transition's own form is not called as one of them: both stand in one dialog. */
function asksOf(
  ctx: Context,
  map: LocatedMap,
  { fields }: TransitionPlace,
  input: Transition['input'],
): Transition['asks'] {
  const names = namesAt(ctx, map, 'asks');
  const answers = wholeNames(input);
  for (const name of names) if (answers.includes(name.text)) ctx.report('NF0420', name.spot, { name: name.text });
  return [...new Set(withParts(knownNames(ctx, 'NF0202', names, wholeNames(fields)), fields))];
}

function inputOf(ctx: Context, map: LocatedMap, at: TransitionPlace, textKey: string): Transition['input'] {
  return buildFields(ctx, mapAt(ctx, map, 'input'), {
    kind: 'input',
    entity: at.entity,
    lines: null,
    id: '',
    textKey: `${textKey}.input`,
    variables: { record: { kind: 'record', entity: at.entity }, input: { kind: 'null' } },
    optionsOf: (name) => optionsOf(ctx, name.text, at, name.spot),
    buildLines: buildFields,
  });
}

function optionsOf(ctx: Context, name: string, at: TransitionPlace, spot: LocatedMap['spot']): Options | null {
  const states = statesNamed(ctx, name);
  if (states !== null) return { options: states };
  const [entity = '', id = ''] = name.split('.');
  const field = own(own(at.shapes, entity)?.fields ?? {}, id);
  if (hasOptions(field)) return { options: field.options, ...(field.marks !== undefined && { marks: field.marks }) };
  unknown(
    ctx,
    'NF0202',
    { text: name, spot },
    Object.keys(at.fields).map((key) => `${at.entity}.${key}`),
  );
  return null;
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

type Target = Pick<Transition, 'to' | 'branches'>;

/**
 * A state, `same`, `previous`, or a list, of which the first state whose condition holds is entered. `create` enters
 * the initial state where it names none.
 */
function targetOf(
  ctx: Context,
  id: string,
  { map, at, place }: { readonly map: LocatedMap; readonly at: TransitionPlace; readonly place: ExpressionPlace },
): Target | null {
  const node = get(map, 'to');
  if (node?.kind === 'list') {
    node.items.forEach((item, index) => ctx.spots.set(`way ${at.key}.${id}.${String(index)}`, item.spot));
    const branches: readonly Branch[] = branchesOf(ctx, node, { key: 'to', states: at.states, place });
    const to = branches.at(-1)?.to;
    return to === undefined ? null : { to, branches };
  }
  const to = plainTarget(ctx, id, map, at);
  return to === null ? null : { to, branches: [] };
}

function plainTarget(ctx: Context, id: string, map: LocatedMap, at: TransitionPlace): string | null {
  const name = nameAt(ctx, map, 'to');
  if (name === null) {
    if (!map.entries.has('to')) ctx.report('NF0109', map.spot, { key: 'to' });
    return null;
  }
  if ((name.text === 'same' || name.text === 'previous') && id !== 'create') return name.text;
  return knownNames(ctx, 'NF0204', [name], at.states)[0] ?? null;
}

/** Only what keeps the state has something to start again. */
function restartOf(ctx: Context, map: LocatedMap): boolean {
  const isRestart = flagAt(ctx, map, 'restart');
  const word = map.entries.get('restart');
  const to = get(map, 'to');
  const isSame = to?.kind === 'scalar' && to.text === 'same';
  if (isRestart && word && !isSame && !isOpen(map, 'to')) ctx.report('NF0426', word.keySpot);
  return isRestart;
}

function fromOf(ctx: Context, id: string, map: LocatedMap, at: TransitionPlace): readonly string[] {
  const names = namesAt(ctx, map, 'from');
  if (id === 'create') {
    if (names[0]) ctx.report('NF0101', names[0].spot, { name: 'from', nearest: '' });
    return [];
  }
  if (names.length === 0 && !isOpen(map, 'from')) ctx.report('NF0109', map.spot, { key: 'from' });
  if (names.some((name) => name.text === 'any')) return at.leavable;
  return [...new Set(knownNames(ctx, 'NF0204', names, at.states))];
}

function guardOf(ctx: Context, map: LocatedMap, place: ExpressionPlace, spotKey: string): Transition['when'] {
  const node = map.entries.get('when')?.value;
  if (node === undefined) return null;
  ctx.spots.set(spotKey, node.spot);
  const condition = rowCondition(ctx, node, place);
  if (condition === true) return null;
  return condition ?? (node.kind === 'scalar' && node.text === 'false' ? NEVER : null);
}
