import { type FieldRight, type Grant, type Model, transitionsOf } from '@ninefold/model';
import type { SourceFile } from '../application.ts';
import { placeOf } from '../load/merge.ts';
import { hoverOf } from './hover.ts';
import { inspect, type Inspection } from './inspect.ts';

/** What is known of one thing of a specification. */
export interface Explained {
  readonly text: string;
  /** `file:line:column` of its declarations. */
  readonly written: readonly string[];
  /** The same of every place that names it. */
  readonly used: readonly string[];
  /** Which roles may do what with it; conditions as they are written. */
  readonly rights: readonly { readonly role: string; readonly verbs: readonly string[] }[];
}

/** Explains a path such as `ticket.priority` or `states.ticket.close`; null where there is no such thing. */
export function explainPath(files: readonly SourceFile[], path: string, language: string): Explained | null {
  const inspection = inspect(files);
  const symbol = symbolOf(inspection, path);
  if (symbol === null) return null;
  const places = (declares: boolean): readonly string[] =>
    inspection.occurrences
      .filter((one) => one.symbol === symbol && one.declares === declares)
      .map(({ spot }) => placeOf(spot));
  return {
    text: hoverOf(inspection, symbol, language).replaceAll('**', ''),
    written: places(true),
    used: places(false),
    rights: inspection.model === null ? [] : rightsOf(inspection.model, symbol),
  };
}

const POINTS: Readonly<Record<string, readonly string[]>> = {
  entities: ['entity', 'field', 'group', 'option'],
  states: ['state', 'transition', 'input'],
  rules: ['rule'],
  roles: ['role'],
  screens: ['screen', 'block', 'section'],
  errors: ['error'],
  limits: ['limit'],
};
const KINDS = Object.values(POINTS).flat();

function symbolOf({ symbols }: Inspection, path: string): string | null {
  const [point = '', ...rest] = path.split('.');
  const kinds = Object.hasOwn(POINTS, point) && rest.length > 0 ? (POINTS[point] ?? []) : KINDS;
  const bare = (kinds === KINDS ? path : rest.join('.')).replace(
    /\.(?:fields|states|transitions|input|options)\./g,
    '.',
  );
  return kinds.map((kind) => `${kind} ${bare}`).find((symbol) => symbols.has(symbol)) ?? null;
}

function rightsOf(model: Model, symbol: string): Explained['rights'] {
  const [kind = '', name = ''] = symbol.split(' ');
  const [entity = '', ...ids] = name.split('.');
  const [id = ''] = ids;
  if (kind === 'transition') {
    const at = model.entities[entity];
    const by = (at && transitionsOf(at).get(id)?.by) ?? [];
    return by.map((role) => ({ role, verbs: [id] }));
  }
  if (kind !== 'entity' && kind !== 'field') return [];
  return Object.values(model.roles).flatMap((role) => {
    const grants = role.grants.filter((grant) => grant.entity === entity);
    const gives = (grant: Grant | undefined, verb: string): boolean =>
      grant !== undefined &&
      Object.hasOwn(grant.verbs, verb) &&
      (kind !== 'field' || fieldRight(grant.fields[ids.join('.')] ?? grant.fields[id], verb));
    const verbs = grants.flatMap((grant) =>
      Object.entries(grant.verbs).flatMap(([verb, condition]) => {
        const isKnown = gives(
          grants.find((one) => one.id === grant.within),
          verb,
        );
        return gives(grant, verb) && !isKnown ? [condition === true ? verb : `${verb} (${condition.source})`] : [];
      }),
    );
    return verbs.length > 0 ? [{ role: role.id, verbs: [...new Set(verbs)] }] : [];
  });
}

const FIELD_VERBS = ['create', 'read', 'update'] as const satisfies readonly (keyof FieldRight)[];

function fieldRight(
  right: Model['roles'][string]['grants'][number]['fields'][string] | undefined,
  verb: string,
): boolean {
  if (!right) return false;
  return FIELD_VERBS.some((known) => known === verb && right[known]);
}
