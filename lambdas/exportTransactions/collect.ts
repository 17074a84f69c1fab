type Collect = (options?: { type: 'minor' }) => void;

let collect: Collect | undefined;

/**
 * Lets go of what was read and sent. The chunks of a download are small objects that hold large
 * memory outside of the heap: by itself, the collector would come around to them too late, and the
 * process would grow by what it has not yet noticed. Takes a millisecond or two.
 */
export function collectYoung(): void {
	if (!collect) {
		// Not imported: a cold start would load them, for a file that comes later.
		process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
		collect = process.getBuiltinModule('node:vm').runInNewContext('gc') as Collect;
	}
	collect({ type: 'minor' });
}
