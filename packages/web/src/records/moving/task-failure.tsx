import { Button } from '@mantine/core';
import type { Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { Meanwhile } from '../editing/meanwhile.tsx';
import { lateComponent } from '../../kit/late/late-component.tsx';
import styles from './moving.module.css';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';

const ConfirmWarnings = lateComponent(
  withLateTexts(async () => (await import('../lifecycle/confirm-warnings.tsx')).ConfirmWarnings),
);

interface TaskFailureProps {
  readonly entity: string;
  /** What the person does who confirms the warnings. */
  readonly verb: string;
  readonly failure: Failure;
  /** Does it again, with these warnings confirmed. */
  readonly onRun: (confirm: readonly string[]) => Promise<void>;
  readonly onEnd: () => void;
}

/** Why a record was not moved, which stays until it is closed or the move is done; warnings are asked about. */
export function TaskFailure({ entity, verb, failure, onRun, onEnd }: TaskFailureProps) {
  const { t } = useTexts();
  if (failure.code === 'confirm_warnings')
    return (
      <ConfirmWarnings
        entity={entity}
        verb={verb}
        warnings={failure.problem?.warnings ?? []}
        onConfirm={(ids) => void onRun(ids)}
        onClose={onEnd}
      />
    );
  return (
    <div className={styles['failure']}>
      <ActionFailure failure={failure} entity={entity} onRetry={() => void onRun([])} />
      <Meanwhile entity={entity} failure={failure} />
      <Button variant="subtle" size="sm" onClick={onEnd}>
        {t('moving.close')}
      </Button>
    </div>
  );
}
