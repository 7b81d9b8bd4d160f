import { idOf, isList, isMap, type Entity, type Field, type RecordValue, type Wire } from '@ninefold/model';
import type { ServedApplication } from '../specification/served.ts';
import { languageOrder, readerIn } from './labels.ts';
import { fill, textAt } from './texts.ts';
import { byKind, type Reader } from './told-values.ts';

/** The text of a notification for somebody who reads this much of its record. */
export interface NotificationTexts {
  /**
   * The text under this key in this language and zone (null: that of the application), with the values of the record in words. Null where there is no text, or where it names
   * a value that `record` lacks, or a record whose title it lacks: its reader may not read it.
   */
  of(
    key: string,
    about: { readonly entity: string; readonly record: RecordValue | null },
    reader: { readonly language: string; readonly zone: string | null },
  ): string | null;
}

const NAME = /{{\s*([\w.]+)[^}]*}}/g;
/** A long text is cut in a notification. */
const MOST = 200;

/** The texts that the transitions and reactions of this application say. */
export function createNotificationTexts(application: Pick<ServedApplication, 'model' | 'texts'>): NotificationTexts {
  const found = (key: string, entity: string, language: string): string | null => {
    const [states = '', , ...rest] = key.split('.');
    const path = [states, entity, ...rest]; // the entity may have had another id when it was said
    return (
      languageOrder(application, language)
        .map((one) => textAt(application.texts[one], path))
        .find((text) => text !== null) ?? null
    );
  };
  return {
    of: (key, { entity: id, record }, { language, zone }) => {
      const entity = application.model.entities[id];
      const text = found(key, id, language);
      if (text === null || entity === undefined) return null;
      const own = readerIn(application, language);
      const reader = zone === null ? own : { ...own, timeZone: zone };
      const values: Record<string, string> = {};
      for (const [, name = ''] of text.matchAll(NAME)) {
        const value = record?.[name];
        if (value === undefined || isUntitled(value)) return null;
        values[name] = shown(application, { entity, name, value, reader });
      }
      return fill(text, values);
    },
  };
}

interface Shown {
  readonly entity: Entity;
  readonly name: string;
  readonly value: Wire;
  readonly reader: Reader;
}

function shown(application: Pick<ServedApplication, 'model'>, { entity, name, value, reader }: Shown): string {
  if (name === 'state') return reader.label(['states', entity.id, 'states', String(value)]) ?? String(value);
  const field = entity.fields[name];
  const words = field === undefined ? '' : inWords(application, field, value, { entity: entity.id, reader });
  return words.length > MOST ? `${words.slice(0, MOST - 1)}…` : words;
}

function inWords(
  { model }: Pick<ServedApplication, 'model'>,
  field: Field,
  value: Wire,
  { entity, reader }: { readonly entity: string; readonly reader: Reader },
): string {
  const one = (item: Wire): string => {
    if (item === null) return '';
    if (isMap(item)) return titleOf(item) ?? amountOf(item);
    return byKind({ field }, String(item), { entity, model, reader });
  };
  if (!isList(value)) return one(value);
  return new Intl.ListFormat(reader.language, { type: 'conjunction' }).format(value.map(one).filter(Boolean));
}

/** A reference to a record whose title the reader may not see, or a list with one. */
function isUntitled(value: Wire): boolean {
  if (isList(value)) return value.some(isUntitled);
  return isMap(value) && idOf(value as Wire) !== null && titleOf(value) === null; // a value of a record
}

function titleOf(value: Readonly<Record<string, unknown>>): string | null {
  return typeof value['title'] === 'string' ? value['title'] : null;
}

/** An amount in a currency of its own. */
function amountOf(value: Readonly<Record<string, unknown>>): string {
  const { amount, currency } = value;
  return typeof amount === 'string' && typeof currency === 'string' ? `${amount} ${currency}` : '';
}
