import type { DatabaseSync } from 'node:sqlite';
import { formatDecimal } from '@ninefold/model';
import { registerFunctions as registerExpressionFunctions } from './expressions/functions.ts';
import { gramText } from './search.ts';
import { fold } from '../search/fold.ts';

const DIGITS = 10;

/** Registers the functions that our statements call. `look` throws where a statement has had its time. */
export function registerFunctions(handle: DatabaseSync, look: () => void): void {
  registerExpressionFunctions(handle, look);
  handle.function('nf_fold', { deterministic: true }, (text) => (typeof text === 'string' ? fold(text) : null));
  handle.function('nf_grams', { deterministic: true }, (text) => (typeof text === 'string' ? gramText(text) : null));
  handle.function('nf_decimal', { deterministic: true, useBigIntArguments: true }, (value, scale) =>
    typeof value === 'bigint' ? decimalText(value, Number(scale)) : null,
  );
}

function decimalText(value: bigint, scale: number): string {
  return formatDecimal(value * 10n ** BigInt(DIGITS - scale), scale);
}
