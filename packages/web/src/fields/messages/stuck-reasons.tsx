import type { StuckReason, Wire } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './stuck-reasons.module.css';

interface StuckReasonsProps {
  readonly entity: string;
  readonly reason: StuckReason;
  /** True: the codes stand behind the sentences, for operators. */
  readonly coded?: boolean;
  /** Values of the sentences that are known without any record. */
  readonly params?: { readonly [name: string]: Wire };
}

/** What refuses a timer or a call, without any value: whoever reads it need not be a reader of the record. */
export function StuckReasons({ entity, reason, coded = false, params = {} }: StuckReasonsProps) {
  const { t, problem, field, entity: nameOf } = useTexts();
  const parts = reason.problems.length === 0 ? [{ path: '', code: reason.code }] : reason.problems;
  // A reason is kept without values: a sentence about a bound has none to name.
  const said = ({ path, code }: (typeof parts)[number]): string => {
    const name = path === '' ? '' : field(entity, path);
    const text = problem({ code, params: { ...params, entity, field: name } });
    if (text.includes('{{')) return t('due_page.bound', { name: name || nameOf(entity) });
    return name === '' || text.includes(name) ? text : t('error.summary_item', { field: name, text });
  };
  return (
    <ul className={styles['reasons']}>
      {parts.map((part) => (
        <li key={`${part.path} ${part.code}`} data-nf-error={part.code}>
          {said(part)}
          {coded && <code> {part.code}</code>}
        </li>
      ))}
    </ul>
  );
}
