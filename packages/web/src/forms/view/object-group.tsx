import { useId, type ReactNode } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './form.module.css';

interface ObjectGroupProps {
  readonly entity: string;
  readonly object: string;
  readonly children: ReactNode;
}

/** The inputs of the parts of an object, under its name. */
export function ObjectGroup({ entity, object, children }: ObjectGroupProps) {
  const texts = useTexts();
  const id = useId();
  const hint = texts.fieldHint(entity, object);
  return (
    <fieldset
      className={styles['object']}
      aria-describedby={hint === null ? undefined : `${id}-hint`}
      data-nf-object={object}
      data-wide
    >
      <legend lang={texts.written}>{texts.field(entity, object)}</legend>
      {hint !== null && (
        <p id={`${id}-hint`} className={styles['hint']} lang={texts.written}>
          {hint}
        </p>
      )}
      <div className={styles['parts']}>{children}</div>
    </fieldset>
  );
}
