import { format, resolveConfig } from 'prettier';
import { join } from 'node:path';
import { checksPage } from './checks-page.ts';
import { DECISIONS_PAGE, decisionsPage } from './decisions-page.ts';
import { expressionsPage } from './expressions-page.ts';
import { keysPage } from './keys-page.ts';
import { commandsPage, errorsPage, limitsPage, notYetPage, typesPage } from './small-pages.ts';
import { LANGUAGES, textsIn, type Texts } from './texts.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Where the reference stands in the repository. */
export const FOLDER = 'docs/reference';

const PAGES: readonly (readonly [file: string, key: string, body: (texts: Texts) => string])[] = [
  ['keys.md', 'keys', keysPage],
  ['types.md', 'types', typesPage],
  ['expressions.md', 'functions', expressionsPage],
  ['checks.md', 'checks', checksPage],
  ['errors.md', 'errors', errorsPage],
  ['limits.md', 'limits', limitsPage],
  ['not-yet.md', 'not_yet', notYetPage],
  ['commands.md', 'commands', commandsPage],
];

/** Every generated page, by its path in the repository. */
export async function referencePages(): Promise<ReadonlyMap<string, string>> {
  const pages = LANGUAGES.flatMap((language) => {
    const texts = textsIn(language);
    const folder = language === 'en' ? FOLDER : `${FOLDER}/${language}`;
    const written = PAGES.map(
      ([file, key, body]) => [`${folder}/${file}`, page(texts, file, key, body(texts))] as const,
    );
    return [[`${folder}/README.md`, index(texts)] as const, ...written];
  });
  const options = (await resolveConfig(join(ROOT, 'package.json'))) ?? {};
  const formatted = await Promise.all(
    [...pages, [DECISIONS_PAGE, await decisionsPage(ROOT)] as const].map(
      async ([path, text]) => [path, await format(text, { ...options, parser: 'markdown' })] as const,
    ),
  );
  return new Map(formatted);
}

function page(texts: Texts, file: string, key: string, body: string): string {
  return `# ${texts.say(`${key}.title`)}\n\n${texts.say('generated')}\n\n${other(texts, file)}\n\n${body}`;
}

function index(texts: Texts): string {
  const list = PAGES.map(([file, key]) => `- [${texts.say(`${key}.title`)}](${file}): ${texts.say(`${key}.does`)}`);
  return `# ${texts.say('readme.title')}\n\n${texts.say('readme.intro')}\n\n${other(texts, 'README.md')}\n\n${list.join('\n')}\n`;
}

function other({ language, say }: Texts, file: string): string {
  return say('other', { page: file, link: language === 'en' ? `ja/${file}` : `../${file}` });
}
