import { writeIndexes } from './build/operationIndex';

writeIndexes();
process.stdout.write('Wrote core/operations/all.ts and core/operations/loaders.ts\n');
