import {
  allLanguages,
  type Entity,
  type Field,
  fieldIn,
  fieldOfLimit,
  isLines,
  isListLimit,
  innerFields,
  inversesOf,
  isReference,
  isTranslated,
  type LimitEntry,
  type Model,
  nameInGroup,
  splitId,
  optionsIn,
  parentOf,
  partId,
  partsBeside,
  partsOf,
  rolesGiving,
  type Type,
  typeOf,
} from '@ninefold/model';
import type { Asked, FieldHolder, Schema } from './place.ts';
import { BOOLEAN, DATETIME, listOf, NUMBER, TEXT } from './types.ts';

const USER: Type = { kind: 'record', entity: 'user' };

const SYSTEM_FIELDS: Readonly<Record<string, Type>> = {
  id: TEXT,
  version: NUMBER,
  created_at: DATETIME,
  created_by: USER,
  changed_at: DATETIME,
  changed_by: USER,
  trashed_at: DATETIME,
};

const LIFECYCLE_FIELDS: Readonly<Record<string, Type>> = { state: TEXT, state_since: DATETIME, state_final: BOOLEAN };

/** The fields that every record has beside those of its entity. */
export function systemFieldNames(hasLifecycle: boolean): readonly string[] {
  return [...Object.keys(SYSTEM_FIELDS), ...(hasLifecycle ? Object.keys(LIFECYCLE_FIELDS) : [])];
}

/** Type of a field that every record of the entity has, with or without a life cycle; null for any other name. */
export function systemFieldType(field: string, hasLifecycle: boolean): Type | null {
  if (Object.hasOwn(SYSTEM_FIELDS, field)) return SYSTEM_FIELDS[field] ?? null;
  return hasLifecycle && Object.hasOwn(LIFECYCLE_FIELDS, field) ? (LIFECYCLE_FIELDS[field] ?? null) : null;
}

/** What expressions can name of a model. */
export type Nameable = Pick<Model, 'entities' | 'roles' | 'limits' | 'currency'>;

/** The schema that a compiled model implies, for expressions that arrive at run time. */
export function schemaOf(model: Nameable): Schema {
  const entity = (id: string): Entity | undefined => own(model.entities, id);
  const fieldsIn = (holder: FieldHolder): Entity['fields'] =>
    holder.kind === 'line' ? linesOf(entity(holder.entity), holder.field) : (entity(holder.entity)?.fields ?? {});
  return {
    roles: Object.keys(model.roles),
    rolesGiving: (role) => rolesGiving(model, role),
    fieldType(id, name) {
      const at = entity(id);
      if (!at) return null;
      const field = own(at.fields, name);
      if (field) return typeOf(field, id);
      if (partsOf(at.fields).has(name)) return { kind: 'line', entity: id, field: name };
      const inverse = inversesOf(model.entities)(id).get(name);
      if (inverse !== undefined) return listOf({ kind: 'record', entity: inverse.entity.id });
      return systemFieldType(name, at.lifecycle !== null);
    },
    targets(id, name) {
      const { fields, whole } = wholeIn(entity(id), name);
      return targetsAmong(fields, whole);
    },
    languageField(holder, name, language) {
      const fields = fieldsIn(holder);
      const field = own(fields, name);
      if (!field || !isTranslated(field)) return null;
      return field.language === language ? name : (fieldIn(fields, field, language)?.id ?? null);
    },
    languageNames(holder, name) {
      const fields = fieldsIn(holder);
      const field = own(fields, name);
      return field && isTranslated(field) ? allLanguages(fields, field).map(nameInGroup) : [];
    },
    lineFieldType(id, lines, name) {
      const field = lineField(entity(id), lines, name);
      if (field) return typeOf(field, id);
      const { fields, whole } = wholeIn(entity(id), partId(lines, name));
      return partsOf(fields).has(whole) ? { kind: 'line', entity: id, field: partId(lines, name) } : null;
    },
    limitType: (id) => limitTypeOf(own(model.limits, id), model.currency),
    limitNames: () => Object.keys(model.limits),
    limitDates: (id) => own(model.limits, id)?.dated ?? [],
    limitMost: (id) => own(model.limits, id)?.most ?? 0,
    fieldNames: (id) => [...fieldNames(entity(id)), ...inversesOf(model.entities)(id).keys()],
    lineFieldNames: (id, lines) => memberNames(entity(id), lines),
    options: (id, name) => optionsOf(entity(id), name),
    transitionNames(id) {
      const { lifecycle, lifecycles } = entity(id) ?? { lifecycle: null, lifecycles: {} };
      return [lifecycle, ...Object.values(lifecycles)].flatMap((one) => Object.keys(one?.transitions ?? {}));
    },
    keepsHistory: (id) => entity(id)?.history !== false,
    approvalNames: (id) => askedIn(entity(id)).map(({ transition }) => transition),
    approvals: (id, transition) => askedIn(entity(id)).find((one) => one.transition === transition) ?? null,
    isTree: (id) => entity(id)?.tree != null,
  };
}

