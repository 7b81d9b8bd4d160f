import { render } from 'preact';
import { reportFault } from '../base/faults/faults.ts';
import { makeTexts } from '../base/texts/make-texts.ts';
import { ModelContext } from '../base/model/use-model.ts';
import { TextsContext } from '../base/texts/use-texts.tsx';
import { paintColourScheme } from '../kit/controls/colour-scheme.ts';
import { keepsApplication, runApplication, type Application } from './application.ts';
import { FirstPage } from './first-page.tsx';
import { giveWay } from './give-way.ts';
import { hideMarks } from './marks.ts';
import { TOP_HEIGHT } from '../shell/frame/use-top-height.ts';
import styles from './first-rows.module.css';
import { shownList } from './shown-list.ts';
import { readAllStarted, type Started } from './started.ts';

/** From this width on the frame has its navigation at its side. */
const WIDE = '(min-width: 60em)';

/** A top bar of one line. */
const TOP_PX = '52px';

/** The application is not held up for longer by what is still on its way. */
const PATIENCE_MS = 1500;

/** Draws the rows of the list at this address. */
function drawRows(root: HTMLElement, { session, model, address, rows, texts }: Started): void {
  const shown = shownList(model.model, window.location, address);
  if (shown === null || rows.items.length === 0) return;
  paintColourScheme();
  document.documentElement.style.setProperty(TOP_HEIGHT, TOP_PX);
  const over = document.createElement('div');
  over.className = styles['over'] ?? '';
  over.dataset['nfFirstRows'] = '';
  over.ariaHidden = 'true';
  hideMarks();
  render(
    <TextsContext value={makeTexts(texts, session.name)}>
      <ModelContext value={model}>
        <FirstPage {...shown} rows={rows} wide={window.matchMedia(WIDE).matches} />
      </ModelContext>
    </TextsContext>,
    over,
  );
  root.before(over);
  giveWay(over, root);
}

/**
 * Draws the rows of the list at this address before the application has come, then loads and runs the application: on a slow
 * line the rows need not share it. A browser that has the application already runs it at once: it would answer later if the
 * rows were drawn twice. Called by the page.
 */
export async function begin(application: Application): Promise<void> {
  const root = document.getElementById('root');
  if (root !== null && !keepsApplication(application)) await drawWhatComes(root).catch(report);
  await runApplication(application);
}

/** Waits for the rows, though not for long, and draws them. */
async function drawWhatComes(root: HTMLElement): Promise<void> {
  const started = await Promise.race([readAllStarted(), waited(PATIENCE_MS)]);
  if (started !== null) drawRows(root, started);
}

function report(error: unknown): void {
  reportFault(error, { kind: 'first-rows' });
}

function waited(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, ms, null));
}
