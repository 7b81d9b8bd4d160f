import type { SequenceField } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { InputKind, InputProps } from '../contract/input-kind.ts';
import styles from './inputs.module.css';

/** A number that the server draws. It cannot be typed. */
function SequenceInput({ value, id }: InputProps<SequenceField>) {
  const { t } = useTexts();
  return (
    <output id={id} className={styles['readonly']}>
      {typeof value === 'string' ? value : t('inputs.drawn')}
    </output>
  );
}

export const sequenceInput: InputKind<SequenceField> = { Input: SequenceInput, isGroup: false, filter: 'text' };
