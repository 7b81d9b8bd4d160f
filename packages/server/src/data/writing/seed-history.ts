import { flat, normalValue, type Field, type HistoryEntry, type Wire, transitionsOf } from '@ninefold/model';
import { compact, writeHistory } from '../../records/writing/storing/write-history.ts';
import { resolved } from '../rows/directory.ts';
import { changesAmong, type Event } from '../rows/events.ts';
import { createdAt } from '../rows/match-seeds.ts';
import { seedComments } from './seed-comments.ts';
import { report, type SeededRecord, type Seeding } from './seed-records.ts';
import { textOf } from '../rows/seeds.ts';

/** Writes the past events of a record; a new record without any gets its creation, when and by whom its row says. */
export async function writePastEvents(seeding: Seeding, seeded: readonly SeededRecord[]): Promise<void> {
  for (const one of seeded) {
    if (one.events.length === 0 && one.isNew) writeCreation(seeding, one);
    if (one.events.length === 0) continue;
    await seeding.tx.run(`DELETE FROM "_history" WHERE "entity" = ? AND "record" = ? AND "via" = 'data'`, [
      one.seed.entity.id,
      one.id,
    ]);
    const said = one.events.filter(({ kind }) => kind === 'comment');
    const changing = new Set(changesAmong(one.events));
    let version = 0;
    for (const event of one.events.filter((each) => !said.includes(each))) {
      if (changing.has(event)) version += 1; // a press leaves the record as it is
      await writeEvent(seeding, one, event, Math.max(1, version));
    }
    if (said.length > 0) await seedComments(seeding, one, said);
  }
}

function writeCreation(seeding: Seeding, { seed, id, events }: SeededRecord): void {
  const author = textOf(seed.system['created_by']);
  const none = { keyBy: null, from: null, to: null, input: null, changes: [] };
  writeHistory(seeding.tx, {
    ...none,
    entity: seed.entity,
    record: id,
    at: createdAt(seed, events, seeding.scope.now),
    by: author === null ? null : seeding.directory.find('user', author), // an unknown one was reported with the row
    kind: 'create',
    transition: null,
    via: 'data',
    cause: null,
    version: 1,
  });
}

async function writeEvent(seeding: Seeding, { seed, id }: SeededRecord, event: Event, version: number): Promise<void> {
  const { entity } = seed;
  const by = event.by === null ? null : seeding.directory.find('user', event.by);
  if (event.by !== null && by === null)
    report(seeding, event, { field: 'by', code: 'no_such_record', value: event.by });
  const { approvals = null } = transitionsOf(entity).get(event.transition ?? '') ?? {};
  if (event.kind === 'press' && approvals === null)
    report(seeding, event, { field: 'transition', code: 'bad_option', value: event.transition });
  const input = transitionsOf(entity).get(event.transition ?? '')?.input ?? {};
  const answers = Object.entries(flat(event.input ?? {}, input)).map(([name, value]): readonly [string, Wire] => [
    name,
    valueOf(seeding, event, input[name], value),
  ]);
  const kind: HistoryEntry['kind'] = event.kind === 'comment' ? 'update' : event.kind; // what was said is not among them
  writeHistory(seeding.tx, {
    ...{
      entity,
      record: id,
      at: event.at,
      by,
      keyBy: null,
      kind,
      transition: event.transition,
      from: event.from,
      to: event.to,
    },
    input: event.input === null ? null : Object.fromEntries(answers),
    changes: event.changes.map((change) => ({
      field: change.field,
      old: valueOf(seeding, event, entity.fields[change.field], change.old),
      new: valueOf(seeding, event, entity.fields[change.field], change.new),
    })),
    via: 'data',
    cause: null,
    version,
  });
}

function valueOf(seeding: Seeding, event: Event, field: Field | undefined, value: Wire): Wire {
  if (!field || value === null) return value;
  const found = resolved(field, value, {
    directory: seeding.directory,
    beside: {},
    missing: (name) => report(seeding, event, { field: field.id, code: 'no_such_record', value: name }),
  });
  return compact(field, normalValue(field, found));
}
