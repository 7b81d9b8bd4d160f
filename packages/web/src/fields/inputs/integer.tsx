import type { IntegerField } from '@ninefold/model';
import { DecimalInput } from './decimal.tsx';
import type { InputKind, InputProps } from '../contract/input-kind.ts';

function IntegerInput(props: InputProps<IntegerField>) {
  return <DecimalInput input={props} scale={0} />;
}

export const integerInput: InputKind<IntegerField> = { Input: IntegerInput, isGroup: false, filter: 'range' };
