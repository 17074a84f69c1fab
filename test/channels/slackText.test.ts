import type { ChannelRequest } from '../../core';
import fc, { rounds } from '../../core/testing/properties';
import { slackText } from '../../core/channels/slackText';
import { webhookRequest } from '../../lambdas/notify/webhook';

const event = (data: Record<string, unknown>) => ({
	id: 'health:1',
	type: 'health.changed',
	timestamp: '2026-11-23T05:00:00.000Z',
	data,
});
/** With the signs shown that look like others, and without those that end a link. */
const filled = (template: string, value: unknown) =>
	slackText(template, event({ value })).replaceAll('\u2217', '[star]').replaceAll('\u200b', '');

/** Parts that Slack reads as markup: everything between `<` and `>`, by its documentation. */
const markupIn = (text: string) => [...text.matchAll(/<([^>]*)>?/g)].map(([, inside]) => inside);

describe('a value in the address of a link', () => {
	it.each<[string, unknown, string]>([
		[
			'<{{data.value}}|details>',
			'https://a.test/x?b=1&c=2',
			'<https://a.test/x?b=1&amp;c=2|details>',
		],
		[
			'<{{data.value}}|details>',
			'https://evil.test/|Your bank',
			'<https://evil.test/%7CYour%20bank|details>',
		],
		[
			'<{{data.value}}|details>',
			'https://a.test/?q=x|y>z#|<',
			'<https://a.test/?q=x%7Cy%3Ez#%7C%3C|details>',
		],
		['<{{data.value}}|details>', '!channel', '<%21channel|details>'],
		['<{{data.value}}>', '@U0123456', '<%40U0123456>'],
		['<{{data.value}}|details>', 'javascript:alert(1)', '<javascript%3Aalert%281%29|details>'],
		[
			'<{{data.value}}|details>',
			'https://bank.test@evil.test/',
			'<https%3A%2F%2Fbank.test%40evil.test%2F|details>',
		],
		['<{{data.value}}|details>', undefined, '<|details>'],
		[
			'<https://a.test/{{data.value}}|details>',
			'0xab/..|x>',
			'<https://a.test/0xab%2F..%7Cx%3E|details>',
		],
		['<https://a.test/{{data.value}}/{{type}}>', 'a b', '<https://a.test/a%20b/health.changed>'],
		['x {{data.value}} <https://a.test|b>', '<', 'x &lt; <https://a.test|b>'],
	])('%s of %j is %s', (template, value, expected) => {
		expect(filled(template, value)).toBe(expected);
	});
});

describe('a value in the label of a link or in a text', () => {
	it.each<[string, unknown, string]>([
		[
			'<https://a.test|{{data.value}}>',
			'x> <https://evil.test|y',
			'<https://a.test|x&gt; &lt;https://evil.test|y>',
		],
		['{{data.value}}', '<!channel> & <@U1>', '&lt;!channel&gt; &amp; &lt;@U1&gt;'],
		['{{data.value}}', 'line\r\n\r\nline\u2028line\u0085line', 'line line line line'],
		[
			'{{data.value}}',
			'*paid* `code` ```block``` ~gone~',
			'[star]paid[star] ˋcodeˋ ˋˋˋblockˋˋˋ ∼gone∼',
		],
		['{{data.value}}', '_slanted_ and snake_case_name', '＿slanted＿ and snake_case_name'],
		['{{data.value}}', 'abc\u202edcba\u2066\u200b', 'abcdcba'],
		['*{{data.value}}*', 'x* _y', '*x[star] ＿y*'],
		['{{data.value}}', { a: ['*', 1] }, '{"a":["[star]",1]}'],
		['{{data.value}}', 12.5, '12.5'],
		['{{data.value}}', null, ''],
		['a < b {{data.value}} {x} | >', 'c|d', 'a < b c|d {x} | >'],
	])('%s of %j is %s', (template, value, expected) => {
		expect(filled(template, value)).toBe(expected);
	});
});

test('no value changes the links, the lines and the formatting of a template', () => {
	const placeholder = fc.constantFrom(
		'<{{data.value}}|details>',
		'<https://a.test/{{data.value}}?x={{data.value}}|details>',
		'<https://a.test|{{data.value}}>',
		'*{{data.value}}*\n',
		'`{{data.value}}`',
	);
	const piece = fc.constantFrom(
		...[
			'<',
			'>',
			'|',
			'*',
			'`',
			'_',
			'~',
			'\n',
			'\r',
			'&',
			'!',
			'@',
			' ',
			'https://x.test/',
			'a',
			'{{type}}',
		],
	);
	const count = (text: string, sign: string) => text.split(sign).length;
	fc.assert(
		fc.property(
			fc.array(placeholder, { minLength: 1, maxLength: 5 }),
			fc.array(piece, { maxLength: 20 }),
			(placeholders, pieces) => {
				const template = placeholders.join(' ');
				const text = slackText(template, event({ value: pieces.join('') }));
				for (const sign of ['<', '>', '*', '`', '~', '\n']) {
					expect([sign, count(text, sign)]).toEqual([sign, count(template, sign)]);
				}
				for (const inside of markupIn(text)) {
					const [address, ...labels] = inside.split('|');
					expect(address).toMatch(/^(https?:\/\/[^\s|]*|[\w%.~-]*)$/);
					if (inside.endsWith('|details')) expect(labels).toEqual(['details']);
				}
			},
		),
		{ numRuns: rounds(2_000) },
	);
});

describe('the size of a message', () => {
	const big = event({ value: `${'<'.repeat(300_000)}`, list: Array(30_000).fill('0123456789') });

	it('is limited before it is made, whatever the template repeats', () => {
		for (const part of ['{{data.value}}', '{{data}}', '{{data.list}}', '<{{data.value}}|x>']) {
			const template = part.repeat(Math.floor(3_000 / part.length));
			const text = slackText(template, big);
			expect(text.length).toBeLessThanOrEqual(40_000);
			expect(text.endsWith('…')).toBe(true);
			// It ends between parts: no entity and no link is cut.
			expect(text).not.toMatch(/&(?!(amp|lt|gt);)/);
			expect(text.split('<').length).toBe(text.split('>').length);
			const url = 'https://hooks.slack.com/services/T/B/X';
			const { body } = webhookRequest(
				{ format: 'slack', url, template },
				'msg_1',
				big,
				0,
			) as ChannelRequest;
			expect(JSON.parse(body)).toEqual({ text });
		}
	});

	it('does not depend on how often a value is asked for: it is written out once', () => {
		let written = 0;
		const value = { toJSON: () => `${(written += 1)}` };
		slackText('{{data.value}}'.repeat(200), event({ value }));
		expect(written).toBe(1);
	});

	it('shows the beginning of a long value, and no half of a letter', () => {
		const text = slackText('{{data.value}}.', event({ value: `a${'😀'.repeat(3_000)}` }));
		expect(text.isWellFormed()).toBe(true);
		expect(text.endsWith('….')).toBe(true);
		expect(text.length).toBe(3_002);
	});
});
