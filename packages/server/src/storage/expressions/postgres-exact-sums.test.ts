import { postgresEngine } from './testing/postgres-engine.ts';
import { sumsExactly } from './testing/sums.ts';

sumsExactly(postgresEngine);
