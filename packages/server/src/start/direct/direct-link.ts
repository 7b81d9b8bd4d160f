import { createCredentialStore } from '../../accounts/credential-store.ts';
import { createInvitationStore, OPERATOR, type Invitation } from '../../accounts/invitation-store.ts';
import { createAuditLog } from '../../audit/audit-log.ts';
import type { Clock } from '../../clock.ts';
import { createRecords } from '../../records/create-records.ts';
import { StartFailure } from '../../start-failure.ts';
import type { ServedApplication } from '../../specification/served.ts';
import { openFitting } from '../open-data.ts';
import type { DataPlace } from '../open-place.ts';

/** For whom a link is made, and how. */
interface LinkWanted {
  /** The e-mail address of an active user. */
  readonly email: string;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

/**
 * Makes a link by which a person chooses a password, for whoever has the data, while servers may use it. It is the way back in where
 * no administrator can sign in. Throws a `StartFailure` where nothing is stored, it does not fit the specification, or nobody active
 * has that address.
 */
export async function linkFor(
  place: DataPlace,
  application: ServedApplication,
  { email, clock, log }: LinkWanted,
): Promise<Invitation> {
  const database = await openFitting(place, application, clock(), log);
  try {
    const { model } = application;
    const records = createRecords(database, model, clock);
    const id = await records.userByEmail(email);
    const me = id === null ? null : await records.me(id);
    if (!me) throw new StartFailure('nobody_invited', { email });
    const reset = (await createCredentialStore(database, clock).find(me.id)) !== null;
    const audit = createAuditLog(database, model, clock);
    return await createInvitationStore(database, clock).open(me.id, OPERATOR, (tx) =>
      audit.add(tx, { act: 'link_made', about: me.id, details: { reset } }),
    );
  } finally {
    await database.close();
  }
}
