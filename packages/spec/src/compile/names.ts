import type { SourceFile } from '../application.ts';
import type { LocatedMap } from '../located.ts';
import type { Asked } from '../expressions/schema/place.ts';
import type { Names } from './reading/context.ts';
import { namesIn } from './reading/tree.ts';

/** The ids that a specification declares, collected without any check. */
export function namesOfTree(tree: LocatedMap, files: readonly SourceFile[]): Names {
  const purpose = namesIn.map(tree, 'purpose');
  const roles = namesIn.keys(namesIn.map(tree, 'roles'));
  const opensRuntime = roles.some(
    (role) => namesIn.map(namesIn.map(tree, 'roles'), role)?.entries.get('runtime')?.value.kind !== undefined,
  );
  const written = namesIn.keys(namesIn.map(tree, 'entities'));
  const entities = written.includes('user') ? written : [...written, 'user'];
  const known = new Set(entities);
  const out = namesIn.map(namesIn.map(tree, 'calls'), 'out');
  const states = namesIn.map(tree, 'states');
  const fields = stateFieldsOf(states);
  return {
    entities,
    isEntity: (id) => known.has(id),
    roles: opensRuntime || roles.includes('administrator') ? roles : [...roles, 'administrator'],
    states: (lifecycle) => namesIn.keys(namesIn.map(namesIn.map(states, lifecycle), 'states')),
    hasStrayStates: namesIn.keys(states).some((key) => !known.has(key.split('.')[0] ?? '')),
    transitions: (lifecycle) => namesIn.keys(namesIn.map(namesIn.map(states, lifecycle), 'transitions')),
    approvals: (lifecycle) => askedIn(namesIn.map(states, lifecycle), lifecycle),
    stateFields: (entity) => fields.get(entity) ?? [],
    outCalls: namesIn.keys(out),
    outCall: (id) => namesIn.map(out, id),
    screens: namesIn.keys(namesIn.map(tree, 'screens')),
    errors: namesIn.keys(namesIn.map(tree, 'errors')),
    pages: pagesOf(files),
    languages: namesIn.texts(purpose, 'languages') ?? ['en', 'ja'],
    openLimits: openLimits(tree),
    currency: namesIn.texts(purpose, 'currency')?.[0] ?? null,
  };
}

/** The approvals that transitions of a life cycle ask for, as they are written. */
function askedIn(lifecycle: LocatedMap | null, key: string): readonly Asked[] {
  const [, field = 'state'] = key.split('.');
  const transitions = namesIn.map(lifecycle, 'transitions');
  return namesIn.keys(transitions).flatMap((transition): readonly Asked[] => {
    const map = namesIn.map(transitions, transition);
    const approvals = namesIn.map(map, 'approvals');
    const sourceIn = (at: LocatedMap | null, name: string): string | null =>
      namesIn.texts(at, name)?.[0]?.replace(/^\s*=/, '') ?? null;
    const source = (name: string): string | null => sourceIn(approvals, name);
    const escalateTo = sourceIn(namesIn.map(approvals, 'escalate'), 'to');
    const of = source('of');
    if (of === null) return [];
    const from = namesIn.texts(map, 'from') ?? [];
    const states = from.includes('any') ? leavable(lifecycle) : from;
    const ordered = source('ordered') === 'true';
    return [{ transition, field, from: states, of, substitute: source('substitute'), escalateTo, ordered }];
  });
}

/** The states that are not final. */
function leavable(lifecycle: LocatedMap | null): readonly string[] {
  const states = namesIn.map(lifecycle, 'states');
  return namesIn.keys(states).filter((id) => namesIn.texts(namesIn.map(states, id), 'final')?.[0] !== 'true');
}

/** The fields of `ticket.delivery`, by entity. */
function stateFieldsOf(states: LocatedMap | null): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const key of namesIn.keys(states)) {
    const [entity = '', field] = key.split('.');
    if (field !== undefined) found.set(entity, [...(found.get(entity) ?? []), field]);
  }
  return found;
}

function openLimits(tree: LocatedMap): readonly string[] {
  const limits = namesIn.map(tree, 'limits');
  return namesIn.keys(limits).filter((id) => {
    const limit = limits?.entries.get(id)?.value;
    const type = limit?.kind === 'map' ? limit.entries.get('type')?.value : limit;
    return type?.kind === 'open' && type.isLost !== true;
  });
}

/** Names of `locales/pages/<page>.<language>.md`. */
function pagesOf(files: readonly SourceFile[]): readonly string[] {
  const names = files.map(({ path }) => /^locales\/pages\/([^/]+)\.[A-Za-z-]+\.md$/.exec(path)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))];
}
