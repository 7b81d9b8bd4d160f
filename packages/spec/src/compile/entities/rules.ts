import { applicationError, type ApplicationErrorId, isLines, type Rule } from '@ninefold/model';
import type { LocatedMap } from '../../located.ts';
import { inlineText, type Context } from '../reading/context.ts';
import type { Shapes } from './entities.ts';
import { conditionOf, type ExpressionPlace, type Variables } from '../reading/expressions.ts';
import { noteWas } from '../reading/former.ts';
import { isId } from '../reading/ids.ts';
import { KEYS } from '../reading/keys.ts';
import { get, isOpen, knownKeys, knownNames, mapOf, nameAt, things, unknown, wordAt } from '../reading/read.ts';
import { own } from '../reading/tree.ts';

interface At {
  readonly entity: string;
  readonly lines: string | null;
  readonly fields: readonly string[];
  readonly variables: Variables;
}

/** Point 5: the rules of each entity, those for its lines among them. */
export function compileRules(
  ctx: Context,
  map: LocatedMap | null,
  shapes: Shapes,
): Readonly<Record<string, readonly Rule[]>> {
  const rules: Record<string, Rule[]> = {};
  for (const [key, { keySpot, value }] of things(map)) {
    const at = placeOf(ctx, { text: key, spot: keySpot }, shapes);
    if (at === null) continue;
    const list = (rules[at.entity] ??= []);
    const periods = shapes[at.entity]?.noOverlaps ?? [];
    for (const [id, entry] of things(mapOf(ctx, value))) {
      if (!isId(ctx, 'rule', { text: id, spot: entry.keySpot })) continue;
      const isTaken = list.some((rule) => rule.id === id) || periods.some(({ name }) => name === id);
      if (isTaken) ctx.report('NF0602', entry.keySpot, { name: id });
      ctx.spots.set(`rule ${at.entity}.${id}`, entry.keySpot);
      const node = mapOf(ctx, entry.value);
      const rule = node === null ? null : compileRule(ctx, id, node, at);
      if (rule !== null) list.push(rule);
    }
  }
  return rules;
}

function placeOf(
  ctx: Context,
  name: { readonly text: string; readonly spot: LocatedMap['spot'] },
  shapes: Shapes,
): At | null {
  const [entity = '', lines = null] = name.text.split('.');
  const shape = own(shapes, entity);
  const linesField = lines === null || !shape ? undefined : own(shape.fields, lines);
  if (linesField && ctx.broken.has(linesField)) return null;
  if (!shape || (lines !== null && !isLines(linesField))) {
    unknown(ctx, 'NF0201', name, candidates(shapes));
    return null;
  }
  const record: Variables = { record: { kind: 'record', entity }, before: { kind: 'record', entity } };
  const line: Variables = lines === null ? {} : { line: { kind: 'line', entity, field: lines } };
  const fields = isLines(linesField) ? linesField.fields : shape.fields;
  return { entity, lines, fields: Object.keys(fields), variables: { ...record, ...line } };
}

function candidates(shapes: Shapes): readonly string[] {
  return Object.values(shapes).flatMap(({ id, fields }) => [
    id,
    ...Object.values(fields)
      .filter((field) => isLines(field))
      .map((field) => `${id}.${field.id}`),
  ]);
}

const SENSES = { check: 'check', reject_when: 'reject', never: 'never' } as const;
const CHECK_KEYS = ['check', 'reject_when', 'never'] as const;

/** Null where the check is not shown, which means that the rule passes, or where it is wrong. */
function compileRule(ctx: Context, id: string, map: LocatedMap, at: At): Rule | null {
  knownKeys(ctx, map, KEYS.rule, 'rule');
  noteWas(ctx, 'rule', [at.entity, id], map);
  inlineText(ctx, `rules.${at.entity}.${id}.message`, get(map, 'message'));
  const given = CHECK_KEYS.filter((key) => map.entries.has(key));
  const [key] = given;
  if (key === undefined || given.length > 1) {
    ctx.report('NF0601', map.spot, { name: id });
    return null;
  }
  const check = conditionOf(ctx, get(map, key), placeOfRule(at));
  const when = conditionOf(ctx, get(map, 'when'), placeOfRule(at));
  const atField = knownNames(
    ctx,
    'NF0202',
    [nameAt(ctx, map, 'at')].filter((name) => name !== null),
    at.fields,
  )[0];
  const severity = wordAt(ctx, map, 'severity', ['error', 'warning']) ?? 'error';
  const error = errorOf(ctx, id, map, at);
  if (check === null || isOpen(map, 'when')) return null;
  return { id, lines: at.lines, when, check, sense: SENSES[key], at: atField ?? null, severity, error };
}

function placeOfRule(at: At): ExpressionPlace {
  return {
    variables: {
      ...at.variables,
      user: { kind: 'record', entity: 'user' },
      transition: { kind: 'text' },
      creating: { kind: 'boolean' },
    },
  };
}

/** The rule's own entry `<entity>.<rule>`, or the entry that it shares with other rules. */
function errorOf(ctx: Context, id: string, map: LocatedMap, at: At): ApplicationErrorId {
  const own = applicationError(`${at.entity}.${id}`);
  const name = nameAt(ctx, map, 'error');
  if (name === null) return own;
  const message = map.entries.get('message');
  if (message) ctx.report('NF0112', message.keySpot, { first: 'message', second: 'error' });
  const [shared] = knownNames(ctx, 'NF0206', [name], ctx.names.errors);
  return shared === undefined ? own : applicationError(shared);
}
