import { Input } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import {
  parseNumber,
  separatorsOf,
  type IntegerField,
  type MoneyField,
  type NumberField,
  type PercentField,
} from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { inputAria, type InputProps } from '../contract/input-kind.ts';
import styles from './inputs.module.css';

interface DecimalProps {
  readonly input: InputProps<IntegerField | NumberField | MoneyField | PercentField>;
  readonly scale: number;
  /** The unit or currency after the number. */
  readonly affix?: ReactNode;
  /** What it counts: a currency by its code, or `%`. An amount of something else is no value of the field. */
  readonly unit?: string;
}

const PLAIN = /^-?\d+(?:\.\d+)?$/;

/** An exact decimal, grouped at rest and as plain digits while it is edited. It is never a binary float, and the mouse wheel does not change it. */
export function DecimalInput({ input, scale, affix, unit }: DecimalProps) {
  const format = useFormat();
  const { language } = format;
  const [typed, setTyped] = useState<string | null>(null);
  const value = input.value === null || typeof input.value === 'object' ? '' : String(input.value);
  const atRest = PLAIN.test(value)
    ? format.triangle(format.number(value, Math.max(scale, decimalsOf(value))), input.field)
    : value;
  const change = (text: string): void => {
    setTyped(text);
    input.onChange(
      text.trim() === '' ? null : (parseNumber(text, language, unit === undefined ? {} : { unit }) ?? text),
    );
  };
  const focus = (input: HTMLInputElement): void => {
    const plain = editable(value, language, scale);
    setTyped(plain);
    // New text in the input drops the selection that the Tab key has made. Typing would then append to the old number.
    if (plain !== atRest) queueMicrotask(() => input.select());
  };
  return (
    <Input
      {...inputAria(input)}
      error={input.invalid}
      inputMode={scale === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      className={styles['number']}
      classNames={{ input: styles['numberInput'] ?? '' }}
      rightSection={affix === undefined ? undefined : <span className={styles['affix']}>{affix}</span>}
      rightSectionWidth={affix === undefined ? undefined : 48}
      value={typed ?? atRest}
      onFocus={(event) => focus(event.currentTarget)}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => {
        setTyped(null);
        input.onBlur();
      }}
    />
  );
}

function decimalsOf(value: string): number {
  return (value.split('.')[1] ?? '').replace(/0+$/, '').length;
}

/** Digits without grouping, with the decimal separator of the language. */
function editable(value: string, language: string, scale: number): string {
  if (!PLAIN.test(value)) return value;
  const [whole = '', fraction = ''] = value.split('.');
  const kept = fraction.length > scale ? fraction.replace(/0+$/, '') : fraction;
  return kept === '' ? whole : whole + separatorsOf(language).decimal + kept;
}
