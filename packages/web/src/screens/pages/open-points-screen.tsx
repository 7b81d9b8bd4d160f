import { Page } from '../../kit/page/page.tsx';
import { useModel, useRights } from '../../base/model/use-model.ts';
import { NotFoundScreen } from '../../kit/page/not-found-screen.tsx';
import { NotShownLedger } from './not-shown-ledger.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';

/** What the specification leaves open, for those who may read it. */
export function OpenPointsScreen() {
  const { t } = useTexts();
  const rights = useRights();
  const { entities } = useModel();
  // A specification without entities has nothing to hide yet, and its open points are the first thing to see.
  const isOpen = rights.runtime.includes('spec') || Object.keys(entities).length === 0;
  if (!isOpen) return <NotFoundScreen />;
  return (
    <Page title={t('not_shown.page')} screen="spec" breadcrumb={[{ text: t('not_shown.page') }]}>
      <NotShownLedger />
    </Page>
  );
}
