import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useNavigate, useParams } from 'react-router';
import { BarePage } from '../frame/bare-page.tsx';
import { ErrorSummary } from '../messages/error-summary.tsx';
import { useSignIn } from '../session/use-sign-in.ts';
import { toFailure } from '../store/failure.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useSetUpMutation } from './setup-api.ts';
import { findProblems, MIN_PASSWORD, type Entered } from './setup-problems.ts';
import classes from './setup.module.css';

const EMPTY: Entered = { name: '', email: '', password: '' };

/** Makes the first administrator with the one-time link that the server printed, and signs in. */
export function SetupScreen() {
  const texts = useTexts();
  const { t } = texts;
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const [entered, setEntered] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const [setUp, { error, isLoading }] = useSetUpMutation();
  const { signIn } = useSignIn();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    document.title = t('setup.window_title', { app: texts.appName });
  }, [t, texts.appName]);
  const problems = tried ? findProblems(entered) : {};
  const message = (field: keyof Entered): string | undefined => {
    const key = problems[field];
    return key === undefined ? undefined : t(key, { count: MIN_PASSWORD });
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(findProblems(entered)).length > 0 || isLoading) return;
    const person = { ...entered, email: entered.email.normalize('NFKC').trim(), language: texts.language };
    const answer = await setUp({ token, person });
    if (answer.error !== undefined) return;
    await signIn({ email: person.email, password: person.password });
    await navigate('/_/home');
  };
  const failure = error === undefined ? null : toFailure(error);
  const own = (Object.keys(EMPTY) as (keyof Entered)[]).flatMap((field) => {
    const text = message(field);
    return text === undefined ? [] : [{ path: field, text, targetId: `setup-${field}` }];
  });
  const refused = failure?.problem?.errors.map((each) => ({
    path: each.path,
    text: texts.problem(each, 'user'),
    targetId: each.path in EMPTY ? `setup-${each.path}` : null,
    code: each.code,
  }));
  const whole = failure
    ? [
        {
          path: '',
          text: texts.problem({ code: failure.code, params: failure.problem?.params ?? {} }),
          targetId: null,
          code: failure.code,
        },
      ]
    : [];
  const items = own.length > 0 ? own : refused !== undefined && refused.length > 0 ? refused : whole;
  return (
    <BarePage screen="setup">
      <ErrorSummary items={items} />
      <h1>{t('setup.title')}</h1>
      <p className={classes['text']}>{t('setup.text', { app: texts.appName })}</p>
      <form
        ref={form}
        className={classes['form']}
        onSubmit={(event) => void submit(event)}
        noValidate
        aria-busy={isLoading}
      >
        <TextInput
          id="setup-name"
          label={t('setup.name')}
          autoComplete="name"
          aria-required
          value={entered.name}
          error={message('name')}
          onChange={(event) => setEntered({ ...entered, name: event.currentTarget.value })}
        />
        <TextInput
          id="setup-email"
          label={t('setup.email')}
          type="email"
          autoComplete="username"
          aria-required
          value={entered.email}
          error={message('email')}
          onChange={(event) => setEntered({ ...entered, email: event.currentTarget.value })}
        />
        <PasswordInput
          id="setup-password"
          label={t('setup.password')}
          description={t('setup.password_hint', { count: MIN_PASSWORD })}
          autoComplete="new-password"
          aria-required
          value={entered.password}
          error={message('password')}
          onChange={(event) => setEntered({ ...entered, password: event.currentTarget.value })}
          visibilityToggleButtonProps={{ 'aria-label': t('sign_in.show_password'), tabIndex: 0 }}
        />
        <Button type="submit" loading={isLoading}>
          {t('setup.submit')}
        </Button>
      </form>
    </BarePage>
  );
}
