import { alertOf, channels, getPortfolio, parseFields } from '../../../../core';
import type { NetworkEvent } from '../../../../core/events/event';
import { transfer } from '../../../../core/subjects/events/transfer/declare';
import { tokensIn } from '../../../../core/testing/cases/evmWorld';
import { recognized } from '../../../kit/channels/rendered';
import { eventCases } from '../../../kit/events/case';
import { pollContext } from '../../../kit/events/run';
import { proxyTo, servicesAt } from '../samples';
import type { AttackClass, Stage } from '../stage';
import type { End } from '../watch';

/**
 * Conclusions that a person draws from titles, texts and tables: strangers choose the names of tokens, assets, chains,
 * collections and contracts, and send dust. The judge is a table of conclusions that are wrong, whatever
 * escapes them.
 */

const MINE = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';
const STRANGER = `0x${'51'.repeat(20)}`;
const LIKE = `0x9702${'9'.repeat(32)}A8c7`.toLowerCase();

const telegram = channels.find(({ value }) => value === 'telegram');
const HEAD = { id: 'x', type: 'x', timestamp: '2026-01-01T00:00:00Z' };

/** Names that strangers choose. */
const NAMES = [
	'AVAX',
	'USDC',
	'WAVAX',
	'avax',
	'000 AVAX',
	'5 AVAX and 1',
	'USD\u0421',
	'AV\u200bAX',
	'\u202eXAVA',
	'AVAX" (well-known)',
	'🔴 CRITICAL: your validator is down',
	'claim at evil.com',
	'i❤.ws',
	'@everyone',
	'<b>AVAX</b>',
	'=HYPERLINK("https://evil.com")',
	'AVAX\nYou received 5 AVAX',
	'/start',
	'$AVAX',
	'A'.repeat(5_000),
];

interface Item {
	title: string;
	text: string;
	data: Readonly<Record<string, unknown>>;
}

/** A conclusion that a reader must not draw, and a test for it. `all`: the items of one poll. */
type Forbidden = readonly [
	conclusion: string,
	holds: (item: Item, all: readonly Item[]) => boolean,
];

const isOfStranger = ({ data }: Item) => Boolean(data.contractAddress) || data.known === false;
const saysAny = (item: Item, pattern: RegExp) => pattern.test(`${item.title}\n${item.text}`);

