import { PencilLine } from 'lucide-react';
import type { ReferenceValue } from '@ninefold/model';
import { joinWords } from '../../base/texts/words.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './record.module.css';

/** Who else is editing the record now. */
export function PresenceLine({ people }: { readonly people: readonly ReferenceValue[] }) {
  const { t, language } = useTexts();
  const names = people.flatMap(({ title }) => title ?? []);
  return (
    <output className={styles['presence']} data-nf-presence={names.length}>
      {names.length > 0 && (
        <>
          <PencilLine size={14} aria-hidden />{' '}
          {t('record.others_editing', { count: names.length, names: joinWords(names, language) })}
        </>
      )}
    </output>
  );
}
