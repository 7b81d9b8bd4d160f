import { normalValue, type Field, type HistoryEntry, type Wire } from '@ninefold/model';
import { compact, writeHistory } from '../records/writing/write-history.ts';
import { resolved } from './directory.ts';
import type { Event } from './events.ts';
import { report, type Planted, type Planting } from './plant.ts';

/** Writes the past events of a record; a new record without any gets its creation. */
export async function remember(planting: Planting, planted: readonly Planted[]): Promise<void> {
  for (const one of planted) {
    if (one.events.length === 0 && one.isNew) await writeCreation(planting, one);
    if (one.events.length === 0) continue;
    await planting.tx.run(`DELETE FROM "_history" WHERE "entity" = ? AND "record" = ? AND "via" = 'data'`, [
      one.seed.entity.id,
      one.id,
    ]);
    for (const [index, event] of one.events.entries()) await writeEvent(planting, one, event, index + 1);
  }
}

async function writeCreation({ tx, scope }: Planting, { seed, id }: Planted): Promise<void> {
  const none = { by: null, from: null, to: null, input: null, changes: [] };
  writeHistory(tx, {
    ...none,
    entity: seed.entity.id,
    record: id,
    at: scope.now,
    kind: 'create',
    transition: null,
    via: 'data',
    version: 1,
  });
}

async function writeEvent(planting: Planting, { seed, id }: Planted, event: Event, version: number): Promise<void> {
  const { entity } = seed;
  const by = event.by === null ? null : planting.directory.find('user', event.by);
  if (event.by !== null && by === null) report(planting, event, 'by', 'no_such_record', event.by);
  const input = entity.lifecycle?.transitions[event.transition ?? '']?.input ?? {};
  const answers = Object.entries(event.input ?? {}).map(([name, value]): readonly [string, Wire] => [
    name,
    valueOf(planting, event, input[name], value),
  ]);
  const kind: HistoryEntry['kind'] = event.kind;
  writeHistory(planting.tx, {
    ...{
      entity: entity.id,
      record: id,
      at: event.at,
      by,
      kind,
      transition: event.transition,
      from: event.from,
      to: event.to,
    },
    input: event.input === null ? null : Object.fromEntries(answers),
    changes: event.changes.map((change) => ({
      field: change.field,
      old: valueOf(planting, event, entity.fields[change.field], change.old),
      new: valueOf(planting, event, entity.fields[change.field], change.new),
    })),
    via: 'data',
    version,
  });
}

function valueOf(planting: Planting, event: Event, field: Field | undefined, value: Wire): Wire {
  if (!field || value === null) return value;
  const found = resolved(planting.directory, field, value, (missing) =>
    report(planting, event, field.id, 'no_such_record', missing),
  );
  return compact(field, normalValue(field, found));
}
