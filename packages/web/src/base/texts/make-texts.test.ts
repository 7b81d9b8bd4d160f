import type { Screen } from '@ninefold/model';
import { expect, test } from 'vitest';
import enShell from '../../../locales/en/shell.json' with { type: 'json' };
import jaShell from '../../../locales/ja/shell.json' with { type: 'json' };
import { makeTexts, type Texts } from './make-texts.ts';
import { textSource } from './text-source.ts';

const EN = {
  entities: {
    ticket: { label: 'Request', new: 'Ask for help' },
    loan: { label: 'Loan' },
    api_key: { label: 'API key' },
  },
};
const TRANSITIONS = {
  states: { ticket: { transitions: { create: { label: 'Send request', done: 'Request sent' } } } },
};
const JA = { entities: { ticket: { label: '依頼', new: '依頼する' }, loan: { label: '貸出' } } };

function textsIn(language: 'en' | 'ja' | 'fr', fr: Readonly<Record<string, unknown>> = {}): Texts {
  const files = {
    en: { shell: enShell, app: { ...EN, ...TRANSITIONS } },
    ja: { shell: jaShell, app: JA },
    fr: { app: fr },
  };
  return makeTexts(textSource([language, 'en'], files), 'desk');
}

test('what creates a record has the text of its entity, else one made of its name', () => {
  const [en, ja] = [textsIn('en'), textsIn('ja')];
  const form = (entity: string) => ({ kind: 'form', id: entity, entity, written: false }) as Screen; // what its name is made of
  expect(['ticket', 'loan', 'api_key'].map((id) => en.newThing(id))).toEqual([
    'Ask for help',
    'New loan',
    'New API key',
  ]);
  expect(['ticket', 'loan'].map((id) => ja.newThing(id))).toEqual(['依頼する', '貸出を作成']);
  expect(['ticket', 'loan'].map((id) => ja.newThing(id, 'heading'))).toEqual(['依頼する', '貸出の新規作成']);
  expect([en.screen(form('loan')), ja.screen(form('loan')), en.screen(form('ticket'))]).toEqual([
    'New loan',
    '貸出の新規作成',
    'Ask for help',
  ]);
});

test('the button that creates a record has the verb of the transition, where it is written in the language', () => {
  const [en, ja] = [textsIn('en'), textsIn('ja')];
  expect([en.createVerb('ticket'), en.createVerb('loan'), ja.createVerb('ticket')]).toEqual([
    'Send request',
    'Save',
    '保存',
  ]);
});

test('what the specification says is marked where the page is in another language than it', () => {
  const fr = { entities: { ticket: { label: 'Demande' } } };
  const [en, ja, french] = [textsIn('en'), textsIn('ja'), textsIn('fr', fr)];
  expect([en.written, ja.written, french.written]).toEqual([undefined, undefined, 'fr']);
  const marks = (texts: Texts) => ['entities.ticket.label', 'entities.api_key.label'].map((key) => texts.foreign(key));
  expect([marks(en), marks(ja), marks(french)]).toEqual([
    [null, null],
    [null, 'en'],
    ['fr', null],
  ]);
});

test('a record that was made is told of as its transition `create` says it, where it says so', () => {
  const en = textsIn('en');
  expect(['ticket', 'loan'].map((id) => en.createDone(id))).toEqual(['Request sent', null]);
});
