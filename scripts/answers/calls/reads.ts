import { entityName, isMap, language, learn, person, someId, someRecord, wordsOf, type Asking } from '../asking.ts';
import { some } from '../values.ts';

/** One record, its history, what the caller may do with it, who changed it, who is editing it. */
export async function askRecord(asking: Asking): Promise<void> {
  const { pair, random } = asking;
  const entity = entityName(asking);
  const as = random.chance(0.02) ? null : person(asking);
  const id = someId(asking, entity);
  const headers = language(asking);
  const path = random.pick([
    `/api/${entity}/${id}`,
    `/api/${entity}/${id}`,
    `/api/${entity}/${id}${shape(asking, entity)}`,
  ]);
  const told = await pair.call({ as, method: 'GET', path, headers });
  if (!path.includes('?')) learn(asking, entity, told);
  const { etag } = told.headers;
  if (etag !== undefined && random.chance(0.3))
    await pair.call({ as, method: 'GET', path, headers: { 'if-none-match': random.pick([etag, '"1"', '*', 'x']) } });
  if (random.chance(0.5)) await pair.call({ as, method: 'GET', path: `/_/may/${entity}/${id}`, headers });
  if (random.chance(0.5)) await pair.call({ as, method: 'GET', path: `/api/${entity}/${id}/history`, headers });
  if (random.chance(0.2)) {
    const since = random.pick(['1', '0', '2', 'x', '']);
    await pair.call({ as, method: 'GET', path: `/_/changes/${entity}/${id}?since=${since}`, headers });
  }
  if (random.chance(0.15)) await askPresence(asking, `/_/presence/${entity}/${id}`);
}

function shape(asking: Asking, entity: string): string {
  const { fields, expand } = wordsOf(asking, entity);
  const params = new URLSearchParams();
  if (asking.random.chance(0.7)) params.set('select', some(asking, Object.keys(fields), 0.3).join(','));
  if (asking.random.chance(0.7)) params.set('expand', some(asking, expand, 0.5).join(','));
  return `?${params.toString()}`;
}

async function askPresence(asking: Asking, path: string): Promise<void> {
  const { pair } = asking;
  await pair.call({ as: person(asking), method: 'POST', path });
  await pair.call({ as: person(asking), method: 'GET', path });
  await pair.call({ as: person(asking), method: 'DELETE', path });
}

/** Fills the known records of every entity, by lists of those who see most. */
export async function lookAround(asking: Asking): Promise<void> {
  const { house, pair } = asking;
  for (const entity of Object.keys(house.entities)) {
    for (const as of [house.keeper, house.chief]) {
      const told = await pair.call({ as, method: 'GET', path: `/api/${entity}?size=100&sort=-created_at` });
      learn(asking, entity, told);
    }
  }
}

/** What a page asks for before it shows a record, and the document of the calls where it is `whole`. */
export async function askPages(asking: Asking, whole: boolean): Promise<void> {
  const { house, pair } = asking;
  const paths = ['/_/session', '/_/model', '/_/home', ...(whole ? ['/api/openapi.json', '/_/setup', '/_/keys'] : [])];
  for (const as of [...Object.keys(house.people), null])
    for (const path of paths)
      await pair.call({ as, method: 'GET', path, headers: as === house.keeper ? { 'accept-language': 'ja' } : {} });
  if (!whole) return;
  for (const as of [house.chief, house.keeper, null])
    for (const lng of ['en', 'ja'])
      for (const namespace of ['app', 'runtime', 'errors', 'ticket', 'model', 'nothing', '__proto__'])
        await askTwice(asking, as, `/_/locales/${lng}/${namespace}.json`);
  for (const path of ['/health', '/_/live', '/_/nothing', '/api', '/api/', '/_/locales/xx/app.json', '/'])
    await pair.call({ as: null, method: 'GET', path });
}

async function askTwice({ pair }: Asking, as: string | null, path: string): Promise<void> {
  const { headers } = await pair.call({ as, method: 'GET', path });
  if (headers.etag !== undefined)
    await pair.call({ as, method: 'GET', path, headers: { 'if-none-match': headers.etag } });
}

/** Reads again what somebody else has just changed, with the rights of everybody. */
export async function askEverybody(asking: Asking): Promise<void> {
  const { house, pair } = asking;
  const entity = entityName(asking);
  const record = someRecord(asking, entity);
  if (record === null || !isMap(record.record)) return;
  for (const as of Object.keys(house.people)) {
    await pair.call({ as, method: 'GET', path: `/api/${entity}/${record.id}` });
    await pair.call({ as, method: 'GET', path: `/_/may/${entity}/${record.id}` });
  }
}
