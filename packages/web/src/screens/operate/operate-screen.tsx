import { NoPermission } from '../../kit/page/no-permission.tsx';
import { Page } from '../../kit/page/page.tsx';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ApprovalsSection } from './approvals-section.tsx';
import { CallsSection } from './calls-section.tsx';
import { InCallsSection } from './in-calls-section.tsx';
import { IndexesSection } from './indexes-section.tsx';
import { MailSection } from './mail-section.tsx';
import { TimersSection } from './timers-section.tsx';
import { useIndexesQuery } from './operate-api.ts';

/** What operators look after, section by section. */
export function OperateScreen() {
  const { t } = useTexts();
  const { error } = useIndexesQuery();
  const failure = error === undefined ? null : toFailure(error);
  if (failure?.status === 403) return <NoPermission failure={failure} />;
  return (
    <Page title={t('operate.title')} screen="operate" breadcrumb={[{ text: t('operate.title') }]}>
      <CallsSection />
      <InCallsSection />
      <TimersSection />
      <ApprovalsSection />
      <MailSection />
      <IndexesSection />
    </Page>
  );
}
