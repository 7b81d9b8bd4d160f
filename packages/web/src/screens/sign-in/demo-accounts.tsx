import type { SessionAnswer } from '@ninefold/model';
import { UserRound } from 'lucide-react';
import { useState } from 'react';
import { PlainButton } from '../../kit/plain/button.tsx';
import { joinList } from '../../base/texts/words.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './session.module.css';

interface DemoAccountsProps {
  readonly accounts: NonNullable<SessionAnswer['demo']>;
  readonly onChoose: (id: string) => void;
}

const SHOWN_FIRST = 6;

/** One click per account of the demonstration. */
export function DemoAccounts({ accounts, onChoose }: DemoAccountsProps) {
  const { t, role, audience, language } = useTexts();
  const [all, setAll] = useState(false);
  return (
    <section className={classes['demo']} aria-labelledby="nf-demo">
      <h2 id="nf-demo">{t('sign_in.demo')}</h2>
      <p>{t('sign_in.demo_hint')}</p>
      <ul>
        {(all ? accounts : accounts.slice(0, SHOWN_FIRST)).map((account) => (
          <li key={account.id}>
            <button
              type="button"
              className={classes['account']}
              onClick={() => onChoose(account.id)}
              data-nf-demo={account.id}
            >
              <UserRound size={16} aria-hidden />
              <span className={classes['accountText']}>
                <bdi className={classes['accountName']}>{account.name}</bdi>
                <span>
                  {joinList(
                    account.roles.map((each) => audience(each) ?? role(each)),
                    language,
                  )}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {!all && accounts.length > SHOWN_FIRST && (
        <div className={classes['more']}>
          <PlainButton look="subtle" fullWidth onClick={() => setAll(true)}>
            {t('sign_in.demo_more', { count: accounts.length - SHOWN_FIRST })}
          </PlainButton>
        </div>
      )}
    </section>
  );
}
