import type { Screen } from '@ninefold/model';
import { Empty } from '../messages/empty.tsx';
import { Page } from './page.tsx';
import { ErrorCode } from '../messages/error-code.tsx';
import { WhoMay } from '../messages/who-may.tsx';
import { WrittenAt } from '../messages/written-at.tsx';
import type { Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ToStart } from './to-start.tsx';

interface NoPermissionProps {
  readonly screen?: Screen | undefined;
  readonly failure: Failure;
}

/** Says which right is missing and which roles have it. It names nothing that the reader may not see. */
export function NoPermission({ screen, failure }: NoPermissionProps) {
  const { t, entity, problem } = useTexts();
  const params = failure.problem?.params ?? {};
  const missing = { verb: params['verb'], of: params['entity'] };
  const isNamed = typeof missing.verb === 'string' && typeof missing.of === 'string';
  return (
    <Page title={t('no_permission.title')} screen={screen ?? 'no-permission'}>
      <div data-nf-error={failure.code}>
        <Empty kind="no-permission" title={problem({ code: failure.code, params })} actions={<ToStart />}>
          {isNamed && (
            <p>
              {t('no_permission.missing', {
                verb: t(`verb.${String(missing.verb)}`),
                entity: entity(String(missing.of)),
              })}
            </p>
          )}
          <p>{Array.isArray(params['roles']) ? <WhoMay params={params} /> : t('no_permission.ask')}</p>
          <p>
            {t('error.code')} <ErrorCode code={failure.code} />{' '}
            <WrittenAt problems={[{ code: failure.code, params }]} />
          </p>
        </Empty>
      </div>
    </Page>
  );
}
