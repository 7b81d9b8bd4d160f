import { useEffect, useRef } from 'react';
import type { Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.ts';
import classes from './session.module.css';

interface SignInFailureProps {
  readonly failure: Failure | null;
  /** Seconds until the next try is accepted. */
  readonly left: number;
}

/** The same message for every reason, so that it does not disclose which addresses have an account. */
export function SignInFailure({ failure, left }: SignInFailureProps) {
  const { t, problem } = useTexts();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) box.current?.focus();
  }, [failure]);
  if (!failure) return null;
  const params = { ...failure.problem?.params, ...(left > 0 ? { seconds: left } : {}) };
  return (
    <div ref={box} className={classes['failure']} role="alert" tabIndex={-1} data-nf-error={failure.code}>
      <p>{failure.status === 429 && left === 0 ? t('sign_in.again') : problem({ code: failure.code, params })}</p>
      <p className={classes['code']}>
        {t('error.code')} <code className="nf-code">{failure.code}</code>
      </p>
    </div>
  );
}
