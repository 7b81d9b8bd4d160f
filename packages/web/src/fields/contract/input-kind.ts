import type { ComponentType } from 'react';
import type { Field, Scope, Wire } from '@ninefold/model';
import type { FieldPlace } from './field-place.ts';

/** What every input is given. Text that is no value is passed on as typed, and the schema refuses it. */
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
  /** Whether the value is the upper end of a range: a day then stands for its end. */
  readonly isEnd?: boolean;
}

/** How a list asks for values: words in a text, options, a record, two bounds, yes or no. */
export type FilterKind = 'text' | 'options' | 'record' | 'range' | 'boolean';

/** How values of one type of field are entered. Each type has its own in `fields/inputs/<type>.tsx`. */
export interface InputKind<F extends Field> {
  readonly Input: ComponentType<InputProps<F>>;
  /** Whether it has several controls, or one with a label of its own: the label of the field is then a plain text. */
  readonly isGroup: boolean;
  /** How a list asks for values of it; null: it does not. */
  readonly filter: FilterKind | null;
  /** Whether a value was chosen whole, so that nothing is left to type; without it, none ever is. */
  readonly isPick?: (value: Wire) => boolean;
  /** Whether other values of the record decide what it draws; it is drawn again whenever one of them changes. Without it, none does. */
  readonly readsRecord?: (field: F) => boolean;
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
