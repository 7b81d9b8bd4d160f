import { lazy, Suspense } from 'react';
import type { FileField, FilesField } from '@ninefold/model';
import { loadLateTexts } from '../../base/texts/i18n.ts';
import { lateCode } from '../../kit/dialogs/late-code.ts';
import type { InputKind, InputProps } from '../contract/input-kind.ts';

const Files = lazy(async () => {
  await lateCode(loadLateTexts);
  return { default: (await lateCode(() => import('../files/files-input.tsx'))).FilesInput };
});

function LateFiles(props: InputProps<FileField | FilesField>) {
  return (
    <Suspense>
      <Files {...props} />
    </Suspense>
  );
}

const FILES = { Input: LateFiles, isGroup: true, filter: null } as const;

export const fileInput: InputKind<FileField> = FILES;

export const filesInput: InputKind<FilesField> = FILES;
