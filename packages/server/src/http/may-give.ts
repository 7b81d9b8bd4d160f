import { rolesWith, type Model } from '@ninefold/model';
import type { Caller } from '../records/records.ts';

/** Whether the caller may give all these roles: nobody opens a way to more than he may give. */
export function mayGiveAll(model: Model, { rights }: Caller, roles: readonly string[]): boolean {
  const given = rolesWith(
    model,
    rights.roles.flatMap((role) => model.roles[role]?.gives ?? []),
  );
  return roles.every((role) => given.includes(role));
}
