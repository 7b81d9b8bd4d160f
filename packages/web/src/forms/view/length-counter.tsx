import { evaluateWire, isProse, PLAIN_FIELD, textLength, type Field, type Holder, type Scope } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './form.module.css';

interface LengthCounterProps {
  readonly field: Field;
  readonly value: Holder[string];
  readonly scope: Scope;
}

const COUNT: Field = { ...PLAIN_FIELD, id: '', type: 'integer', triangle: false };

/** The share of the maximum from which the length is worth a line: before, nobody needs to know it. */
const NEAR = 0.8;

/** The length of a text that comes near its maximum, if a limit of the specification bounds it. Screen readers do not announce it during typing. */
export function LengthCounter({ field, value, scope }: LengthCounterProps) {
  const { t, language } = useTexts();
  if (!isProse(field.type) || !field.max?.reads.some((path) => path.startsWith('limits.'))) return null;
  const most = evaluateWire(field.max, scope, COUNT);
  if (typeof most !== 'number') return null;
  const length = typeof value === 'string' ? textLength(value) : 0;
  if (length < most * NEAR) return null;
  const format = new Intl.NumberFormat(language);
  return (
    <p className={styles['counter']} data-over={length > most || undefined} data-nf-length={length}>
      {t('form.length', { length: format.format(length), most: format.format(most) })}
    </p>
  );
}
