import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { BarePage } from '../frame/bare-page.tsx';
import { ErrorSummary, type SummaryItem } from '../messages/error-summary.tsx';
import { acceptSession } from '../session/accept-session.ts';
import { toFailure, type Failure } from '../store/failure.ts';
import { useAppDispatch } from '../store/store.ts';
import { loadTexts } from '../texts/i18n.ts';
import type { Texts } from '../texts/make-texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useSetUpMutation } from './setup-api.ts';
import { SetupForm } from './setup-form.tsx';
import { findProblems, MIN_PASSWORD, type Entered } from './setup-problems.ts';
import classes from './setup.module.css';

const EMPTY: Entered = { name: '', email: '', password: '' };

type Messages = Readonly<Partial<Record<keyof Entered, string>>>;

function own(problems: ReturnType<typeof findProblems>, t: Texts['t']): Messages {
  return Object.fromEntries(Object.entries(problems).map(([field, key]) => [field, t(key, { count: MIN_PASSWORD })]));
}

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

/** Makes the first administrator with the one-time link that the server printed, and signs in. */
export function SetupScreen() {
  const texts = useTexts();
  const { t, appName } = texts;
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const [entered, setEntered] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const [setUp, { error, isLoading }] = useSetUpMutation();
  useEffect(() => {
    document.title = t('setup.window_title', { app: appName });
  }, [t, appName]);
  const messages = tried ? own(findProblems(entered), t) : {};
  const submit = async (): Promise<void> => {
    setTried(true);
    if (Object.keys(findProblems(entered)).length > 0 || isLoading) return;
    const person = { ...entered, email: entered.email.normalize('NFKC').trim(), language: texts.language };
    const answer = await setUp({ token, person });
    if (!answer.data) return;
    await navigate('/_/home', { replace: true });
    void loadTexts(['app']);
    await acceptSession(answer.data, dispatch);
  };
  const shown = Object.entries(messages).map(([path, text]) => ({ path, text, targetId: `setup-${path}` }));
  const fromServer = error === undefined ? [] : refused(toFailure(error), texts);
  return (
    <BarePage screen="setup">
      <ErrorSummary items={shown.length > 0 ? shown : fromServer} />
      <h1>{t('setup.title')}</h1>
      <p className={classes['text']}>{t('setup.text', { app: appName })}</p>
      <SetupForm
        entered={entered}
        messages={messages}
        busy={isLoading}
        onEnter={setEntered}
        onSubmit={() => void submit()}
      />
    </BarePage>
  );
}
