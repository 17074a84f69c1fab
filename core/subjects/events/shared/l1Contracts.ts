import * as info from '../../info';
import * as pChainSubnet from '../../pChainSubnet';
import { topicOf } from '../../../abi/words';
import { isEvent } from '../../../abi/events';
import { readAbi } from '../../../abi/read';
import type { AbiEvent } from '../../../abi/types';
import { field } from '../../../fields/field';
import { evmAddresses, id } from '../../../fields/identifiers';
import { withChecksum } from '../../../formats/evmAddress';
import { isId } from '../../../formats/ids';
import type { ListPage, ReadingOrder } from '../../../events/arrivalSource';
import type { PollContext } from '../../../events/event';
import { chainOfNode } from '../../../events/fields';
import { contractKey } from '../../shared/money';
import { exampleLog } from '../contractEvent/example';
import { type ContractLog, contractLogs } from '../contractEvent/logs';
import { PRESETS } from '../contractEvent/presets';
import { wordsOf } from '../transfer/tokenLogs';
import { type Log, loggedItems, once, returned } from './nodeLogs';

/** The contracts that administer an L1, and what they emit. */

export interface L1Settings {
	subnetId: string;
	blockchainId?: string;
	contracts?: readonly string[];
}

/** An event of such a contract, with the name of the contract. */
export interface AdminLog extends ContractLog {
	contractName: string;
}

/** Precompiles of Subnet-EVM by their addresses; one that is not active emits nothing. */
const PRECOMPILES: ReadonlyMap<string, string> = new Map(
	[
		'deployer allow list',
		'native minter',
		'transaction allow list',
		'fee manager',
		'reward manager',
	].map((name, at): [string, string] => [`0x02${String(at).padStart(38, '0')}`, name]),
);

/** Events of interchain messages and tokens that are about administration or trouble, not about use. */
const OF_ICM =
	/^(AddProtocolVersion|LatestVersionUpdated|MinTeleporterVersionUpdated|TeleporterAddress(Unp|P)aused|MessageExecutionFailed|CallFailed|RemoteRegistered)$/;

const AMOUNTS_OF_MINTS = 18;
const OWNER = '0x8da5cb5b';
const UNKNOWN = 'event UnknownEvent(bytes32 topic)';

let known: { abi: string; events: readonly AbiEvent[] } | undefined;

/** All watched events: their ABI as text, and parsed. */
function watched() {
	if (known) return known;
	const { precompiles, validatorManager, stakingManager, access, proxy } = PRESETS;
	const plain = [precompiles, validatorManager, stakingManager, access, proxy];
	const ofIcm = [PRESETS.icm, PRESETS.ictt].flatMap(({ signatures }) =>
		signatures.split('\n').filter((line) => {
			const [, name] = /^\s*event (\w+)/.exec(line) ?? [];
			return name === undefined || OF_ICM.test(name);
		}),
	);
	const abi = [...plain.map(({ signatures }) => signatures), ofIcm.join('\n'), UNKNOWN].join('\n');
	known = { abi, events: readAbi(abi, 'event').filter(isEvent) };
	return known;
}

/** Names of the events, each once. */
export const adminEventNames = () => [...new Set(watched().events.map(({ name }) => name))];

/**
 * The fields of events about an L1: its subnet, the chain to read, and contracts to watch beside those that
 * are found.
 */
export function l1Fields() {
	return {
		subnetId: field(id('a subnet id'), {
			in: 'form',
			label: 'Subnet ID',
			description: 'The L1 (cb58)',
			placeholder: '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt',
		}),
		blockchainId: chainOfNode({
			description:
				'The EVM chain that is read: blockchain ID (cb58) or alias. The chain of the L1 has its precompiles; its validator manager is read where it lies on this chain.',
		}),
		contracts: field(evmAddresses().optional(), {
			in: 'form',
			label: 'Further Contracts',
			description:
				'Contracts on this chain whose owners, roles and upgrades are watched as well, separated by commas: proxies, ICM registry, bridges, and the admin of the proxy of the manager',
			placeholder: '0x253b2784c75e510dD0fF1da844684a1aC0aa5fcf',
			show: 'option',
		}),
	};
}

/** The contracts on the chain, by their keys: precompiles, manager, its owner, and those of the settings. */
async function contractsOf(settings: L1Settings, context: PollContext) {
	const { subnetId, blockchainId = 'C', contracts = [] } = settings;
	const { client } = context;
	return await once(context, `contracts of ${subnetId} on ${blockchainId}`, async () => {
		const found = new Map(PRECOMPILES);
		const { managerAddress, managerChainID } = await client.call(pChainSubnet.getSubnet, {
			subnetID: subnetId,
		});
		const chain = isId(blockchainId)
			? blockchainId
			: (await client.call(info.getBlockchainId, { alias: blockchainId })).blockchainID;
		for (const address of contracts) found.set(contractKey(address), withChecksum(address));
		const isHere = managerAddress && managerChainID === chain;
		if (!isHere) return { found };
		const [owner = 0n] =
			wordsOf(await returned(managerAddress, OWNER, { blockchainId }, context)) ?? [];
		if (owner > 0n)
			found.set(`0x${owner.toString(16).padStart(40, '0')}`, 'owner of the validator manager');
		const manager = contractKey(managerAddress);
		found.set(manager, 'validator manager');
		return { found, manager };
	});
}

/** Logs of the contracts; of the manager also those that are not known, as of another version of it. */
export async function* adminLogs(
	settings: L1Settings,
	context: PollContext,
	reading: ReadingOrder,
): AsyncGenerator<ListPage<AdminLog>> {
	const { found, manager } = await contractsOf(settings, context);
	const { abi, events } = watched();
	const topics = new Set(events.map(topicOf));
	const { blockchainId } = settings;
	const selection = { blockchainId, preset: 'custom', abi, addresses: [...found.keys()] };
	const itemsOf = async (logs: readonly Log[]) => {
		const all = logs.map((log) =>
			topics.has(log.topics?.[0] ?? '') || contractKey(log.address ?? '') !== manager
				? log
				: {
						...log,
						topics: [topicOf(unknownEvent())],
						data: log.topics?.[0] ?? `0x${'0'.repeat(64)}`,
					},
		);
		return (await contractLogs(all, selection, context)).map(
			(item): AdminLog => ({
				...item,
				contractName: found.get(contractKey(item.address)) ?? item.address,
				decimals: item.event.name === 'NativeCoinMinted' ? AMOUNTS_OF_MINTS : undefined,
			}),
		);
	};
	const filters = [
		{ address: selection.addresses, topics: [[...topics]] },
		...(manager ? [{ address: [manager] }] : []),
	];
	yield* loggedItems(settings, filters, itemsOf, context, reading);
}

const unknownEvent = () => watched().events.find(({ name }) => name === 'UnknownEvent') as AbiEvent;

/** An event of this name, for a test event; `conditions` as Contract Event has them. */
export function exampleAdminLog(
	{ blockchainId }: L1Settings,
	{ name, conditions = {}, at = '0x0200000000000000000000000000000000000001' }: ExampleOf,
	time: number,
): AdminLog {
	const { abi } = watched();
	const settings = { blockchainId, preset: 'custom', abi, eventNames: [name], conditions };
	const contractName = PRECOMPILES.get(at) ?? 'validator manager';
	return { ...exampleLog({ ...settings, addresses: [at] }, time), contractName };
}

interface ExampleOf {
	name: string;
	conditions?: Record<string, unknown>;
	at?: string;
}
