import { Button } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { mayPass, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ErrorCode } from '../../kit/messages/error-code.tsx';
import { WhoMay } from '../../kit/messages/who-may.tsx';
import { WrittenAt } from '../../kit/messages/written-at.tsx';
import { useTold } from './use-told.ts';
import { lateComponent } from '../../kit/late/late-component.tsx';
import classes from './messages.module.css';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';

/** What a refused condition has read: it comes after its sentence. */
const SeenValues = lateComponent(withLateTexts(async () => (await import('./seen-values.tsx')).SeenValues));

interface ErrorBannerProps {
  readonly failure: Failure;
  readonly onRetry?: (() => void) | undefined;
  /** The entity the call was about, for the names in the message. */
  readonly entity?: string | undefined;
  /** What to do here, in place of what the catalogue says. */
  readonly remedy?: string | undefined;
}

function RequestId({ failure }: { readonly failure: Failure }) {
  const { t } = useTexts();
  const id = failure.problem?.request_id;
  return id === undefined ? null : (
    <>
      {t('error.request')} <code className="nf-code">{id}</code>
    </>
  );
}

/** What failed, why, and what to do. The banner stays until the call is made again; once the connection is back, it says so. */
export function ErrorBanner({ failure, onRetry, entity, remedy: ownRemedy }: ErrorBannerProps) {
  const { t } = useTexts();
  const told = useTold();
  const params = failure.problem?.params ?? {};
  const isBack = useNetwork().online && failure.code === 'offline';
  const remedy = isBack ? null : (ownRemedy ?? told.remedy({ code: failure.code, params }, { entity }));
  const details = failure.problem?.errors.filter((each) => each.code !== failure.code) ?? [];
  const more = failure.problem?.more ?? 0;
  return (
    <div
      className={classes['banner']}
      role="alert"
      data-nf-error={failure.code}
      data-nf-connected-again={isBack || undefined}
    >
      <CircleAlert size={16} aria-hidden />
      <div className={classes['body']}>
        <p className={classes['message']} lang={isBack ? undefined : told.lang(failure)}>
          {isBack ? t('error.connected_again') : told.text({ code: failure.code, params }, { entity })}
        </p>
        {details.map((each) => (
          <div key={`${each.path} ${each.code}`}>
            <p lang={told.lang(each)}>{told.text(each, { entity })}</p>
            {entity !== undefined && <SeenValues entity={entity} why={each.why} />}
          </div>
        ))}
        {more > 0 && <p data-nf-more={more}>{t('error.more', { count: more })}</p>}
        {Array.isArray(params['roles']) ? (
          <p>
            <WhoMay params={params} />
          </p>
        ) : (
          remedy !== null && <p>{remedy}</p>
        )}
        <p className={classes['meta']}>
          <ErrorCode code={failure.code} named /> <RequestId failure={failure} />{' '}
          <WrittenAt problems={details.length > 0 ? details : [{ code: failure.code, params }]} entity={entity} />
        </p>
      </div>
      {onRetry && (
        <Button variant="default" size="sm" onClick={() => onRetry()}>
          {t('error.retry')}
        </Button>
      )}
    </div>
  );
}

interface ActionFailureProps {
  readonly failure: Failure;
  /** Sends the same call again. It is offered only where the call may pass as it is. */
  readonly onRetry?: (() => void) | undefined;
  /** The entity the call was about, for the names in the message. */
  readonly entity?: string | undefined;
  /** What to do here, in place of what the catalogue says. */
  readonly remedy?: string | undefined;
}

/** Why an action failed, beside the button that failed. It is scrolled into view and stays until the action is done or sent again. */
export function ActionFailure({ failure, onRetry, entity, remedy }: ActionFailureProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void box.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  return (
    <div ref={box} className={classes['action']} data-nf-action-failure>
      <ErrorBanner failure={failure} entity={entity} remedy={remedy} onRetry={mayPass(failure) ? onRetry : undefined} />
    </div>
  );
}
