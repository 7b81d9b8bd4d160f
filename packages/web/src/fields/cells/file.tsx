import type { FileField, FilesField } from '@ninefold/model';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';
import { lateComponent } from '../../kit/late/late-component.tsx';

const FileLinks = lateComponent(withLateTexts(async () => (await import('./file-links.tsx')).FileLinks));

function FilesCell(props: CellProps<FileField | FilesField>) {
  return <FileLinks {...props} />;
}

const FILES = { ...PLAIN_CELL, Cell: FilesCell, isBody: true, room: 'long', isColumn: false } as const;

export const fileCell: CellKind<FileField> = FILES;

export const filesCell: CellKind<FilesField> = FILES;
