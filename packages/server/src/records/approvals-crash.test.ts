// Presses of approvals while the server is killed: what was answered counts, once, and the last press fires once.
import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signInAll, type Call } from '../testing/crash/caller.ts';
import { startProcess } from '../testing/crash/server-process.ts';
import { TEST_DIALECT, testPlace } from '../testing/test-database.ts';

/** As often as this the server is killed; `npm run prove` asks for more. */
const KILLS = Number(process.env['NINEFOLD_PROVE_KILLS'] ?? (TEST_DIALECT === 'postgres' ? '2' : '5'));

const SPECIFICATION = `ninefold: 1
purpose: { name: papers, languages: [en] }
entities:
  paper: { title: name, fields: { name: { type: string, required: true } } }
states:
  paper:
    initial: sent
    states: { sent: { kind: review }, approved: { kind: done, final: true } }
    transitions: { approve: { from: sent, to: approved, by: clerk, approvals: { of: users_with(boss) } } }
roles:
  clerk: { members: everyone, paper: all, user: { read: true } }
  boss: { includes: clerk, runtime: [users] }
`;
const PEOPLE =
  'email,name,roles\nrita@x.test,Rita,\nanna@x.test,Anna,boss\nolga@x.test,Olga,boss\nmax@x.test,Max,boss\n';
const BOSSES = ['Anna', 'Olga', 'Max'] as const;

interface Paper {
  readonly id: string;
  /** Who was answered that their press counts. */
  readonly pressed: Set<string>;
}

type Callers = Readonly<Record<string, Call>>;

test(
  `killed ${String(KILLS)} times while three approve: each press that was answered counts once`,
  { timeout: 60_000 + KILLS * 20_000 },
  async () => {
    const place = await testPlace();
    const folder = writePapers(place.data);
    const papers: Paper[] = [];
    let counted = 0;
    for (let round = 0; round <= KILLS; round += 1) {
      const server = await startProcess(folder, join(place.data, 'data'), place.database);
      try {
        const callers = await signInAll(server.address, 'papers', server.account);
        for (const paper of papers) await holdToAnswers(callers, paper);
        counted += papers.reduce((sum, { pressed }) => sum + pressed.size, 0);
        for (const paper of papers.splice(0)) await complete(callers, paper);
        if (round === KILLS) break;
        const enough = randomInt(3, 40);
        let answered = 0;
        const killed = Promise.withResolvers<undefined>();
        const working = press(callers, papers, () => {
          answered += 1;
          if (answered === enough) killed.resolve(undefined);
        });
        await killed.promise;
        await server.kill();
        await working;
      } finally {
        await server.kill();
      }
    }
    expect(counted).toBeGreaterThan(KILLS);
    await place.remove();
  },
);

function writePapers(place: string): string {
  const folder = join(place, 'spec');
  mkdirSync(join(folder, 'data/demo'), { recursive: true });
  writeFileSync(join(folder, 'app.yaml'), SPECIFICATION);
  writeFileSync(join(folder, 'data/demo/user.csv'), PEOPLE);
  return folder;
}

/** Makes papers and lets all three press each of them at the same moment, until the server is gone. */
async function press(callers: Callers, papers: Paper[], onAnswer: () => void): Promise<void> {
  for (let n = 0; ; n += 1) {
    const made = await callers['Rita']?.('POST', '/api/paper', { name: `paper ${String(n)}` });
    if (!made) return;
    const paper: Paper = { id: String(made.json['id']), pressed: new Set() };
    papers.push(paper);
    const answers = await Promise.all(
      BOSSES.map(async (name) => {
        const answer = await callers[name]?.('POST', `/api/paper/${paper.id}/approve`, {});
        if (answer?.status === 200) {
          paper.pressed.add(name);
          onAnswer();
        }
        return answer;
      }),
    );
    if (answers.some((answer) => !answer)) return;
  }
}

/** Who has pressed a paper by its history, and how often it was approved. */
async function historyOf(
  callers: Callers,
  { id }: Paper,
): Promise<{ readonly people: readonly string[]; readonly fired: number }> {
  const answer = await callers['Anna']?.('GET', `/api/paper/${id}/history`);
  const items = answer?.json['items'] as readonly {
    readonly kind: string;
    readonly by: { readonly title: string } | null;
  }[];
  const events = items.filter(({ kind }) => kind === 'press' || kind === 'transition');
  return {
    people: events.map(({ by }) => by?.title ?? ''),
    fired: events.filter(({ kind }) => kind === 'transition').length,
  };
}

async function holdToAnswers(callers: Callers, paper: Paper): Promise<void> {
  const { people, fired } = await historyOf(callers, paper);
  expect(people.toSorted()).toEqual([...new Set(people)].toSorted());
  expect(people).toEqual(expect.arrayContaining([...paper.pressed]));
  expect(fired).toBe(people.length === BOSSES.length ? 1 : 0);
  const record = await callers['Anna']?.('GET', `/api/paper/${paper.id}`);
  expect(record?.json['state']).toBe(fired === 1 ? 'approved' : 'sent');
}

/** Whose press is missing gives it: nobody is asked who has pressed before. */
async function complete(callers: Callers, paper: Paper): Promise<void> {
  const { people, fired } = await historyOf(callers, paper);
  if (fired === 1) return;
  for (const name of BOSSES) {
    const answer = await callers[name]?.('POST', `/api/paper/${paper.id}/approve`, {});
    expect(answer?.status).toBe(people.includes(name) ? 409 : 200);
  }
  await holdToAnswers(callers, { ...paper, pressed: new Set(BOSSES) });
}
