import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../core';
import { cb58Encode, PRIMARY_NETWORK } from '../../../core';
import { createBls } from '../../../emulator/world/bls';
import { avalanchejs, type Network, type Unsigned } from './avalanchejs';
import { creation } from './contracts/bytecode';
import { createSender, LOCAL_ACCOUNT, LOCAL_KEY, type Sender } from './contracts/sender';
import type { Ask, Json } from './raw';

/** Transactions on a local network, so that operations and events have something to show. */

export interface TrafficOptions {
	/** The address of the node. */
	url: string;
	ask: Ask;
	clock: Clock;
	/** A chain of subnet-evm of the node. */
	l1?: string;
	say: (line: string) => void;
}

const { avm, Context, evm, pvm, secp256k1, TransferableOutput, utils } = avalanchejs;

const AVAX = 10n ** 9n;
const HOUR = 3600n;
const WAIT_MS = 250;
const MOST_WAITS = 240;
/** The address of the key, without the chain. */
export const LOCAL_OWNER = utils.hexToBuffer('0x3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c');
const KEY = utils.hexToBuffer(LOCAL_KEY);
/** Fees of complex transactions need more than avalanchejs takes from the state of an idle chain. */
const CAPACITY = 900_000n;
/** The precompile that sends warp messages, and `sendWarpMessage(bytes)` with 4 bytes. */
const WARP = '0x0200000000000000000000000000000000000005';
const SEND_WARP = `0xee5b48eb${word(32)}${word(4)}${'74657374'.padEnd(64, '0')}`;
/** Logs `Transfer(from, to, value)` of its three arguments. */
const TOKEN =
	'6040356000526020356000357fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a300';

function word(value: number | string): string {
	return (typeof value === 'number' ? value.toString(16) : value.replace(/^0x/, '')).padStart(
		64,
		'0',
	);
}

/** Signs for every owner: each is the account of the key. */
async function sign(tx: Unsigned): Promise<void> {
	const signature = await secp256k1.sign(tx.toBytes(), KEY);
	for (const [credential, owners] of tx.getSigIndices().entries()) {
		for (const at of owners.keys()) tx.addSignatureAt(signature, credential, at);
	}
}

/** Asks until `isDone` accepts the answer. Throws if that does not happen. */
async function until<T>(
	clock: Clock,
	what: string,
	ask: () => Promise<T>,
	isDone: (answer: T) => boolean,
): Promise<T> {
	for (let waits = 0; waits < MOST_WAITS; waits++) {
		const answer = await ask();
		if (isDone(answer)) return answer;
		await clock.sleep(WAIT_MS);
	}
	throw new Error(`${what} did not come about`);
}

/** Issues transactions of the P-Chain that the public key of local networks signs, each until it is accepted. */
export function pChainIssuer({ url, ask, clock, say }: TrafficOptions, context: Network) {
	const api = new pvm.PVMApi(url);
	const address = utils.formatBech32(context.hrp, LOCAL_OWNER);
	const common = async () => {
		const { utxos } = await api.getUTXOs({ addresses: [`P-${address}`] });
		const state = await api.getFeeState();
		return { utxos, feeState: { ...state, capacity: CAPACITY }, fromAddressesBytes: [LOCAL_OWNER] };
	};
	const issue = async (what: string, tx: Unsigned) => {
		say(`traffic: P-Chain, ${what}`);
		await sign(tx);
		const { txID } = await api.issueSignedTx(tx.getSignedTx());
		const status = async () => (await ask('/ext/bc/P', 'platform.getTxStatus', { txID })) as Json;
		await until(
			clock,
			`The transaction ${txID}`,
			status,
			(answer) => answer.status === 'Committed',
		);
		return txID;
	};
	return { common, issue };
}

/** A new BLS key, and its proof of possession. */
export function identity() {
	const bls = createBls(randomBytes(32));
	return { publicKey: bls.publicKey(), signature: bls.proofOfPossession() };
}

/** Stakes, a subnet with a validator, and an export on the P-Chain. */
async function primary(options: TrafficOptions, context: Network): Promise<void> {
	const { ask, clock } = options;
	const { common, issue } = pChainIssuer(options, context);
	const now = BigInt(Math.floor(clock.now() / 1000));
	const nodeId = `NodeID-${cb58Encode(randomBytes(20))}`;
	const owners = { rewardAddresses: [LOCAL_OWNER], delegatorRewardsOwner: [LOCAL_OWNER] };
	const stake = { start: now, subnetId: PRIMARY_NETWORK, ...owners };
	const validator = {
		...stake,
		nodeId,
		weight: 2_000n * AVAX,
		end: now + 240n * HOUR,
		shares: 20_000,
	};
	await issue(
		'a validator',
		pvm.newAddPermissionlessValidatorTx(
			{ ...(await common()), ...validator, ...identity() },
			context,
		),
	);
	const delegation = { ...stake, nodeId, weight: 25n * AVAX, end: now + 200n * HOUR };
	await issue(
		'a delegation',
		pvm.newAddPermissionlessDelegatorTx({ ...(await common()), ...delegation }, context),
	);
	const { heliconTime } = (await ask('/ext/info', 'info.upgrades')) as Json;
	if (Date.parse(String(heliconTime)) <= clock.now()) {
		const renewed = {
			...owners,
			...{ nodeId: `NodeID-${cb58Encode(randomBytes(20))}`, weight: 2_000n * AVAX, shares: 20_000 },
			...{ ownerAddresses: [LOCAL_OWNER], autoCompoundRewardShares: 300_000, period: 48n * HOUR },
		};
		await issue(
			'a validator that renews itself',
			pvm.newAddAutoRenewedValidatorTx({ ...(await common()), ...renewed, ...identity() }, context),
		);
	}
	const subnetId = await issue(
		'a subnet',
		pvm.newCreateSubnetTx({ ...(await common()), subnetOwners: [LOCAL_OWNER] }, context),
	);
	const member = {
		subnetId,
		subnetAuth: [0],
		nodeId,
		weight: 100n,
		start: now,
		end: now + 72n * HOUR,
	};
	await issue(
		'a validator of the subnet',
		pvm.newAddSubnetValidatorTx({ ...(await common()), ...member }, context),
	);
	const outputs = [TransferableOutput.fromNative(context.avaxAssetID, 3n * AVAX, [LOCAL_OWNER])];
	await issue(
		'an export',
		pvm.newExportTx(
			{ ...(await common()), outputs, destinationChainId: context.xBlockchainID },
			context,
		),
	);
}

