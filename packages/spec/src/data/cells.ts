import { formatDecimal, isDate, parseDecimal, parseInstant, type Field, type Wire } from '@ninefold/model';

/** What a cell holds: its value in wire form, or what is wrong with it. */
export type CellValue = { readonly value: Wire } | { readonly wrong: 'type' | 'option' };

const WRONG: CellValue = { wrong: 'type' };

/** A cell's raw value as the field takes it. Text of a list is split at `;`; references stay the name that was written. */
export function cellValue(raw: unknown, field: Field): CellValue {
  if (raw === null || raw === undefined || raw === '') return { value: field.type === 'lines' ? [] : null };
  if (field.type === 'choices' || field.type === 'references') return listValue(raw, field);
  if (field.type === 'lines') return WRONG;
  if (typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'boolean') return WRONG;
  return READERS[field.type](String(raw), field);
}

type Reader = (text: string, field: Field) => CellValue;

const text: Reader = (written) => ({ value: written.normalize('NFC') });

const decimal: Reader = (written, field) => {
  const value = parseDecimal(written);
  return value === null || !('scale' in field) ? WRONG : { value: formatDecimal(value, field.scale) };
};

const READERS: Readonly<Record<Exclude<Field['type'], 'choices' | 'references' | 'lines'>, Reader>> = {
  string: text,
  text,
  sequence: text,
  reference: (written) => ({ value: written.trim() }),
  choice: (written, field) => optionValue(written, field),
  integer: (written) => (/^[-+]?\d{1,15}$/.test(written.trim()) ? { value: Number(written) } : WRONG),
  number: decimal,
  money: decimal,
  percent: decimal,
  boolean: (written) => (written === 'true' || written === 'false' ? { value: written === 'true' } : WRONG),
  date: (written) => (isDate(written) ? { value: written } : WRONG),
  datetime: (written) => {
    const instant = parseInstant(written);
    return instant === null ? WRONG : { value: instant };
  },
};

function optionValue(written: string, field: Field): CellValue {
  const isOption = 'options' in field && field.options.includes(written.trim());
  return isOption ? { value: written.trim() } : { wrong: 'option' };
}

function listValue(raw: unknown, field: Field): CellValue {
  const items: readonly unknown[] = Array.isArray(raw) ? raw : String(raw).split(';');
  const values: Wire[] = [];
  for (const item of items) {
    const written = String(item).trim();
    if (written === '') continue;
    const value: CellValue = field.type === 'choices' ? optionValue(written, field) : { value: written };
    if ('wrong' in value) return value;
    values.push(value.value);
  }
  return { value: values };
}
