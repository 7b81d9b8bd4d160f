import type { Screen } from '@ninefold/model';
import { Link } from 'react-router';
import { Empty } from '../frame/empty.tsx';
import { Page } from '../frame/page.tsx';
import { ErrorCode } from '../messages/error-code.tsx';
import type { Failure } from '../store/failure.ts';
import { joinList } from '../texts/join-list.ts';
import { useTexts } from '../texts/use-texts.ts';

interface NoPermissionProps {
  readonly screen?: Screen | undefined;
  readonly failure: Failure;
}

/** What is missing, which roles have it and whom to ask; names nothing of what may not be seen. */
export function NoPermission({ screen, failure }: NoPermissionProps) {
  const { t, role, problem, language } = useTexts();
  const roles = failure.problem?.params['roles'];
  const names = Array.isArray(roles) ? roles.map((each) => role(String(each))) : [];
  return (
    <Page title={t('no_permission.title')} screen={screen ?? 'no-permission'}>
      <div data-nf-error={failure.code}>
        <Empty
          kind="no-permission"
          title={problem({ code: failure.code, params: failure.problem?.params ?? {} })}
          actions={<Link to="/">{t('not_found.home')}</Link>}
        >
          <p>
            {names.length > 0 ? t('no_permission.roles', { roles: joinList(names, language) }) : t('no_permission.ask')}
          </p>
          <p>
            {t('error.code')} <ErrorCode code={failure.code} />
          </p>
        </Empty>
      </div>
    </Page>
  );
}
