import type { SessionAnswer } from '@ninefold/model';
import { UnstyledButton } from '@mantine/core';
import { UserRound } from 'lucide-react';
import { joinList } from '../texts/join-list.ts';
import { useTexts } from '../texts/use-texts.ts';
import classes from './session.module.css';

interface DemoAccountsProps {
  readonly accounts: NonNullable<SessionAnswer['demo']>;
  readonly onChoose: (id: string) => void;
}

/** One click per account of the demonstration. */
export function DemoAccounts({ accounts, onChoose }: DemoAccountsProps) {
  const { t, role, audience, language } = useTexts();
  return (
    <section className={classes['demo']} aria-labelledby="nf-demo">
      <h2 id="nf-demo">{t('sign_in.demo')}</h2>
      <p>{t('sign_in.demo_hint')}</p>
      <ul>
        {accounts.map((account) => (
          <li key={account.id}>
            <UnstyledButton
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
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
