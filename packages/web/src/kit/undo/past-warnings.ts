import type { Failure } from '../../base/store/failure.ts';

/** Sends an undo with the warnings that are confirmed by it. Null: it is done. */
type Send = (confirm: readonly string[]) => Promise<Failure | null>;

/** Undoes past warnings: what is written stood there before, so that a warning of it asks nothing new. */
export async function pastWarnings(send: Send): Promise<Failure | null> {
  const failure = await send([]);
  return failure?.code === 'confirm_warnings' ? send(warningsOf([failure.problem])) : failure;
}

/** The codes of the warnings that problems name, each once. */
export function warningsOf(problems: readonly (Pick<NonNullable<Failure['problem']>, 'warnings'> | null)[]): string[] {
  return [...new Set(problems.flatMap((problem) => problem?.warnings?.map(({ code }) => code) ?? []))];
}
