import { Input } from '@mantine/core';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './search-box.module.css';

/** So long nobody has typed before a search begins by itself. */
const PAUSE_MS = 300;

interface SearchBoxProps {
  /** What is searched for now. */
  readonly value: string;
  /** `goesOn`: it follows another search of the same visit to the box, and takes its place in the browser history. */
  readonly onSearch: (text: string, goesOn: boolean) => void;
}

/** Searches when typing pauses, at once on Enter and on blur; never what an input method is still converting. */
export function SearchBox({ value, onSearch }: SearchBoxProps) {
  const { t } = useTexts();
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  /** What was asked for last, by the box or by the address: the address may follow the box only after a pause. */
  const [asked, setAsked] = useState(value);
  const [goesOn, setGoesOn] = useState(false);
  const [converts, setConverts] = useState(false);
  // Back and a dropped chip change the address under the box; what the box has asked for itself leaves what is typed since.
  if (known !== value) {
    setKnown(value);
    if (value !== asked) {
      setAsked(value);
      setTyped(value);
      setGoesOn(false);
    }
  }
  const search = (): void => {
    const text = typed.trim();
    if (text === asked) return;
    setAsked(text);
    setGoesOn(true);
    onSearch(text, goesOn);
  };
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });
  useEffect(() => {
    if (converts) return undefined;
    const pause = setTimeout(() => latest.current(), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed, converts]);
  return (
    <div className={styles['search']}>
      <Input
        type="search"
        leftSection={<Search size={16} aria-hidden />}
        aria-label={t('list.search')}
        placeholder={t('list.search')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onCompositionStart={() => setConverts(true)}
        onCompositionEnd={() => setConverts(false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search();
          if (event.key === 'Escape') setTyped(value);
        }}
        onBlur={() => {
          search();
          setGoesOn(false);
        }}
        data-nf-search
      />
    </div>
  );
}
