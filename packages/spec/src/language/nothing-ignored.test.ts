import { expect, test } from 'vitest';
import { compile } from '../compile.ts';
import { visitFile } from '../inspect/visit.ts';
import { sourceText } from '../located.ts';
import { parseYaml } from '../load/parse-yaml.ts';
import { TYPE_KEYS } from '../compile/field-types/registry.ts';
import { KEYS, SCREEN_KEYS } from '../compile/reading/keys.ts';

/** Every key that the running version obeys, at least once where it has an effect. */
const WHOLE = `ninefold: 1
purpose:
  name: whole
  does: Everything at once.
  audience: { boss: Who answers for it }
  languages: [ja, en]
  time_zone: Europe/Berlin
  currency: EUR
  terms: { part: A piece }
entities:
  part:
    label: Piece
    label_many: Pieces
    new: New piece
    hint: Pieces of a thing.
    was: item
    dropped: [gone]
    title: "{{name}} of {{size}}"
    key: name
    history: true
    pick: record.size > 1
    tree: up
    trash: false
    unique: [[size, name], { fields: [name, day], when: record.state != "shut" }]
    index: [[size, day]]
    groups: { names: { label: Words, fields: [name, reading] }, sizes: [size] }
    fields:
      name: { type: string, label: Name, hint: Its name, example: Screw, required: true, unique: true, max: 40, search: true, sort_by: reading, pattern: "^[A-Z]", was: title_of }
      reading: { type: string, format: code, read_only: true, immutable: true, no_copy: true, closed: true, index: true }
      size: { type: integer, unique: true, min: 1, max: 9, triangle: true, default: 3, editable_when_locked: true }
      day: { type: date, era: true, required_when: record.size > 4, visible_when: record.size > 2, editable_when: before.size > 1 }
      kind: { type: choice, options: { low: { label: Low, was: small }, high: { label: High, tone: warn, glyph: up } }, dropped: [mid] }
      price: { type: money, currency: JPY, scale: 0 }
      rate: { type: number, scale: 4 }
      note: { type: text, format: markdown, copy: record.up.note, copy_if: blank, discloses: true, translated: true }
      up: { type: reference, to: part, inverse: below, on_delete: clear, where: option.size > 1 }
      twice: { type: integer, computed: record.size * 2 }
      no: { type: sequence, pattern: "P-{0000}", given: shut }
      rows:
        type: lines
        fields:
          word: { type: string, search: true, label: Word, hint: A word, example: So, required: true, default: x, min: 1, max: 20, translated: true, was: text_of }
          next: { type: integer, computed: line.most + 1 }
          most: { type: integer, required_when: line.word == "x", read_only: true, no_copy: true }
          sort: { type: choice, options: [a, b], dropped: [c] }
          scan: { type: file, accept: [image/*], visible_when: line.sort == "a", editable_when: before.size > 1 }
          of: { type: reference, to: part, inverse: rows_of, find: option.name == line.word }
          size: { type: integer, copy: line.of.size, copy_if: blank, immutable: true, unique: true }
      site:
        type: object
        label: Site
        hint: Where it is
        required: true
        visible_when: record.size > 1
        editable_when: before.size > 2
        read_only: true
        immutable: true
        no_copy: true
        closed: true
        editable_when_locked: true
        translated: true
        was: spot
        dropped: [gate]
        fields:
          zip: { type: string, label: Code, hint: Of the post, example: "1", required: true, default: "12", min: 1, max: 10, unique: true, index: true, search: true, was: code }
          town: { type: string, required_when: record.size > 4, visible_when: record.size > 5, copy: record.up.name, copy_if: blank, translated: false }
          whom: { type: reference, to: [part, user] }
          long: { type: integer, computed: record.size + 1 }
          sort: { type: choice, options: [a, b], dropped: [c] }
      paper: { type: file, accept: [application/pdf] }
      facts: { type: json }
      base: { type: object, required_when: record.size > 7, discloses: true, fields: { at: { type: string } } }
  mood: { history: false, fields: { level: { type: integer }, of: { type: reference, to: part } } }
  loan:
    title: name
    comments: { internal: [boss], follow: [by] }
    no_overlap: [{ from: begins, to: ends, per: [part], when: record.name != "x", name: once, message: Only one }, { from: begins, to: ends, error: too_much }]
    fields:
      name: { type: string }
      part: { type: reference, to: part }
      begins: { type: date }
      ends: { type: date }
      north: { type: number }
      east: { type: number }
      by: { type: reference, to: user, find: option.name == record.name }
states:
  mood: { states: { low: {}, high: { kind: done } }, derived: [{ state: low, when: record.level < 5 }, { state: high }] }
  part:
    initial: open
    dropped: [lost]
    states:
      open: { label: Open, kind: review, editable_by: [boss] }
      shut: { final: true, locked: true, was: closed_one }
    transitions:
      shut:
        label: Close
        done: Closed
        blocked: Not yet
        from: open
        to: shut
        by: boss
        was: end
        when: record.size > 2
        asks: [rate]
        optional: true
        hidden: true
        input: { why: { type: string, label: Why, hint: The reason, example: Old, required: true, max: 50, min: 2, default: Old, was: cause }, when_so: { type: date, required_when: record.size > 2, visible_when: record.size > 1 }, of: { type: reference, to: part, find: option.name == input.why } }
        set: { size: 4 }
      either: { from: open, by: boss, to: [{ to: shut, when: record.size > 60 }, open], on_refusal: { set: { size: 61 } } }
      again: { from: open, to: same, by: boss, restart: true }
      lapse: { from: open, to: shut, after: = days(3) }
      expire: { from: open, to: shut, at: record.created_at }
      turn: { from: open, to: same, by: boss, approvals: { of: users_with(guard), need: any, ordered: true, substitute: users_with(boss), escalate: { after: = days(3), to: users_with(guard) } } }
      also: { from: open, to: same, by: boss, create: { loan: { name: = record.name } }, fire: { each: record.up, transition: shut }, notify: { to: record.created_by }, call: tell }
    reactions:
      daily: { every: { days: 2, at: "08:00", skip: [2026-12-25] }, set: { size: 4 } }
      weekly: { every: { weekday: [mon, thu], nth: 1, at: "08:00" }, once: true, create: { loan: { name: y } } }
      monthly: { every: { month_day: last, at: "08:00" }, set: { size: 5 } }
      grown: { label: Grown, when: record.size > 99, set: { size: 3 }, create: { loan: { name: x } }, fire: { each: record.up, transition: shut } }
  part.moved:
    was: carried
    initial: here
    states: { here: {}, there: { kind: done } }
    transitions: { carry: { from: here, to: there, by: boss } }
rules:
  part:
    big: { when: record.size > 3, check: record.rate > 0, at: rate, message: Too small, severity: warning, was: huge }
    small: { reject_when: record.size > 8, error: too_much }
    never_so: { never: record.size > 7 && record.name == "x" }
roles:
  clerk:
    members: everyone
    loan:
      conditions: { own: record.by == user }
      read: own
      create: true
      comment: record.by == user
      update: record.by == user
      update_to: record.name != "x"
      fields: { name: { create: true, read: true, update: true } }
  boss:
    label: Boss
    was: chief
    includes: clerk
    apart: [guard]
    home: home
    runtime: [users]
    mood: all
    part: { read: true, create: true, update: true, delete: true, history: true, export: true, import: { when: record.size > 1, states: true }, refer: true, fields: { names: write }, discloses: true }
    loan: { read: true, refer: true }
    user: { read: true, grant: [clerk] }
  guard: { part: { refer: true }, mood: { via: of } }
screens:
  home: { label: Home, path: /home, icon: home, was: start, roles: [boss], arrange: true, blocks: { a: { label: All, keep: true, count: part, trend: created_at:week, where: record.size > 1, roles: [boss], visible_when: user.active }, b: { list: part, columns: [name], sort: [size], rows: 3 }, c: { chart: part, group_by: kind, as: parts }, d: { table: part, group_by: [kind], show: { most: max(record.size) } } } }
  parts: { list: part, path: /p, where: record.size > 1, columns: [name, size], sort: [name], layouts: [table], board: { by: kind, sum: size }, create: make }
  loans: { list: loan, path: /l, calendar: { from: begins, to: ends, per: part, closed: [2026-12-25], holidays: JP }, gantt: { from: begins, to: ends, per: part }, map: { lat: north, lon: east } }
  one: { record: part, path: /p/:id, sections: { first: { label: First, fields: [name], visible_when: record.size > 1 }, lower: { related: below, columns: [name, size], sort: [-name], create: true, was: under } }, rest: hidden }
  ask: { form: part, only: [name, size], preset: { size: 2 }, then: parts }
  make: { form: part, path: /make, sections: { a: [name] } }
  help: { page: help, path: /help }
  menu: { work: { label: Daily, screens: [home, parts] }, rest: [help] }
calls:
  out:
    tell: { label: Tell them, method: PUT, url: "https://erp.example", secret: word, when: record.size > 70, body: { size: = record.size }, headers: { kind: x }, retry: 3, timeout: 10, then: { size: = answer.size } }
  in:
    bring: { label: They tell us, creates: loan, secret: word, key: = body.id, as: boss, map: { name: = body.name }, was: brought }
    take: { updates: part, find: record.name == body.name, fires: shut, secret: word, map: { why: = body.why, size: 5 } }
errors:
  too_much: { status: 409, reaction: toast, severity: warning, message: Too much, cause: It is, remedy: Take less, was: so_much }
limits:
  top: { type: integer, value: 5, min: 1, max: 9, editable_by: boss, note: How much, label: Most, was: peak }
  kind: { type: choice, options: [low, high], value: low }
  first: { type: reference, to: part, value: One }
  rate: { type: number, scale: 3, value: 1.5 }
  site: { type: string, format: url, value: "https://example.org" }
  step: { type: integer, values: [{ from: 2026-01-01, value: 1 }, { from: 2026-02-01, value: 2 }] }
`;

