import type { SequenceField } from '@ninefold/model';
import { useTexts } from '../texts/use-texts.ts';
import type { InputProps } from './input-props.ts';
import styles from './inputs.module.css';

/** A number that the runtime draws: nobody types it. */
export function SequenceInput({ value, id }: InputProps<SequenceField>) {
  const { t } = useTexts();
  return (
    <output id={id} className={styles['readonly']}>
      {typeof value === 'string' ? value : t('inputs.drawn')}
    </output>
  );
}
