import type { DatabaseSync } from 'node:sqlite';
import { formatDecimal } from '@ninefold/model';
import { registerFunctions as registerExpressionFunctions } from '../expressions/functions.ts';
import { registerSearchFunctions } from './search-functions.ts';

const DIGITS = 10;

/** Registers the functions that our statements call. */
export function registerFunctions(handle: DatabaseSync): void {
  registerExpressionFunctions(handle);
  registerSearchFunctions(handle);
  handle.function('nf_decimal', { deterministic: true, useBigIntArguments: true }, (value, scale) =>
    typeof value === 'bigint' ? decimalText(value, Number(scale)) : null,
  );
}

function decimalText(value: bigint, scale: number): string {
  return formatDecimal(value * 10n ** BigInt(DIGITS - scale), scale);
}
