import { reportFault } from '../faults/faults.ts';
import type { FailedFile } from './failed-files.ts';

/** Reports a language file that did not arrive. */
export function reportTexts({ reason }: FailedFile): void {
  reportFault(new Error(`Language file: ${reason}`), { kind: 'language-file' });
}
