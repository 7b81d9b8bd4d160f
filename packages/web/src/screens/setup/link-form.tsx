import type { SessionAnswer } from '@ninefold/model';
import { useNavigate } from 'react-router';
import { ErrorSummary } from '../../kit/messages/error-summary.tsx';
import { problemsOf, useEntries } from '../../kit/entries/use-entries.tsx';
import { replaceSession } from '../../base/calls/session-api.ts';
import { useAppDispatch } from '../../base/store/store.ts';
import { loadTexts } from '../../base/texts/page-texts.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { LinkPurpose } from './link-purpose.tsx';
import { useSetUpMutation, type LinkAnswer, type LinkBody } from './setup-api.ts';
import { SetupForm } from './setup-form.tsx';
import { askedFields, findProblems, type Entered } from './setup-problems.ts';

interface LinkFormProps {
  readonly token: string;
  readonly link: LinkAnswer;
}

function bodyOf(entered: Entered, kind: LinkAnswer['kind'], language: string): LinkBody {
  if (kind === 'invitation') return { password: entered.password };
  return { ...entered, email: entered.email.normalize('NFKC').trim(), language };
}

/** Sends what a one-time link asks for and goes on signed in. */
export function LinkForm({ token, link }: LinkFormProps) {
  const { t, language } = useTexts();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const [setUp] = useSetUpMutation();
  const asked = askedFields(link.kind);
  const entries = useEntries({
    prefix: 'setup',
    initial: { name: '', email: '', password: '' },
    find: (entered) => findProblems(entered, asked),
    complaintsOf: problemsOf,
  });
  const invited = link.kind === 'invitation';
  const goOn = async (session: SessionAnswer): Promise<void> => {
    await navigate(invited ? '/' : '/_/setup/check', { replace: true });
    void loadTexts(['app']);
    await dispatch(replaceSession(session));
  };
  const submit = (): Promise<void> =>
    entries.submit(async (entered) => {
      const { data, error } = await setUp({ token, body: bodyOf(entered, link.kind, language) });
      if (data) await goOn(data);
      return error;
    });
  return (
    <>
      <ErrorSummary key={entries.attempt} items={entries.summary} />
      <LinkPurpose link={link} wrong={entries.summary.length > 0} />
      <SetupForm
        asked={asked}
        entries={entries}
        email={link.email}
        submit={t(invited ? 'setup.set_password' : 'setup.submit')}
        onSubmit={() => void submit()}
      />
    </>
  );
}
