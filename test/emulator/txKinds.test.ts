import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cb58Encode, hexToBytes } from '../../core';
import { isObject, parseRawJson } from '../../emulator/node/rawJson';
import { sha256 } from '../../core/testing/network/bytes';
import { readTx, type TxJson, writeTx } from '../../emulator/world/codec';

/** The JSON of each kind of transaction, against real nodes' answers and avalanchego's own vectors. */

const VECTORS = path.resolve(__dirname, '../../core/testing/vectors');
const text = (file: string) => readFileSync(path.join(VECTORS, file), 'utf8');

/** JSON with all whole numbers as bigints, however large they are. */
const exact = (value: unknown): unknown => {
	if (typeof value === 'number') return BigInt(value);
	if (Array.isArray(value)) return value.map(exact);
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, exact(member)]));
};

/** The transactions in an answer. */
function txsIn(value: unknown): TxJson[] {
	if (Array.isArray(value)) return value.flatMap(txsIn);
	if (!isObject(value)) return [];
	if ('unsignedTx' in value) return [value as unknown as TxJson];
	return Object.values(value).flatMap(txsIn);
}

function recorded(): [kind: string, alias: 'P' | 'X', tx: TxJson][] {
	const drawn = readdirSync(path.join(VECTORS, 'real-node/drawn')).map((file) => `drawn/${file}`);
	const found = new Map<string, [string, 'P' | 'X', TxJson]>();
	for (const file of ['calls.jsonl', ...drawn.filter((one) => one.endsWith('.jsonl'))]) {
		for (const line of text(`real-node/${file}`).trim().split('\n')) {
			const { path: asked, text: answer } = JSON.parse(line) as { path?: string; text?: string };
			const alias = /^\/ext\/bc\/([PX])$/.exec(asked ?? '')?.[1] as 'P' | 'X' | undefined;
			if (!alias || !answer?.includes('"unsignedTx"')) continue;
			for (const tx of txsIn(parseRawJson(answer))) {
				const kind = Object.keys(tx.unsignedTx).slice(5).join() || 'base';
				found.set(tx.id, [`${alias} ${kind} ${tx.id}`, alias, tx]);
			}
		}
	}
	return [...found.values()];
}

describe('transactions that real nodes showed as JSON', () => {
	const all = recorded();

	test.each(all)('%s', (_kind, alias, tx) => {
		const bytes = writeTx(alias, tx);
		// The id is the hash of the bytes, which the node made from the same fields.
		expect(cb58Encode(sha256(bytes))).toBe(tx.id);
		const hrp =
			/[PX]-([a-z]+)1/.exec(
				JSON.stringify(tx.unsignedTx, (_, value: unknown) =>
					typeof value === 'bigint' ? String(value) : value,
				),
			)?.[1] ?? '';
		// The genesis has no credentials, and was never read from bytes.
		const expected = { ...tx, credentials: tx.credentials ?? [] };
		expect(exact(readTx(bytes, { alias, hrp }))).toEqual(exact(expected));
	});

	test('they are of many kinds', () => {
		const kinds = new Set(
			all.map(([, alias, { unsignedTx }]) => alias + Object.keys(unsignedTx).join()),
		);
		expect(kinds.size).toBeGreaterThanOrEqual(9);
	});
});

/** Every JSON name of avalanchego's types beside those of the base transaction. */
const NAMES: Record<string, string> = {
	AdvanceTimeTx: 'time',
	RewardValidatorTx: 'txID',
	AddValidatorTx: 'rewardsOwner shares stake validator',
	AddDelegatorTx: 'rewardsOwner stake validator',
	'AddPermissionlessValidatorTx for primary network':
		'delegationRewardsOwner shares signer stake subnetID validationRewardsOwner validator',
	'AddPermissionlessValidatorTx for subnet':
		'delegationRewardsOwner shares signer stake subnetID validationRewardsOwner validator',
	'AddPermissionlessDelegatorTx for primary network': 'rewardsOwner stake subnetID validator',
	'AddPermissionlessDelegatorTx for subnet': 'rewardsOwner stake subnetID validator',
	AddSubnetValidatorTx: 'subnetAuthorization validator',
	BaseTx: '',
	CreateChainTx: 'chainName fxIDs genesisData subnetAuthorization subnetID vmID',
	CreateSubnetTx: 'owner',
	ExportTx: 'destinationChain exportedOutputs',
	ImportTx: 'importedInputs sourceChain',
	RemoveSubnetValidatorTx: 'nodeID subnetAuthorization subnetID',
	TransformSubnetTx:
		'assetID initialSupply maxConsumptionRate maxStakeDuration maxValidatorStake maxValidatorWeightFactor maximumSupply minConsumptionRate minDelegationFee minDelegatorStake minStakeDuration minValidatorStake subnetAuthorization subnetID uptimeRequirement',
	TransferSubnetOwnershipTx: 'newOwner subnetAuthorization subnetID',
	ConvertSubnetToL1Tx: 'address chainID subnetAuthorization subnetID validators',
	RegisterL1ValidatorTx: 'balance message proofOfPossession',
	SetL1ValidatorWeightTx: 'message',
	IncreaseL1ValidatorBalanceTx: 'balance validationID',
	DisableL1ValidatorTx: 'disableAuthorization validationID',
	AddAutoRenewedValidatorTx:
		'autoCompoundRewardShares delegationRewardsOwner delegationShares nodeID period signer stake validationRewardsOwner validatorAuthority',
	SetAutoRenewedValidatorConfigTx: 'auth autoCompoundRewardShares period txID',
	RewardAutoRenewedValidatorTx: 'timestamp txID',
};
const BASE = ['networkID', 'blockchainID', 'outputs', 'inputs', 'memo'];

describe("avalanchego's P-Chain transactions", () => {
	const vectors = JSON.parse(text('pchain_tx_hex.json')) as Record<string, string>;

	test.each(Object.entries(vectors))('%s', (kind, hex) => {
		const bytes = hexToBytes(hex);
		const tx = readTx(bytes, { alias: 'P', hrp: 'local' });
		const names = Object.keys(tx.unsignedTx);
		expect(
			names
				.filter((name) => !BASE.includes(name))
				.sort()
				.join(' '),
		).toBe(NAMES[kind]);
		expect(Buffer.from(writeTx('P', tx)).toString('hex')).toBe(Buffer.from(bytes).toString('hex'));
	});

	test('no kind is left out', () => {
		expect(Object.keys(NAMES).sort()).toEqual(Object.keys(vectors).sort());
	});
});
