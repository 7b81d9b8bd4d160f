import i18next from 'i18next';
import { isMissing } from './language-files.ts';

/** A language file that could not be loaded after all retries. */
export interface FailedFile {
  readonly language: string;
  readonly namespace: string;
  readonly reason: string;
}

let failed: readonly FailedFile[] = [];
const listeners = new Set<() => void>();

function change(next: readonly FailedFile[]): void {
  failed = next;
  listeners.forEach((listener) => listener());
}

function without(language: string, namespace: string): readonly FailedFile[] {
  return failed.filter((file) => file.language !== language || file.namespace !== namespace);
}

/** Starts to record which files fail and which arrive later. Called before the texts start. */
export function watchFailedFiles(report: (file: FailedFile) => void): void {
  i18next.on('failedLoading', (language: string, namespace: string, reason: unknown) => {
    const file = { language, namespace, reason: String(reason) };
    if (!isMissing(file.reason)) change([...without(language, namespace), file]);
    report(file);
  });
  i18next.on('initialized', () =>
    i18next.store.on('added', (language: string, namespace: string) => change(without(language, namespace))),
  );
}

export function subscribeToFailedFiles(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function failedFiles(): readonly FailedFile[] {
  return failed;
}

export function forgetFailedFiles(): void {
  change([]);
}
