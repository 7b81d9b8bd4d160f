import type { ImportRejects } from '@ninefold/model';
import { saveFile } from '../../kit/page/save-file.ts';

/** Downloads the rows that failed under the name of the file that was sent: `assets_problems.csv`. */
export function saveRejects({ type, content }: ImportRejects, file: string, suffix: string): void {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.codePointAt(0) ?? 0);
  const ending = /\.\w+$/.exec(file)?.[0] ?? '';
  const name = `${file.slice(0, file.length - ending.length)}_${suffix}${/\.(?:xlsx|jsonl|ndjson)$/i.test(ending) ? ending : '.csv'}`;
  saveFile(new Blob([bytes], { type }), name);
}
