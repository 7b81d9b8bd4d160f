import { useRef, useState } from 'react';
import type { StoredFile } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { lateComponent } from '../../kit/late/late-component.tsx';
import styles from './previews.module.css';

const Preview = lateComponent(async () => (await import('./file-preview.tsx')).FilePreview);

interface FileThumbProps {
  readonly file: StoredFile;
  /** Where its content is read. */
  readonly address: string;
  /** It cannot be drawn. */
  readonly onNone: () => void;
}

/** A small picture of a file, which opens a large one. */
export function FileThumb({ file, address, onNone }: FileThumbProps) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles['thumb']}
        aria-label={t('files.preview', { name: file.name })}
        onClick={() => setIsOpen(true)}
        data-nf-preview={file.id}
      >
        <img src={`${address}?preview=small`} alt="" loading="lazy" width={48} height={48} onError={onNone} />
      </button>
      {isOpen && <Preview file={file} address={address} onClose={close} />}
    </>
  );
}
