import type { Clock } from '../../core/protocol/ports';
import { HandlerError } from '../shared/errors';
import type { ObjectStore } from './s3Store';

export interface Reservation {
	bucket: string;
	/** Key of the reservation's own object. */
	key: string;
	/** ARN of the execution that it is for. */
	owner: string;
	/** Unix milliseconds: afterwards another execution may use the keys. */
	until: number;
}

/** Number of attempts if another execution writes the reservation at the same time. */
const ATTEMPTS = 5;

/**
 * Reserves the keys of an execution's files, before any export is started: executions of the same
 * name on two functions would otherwise both start exports, and only one could write its files.
 * Reserving again for the same execution has no effect. Throws `DestinationTaken` if another
 * execution has reserved them.
 */
export async function reserve(
	{ store, clock }: { store: ObjectStore; clock: Pick<Clock, 'now'> },
	{ bucket, key, owner, until }: Reservation,
): Promise<void> {
	const metadata = { execution: owner, until: new Date(until).toISOString() };
	const text = `${JSON.stringify(metadata)}\n`;
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const found = await store.head(bucket, key);
		if (found?.metadata.execution === owner) return;
		if (found && Date.parse(found.metadata.until ?? '') > clock.now()) {
			throw taken(bucket, key, found.metadata);
		}
		const headers = { contentType: 'application/json', metadata };
		if (await store.putIf(bucket, key, text, headers, found?.etag)) return;
	}
	throw taken(bucket, key, {});
}

function taken(bucket: string, key: string, { execution, until }: Record<string, string>) {
	const whose = execution ? `by ${execution} until ${until}` : 'by another execution';
	return new HandlerError(
		'DestinationTaken',
		`The keys of this execution's files are reserved ${whose} (s3://${bucket}/${key}): nothing was started. Choose another name or prefix`,
	);
}
