import { afterEach, expect, test, vi } from 'vitest';
import { detectLanguage, DETECTION_ORDER } from './detection.ts';

type Source = 'querystring' | 'cookie' | 'localStorage' | 'sessionStorage' | 'navigator' | 'htmlTag';

interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const written: string[] = [];

function storeWith(value: string | undefined): Store {
  const values = new Map(value === undefined ? [] : [['i18nextLng', value]]);
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, content) => {
      if (key === 'i18nextLng') written.push(key);
      values.set(key, content);
    },
    removeItem: (key) => void values.delete(key),
  };
}

/** A browser whose sources hold these wishes and nothing else. */
function browserWith(wishes: Readonly<Partial<Record<Source, string>>>): void {
  const document = {
    documentElement: { getAttribute: () => wishes.htmlTag ?? null },
    get cookie() {
      return wishes.cookie === undefined ? '' : `desk_lng=${wishes.cookie}`;
    },
    set cookie(value: string) {
      written.push(value);
    },
  };
  const search = wishes.querystring === undefined ? '' : `?lng=${wishes.querystring}`;
  const local = storeWith(wishes.localStorage);
  const session = storeWith(wishes.sessionStorage);
  vi.stubGlobal('document', document);
  vi.stubGlobal('window', { location: { search, hash: '' }, localStorage: local, sessionStorage: session });
  vi.stubGlobal('navigator', wishes.navigator === undefined ? {} : { languages: [wishes.navigator] });
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  written.length = 0;
});

/** The detector remembers whether storage works, so each case gets a fresh one. */
async function detected(languages: readonly string[]): Promise<string> {
  const fresh = await import('./detection.ts');
  return fresh.detectLanguage(languages, 'desk_lng');
}

const SOURCES: readonly Source[] = ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'];
const PAIRS = SOURCES.flatMap((first, index) => SOURCES.slice(index + 1).map((second) => [first, second] as const));

test('the order is the seed’s', () => {
  expect(DETECTION_ORDER).toEqual(SOURCES);
});

test.each(PAIRS)('%s comes before %s', async (first, second) => {
  browserWith({ [first]: 'ja', [second]: 'en' });
  expect(await detected(['en', 'ja'])).toBe('ja');
  browserWith({ [first]: 'en', [second]: 'ja' });
  expect(await detected(['ja', 'en'])).toBe('en');
});

test('a source that names a language the application has not is passed over', async () => {
  browserWith({ querystring: 'fr', cookie: 'ja' });
  expect(await detected(['en', 'ja'])).toBe('ja');
});

test('without any wish the source language is shown', async () => {
  browserWith({});
  expect(await detected(['ja', 'en'])).toBe('ja');
});

test('detecting writes neither cookie nor storage', () => {
  browserWith({ querystring: 'ja' });
  detectLanguage(['en', 'ja'], 'desk_lng');
  expect(written).toEqual([]);
});
