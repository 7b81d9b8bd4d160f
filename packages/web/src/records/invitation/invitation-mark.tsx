import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { RecordValue } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useAccountsQuery } from './invitation-api.ts';
import classes from './invitation.module.css';
import { InviteDialog, useMayInvite } from './invite-dialog.tsx';

interface InvitationMarkProps {
  readonly user: RecordValue;
  /** The users of the page, who are asked about in one call. */
  readonly users: readonly RecordValue[];
}

/** Says beside the name of a user that they have no password yet, to whoever may invite them, and offers the invitation. */
export function InvitationMark({ user, users }: InvitationMarkProps) {
  const { t, entity } = useTexts();
  const mayInvite = useMayInvite('user', user);
  const [opened, setOpened] = useState(false);
  const { data } = useAccountsQuery(
    users.map(({ id }) => id),
    { skip: !mayInvite, refetchOnMountOrArgChange: true },
  );
  const account = data?.items.find(({ id }) => id === user.id);
  if (!mayInvite || account === undefined) return null;
  const text = t(account.invited ? 'invitation.open' : 'invitation.none');
  return (
    <>
      <button
        type="button"
        className={classes['mark']}
        aria-label={`${text}. ${t('invitation.title', { name: user.title ?? entity('user') })}`}
        onClick={() => setOpened(true)}
        data-nf-invitation={account.invited ? 'open' : 'none'}
      >
        <UserPlus size={14} aria-hidden />
        {text}
      </button>
      {opened && <InviteDialog user={user} onClose={() => setOpened(false)} />}
    </>
  );
}
