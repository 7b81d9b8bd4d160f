import type { PercentField } from '@ninefold/model';
import { DecimalInput } from './decimal.tsx';
import type { InputKind, InputProps } from '../contract/input-kind.ts';

function PercentInput(props: InputProps<PercentField>) {
  return <DecimalInput input={props} scale={props.field.scale} affix="%" unit="%" />;
}

export const percentInput: InputKind<PercentField> = { Input: PercentInput, isGroup: false, filter: 'range' };
