import { type Condition, type Grant, isOneReference, type Verb } from '@ninefold/model';
import { nearest } from '../../expressions/schema/nearest.ts';
import type { Entry, Located, LocatedList, LocatedMap } from '../../located.ts';
import { PLAIN_GRANT, VERBS } from './administrator.ts';
import type { Context } from '../reading/context.ts';
import type { Shapes } from '../entities/entities.ts';
import { rowCondition } from '../reading/expressions.ts';
import { fieldRightsOf, guarded, openFields, WRITE, type WrittenRight } from './field-rights.ts';
import { isId } from '../reading/ids.ts';
import { KEYS } from '../reading/keys.ts';
import { NOT_YET_KEYS } from '../reading/not-yet.ts';
import { ID } from '../../expressions/schema/ids.ts';
import { flagAt, knownKeys, mapAt, mapOf, nameAt, things, unknown, wordAt } from '../reading/read.ts';
import { own } from '../reading/tree.ts';

type Shape = Shapes[string];

/** Whose grant it is; `number` where an entry is a list of grants. */
export interface GrantPlace {
  readonly role: string;
  readonly entity: Shape;
  readonly number: number | null;
}

/** A grant as it is written: `via` and the conditions on its fields are not resolved yet (`plainGrants`). */
export interface WrittenGrant {
  /** Without rights on fields. */
  readonly grant: Grant;
  readonly fields: Readonly<Record<string, WrittenRight>>;
  readonly via: Via | null;
}

/** The reference on whose record the same role must have each verb. */
export interface Via {
  readonly field: string;
  readonly to: string;
}

/** Whether a list names what people may do, where a list of grants has maps. */
export function isListOfVerbs({ items }: LocatedList): boolean {
  return items.length > 0 && items.every((item) => item.kind === 'scalar');
}

/** A grant that is written as verbs alone, as it is meant. */
function meantGrant(node: Located): string {
  const items = node.kind === 'list' ? node.items : [node];
  const words = items.map((item) => (item.kind === 'scalar' ? item.text : ''));
  if (words.length === 1 && words[0] === 'true') return 'all';
  const isVerbs = words.every((word) => VERBS.some((verb) => verb === word));
  return isVerbs ? `{ ${words.map((word) => `${word}: true`).join(', ')} }` : '';
}

/** One grant: these verbs on these rows with these fields. */
export function compileGrant(ctx: Context, place: GrantPlace, node: Located): WrittenGrant {
  const { role, entity, number } = place;
  const id = `${role}.${entity.id}${number === null ? '' : `.${String(number)}`}`;
  if (node.kind === 'scalar' && node.text === 'all') return wholeGrant(id, role, entity);
  const map = node.kind === 'map' ? node : null;
  if (map === null) {
    mapOf(ctx, node, meantGrant(node));
    const grant = { id, role, entity: entity.id, verbs: {}, updateTo: null, fields: {}, ...PLAIN_GRANT };
    return { grant, fields: {}, via: null };
  }
  knownVerbs(ctx, map);
  if (entity.id !== 'user' && map.entries.has('grant')) ctx.report('NF0101', map.spot, { name: 'grant', nearest: '' });
  const named = namedConditions(ctx, map, entity.id);
  const verbs = verbsOf(ctx, map, { grant: id, entity: entity.id }, named);
  const updateTo = conditionAt(ctx, map, { key: 'update_to', entity: entity.id, named });
  if (updateTo !== null && verbs.update === undefined) ctx.report('NF0704', map.spot);
  const fields = fieldRightsOf(ctx, mapAt(ctx, map, 'fields'), entity, placeOf(entity.id));
  const gives = map.entries.has('grant');
  if (gives) verbs.create ??= true;
  const grant: Grant = {
    id,
    role,
    entity: entity.id,
    verbs,
    updateTo: updateTo ?? verbs.update ?? null,
    fields: {},
    within: null,
    access: wordAt(ctx, map, 'access', ['link']),
    discloses: flagAt(ctx, map, 'discloses'),
  };
  return { grant, fields: guarded(entity, fields, gives), via: viaOf(ctx, map, { grant: id, entity }) };
}

/** A word that is near no key of a grant is taken for a verb: transitions and rights of other products are none here. */
function knownVerbs(ctx: Context, map: LocatedMap): void {
  const keys = [...KEYS.grant, ...NOT_YET_KEYS.grant, 'more'];
  const isVerb = ([key, { value }]: readonly [string, Entry]): boolean =>
    !keys.includes(key) && value.kind === 'scalar' && nearest(key, keys) === '';
  const verbs = [...map.entries].filter(isVerb);
  for (const [name, { keySpot }] of verbs) ctx.report('NF0711', keySpot, { name });
  const others = [...map.entries].filter((one) => !isVerb(one));
  knownKeys(ctx, { ...map, entries: new Map(others) }, KEYS.grant, 'grant');
}

