import { useId, type ReactNode } from 'react';
import { otherTargets, type Field } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './form.module.css';

interface ObjectGroupProps {
  readonly entity: string;
  readonly object: string;
  readonly fields: readonly Field[];
  readonly children: ReactNode;
}

/** The inputs of the parts of an object, under its name. */
export function ObjectGroup({ entity, object, fields, children }: ObjectGroupProps) {
  const texts = useTexts();
  const id = useId();
  const isOneOf = fields.some((field) => otherTargets(field).length > 0);
  const hints = [texts.fieldHint(entity, object), isOneOf ? texts.t('form.one_of') : null].filter(
    (one) => one !== null,
  );
  return (
    <fieldset
      className={styles['object']}
      aria-describedby={hints.length === 0 ? undefined : `${id}-hint`}
      data-nf-object={object}
      data-wide
    >
      <legend lang={texts.written}>{texts.field(entity, object)}</legend>
      {hints.length > 0 && (
        <p id={`${id}-hint`} className={styles['hint']} lang={texts.written}>
          {hints.join(' ')}
        </p>
      )}
      <div className={styles['parts']}>{children}</div>
    </fieldset>
  );
}
