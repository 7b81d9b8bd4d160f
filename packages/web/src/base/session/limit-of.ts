import type { SessionAnswer } from '@ninefold/model';

/** A limit from the session answer, or what the runtime assumes before there is one. */
export function limitOf(session: SessionAnswer | null, id: string, assumed: number): number {
  const value = Number(session?.limits[id] ?? assumed);
  return Number.isFinite(value) ? value : assumed;
}
