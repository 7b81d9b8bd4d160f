import { useEffect, useRef, useState, type RefObject } from 'react';

/** Takes the files that are dropped on an element, and those that are pasted while the focus is in it. `over`: some are held above it. */
export function useDropArea<E extends HTMLElement>(
  take: (files: readonly File[]) => void,
): {
  readonly area: RefObject<E | null>;
  readonly over: boolean;
} {
  const area = useRef<E>(null);
  const [over, setOver] = useState(false);
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const given = (event: Event, files: FileList | undefined): void => {
      setOver(false);
      if (files === undefined || files.length === 0) return;
      event.preventDefault();
      latest.current([...files]);
    };
    const hold = (event: Event): void => {
      event.preventDefault();
      setOver(true);
    };
    area.current?.addEventListener('dragover', hold, { signal });
    area.current?.addEventListener('dragleave', () => setOver(false), { signal });
    area.current?.addEventListener('drop', (event) => given(event, event.dataTransfer?.files), { signal });
    area.current?.addEventListener('paste', (event) => given(event, event.clipboardData?.files), { signal });
    return () => listening.abort();
  }, []);
  return { area, over };
}
