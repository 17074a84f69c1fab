import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withMeasured } from '../../kit/text/measuredText';
import { queueCostRows } from '../notifyWorld/queueCosts';
import { shapeCostRows } from './shapeCosts';
import { senderTime } from './senderTime';
import { MINUTE_MS } from '../../../core/formats/timeUnits';

/**
 * Cost and throughput of deliveries. Calls and units come from virtual time. The processor time of a delivery
 * is measured on the bundle of sender under Lambda's runtime client.
 */

const DOCUMENT = path.resolve(__dirname, '../../../docs/lambdas.md');
const COMMAND = 'npm run campaign -- notify --measure --write';
const SHAPES_COMMAND = 'npm run campaign -- notify --shapes --write';
/** Lambda gives one processor to 1,769 MB. */
const PROCESSORS = 512 / 1769;

/** Measures, prints and, with `write`, puts the tables into docs/lambdas.md. */
export async function measure(write: boolean): Promise<void> {
	const lines: string[] = [];
	const ms = await senderTime();
	if (ms !== undefined) {
		const most = Math.round((MINUTE_MS / ms) * PROCESSORS).toLocaleString('en');
		const title = `by the processor of 512 MB (${PROCESSORS.toFixed(2)} of one), at ${ms.toFixed(2)} ms a delivery`;
		lines.push(
			'| Deliveries a minute by one sender | |',
			'|---|---:|',
			`| ${title} | ${most} |`,
			'',
		);
	}
	lines.push(...(await queueCostRows()));
	tell(lines, COMMAND, write);
}

/** Measures the costs by rate of events and number of targets. */
export async function measureShapes(write: boolean): Promise<void> {
	tell(await shapeCostRows(), SHAPES_COMMAND, write);
}

function tell(lines: readonly string[], command: string, write: boolean): void {
	const text = lines.join('\n');
	console.log(text);
	if (!write) return;
	writeFileSync(DOCUMENT, withMeasured(readFileSync(DOCUMENT, 'utf8'), command, text));
}
