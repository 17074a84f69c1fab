import * as evmTransaction from '../../evmTransaction/evmTransactionAll';
import type { NetworkEvent, PollContext } from '../../../events/event';
import { limitedTransfers, transfer as polled } from './declare';
import { type Transfer, transfersIn } from '../shared/transfers';
import { lenient } from '../../../events/unreadable';
import { isFailure } from '../../../failure';
import { field } from '../../../fields/field';
import { isEvmHash } from '../../../formats/ids';
import { flag, listOf } from '../../../fields/inputs';
import type { InputOf } from '../../../operations/declare';
import { recordOf } from './evmActivity';
import { instantOf } from '../../../webhooks/instantEvent';
import { EVM_ADDRESS } from '../../../webhooks/message';

interface Settings {
	chainId?: string;
	addresses: string[];
	contractAddresses?: string[];
	kinds?: string[];
	includeSpam?: boolean;
	knownTokens?: string[];
	mostUnknown?: number;
}

const MOST_SIGNATURES = 20;

/** Chains whose webhooks can include internal transactions. */
const WITH_INTERNAL = new Set(['43114', '43113']);

function chainOf({ chainId = '43114' }: Settings): string {
	return chainId;
}

function wantsInternal(settings: Settings): boolean {
	const { kinds, contractAddresses } = settings;
	if (!WITH_INTERNAL.has(chainOf(settings))) return false;
	return kinds ? kinds.includes('internal') : contractAddresses === undefined;
}

/** Transfers of EVM addresses, at once. */
export const transfer = instantOf({
	event: polled,
	description:
		'Your addresses receive or send a native, ERC-20, ERC-721 or ERC-1155 token on an EVM chain',
	keys: [
		'addresses',
		'chainId',
		'contractAddresses',
		'direction',
		'kinds',
		'minValue',
		'includeSpam',
		'includeZero',
		'knownTokens',
		'mostUnknown',
	],
	fixed: { readFrom: 'data' },
	own: {
		eventSignatures: field(
			listOf(
				'must be first topics of logs: 0x and 64 hexadecimal digits each',
				isEvmHash,
				MOST_SIGNATURES,
			).optional(),
			{
				in: 'form',
				label: 'Event Signatures',
				description:
					'Only transactions with logs of these events, by their first topic, separated by commas',
				placeholder: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
				show: 'option',
			},
		),
		includeLogs: field(flag().optional(), {
			in: 'form',
			label: 'Include Logs',
			description: 'Whether messages have the logs of contracts, which the output Raw shows',
			default: false,
			show: 'option',
		}),
	},
	webhooks({ polled, own }) {
		const settings = polled as unknown as Settings;
		return [
			{
				eventType: EVM_ADDRESS,
				chainId: chainOf(settings),
				addresses: settings.addresses,
				includeInternalTxs: wantsInternal(settings),
				includeLogs: own.includeLogs === true,
				...(own.eventSignatures !== undefined && { eventSignatures: own.eventSignatures }),
			},
		];
	},
	async eventsOf({ eventType, event }, { polled: given }, context) {
		const record = eventType === EVM_ADDRESS ? recordOf(event) : undefined;
		if (!record) return { events: [] };
		const settings = given as unknown as Settings;
		const transfers = limitedTransfers(transfersIn(chainOf(settings), record, true), settings);
		const events = await (polled.source.eventsOf?.(given, transfers, context) ?? []);
		return { events: await withoutDoubtful(events, settings, context) };
	},
});

/** True for a transfer of which a message does not say whether a poll would report it. */
function isDoubtful({ data }: NetworkEvent, settings: Settings): boolean {
	if (data.kind === 'internal') return true;
	const isToken = data.kind === 'erc20' || data.kind === null;
	return isToken && !settings.includeSpam && settings.contractAddresses === undefined;
}

/**
 * The events without tokens that are spam, and without internal transactions that were reverted. A
 * message says neither, so the record of the list is read. If it is not there yet, nothing is left out:
 * a spam token is preferred to a lost transfer.
 */
async function withoutDoubtful(
	events: NetworkEvent[],
	settings: Settings,
	context: PollContext,
): Promise<NetworkEvent[]> {
	const doubtful = events.filter((event) => isDoubtful(event, settings));
	if (doubtful.length === 0) return events;
	const mine = new Set(doubtful.map(({ data }) => String(data.address)));
	const block = Number(doubtful[0].data.blockNumber);
	const hashes = new Set(doubtful.map(({ data }) => data.txHash));
	const listed: Transfer[] = [];
	try {
		for (const address of mine) listed.push(...(await listedAt(address, block, settings, context)));
	} catch (error) {
		if (isFailure(error)) return events;
		throw error;
	}
	const known = listed.filter(({ txHash }) => hashes.has(txHash));
	if (known.length === 0) return events;
	const byId = new Map(known.map((one) => [`${polled.type}:${one.id}`, one]));
	return events
		.filter((event) => !isDoubtful(event, settings) || byId.get(event.id)?.moved)
		.map((event) => {
			// A message does not have what the service says of a token.
			const { reputation = event.data.tokenReputation } = byId.get(event.id) ?? {};
			return { ...event, data: { ...event.data, tokenReputation: reputation } };
		});
}

async function listedAt(
	address: string,
	block: number,
	settings: Settings,
	context: PollContext,
): Promise<Transfer[]> {
	const { includeSpam = false } = settings;
	const input = {
		chainId: chainOf(settings),
		address,
		filterSpamTokens: !includeSpam,
		startBlock: block,
		endBlock: block + 1,
		pageSize: 100,
	} as unknown as InputOf<typeof evmTransaction.getMany>;
	const { transactions } = await lenient(context).client.call(evmTransaction.getMany, input);
	return (transactions ?? []).flatMap((each) =>
		limitedTransfers(transfersIn(chainOf(settings), each, includeSpam), settings),
	);
}
