import { lazy, Suspense } from 'react';
import { Boundary } from '../messages/boundary.tsx';
import classes from './markdown.module.css';
import { PlainText } from './plain-text.tsx';

const Drawn = lazy(async () => ({ default: (await import('./drawn.tsx')).DrawnMarkdown }));

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
