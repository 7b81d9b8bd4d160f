import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder, PRIVATE_FILE } from '../private-files.ts';
import type { FileStore } from '../uploads/file-store.ts';
import type { ContentVisitor } from './load-archive.ts';

/** Puts the contents of an archive into a store, each once it is whole in `folder`. Contents that nothing refers to go by themselves. */
export function restoringInto(store: FileStore, folder: string): ContentVisitor {
  const part = join(folder, 'restored.part');
  let opened: FileHandle | null = null;
  return {
    content: async () => {
      makePrivateFolder(folder);
      await rm(part, { force: true });
      opened = await open(part, 'wx', PRIVATE_FILE);
    },
    piece: async (bytes) => {
      await opened?.appendFile(bytes);
    },
    contentEnd: async (hash) => {
      await opened?.sync();
      await opened?.close();
      opened = null;
      await store.take(hash, part);
    },
  };
}
