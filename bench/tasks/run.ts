import { openBrowser, visit } from '../../e2e/harness/browser.ts';
import { startProduct } from '../../e2e/harness/product.ts';
import { lineOf } from '../start/gate.ts';
import { CountedHands } from './counted-hands.ts';
import { TASKS } from './tasks.ts';

/** Prints how many clicks and keys the tasks of a day at the service desk take in a real browser, beside what each may take. */
async function main(words: readonly string[]): Promise<void> {
  const [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  try {
    for (const task of TASKS.filter(({ what }) => words.every((word) => what.includes(word)))) {
      const { page, context } = await visit(browser, { url: product.url, as: task.as });
      page.setDefaultTimeout(15_000);
      const record = await task.begin(page, product.url);
      const hands = new CountedHands(page);
      try {
        await task.run(hands, record);
      } catch (reason) {
        console.log(
          `${task.what.padEnd(44)}  NOT DONE after ${String(hands.actions)}: ${String(reason).slice(0, 300)}`,
        );
        process.exitCode = 1;
        continue;
      }
      const unit = hands.texts === 0 ? 'actions' : `+ ${String(hands.texts)} text`;
      console.log(lineOf({ what: task.what, value: hands.actions, unit, most: task.most }));
      await context.close();
    }
  } finally {
    await browser.close();
    await product.stop();
  }
}

await main(process.argv.slice(2));
