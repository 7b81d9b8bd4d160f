import { type Expression, type Field, isProse, type Node, partId, stepInPath } from '@ninefold/model';
import { LONGEST_ID } from '../../expressions/schema/ids.ts';
import type { LocatedMap } from '../../located.ts';
import type { FieldPlace } from '../field-types/field-place.ts';
import type { Context } from '../reading/context.ts';
import { flagAt, get } from '../reading/read.ts';

/**
 * The fields that hold the texts of one that is `translated`: itself, in the source language, and one for each further language
 * of the application (`name.ja`). Any other field alone. Of one language a translated field is a field like any other.
 */
export function withLanguages(ctx: Context, map: LocatedMap | null, field: Field, place: FieldPlace): readonly Field[] {
  if (map === null || place.kind === 'input' || !isToTranslate(ctx, map, field, place)) return [field];
  const [source = '', ...others] = ctx.names.languages;
  if (ctx.broken.has(field) || !isTranslatable(ctx, map, field) || others.length === 0) return [field];
  const base: Field = { ...field, language: source };
  return [base, ...others.map((language) => inLanguage(ctx, map, { field, language, place }))];
}

/** Whether it is said of a field, or of the object that it is a part of, whose texts it means. */
function isToTranslate(ctx: Context, map: LocatedMap, { type }: Field, { object }: FieldPlace): boolean {
  if (map.entries.has('translated')) return flagAt(ctx, map, 'translated');
  return object?.isTranslated === true && isProse(type) && !map.entries.has('computed');
}

/** Only what people write has words of a language. */
function isTranslatable(ctx: Context, map: LocatedMap, { id, type }: Field): boolean {
  const spot = get(map, 'translated')?.spot ?? map.spot;
  if (!isProse(type)) ctx.report('NF0317', spot, { name: 'translated', type });
  else if (map.entries.has('computed')) ctx.report('NF0360', spot, { name: id });
  return isProse(type) && !map.entries.has('computed');
}

/** A text in another language: it may be missing, and comes from where the other text comes from. */
function inLanguage(
  ctx: Context,
  map: LocatedMap,
  { field, language, place }: { readonly field: Field; readonly language: string; readonly place: FieldPlace },
): Field {
  const id = partId(field.id, language);
  const above = [place.entity, ...(place.lines === null ? [] : [place.lines])];
  const at = above.join('.');
  const spot = ctx.spots.get(`field ${at}.${field.id}`) ?? map.spot;
  if (id.length > LONGEST_ID) ctx.report('NF0107', spot, { name: id });
  ctx.spots.set(`field ${at}.${id}`, spot);
  if (flagAt(ctx, map, 'discloses')) ctx.spots.set(`discloses ${at}.${id}`, map.spot);
  if (field.was !== undefined)
    ctx.former.renamed.push({ kind: 'field', path: [...above, id], was: partId(field.was, language), spot });
  const copied = field.copy === null ? null : readIn(ctx, field.copy.expression, language);
  return {
    ...field,
    id,
    language,
    translates: field.id,
    ...(field.was === undefined ? {} : { was: partId(field.was, language) }),
    required: false,
    requiredWhen: null,
    default: null,
    copy: field.copy === null || copied === null ? null : { ...field.copy, expression: copied },
  };
}

/** The same expression in another language, where its value is a translated text; null for any other. */
function readIn({ schema }: Context, expression: Expression, language: string): Expression | null {
  const { tree } = expression;
  if (tree?.node !== 'field') return null;
  const id = partId(tree.name, language);
  const { type } = tree.of;
  const isThere =
    type.kind === 'record'
      ? (schema?.fieldType(type.entity, id) ?? null) !== null
      : type.kind === 'line' && (schema?.lineFieldType(type.entity, type.field, id) ?? null) !== null;
  if (!isThere) return null;
  const node: Node = { ...tree, name: id };
  const reads = expression.reads.map((path) =>
    path.endsWith(`.${stepInPath(tree.name)}`) ? `${path}${stepInPath(id).slice(tree.name.length)}` : path,
  );
  return { ...expression, tree: node, reads };
}