function wholeGrant(id: string, role: string, entity: Shape): WrittenGrant {
  const open = VERBS.filter((verb) => verb !== 'create' || entity.id !== 'user'); // kinds: people are invited, not created
  const verbs = Object.fromEntries(open.map((verb) => [verb, true] as const));
  const fields = openFields(entity, WRITE);
  const grant: Grant = { id, role, entity: entity.id, verbs, updateTo: true, fields: {}, ...PLAIN_GRANT };
  return { grant, fields: guarded(entity, fields, false), via: null };
}

/** `own: record.requester == user`, used as `read: own`. */
function namedConditions(ctx: Context, map: LocatedMap, entity: string): ReadonlyMap<string, Condition> {
  const named = new Map<string, Condition>();
  for (const [id, { keySpot, value }] of things(mapAt(ctx, map, 'conditions'))) {
    if (!isId(ctx, 'limit', { text: id, spot: keySpot })) continue;
    const condition = rowCondition(ctx, value, placeOf(entity));
    if (condition !== null) named.set(id, condition);
  }
  return named;
}

function viaOf(
  ctx: Context,
  map: LocatedMap,
  { grant, entity }: { readonly grant: string; readonly entity: Shape },
): Via | null {
  const name = nameAt(ctx, map, 'via');
  if (name === null) return null;
  ctx.spots.set(`via ${grant}`, name.spot);
  const field = own(entity.fields, name.text);
  if (!field) unknown(ctx, 'NF0202', name, Object.keys(entity.fields));
  else if (!isOneReference(field)) ctx.report('NF0312', name.spot, { name: field.type });
  return isOneReference(field) ? { field: name.text, to: field.to } : null;
}

function placeOf(entity: string): Parameters<typeof rowCondition>[2] {
  return { variables: { record: { kind: 'record', entity }, user: { kind: 'record', entity: 'user' } }, asRows: true };
}

function verbsOf(
  ctx: Context,
  map: LocatedMap,
  { grant, entity }: { readonly grant: string; readonly entity: string },
  named: ReadonlyMap<string, Condition>,
): Partial<Record<Verb, Condition>> {
  const verbs: Partial<Record<Verb, Condition>> = {};
  for (const verb of VERBS) {
    const entry = map.entries.get(verb);
    const options = verb === 'import' && entry?.value.kind === 'map' ? entry.value : null; // kinds: imports alone take options
    if (options) {
      Object.assign(verbs, importOf(ctx, options, { grant, entity }, named));
      continue;
    }
    const condition = conditionAt(ctx, map, { key: verb, entity, named });
    if (condition === null) continue;
    if (entry) ctx.spots.set(`verb ${grant} ${verb}`, entry.value.spot);
    if (verb === 'create' && entity === 'user' && entry) ctx.report('NF0703', entry.keySpot, { name: verb }); // kinds: people are invited by who may give roles
    verbs[verb] = condition;
  }
  return verbs;
}

/** `import: { when: record.team == user.team, states: true }`. */
function importOf(
  ctx: Context,
  map: LocatedMap,
  { grant, entity }: { readonly grant: string; readonly entity: string },
  named: ReadonlyMap<string, Condition>,
): Partial<Record<Verb, Condition>> {
  knownKeys(ctx, map, KEYS.importing, null);
  const when = map.entries.get('when');
  const condition = when ? conditionAt(ctx, map, { key: 'when', entity, named }) : true;
  if (condition === null) return {};
  if (when) ctx.spots.set(`verb ${grant} import`, when.value.spot);
  const states = map.entries.get('states');
  if (states) ctx.spots.set(`states ${grant}`, states.keySpot);
  return flagAt(ctx, map, 'states') ? { import: condition, import_states: condition } : { import: condition };
}

/** One bare word that is no variable is meant as the name of a condition, or as a field without its `record.`. */
function isUnknownName(
  ctx: Context,
  node: Located,
  { entity, named }: { readonly entity: string; readonly named: readonly string[] },
): boolean {
  if (node.kind !== 'scalar' || !ID.test(node.text) || /^(?:true|false|null|record|user)$/.test(node.text))
    return false;
  const isField = ctx.schema?.fieldType(entity, node.text)?.kind === 'boolean';
  const near = isField ? `record.${node.text}` : nearest(node.text, named);
  ctx.report('NF0716', node.spot, { name: node.text, nearest: near });
  return true;
}

function conditionAt(
  ctx: Context,
  map: LocatedMap,
  {
    key,
    entity,
    named,
  }: { readonly key: string; readonly entity: string; readonly named: ReadonlyMap<string, Condition> },
): Condition | null {
  const node = map.entries.get(key)?.value;
  if (node === undefined) return null;
  const condition = node.kind === 'scalar' ? named.get(node.text) : undefined;
  const isUnknown = condition === undefined && isUnknownName(ctx, node, { entity, named: [...named.keys()] });
  const silent = (): void => undefined;
  const heard = isUnknown ? { ...ctx, report: silent, reportAny: silent } : ctx; // an editor completes what is begun
  return condition ?? rowCondition(heard, node, placeOf(entity));
}
