import {
  type Expression,
  type Field,
  isGivable,
  isProse,
  isTruth,
  isWithin,
  type Node,
  parentOf,
  partId,
  partsBeside,
  stepInPath,
} from '@ninefold/model';
import { namesWithin } from '../../expressions/schema/schema-of.ts';
import { BOOLEAN } from '../../expressions/schema/types.ts';
import type { LocatedMap } from '../../located.ts';
import { holderIn, inputsOf, variablesIn, type FieldPlace } from '../field-types/field-place.ts';
import { inlineText, type Context } from '../reading/context.ts';
import { conditionOf } from '../reading/expressions.ts';
import { typeIn } from '../reading/field-type.ts';
import { isId } from '../reading/ids.ts';
import { OBJECT } from '../kinds/written-types.ts';
import { KEYS } from '../reading/keys.ts';
import { flagAt, get, knownKeys, mapOf, nameAt, namesAt, required } from '../reading/read.ts';

type Parts = Readonly<Record<string, Field>>;

/**
 * The parts of an object, each a field of the entity. What is said of the object is said of each of its parts; a part that is
 * required is so once another part is filled, or the object itself is required.
 */
export function buildObject(ctx: Context, map: LocatedMap, at: FieldPlace): Parts {
  knownKeys(ctx, map, KEYS.objectField, 'objectField');
  for (const key of ['label', 'hint']) inlineText(ctx, `${at.textKey}.${key}`, get(map, key));
  const former = nameAt(ctx, map, 'was');
  if (former !== null) isId(ctx, 'field', former);
  for (const name of namesAt(ctx, map, 'dropped')) {
    const path = [at.entity, partId(at.id, name.text)];
    if (isId(ctx, 'field', name)) ctx.former.dropped.push({ kind: 'field', path, spot: name.spot });
  }
  const fields = required(ctx, map, 'fields') ? mapOf(ctx, get(map, 'fields')) : null;
  const parts = at.buildLines(ctx, fields, {
    ...at,
    kind: 'part',
    object: { id: at.id, was: former, isTranslated: flagAt(ctx, map, 'translated') },
    id: '',
    textKey: `${at.textKey}.fields`,
  });
  const translated = map.entries.get('translated');
  if (translated && flagAt(ctx, map, 'translated') && !Object.values(parts).some(isText))
    ctx.report('NF0317', translated.keySpot, { name: 'translated', type: OBJECT });
  if (flagAt(ctx, map, 'discloses'))
    for (const part of Object.keys(parts)) ctx.spots.set(`discloses ${at.entity}.${part}`, map.spot);
  return withWhole(ctx, parts, map, at);
}

/** The parts with what is said of the whole object. */
export function withWhole(ctx: Context, parts: Parts, map: LocatedMap, at: FieldPlace): Parts {
  const input = inputsOf(at);
  const variables = at.kind === 'input' ? at.variables : { ...variablesIn(at), creating: BOOLEAN };
  const user = { kind: 'record', entity: 'user' } as const;
  const before = { kind: 'record', entity: at.entity } as const;
  const visible = conditionOf(ctx, get(map, 'visible_when'), { variables, ...input });
  const editableWhen = conditionOf(ctx, get(map, 'editable_when'), { variables: { ...variables, user, before } });
  const requiredWhen = conditionOf(ctx, get(map, 'required_when'), { variables: { ...variables, user }, ...input });
  const isRequired = flagAt(ctx, map, 'required');
  const flags = {
    readOnly: flagAt(ctx, map, 'read_only'),
    immutable: flagAt(ctx, map, 'immutable'),
    noCopy: flagAt(ctx, map, 'no_copy'),
    closed: flagAt(ctx, map, 'closed'),
    editableWhenLocked: flagAt(ctx, map, 'editable_when_locked'),
  };
  const whole = { isRequired, needed: joined('or', [anyFilled(ctx, Object.values(parts), at), requiredWhen]) };
  const needing = neededPart(Object.values(parts), isRequired || requiredWhen !== null);
  return Object.fromEntries(
    Object.values(parts).map((part): readonly [string, Field] => {
      if (ctx.broken.has(part)) return [part.id, part];
      const needs = part.id === needing && !part.required && part.requiredWhen === null;
      const own = needs
        ? neededOnce(ctx, part, { required: isRequired, requiredWhen }, { parts, at })
        : requiredIn(part, whole);
      const visibleWhen = joined('and', [visible, part.visibleWhen]);
      const field: Field = { ...part, ...flags, ...own, editableWhen, visibleWhen };
      const later = ctx.laterTypes.get(part);
      if (later) ctx.laterTypes.set(field, later);
      return [part.id, field];
    }),
  );
}

