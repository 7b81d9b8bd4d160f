import type { ImportAnswer } from '@ninefold/model';

/** What an import did to a record. */
export type WrittenKind = 'created' | 'changed';

/** The filter of a list by which it shows what the import created, or changed; null where it did nothing of that. */
export function writtenQuery(
  { between, ...answer }: Pick<ImportAnswer, 'between' | WrittenKind>,
  kind: WrittenKind,
  me: string,
): URLSearchParams | null {
  if (between === null || answer[kind] === 0) return null;
  const [from, to] = between;
  return new URLSearchParams([
    [`f.${kind}_at`, `ge:${from}`],
    [`f.${kind}_at`, `le:${to}`],
    [`f.${kind}_by`, `eq:${me}`],
    ...(kind === 'changed' ? [['f.created_at', `lt:${from}`]] : []),
  ]);
}
