import { Button } from '@mantine/core';
import { Camera, Paperclip } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { fileIn, isMany, type FileField, type FilesField, type StoredFile, type Wire } from '@ninefold/model';
import { useLimit } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { InputProps } from '../contract/input-kind.ts';
import { FileRow } from './file-row.tsx';
import styles from './files.module.css';
import { useDropArea } from './use-drop-area.ts';
import { useHints } from './use-hints.ts';
import { sendingKey, standIn, useSending } from './use-sending.ts';

type Props = InputProps<FileField | FilesField>;

/** The items of the value: those of a list, the one file, or none. */
function itemsOf(value: Wire): readonly Wire[] {
  return Array.isArray(value) ? value : value === null || value === '' ? [] : [value];
}

/** Takes files from a picker, the camera, the clipboard or by dragging, and shows how far each has come. */
export function FilesInput(props: Props) {
  const { field, id } = props;
  const { t } = useTexts();
  const most = useLimit('upload_bytes');
  const [tooLarge, setTooLarge] = useState<readonly string[]>([]);
  const { items, sending, add, remove } = useItems(props);
  const hints = useHints(field, props.scope);
  const take = (files: readonly File[]): void => {
    setTooLarge(files.filter(({ size }) => size > most).map(({ name }) => name));
    add(files.filter(({ size }) => size <= most));
  };
  const { area, over } = useDropArea(take);
  return (
    <fieldset
      ref={area}
      className={styles['area']}
      aria-labelledby={props.label === undefined ? `${id}-label` : undefined}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      data-over={over || undefined}
    >
      {items.length > 0 && (
        <ul className={styles['list']}>
          {items.map((item, index) => (
            <FileRow
              key={fileIn(item)?.id ?? sendingKey(item) ?? `lost ${String(index)}`}
              item={item}
              underway={sending.underway[sendingKey(item) ?? ''] ?? null}
              field={field.id}
              place={props.place}
              onRetry={() => sending.retry(sendingKey(item) ?? '')}
              onRemove={() => remove(index)}
            />
          ))}
        </ul>
      )}
      <Buttons input={props} onFiles={take} />
      <p className={styles['hint']}>{hints}</p>
      {tooLarge.map((name) => (
        <p key={name} className={styles['failed']} role="alert">
          {t('files.too_large', { name })}
        </p>
      ))}
    </fieldset>
  );
}

/** The items of the value, and what adds and removes some. What arrives later changes the value as it is then. */
function useItems(props: Props) {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const many = isMany(props.field.type);
  const put = (next: readonly Wire[]): void => {
    const value = many ? next : (next.at(-1) ?? null);
    latest.current = { ...latest.current, value };
    latest.current.onChange(value);
  };
  const sending = useSending((key: string, file: StoredFile) =>
    put(itemsOf(latest.current.value).map((item) => (sendingKey(item) === key ? file : item))),
  );
  const drop = (item: Wire | undefined): void => {
    const key = item === undefined ? null : sendingKey(item);
    if (key !== null) sending.drop(key);
  };
  return {
    items: itemsOf(props.value),
    sending,
    add: (files: readonly File[]): void => {
      const taken = many ? files : files.slice(0, 1);
      if (taken.length === 0) return;
      const before = itemsOf(latest.current.value);
      if (!many) before.forEach(drop);
      put([...before, ...taken.map((file) => standIn(sending.send(file), file.name))]);
    },
    remove: (index: number): void => {
      const before = itemsOf(latest.current.value);
      drop(before[index]);
      put(before.filter((_, at) => at !== index));
      document.getElementById(props.id)?.focus();
    },
  };
}

const coarse = (): boolean => matchMedia('(pointer: coarse)').matches;

/** Whether pictures are among what the field accepts. */
function takesPictures(accept: readonly string[]): boolean {
  return accept.length === 0 || accept.some((type) => type.startsWith('image/'));
}

/** Opens the picker, and on a phone the camera. */
function Buttons({ input, onFiles }: { readonly input: Props; readonly onFiles: (files: readonly File[]) => void }) {
  const { field, id } = input;
  const { t } = useTexts();
  const many = isMany(field.type);
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
        accept={field.accept.join(',')}
        onChange={(event) => take(event.currentTarget)}
        data-nf-file-picker={field.id}
      />
      <Button
        id={id}
        variant="default"
        leftSection={<Paperclip size={16} aria-hidden />}
        onClick={() => picker.current?.click()}
        onBlur={input.onBlur}
      >
        {t(many ? 'files.choose_more' : 'files.choose')}
      </Button>
      {coarse() && takesPictures(field.accept) && (
        <>
          <input
            {...hidden}
            ref={camera}
            accept="image/*"
            capture="environment"
            onChange={(event) => take(event.currentTarget)}
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
