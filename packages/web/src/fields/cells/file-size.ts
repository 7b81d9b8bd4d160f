const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const;
const STEP = 1000;

/** A number of bytes as people read it: `1.2 MB`. Less than a kilobyte is one. */
export function fileSize(bytes: number, language: string): string {
  const place = UNITS.findLastIndex((_, index) => bytes >= STEP ** (index + 1));
  const shown = Math.max(1, bytes / STEP ** (Math.max(0, place) + 1));
  const digits = { maximumFractionDigits: place > 0 ? 1 : 0 };
  return new Intl.NumberFormat(language, { style: 'unit', unit: UNITS[place] ?? 'kilobyte', ...digits }).format(shown);
}