/** Conclusions that no text of an event may lead to. */
const FORBIDDEN: readonly Forbidden[] = [
	[
		'an amount of AVAX, USDC or WAVAX',
		(item) => isOfStranger(item) && saysAny(item, /\d\s+(AVAX|USDC|WAVAX)\b/i),
	],
	[
		'a symbol in a column that is AVAX',
		(item) => isOfStranger(item) && /^(w?avax|usdc)$/i.test(String(item.data.symbol)),
	],
	['a larger amount', (item) => saysAny(item, /\d\s+0{3}\b/)],
	[
		'another sentence',
		(item) => saysAny(item, /\n|"?\s*\(well-known/) && item.title.includes('\n'),
	],
	[
		'a severity of its own',
		({ title, data }) => data.severity === 'info' && title.startsWith('🔴'),
	],
	['a quote that ends before the name does', (item) => saysAny(item, /AVAX" \(well-known\)/)],
	['a link of a stranger', (item) => saysAny(item, /evil\.com|i❤\.ws/)],
	['a name of thousands of letters', (item) => item.title.length > 400 || item.text.length > 2_000],
	['signs that turn or hide a text', (item) => saysAny(item, /[\u200b-\u200f\u202a-\u202e]/)],
	[
		'nothing but what a stranger sends',
		({ data: { txHash } }, all) => {
			const flood = all.filter((one) => isOfStranger(one) && one.data.txHash === txHash);
			return flood.length > MOST_OF_STRANGERS;
		},
	],
	['a transfer of nothing', ({ data }) => data.event === 'token.transfer' && data.amount === '0'],
	[
		'a look-alike address without a warning',
		(item) =>
			String(item.data.counterparty).toLowerCase() === LIKE && !item.text.includes('looks like'),
	],
	[
		'more than text in a message',
		({ data }) => {
			const message = { id: 'msg_1', now: 0, event: { ...HEAD, data }, alert: alertOf(data) };
			const { text } = telegram?.body(message, { chat: '1' }) as { text: string };
			return recognized(text.replace(/<\/?b>/g, '')).length > 0;
		},
	],
];

const itemOfEvent = ({ data }: NetworkEvent): Item => {
	return { title: String(data.title), text: String(data.text), data };
};

/** The first wrong conclusion of texts. */
function concluded(all: readonly Item[]): string | undefined {
	for (const item of all) {
		const found = FORBIDDEN.find(([, holds]) => holds(item, all));
		if (found) return `a person concludes ${found[0]}: ${item.title}`;
	}
	return undefined;
}

/** An answer in which everything that a stranger names has this name. */
const named = (name: string) => (body: string) =>
	body.replace(
		/"(symbol|name|chainName|description)":\s*"(?:[^"\\]|\\.)*"/g,
		(_, key: string) => `"${key}":${JSON.stringify(name)}`,
	);

/** Transfers of a stranger in one transaction: more than a poll delivers. */
const FLOOD = 600;
/** Events of unknown tokens of one transaction, and the one that says how many more there are. */
const MOST_OF_STRANGERS = 21;

interface Page {
	transactions?: Array<{
		erc20Transfers?: Array<{ from: { address: string }; erc20Token: object }>;
	}>;
}

/** An answer in which each transaction of the stranger has many transfers, half of them of tokens of their own. */
function flooded(body: string): string {
	if (!body.includes('"erc20Transfers"')) return body;
	const page = JSON.parse(body) as Page;
	for (const transaction of page.transactions ?? []) {
		const one = transaction.erc20Transfers?.[0];
		if (one?.from.address.toLowerCase() !== STRANGER) continue;
		transaction.erc20Transfers = Array.from({ length: FLOOD }, (_, logIndex) => {
			const address = `0x${String(logIndex).padStart(40, 'e')}`;
			return {
				...one,
				logIndex,
				erc20Token: { ...one.erc20Token, ...(logIndex % 2 && { address }) },
			};
		});
	}
	return JSON.stringify(page);
}

const contextOf = ({ hostile, emulator: { world } }: Stage) =>
	pollContext({ ...servicesAt(hostile.url), world });

const endOf = (all: readonly Item[], wrong = concluded(all)): End => {
	const text = all.map((item) => item.title + item.text).join('\n');
	return { kind: 'answered', text, ...(wrong !== undefined && { wrong }) };
};

export const beliefClass: AttackClass = {
	name: 'belief',
	about:
		'names that strangers choose, dust, floods and look-alikes, in texts of each event and in the portfolio',
	async run(stage, watch) {
		const { hostile, emulator, some } = stage;
		for (const name of some(NAMES, 6)) {
			const nameText = JSON.stringify(name).slice(0, 40);
			for (const { name: title, event, parsed, prepare, steps } of eventCases) {
				emulator.control.reset();
				prepare?.(emulator.control, emulator.world);
				hostile.answer = proxyTo(emulator, named(name));
				const context = contextOf(stage);
				const given = parsed(emulator.world) as never;
				await watch.attack(`${title}: everything is named ${nameText}`, async () => {
					const { state } = await event.source.poll(given, undefined, context);
					steps[0]?.act(emulator.control, emulator.world);
					// A stranger sends dust, and makes a transfer of nothing to an address that looks like one's own.
					const at = { only: 'erc20', token: 2 } as const;
					emulator.control.addTransfers({
						transfers: [
							{ ...at, from: STRANGER, to: MINE, value: 1n },
							{ ...at, from: MINE, to: LIKE, value: 0n },
							{ ...at, from: LIKE, to: MINE, value: 1n },
						],
					});
					const { events } = await event.source.poll(given, state, context);
					return endOf(events.map(itemOfEvent));
				});
			}
			emulator.control.reset();
			hostile.answer = proxyTo(emulator, (body) => flooded(named(name)(body)));
			await watch.attack(`a flood of tokens that are named ${nameText}`, async () => {
				const given = parseFields(transfer.fields, { readFrom: 'data', addresses: MINE }, 'belief');
				const context = contextOf(stage);
				const { state } = await transfer.source.poll(given, undefined, context);
				const [, honest] = emulator.control.addTransfers({
					transfers: [
						{ only: 'erc20', token: 2, from: STRANGER, to: MINE, value: 1n },
						{ only: 'native', to: MINE, value: 10n ** 18n },
					],
				});
				const { events } = await transfer.source.poll(given, state, context);
				const items = events.map(itemOfEvent);
				const isThere = items.some(({ data }) => data.txHash === honest);
				return endOf(
					items,
					isThere ? concluded(items) : 'an honest transfer waits behind the flood',
				);
			});
			emulator.control.reset();
			hostile.answer = proxyTo(emulator, named(name));
			await watch.attack(`portfolio: everything is named ${nameText}`, async () => {
				const [wallet] = tokensIn(emulator.world).wallets;
				const owner = `P-${emulator.world.node.address(0)}`;
				const addresses = [wallet, owner];
				const rows = await getPortfolio(contextOf(stage).client, { network: 'mainnet', addresses });
				const wrong = rows.find(
					({ asset, symbol, contract, value }) =>
						asset !== 'AVAX' &&
						(/^(avax|usdc|wavax)$/i.test(String(symbol)) ||
							(contract === undefined && value !== undefined && !/^\d+$/.test(String(asset)))),
				);
				const said =
					wrong &&
					`a row of ${String(wrong.asset)} is ${String(wrong.symbol)} of ${String(wrong.value)}`;
				return endOf([], said);
			});
		}
		emulator.control.reset();
	},
};
