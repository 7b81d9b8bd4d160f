import {
  asSeen,
  holds,
  timedReactions,
  turningNames,
  type Entity,
  type EntityReaction,
  type RecordValue,
  type Scope,
} from '@ninefold/model';
import { withLiveValues } from '../../services/find-record.ts';
import type { RecordServices, Worked, WriteContext } from '../../services/write-context.ts';
import { beginUpdate, withNextVersion, withRecord, type Change } from '../change.ts';
import { endReaction, retryReaction } from '../following/end-reactions.ts';
import { oneFurther, runEffects } from './effects.ts';
import { refusedElsewhere } from './refused-elsewhere.ts';
import { judgeWarned, withWarnings } from '../judging/judge-warned.ts';
import { withSet } from './transition-effects.ts';
import { storeUpdate } from './update.ts';

/**
 * Notes which conditions of programs a write has turned from false to true, and fires the reactions of a record whose condition it has
 * turned so, as the application: what they set, then their effects. Refuses where that is refused.
 */
export async function react(services: RecordServices, worked: Worked): Promise<void> {
  const { entity, before, record, scope } = worked;
  if ((services.watch?.watched() ?? null) !== null) await services.watch?.note(worked);
  followClock(worked);
  for (const reaction of entity.reactions) {
    if (reaction.turnedBy !== 'write') continue;
    if (before !== null && isMet(entity, reaction, before, scope)) continue;
    if (!isMet(entity, reaction, record, scope)) continue;
    const own = oneFurther(services, worked, { kind: 'reaction', name: reaction.id }, entity.id);
    await refusedElsewhere(own, () => fireReaction(own, reaction, worked));
  }
}

/** What a write says of the reactions that fire without one. That those to the clock have turned true is noticed within a minute. */
function followClock(worked: Worked): void {
  const { entity, before, record, scope } = worked;
  if (before === null) return;
  for (const reaction of timedReactions(entity)) {
    if (reaction.once) continue;
    if (reaction.turnedBy === 'calendar' || isMetLive(entity, reaction, record, scope)) retryReaction(worked, reaction);
    else if (hasEnded(reaction, before, worked)) endReaction(worked, reaction);
  }
}

/**
 * Whether a write, after which the condition does not hold, has ended it. While a clock is set back, it may have been false before the
 * write too: then a change of what it reads ends it.
 */
function hasEnded(reaction: EntityReaction, before: RecordValue, { entity, record, scope }: Worked): boolean {
  const isSame = (name: string): boolean => JSON.stringify(before[name]) === JSON.stringify(record[name]);
  return isMetLive(entity, reaction, before, scope) || ![...turningNames(entity)(reaction)].every(isSame);
}

/** Whether the condition of a reaction holds for a record as it was loaded, without its live values. */
export function isMetLive(entity: Entity, reaction: EntityReaction, record: RecordValue, scope: Scope): boolean {
  return isMet(entity, reaction, withLiveValues(entity, record, scope), scope);
}

function isMet(entity: Entity, { when }: EntityReaction, record: RecordValue, scope: Scope): boolean {
  return holds(when, { ...scope, user: null, record: asSeen(entity, record, { ...scope, record }) }) === true;
}

/**
 * What a reaction sets, and its effects, in the name of the application; `before` is the record as its expressions see it. Throws the
 * same `Refusal` as for people. The record is taken as it is stored by now: another reaction may have changed it, so that the condition no longer holds, or deleted it. */
export async function fireReaction(
  own: WriteContext,
  reaction: EntityReaction,
  { before, record }: Pick<Worked, 'before' | 'record'>,
): Promise<void> {
  const { entity, plan, tx, scope } = own;
  const found = (await plan.load.load(tx, [record.id], scope)).get(record.id) as RecordValue | undefined; // loaded with every system field
  if (!found || (found.trashed_at ?? null) !== null) return;
  const begun = beginUpdate(own, withLiveValues(entity, found, scope), {});
  if (!isMet(entity, reaction, begun.record, scope)) return;
  const seen = { before: before ?? null, record: begun.record };
  const set = withRecord(begun, await withSet(own, reaction.set, seen));
  const change = set.changed.size === 0 ? set : await stored(withNextVersion(set));
  const effecting: Change = { ...change, writeScope: { ...change.writeScope, before } };
  if (reaction.effects.length > 0) await runEffects(effecting, reaction, 'reaction');
}

async function stored(change: Change<RecordValue>): Promise<Change<RecordValue>> {
  await storeUpdate(withWarnings(change, await judgeWarned(change)));
  return change;
}
