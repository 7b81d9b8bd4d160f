import type { NumberField } from '@ninefold/model';
import { DecimalInput } from './decimal.tsx';
import type { InputProps } from './input-props.ts';

export function NumberInput(props: InputProps<NumberField>) {
  return <DecimalInput input={props} scale={props.field.scale} />;
}
