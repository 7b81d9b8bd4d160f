export { createSecretKeeper, secretsFile, secretsNamed, type SecretKeeper } from './calls/secrets.ts';
export { createServer } from './http/create-server.ts';
export type { Service } from './http/service/service.ts';
export { backup, type BackupMade, type BackupOptions } from './backup/backup.ts';
export { moveFiles, type MovedFiles } from './backup/move-files.ts';
export { indexAnswer } from './http/answers/index-answer.ts';
export { openDirectIndexes, type DirectIndexes } from './start/direct/direct-indexes.ts';
export {
  openDirectRecords,
  type DirectAccess,
  type FileToImport,
  type DirectRecords,
} from './start/direct/direct-records.ts';
export type { ExportFile } from './exchange/export-file.ts';
export type { ImportFormat } from './exchange/import-file.ts';
export type { Imported, ImportedProblem, ImportOptions } from './records/context/import-source.ts';
export { restore, type Restored, type RestoreOptions } from './backup/restore.ts';
export { BrokenSpecification } from './start/broken-specification.ts';
export { createService, type ServiceParts } from './start/create-service.ts';
export { loadSpecification, type LoadedSpecification } from './specification/load-specification.ts';
export { openData, previewData, type AdoptOptions, type DataOutlook, type OpenedData } from './start/open-data.ts';
export type { DataPlace } from './start/open-place.ts';
export { placeNamed } from './start/place-named.ts';
export { refuseDataElsewhere } from './start/data-elsewhere.ts';
export { DATA_FILES_CHOICES, type DataConflict, type DataFilesChoice } from './data/rows/data-conflict.ts';
export type { FileRows } from './data/rows/file-rows.ts';
export type { DataPreview } from './data/preview-data.ts';
export type { Change, ChangeKind } from './storage/migration/changes/change.ts';
export type {
  IndexEntry,
  Indexes,
  IndexRuling,
  IndexSaving,
  IndexState,
  SpecifiedIndex,
  UseIndex,
} from './storage/indexes/index-entry.ts';
export { createIndexes } from './storage/indexes/indexes.ts';
export type { AskedFilter, AskedShape } from './storage/indexes/asked-shape.ts';
export { secondsFor } from './storage/migration/estimate.ts';
export type { MigrationReport } from './storage/migration/migrate.ts';
export { MigrationRefused } from './storage/migration/changes/migration-refused.ts';
export { StartFailure } from './start-failure.ts';
export { linkFor } from './start/direct/direct-link.ts';
export { noteBounce } from './start/direct/direct-mail.ts';
export { sendTestMail } from './mail/test-mail.ts';
export { fileCheckOf, startServer, type Running, type ServerSettings } from './start/start-server.ts';
export { systemClock, type Clock } from './clock.ts';
export { collectGarbage } from './collect-garbage.ts';
export { startDevServer, type DevServer, type DevSettings, type DevState, type DevTrouble } from './dev/dev-server.ts';
export { Refusal } from './refusal.ts';
export { thrownPart } from './thrown.ts';
