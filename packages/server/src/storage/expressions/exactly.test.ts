import { answersExactly } from './testing/exactly.ts';
import { sqliteEngine } from './testing/sqlite-engine.ts';

answersExactly(sqliteEngine);
