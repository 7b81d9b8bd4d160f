import type { Type } from '@ninefold/model';
import { checkExpression } from '../expressions/check.ts';
import { AWAITS } from '../expressions/typing/check-awaits.ts';
import { DID } from '../expressions/typing/check-did.ts';
import { FUNCTIONS, MACRO_NAMES } from '../expressions/functions/table.ts';
import { usage } from '../expressions/functions/signature.ts';
import type { Place } from '../expressions/schema/place.ts';
import { typeName, USERS } from '../expressions/schema/types.ts';
import { wordText } from '../language/texts.ts';
import type { Completion } from './complete.ts';

const PATH = /((?:[a-z_][a-z0-9_]*\.)+)[a-z0-9_]*$/;
const COMPARED = /((?:[a-z_][a-z0-9_]*\.)+[a-z0-9_]+)\s*(?:==|!=|in\s*\[[^\]]*)\s*"[^"]*$/;
const ROLE = /has_role\([^,()]*,\s*"?[a-z0-9_]*$/;

/** What may follow in an expression, of which this text stands before the cursor. */
export function completeExpression(place: Place, before: string, language: string): readonly Completion[] {
  const compared = COMPARED.exec(before)?.[1];
  if (compared !== undefined)
    return optionsOf(place, withLocals(compared, before)).map((label) => item(label, 'word', '', ''));
  if (ROLE.test(before)) return place.schema.roles.map((label) => item(label, 'name', '', ''));
  const path = PATH.exec(before)?.[1];
  if (path !== undefined) return members(place, withLocals(path.slice(0, -1), before), language);
  return names(place, before, language);
}

function item(label: string, kind: Completion['kind'], detail: string, meaning: string): Completion {
  return { label, kind, detail, meaning };
}

function names(place: Place, before: string, language: string): readonly Completion[] {
  const variables = Object.entries(place.variables).map(([name, type]) =>
    item(name, 'variable', type.kind === 'null' ? '' : typeName(type), wordText('variables', name, language) ?? ''),
  );
  const locals = [...localsOf(before).keys()].map((name) => item(name, 'variable', '', ''));
  const functions = [...FUNCTIONS.values()].map((signature) =>
    item(signature.name, 'function', usage(signature), wordText('functions', signature.name, language) ?? ''),
  );
  return [...locals, ...variables, ...functions];
}

function members(place: Place, holder: string, language: string): readonly Completion[] {
  const { schema } = place;
  const field = (name: string, type: Type | null): Completion =>
    item(name, 'name', type === null ? '' : typeName(type), wordText('system_fields', name, language) ?? '');
  if (holder === 'limits') return schema.limitNames().map((name) => field(name, schema.limitType(name)));
  if (holder === 'input')
    return (schema.inputNames?.() ?? []).map((name) => field(name, schema.inputType?.(name) ?? null));
  for (const list of [DID, AWAITS])
    if (holder.endsWith(`.${list}`)) return transitionsOf(place, holder.slice(0, -list.length - 1), list);
  const type = typeOf(place, holder);
  if (type?.kind === 'record')
    return schema.fieldNames(type.entity).map((name) => field(name, schema.fieldType(type.entity, name)));
  if (type?.kind === 'line') {
    const known = schema.lineFieldNames?.(type.entity, type.field) ?? [];
    return known.map((name) => field(name, schema.lineFieldType(type.entity, type.field, name)));
  }
  if (type?.kind === 'text') return languagesOf(place, holder).map((name) => field(name, type));
  if (type?.kind !== 'list') return [];
  return MACRO_NAMES.map((name) =>
    item(name, 'function', `${name}(x, …)`, wordText('functions', name, language) ?? ''),
  );
}

/** The languages of a translated text. */
function languagesOf(place: Place, holder: string): readonly string[] {
  const [, of = '', name = ''] = /^(.+)\.([^.]+)$/.exec(holder) ?? [];
  const type = typeOf(place, of);
  return type?.kind === 'record' || type?.kind === 'line' ? (place.schema.languageNames?.(type, name) ?? []) : [];
}

/** The transitions of which a record has a list: of who fired them, or of whose press is missing. */
function transitionsOf({ schema, ...place }: Place, holder: string, list: string): readonly Completion[] {
  const type = typeOf({ schema, ...place }, holder);
  const namesOf = list === AWAITS ? schema.approvalNames : schema.transitionNames;
  const names = type?.kind === 'record' ? (namesOf?.(type.entity) ?? []) : [];
  return names.map((name) => item(name, 'name', typeName(USERS), ''));
}

function typeOf(place: Place, source: string): Type | null {
  const { expects: _, ...anywhere } = place;
  return checkExpression(source, anywhere).expression?.type ?? objectAt(place, source);
}

/** An object is no value by itself, and has parts. */
function objectAt(place: Place, source: string): Type | null {
  const at = source.lastIndexOf('.');
  const name = source.slice(at + 1);
  if (source.slice(0, at) === 'input') return place.schema.inputType?.(name) ?? null;
  const holder = at === -1 ? null : typeOf(place, source.slice(0, at));
  const type =
    holder?.kind === 'record'
      ? place.schema.fieldType(holder.entity, name)
      : holder?.kind === 'line' && place.schema.lineFieldType(holder.entity, holder.field, name);
  return type && type.kind === 'line' ? type : null;
}

function optionsOf(place: Place, path: string): readonly string[] {
  const at = path.lastIndexOf('.');
  const [holder, name] = [path.slice(0, at), path.slice(at + 1)];
  const type = typeOf(place, holder);
  if (type?.kind === 'record') return place.schema.options?.(type.entity, name) ?? [];
  return type?.kind === 'line' ? (place.schema.options?.(type.entity, `${type.field}.${name}`) ?? []) : [];
}

/** The variables of macros that are open before the cursor, each as an expression of one item of its list. */
function localsOf(before: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const match of before.matchAll(/([a-z_][\w.]*)\.(?:map|filter|exists|exists_one|all)\(\s*([a-z_]\w*)\s*,/g)) {
    found.set(match[2] ?? '', `first(${replaced(match[1] ?? '', found)})`);
  }
  return found;
}

function withLocals(path: string, before: string): string {
  return replaced(path, localsOf(before));
}

function replaced(path: string, locals: ReadonlyMap<string, string>): string {
  const [head = '', ...rest] = path.split('.');
  return [locals.get(head) ?? head, ...rest].join('.');
}
