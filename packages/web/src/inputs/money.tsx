import type { MoneyField } from '@ninefold/model';
import { useFormat } from '../format/use-format.ts';
import { DecimalInput } from './decimal.tsx';
import type { InputProps } from './input-props.ts';

export function MoneyInput(props: InputProps<MoneyField>) {
  const format = useFormat();
  return <DecimalInput input={props} scale={props.field.scale} affix={format.currency(props.field.currency)} />;
}
