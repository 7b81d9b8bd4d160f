import { CircleAlert } from 'lucide-react';
import { holds, type Field } from '@ninefold/model';
import { FieldInput } from '../inputs/field-input.tsx';
import { useFieldTexts, type FieldPlace } from '../inputs/field-place.ts';
import { useFormPlace } from '../inputs/problems.ts';
import { SeenValues } from '../messages/seen-values.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { isFilledIn } from './filled-in.ts';
import styles from './form.module.css';
import { LengthCounter } from './length-counter.tsx';
import type { Draft } from './use-draft.ts';

interface FieldControlProps {
  readonly draft: Draft;
  readonly field: Field;
  readonly place: FieldPlace;
  /** Which fields carry a word: none where every field is required. */
  readonly marks: 'none' | 'required' | 'both';
}

const WIDE = new Set<Field['type']>(['lines', 'text']);
const GROUPED = new Set<Field['type']>(['choices', 'boolean', 'lines']);

/** A field of a form: label, hint, message and control, in this order. */
export function FieldControl({ draft, field, place, marks }: FieldControlProps) {
  const { t } = useTexts();
  const texts = useFieldTexts(place);
  const form = useFormPlace();
  const path = draft.plan.prefix + field.id;
  const id = form.controlId(path);
  const messages = form.messages(path);
  const scope = { ...draft.plan.scope, record: draft.settled };
  const required =
    field.type !== 'boolean' &&
    (field.required || (holds(field.requiredWhen, scope) === true && field.requiredWhen !== null));
  const hint = texts.hint(field);
  const example = texts.example(field);
  const hasHint = hint !== null || example !== null;
  const filledIn = isFilledIn(draft, field);
  const described = [
    hasHint ? `${id}-hint` : '',
    filledIn ? `${id}-default` : '',
    messages.length > 0 ? `${id}-error` : '',
  ].filter((each) => each !== '');
  const Label = GROUPED.has(field.type) ? 'span' : 'label';
  return (
    <div className={styles['field']} data-nf-field={path} data-wide={WIDE.has(field.type) || undefined}>
      <Label id={`${id}-label`} className={styles['label']} {...(Label === 'label' ? { htmlFor: id } : {})}>
        {texts.label(field)}
        {required && marks !== 'none' && <span className={styles['required']}>{t('form.required')}</span>}
        {!required && marks === 'both' && field.type !== 'boolean' && (
          <span className={styles['optional']}>{t('form.optional')}</span>
        )}
      </Label>
      {hasHint && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint} {example !== null && t('form.example', { example })}
        </p>
      )}
      {filledIn && (
        <p id={`${id}-default`} className={styles['hint']} data-nf-default>
          {t('form.filled_in')}
        </p>
      )}
      {messages.length > 0 && (
        <div id={`${id}-error`} className={styles['error']}>
          {messages.map(({ code, text, why }) => (
            <div key={code} data-nf-error={code}>
              <CircleAlert size={14} aria-hidden /> {text}
              <SeenValues entity={form.entity} why={why} />
            </div>
          ))}
        </div>
      )}
      <FieldInput
        field={field}
        place={place}
        id={id}
        value={draft.valueOf(field)}
        onChange={(value) => draft.change(field, value)}
        onBlur={() => draft.leave(field)}
        invalid={messages.length > 0}
        required={required}
        describedBy={described.length > 0 ? described.join(' ') : undefined}
        label={undefined}
        scope={scope}
      />
      <LengthCounter field={field} value={draft.settled[field.id] ?? null} scope={scope} />
    </div>
  );
}
