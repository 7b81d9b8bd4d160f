import type { PageScreen } from '@ninefold/model';
import { useEffect } from 'react';
import { Loading } from '../../kit/messages/loading.tsx';
import { Page } from '../../kit/page/page.tsx';
import { Markdown } from '../../kit/markdown/markdown.tsx';
import { loadTexts } from '../../base/texts/page-texts.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';

/** A written page of the specification. */
export function PageScreenView({ screen }: { readonly screen: PageScreen }) {
  const texts = useTexts();
  const content = texts.page(screen.page);
  useEffect(() => {
    void loadTexts([`page.${screen.page}`]);
  }, [screen.page]);
  return (
    <Page
      title={texts.screen(screen)}
      screen={screen}
      breadcrumb={[{ text: texts.screen(screen) }]}
      busy={content === null}
    >
      {content === null ? (
        <Loading />
      ) : (
        <div className="nf-panel" lang={texts.written}>
          <Markdown text={content} />
        </div>
      )}
    </Page>
  );
}
