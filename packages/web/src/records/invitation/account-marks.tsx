import { MailWarning, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { AccountsAnswer, RecordValue } from '@ninefold/model';
import { useRights } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useAccountsQuery } from './invitation-api.ts';
import classes from './invitation.module.css';
import { InviteDialog, useMayInvite } from './invite-dialog.tsx';

interface AccountMarksProps {
  readonly user: RecordValue;
  /** The users of the page, who are asked about in one call. */
  readonly users: readonly RecordValue[];
}

/** What stands beside the name of a user for whoever manages users: that mail does not reach them, and that they have no password yet. */
export function AccountMarks({ user, users }: AccountMarksProps) {
  const manages = useRights().runtime.includes('users');
  const { data } = useAccountsQuery(
    users.map(({ id }) => id),
    { skip: !manages, refetchOnMountOrArgChange: true },
  );
  const unreached = data?.unreached.find(({ id }) => id === user.id);
  const account = data?.items.find(({ id }) => id === user.id);
  return (
    <>
      {unreached && (
        <span className={classes['unreached']} data-nf-unreached={unreached.state}>
          <MailWarning size={14} aria-hidden />
          {unreached.text}
        </span>
      )}
      {account && <InvitationMark user={user} account={account} />}
    </>
  );
}

interface InvitationMarkProps extends Pick<AccountMarksProps, 'user'> {
  readonly account: AccountsAnswer['items'][number];
}

/** Says that a user has no password yet, to whoever may invite them, and offers the invitation. */
function InvitationMark({ user, account }: InvitationMarkProps) {
  const { t, entity } = useTexts();
  const mayInvite = useMayInvite('user', user);
  const [opened, setOpened] = useState(false);
  if (!mayInvite) return null;
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
