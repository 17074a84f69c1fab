import { writeIndexes } from './build/operationIndex';

writeIndexes().then(
	() => process.stdout.write('Wrote core/operations/all.ts and core/operations/loaders.ts\n'),
	(error: unknown) => {
		process.stderr.write(`${(error as Error).message}\n`);
		process.exitCode = 1;
	},
);
