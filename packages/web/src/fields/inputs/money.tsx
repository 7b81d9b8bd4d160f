import type { MoneyField } from '@ninefold/model';
import { currencyAt } from '../contract/currency-at.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { DecimalInput } from './decimal.tsx';
import type { InputKind, InputProps } from '../contract/input-kind.ts';

function MoneyInput(props: InputProps<MoneyField>) {
  const format = useFormat();
  const { record, line } = props.scope;
  const { code, scale } = currencyAt(props.field, { ...(record ? { record } : {}), ...(line ? { line } : {}) });
  return (
    <DecimalInput
      input={props}
      scale={scale}
      {...(code === null ? {} : { affix: format.currency(code), unit: code })}
    />
  );
}

export const moneyInput: InputKind<MoneyField> = {
  Input: MoneyInput,
  isGroup: false,
  filter: 'range',
  readsRecord: ({ currencyFrom }) => currencyFrom !== null,
};
