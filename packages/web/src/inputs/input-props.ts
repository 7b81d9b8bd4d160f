import type { Field, Scope, Wire } from '@ninefold/model';
import type { FieldPlace } from './field-place.ts';

/** What every input is given. What cannot be read as a value is passed on as typed, for the schema to refuse. */
export interface InputProps<F extends Field> {
  readonly field: F;
  readonly place: FieldPlace;
  /** DOM id of the control that a label and a link in the summary point to. */
  readonly id: string;
  readonly value: Wire;
  readonly onChange: (value: Wire) => void;
  readonly onBlur: () => void;
  readonly invalid: boolean;
  readonly required: boolean;
  readonly describedBy: string | undefined;
  /** The name of the control where no visible label belongs to it (in the cells of a table). */
  readonly label: string | undefined;
  /** The record as it stands now, for what pickers offer. */
  readonly scope: Scope;
}

/** The attributes that tie a control to its label, hint and error. */
export function aria(props: InputProps<Field>) {
  return {
    id: props.id,
    'aria-invalid': props.invalid || undefined,
    'aria-required': props.required || undefined,
    'aria-describedby': props.describedBy,
    'aria-label': props.label,
  } as const;
}

/** The same for Mantine's `Input`, whose own wiring is switched off since it would drop the description. */
export function inputAria(props: InputProps<Field>) {
  const { id, ...attributes } = aria(props);
  return { ...attributes, withAria: false, attributes: { input: { id } } } as const;
}
