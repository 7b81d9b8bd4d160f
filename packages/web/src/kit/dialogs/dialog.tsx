import { Modal, type ModalProps } from '@mantine/core';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useSettled } from './use-settled.ts';

/** A window above the page. The second click of a double click, whose first has opened it, does not close it. */
export function Dialog({ children, ...props }: ModalProps) {
  const { t } = useTexts();
  const isSettled = useSettled(props.opened);
  return (
    <Modal closeOnClickOutside={isSettled} closeButtonProps={{ 'aria-label': t('dialog.close') }} {...props}>
      {children}
    </Modal>
  );
}
