import { Dialog } from '../../kit/dialogs/dialog.tsx';
import { useState, type ReactNode } from 'react';
import { CopyField } from '../../kit/controls/copy-field.tsx';
import { showToast } from '../../kit/toasts/toast.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';

/** Copies the address of the page. Where the browser refuses, `dialog` shows it to be copied with the keyboard. */
export function useCopyLink(): { readonly copy: () => Promise<void>; readonly dialog: ReactNode } {
  const { t } = useTexts();
  const [link, setLink] = useState<string | null>(null);
  const copy = async (): Promise<void> => {
    const address = location.href;
    try {
      await navigator.clipboard.writeText(address);
      showToast({ text: t('record.link_copied') });
    } catch {
      setLink(address);
    }
  };
  const dialog = link !== null && (
    <Dialog opened onClose={() => setLink(null)} title={t('record.copy_link')}>
      <CopyField label={t('record.link')} text={link} />
    </Dialog>
  );
  return { copy, dialog };
}
