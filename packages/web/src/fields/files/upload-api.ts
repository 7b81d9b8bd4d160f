import type { UploadAnswer } from '@ninefold/model';
import { api } from '../../base/store/api.ts';

/** A piece of a file that was begun. */
interface Piece {
  readonly id: string;
  /** How many bytes of the file stand before it. */
  readonly from: number;
  readonly content: Blob;
}

const uploadApi = api.injectEndpoints({
  endpoints: (build) => ({
    beginUpload: build.mutation<UploadAnswer, Pick<File, 'name' | 'size'>>({
      query: ({ name, size }) => ({
        url: `/api/_files?${new URLSearchParams({ name, size: String(size) }).toString()}`,
        method: 'POST',
      }),
    }),
    sendPiece: build.mutation<UploadAnswer, Piece>({
      query: ({ id, from, content }) => ({
        url: `/api/_files/${id}?from=${String(from)}`,
        method: 'PATCH',
        body: content,
        headers: { 'Content-Type': 'application/octet-stream' },
      }),
    }),
    askUpload: build.mutation<UploadAnswer, string>({ query: (id) => `/api/_files/${id}` }),
    cancelUpload: build.mutation<null, string>({ query: (id) => ({ url: `/api/_files/${id}`, method: 'DELETE' }) }),
  }),
});

export const { useBeginUploadMutation, useSendPieceMutation, useAskUploadMutation, useCancelUploadMutation } =
  uploadApi;
