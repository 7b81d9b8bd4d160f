import type { StoredFile } from '@ninefold/model';
import { api } from '../../base/store/api.ts';

/** A file by the address at which its content is read. */
export interface AtAddress extends Pick<StoredFile, 'size'> {
  readonly address: string;
}

/** Reads the first byte of a file: where it cannot be read, only such a call hears why. */
const firstByte = ({ address, size }: AtAddress) => ({
  url: address,
  ...(size > 0 ? { headers: { range: 'bytes=0-0' } } : {}),
  responseHandler: async (answer: Response): Promise<unknown> => {
    if (!answer.ok) return answer.json();
    await answer.arrayBuffer();
    return true;
  },
});

const fileApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** As somebody wants the file. */
    openFile: build.mutation<true, AtAddress>({ query: firstByte }),
    /** As its small picture did not come. */
    lookAtFile: build.mutation<true, AtAddress>({ query: firstByte, extraOptions: { quiet: true } }),
  }),
});

/** For calls outside of components. */
export const fileEndpoints = fileApi.endpoints;
