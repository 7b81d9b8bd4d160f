import type { PercentField } from '@ninefold/model';
import { DecimalInput } from './decimal.tsx';
import type { InputProps } from './input-props.ts';

export function PercentInput(props: InputProps<PercentField>) {
  return <DecimalInput input={props} scale={props.field.scale} affix="%" />;
}
