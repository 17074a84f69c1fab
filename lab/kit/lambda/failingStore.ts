import { Readable } from 'node:stream';
import { type ObjectStore, s3Store } from '../../../lambdas/exportTransactions/s3Store';
import type { S3 } from './s3';

/** An error as S3 answers it. */
export function s3Error(name: string, httpStatusCode: number): Error {
	const message = `S3 says ${name}`;
	return Object.assign(new Error(message), { name, $metadata: { httpStatusCode } });
}

/** Faults of S3 in a run. */
export interface S3Faults {
	/** An error that S3 answers a command with, such as `CompleteMultipartUpload`, instead of doing it. */
	s3Fails?: (command: string) => Error | undefined;
	/**
	 * Body with which S3 answers a command, with status 200, in place of its own answer; `done` if
	 * the command takes effect nevertheless.
	 */
	s3Body?: (command: string) => { body: string; done: boolean } | undefined;
}

/** The store of the functions over a local S3, with faults and the writes that S3 completed. */
export function failingStore(s3: S3) {
	/** Objects that S3 completed, as `bucket/key`. */
	const written: string[] = [];
	let faults: S3Faults = {};
	const client = s3.client();
	client.middlewareStack.add(
		(next, context) => async (args) => {
			const failure = faults.s3Fails?.((context.commandName ?? '').replace(/Command$/, ''));
			if (failure) throw failure;
			const output = await next(args);
			const { Bucket, Key } = args.input as { Bucket?: string; Key?: string };
			if (/^(PutObject|CompleteMultipartUpload)Command$/.test(context.commandName ?? '')) {
				written.push(`${Bucket}/${Key}`);
			}
			return output;
		},
		{ step: 'initialize' },
	);
	client.middlewareStack.add(
		(next, context) => async (args) => {
			const given = faults.s3Body?.((context.commandName ?? '').replace(/Command$/, ''));
			if (!given) return await next(args);
			if (given.done) {
				const { response } = await next(args);
				(response as { body: Readable }).body.resume();
			}
			const headers = { 'content-type': 'application/xml' };
			const body = Readable.from([Buffer.from(given.body)]);
			return { response: { statusCode: 200, headers, body }, output: undefined as never };
		},
		// The innermost: what it gives is read as if it came from the network.
		{ step: 'deserialize', priority: 'low' },
	);
	const store = s3Store(client);

	let last: Promise<unknown> = Promise.resolve();
	function inTurn<T>(write: () => Promise<T>): Promise<T> {
		const turn = last.then(write);
		last = turn.catch(() => undefined);
		return turn;
	}
	/** Conditional writes by S3's rules, one after the other: the local server ignores conditions. */
	const putIf: ObjectStore['putIf'] = (bucket, key, text, headers, replaces) =>
		inTurn(async () => {
			const found = await store.head(bucket, key);
			if (found?.etag !== replaces) return false;
			return await store.putIf(bucket, key, text, headers, replaces);
		});

	return { store, written, putIf, failBy: (given: S3Faults) => void (faults = given) };
}
