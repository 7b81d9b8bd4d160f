import { CircleAlert } from 'lucide-react';
import { memo, useCallback, useMemo } from 'react';
import { holds, isRuntimeError, isTruth, partsBeside, sameValue, type Field, type Wire } from '@ninefold/model';
import { cellOf } from '../../fields/cells/registry.ts';
import { FieldInput } from '../../fields/inputs/field-input.tsx';
import { inputOf } from '../../fields/inputs/registry.ts';
import { useFieldTexts } from '../../fields/contract/field-place.ts';
import { useFormPlace, type Message } from '../../fields/contract/form-place.ts';
import type { InputProps } from '../../fields/contract/input-kind.ts';
import { SeenValues } from '../../fields/messages/seen-values.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './form.module.css';
import { LengthCounter } from './length-counter.tsx';
import { isKept } from '../draft/record-plan.ts';
import { pathIn, type Draft } from '../draft/use-draft.ts';

/** Which fields are marked: none, if every field is required. */
type Marks = 'none' | 'required' | 'both';

interface FieldControlProps {
  readonly draft: Draft;
  readonly field: Field;
  /** Whether the name of its object stands above it. */
  readonly inObject: boolean;
  readonly marks: Marks;
}

/** A field of a form: label, hint, message and control, in this order. */
export function FieldControl({ draft, field, inObject, marks }: FieldControlProps) {
  const { plan, settled, change, leave } = draft;
  const form = useFormPlace();
  const path = pathIn(plan, field);
  const scope = plan.seenWith(settled);
  const place = useMemo(() => ({ ...plan.placeOf(field), inObject }), [plan, field, inObject]);
  const onChange = useCallback((value: Wire) => change(field, value), [change, field]);
  const onBlur = useCallback(() => leave(field), [leave, field]);
  const required =
    !isTruth(field.type) &&
    !(inObject && partsBeside(field).length > 0) && // the whole is, which stands above
    (field.required || (holds(field.requiredWhen, scope) === true && field.requiredWhen !== null));
  return (
    <div className={styles['field']} data-nf-field={path} data-wide={cellOf(field).isWide || undefined}>
      <NamedInput
        field={field}
        place={place}
        id={form.controlId(path)}
        entity={form.entity}
        messages={form.messages(path)}
        filledIn={isFilledIn(draft, field)}
        kept={plan.scope.transition == null && isKept(plan.scope.before, settled, field.id)}
        mark={markOf(field, required, marks)}
        value={draft.valueOf(field)}
        required={required}
        scope={inputOf(field).readsRecord?.(field) === true ? scope : plan.scope}
        onChange={onChange}
        onBlur={onBlur}
      />
      <LengthCounter field={field} value={settled[field.id] ?? null} scope={scope} />
    </div>
  );
}

interface NamedInputProps
  extends Pick<InputProps<Field>, 'field' | 'place' | 'id' | 'value' | 'required' | 'scope' | 'onChange' | 'onBlur'> {
  readonly entity: string;
  readonly messages: readonly Message[];
  /** Whether its value is the default, which nobody has typed. */
  readonly filledIn: boolean;
  /** Whether a value may be stored that this person has not been sent. */
  readonly kept: boolean;
  readonly mark: 'required' | 'optional' | null;
}

/** An input with what stands above it. It is drawn again only where something of its own changes, however long the form. */
const NamedInput = memo(function NamedInput(props: NamedInputProps) {
  const { field, place, id, entity, messages, filledIn, kept, mark, ...input } = props;
  const { t, written } = useTexts();
  const texts = useFieldTexts(place);
  const hint = texts.hint(field);
  const example = texts.example(field);
  const hasHint = hint !== null || example !== null;
  const described = [
    hasHint ? `${id}-hint` : '',
    filledIn ? `${id}-default` : '',
    kept ? `${id}-kept` : '',
    messages.length > 0 ? `${id}-error` : '',
  ].filter((each) => each !== '');
  const Label = inputOf(field).isGroup ? 'span' : 'label';
  return (
    <>
      <Label id={`${id}-label`} className={styles['label']} {...(Label === 'label' ? { htmlFor: id } : {})}>
        <span lang={written}>{texts.label(field)}</span>
        {mark !== null && (
          <span className={styles[mark]}>{mark === 'required' ? t('form.required') : t('form.optional')}</span>
        )}
      </Label>
      {hasHint && (
        <p id={`${id}-hint`} className={styles['hint']}>
          <span lang={written}>{hint}</span> {example !== null && t('form.example', { example })}
        </p>
      )}
      {kept && (
        <p id={`${id}-kept`} className={styles['hint']} data-nf-kept>
          {t('form.kept')}
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
              <CircleAlert size={14} aria-hidden />{' '}
              <span lang={isRuntimeError(code) ? undefined : written}>{text}</span>
              <SeenValues entity={entity} why={why} />
            </div>
          ))}
        </div>
      )}
      <FieldInput
        {...input}
        field={field}
        place={place}
        id={id}
        invalid={messages.length > 0}
        describedBy={described.length > 0 ? described.join(' ') : undefined}
        label={undefined}
      />
    </>
  );
});

function markOf(field: Field, required: boolean, marks: Marks): NamedInputProps['mark'] {
  if (required) return marks === 'none' ? null : 'required';
  return marks === 'both' && !isTruth(field.type) ? 'optional' : null;
}

/** Whether the value of this field in a new record is its default and was not typed. */
function isFilledIn({ plan, settled, values }: Draft, field: Field): boolean {
  const isDefault = plan.scope.creating === true && field.default !== null && !isTruth(field.type);
  if (!isDefault || Object.hasOwn(values, field.id)) return false;
  return !sameValue(field, settled[field.id] ?? null, null);
}
