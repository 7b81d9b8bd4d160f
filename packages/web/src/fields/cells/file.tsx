import { lazy, Suspense } from 'react';
import type { FileField, FilesField } from '@ninefold/model';
import { lateCode } from '../../kit/dialogs/late-code.ts';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';

const FileLinks = lazy(async () => ({ default: (await lateCode(() => import('./file-links.tsx'))).FileLinks }));

function FilesCell(props: CellProps<FileField | FilesField>) {
  return (
    <Suspense>
      <FileLinks {...props} />
    </Suspense>
  );
}

const FILES = { ...PLAIN_CELL, Cell: FilesCell, isBody: true, room: 'long', isColumn: false } as const;

export const fileCell: CellKind<FileField> = FILES;

export const filesCell: CellKind<FilesField> = FILES;
