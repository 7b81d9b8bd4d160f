import { useEffect, useRef } from 'react';
import { useNetwork } from '@mantine/hooks';
import type { Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './session.module.css';

interface SignInFailureProps {
  readonly failure: Failure | null;
  /** Seconds until the next try is accepted. */
  readonly left: number;
}

/**
 * Why signing in failed. What was refused has the same message for every reason, so that it does not disclose which
 * addresses have an account; the server names a closed account only to who knows its password.
 */
export function SignInFailure({ failure, left }: SignInFailureProps) {
  const { t, problem, errorPart } = useTexts();
  const { online } = useNetwork();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) box.current?.focus();
  }, [failure]);
  if (!failure) return null;
  const { code, status } = failure;
  const isBack = online && code === 'offline';
  const params = { ...failure.problem?.params, ...(left > 0 ? { seconds: left } : {}) };
  const remedy = isRefusal(failure) || isBack ? null : errorPart(code, 'remedy', params);
  const id = isRefusal(failure) ? undefined : failure.problem?.request_id;
  const text = status === 429 && left === 0 ? t('sign_in.again') : problem({ code, params });
  return (
    <div data-nf-action-failure>
      <div
        ref={box}
        className={classes['failure']}
        role="alert"
        tabIndex={-1}
        data-nf-error={code}
        data-nf-connected-again={isBack || undefined}
      >
        <p>{isBack ? t('error.connected_again') : text}</p>
        {remedy !== null && <p>{remedy}</p>}
        <p className={classes['code']}>
          {t('error.code')} <code className="nf-code">{code}</code>
          {id !== undefined && (
            <>
              {' '}
              {t('error.request')} <code className="nf-code">{id}</code>
            </>
          )}
        </p>
      </div>
    </div>
  );
}

/** The address or the password was wrong, or there were too many tries: the message says it all. */
function isRefusal({ status, code }: Failure): boolean {
  return (status === 401 && code !== 'account_closed') || status === 429;
}
