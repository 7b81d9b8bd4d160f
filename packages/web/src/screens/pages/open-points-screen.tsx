import { CallFindings } from '../operate/call-findings.tsx';
import { useCallsQuery } from '../operate/operate-api.ts';
import { Page } from '../../kit/page/page.tsx';
import { useModel, useRights } from '../../base/model/use-model.ts';
import { NotFoundScreen } from '../../kit/page/not-found-screen.tsx';
import { NotShownLedger } from './not-shown-ledger.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';

/** What this installation leaves open, which is the matter of operators. */
function UnsetSecrets() {
  const { data } = useCallsQuery({ state: null, after: null });
  return data === undefined ? null : <CallFindings findings={data.findings} />;
}

/** What the specification leaves open, for those who may read it. */
export function OpenPointsScreen() {
  const { t } = useTexts();
  const rights = useRights();
  const { entities } = useModel();
  // A specification without entities has nothing to hide yet, and its open points are the first thing to see.
  const isOpen = rights.runtime.includes('spec') || Object.keys(entities).length === 0;
  const isOperator = rights.runtime.includes('operate');
  if (!isOpen) return <NotFoundScreen />;
  return (
    <Page title={t('not_shown.page')} screen="spec" breadcrumb={[{ text: t('not_shown.page') }]}>
      {isOperator && <UnsetSecrets />}
      <NotShownLedger />
    </Page>
  );
}
