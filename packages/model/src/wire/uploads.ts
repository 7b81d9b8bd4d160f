/** A file as a record holds it. Its content is kept beside the data, under the id. */
export type StoredFile = {
  readonly id: string;
  /** As its sender named it, without the folders. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The media type that its first bytes say: `image/png`; `application/octet-stream` where they say none. */
  readonly type: string;
};

/** A file that is being sent, or was. */
export interface UploadAnswer {
  readonly id: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** How many bytes are here: it goes on there. */
  readonly received: number;
  /** What its content says; null until it is whole. A record takes it from then on. */
  readonly type: string | null;
}
