import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FILES } from './documents';

/** Path of the metrics service alone: a document names no service. */
const METRICS = /^\/v\d\/chains\/\{\w+\}\/metrics\//;

/**
 * Reads the documents that services serve at `/api-json` into a new folder, and returns it. Throws if a
 * service does not answer with a document.
 */
export async function download(urls: readonly string[]): Promise<string> {
	const folder = mkdtempSync(path.join(tmpdir(), 'openapi-'));
	for (const base of urls) {
		const url = `${base.replace(/\/$/, '')}/api-json`;
		const response = await fetch(url);
		const text = await response.text();
		if (!response.ok) throw new Error(`${url} answered with status ${response.status}`);
		const { paths } = JSON.parse(text) as { paths?: object };
		if (!paths) throw new Error(`${url} is not an OpenAPI document`);
		const isMetrics = Object.keys(paths).some((one) => METRICS.test(one));
		writeFileSync(path.join(folder, FILES[isMetrics ? 'metrics' : 'data']), text);
	}
	return folder;
}
