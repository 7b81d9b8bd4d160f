import { isList, normalText, type Wire } from '@ninefold/model';
import { noteFollower } from '../../records/comments/followers.ts';
import { insertComment } from '../../records/comments/write-comments.ts';
import { argument, sql } from '../../storage/sql/sql.ts';
import { deleteOf } from '../../storage/sql/writes.ts';
import { newId } from '../../uuid.ts';
import type { Event } from '../rows/events.ts';
import { report, type SeededRecord, type Seeding } from './seed-records.ts';

const FORGET = sql`${deleteOf('_comment', argument(0))} AND "via" = 'data'`;

/** Writes what a data file says that people said about a record, in the place of what it said before. */
export async function seedComments(
  seeding: Seeding,
  { seed, id: record }: SeededRecord,
  events: readonly Event[],
): Promise<void> {
  const { tx } = seeding;
  const { entity } = seed;
  await tx.run(FORGET, [record]);
  for (const event of events) {
    const { text, internal, mentions } = event.input ?? {};
    const said = typeof text === 'string' ? normalText(text) : null;
    if (said === null) {
      report(seeding, event, { field: 'input', code: 'required', value: null });
      continue;
    }
    const named = isList(mentions) ? mentions.flatMap((name) => personOf(seeding, event, 'input', name) ?? []) : [];
    const by = personOf(seeding, event, 'by', event.by);
    const id = newId(event.at);
    const audience = internal === true ? 'internal' : 'all';
    insertComment(
      tx,
      { entity: entity.id, record },
      {
        ...{ id, version: 1, at: event.at, by, keyBy: null, via: 'data', audience, text: said, mentions: named },
        ...{ files: [], quote: null, earlier: [], editedAt: null, takenAt: null, takenBy: null },
      },
    );
    const of = { entity: entity.id, record };
    for (const person of named) noteFollower(tx, of, { person, follows: 'mention', seen: '' });
    if (by !== null) noteFollower(tx, of, { person: by, follows: 'comment', seen: id });
  }
}

function personOf(seeding: Seeding, event: Event, field: string, name: Wire): string | null {
  if (typeof name !== 'string') return null;
  const found = seeding.directory.find('user', name);
  if (found === null) report(seeding, event, { field, code: 'no_such_record', value: name });
  return found;
}
