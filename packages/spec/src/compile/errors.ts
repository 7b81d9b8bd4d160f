import { type Entity, RUNTIME_ERRORS, type ErrorEntry, type Reaction } from '@ninefold/model';
import type { LocatedMap } from '../located.ts';
import { inlineText, type Context } from './reading/context.ts';
import { noteWas, wasOf } from './reading/former.ts';
import { isId } from './reading/ids.ts';
import { KEYS } from './reading/keys.ts';
import { get, knownKeys, mapOf, things, wholeAt, wordAt } from './reading/read.ts';

/** What the page does with an error. */
export const REACTIONS: readonly Reaction[] = [
  'field',
  'form',
  'banner',
  'toast',
  'page',
  'sign_in',
  'retry',
  'reload',
];

/** Point 8: the written entries, and one for each rule and each named period that shares none. */
export function compileErrors(
  ctx: Context,
  map: LocatedMap | null,
  entities: Readonly<Record<string, Entity>>,
): Readonly<Record<string, ErrorEntry>> {
  const entries: Record<string, ErrorEntry> = {};
  for (const [id, { keySpot, value }] of things(map)) {
    if (!isId(ctx, 'error', { text: id, spot: keySpot })) continue;
    ctx.spots.set(`error ${id}`, keySpot);
    if (Object.hasOwn(RUNTIME_ERRORS, id)) ctx.report('NF1001', keySpot, { name: id });
    const node = mapOf(ctx, value);
    if (node !== null) entries[id] = compileEntry(ctx, id, node);
  }
  for (const { id: entity, rules, noOverlaps } of Object.values(entities)) {
    for (const { id, error, severity } of rules)
      if (error === `${entity}.${id}`) entries[error] = { ...ofRule(error, severity), ...formerRule(ctx, entity, id) };
    for (const { name, error } of noOverlaps) if (name !== null && error) entries[error] = ofRule(error, 'error');
  }
  return entries;
}

function ofRule(id: string, severity: ErrorEntry['severity']): ErrorEntry {
  return { id, status: 422, severity, reaction: 'field' };
}

/** The entry that a rule had under its former id. */
function formerRule(ctx: Context, entity: string, id: string): Pick<ErrorEntry, 'was'> {
  const was = wasOf(ctx, 'rule', [entity, id]);
  return was === null ? {} : { was: `${entity}.${was}` };
}

function compileEntry(ctx: Context, id: string, map: LocatedMap): ErrorEntry {
  knownKeys(ctx, map, KEYS.error, 'error');
  noteWas(ctx, 'error', [id], map);
  const was = wasOf(ctx, 'error', [id]);
  for (const key of ['message', 'cause', 'remedy']) inlineText(ctx, `errors.${id}.${key}`, get(map, key));
  return {
    id,
    status: wholeAt(ctx, map, { key: 'status', bounds: [400, 599], otherwise: 422 }),
    severity: wordAt(ctx, map, 'severity', ['error', 'warning']) ?? 'error',
    reaction: wordAt(ctx, map, 'reaction', REACTIONS) ?? 'banner',
    ...(was === null ? {} : { was }),
  };
}
