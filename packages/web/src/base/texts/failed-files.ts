import { isMissing } from './files/text-files.ts';

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

/** Notes that a file has failed; one that the server does not have is missed by nobody. */
export function fileFailed(file: FailedFile): void {
  if (!isMissing(file.reason)) change([...without(file.language, file.namespace), file]);
}

export function fileArrived(language: string, namespace: string): void {
  change(without(language, namespace));
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
