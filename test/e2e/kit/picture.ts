import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GIFEncoder, applyPalette, quantize } from 'gifenc';
import { PNG } from 'pngjs';
import type { Session } from '../../../lab/kit/n8n/instance';
import { openWindow, SCREENSHOTS } from './editor';
import { executionsOf, hasEnded, itemsOf } from './executions';
import type { FreshHost } from './freshHost';
import { until } from './host';

/** The pictures of README and of alerts: n8n, and beside it the messages that arrived. */

const WIDTH = 1600;
/** The time of a frame, and of the last one (ms). */
const FRAME_MS = 2_500;
const LAST_MS = 6_000;
const STYLE = `
	body { margin: 0; display: flex; gap: 24px; padding: 24px; width: ${WIDTH - 48}px; background: #e9ebf0;
		font: 15px/1.45 'Inter', 'Helvetica Neue', 'DejaVu Sans', sans-serif; color: #1d1c1d; align-items: stretch }
	img { width: 1000px; border-radius: 10px; display: block }
	section { flex: 1; min-width: 0; background: #fff; border-radius: 10px; padding: 18px 20px }
	h1 { font-size: 17px; margin: 0 0 14px; padding-bottom: 12px; border-bottom: 1px solid #dddde0 }
	article { display: flex; gap: 10px; margin-bottom: 18px }
	i { flex: none; width: 34px; height: 34px; border-radius: 7px; background: #e84142; color: #fff;
		font: bold 20px/34px sans-serif; text-align: center }
	u { display: inline-block; width: 15px; height: 15px; border-radius: 8px; margin: 0 3px -2px 0 }
	p { margin: 0; overflow-wrap: anywhere }
	small { color: #616061; font-weight: normal }`;

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const MARKS: Record<string, string> = {
	'🔴': '#dd2e44',
	'🟠': '#f4900c',
	'🔵': '#55acee',
	'🟢': '#78b159',
};

/** A message in the notation of Slack: bold text between stars. The machine may have no font of marks. */
function messageOf(text: string): string {
	const lines = escaped(text)
		.replace(/^\*(.*)\*$/m, '<b>$1</b>')
		.replace(/[🔴🟠🔵🟢]/u, (mark) => `<u style="background: ${MARKS[mark]}"></u>`)
		.split('\n')
		.map((line) => `<p>${line}</p>`);
	return `<article><i>A</i><div><p><b>Avalanche alerts</b> <small>APP</small></p>${lines.join('')}</div></article>`;
}

/**
 * Shows the newest execution that sent a message of the workflow on the page, and draws it with the
 * messages. A newer one without items may have dropped repeated events (docs/triggers.md).
 */
export async function keepPicture(
	{ window, channel }: FreshHost,
	session: Session,
	before: readonly string[],
): Promise<void> {
	const { page, shot } = window;
	const [, workflowId = ''] = /\/workflow\/(\w+)/.exec(page.url()) ?? [];
	const executions = await until(
		'the end of the executions',
		() => executionsOf(session, workflowId),
		(all) => all.every(hasEnded),
	);
	const sent = executions.findLast(({ runData }) => itemsOf(runData, 'Webhook').length > 0);
	await page.getByText('Executions', { exact: true }).first().click();
	await page.locator(`a[href*="/executions/${sent?.id}"]`).first().click();
	await page
		.getByText(/Succeeded/)
		.first()
		.waitFor();
	// The canvas is drawn after the rest, with the items of each connection.
	await page
		.getByText(/^\d+ items?$/)
		.first()
		.waitFor();
	await page.waitForLoadState('networkidle');
	const execution = await shot('first-hour-execution');
	await drawPictures([
		...before.map((screenshot) => ({ screenshot, messages: [] })),
		{ screenshot: execution, messages: channel.messages },
	]);
}

interface Scene {
	screenshot: string;
	messages: readonly string[];
}

/** Draws screenshots with messages beside them: the last one as the picture `alerts`, all as the moving `first-alert`. */
export async function drawPictures(scenes: readonly Scene[]): Promise<void> {
	const picture = await openWindow();
	const frames: Buffer[] = [];
	try {
		await picture.page.setViewportSize({ width: WIDTH, height: 673 });
		for (const { screenshot, messages } of scenes) {
			const image = readFileSync(screenshot).toString('base64');
			await picture.page.setContent(
				`<style>${STYLE}</style><img src="data:image/png;base64,${image}"><section><h1># validators</h1>${messages.map(messageOf).join('')}</section>`,
			);
			frames.push(readFileSync(await picture.shot('alerts')));
		}
		writeFileSync(path.join(SCREENSHOTS, 'first-alert.gif'), movingPicture(frames));
	} finally {
		await picture.close();
	}
}

/** A GIF of PNG files of one size, which begins again after the last. */
function movingPicture(frames: readonly Buffer[]): Uint8Array {
	const gif = GIFEncoder();
	for (const [at, frame] of frames.entries()) {
		const { data, width, height } = PNG.sync.read(frame);
		const palette = quantize(data, 256);
		const delay = at === frames.length - 1 ? LAST_MS : FRAME_MS;
		gif.writeFrame(applyPalette(data, palette), width, height, { palette, delay });
	}
	gif.finish();
	return gif.bytes();
}
