import type { Model } from '@ninefold/model';
import type { SourceFile } from '../application.ts';
import { PAGE_FILE } from '../load/file-names.ts';
import { sourceText } from '../load/located.ts';
import type { Report } from '../issues/report.ts';

/** Tells files of pages that no screen names, or of a language that the application does not have. */
export function reportUnshownPages(report: Report, model: Model, files: readonly SourceFile[]): void {
  const shown = new Set(model.screens.flatMap((screen) => (screen.kind === 'page' ? [screen.page] : [])));
  for (const { path, text } of files) {
    const [, page = '', language = ''] = PAGE_FILE.exec(path) ?? [];
    if (page === '' || (shown.has(page) && model.languages.includes(language))) continue;
    report(
      'NF1110',
      { source: sourceText(path, text), start: 0, end: Math.max(1, text.split('\n', 1)[0]?.length ?? 1) },
      { name: path },
    );
  }
}
