import { Button } from '@mantine/core';
import { Camera, Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './files.module.css';

interface FileButtonsProps {
  /** The DOM id of the button. */
  readonly id: string;
  /** What tests and styles know the picker by. */
  readonly name: string;
  readonly many: boolean;
  /** Media types; none: each. */
  readonly accept: readonly string[];
  readonly onFiles: (files: readonly File[]) => void;
  readonly onBlur?: () => void;
}

const coarse = (): boolean => matchMedia('(pointer: coarse)').matches;

/** Whether pictures are among what is accepted. */
function takesPictures(accept: readonly string[]): boolean {
  return accept.length === 0 || accept.some((type) => type.startsWith('image/'));
}

/** Opens the picker, and on a phone the camera. */
export function FileButtons({ id, name, many, accept, onFiles, onBlur }: FileButtonsProps) {
  const { t } = useTexts();
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const take = (element: HTMLInputElement): void => {
    onFiles([...(element.files ?? [])]);
    element.value = '';
  };
  const hidden = { type: 'file', className: 'nf-hidden', tabIndex: -1, 'aria-hidden': true } as const;
  return (
    <div className={styles['buttons']}>
      <input
        {...hidden}
        ref={picker}
        multiple={many}
        accept={accept.join(',')}
        onChange={(event) => take(event.currentTarget)}
        data-nf-file-picker={name}
      />
      <Button
        id={id}
        variant="default"
        leftSection={<Paperclip size={16} aria-hidden />}
        onClick={() => picker.current?.click()}
        onBlur={onBlur}
      >
        {t(many ? 'files.choose_more' : 'files.choose')}
      </Button>
      {coarse() && takesPictures(accept) && (
        <>
          <input
            {...hidden}
            ref={camera}
            accept="image/*"
            capture="environment"
            onChange={(event) => take(event.currentTarget)}
            data-nf-camera={name}
          />
          <Button
            variant="default"
            leftSection={<Camera size={16} aria-hidden />}
            onClick={() => camera.current?.click()}
          >
            {t('files.camera')}
          </Button>
        </>
      )}
    </div>
  );
}
