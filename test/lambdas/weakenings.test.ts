import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as exporting from './exportWorld/classes';
import { WEAKENINGS as EXPORTS } from './exportWorld/weakenings';
import * as notifying from './notifyWorld/classes';
import { WEAKENINGS as NOTIFY } from './notifyWorld/weakenings';

/** What the self-tests of `campaign:notify` and `campaign:exports` take out is in the sources. */

const ROOT = path.resolve(__dirname, '../..');

test.each([...NOTIFY, ...EXPORTS])('$finds: $name', ({ file, from, also }) => {
	const source = readFileSync(path.join(ROOT, file), 'utf8');
	for (const text of [from, ...(also ? [also.from] : [])]) {
		expect(source.split(text)).toHaveLength(2);
	}
});

test('a defence of every class can be taken out', () => {
	const found = (all: ReadonlyArray<{ finds: string }>) => [
		...new Set(all.map(({ finds }) => finds)),
	];
	expect(found(NOTIFY).sort()).toEqual([...notifying.CLASS_NAMES].sort());
	expect(found(EXPORTS).sort()).toEqual([...exporting.CLASS_NAMES].sort());
});
