import { Session, type Profiler } from 'node:inspector';
import { join } from 'node:path';
import type { ListAnswer, SessionAnswer } from '@ninefold/model';
import { readFolder } from '../specification/read-folder.ts';
import type { Answer, Browser } from './browser.ts';
import { startDesk } from './start-desk.ts';

// `node warm-calls.ts`: makes each call until nothing is planned or compiled for the first time, then once more with the
// coverage of the engine, and prints which functions of which files ran, as JSON: call, file, names of functions. It is a
// program of its own because a test runner makes a function of every export, and each of those would count.

const PACKAGES = join(import.meta.dirname, '../../..');
const SERVICE_DESK = join(PACKAGES, '../examples/service-desk');
const WARMING_CALLS = 5;
const COUNTED_CALLS = 3;

/** A specification whose transition reads through the references of its form. */
const TASKS = `ninefold: 1
purpose: { name: tasks, does: Hands tasks over., audience: { worker: Whoever works }, languages: [en], time_zone: UTC }
entities:
  task: { title: name, fields: { name: { type: string, label: Name }, place: { type: string, label: Place } } }
states:
  task:
    initial: open
    states: { open: { kind: active, label: Open } }
    transitions:
      hand_over:
        from: open
        to: same
        by: worker
        label: Hand over
        input: { task: { type: reference, to: task, required: true, label: To } }
        when: input.task.name != "Nothing"
        set: { place: = input.task.place }
roles:
  worker: { members: everyone, task: { read: record.name != "Hidden", create: true, update: true } }
screens:
  tasks: { path: /, list: task, label: Tasks }
  menu: [tasks]
`;

/** What a call ran: names of functions by file of `packages/`. */
type Ran = Readonly<Record<string, readonly string[]>>;
type Call = (round: number) => Promise<Answer>;

/** What a call is answered with; another status fails the program. */
const EXPECTED: Readonly<Record<string, number>> = { create: 201, refused: 422 };

async function functionsOf(call: (round: number) => Promise<unknown>): Promise<Ran> {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const rounds: Ran[] = [];
  // To start takes long enough for the caller to be forgotten, and on a busy machine so does a round: the first does not
  // count, and of the others what each of them has run. Each take counts anew.
  for (let round = WARMING_CALLS; round <= WARMING_CALLS + COUNTED_CALLS; round += 1) {
    await call(round);
    session.post('Profiler.takePreciseCoverage', (_, answer) => rounds.push(ranIn(answer.result)));
  }
  session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  return rounds.slice(1).reduce(ranInBoth);
}

function ranInBoth(one: Ran, other: Ran): Ran {
  const both = Object.entries(one).map(([file, names]): readonly [string, readonly string[]] => [
    file,
    names.filter((name) => other[file]?.includes(name) === true),
  ]);
  return Object.fromEntries(both.filter(([, names]) => names.length > 0));
}

function ranIn(scripts: readonly Profiler.ScriptCoverage[]): Ran {
  const ran = scripts.map(({ url, functions }): readonly [string, readonly string[]] => {
    const counted = functions.filter(({ ranges }) => ranges.some(({ count }) => count > 0));
    return [url.split('/packages/')[1] ?? '', counted.map(({ functionName }) => functionName)];
  });
  return Object.fromEntries(ran.filter(([file, names]) => isOurs(file) && names.length > 0));
}

function isOurs(file: string): boolean {
  return /^(model|server)\/src\//.test(file) && !file.startsWith('server/src/testing/');
}

async function measured(calls: Readonly<Record<string, Call>>): Promise<Readonly<Record<string, Ran>>> {
  const found: Record<string, Ran> = {};
  for (const [name, call] of Object.entries(calls)) {
    for (let round = 0; round < WARMING_CALLS; round += 1) await made(name, call, round);
    found[name] = await functionsOf((round) => made(name, call, round));
  }
  return found;
}

async function made(name: string, call: Call, round: number): Promise<void> {
  const { status, text } = await call(round);
  if (status !== (EXPECTED[name] ?? 200)) throw new Error(`${String(status)} ${text}`);
}

/** Calls of an agent of the example. */
async function onServiceDesk(): Promise<Readonly<Record<string, Ran>>> {
  const desk = await startDesk({
    files: await readFolder(SERVICE_DESK),
    folder: SERVICE_DESK,
    demo: true,
    accounts: false,
  });
  const agent = desk.browser();
  const { demo } = (await agent.call('GET', '/_/session')).json as SessionAnswer;
  await agent.call('POST', '/_/session', { body: { demo: demo?.find(({ email }) => email.startsWith('alan@'))?.id } });
  const open = `/api/ticket?where=${encodeURIComponent('record.state == "open" && record.team == user.team')}&sort=due`;
  const [ticket] = ((await agent.call('GET', open)).json as ListAnswer).items;
  const [category] = ((await agent.call('GET', '/api/category?f.billable=eq:false')).json as ListAnswer).items;
  const address = `/api/ticket/${String(ticket?.id)}`;
  const found = await measured({
    list: () => agent.call('GET', open),
    read: () => agent.call('GET', address),
    may: () => agent.call('GET', `/_/may/ticket/${String(ticket?.id)}`),
    refused: () => agent.call('PATCH', address, { body: { subject: 'Urgent: no paper' } }),
    update: (round) => agent.call('PATCH', address, { body: { subject: `Changed ${round}` } }),
    create: (round) => agent.call('POST', '/api/ticket', { body: { subject: `New ${round}`, category: category?.id } }),
  });
  await desk.close();
  return found;
}

async function onTasks(): Promise<Readonly<Record<string, Ran>>> {
  const desk = await startDesk({ files: [{ path: 'app.yaml', text: TASKS }] });
  const person: Browser = await desk.signedIn('ada@example.com');
  const task = (await person.call('POST', '/api/task', { body: { name: 'One', place: 'Here' } })).json as {
    id: string;
  };
  const found = await measured({
    transition: () => person.call('POST', `/api/task/${task.id}/hand_over`, { body: { input: { task: task.id } } }),
  });
  await desk.close();
  return found;
}

process.stdout.write(JSON.stringify({ ...(await onServiceDesk()), ...(await onTasks()) }));
