import { evaluateWire, PLAIN_FIELD, textLength, type Field, type Holder, type Scope } from '@ninefold/model';
import { useTexts } from '../texts/use-texts.ts';
import styles from './form.module.css';

interface LengthCounterProps {
  readonly field: Field;
  readonly value: Holder[string];
  readonly scope: Scope;
}

const COUNT: Field = { ...PLAIN_FIELD, id: '', type: 'integer', triangle: false };

/** How much of its length a text has used, where a limit of the specification bounds it. Not announced while somebody types. */
export function LengthCounter({ field, value, scope }: LengthCounterProps) {
  const { t, language } = useTexts();
  const isText = field.type === 'string' || field.type === 'text';
  if (!isText || !field.max?.reads.some((path) => path.startsWith('limits.'))) return null;
  const most = evaluateWire(field.max, scope, COUNT);
  if (typeof most !== 'number') return null;
  const length = typeof value === 'string' ? textLength(value) : 0;
  const format = new Intl.NumberFormat(language);
  return (
    <p className={styles['counter']} data-over={length > most || undefined} data-nf-length={length}>
      {t('form.length', { length: format.format(length), most: format.format(most) })}
    </p>
  );
}
