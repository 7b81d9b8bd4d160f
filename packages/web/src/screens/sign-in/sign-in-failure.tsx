import { useEffect, useRef } from 'react';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import type { Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './session.module.css';

interface SignInFailureProps {
  readonly failure: Failure | null;
  /** Seconds until the next try is accepted. */
  readonly left: number;
}

/** Why signing in failed. What was refused has the same message for every reason, so that it does not disclose which addresses have an account. */
export function SignInFailure({ failure, left }: SignInFailureProps) {
  const { t, problem } = useTexts();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) box.current?.focus();
  }, [failure]);
  if (!failure) return null;
  if (!isRefusal(failure)) return <ActionFailure failure={failure} />;
  const params = { ...failure.problem?.params, ...(left > 0 ? { seconds: left } : {}) };
  return (
    <div data-nf-action-failure>
      <div ref={box} className={classes['failure']} role="alert" tabIndex={-1} data-nf-error={failure.code}>
        <p>{failure.status === 429 && left === 0 ? t('sign_in.again') : problem({ code: failure.code, params })}</p>
        <p className={classes['code']}>
          {t('error.code')} <code className="nf-code">{failure.code}</code>
        </p>
      </div>
    </div>
  );
}

/** The address or the password was wrong, or there were too many tries. */
function isRefusal({ status }: Failure): boolean {
  return status === 401 || status === 429;
}
