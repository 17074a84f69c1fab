import { readFileSync } from 'node:fs';
import path from 'node:path';
import { channels } from '../../core';
import { settingsOf } from '../../lambdas/notify/settings';

/** docs/channels.md has what the code has. */

const page = readFileSync(path.resolve(__dirname, '../../docs/channels.md'), 'utf8');
const rows = page
	.split('\n')
	.filter((line) => /^\| [^|]+ \| `\w+` \|/.test(line) && !line.startsWith('| Channel |'))
	.map((line) => line.split('|').map((cell) => cell.trim()));
const codes = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text);

test('the table has every channel with its fields, in the order of the menus', () => {
	expect(
		rows.map(([, name, format, , fields]) => {
			const [needed, optional = ''] = fields.split(';');
			return [name, codes(format)[0], codes(needed), codes(optional)];
		}),
	).toEqual(
		channels.map(({ name, value, needs, takes = [] }) => [name, value, needs.flat(), takes]),
	);
});

test('the hosts of the table are known', () => {
	const urls: Readonly<Record<string, string>> = {
		'`hooks.slack.com`': 'https://hooks.slack.com/services/T/B/X',
		'`discord.com/api/webhooks`': 'https://discord.com/api/webhooks/1/x',
		'`api.telegram.org/bot…`': 'https://api.telegram.org/bot1:x',
		'`*.logic.azure.com`': 'https://prod-1.westeurope.logic.azure.com/workflows/x',
		'`*.api.powerplatform.com`':
			'https://x.01.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/x',
		'`events.eu.pagerduty.com`': 'https://events.eu.pagerduty.com/v2/enqueue',
		'`chat.googleapis.com`': 'https://chat.googleapis.com/v1/spaces/x/messages',
		'`ntfy.sh`': 'https://ntfy.sh/x',
		'`/hooks/`': `https://chat.example.org/hooks/${'a1'.repeat(13)}`,
		'`matrix-client.matrix.org`': 'https://matrix-client.matrix.org',
		'`sqs.<region>.amazonaws.com`': 'https://sqs.eu-central-1.amazonaws.com/1/x',
		'`hooks.zapier.com`': 'https://hooks.zapier.com/hooks/catch/1/2/',
		'`hook.*.make.com`': 'https://hook.eu2.make.com/x',
		'`*.m.pipedream.net`': 'https://eo1.m.pipedream.net/x',
		'`cloud.activepieces.com`': 'https://cloud.activepieces.com/api/v1/webhooks/x',
	};
	for (const [host, url] of Object.entries(urls)) {
		const [row] = rows.filter((cells) => cells[3].includes(host));
		expect([host, row?.[2]]).toEqual([host, expect.any(String)]);
		const known = channels.find(({ knows }) => knows?.(new URL(url)));
		expect([host, `\`${known?.value}\``]).toEqual([host, row[2]]);
	}
});

test('the targets of the example are valid settings', async () => {
	const [, example] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
	const { targets } = JSON.parse(example) as { targets: object[] };
	const sources = [{ name: 'health', event: 'health' }];
	const { targets: read } = await settingsOf(JSON.stringify({ sources, targets }));
	expect(read.map(({ format }) => format)).toEqual(['slack', 'pagerDuty', 'ntfy', 'email']);
});