/** The entities of a reference, or of references, to several among these fields; none of anything else. */
export function targetsAmong(fields: Entity['fields'], whole: string): readonly string[] {
  const ids = (partsOf(fields).get(whole) ?? []).filter((id) => parentOf(id) === whole);
  const parts = ids.flatMap((id) => own(fields, id) ?? []);
  return parts.filter(isReference).flatMap((part) => (partsBeside(part).length > 0 ? [part.to] : []));
}

/** The approvals that the transitions of an entity need. */
function askedIn(entity: Entity | undefined): readonly Asked[] {
  const cycles = [['state', entity?.lifecycle] as const, ...Object.entries(entity?.lifecycles ?? {})];
  return cycles.flatMap(([field, lifecycle]) =>
    Object.values(lifecycle?.transitions ?? {}).flatMap(({ id, from, approvals }): readonly Asked[] => {
      if (approvals === null) return [];
      const { of, substitute, escalate, ordered } = approvals;
      const sources = {
        of: of.source,
        substitute: substitute?.source ?? null,
        escalateTo: escalate?.to.source ?? null,
      };
      return [{ transition: id, field, from, ...sources, ordered }];
    }),
  );
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function linesOf(entity: Entity | undefined, lines: string): Readonly<Record<string, Field>> {
  const field = entity && own(entity.fields, lines);
  return innerFields(field);
}

/** A field of the lines of a field, or a part of an object. */
function lineField(entity: Entity | undefined, lines: string, name: string): Field | undefined {
  const { fields, whole } = wholeIn(entity, lines);
  return own(linesOf(entity, lines), name) ?? own(fields, partId(whole, name));
}

function memberNames(entity: Entity | undefined, name: string): readonly string[] {
  const { fields, whole } = wholeIn(entity, name);
  const parts = partsOf(fields).get(whole) ?? [];
  return parts.length > 0 ? namesWithin(whole, parts) : namesWithin(null, Object.keys(linesOf(entity, name)));
}

/** The names that stand in a group, of these fields in it; null: among the fields themselves. */
export function namesWithin(whole: string | null, ids: readonly string[]): readonly string[] {
  const depth = whole === null ? 0 : splitId(whole).length;
  return [...new Set(ids.map((id) => splitId(id)[depth] ?? id))];
}

/** Where an object stands, and its id there: among the fields of the entity or, as `rows.whom`, of its lines. */
function wholeIn(
  entity: Entity | undefined,
  name: string,
): { readonly fields: Entity['fields']; readonly whole: string } {
  const [lines = '', ...below] = splitId(name);
  return below.length > 0 && isLines(entity && own(entity.fields, lines))
    ? { fields: linesOf(entity, lines), whole: below.join('.') }
    : { fields: entity?.fields ?? {}, whole: name };
}

function limitTypeOf(limit: LimitEntry | undefined, currency: string | null): Type | null {
  if (limit === undefined) return null;
  const type = typeOf(fieldOfLimit(limit, currency), '');
  return isListLimit(limit) ? listOf(type) : type;
}

function fieldNames(entity: Entity | undefined): readonly string[] {
  if (!entity) return [];
  const lists = askedIn(entity).length > 0 ? ['did', 'awaits'] : ['did'];
  const states = entity.lifecycle ? [...Object.keys(LIFECYCLE_FIELDS), ...lists] : [];
  return [...namesWithin(null, Object.keys(entity.fields)), ...Object.keys(SYSTEM_FIELDS), ...states];
}

function optionsOf(entity: Entity | undefined, name: string): readonly string[] | null {
  if (name === 'state') return entity?.lifecycle ? Object.keys(entity.lifecycle.states) : null;
  const [lines = '', ...below] = name.split('.');
  const field = below.length === 0 ? entity && own(entity.fields, name) : lineField(entity, lines, below.join('.'));
  return optionsIn(field);
}
