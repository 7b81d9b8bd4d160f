import type { CallKind, Model } from '@ninefold/model';
import type { Issue } from '../../application.ts';
import type { Spot } from '../../located.ts';
import { collect } from '../../issues/report.ts';

const KINDS: readonly CallKind[] = ['out', 'in'];

/** What is to be said of each call with a secret in an installation that does not have that. */
export function unsetSecrets(spots: ReadonlyMap<string, Spot>, { calls }: Model): readonly Issue[] {
  const { report, issues } = collect();
  for (const kind of KINDS)
    for (const { id, secret } of Object.values(calls[kind])) {
      const spot = spots.get(`secret ${kind}.${id}`);
      if (spot && secret !== null) report('NF0445', spot, { name: id, secret });
    }
  return issues();
}
