import { useEffect, useRef } from 'react';
import { mayPass, type Failure } from '../../base/store/failure.ts';
import { ErrorBanner } from './error-banner.tsx';
import classes from './messages.module.css';

interface ActionFailureProps {
  readonly failure: Failure;
  /** Sends the same call again. It is offered only where the call may pass as it is. */
  readonly onRetry?: (() => void) | undefined;
  /** The entity the call was about, for the names in the message. */
  readonly entity?: string | undefined;
}

/** Why an action failed, beside the button that failed. It is scrolled into view and stays until the action is done or sent again. */
export function ActionFailure({ failure, onRetry, entity }: ActionFailureProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void box.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  return (
    <div ref={box} className={classes['action']} data-nf-action-failure>
      <ErrorBanner failure={failure} entity={entity} onRetry={mayPass(failure) ? onRetry : undefined} />
    </div>
  );
}
