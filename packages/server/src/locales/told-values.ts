import {
  fieldOfLimit,
  fieldTold,
  isList,
  kindOfTold,
  showDate,
  showInstant,
  showNumber,
  splitId,
  type Field,
  type Model,
  type Problem,
  type ToldKind,
  type Wire,
  wordsOf,
} from '@ninefold/model';

/** A problem as it was found; `path` leads to the field that it is about. */
export type Said = Pick<Problem, 'code' | 'params'> & { readonly path?: string };

/** What a call was about. */
export interface About {
  readonly entity?: string | undefined;
  /** The transition whose inputs were sent. */
  readonly transition?: string | undefined;
}

/** The language of the reader, their time zone, and the labels; null where one has none. */
export interface Reader {
  readonly language: string;
  /** The time zone in which they read moments. */
  readonly timeZone: string;
  readonly label: (path: readonly string[]) => string | null;
  /** The word for yes or no. */
  readonly boolean: (value: boolean) => string;
}

/**
 * The values of a problem in words: each by the type of the field or limit that it is of, moments in the zone of the
 * application. Where no type is known, days, moments and numbers are known by their form.
 */
export function toldValues(said: Said, about: About, model: Model, reader: Reader): Problem['params'] {
  const id = entityOf(said, about, model);
  const entity = id !== undefined && Object.hasOwn(model.entities, id) ? model.entities[id] : undefined;
  const field = entity ? fieldTold(entity, about.transition, said.path?.replace(ROW, '') ?? '') : null;
  const shown = Object.entries(said.params).map(([name, value]): readonly [string, Wire] => {
    const kind = kindOfTold(said.code, name, { entity: entity?.id, field }, model);
    if (kind !== null && 'limit' in kind && isList(value)) {
      const place = { entity: entity?.id ?? '', model, reader };
      const words = value.flatMap((each) => (typeof each === 'string' ? [byKind(kind, each, place)] : []));
      return [name, new Intl.ListFormat(reader.language, { type: 'conjunction' }).format(words)];
    }
    if (kind === null || value === null || typeof value === 'object')
      return [name, TYPED.has(name) ? value : byForm(value, reader)];
    return [name, byKind(kind, value, { entity: entity?.id ?? '', model, reader })];
  });
  return Object.fromEntries(shown);
}

/** A row of an import, before the path of what is wrong in it. */
const ROW = /^rows\[\d+\]\./;
/** What somebody wrote is repeated as they wrote it. */
const TYPED: ReadonlySet<string> = new Set(['value', 'day']);

function entityOf({ code, params }: Said, { entity }: About, { entities }: Model): string | undefined {
  const [owner = ''] = code.split('.');
  if (code.includes('.') && Object.hasOwn(entities, owner)) return owner;
  return entity ?? (typeof params['entity'] === 'string' ? params['entity'] : undefined);
}

/** Where the labels of a value stand. */
export interface Place {
  readonly entity: string;
  readonly model: Model;
  readonly reader: Reader;
}

/** A value of a field or limit in words; options by their labels. */
export function byKind(kind: ToldKind, value: string | number | boolean, { entity, model, reader }: Place): string {
  const { language, timeZone, label, boolean } = reader;
  const isField = 'field' in kind;
  const field: Field = isField ? kind.field : fieldOfLimit(kind.limit, model.currency);
  const above = isField
    ? ['entities', entity, 'fields', ...splitId(field.id).join('.fields.').split('.')]
    : ['limits', field.id];
  const option = (id: string): string => label([...above, 'options', id]) ?? id;
  return wordsOf(field, String(value), { language, timeZone, option, boolean });
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

function byForm(value: Wire, { language, timeZone, boolean }: Reader): Wire {
  if (typeof value === 'number') return showNumber(value, language);
  if (typeof value === 'boolean') return boolean(value);
  if (typeof value !== 'string') return value;
  if (MOMENT.test(value)) return showInstant(value, language, timeZone);
  return DAY.test(value) ? showDate(value, language) : value;
}
