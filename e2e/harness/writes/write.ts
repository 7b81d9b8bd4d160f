import type { Page } from 'playwright-core';
import type { Person } from '../client.ts';

/** One write: how a person comes to its button, which call it makes, and what they have typed by then. */
export interface Write {
  /** The call of the web application that it makes, by its name there. */
  readonly makes: string;
  /** Nobody is signed in where it is left out. */
  readonly as?: Person;
  readonly begin: (page: Page) => Promise<void>;
  readonly call: RegExp;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly press: (page: Page) => Promise<void>;
  /** What was typed, as it stands there now. */
  readonly typed?: (page: Page) => Promise<string>;
  /** A success answers without content. */
  readonly empty?: true;
  /** Whether an answer of this status ends it, so that it has to begin anew. */
  readonly renewsAfter?: (status: number) => boolean;
  /** Waits for what the page learns of it by itself, where its answer was lost. */
  readonly arrives?: (page: Page) => Promise<void>;
  /** Waits for what its success opens: a browser can hang where a page is closed in the middle of a navigation. */
  readonly opens?: (page: Page) => Promise<void>;
}

/** A subject or a name that nothing else has. */
export const word = (): string => `Lamp ${Math.random().toString(36).slice(2, 10)}`;

/** Presses the button that sends the open dialog. */
export const dialogSave = (page: Page): Promise<void> => page.getByRole('dialog').locator('[data-nf-save]').click();

/** What is typed into the first text of the open dialog. */
export const dialogText = (page: Page): Promise<string> =>
  page.getByRole('dialog').locator('textarea').first().inputValue();
