import { CircleAlert } from 'lucide-react';
import { holds, isTruth, sameValue, type Field } from '@ninefold/model';
import { cellOf } from '../../fields/cells/registry.ts';
import { FieldInput } from '../../fields/inputs/field-input.tsx';
import { inputOf } from '../../fields/inputs/registry.ts';
import { type FieldPlace, useFieldTexts } from '../../fields/contract/field-place.ts';
import { useFormPlace } from '../../fields/contract/form-place.ts';
import { SeenValues } from '../../fields/messages/seen-values.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './form.module.css';
import { LengthCounter } from './length-counter.tsx';
import { pathIn, type Draft } from '../draft/use-draft.ts';

interface FieldControlProps {
  readonly draft: Draft;
  readonly field: Field;
  readonly place: FieldPlace;
  /** Which fields are marked: none, if every field is required. */
  readonly marks: 'none' | 'required' | 'both';
}

/** A field of a form: label, hint, message and control, in this order. */
export function FieldControl({ draft, field, place, marks }: FieldControlProps) {
  const { t } = useTexts();
  const texts = useFieldTexts(place);
  const form = useFormPlace();
  const path = pathIn(draft.plan, field);
  const id = form.controlId(path);
  const messages = form.messages(path);
  const scope = draft.plan.seenWith(draft.settled);
  const required =
    !isTruth(field.type) &&
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
  const Label = inputOf(field).isGroup ? 'span' : 'label';
  return (
    <div className={styles['field']} data-nf-field={path} data-wide={cellOf(field).isWide || undefined}>
      <Label id={`${id}-label`} className={styles['label']} {...(Label === 'label' ? { htmlFor: id } : {})}>
        {texts.label(field)}
        {required && marks !== 'none' && <span className={styles['required']}>{t('form.required')}</span>}
        {!required && marks === 'both' && !isTruth(field.type) && (
          <span className={styles['optional']}>{t('form.optional')}</span>
        )}
      </Label>
      {hasHint && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint} {example !== null && t('form.example', { example })}
        </p>
      )}
      {filledIn && (
        <p id={`${id}-default`} className="nf-hidden" data-nf-default>
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

/** Whether the value of this field in a new record is its default and was not typed. */
function isFilledIn({ plan, settled, values }: Draft, field: Field): boolean {
  const isDefault = plan.scope.creating === true && field.default !== null && !isTruth(field.type);
  if (!isDefault || Object.hasOwn(values, field.id)) return false;
  return !sameValue(field, settled[field.id] ?? null, null);
}
