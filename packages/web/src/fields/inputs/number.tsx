import type { NumberField } from '@ninefold/model';
import { DecimalInput } from './decimal.tsx';
import type { InputKind, InputProps } from '../contract/input-kind.ts';

function NumberInput(props: InputProps<NumberField>) {
  return <DecimalInput input={props} scale={props.field.scale} />;
}

export const numberInput: InputKind<NumberField> = { Input: NumberInput, isGroup: false, filter: 'range' };
