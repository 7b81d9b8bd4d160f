import {
  type Field,
  hasOptions,
  innerFields,
  type Model,
  RUNTIME_ERRORS,
  type Screen,
  transitionsOf,
} from '@ninefold/model';
import type { Renamed } from '../application.ts';
import type { Context } from '../compile/reading/context.ts';

/**
 * Checks former ids. A renamed or dropped thing must not exist under its old id, unless another thing has that id now.
 * One former id belongs to one thing.
 */
export function checkFormer(ctx: Context, model: Model): void {
  const { renamed, dropped } = ctx.former;
  const moved = new Set(renamed.map(({ kind, path }) => placeOf(kind, path)));
  const claimed = new Set<string>();
  for (const { kind, path, was, spot } of renamed) {
    const place = placeOf(kind, [...path.slice(0, -1), was]);
    const isThere = idsAt(model, kind, path.slice(0, -1)).includes(was);
    if (isThere && (was === path.at(-1) || !moved.has(place))) ctx.report('NF0322', spot, { name: was });
    if (claimed.has(place)) ctx.report('NF0323', spot, { name: was });
    claimed.add(place);
  }
  for (const { kind, path, spot } of dropped) {
    const name = path.at(-1) ?? '';
    if (idsAt(model, kind, path.slice(0, -1)).includes(name)) ctx.report('NF0322', spot, { name });
    if (claimed.has(placeOf(kind, path))) ctx.report('NF0323', spot, { name });
  }
}

function placeOf(kind: Renamed['kind'], path: readonly string[]): string {
  return `${kind} ${path.join('.')}`;
}

/** The ids of things of a kind below a path. */
function idsAt(model: Model, kind: Renamed['kind'], above: readonly string[]): readonly string[] {
  const [entity = '', field = '', inner] = above;
  const one = model.entities[entity];
  switch (kind) {
    case 'entity':
      return Object.keys(model.entities);
    case 'role':
      return Object.keys(model.roles);
    case 'state':
      return Object.keys(one?.lifecycle?.states ?? {});
    case 'transition':
      return one ? [...transitionsOf(one).keys()] : [];
    case 'reaction':
      return (one?.reactions ?? []).map(({ id }) => id);
    case 'rule':
      return (one?.rules ?? []).map(({ id }) => id);
    case 'error':
      return [...Object.keys(RUNTIME_ERRORS), ...Object.keys(model.errors)];
    case 'limit':
      return Object.keys(model.limits);
    case 'screen':
      return model.screens.filter(({ written }) => written).map(({ id }) => id);
    case 'section':
      return sectionsOf(model.screens.find(({ id }) => id === entity));
    case 'field':
      return Object.keys(field === '' ? (one?.fields ?? {}) : fieldsIn(one?.fields[field]));
    case 'option':
      return optionsOf(inner === undefined ? one?.fields[field] : fieldsIn(one?.fields[field])[inner]);
  }
}

function sectionsOf(screen: Screen | undefined): readonly string[] {
  const related = screen?.kind === 'record' ? screen.related : [];
  const sections = screen?.kind === 'record' || screen?.kind === 'form' ? screen.sections : [];
  return [...sections, ...related].map(({ id }) => id);
}

function fieldsIn(field: Field | undefined): Readonly<Record<string, Field>> {
  return innerFields(field);
}

function optionsOf(field: Field | undefined): readonly string[] {
  return hasOptions(field) ? field.options : [];
}
