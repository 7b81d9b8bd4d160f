import { isMap, language, someRecord, type Asking } from '../asking.ts';
import type { Told } from '../pair.ts';

const SESSION = '/_/session';
const PASSWORD = 'correct horse battery';

/** Everybody signs in through the demonstration sign-in. */
export async function signInAll({ house, pair }: Asking): Promise<void> {
  for (const [as, email] of Object.entries(house.people)) {
    const { json } = await pair.call({ as, method: 'GET', path: SESSION });
    const accounts = isMap(json) && Array.isArray(json['demo']) ? (json['demo'] as readonly unknown[]) : [];
    const account = accounts.find((one) => isMap(one) && one['email'] === email);
    if (!isMap(account)) throw new Error(`nobody is ${email}`);
    const told = await pair.call({ as, method: 'POST', path: SESSION, body: { demo: account['id'] } });
    if (told.status >= 300) throw new Error(`${email} cannot sign in: ${told.bytes.toString('utf8')}`);
  }
}

/** Signing in with wrong credentials, signing out and in again, choosing a language. */
export async function askSessions({ house, pair }: Asking): Promise<void> {
  const bodies: readonly unknown[] = [
    ...[{}, { demo: 'x' }, { demo: 1 }, { email: 'a@example.test' }, { email: 'a@example.test', password: 'wrong' }],
    ...[{ email: house.people[house.chief], password: 'wrong' }, [], 'x', null],
  ];
  for (const body of bodies) await pair.call({ as: 'stranger', method: 'POST', path: SESSION, body });
  await pair.call({ as: 'stranger', method: 'GET', path: SESSION });
  for (const body of bodies) await pair.call({ as: 'stranger', method: 'POST', path: SESSION, body });
  for (const lng of ['ja', 'en', 'de', '', 1])
    await pair.call({ as: house.chief, method: 'POST', path: `${SESSION}/language`, body: { language: lng } });
  await pair.call({ as: house.chief, method: 'GET', path: `/api/${Object.keys(house.entities)[0] ?? ''}/none` });
  await pair.call({ as: 'stranger', method: 'DELETE', path: SESSION });
}

/** Links for passwords, passwords, and keys with what they may be used for. */
export async function askAccounts(asking: Asking): Promise<void> {
  const { house, pair } = asking;
  const { keeper, chief } = house;
  for (const as of [keeper, chief]) {
    const user = someRecord(asking, 'user')?.id ?? 'none';
    for (const id of [user, 'none']) {
      const made = await pair.call({ as, method: 'POST', path: `/_/accounts/${id}/invitation` });
      await useLink(asking, linkIn(made));
    }
  }
  for (const body of [{ current: 'x', password: PASSWORD }, { current: 'x', password: 'short' }, {}])
    await pair.call({ as: chief, method: 'POST', path: '/_/password', body });
}

function linkIn({ json }: Told): string {
  return isMap(json) && typeof json['address'] === 'string' ? json['address'] : `/_/setup/${'x'.repeat(43)}`;
}

async function useLink({ pair }: Asking, path: string): Promise<void> {
  const as = `guest ${path}`;
  await pair.call({ as, method: 'GET', path: SESSION });
  await pair.call({ as, method: 'GET', path });
  for (const password of ['short', PASSWORD, PASSWORD])
    await pair.call({ as, method: 'POST', path, body: { password } });
  await pair.call({ as, method: 'GET', path: SESSION });
  await pair.call({ as, method: 'POST', path: '/_/password', body: { current: PASSWORD, password: `${PASSWORD} 2` } });
}

/** Creates keys, uses them, lists them, revokes them, and uses them again. */
export async function askKeys(asking: Asking): Promise<void> {
  const { house, pair } = asking;
  const bodies = [
    ...[
      { name: 'nightly', role: house.role, days: 30 },
      { name: 'x'.repeat(81), role: house.role, days: 3 },
    ],
    ...[
      { name: 'n', role: 'nothing', days: 3 },
      { name: 'n', role: house.role, days: 0 },
      { name: 'n', role: house.role },
    ],
    ...[{ name: 'n', role: house.role, days: 99_999 }, { name: 'n', role: house.role, days: 'x' }, {}],
    ...[{ name: 'n', role: house.role, days: 3, user: someRecord(asking, 'user')?.id ?? 'none' }],
    ...[{ name: 'n', role: house.role, days: 3, user: 'nobody' }],
  ];
  for (const as of [house.keeper, house.chief])
    for (const body of bodies) await useKey(asking, as, await pair.call({ as, method: 'POST', path: '/_/keys', body }));
  await pair.call({ as: house.keeper, method: 'DELETE', path: '/_/keys/none' });
}

