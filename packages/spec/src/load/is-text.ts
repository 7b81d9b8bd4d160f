import type { Report } from '../issues/report.ts';
import type { SourceText } from '../located.ts';

/** False for a file that is not UTF-8, which is reported at the first character that proves it. */
export function isText(source: SourceText, report: Report): boolean {
  const found = ['\u0000', '\uFFFD'].map((sign) => source.text.indexOf(sign)).filter((at) => at !== -1);
  const start = found.length === 0 ? -1 : Math.min(...found);
  if (start !== -1) report('NF0015', { source, start, end: start + 1 });
  return start === -1;
}
