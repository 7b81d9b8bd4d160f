import { Button, Menu } from '@mantine/core';
import { Download } from 'lucide-react';
import type { Entity } from '@ninefold/model';
import { useState } from 'react';
import { failureOf, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.ts';
import { ActionFailure } from '../../fields/messages/action-failure.tsx';

interface ExportMenuProps {
  readonly entity: Entity;
  /** What narrows the list. */
  readonly exported: URLSearchParams;
}

/** Downloads the records of the list as a file. A sheet is fetched by script first, because the server refuses too many rows. */
export function ExportMenu({ entity, exported }: ExportMenuProps) {
  const { t } = useTexts();
  const [failure, setFailure] = useState<Failure | null>(null);
  const address = (format: string): string =>
    `/api/${entity.id}?${new URLSearchParams([...exported, ['format', format]]).toString()}`;
  const fetchSheet = async (): Promise<void> => {
    setFailure(null);
    const answer = await fetch(address('xlsx'), { headers: { accept: '*/*' } }).catch(() => null);
    if (answer?.ok === true) return save(await answer.blob(), `${entity.id}.xlsx`);
    return setFailure(failureOf(answer?.status ?? 0, await readJson(answer), navigator.onLine));
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="subtle" leftSection={<Download size={16} aria-hidden />} data-nf-export={entity.id}>
            {t('list.export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(['csv', 'jsonl'] as const).map((format) => (
            <Menu.Item key={format} component="a" href={address(format)} download data-nf-export-as={format}>
              {t(`list.export_${format}`)}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => void fetchSheet()} data-nf-export-as="xlsx">
            {t('list.export_xlsx')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {failure && <ActionFailure failure={failure} entity={entity.id} onRetry={() => void fetchSheet()} />}
    </>
  );
}

async function readJson(answer: Response | null): Promise<unknown> {
  try {
    return await answer?.json();
  } catch {
    return null;
  }
}

function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
