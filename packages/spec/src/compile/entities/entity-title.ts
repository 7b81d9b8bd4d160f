import { mayBe } from '../field-types/registry.ts';
import {
  type Entity,
  type Field,
  isDrawn,
  isOneReference,
  isProse,
  objectOf,
  type TitlePart,
  typeOf,
} from '@ninefold/model';
import type { LocatedMap } from '../../located.ts';
import type { Context } from '../reading/context.ts';
import { nameAt, unknown, type Name } from '../reading/read.ts';
import { own } from '../reading/tree.ts';

/** A key names one record, so it is unique even where the author does not say so. */
export function withUniqueKey(fields: Entity['fields'], key: string | null): Entity['fields'] {
  const field = key === null ? undefined : fields[key];
  return field === undefined || field.unique ? fields : { ...fields, [field.id]: { ...field, unique: true } };
}

export function keyOf(
  ctx: Context,
  id: string,
  map: LocatedMap,
  fields: Readonly<Record<string, Field>>,
): string | null {
  const name = nameAt(ctx, map, 'key');
  if (name === null) return id === 'user' ? 'email' : null;
  const field = own(fields, name.text);
  if (!field) unknown(ctx, 'NF0202', name, Object.keys(fields));
  else if (!mayBe(field.type, 'key') || objectOf(field.id) !== null)
    ctx.report('NF0312', name.spot, { name: field.type });
  return field ? name.text : null;
}

/**
 * A field, or text with `{{field}}`. Left out: the first `string`, else the first `sequence`, else the key, else what every record has
 * that says which one it is: its first two required references, or one of them and its first required day or moment.
 */
export function titleOf(
  ctx: Context,
  id: string,
  {
    map,
    fields,
    key,
  }: { readonly map: LocatedMap; readonly fields: Readonly<Record<string, Field>>; readonly key: string | null },
): readonly TitlePart[] {
  const name = nameAt(ctx, map, 'title');
  if (name === null) {
    const list = Object.values(fields).filter((one) => objectOf(one.id) === null);
    const found =
      id === 'user' ? 'name' : (list.find((f) => isProse(f.type, 'line')) ?? list.find((f) => isDrawn(f)))?.id;
    const field = found ?? key;
    return field === null ? titleOfOthers(list) : [{ field }];
  }
  const meant = meantTitle(name.text, fields);
  if (meant !== null) {
    if (/[｛｝]/.test(name.text)) ctx.report('NF0017', name.spot, { quoted: `"${meant}"` });
    else ctx.report('NF0202', name.spot, { name: name.text, nearest: meant });
    return [];
  }
  if (!name.text.includes('{{')) return titleField(ctx, name, name.text, fields);
  const parts: TitlePart[] = [];
  for (const part of name.text.split(/(\{\{.*?(?:\}\}|$))/)) {
    const field = /^\{\{\s*(.*?)\s*\}\}$/.exec(part)?.[1] ?? (part.startsWith('{{') ? part : undefined);
    if (field !== undefined) parts.push(...titleField(ctx, name, field, fields));
    else if (part !== '') parts.push({ text: part });
  }
  return parts;
}

const MOMENTS: ReadonlySet<string> = new Set(['date', 'datetime']); // kinds: types of values

/** A title of the records to which a record refers, and when: a loan is named by its book and its day. */
function titleOfOthers(fields: readonly Field[]): readonly TitlePart[] {
  const required = fields.filter((one) => one.required && one.computed === null && mayBe(one.type, 'title'));
  const references = required.filter((one) => isOneReference(one));
  const moment = required.find((one) => MOMENTS.has(typeOf(one, '').kind));
  const [first, second = moment] = references;
  if (first === undefined) return [];
  return second === undefined ? [{ field: first.id }] : [{ field: first.id }, { text: ' ' }, { field: second.id }];
}

/** What stands in one pair of braces, where a field in a text stands in two. */
const SINGLE_BRACES = /(?<!\{)\{\s*([\w.]+)\s*\}(?!\})/g;
/** What stands in full-width braces, one pair or two. */
const WIDE_BRACES = /[{｛]*｛[{｛]*\s*([\w.]+)\s*[}｝]*｝[}｝]*/g;

/** A title whose fields stand in one pair of braces or in full-width ones, as it is meant; null for any other. */
function meantTitle(text: string, fields: Readonly<Record<string, Field>>): string | null {
  const meant = [SINGLE_BRACES, WIDE_BRACES].reduce((all, braces) => {
    const isMeant = [...all.matchAll(braces)].some(([, id = '']) => own(fields, id) !== undefined);
    return isMeant ? all.replaceAll(braces, '{{$1}}') : all;
  }, text);
  return meant === text ? null : meant;
}

function titleField(
  ctx: Context,
  name: Name,
  id: string,
  fields: Readonly<Record<string, Field>>,
): readonly TitlePart[] {
  const field = own(fields, id);
  if (!field) unknown(ctx, 'NF0202', { text: id, spot: name.spot }, Object.keys(fields));
  else if (!mayBe(field.type, 'title')) ctx.report('NF0312', name.spot, { name: field.type });
  else if (field.computed?.live === true) ctx.report('NF0313', name.spot, { name: id });
  return field ? [{ field: id }] : [];
}
