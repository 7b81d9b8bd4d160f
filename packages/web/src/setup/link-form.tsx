import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ErrorSummary, type SummaryItem } from '../messages/error-summary.tsx';
import { acceptSession } from '../session/accept-session.ts';
import { toFailure, type Failure } from '../store/failure.ts';
import { useAppDispatch } from '../store/store.ts';
import { loadTexts } from '../texts/i18n.ts';
import type { Texts } from '../texts/make-texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useSetUpMutation, type LinkAnswer, type LinkBody } from './setup-api.ts';
import { SetupForm } from './setup-form.tsx';
import { askedFields, findProblems, MIN_PASSWORD, type Entered } from './setup-problems.ts';
import classes from './setup.module.css';

interface LinkFormProps {
  readonly token: string;
  readonly link: LinkAnswer;
}

const EMPTY: Entered = { name: '', email: '', password: '' };

function refused(failure: Failure, texts: Texts): readonly SummaryItem[] {
  const errors = failure.problem?.errors ?? [];
  const all = errors.length > 0 ? errors : [{ path: '', code: failure.code, params: failure.problem?.params ?? {} }];
  return all.map((each) => ({
    path: each.path,
    text: texts.problem(each, 'user'),
    targetId: each.path in EMPTY ? `setup-${each.path}` : null,
    code: each.code,
  }));
}

function bodyOf(entered: Entered, kind: LinkAnswer['kind'], language: string): LinkBody {
  if (kind === 'invitation') return { password: entered.password };
  return { ...entered, email: entered.email.normalize('NFKC').trim(), language };
}

/** Sends what a one-time link asks for and goes on signed in. */
export function LinkForm({ token, link }: LinkFormProps) {
  const texts = useTexts();
  const { t } = texts;
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const [entered, setEntered] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const [setUp, { error, isLoading }] = useSetUpMutation();
  const found = findProblems(entered, askedFields(link.kind));
  const messages = tried
    ? Object.fromEntries(Object.entries(found).map(([field, key]) => [field, t(key, { count: MIN_PASSWORD })]))
    : {};
  const submit = async (): Promise<void> => {
    setTried(true);
    if (Object.keys(found).length > 0 || isLoading) return;
    const answer = await setUp({ token, body: bodyOf(entered, link.kind, texts.language) });
    if (!answer.data) return;
    await navigate('/', { replace: true });
    void loadTexts(['app']);
    await acceptSession(answer.data, dispatch);
  };
  const shown = Object.entries(messages).map(([path, text]) => ({ path, text, targetId: `setup-${path}` }));
  const items = shown.length > 0 || error === undefined ? shown : refused(toFailure(error), texts);
  const invited = link.kind === 'invitation';
  return (
    <>
      <ErrorSummary items={items} />
      <h1>{t(invited ? 'setup.invited_title' : 'setup.title')}</h1>
      <p className={classes['text']}>
        {invited
          ? t('setup.invited_text', { app: texts.appName, name: link.name ?? '', email: link.email ?? '' })
          : t('setup.text', { app: texts.appName })}
      </p>
      <SetupForm
        asked={askedFields(link.kind)}
        entered={entered}
        messages={messages}
        busy={isLoading}
        submit={t(invited ? 'setup.set_password' : 'setup.submit')}
        onEnter={setEntered}
        onSubmit={() => void submit()}
      />
    </>
  );
}
