import { limitValues, RUNTIME_LIMITS, type SessionAnswer } from '@ninefold/model';
import { giveToken } from './cookies.ts';
import { Refusal } from '../refusal.ts';
import type { Call } from './route.ts';
import { sessionAnswer } from './session-answer.ts';

/** Opens a session for this user in a new token, ends the one of before, and answers with it. */
export async function beginSession({ service, request, reply, visitor }: Call, user: string): Promise<SessionAnswer> {
  const hours = sessionHours(limitValues(service.application.model)['session_hours']);
  if (visitor.token !== null) await service.sessions.close(visitor.token);
  const { token } = await service.sessions.open(user, hours);
  service.callers.forget();
  const caller = await service.callers.find(token, true);
  if (!caller) throw new Refusal('wrong_sign_in');
  giveToken(service, request, reply, token, hours);
  return sessionAnswer(service, request, caller);
}

function sessionHours(value: unknown): number {
  const hours = Number(value);
  return hours > 0 ? hours : Number(RUNTIME_LIMITS['session_hours']?.value ?? 12);
}
