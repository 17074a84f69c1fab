import { checkOptions } from './lib/checkOptions';
import { options } from './options';

/** Checks options.ts before anything is built: an error lists everything that is wrong. */
try {
	checkOptions(options);
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
