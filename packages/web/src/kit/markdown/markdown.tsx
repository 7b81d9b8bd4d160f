import { Boundary } from '../messages/boundary.tsx';
import classes from './markdown.module.css';
import { PlainText } from './plain-text.tsx';
import { lateComponent } from '../late/late-component.tsx';

const Drawn = lateComponent(async () => (await import('./drawn.tsx')).DrawnMarkdown, PlainText);
const Line = lateComponent(
  async () => (await import('./drawn.tsx')).MarkdownLine,
  ({ text }) => text,
);

/** A markdown text as elements; as it is written, until what draws it is loaded, and where it cannot be drawn. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={classes['markdown']}>
      <Boundary place={{ part: 'markdown' }} again={text} instead={<PlainText text={text} />}>
        <Drawn text={text} />
      </Boundary>
    </div>
  );
}

/** A markdown text in one line: its words without marks; as it is written, until what reads them is loaded. */
export function MarkdownWords({ text }: { readonly text: string }) {
  return (
    <Boundary place={{ part: 'markdown' }} again={text} instead={text}>
      <Line text={text} />
    </Boundary>
  );
}
