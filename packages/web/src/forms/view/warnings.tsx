import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { SeenValues } from '../../fields/messages/seen-values.tsx';
import { useTold } from '../../fields/messages/use-told.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './form.module.css';
import type { Draft } from '../draft/use-draft.ts';

interface WarningsProps {
  readonly draft: Draft;
  /** What the button does, as its verb says: Save, Approve. */
  readonly verb: string;
  readonly onConfirm: (ids: readonly string[]) => void;
}

/** Warnings that the user confirms or goes back to correct. */
export function Warnings({ draft, verb, onConfirm }: WarningsProps) {
  const { t } = useTexts();
  const told = useTold();
  const box = useRef<HTMLElement>(null);
  const { warnings, plan } = draft;
  const shown = warnings.map((warning) => warning.code).join(' ');
  useEffect(() => {
    if (shown !== '') box.current?.focus();
  }, [shown]);
  if (warnings.length === 0) return null;
  return (
    <section ref={box} tabIndex={-1} aria-label={t('form.warnings')} className={styles['warnings']}>
      <TriangleAlert size={16} aria-hidden />
      <div>
        <p className={styles['warningsTitle']}>{t('form.warnings')}</p>
        <ul>
          {warnings.map((warning) => (
            <li key={`${warning.path} ${warning.code}`} data-nf-error={warning.code}>
              <span lang={told.lang(warning)}>{told.text(warning, { entity: plan.entity })}</span>
              <SeenValues entity={plan.entity} why={warning.why} />
            </li>
          ))}
        </ul>
        <Button variant="default" onClick={() => onConfirm([...new Set(warnings.map((warning) => warning.code))])}>
          {t('form.confirm', { verb })}
        </Button>
      </div>
    </section>
  );
}
