import type { Client, ListBody, RecordBody } from './client.ts';

/** A category of Alan's and Mona's team, for tickets; `billable` ones ask for a cost. */
export async function categoryOf(
  client: Client,
  billable = false,
): Promise<{ readonly id: string; readonly title: string }> {
  const { status, body } = await client.get<ListBody>('/api/category?size=100');
  const found = body.items?.find(
    (one) =>
      Boolean(one['billable']) === billable &&
      one['active'] !== false &&
      (one['team'] as RecordBody | null)?.title === 'IT Support',
  );
  if (status !== 200 || !found) throw new Error(`no category (${status}): ${JSON.stringify(body)}`);
  return { id: found.id, title: String(found['title']) };
}

/** A ticket that this client asks for, with a subject that nothing else has. */
export async function createTicket(client: Client, more: Readonly<Record<string, unknown>> = {}): Promise<RecordBody> {
  const subject = `Chair ${Math.random().toString(36).slice(2, 10)}`;
  const category = (await categoryOf(client)).id;
  const answer = await client.send<RecordBody>('POST', '/api/ticket', { subject, category, ...more });
  if (answer.status !== 201) throw new Error(`create answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** A loan of the requester for a day far ahead, which nobody can hand out yet, approved by this agent. */
export async function approvedLoan(agent: Client, requester: Client): Promise<RecordBody> {
  const { body } = await agent.get<ListBody>('/api/asset?f.lendable=eq:true&size=50');
  const asset = body.items[Math.floor(Math.random() * body.items.length)]?.id;
  const days = 60 + Math.floor(Math.random() * 20_000);
  const from = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const made = await requester.send<RecordBody>('POST', '/api/loan', { asset, from, until: from });
  if (made.status !== 201) throw new Error(`the loan answered ${made.status}: ${JSON.stringify(made.body)}`);
  const approved = await agent.send<RecordBody>('POST', `/api/loan/${made.body.id}/approve`, {});
  if (approved.status !== 200) throw new Error(`approve answered ${approved.status}: ${JSON.stringify(approved.body)}`);
  return approved.body;
}
