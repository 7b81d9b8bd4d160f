import type { IntegerField } from '@ninefold/model';
import { DecimalInput } from './decimal.tsx';
import type { InputProps } from './input-props.ts';

export function IntegerInput(props: InputProps<IntegerField>) {
  return <DecimalInput input={props} scale={0} />;
}