async function useKey({ house, pair }: Asking, as: string, { status, json }: Told): Promise<void> {
  if (status !== 201 || !isMap(json) || !isMap(json['key'])) return;
  const headers = { authorization: `Bearer ${String(json['secret'])}` };
  const [entity = ''] = Object.keys(house.entities);
  const use = async (): Promise<void> => {
    for (const path of [`/api/${entity}?size=2`, '/api/user?size=3&sort=email', '/api/openapi.json', '/_/model'])
      await pair.call({ as: null, method: 'GET', path, headers });
    await pair.call({ as: null, method: 'POST', path: `/api/${entity}`, body: {}, headers });
  };
  await use();
  await pair.call({ as, method: 'GET', path: '/_/keys' });
  await pair.call({ as, method: 'DELETE', path: `/_/keys/${String(json['key']['id'])}` });
  await use();
}

/** Sends fault reports of browsers, and malformed ones. */
export async function askFaults(asking: Asking): Promise<void> {
  const { house, pair, random } = asking;
  const event = { event_id: '0123456789abcdef0123456789abcdef', message: 'It broke', level: 'error' };
  const whole = `{}\n{"type":"event"}\n${JSON.stringify(event)}\n`;
  for (const body of [
    whole,
    '',
    '{}',
    'nothing',
    `{}\n{"type":"session"}\n{}\n`,
    whole.replace('event"}', 'event","length":5}'),
  ])
    for (const path of ['/_/intake/', '/_/intake', '/_/intake/api/1/envelope/'])
      await pair.call({
        as: random.pick([house.chief, null]),
        method: 'POST',
        path,
        body,
        headers: { 'content-type': 'text/plain' },
      });
  for (const as of [house.keeper, house.chief, null])
    await pair.call({ as, method: 'GET', path: '/_/faults', headers: language(asking) });
  for (const path of ['/_/setup', '/_/setup/sample-data'])
    await pair.call({ as: house.keeper, method: path.endsWith('data') ? 'POST' : 'GET', path });
}

/** The first administrator of an application without accounts, and those whom they invite. */
export async function askFirstRun(asking: Asking, link: string): Promise<void> {
  const { pair } = asking;
  const path = new URL(link).pathname;
  const as = 'first';
  const person = { name: 'Fay First', email: 'fay@example.test', password: PASSWORD };
  await pair.call({ as, method: 'GET', path: SESSION });
  await pair.call({ as, method: 'GET', path });
  for (const body of [
    {},
    { ...person, password: 'x' },
    { ...person, email: 'x' },
    { ...person, language: 'xx' },
    person,
    person,
  ])
    await pair.call({ as, method: 'POST', path, body });
  for (const address of [SESSION, '/_/setup', '/_/model', '/api/user', '/_/home', '/_/keys'])
    await pair.call({ as, method: 'GET', path: address });
  const made = await pair.call({
    as,
    method: 'POST',
    path: '/api/user',
    body: { name: 'Gil', email: 'gil@example.test' },
  });
  const id = isMap(made.json) ? String(made.json['id']) : 'none';
  await useLink(asking, linkIn(await pair.call({ as, method: 'POST', path: `/_/accounts/${id}/invitation` })));
  await pair.call({ as, method: 'POST', path: '/_/setup/sample-data' });
  await askSignIns(asking, person);
}

async function askSignIns({ pair }: Asking, { email }: { readonly email: string }): Promise<void> {
  await pair.call({ as: 'again', method: 'GET', path: SESSION });
  for (const password of [PASSWORD, ...Array.from({ length: 12 }, () => 'wrong'), PASSWORD])
    await pair.call({ as: 'again', method: 'POST', path: SESSION, body: { email, password } });
  pair.wait(3_600_000);
  await pair.call({ as: 'again', method: 'POST', path: SESSION, body: { email, password: PASSWORD } });
  await pair.call({ as: 'again', method: 'GET', path: '/api/user' });
  pair.wait(40 * 86_400_000);
  for (const as of ['first', 'again']) await pair.call({ as, method: 'GET', path: '/api/user' });
}
