import { readFileSync } from 'node:fs';
import { openWindow } from './editor';
import type { FreshHost } from './freshHost';

/** The picture of README: an execution of n8n, and beside it the messages that arrived. */

const WIDTH = 1600;
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

const MARKS: Record<string, string> = { '🔴': '#dd2e44', '🟠': '#f4900c', '🟢': '#78b159' };

/** A message in the notation of Slack: bold text between stars. The machine may have no font of marks. */
function messageOf(text: string): string {
	const lines = escaped(text)
		.replace(/^\*(.*)\*$/m, '<b>$1</b>')
		.replace(/[🔴🟠🟢]/u, (mark) => `<u style="background: ${MARKS[mark]}"></u>`)
		.split('\n')
		.map((line) => `<p>${line}</p>`);
	return `<article><i>A</i><div><p><b>Avalanche alerts</b> <small>APP</small></p>${lines.join('')}</div></article>`;
}

/** Shows the newest execution of the workflow on the page, and keeps it with the messages as `alerts`. */
export async function keepPicture({ window, channel }: FreshHost): Promise<void> {
	const { page, shot } = window;
	await page.getByText('Executions', { exact: true }).first().click();
	await page
		.getByText(/Succeeded/)
		.first()
		.waitFor();
	await page.waitForLoadState('networkidle');
	await drawPicture(await shot('first-hour-execution'), channel.messages);
}

/** Keeps a screenshot with messages beside it as `alerts`. */
export async function drawPicture(screenshot: string, messages: readonly string[]): Promise<void> {
	const image = readFileSync(screenshot).toString('base64');
	const picture = await openWindow();
	try {
		await picture.page.setViewportSize({ width: WIDTH, height: 673 });
		await picture.page.setContent(
			`<style>${STYLE}</style><img src="data:image/png;base64,${image}"><section><h1># validators</h1>${messages.map(messageOf).join('')}</section>`,
		);
		await picture.shot('alerts');
	} finally {
		await picture.close();
	}
}
