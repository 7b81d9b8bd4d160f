import { loadSpecification } from '../../specification/load-specification.ts';
import { openData } from '../../start/open-data.ts';

/** Brings stored data to a specification for tests that kill it: `migrate.ts <folder> <data> [database]`. Says when it begins. */
const [folder = '', data = '', database] = process.argv.slice(2);
const { application } = await loadSpecification(folder);
if (application === null) throw new Error('no specification');
process.stdout.write('begins\n');
const attached = { folder, fileCheck: null };
const options = { demo: false, now: '2026-03-05T12:00:00.000Z', acceptLoss: [], attached };
const opened = await openData({ data, database: database ?? null }, application, options, () => undefined);
await opened.database.close();
process.stdout.write('done\n');
