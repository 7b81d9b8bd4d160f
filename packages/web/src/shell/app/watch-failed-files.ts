import i18next from 'i18next';
import { fileArrived, fileFailed, type FailedFile } from '../../base/texts/failed-files.ts';

/** Starts to record which files of i18next fail and which arrive later. Called before the texts start. */
export function watchFailedFiles(report: (file: FailedFile) => void): void {
  i18next.on('failedLoading', (language: string, namespace: string, reason: unknown) => {
    const file = { language, namespace, reason: String(reason) };
    fileFailed(file);
    report(file);
  });
  i18next.on('initialized', () => i18next.store.on('added', fileArrived));
}
