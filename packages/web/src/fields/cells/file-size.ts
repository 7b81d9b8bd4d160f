const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const;
const STEP = 1000;

/** A number of bytes as people read it: `1.2 MB`, `0 bytes`. */
export function fileSize(bytes: number, language: string): string {
  const place = UNITS.findLastIndex((_, index) => bytes >= STEP ** (index + 1));
  const unit = UNITS[place];
  const format: Intl.NumberFormatOptions =
    unit === undefined ? { unit: 'byte', unitDisplay: 'long' } : { unit, maximumFractionDigits: place > 0 ? 1 : 0 };
  return new Intl.NumberFormat(language, { style: 'unit', ...format }).format(bytes / STEP ** (place + 1));
}
