import { useId, type ReactNode } from 'react';
import { holds, otherTargets, parentOf, partsBeside, type Field } from '@ninefold/model';
import { type FieldPlace, objectTexts } from '../../fields/contract/field-place.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { Draft } from '../draft/use-draft.ts';
import styles from './form.module.css';

interface ObjectGroupProps {
  /** Of the entity, or of the form of a transition. */
  readonly place: FieldPlace;
  readonly draft: Draft;
  readonly object: string;
  readonly fields: readonly Field[];
  readonly children: ReactNode;
}

/** The inputs of the parts of an object, under its name. */
export function ObjectGroup({ place, draft, object, fields, children }: ObjectGroupProps) {
  const texts = useTexts();
  const id = useId();
  const targets = fields.filter((field) => parentOf(field.id) === object && partsBeside(field).length > 0);
  const isOneOf = targets.some((field) => otherTargets(field).length > 0);
  const isNeeded = targets.length > 0 && isAsked(draft, targets);
  const { label, hint } = objectTexts(texts, place, object);
  const about = isOneOf ? texts.t(isNeeded ? 'form.one_needed' : 'form.one_of') : null;
  const hints = [hint, about].filter((one) => one !== null);
  return (
    <fieldset
      className={styles['object']}
      aria-describedby={hints.length === 0 ? undefined : `${id}-hint`}
      data-nf-object={object}
      data-wide
    >
      <legend>
        <span lang={texts.written}>{label}</span>{' '}
        {isNeeded && <span className={styles['required']}>{texts.t('form.required')}</span>}
      </legend>
      {hints.length > 0 && (
        <p id={`${id}-hint`} className={styles['hint']} lang={texts.written}>
          {hints.join(' ')}
        </p>
      )}
      <div className={styles['parts']}>{children}</div>
    </fieldset>
  );
}

/** Whether one of the parts has to be filled: it is asked for while all of them are blank. */
function isAsked({ plan, settled }: Draft, parts: readonly Field[]): boolean {
  const blank = Object.fromEntries(parts.map(({ id }) => [id, null]));
  const scope = plan.seenWith({ ...settled, ...blank });
  return parts.some(
    ({ required, requiredWhen }) => required || (requiredWhen !== null && holds(requiredWhen, scope) === true),
  );
}
