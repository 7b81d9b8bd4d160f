import { fieldRights, STATE_FIELDS, type RecordValue, type Transition } from '@ninefold/model';
import { askedPeople, followersOf, waitsForPress } from '../../comments/followers.ts';
import { CHANGE, firing } from '../../notifications/followed.ts';
import type { Seeing } from '../../notifications/readers.ts';
import { tell } from '../../notifications/tell.ts';
import { withLiveValues } from '../../services/find-record.ts';
import { authorOf, type Change } from '../change.ts';

/**
 * Tells people what a change that is stored means for them: who is asked for an approval now and was not before, to whom an approval has
 * passed, and who follows the record and may read something that has changed. `fired`: the transition that has changed it.
 */
export async function tellOfChange(change: Change, fired: Transition | null = null): Promise<void> {
  const { entity, tx, before, context } = change;
  const isAsking = waitsForPress(entity, change.record);
  const followers = before === null || entity.comments === null ? null : await followersOf(tx, entity, change.record);
  if (!isAsking && (followers === null || followers.people.length === 0)) return;
  const record = await asStoredNow(change);
  if (record === null) return;
  const by = authorOf(change.caller);
  const subject = { entity, record, by, usersWith: change.scope.users_with };
  const teller = { context, tx, at: change.scope.now };
  const told = new Set<string>();
  if (isAsking) {
    const [then, now] = [
      before === null ? NOBODY : askedPeople(entity, before, change.scope),
      askedPeople(entity, record, change.scope),
    ];
    for (const kind of ['approval', 'escalation'] as const)
      for (const [transition, people] of now[kind]) {
        const known = then[kind].get(transition) ?? [];
        const fresh = people.filter((person) => !known.includes(person) && !told.has(person));
        for (const person of fresh) told.add(person);
        await tell(teller, { ...subject, kind, what: transition }, fresh);
      }
  }
  if (followers === null) return;
  const others = followers.people.filter((person) => !told.has(person));
  const what = fired === null ? CHANGE : firing(fired.id);
  const sees = seesChange(change);
  const also = (seeing: Seeing): boolean => sees(seeing) && followers.mayKnow(seeing);
  await tell(teller, { ...subject, kind: 'followed', what, also }, others);
}

const NOBODY = { approval: new Map<string, readonly string[]>(), escalation: new Map<string, readonly string[]>() };

/** The record with what was written about it meanwhile; null where it is gone. */
async function asStoredNow({ entity, plan, tx, scope, record: { id } }: Change): Promise<RecordValue | null> {
  const found = (await plan.load.load(tx, [id], scope)).get(id) as RecordValue | undefined; // a plan for writing loads every system field
  return found === undefined ? null : withLiveValues(entity, found, scope);
}

/**
 * Whether somebody may read a field that has changed. The state of a record is read with the record. What is worked out whenever it is
 * read counts as changed for those who show it, and is changed by nobody.
 */
function seesChange({ entity, before, record, changed }: Change): (seeing: Seeing) => boolean {
  const written = [...changed].filter((name) => entity.fields[name]?.computed?.live !== true);
  const isMoved = before !== null && STATE_FIELDS.some((name) => before[name] !== record[name]);
  return ({ rights, scope }) => {
    if (isMoved) return true;
    const own = fieldRights(rights, entity, scope);
    return written.some((name) => own[name]?.read === true);
  };
}
