import {
  canEverRead,
  listDefaults,
  mayOpen,
  objectOf,
  optionsIn,
  partsOf,
  PLAIN_LOOK,
  readListState,
  ROW_HEIGHTS,
  systemField,
  writeListState,
  type Entity,
  type Filter,
  type ListLook,
  type ListScreen,
  type ListState,
  type ListView,
  type Model,
  type Rights,
} from '@ninefold/model';
import type { KeptView } from './view-store.ts';

/** A view as this reader may know it; null where they may not open its list, or it is gone. */
export function shownView(model: Model, rights: Rights, kept: KeptView): ListView | null {
  const screen = listOf(model, rights, kept.screen);
  const entity = screen === null ? undefined : model.entities[screen.entity];
  if (screen === null || entity === undefined) return null;
  const state = readListState(new URLSearchParams(kept.query), listDefaults(screen, model));
  const narrowed = narrowedState(entity, rights, state);
  const look = narrowedLook(entity, rights, lookIn(kept.look));
  const { id, name, version } = kept;
  return {
    ...{ id, name, version, screen: screen.id, shared: kept.person === null },
    query: writeListState(narrowed.state, listDefaults(screen, model), new URLSearchParams()).toString(),
    look: look.look,
    partial: narrowed.partial || look.partial,
  };
}

/** A list that a reader may open. */
export function listOf(model: Model, rights: Rights, id: string): ListScreen | null {
  const screen = model.screens.find((one): one is ListScreen => one.kind === 'list' && one.id === id);
  return screen !== undefined && mayOpen(screen, rights) ? screen : null;
}

/** The names that every record has beside its fields, in lists. */
const OWN: ReadonlySet<string> = new Set(['id', 'state', 'state_since', 'state_final']);

function isKnown(entity: Entity, rights: Rights, name: string): boolean {
  if (OWN.has(name)) return entity.lifecycle !== null || name === 'id';
  if (Object.hasOwn(entity.fields, name)) return canEverRead(rights, entity, name);
  const parts = partsOf(entity.fields).get(name);
  return parts === undefined ? systemField(name) !== null : parts.some((part) => canEverRead(rights, entity, part));
}

function narrowedState(entity: Entity, rights: Rights, state: ListState) {
  const known = state.filters.filter(({ field }) => isKnown(entity, rights, field));
  const filters = known.flatMap((filter) => withKnownValues(entity, filter) ?? []);
  const sort = state.sort.filter((entry) => isKnown(entity, rights, entry.replace(/^-/, '')));
  const isGrouped = state.group !== null && isKnown(entity, rights, state.group);
  const grouping = isGrouped ? {} : { group: null, folded: [] };
  const isNarrowed = filters.length < state.filters.length || filters.some((filter, index) => filter !== known[index]);
  const partial = isNarrowed || sort.length < state.sort.length || (state.group !== null && !isGrouped);
  return { state: { ...state, ...grouping, filters, sort, page: 1 }, partial };
}

const OF_VALUES: ReadonlySet<string> = new Set(['eq', 'ne', 'in']);

/**
 * A filter without states and options that the specification has dropped since: no record is in one, and the view would stay
 * empty. Null: it has no others. The same filter where it names none.
 */
function withKnownValues(entity: Entity, filter: Filter): Filter | null {
  const { field, op, value } = filter;
  const states = Object.keys(entity.lifecycle?.states ?? {});
  const options = field === 'state' ? states : optionsIn(entity.fields[field]);
  if (options === null || value === '' || !OF_VALUES.has(op)) return filter;
  const values = value.split(',');
  const known = values.filter((each) => options.includes(each));
  if (known.length === values.length) return filter;
  return known.length === 0 ? null : { ...filter, value: known.join(',') };
}

function narrowedLook(entity: Entity, rights: Rights, look: ListLook) {
  const columns = look.columns?.filter(({ id }) => isKnown(entity, rights, objectOf(id) ?? id)) ?? null;
  return { look: { ...look, columns }, partial: (columns?.length ?? 0) < (look.columns?.length ?? 0) };
}

/** A look as it is kept. */
export function lookIn(text: string): ListLook {
  const { columns, pinned, height, totals } = JSON.parse(text) as ListLook; // as it was written
  return { columns, pinned, height: ROW_HEIGHTS.find((one) => one === height) ?? PLAIN_LOOK.height, totals };
}
