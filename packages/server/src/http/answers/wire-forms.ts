import {
  answered,
  type Field,
  haveJson,
  haveObjects,
  isMap,
  jsonTaken,
  jsonGiven,
  jsonInBulk,
  nestedInLines,
  type RecordValue,
  type ReferenceValue,
  type Wire,
  type WriteValues,
} from '@ninefold/model';
import type { CallerCall } from '../service/route.ts';

type Place = Pick<CallerCall, 'service'>;

function fieldsOf({ service }: Place, entity: string): Readonly<Record<string, Field>> {
  const { entities } = service.application.model;
  return Object.hasOwn(entities, entity) ? (entities[entity]?.fields ?? {}) : {};
}

/** A record of the entity as it is answered: with the parts of its objects, the languages of its texts and the values of JSON inside. */
export function shownRecord(place: Place, entity: string, record: RecordValue | ReferenceValue): Wire {
  const { entities, languages } = place.service.application.model;
  const shown = haveObjects(entities) ? answered(record, languages[0] ?? '') : record;
  const fields = fieldsOf(place, entity);
  return haveJson(fields) && isMap(shown) ? jsonGiven(fields, shown) : shown;
}

/** Values of some fields as they are answered and sent again: with each part that is named, and no other, in its object. */
export function shownValues(place: Place, entity: string, values: WriteValues): Readonly<Record<string, Wire>> {
  const fields = fieldsOf(place, entity);
  const shown = nestedInLines(values, place.service.application.model.languages[0] ?? '');
  return haveJson(fields) ? jsonGiven(fields, shown) : shown;
}

/** The body of a write of one record, with its values of JSON as texts. */
export function takenBody(place: Place, entity: string, body: unknown): unknown {
  const fields = fieldsOf(place, entity);
  return haveJson(fields) && isMap(body) ? jsonTaken(fields, body as Readonly<Record<string, Wire>>) : body; // decoded from JSON
}

/** The same for the body of a bulk call. */
export function takenBulk(place: Place, entity: string, body: unknown): unknown {
  const fields = fieldsOf(place, entity);
  return haveJson(fields) ? jsonInBulk(body, (values) => jsonTaken(fields, values)) : body;
}

/** The same for a batch, in which each write says its entity. */
export function takenBatch(place: Place, body: unknown): unknown {
  const writes = writesIn(body);
  if (!isMap(body) || writes === undefined) return body;
  const entities = entitiesOf(body);
  return { ...body, writes: writes.map((write, index) => takenBulk(place, entities[index] ?? '', write)) };
}

/** The entities of the writes of a batch, in their order; an empty text where a write names none. */
export function entitiesOf(batch: unknown): readonly string[] {
  return (writesIn(batch) ?? []).map((write) => {
    const entity = isMap(write) ? write['entity'] : null;
    return typeof entity === 'string' ? entity : '';
  });
}

function writesIn(batch: unknown): readonly unknown[] | undefined {
  const writes = isMap(batch) ? batch['writes'] : undefined;
  return Array.isArray(writes) ? writes : undefined;
}
