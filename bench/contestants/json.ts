import { parseJson } from '../lib/core';
import { l1Validator, transfer } from '../servers/records';

interface Input {
	kind: 'transfers' | 'validators' | 'large';
	way: keyof typeof WAYS;
	times: number;
}

const PAGE = Array.from({ length: 100 }, (_, index) => index);

const TEXTS = {
	transfers: JSON.stringify({ transactions: PAGE.map(transfer) }),
	validators: `{"validators":[${PAGE.map((index) => l1Validator(index)).join(',')}]}`,
	large: `{"validators":[${PAGE.map((index) => l1Validator(index, true)).join(',')}]}`,
};

/** The digits of an integer that a double may not hold, outside of quotes. */
const LONG = /[:,[ \n\t\r-]\d{16}/;

const WAYS = {
	plain: (text: string) => JSON.parse(text) as unknown,
	/** The simplest search of a lossless parser. */
	scanned: (text: string) => [LONG.test(text), JSON.parse(text)] as unknown,
	lossless: (text: string) => parseJson(text),
};

/** As an answer comes from the network: one flat text of its own each time. */
function fresh(text: string): string {
	return Buffer.from(text).toString();
}

/** Each run parses an answer so many times and gives the microseconds of one. */
export async function prepare() {
	return async ({ kind, way, times }: Input): Promise<number> => {
		const texts = Array.from({ length: times }, () => fresh(TEXTS[kind]));
		const parse = WAYS[way];
		let kept: unknown;
		const begun = performance.now();
		for (const text of texts) kept = parse(text);
		const us = ((performance.now() - begun) / times) * 1000;
		if (!kept) throw new Error('Nothing was parsed');
		return us;
	};
}
