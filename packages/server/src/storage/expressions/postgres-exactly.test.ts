import { answersExactly } from './testing/exactly.ts';
import { postgresEngine } from './testing/postgres-engine.ts';

answersExactly(postgresEngine);
