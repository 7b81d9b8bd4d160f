import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startApplication } from './own-application.ts';
import type { Product } from './product.ts';

/** Every id begins so, and no text does. */
export const MARK = /zqx/i;

const SPECIFICATION = `ninefold: 1
purpose: { name: zqx_house, languages: [en, ja], time_zone: Europe/Berlin, currency: EUR }
roles:
  zqx_chief:
    zqx_visit: all
    zqx_place: all
    runtime: [spec, users, keys, audit, faults, operate]
    user: { read: true, update: true, grant: [zqx_chief, zqx_guest] }
  zqx_guest:
    zqx_visit: { create: true, read: true, update: true, comment: true, fields: { zqx_cost: none } }
    zqx_place: { read: true }
entities:
  zqx_place:
    title: "{{zqx_name}}"
    key: zqx_name
    fields:
      zqx_name: { type: string, required: true, max: 20 }
      zqx_open: { type: boolean }
  zqx_visit:
    title: "{{zqx_subject}}"
    comments: { internal: [zqx_chief] }
    fields:
      zqx_subject: { type: string, required: true }
      zqx_number: { type: sequence, pattern: "V-{00000}" }
      zqx_place: { type: reference, to: zqx_place, inverse: zqx_visits, on_delete: restrict }
      zqx_kind: { type: choice, options: [zqx_short, zqx_long], default: zqx_short }
      zqx_moods: { type: choices, options: [zqx_glad, zqx_calm] }
      zqx_from: { type: date }
      zqx_until: { type: date, min: = record.zqx_from }
      zqx_cost: { type: money, max: = limits.zqx_most }
      zqx_owner: { type: reference, to: user }
      zqx_stay: { type: object, fields: { zqx_street: { type: string }, zqx_town: { type: string } } }
      zqx_items: { type: lines, fields: { zqx_item: { type: string, required: true }, zqx_count: { type: integer, min: 1 } } }
      zqx_total: { type: integer, computed: "= sum(record.zqx_items.map(i, i.zqx_count))" }
      zqx_payment: { type: string }
      zqx_papers: { type: files, max: 2, accept: [image/*] }
      zqx_facts: { type: json }
      zqx_length: { type: duration }
      zqx_at: { type: time }
    no_overlap: [{ name: zqx_one_at_a_time, from: zqx_from, to: zqx_until, per: [zqx_place] }]
states:
  zqx_visit:
    initial: zqx_draft
    states:
      zqx_draft: { kind: waiting }
      zqx_sent: { kind: active }
      zqx_done: { kind: done, final: true }
    transitions:
      create: { to: zqx_draft, by: [zqx_chief, zqx_guest] }
      zqx_send: { from: zqx_draft, to: zqx_sent, by: [zqx_chief, zqx_guest], when: filled(record.zqx_place), notify: { to: users_with(zqx_chief), text: "{{zqx_kind}} {{zqx_subject}} {{state}}" } }
      zqx_finish: { from: zqx_sent, to: zqx_done, by: zqx_chief, input: { zqx_note: { type: text, required: true } } }
      zqx_lapse: { from: zqx_draft, to: zqx_done, after: = days(3) }
      zqx_agree: { from: zqx_sent, to: zqx_done, by: [zqx_chief], approvals: { of: record.zqx_owner, need: all }, optional: true }
      zqx_return: { from: zqx_sent, to: zqx_draft, by: zqx_chief, input: { zqx_reason: { type: choice, options: [zqx_late, zqx_wrong], required: true } } }
    reactions:
      zqx_dear: { when: record.zqx_cost > 100, set: { zqx_payment: "late" } }
rules:
  zqx_visit:
    zqx_no_past: { check: "blank(record.zqx_from) || record.zqx_from >= today", at: zqx_from }
    zqx_glad_only: { when: record.zqx_kind == "zqx_long", check: filled(record.zqx_until), error: zqx_shut }
  zqx_visit.zqx_items:
    zqx_few: { check: line.zqx_count <= limits.zqx_most_items, at: zqx_count }
errors: { zqx_shut: { status: 422 } }
limits:
  zqx_most: { type: money, value: 500 }
  zqx_most_items: { type: integer, value: 5 }
screens:
  zqx_desk:
    path: /desk
    blocks:
      zqx_open_ones: { count: zqx_visit, where: "!record.state_final" }
      zqx_mine: { list: zqx_visit, where: record.zqx_owner == user, columns: [zqx_subject, state], rows: 5 }
  zqx_form:
    path: /ask
    form: zqx_visit
    sections: { zqx_basic: [zqx_subject, zqx_place, zqx_kind], zqx_when: [zqx_from, zqx_until] }
  zqx_single:
    path: /visits/:id
    record: zqx_visit
    sections: { zqx_main: [zqx_subject, zqx_place, zqx_kind, zqx_moods, zqx_owner], zqx_time: [zqx_from, zqx_until], zqx_money: [zqx_cost, zqx_items, zqx_total, zqx_payment], zqx_more: [zqx_papers, zqx_facts, zqx_length, zqx_at] }
  zqx_all: { path: /visits, list: zqx_visit, columns: [zqx_subject, zqx_place, zqx_kind, zqx_from, zqx_cost, state], layouts: [table, board], board: { by: zqx_kind, sum: zqx_cost } }
`;

const PEOPLE = `name,email,language,roles
Ada,ada@example.test,en,zqx_chief
Rita,rita@example.test,en,zqx_guest
`;
const PLACES = 'zqx_name,zqx_open\nHall,true\nRoom,false\n';
const VISITS = `zqx_subject,zqx_place,zqx_kind,zqx_from,zqx_until,zqx_cost,zqx_owner
Tea,Room,zqx_short,= today,= today + days(1),0,ada@example.test
Lunch,Hall,zqx_long,= today + days(3),= today + days(4),30,rita@example.test
Talk,Room,zqx_short,= today + days(6),= today + days(7),60,ada@example.test
`;

/** Starts an application whose ids all bear the mark and whose texts, in English and Japanese, never do. */
export function startWorded(): Promise<Product> {
  const files = {
    'app.yaml': SPECIFICATION,
    'data/demo/user.csv': PEOPLE,
    'data/demo/zqx_place.csv': PLACES,
    'data/demo/zqx_visit.csv': VISITS,
  };
  return startApplication(files, async (folder) => {
    await writeTexts(folder, 'en', 'Word');
    await writeTexts(folder, 'ja', '語');
  });
}

/** Lets the command line write what an author has to translate, and gives each text a word with a number. */
async function writeTexts(folder: string, language: string, word: string): Promise<void> {
  const bin = join(import.meta.dirname, '../../packages/cli/bin/ninefold.cjs');
  const { status, stderr } = spawnSync(process.execPath, [bin, 'texts', language, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ninefold texts: ${stderr}`);
  const texts = join(folder, 'locales', language);
  let written = 0;
  for (const file of await readdir(texts)) {
    const tree = JSON.parse(await readFile(join(texts, file), 'utf8'), (_, value: unknown) =>
      typeof value === 'string' ? `${word} ${String((written += 1))}` : value,
    ) as unknown; // texts of this test
    await writeFile(join(texts, file), JSON.stringify(tree));
  }
  if (written < 50) throw new Error(`only ${String(written)} texts were asked for`);
}
