import type { Dialect } from '../../emulator';
import { everyAnswer } from '../../kit/operations/answers';
import type { DocumentedService, ServiceDocument } from './documents';
import type { Findings } from './findings';

/** Validates every answer of the emulator against the documents. */
export async function answersOf(
	dialect: Dialect,
	documents: Record<DocumentedService, ServiceDocument>,
	findings: Findings,
) {
	const statuses: Record<string, number> = {};
	let answers = 0;
	let valid = 0;
	await everyAnswer(dialect, ({ service, method, pathname, url, status, text }) => {
		const document = documents[service];
		const operation = document.find(method, pathname);
		answers++;
		statuses[status] = (statuses[status] ?? 0) + 1;
		const faults = operation
			? document.faultsOf(operation, status, text)
			: ['the operation is not in the document'];
		if (faults.length === 0) valid++;
		for (const fault of faults) {
			const of =
				operation ?? `${method} ${pathname.replace(/\/(?=[^/]*\d)(?!v\d\/)[^/]+/g, '/{}')}`;
			const about = `${dialect} dialect, status ${status}: ${fault}`;
			findings.add({ of: 'answer', operation: of, fault: about, example: `${method} ${url}` });
		}
	});
	return { answers, valid, statuses };
}
