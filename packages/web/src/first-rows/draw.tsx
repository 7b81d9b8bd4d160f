import { render } from 'preact-render-to-string';
import { ModelContext } from '../base/model/use-model.ts';
import type { DrawFirstRows, FirstRows, ListAnswer } from '@ninefold/model';
import { answerOf } from '../base/store/objects.ts';
import { SHIPPED, shippedLanguage } from '../base/texts/files/languages.ts';
import { makeTexts, type TextSource } from '../base/texts/make-texts.ts';
import type { TextTree } from '../base/texts/files/text-files.ts';
import { textSource } from '../base/texts/text-source.ts';
import { shippedTexts } from '../base/texts/shipped-texts.ts';
import { TextsContext } from '../base/texts/use-texts.tsx';
import { FirstPage } from './first-page.tsx';
import { drawPicture } from './picture.ts';
import { PlaceContext } from './reader-place.ts';
import { shownList } from './shown-list.ts';
import styles from './first-rows.module.css';

drawPicture();

/**
 * Draws the page of a list with its rows as HTML, by the components of the application: what a browser shows until that has
 * come. The server calls it. Null: the place shows no table, or no rows.
 */
export const drawFirstRows: DrawFirstRows = async (given) => {
  const { answer, name, place, asked, preferred, now } = given;
  const shown = shownList(answer.model, place, asked);
  if (shown === null) return null;
  const [read, texts] = await Promise.all([given.read(), textsOf(given)]);
  if (read === null || texts === null || read.items.length === 0) return null;
  const rows = answerOf(asked, read, answer.model.entities) as ListAnswer; // the same answer, with the parts of objects beside each other
  return render(
    <PlaceContext value={{ ...place, preferred, now }}>
      <TextsContext value={makeTexts(texts, name)}>
        <ModelContext value={answer}>
          <div className={styles['over']} aria-hidden="true" data-nf-first-rows>
            <FirstPage {...shown} rows={rows} />
          </div>
        </ModelContext>
      </TextsContext>
    </PlaceContext>,
  );
};

/** The texts in the language of the reader and in those that stand in for it; null where the application has none in one of them. */
async function textsOf({ answer, language, texts }: FirstRows): Promise<TextSource | null> {
  const source = answer.model.languages[0] ?? language;
  const shipped = shippedLanguage(language);
  const own = await shippedTexts(shipped);
  const files: Record<string, Record<string, TextTree>> = { [shipped]: { shell: own.shell as TextTree } }; // a file of texts, as the build has it
  for (const each of new Set([language, source])) {
    const app = texts(each);
    if (app === null) return null;
    files[each] = { ...files[each], app };
  }
  return textSource([...new Set([language, shipped, source, SHIPPED])], files);
}
