import { useEffect, useRef, useState } from 'react';
import { fileIn, type StoredFile, type Wire } from '@ninefold/model';
import { useLimit } from '../../base/model/use-model.ts';
import { sendingKey, standIn, useSending } from './use-sending.ts';

/** A value that holds files: one, or a list of them. */
interface Filed {
  readonly value: Wire;
  /** Whether it is a list. */
  readonly many: boolean;
  readonly onChange: (value: Wire) => void;
}

/** The items of the value: those of a list, the one file, or none. */
function itemsOf(value: Wire): readonly Wire[] {
  return Array.isArray(value) ? value : value === null || value === '' ? [] : [value];
}

/** The files of a value, what sends and removes some, and the names of those that were too large to send. What arrives later changes the value as it is then. */
export function useFiles(props: Filed) {
  const most = useLimit('upload_bytes');
  const [tooLarge, setTooLarge] = useState<readonly string[]>([]);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const { many } = props;
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
  const add = (files: readonly File[]): void => {
    const taken = many ? files : files.slice(0, 1);
    if (taken.length === 0) return;
    const before = itemsOf(latest.current.value);
    if (!many) before.forEach(drop);
    put([...before, ...taken.map((file) => standIn(sending.send(file), file.name))]);
  };
  const items = itemsOf(props.value);
  return {
    items,
    /** Whether some have not arrived. */
    isComing: items.some((item) => fileIn(item) === null),
    sending,
    tooLarge,
    take: (files: readonly File[]): void => {
      setTooLarge(files.filter(({ size }) => size > most).map(({ name }) => name));
      add(files.filter(({ size }) => size <= most));
    },
    remove: (index: number): void => {
      const before = itemsOf(latest.current.value);
      drop(before[index]);
      put(before.filter((_, at) => at !== index));
    },
  };
}

/** See `useFiles`. */
export type Files = ReturnType<typeof useFiles>;
