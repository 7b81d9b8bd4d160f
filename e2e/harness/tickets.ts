import type { Client, ListBody, RecordBody } from './client.ts';

/** Id of the first category that is picked for tickets; `billable` ones ask for a cost. */
export async function categoryOf(
  client: Client,
  billable = false,
): Promise<{ readonly id: string; readonly title: string }> {
  const { status, body } = await client.get<ListBody>('/api/category?size=100');
  const found = body.items?.find((one) => Boolean(one['billable']) === billable && one['active'] !== false);
  if (status !== 200 || !found) throw new Error(`no category (${status}): ${JSON.stringify(body)}`);
  return { id: found.id, title: String(found['name']) };
}

/** A ticket that this client asks for, with a subject that nothing else has. */
export async function createTicket(client: Client, more: Readonly<Record<string, unknown>> = {}): Promise<RecordBody> {
  const subject = `Chair ${Math.random().toString(36).slice(2, 10)}`;
  const category = (await categoryOf(client)).id;
  const answer = await client.send<RecordBody>('POST', '/api/ticket', { subject, category, ...more });
  if (answer.status !== 201) throw new Error(`create answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