/** Places that run only inside keys that do not run yet, and fields of lines and inputs, whose types are those of fields. */
const INSIDE = new Set(['derived', 'notify', 'fire', 'reaction', 'outCall']);

/** Keys that only restrict other keys, with the check that looks at them. */
const JUDGING: Readonly<Record<string, string>> = {
  'field.discloses': 'NF0707',
  'objectField.discloses': 'NF0707',
};

const RUNNING = [
  ...Object.entries(KEYS).flatMap(([place, keys]) => (INSIDE.has(place) ? [] : keys.map((key) => `${place}.${key}`))),
  ...Object.values(TYPE_KEYS).flatMap((keys) => keys.map((key) => `field.${key}`)),
  ...Object.values(SCREEN_KEYS).flatMap((keys) => keys.map((key) => `screen.${key}`)),
];

function said(text: string): string {
  const { application, issues } = compile([
    { path: 'app.yaml', text },
    { path: 'locales/pages/help.en.md', text: 'Help' },
  ]);
  const found = issues.map(({ id, params }) => `${id} ${params['name'] ?? ''}`).join();
  if (application === null) return `error ${found}`;
  const { model, texts, former } = application;
  const plain = { ...model, hash: '', written: {} };
  return JSON.stringify([plain, texts, former, found]);
}

