import { Button, Group } from '@mantine/core';
import { Dialog } from '../../kit/dialogs/dialog.tsx';
import type { Problem } from '@ninefold/model';
import { SeenValues } from '../../fields/messages/seen-values.tsx';
import { useTold } from '../../fields/messages/use-told.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';

interface ConfirmWarningsProps {
  /** Of whose records they are; none where they are of no record. */
  readonly entity?: string;
  readonly verb: string;
  readonly warnings: readonly Problem[];
  readonly onConfirm: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Warnings that a person confirms before something is done, such as a transition. */
export function ConfirmWarnings({ entity, verb, warnings, onConfirm, onClose }: ConfirmWarningsProps) {
  const { t } = useTexts();
  const told = useTold();
  return (
    <Dialog opened onClose={onClose} title={t('form.warnings')}>
      <ul>
        {warnings.map((warning) => (
          <li key={`${warning.path} ${warning.code}`} data-nf-error={warning.code}>
            <span lang={told.lang(warning)}>{told.text(warning, entity === undefined ? {} : { entity })}</span>
            {entity !== undefined && <SeenValues entity={entity} why={warning.why} />}
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('transition.back')}
        </Button>
        <Button onClick={() => onConfirm([...new Set(warnings.map((warning) => warning.code))])}>
          {t('form.confirm', { verb })}
        </Button>
      </Group>
    </Dialog>
  );
}
