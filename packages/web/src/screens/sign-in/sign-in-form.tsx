import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { PlainButton } from '../../kit/plain/button.tsx';
import { SecretField } from '../../kit/plain/secret-field.tsx';
import { TextField } from '../../kit/plain/text-field.tsx';
import type { Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useCountdown } from './countdown.ts';
import type { Credentials } from '../../base/calls/session-api.ts';
import { SignInFailure } from './sign-in-failure.tsx';
import classes from './session.module.css';

interface SignInFormProps {
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly onSignIn: (credentials: Credentials) => void;
  /** The address to fill in: that of the user whose session ended. */
  readonly email?: string | undefined;
}

interface Typed {
  readonly email: string;
  readonly password: string;
}

function waitOf(failure: Failure | null): number {
  if (failure?.status !== 429) return 0;
  return Number(failure.problem?.params['seconds'] ?? 60);
}

/** E-mail and password. The button is never disabled; a wait after too many tries is counted down. */
export function SignInForm({ busy, failure, onSignIn, email = '' }: SignInFormProps) {
  const { t } = useTexts();
  const [typed, setTyped] = useState<Typed>({ email, password: '' });
  const [missing, setMissing] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const left = useCountdown(waitOf(failure), failure);
  const refused = useRef(''); // a wait is that of one account: a colleague at the same machine need not wait
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const address = typed.email.normalize('NFKC').trim();
    const whole = address !== '' && typed.password !== '';
    setMissing(!whole);
    if (!whole) (address === '' ? emailInput : passwordInput).current?.focus();
    else if (!busy && (left === 0 || address !== refused.current)) {
      refused.current = address;
      onSignIn({ email: address, password: typed.password });
    }
  };
  const seeCapsLock = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <form className={classes['form']} onSubmit={submit} noValidate aria-busy={busy}>
      <TextField
        ref={emailInput}
        label={t('sign_in.email')}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        aria-required
        value={typed.email}
        error={missing && typed.email.trim() === '' ? t('sign_in.email_missing') : undefined}
        onChange={(event) => setTyped({ ...typed, email: event.currentTarget.value })}
      />
      <SecretField
        ref={passwordInput}
        label={t('sign_in.password')}
        data-autofocus={email === '' ? undefined : true}
        name="password"
        autoComplete="current-password"
        aria-required
        value={typed.password}
        description={capsLock ? t('sign_in.caps_lock') : undefined}
        error={missing && typed.password === '' ? t('sign_in.password_missing') : undefined}
        onKeyDown={seeCapsLock}
        onKeyUp={seeCapsLock}
        onChange={(event) => setTyped({ ...typed, password: event.currentTarget.value })}
      />
      <SignInFailure failure={failure} left={left} />
      <PlainButton type="submit" loading={busy} fullWidth>
        {t('sign_in.submit')}
      </PlainButton>
    </form>
  );
}
