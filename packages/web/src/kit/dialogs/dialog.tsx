import { Modal, type ModalProps } from '@mantine/core';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { named } from './named.ts';
import { useBackCloses } from './use-back-closes.ts';
import { useSettled } from './use-settled.ts';

interface DialogProps extends ModalProps {
  /** Where the title is no plain text. */
  readonly name?: string;
}

/** A window above the page. The second click of a double click, whose first has opened it, does not close it. */
export function Dialog({ children, name, ...props }: DialogProps) {
  const { t } = useTexts();
  const isSettled = useSettled(props.opened);
  useBackCloses(props.opened, props.onClose);
  return (
    <Modal
      closeOnClickOutside={isSettled}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
      {...named(name ?? (typeof props.title === 'string' ? props.title : ''))}
      {...props}
    >
      {children}
    </Modal>
  );
}