/** A transfer and exports on the X-Chain, and the import on the C-Chain. */
async function exchanges(
	{ url, ask, clock, say }: TrafficOptions,
	context: Network,
): Promise<void> {
	const api = new avm.AVMApi(url);
	const address = utils.formatBech32(context.hrp, LOCAL_OWNER);
	const output = (amount: bigint) =>
		TransferableOutput.fromNative(context.avaxAssetID, amount, [LOCAL_OWNER]);
	const utxosOfX = async () => (await api.getUTXOs({ addresses: [`X-${address}`] })).utxos;
	const issue = async (what: string, tx: Unsigned) => {
		say(`traffic: X-Chain, ${what}`);
		await sign(tx);
		const { txID } = await api.issueSignedTx(tx.getSignedTx());
		const status = async () => (await ask('/ext/bc/X', 'avm.getTxStatus', { txID })) as Json;
		await until(clock, `The transaction ${txID}`, status, (answer) => answer.status === 'Accepted');
	};
	const amounts = [AVAX, 2n * AVAX, 2n ** 53n + 1n].map(output);
	await issue('a transfer', avm.newBaseTx(context, [LOCAL_OWNER], await utxosOfX(), amounts));
	for (const [chain, id] of [
		['P', context.pBlockchainID],
		['C', context.cBlockchainID],
	] as const) {
		await issue(
			`an export to the ${chain}-Chain`,
			avm.newExportTx(context, id, [LOCAL_OWNER], await utxosOfX(), [output(5n * AVAX)]),
		);
	}
	say('traffic: C-Chain, an import');
	const cChain = new evm.EVMApi(url);
	const { utxos } = await cChain.getUTXOs({ sourceChain: 'X', addresses: [`C-${address}`] });
	const baseFee = BigInt(String(await ask('/ext/bc/C/rpc', 'eth_baseFee', [])));
	const account = utils.hexToBuffer(LOCAL_ACCOUNT.address);
	const tx = evm.newImportTxFromBaseFee(
		context,
		account,
		[LOCAL_OWNER],
		utxos,
		context.xBlockchainID,
		baseFee / AVAX + 30n,
	);
	await sign(tx);
	const { txID } = await cChain.issueSignedTx(tx.getSignedTx());
	// Unlike its status, which newer nodes do not have, the transaction is there once it is accepted.
	const height = async () =>
		await ask('/ext/bc/C/avax', 'avax.getAtomicTx', { txID }).catch(() => undefined);
	await until(
		clock,
		`The transaction ${txID}`,
		height,
		(answer) => (answer as Json | undefined)?.blockHeight !== undefined,
	);
}

/** Transfers of a token and a warp message on an EVM chain; it ends when the last of them is final. */
async function onEvm({ ask, clock, say }: TrafficOptions, chain: string): Promise<void> {
	say(`traffic: transfers and a message on ${chain}`);
	const { send, receipt }: Sender = await createSender(ask, clock, chain);
	const token = String((await receipt(await send(creation(TOKEN)))).contractAddress);
	const to = `0x${'11'.repeat(20)}`;
	const hashes: string[] = [];
	for (const value of [1, 2, 3]) {
		hashes.push(await send(`0x${word(LOCAL_ACCOUNT.address)}${word(to)}${word(value)}`, token));
	}
	hashes.push(await send(SEND_WARP, WARP));
	let last = 0;
	for (const hash of hashes) last = Number((await receipt(hash)).blockNumber);
	// Results of a block are final when a later block has settled them: something has to follow.
	const isFinal = async () => {
		const block = (await ask(`/ext/bc/${chain}/rpc`, 'eth_getBlockByNumber', [
			'finalized',
			false,
		])) as Json;
		if (Number(block.number) >= last) return true;
		await receipt(await send('0x', to));
		await clock.sleep(1000);
		return false;
	};
	await until(clock, `A final block ${last}`, isFinal, (done) => done);
}

/** Makes transactions of every kind that the checks need, on a network that has the public key's funds. */
export async function makeTraffic(options: TrafficOptions): Promise<void> {
	const context = await Context.getContextFromURI(options.url);
	await primary(options, context);
	await exchanges(options, context);
	await onEvm(options, 'C');
	if (options.l1 !== undefined) await onEvm(options, options.l1);
}
