import i18next from 'i18next';

/** A language file that did not come, after every retry. */
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

/** True where the server said that there is no such file: asking again would not help. */
function isMissing({ reason }: FailedFile): boolean {
  return /status code: 4\d\d/.test(reason);
}

/** Starts to note which files fail and which of them come later after all. */
export function watchFailedFiles(report: (file: FailedFile) => void): void {
  i18next.on('failedLoading', (language: string, namespace: string, reason: unknown) => {
    const file = { language, namespace, reason: String(reason) };
    if (!isMissing(file)) change([...without(language, namespace), file]);
    report(file);
  });
  i18next.store.on('added', (language: string, namespace: string) => change(without(language, namespace)));
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
