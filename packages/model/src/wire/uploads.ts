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
