import { Input } from '@mantine/core';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './search-box.module.css';

/** Searches on Enter or on blur. */
export function SearchBox({ value, onSearch }: { readonly value: string; readonly onSearch: (text: string) => void }) {
  const { t } = useTexts();
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // Back and a dropped chip change the address under the box.
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  const search = (): void => {
    if (typed.trim() !== value) onSearch(typed.trim());
  };
  return (
    <div className={styles['search']}>
      <Input
        type="search"
        leftSection={<Search size={16} aria-hidden />}
        aria-label={t('list.search')}
        placeholder={t('list.search')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search();
          if (event.key === 'Escape') setTyped(value);
        }}
        onBlur={search}
        data-nf-search
      />
    </div>
  );
}
