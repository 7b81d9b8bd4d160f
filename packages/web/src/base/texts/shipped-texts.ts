import { errorTexts } from './error-texts.ts';
import type { TextTree } from './files/text-files.ts';

/** The runtime's own texts by namespace. Those of the checker are not among them while no page shows its results. */
type Texts = Readonly<Record<'shell' | 'errors', TextTree>>;

const files = import.meta.glob<Texts>('./shipped/*.ts', { import: 'texts' });
const lateFiles = import.meta.glob<Pick<Texts, 'shell'>>('./late/*.ts', { import: 'texts' });

const fileOf = (language: string): string => `./shipped/${language}.ts`;

/**
 * The runtime's own texts in one shipped language. They are a chunk of the build of their own, which the page starts to
 * load with the code. Rejects where it does not arrive.
 */
export async function shippedTexts(language: string): Promise<Texts> {
  const load = files[fileOf(language)];
  if (load === undefined) throw new Error(`There are no texts in ${language}.`);
  return load();
}

/** Texts that no first page needs: they come with the first code that does. Rejects where they do not arrive. */
export async function lateTexts(language: string): Promise<Texts> {
  const load = lateFiles[`./late/${language}.ts`];
  if (load === undefined) throw new Error(`There are no texts of late pages in ${language}.`);
  const [{ shell }, { errors }] = await Promise.all([load(), errorTexts(language)]);
  return { shell, errors };
}
