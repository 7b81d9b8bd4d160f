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
  const right = { verb: t(`verb.${String(missing.verb)}`), entity: entity(String(missing.of)) };
  const reason = isNamed ? t('no_permission.missing', right) : problem({ code: failure.code, params });
  const isSaid = !isNamed && failure.code === 'forbidden'; // by the title of the page
  return (
    <Page title={t('no_permission.title')} screen={screen ?? 'no-permission'}>
      <div data-nf-error={failure.code}>
        <Empty kind="no-permission" title={isSaid ? undefined : reason} actions={<ToStart />}>
          <p>{Array.isArray(params['roles']) ? <WhoMay params={params} /> : t('no_permission.ask')}</p>
          <p>
            <ErrorCode code={failure.code} named /> <WrittenAt problems={[{ code: failure.code, params }]} />
          </p>
        </Empty>
      </div>
    </Page>
  );
}
