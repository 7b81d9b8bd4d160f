import { Page } from '../../kit/page/page.tsx';
import { NotShownLedger } from './not-shown-ledger.tsx';
import { useTexts } from '../../base/texts/use-texts.ts';

/** What the specification leaves open, for those who may read it. */
export function OpenPointsScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('not_shown.page')} screen="spec" breadcrumb={[{ text: t('not_shown.page') }]}>
      <NotShownLedger />
    </Page>
  );
}
