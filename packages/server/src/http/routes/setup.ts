import type { Problem, SessionAnswer } from '@ninefold/model';
import { PASSWORD_LENGTH } from '../../accounts/password.ts';
import { Refusal } from '../../refusal.ts';
import { beginSession } from '../begin-session.ts';
import { openRoute, part, type Call, type Route } from '../route.ts';
import { objectBody, textsOf } from '../steps/body.ts';

async function setUp(call: Call): Promise<SessionAnswer> {
  const { service, request } = call;
  const body = objectBody(request);
  const { name, email, password } = textsOf(body, ['name', 'email', 'password']);
  const language = languageIn(body['language'], service.application.model.languages);
  refusePassword(password);
  if (!(await service.setup.isOpen())) throw new Refusal('setup_used');
  service.tries.begin(`setup\n${request.ip}`);
  const person = { name: name.trim(), email: email.trim(), password, language };
  const user = await service.setup.use(part(request, 'token'), person);
  service.tries.succeeded(`setup\n${request.ip}`);
  return beginSession(call, user);
}

function languageIn(value: unknown, languages: readonly string[]): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' && languages.includes(value)) return value;
  throw invalid({ path: 'language', code: 'bad_option', params: {} });
}

function refusePassword(password: string): void {
  const { min, max } = PASSWORD_LENGTH;
  const length = [...password].length;
  if (length < min) throw invalid({ path: 'password', code: 'too_short', params: { min } });
  if (length > max) throw invalid({ path: 'password', code: 'too_long', params: { max } });
}

function invalid(problem: Problem): Refusal {
  return new Refusal('invalid', { problems: [problem] });
}

/** Making the first administrator by the one-time link. */
export const SETUP_ROUTE: Route = openRoute('POST', '/_/setup/:token', setUp);
