import { Button } from '@mantine/core';
import type { DeputyAnswer } from '@ninefold/model';
import { RecordLink } from '../../fields/cells/record-link.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { useFormat } from '../../base/format/use-format.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useEndDeputyMutation } from './deputies-api.ts';

/** One deputy, their days, and the button that ends it. */
export function DeputyRow({ value: { id, deputy, from, until, usable } }: { readonly value: DeputyAnswer }) {
  const { t } = useTexts();
  const format = useFormat();
  const [end, { error, isLoading }] = useEndDeputyMutation();
  const run = (): void => void end(id);
  return (
    <li data-nf-deputy={id}>
      <RecordLink entity="user" value={deputy} />
      <span>{t('deputies.days', { from: format.date(from), until: format.date(until) })}</span>
      {!usable && <span>{t('deputies.unusable')}</span>}
      <Button variant="default" size="xs" loading={isLoading} onClick={run} data-nf-deputy-end>
        {t('deputies.end')}
        <span className="nf-hidden"> {deputy.title ?? deputy.id}</span>
      </Button>
      {error !== undefined && <ActionFailure failure={toFailure(error)} onRetry={run} />}
    </li>
  );
}
