import path from 'node:path';
import { whyNoRuntimeClient } from '../../kit/lambda/runtimeClient';
import { startExportStack } from '../lib/exportStack';
import type { Group } from '../lib/report';
import type { Bench, Row } from '../lib/row';
import { interleaved, quotients } from '../lib/stats';

const MEGABYTE = 1024 ** 2;
/** A file whose download takes no memory beyond that of n8n's process. */
const SMALL = MEGABYTE;
const MOST_ADDED = 50;
/** Maximum memory of the function's process, in MB. */
const LAMBDA_MEMORY = 150;

interface Taken {
	ms: number;
	peakBytes: number;
}

const speeds = (taken: readonly Taken[], bytes: number) =>
	taken.map(({ ms }) => bytes / MEGABYTE / (ms / 1000));
const peaks = (taken: readonly Taken[]) => taken.map(({ peakBytes }) => peakBytes / MEGABYTE);

async function inN8n({ rounds, start, folder, say }: Bench, bytes: number): Promise<Group> {
	say('row 10: through n8n');
	const directory = folder();
	const service = await start('servers/dataService', { fileBytes: bytes });
	const { result: url } = await service.run<string>();
	const downloader = (way: 'own' | 'httpRequest') =>
		start('contestants/download', { url, way, folder: path.join(directory, way) });
	const own = await downloader('own');
	const httpRequest = await downloader('httpRequest');
	const smallService = await start('servers/dataService', { fileBytes: SMALL });
	const { result: smallUrl } = await smallService.run<string>();
	const small = await start('contestants/download', {
		url: smallUrl,
		way: 'own',
		folder: path.join(directory, 'small'),
	});
	const whole = async (
		taken: Promise<Taken & { result: unknown }>,
		expected = bytes,
	): Promise<Taken> => {
		const { result, ...rest } = await taken;
		if (result !== expected) throw new Error(`${String(result)} of ${expected} bytes arrived`);
		return rest;
	};
	const results = await interleaved(
		rounds,
		{
			own: () => whole(own.run()),
			httpRequest: () => whole(httpRequest.run()),
			small: () => whole(small.run(), SMALL),
		},
		0,
	);
	const added = peaks(results.own).map((peak, round) => peak - peaks(results.small)[round]);
	const unit = 'MB/s';
	const speed = (name: keyof typeof results) => speeds(results[name], bytes);
	return {
		row: 10,
		title: `Download of ${bytes / MEGABYTE} MB into n8n's binary data`,
		lines: [
			{ name: 'HTTP Request', unit, values: speed('httpRequest') },
			{ name: 'this node', unit, values: speed('own') },
			{
				name: 'this node / HTTP Request',
				unit: '×',
				values: quotients(speed('own'), speed('httpRequest')),
			},
			{
				name: 'peak memory, this node',
				unit: 'MB',
				values: peaks(results.own),
			},
			{ name: 'peak memory, this node, a file of 1 MB', unit: 'MB', values: peaks(results.small) },
			{
				name: 'memory that the larger file adds',
				unit: 'MB',
				values: added,
				goal: { most: MOST_ADDED },
			},
			{ name: 'peak memory, HTTP Request', unit: 'MB', values: peaks(results.httpRequest) },
			{
				name: 'peak memory, this node / HTTP Request',
				unit: '×',
				values: quotients(peaks(results.own), peaks(results.httpRequest)),
			},
		],
	};
}

async function inLambda({ rounds, folder, say }: Bench, bytes: number): Promise<Group> {
	const title = `Export of ${bytes / MEGABYTE} MB by Lambda into S3, its download cut once`;
	const skipped = whyNoRuntimeClient();
	if (skipped !== undefined) return { row: 10, title, lines: [], skipped };
	say('row 10: through Lambda');
	const stack = await startExportStack(bytes, folder());
	try {
		const results: Taken[] = [];
		for (let round = 0; round < rounds; round++) results.push(await stack.run(`round-${round}`));
		return {
			row: 10,
			title,
			lines: [
				{ name: 'exportTransactions', unit: 'MB/s', values: speeds(results, bytes) },
				{
					name: 'peak memory of exportTransactions',
					unit: 'MB',
					values: peaks(results),
					goal: { most: LAMBDA_MEMORY },
				},
			],
		};
	} finally {
		await stack.close();
	}
}

/** A large file by both ways that this package has. */
export const row: Row = {
	number: 10,
	title: 'Export download',
	peers: true,
	async run(bench) {
		const bytes = (bench.quick ? 16 : 1024) * MEGABYTE;
		return [await inN8n(bench, bytes), await inLambda(bench, bytes)];
	},
};
