import type { NotificationKind, NotifyBy } from '@ninefold/model';
import type { Writer } from '../../storage/database/database.ts';
import type { Context } from '../context/context.ts';
import { CHANNELS, waysFor, type Message } from './channels.ts';
import { choicesOf } from './choices.ts';
import { readersOf, type Subject } from './readers.ts';

/** In whose transaction people are told, and when. */
export interface Teller {
  readonly context: Context;
  readonly tx: Writer;
  /** The moment of the write. */
  readonly at: string;
}

/** What people are told. */
export interface Telling extends Subject {
  readonly kind: NotificationKind;
  readonly what: string;
  /** Who did it and is not told; null: the application itself. */
  readonly by: string | null;
  /** The ways that are asked for; left out: all. */
  readonly ways?: readonly NotifyBy[];
}

const ALL_WAYS: readonly NotifyBy[] = ['inbox', 'email'];

/**
 * Tells those of these people who may read the record now, each in the ways that they have chosen. It is written in the transaction
 * of the write: nothing of a write that is refused, and once.
 */
export async function tell({ context, tx, at }: Teller, telling: Telling, people: readonly string[]): Promise<void> {
  const { by } = telling;
  const others = people.filter((id) => id !== by);
  if (others.length === 0) return;
  const [readers, choice] = await Promise.all([
    readersOf(context, tx, others, telling),
    choicesOf(tx, others, telling.kind),
  ]);
  await say({ context, tx, at }, telling, { people: [...readers], choice });
}

/** Tells people of whom it is known that they may be told. */
export async function sayTo(teller: Teller, telling: Telling, people: readonly string[]): Promise<void> {
  if (people.length > 0)
    await say(teller, telling, { people, choice: await choicesOf(teller.tx, people, telling.kind) });
}

/** The ways side by side: what they ask of the database goes in one message. */
async function say(
  { context, tx, at }: Teller,
  { kind, what, by, entity, record, ways = ALL_WAYS }: Telling,
  { people, choice }: Pick<Message, 'people' | 'choice'>,
): Promise<void> {
  const message = { kind, what, by, at, choice, entity: entity.id, record: record?.id ?? '' };
  const told = (way: NotifyBy): readonly string[] =>
    people.filter((person) => waysFor(ways, choice(person), context.sendsMail === true).includes(way));
  await Promise.all(
    ALL_WAYS.map(async (way) => {
      const those = told(way);
      if (those.length > 0) await CHANNELS[way]({ context, tx }, { ...message, people: those });
    }),
  );
}