/** The text without one entry: its lines, or its part of a `{ }`. */
function without(text: string, start: number): string {
  const lineStart = text.lastIndexOf('\n', start) + 1;
  const indent = start - lineStart;
  if (/^ *$/.test(text.slice(lineStart, start))) {
    const rest = text.slice(start).split('\n');
    const end = rest.findIndex((line, index) => index > 0 && line.search(/\S/) <= indent);
    return text.slice(0, lineStart) + rest.slice(end).join('\n');
  }
  let depth = 0;
  let quote = '';
  let at = start;
  for (; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"') quote = character;
    else if ('{[('.includes(character)) depth += 1;
    else if (depth === 0 && ',}]'.includes(character)) break;
    else if ('}])'.includes(character)) depth -= 1;
  }
  return text[at] === ','
    ? text.slice(0, start) + text.slice(at + 2)
    : text.slice(0, start).replace(/, $/, '') + text.slice(at);
}

test('without any key that the running version obeys, it is told, or something else runs', () => {
  const whole = said(WHOLE);
  expect(whole.slice(0, 200)).not.toMatch(/^error/);
  const tree = parseYaml(sourceText('app.yaml', WHOLE), () => undefined);
  const places = new Map<string, number[]>();
  if (tree) {
    visitFile(tree, (visit) => {
      const name = visit.what === 'key' ? `${visit.place}.${visit.text}` : '';
      if (visit.what === 'key') places.set(name, [...(places.get(name) ?? []), visit.spot.start]);
    });
  }
  const missing = RUNNING.filter((name) => !places.has(name));
  const idle = [...places].filter(([, starts]) => starts.every((start) => said(without(WHOLE, start)) === whole));
  expect({ missing, idle: idle.map(([name]) => name).sort() }).toEqual({
    missing: [],
    idle: Object.keys(JUDGING).sort(),
  });
}, 300_000);
