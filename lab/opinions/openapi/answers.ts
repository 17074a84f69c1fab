import type { Dialect } from '../../../emulator';
import { everyAnswer } from '../../kit/operations/answers';
import { type Documents, documented } from './documents';
import type { Findings } from './findings';

/** Validates every answer of the emulator against the documents. */
export async function answersOf(dialect: Dialect, documents: Documents, findings: Findings) {
	const statuses: Record<string, number> = {};
	// An answer with a fault can be one that the core refuses: all of them are judged.
	const all = await everyAnswer(dialect, undefined, ({ message: fault }, operation) => {
		findings.add({ of: 'answer', operation, fault, example: `${dialect} dialect` });
	});
	let valid = 0;
	let unjudged = 0;
	for (const { service, method, pathname, url, status, text } of all) {
		const found = documented(documents, service, { method, pathname });
		statuses[status] = (statuses[status] ?? 0) + 1;
		const operation =
			found?.operation ?? `${method} ${pathname.replace(/\/(?=[^/]*\d)(?!v\d\/)[^/]+/g, '/{}')}`;
		const add = (of: 'answer' | 'unjudged', fault: string) =>
			findings.add({ of, operation, fault, example: `${method} ${url}` });
		const faults = found?.document.faultsOf(found.operation, status, text);
		if (!faults) {
			unjudged++;
			add('unjudged', found ? `status ${status} is not in the document` : NOT_THERE);
			continue;
		}
		if (faults.length === 0) valid++;
		for (const fault of faults) add('answer', `${dialect} dialect, status ${status}: ${fault}`);
	}
	return { answers: all.length, valid, unjudged, statuses };
}

const NOT_THERE = 'the operation is not in the document';
