import {
  currencyDecimals,
  currencyIn,
  type IntegerField,
  type MoneyField,
  type NumberField,
  type PercentField,
} from '@ninefold/model';
import { decimalCell, wholeCell } from '../sheet-cells/number.ts';
import type { Cell } from '../sheet-cells/sheet-cell.ts';
import { PLAIN, type Look, type PeopleCell } from './people-cell.ts';

/** A number as a spreadsheet has it, with thousands apart. */
function shown(cell: Cell | null, scale: number, around: (digits: string) => string = (digits) => digits): Cell | null {
  return cell && { ...cell, format: around(scale === 0 ? '#,##0' : `#,##0.${'0'.repeat(scale)}`) };
}

export const integerCell: PeopleCell<IntegerField> = {
  ...PLAIN,
  sheet: (value, field) => wholeCell(value, field), // without thousands apart: years and numbers of things are whole, too
};

export const numberCell: PeopleCell<NumberField> = {
  ...PLAIN,
  sheet: (value, field) => shown(decimalCell(value, field), field.scale),
};

export const percentCell: PeopleCell<PercentField> = {
  ...PLAIN,
  sheet: (value, field) => shown(decimalCell(value, field), field.scale, (digits) => `${digits}"%"`),
};

/** The currency that each record has of its own follows the amount; one that all have is in the format of the cells of a sheet. */
export const moneyCell: PeopleCell<MoneyField> = {
  text(value, field, look) {
    const { code, scale } = currencyOf(field, look);
    const amount = trimmed(String(value), field.scale - scale);
    return field.currencyFrom === null || code === null ? amount : `${amount} ${code}`;
  },
  sheet(value, field, look) {
    const { code, scale } = currencyOf(field, look);
    const around = (digits: string): string => (code === null ? digits : withCurrency(digits, code, look.language));
    return shown(decimalCell(value, field), scale, around);
  },
};

function currencyOf(field: MoneyField, { record, line, timeZone }: Look): { code: string | null; scale: number } {
  if (field.currencyFrom === null) return { code: field.currency, scale: field.scale };
  const scope = { limits: {}, now: '', today: '', timeZone, record, ...(line ? { line: line.values } : {}) };
  const code = currencyIn(field, scope) ?? null;
  return { code, scale: code === null ? field.scale : Math.min(field.scale, currencyDecimals(code)) };
}

/** An amount without decimals that its currency does not have, where they are zero. */
function trimmed(amount: string, surplus: number): string {
  const cut = surplus <= 0 ? amount : amount.replace(new RegExp(`0{${String(surplus)}}$`, 'u'), '');
  return cut.endsWith('.') ? cut.slice(0, -1) : cut;
}

/** The format of a number with the sign of a currency where the language has it; yen stand behind the amount in Japanese. */
function withCurrency(digits: string, currency: string, language: string): string {
  const currencyDisplay = language.startsWith('ja') && currency === 'JPY' ? 'name' : 'narrowSymbol';
  const parts = new Intl.NumberFormat(language, {
    ...{ style: 'currency', currency, currencyDisplay, maximumFractionDigits: 0 },
  }).formatToParts(1);
  return parts.map(({ type, value }) => (type === 'integer' ? digits : `"${value}"`)).join('');
}
