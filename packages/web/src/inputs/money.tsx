import type { MoneyField } from '@ninefold/model';
import { currencyAt } from '../format/currency-at.ts';
import { useFormat } from '../format/use-format.ts';
import { DecimalInput } from './decimal.tsx';
import type { InputProps } from './input-props.ts';

export function MoneyInput(props: InputProps<MoneyField>) {
  const format = useFormat();
  const { record, line } = props.scope;
  const { code, scale } = currencyAt(props.field, { ...(record ? { record } : {}), ...(line ? { line } : {}) });
  return <DecimalInput input={props} scale={scale} {...(code === null ? {} : { affix: format.currency(code) })} />;
}
