import type { StuckReason } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './stuck-reasons.module.css';

interface StuckReasonsProps {
  readonly entity: string;
  readonly reason: StuckReason;
  /** True: the codes stand behind the sentences, for operators. */
  readonly coded?: boolean;
}

/** What refuses a timer, without any value: whoever reads it need not be a reader of the record. */
export function StuckReasons({ entity, reason, coded = false }: StuckReasonsProps) {
  const { problem, field } = useTexts();
  const parts = reason.problems.length === 0 ? [{ path: '', code: reason.code }] : reason.problems;
  return (
    <ul className={styles['reasons']}>
      {parts.map(({ path, code }) => (
        <li key={`${path} ${code}`} data-nf-error={code}>
          {problem({ code, params: { entity, field: path === '' ? '' : field(entity, path) } })}
          {coded && <code> {code}</code>}
        </li>
      ))}
    </ul>
  );
}
