import type { FileField, FilesField } from '@ninefold/model';
import type { InputKind, InputProps } from '../contract/input-kind.ts';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';

const Files = lateComponent(withLateTexts(async () => (await import('../files/files-input.tsx')).FilesInput));

function LateFiles(props: InputProps<FileField | FilesField>) {
  return <Files {...props} />;
}

const FILES = { Input: LateFiles, isGroup: true, filter: null } as const;

export const fileInput: InputKind<FileField> = FILES;

export const filesInput: InputKind<FilesField> = FILES;
