import { Button } from '@mantine/core';
import { Download, Ellipsis } from 'lucide-react';
import type { Entity } from '@ninefold/model';
import { useState } from 'react';
import type { Failure } from '../../base/store/failure.ts';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { LateMenu } from '../../kit/floating/late-menu.tsx';
import type { ListPage, SaveExport } from './export-menu-items.tsx';
import type { ExportPurpose } from './export-query.ts';
import { lateComponent } from '../../kit/late/late-component.tsx';

const ExportMenuItems = lateComponent(
  withLateTexts(async () => (await import('./export-menu-items.tsx')).ExportMenuItems),
);

const NO_PAGES: readonly ListPage[] = [];

interface ExportMenuProps {
  readonly entity: Entity;
  /** The query of the call, without its format, for each purpose. */
  readonly query: (purpose: ExportPurpose) => URLSearchParams;
  /** Other pages about the list, which have no buttons of their own: the menu is one of more than files. */
  readonly pages?: readonly ListPage[];
}

/** Downloads the records of a list as a file: for people as the list shows them, or to be imported again. */
export function ExportMenu({ entity, query, pages = NO_PAGES }: ExportMenuProps) {
  const { t } = useTexts();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [last, setLast] = useState<SaveExport | null>(null);
  const isMore = pages.length > 0;
  const Glyph = isMore ? Ellipsis : Download;
  const run = async (save: SaveExport): Promise<void> => {
    setFailure(null);
    setLast(() => save);
    setFailure(await save());
  };
  return (
    <>
      <LateMenu
        position="bottom-end"
        withinPortal
        target={(target) => (
          <Button variant="subtle" leftSection={<Glyph size={16} aria-hidden />} data-nf-export={entity.id} {...target}>
            {t(isMore ? 'list.more' : 'list.export')}
          </Button>
        )}
      >
        <ExportMenuItems entity={entity} query={query} onChosen={(save) => void run(save)} pages={pages} />
      </LateMenu>
      {failure && (
        <ActionFailure failure={failure} entity={entity.id} onRetry={() => void (last === null || run(last))} />
      )}
    </>
  );
}
