import { lazy, Suspense } from 'react';
import { Boundary } from '../messages/boundary.tsx';
import classes from './markdown.module.css';
import { PlainText } from './plain-text.tsx';
import { lateCode } from '../dialogs/late-code.ts';

const Drawn = lazy(async () => ({ default: (await lateCode(() => import('./drawn.tsx'))).DrawnMarkdown }));
const Line = lazy(async () => ({ default: (await lateCode(() => import('./drawn.tsx'))).MarkdownLine }));

/** A markdown text as elements; as it is written, until what draws it is loaded, and where it cannot be drawn. */
export function Markdown({ text }: { readonly text: string }) {
  const plain = <PlainText text={text} />;
  return (
    <div className={classes['markdown']}>
      <Boundary place={{ part: 'markdown' }} again={text} instead={plain}>
        <Suspense fallback={plain}>
          <Drawn text={text} />
        </Suspense>
      </Boundary>
    </div>
  );
}

/** A markdown text in one line: its words without marks; as it is written, until what reads them is loaded. */
export function MarkdownWords({ text }: { readonly text: string }) {
  return (
    <Boundary place={{ part: 'markdown' }} again={text} instead={text}>
      <Suspense fallback={text}>
        <Line text={text} />
      </Suspense>
    </Boundary>
  );
}