function isText({ type }: Field): boolean {
  return isProse(type);
}

/** The part that a required object needs where it does not say which: its first one that people fill in. */
function neededPart(parts: readonly Field[], isNeeded: boolean): string | null {
  if (!isNeeded || parts.some((part) => part.required || part.requiredWhen !== null)) return null;
  return parts.find((part) => isGivable(part) && !isTruth(part.type))?.id ?? null;
}

/** Of a reference, or references, to several entities one part is needed: the first is asked for while the others are blank. */
function neededOnce(
  ctx: Context,
  part: Field,
  needed: Pick<Field, 'required' | 'requiredWhen'>,
  { parts, at }: { readonly parts: Parts; readonly at: FieldPlace },
): Pick<Field, 'required' | 'requiredWhen'> {
  const others = partsBeside(part).flatMap((id) => parts[id] ?? []);
  if (others.length === 0 || ctx.schema === null) return needed;
  const of = holderIn(at);
  const blanks = others.map((other): Node => {
    const field: Node = { node: 'field', type: typeIn(ctx, other), of, name: other.id };
    return { node: 'call', type: BOOLEAN, fn: 'blank', args: [field] };
  });
  const [first, ...more] = blanks;
  if (!first) return needed;
  const blank: Expression = {
    source: `blank(${of.name}.${parentOf(part.id) ?? ''})`,
    type: BOOLEAN,
    tree: more.length === 0 ? first : { node: 'call', type: BOOLEAN, fn: 'and', args: blanks },
    reads: others.map((other) => `${of.name}.${stepInPath(other.id)}`),
  };
  const isAsked = needed.required || needed.requiredWhen !== null;
  return isAsked ? { required: false, requiredWhen: joined('and', [needed.requiredWhen, blank]) } : needed;
}

function requiredIn(
  part: Field,
  { isRequired, needed }: { readonly isRequired: boolean; readonly needed: Expression | null },
): Pick<Field, 'required' | 'requiredWhen'> {
  if (isRequired) return { required: part.required, requiredWhen: part.requiredWhen };
  if (part.required) return { required: false, requiredWhen: needed };
  return { required: false, requiredWhen: part.requiredWhen && joined('and', [needed, part.requiredWhen]) };
}

/** Whether a part that people fill in is filled; null while expressions are not read. */
function anyFilled(ctx: Context, parts: readonly Field[], at: FieldPlace): Expression | null {
  const given = parts.filter((part) => isGivable(part));
  const of = holderIn(at);
  const nodes = given.map((part): Node => {
    const field: Node = { node: 'field', type: typeIn(ctx, part), of, name: part.id };
    return isTruth(part.type) ? field : { node: 'call', type: BOOLEAN, fn: 'filled', args: [field] };
  });
  const [first, ...rest] = nodes;
  if (ctx.schema === null || !first) return null;
  return {
    source: `filled(${of.name}.${at.id})`,
    type: BOOLEAN,
    tree: rest.reduce((left, right) => ({ node: 'call', type: BOOLEAN, fn: 'or', args: [left, right] }), first),
    reads: given.map((part) => `${of.name}.${stepInPath(part.id)}`),
  };
}

/** The conditions as one; null where there is none. */
function joined(fn: 'and' | 'or', conditions: readonly (Expression | null)[]): Expression | null {
  const [first, second] = conditions.filter((one) => one !== null);
  if (!first?.tree || !second?.tree) return first ?? null;
  return {
    source: `(${first.source}) ${fn === 'and' ? '&&' : '||'} (${second.source})`,
    type: BOOLEAN,
    tree: { node: 'call', type: BOOLEAN, fn, args: [first.tree, second.tree] },
    reads: [...new Set([...first.reads, ...second.reads])],
  };
}

/** Names with each object among them replaced by its parts, and each translated field by its texts. */
export function withParts(ids: readonly string[], fields: Parts): readonly string[] {
  return ids.flatMap((id) => {
    const own = Object.values(fields).filter((field) => isWithin(field, id));
    return own.length === 0 ? [id] : own.map((field) => field.id);
  });
}

/** The names by which fields are named as a whole: objects, and fields that are no parts. */
export function wholeNames(fields: Parts): readonly string[] {
  return namesWithin(null, Object.keys(fields));
}
