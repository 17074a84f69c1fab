import { createGzip } from 'node:zlib';
import type { Service, ServiceRequest, ServiceResponse } from '../../service';
import { bytesOfRows, csvFile } from './csv';
import type { World } from '../../world';
import { type ExportJob, exportsOf } from './jobs';

const PATH = /^\/exports\/([0-9a-f-]{36})\.csv$/;
const ROWS_PER_ADDRESS = 40;

function fileOf(job: ExportJob, version?: number) {
	const rows = Math.max(1, job.addresses.length) * job.includeChains.length * ROWS_PER_ADDRESS;
	const first = Date.parse(job.firstDate ?? '') || job.created - 30 * 86_400_000;
	return csvFile(
		`${job.operationId}${version ?? ''}`,
		job.includeChains[0],
		first,
		job.bytes ?? bytesOfRows(rows),
	);
}

/** The first and last byte of `Range`, `whole` where there is none to follow, or `unsatisfiable`. */
function rangeOf(request: ServiceRequest, size: number, etag: string) {
	const header = request.headers.range;
	const condition = request.headers['if-range'];
	const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
	if (!match || (condition !== undefined && condition !== etag)) return 'whole';
	const [, from, to] = match;
	if (from === '' && to === '') return 'whole';
	const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
	const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
	return start > end || start >= size ? 'unsatisfiable' : { start, end };
}

function refuse(status: number, code: string): ServiceResponse {
	const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`;
	return { status, headers: { 'content-type': 'application/xml' }, body };
}

/** Answers with status 200 that are not the file. */
const PAGES = {
	html: ['text/html; charset=utf-8', '<!DOCTYPE html><html><body>Please sign in</body></html>'],
	xml: ['application/xml', '<?xml version="1.0"?><Error><Code>InternalError</Code></Error>'],
	text: ['text/csv', 'Service unavailable\n'],
	nothing: ['text/csv', ''],
} as const;

function page([type, body]: readonly [string, string]): ServiceResponse {
	return { status: 200, headers: { 'content-type': type }, body };
}

/** The files of finished exports, as an object store serves them: GET and HEAD, Range, ETag. */
export function downloadService(world: World): Service {
	const store = exportsOf(world);
	return (request) => {
		const operationId = PATH.exec(request.path)?.[1];
		if (!operationId) return refuse(404, 'NoSuchKey');
		if (request.method !== 'GET' && request.method !== 'HEAD') {
			return refuse(405, 'MethodNotAllowed');
		}
		const { query } = request;
		const job = store.download(
			operationId,
			query.get('expires') ?? '',
			query.get('signature') ?? '',
		);
		if (job === 'refused') return refuse(403, 'AccessDenied');
		const { serves = 'file', version } = store.settings;
		if (serves in PAGES) return page(PAGES[serves as keyof typeof PAGES]);
		const file = fileOf(job, version);
		const etag = `"${operationId.replaceAll('-', '')}-${file.size}${version ? `-${version}` : ''}"`;
		const headers: Record<string, string> = {
			'content-type': 'text/csv',
			'accept-ranges': 'bytes',
			etag,
			'last-modified': new Date(job.ends).toUTCString(),
			'content-disposition': `attachment; filename="${operationId}.csv"`,
		};
		if (serves === 'gzip') {
			// As an object store answers with a packed object, whatever the client accepts.
			const body = file.read(0, file.size).pipe(createGzip());
			return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body };
		}
		if (request.headers['if-none-match'] === etag) return { status: 304, headers };
		const size = file.size - (serves === 'cut' ? 1 : 0);
		const range = serves === 'noRanges' ? 'whole' : rangeOf(request, size, etag);
		if (range === 'unsatisfiable') {
			return { status: 416, headers: { 'content-range': `bytes */${size}` } };
		}
		const whole = range === 'whole';
		const [start, end] = whole ? [0, size] : [range.start, range.end + 1];
		if (!whole) headers['content-range'] = `bytes ${start}-${end - 1}/${size}`;
		headers['content-length'] = String(end - start);
		const body = request.method === 'HEAD' ? undefined : file.read(start, end);
		return { status: whole ? 200 : 206, headers, body };
	};
}
