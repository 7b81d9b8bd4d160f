import type { Locator, Page } from 'playwright-core';

/**
 * Hands at a page, counted: a click is one action, a key or a chord is one, and what is typed as a text is one text however long it is.
 * Looking and waiting cost nothing.
 */
export class CountedHands {
  readonly page: Page;
  actions = 0;
  texts = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator, ...modifiers: readonly 'Shift'[]): Promise<void> {
    this.actions += 1;
    await target.click({ modifiers: [...modifiers] });
  }

  /** Presses a key, as `Enter` or `Control+K`. */
  async press(key: string): Promise<void> {
    this.actions += 1;
    await this.page.keyboard.press(key);
  }

  /** Types a text where the focus is. */
  async type(text: string): Promise<void> {
    this.texts += 1;
    await this.page.keyboard.type(text);
  }
}
