import { Empty } from '../../kit/messages/empty.tsx';
import { Page } from '../../kit/page/page.tsx';
import { ErrorSummary } from '../../kit/messages/error-summary.tsx';
import { useSessionQuery } from '../../base/calls/session-api.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { PasswordForm } from './password-form.tsx';
import { complaintsOf, findPasswordProblems } from './password-problems.ts';
import classes from './password.module.css';
import { useEntries } from '../../kit/entries/use-entries.tsx';
import { ToStart } from '../../kit/page/to-start.tsx';

const PLAN = {
  prefix: 'password',
  initial: { current: '', password: '' },
  find: findPasswordProblems,
  complaintsOf,
};

/** Changes the reader's own password. */
export function PasswordScreen() {
  const { t } = useTexts();
  const { data } = useSessionQuery();
  const entries = useEntries(PLAN);
  const { summary, attempt, busy } = entries;
  return (
    <Page
      title={t('password.title')}
      screen="password"
      breadcrumb={[{ text: t('password.title') }]}
      titlePrefix={summary.length > 0 ? t('form.error_prefix') : undefined}
      summary={<ErrorSummary key={attempt} items={summary} />}
      busy={busy}
    >
      {data?.password === false ? (
        <Empty kind="no-permission" title={t('password.none')} actions={<ToStart />}>
          {t('password.none_text')}
        </Empty>
      ) : (
        <div className={`nf-panel ${classes['panel'] ?? ''}`}>
          <PasswordForm entries={entries} />
        </div>
      )}
    </Page>
  );
}
