import type { AnyClient } from '../../client';
import { Failure } from '../../failure';
import { field } from '../../fields/field';
import { type InputValues, fieldSet, parseFields } from '../../fields/fieldSet';
import { id } from '../../fields/identifiers';
import { oneAmount } from '../../fields/lines';
import * as out from '../../fields/outputs';
import { broken } from '../../fields/rules';
import { baseUnits } from '../../formats/amount';
import { bech32Decode } from '../../formats/bech32';
import { bytesToHex, hexWithChecksum, hexWithoutChecksum } from '../../formats/hex';
import { bareAddress } from '../../formats/ids';
import { TransactionFormatError, hrpOf } from '../../transactions/parts';
import { type PUtxo, readPUtxo, readTransaction } from '../../transactions/read';
import { type BuiltTopUp, type TopUp, buildTopUp } from '../../transactions/topUp';
import { getNetworkId } from '../info/info';
import { getFeeState } from '../pChainFee/pChainFee';
import { getStakingAsset } from '../pChainStaking/pChainStakes';
import { getL1Validator } from '../pChainSubnet/pChainSubnet';
import { KNOWN_AVAX } from '../shared/money';
import { chainAddresses } from '../shared/node/fields';
import { explained } from './explainTransaction';
import { getManyUtxos, getTimestamp } from './pChainTransactions';

/** A transaction that adds AVAX to the balance of an L1 validator, for a wallet or a signer of the user's. */

const SUBJECT = 'pChain.prepareL1TopUp';
const DECIMALS = 9;
const MOST_PAYERS = 16;
/** The price of gas may double between the building and the acceptance; what is too much is burned. */
export const PRICE_FACTOR = 2n;
const DEFAULT_MAX_FEE = '0.01';

const FIELDS = {
	validationID: field(id('an L1 validation id'), {
		in: 'form',
		label: 'Validation ID',
		description: 'The validation whose balance rises (cb58)',
		placeholder: 'Y39J1TC4gxBFAYtmBZGN3UaugxX9MEmsKLeMXsP11URnVbKJF',
	}),
	amount: field(oneAmount(), {
		in: 'form',
		label: 'Amount (AVAX)',
		description: 'What is added to the balance, in AVAX, down to 0.000000001 (1 nAVAX)',
		placeholder: '1.5',
	}),
	addresses: chainAddresses(
		'P',
		{
			description:
				'P-Chain addresses whose outputs pay, separated by commas; change goes to the first one. Outputs that need further signatures, or are locked, are left out.',
		},
		MOST_PAYERS,
	),
	maxFee: field(oneAmount().optional(), {
		in: 'form',
		label: 'Maximum Fee (AVAX)',
		description:
			'Fails if the fee is higher; it is the current price of gas, doubled for the time until acceptance',
		default: DEFAULT_MAX_FEE,
		show: 'option',
	}),
} as const;

const tooFine = (amount: string) => (amount.split('.')[1] ?? '').length > DECIMALS;
const MOST_AMOUNT = 10n ** 18n;

/** The fields of a top-up. */
export const topUpFields = fieldSet(FIELDS, ({ amount, maxFee, addresses }, context) => {
	for (const [key, given] of Object.entries({ amount, maxFee })) {
		if (given === undefined) continue;
		const base = baseUnits(given, DECIMALS);
		if (tooFine(given)) broken(context, key, `must have at most ${DECIMALS} decimal places`);
		else if (base === 0n || base > MOST_AMOUNT) {
			broken(context, key, 'must be more than 0 and at most 1000000000');
		}
	}
	const prefixes = new Set(addresses.map((payer) => bech32Decode(bareAddress(payer))?.prefix));
	if (prefixes.size > 1) broken(context, 'addresses', 'must be addresses of one network');
});

/** The input of `prepareL1TopUp`, as the form of *P-Chain: Prepare L1 Top-Up* has it. */
export type PrepareL1TopUpInput = InputValues<typeof FIELDS>;

const OWNER = out.object({
	...out.optionalParts({ threshold: out.count(), addresses: out.list(out.address()) }),
});

/** A transaction that is not signed, and what it does. */
export const TOP_UP = out.object({
	unsignedTx: out.hex('The bytes that are signed, in hex without a checksum'),
	unsignedTxWithChecksum: out.hex('The same in the encoding of the node, which wallets take'),
	hash: out.hex('sha256 of the bytes: what a signer signs'),
	amount: out.nAvax('Added to the balance'),
	fee: out.nAvax('What the inputs have beyond the change and the amount'),
	change: out.nAvax('Back to the first payer; 0 if nothing is left'),
	inputs: out.objects({
		txId: out.id(),
		outputIndex: out.count(),
		amount: out.nAvax(),
		address: out.address(
			'Whose signature the input needs; one signature for each input, in this order',
		),
	}),
	validator: out.object({
		validationID: out.id('cb58'),
		subnetID: out.id('The L1, cb58'),
		nodeID: out.optional(out.nodeId()),
		balance: out.optional(out.nAvax('Before the top-up; 0 means inactive')),
		remainingBalanceOwner: out.optional(OWNER),
	}),
	summary: out.text('What the transaction does, in one sentence'),
	statements: out.texts('All that it does, in sentences, from its bytes'),
	unusual: out.texts('What needs a second look, in sentences'),
});

/** A prepared top-up. */
export type PreparedTopUp = out.ValueOf<typeof TOP_UP>;

function failure(kind: 'invalid-input' | 'invalid-response', message: string, hint?: string) {
	return new Failure({ kind, message, operation: SUBJECT, service: 'node', hint });
}

/** The network of the node, and its AVAX. Throws where the node and the payers disagree. */
async function networkOf(client: AnyClient, payer: string) {
	const prefix = bech32Decode(bareAddress(payer))?.prefix;
	const { networkID: networkId } = await client.call(getNetworkId, {});
	if (hrpOf(networkId) !== prefix) {
		throw failure(
			'invalid-input',
			`The payers have addresses of the network ${prefix}, and the node is in the network ${networkId} (${hrpOf(networkId)})`,
			'Check the node URL and the payers.',
		);
	}
	const { assetID: avaxId } = await client.call(getStakingAsset, {});
	const known = KNOWN_AVAX[networkId];
	if (known !== undefined && known !== avaxId) {
		throw failure(
			'invalid-response',
			`The node says that AVAX of network ${networkId} is ${avaxId}, which it is not`,
		);
	}
	return { networkId, avaxId, hrp: hrpOf(networkId) };
}

/** All outputs of the payers. An output that cannot be read is none that this version can spend. */
export async function utxosOf(client: AnyClient, addresses: readonly string[], hrp: string) {
	const found: PUtxo[] = [];
	for await (const { items } of client.pages(getManyUtxos, { addresses: [...addresses] })) {
		for (const text of items as string[]) {
			try {
				found.push(readPUtxo(hexWithoutChecksum(text), hrp));
			} catch (error) {
				if (!(error instanceof TransactionFormatError || error instanceof RangeError)) throw error;
			}
		}
	}
	return found;
}

interface Validator {
	balance?: string | null;
	remainingBalanceOwner?: { addresses?: readonly string[] | null } | null;
}

/** Sentences about the validation that a payer should know, and the bytes do not have. */
function aboutValidator(
	{ balance, remainingBalanceOwner }: Validator,
	payers: readonly string[],
): string[] {
	const owners = remainingBalanceOwner?.addresses ?? [];
	const isOwn = owners.every((each) =>
		payers.some((own) => bareAddress(own) === bareAddress(each)),
	);
	const inactive =
		'the validation is inactive: it becomes active again, unless the network has as many active L1 validators as it allows';
	const gift = `what is left of the balance at its end goes to ${owners.join(', ')}, not to the payers`;
	return [...(balance === '0' ? [inactive] : []), ...(owners.length > 0 && !isOwn ? [gift] : [])];
}

function built(topUp: TopUp): BuiltTopUp {
	try {
		return buildTopUp(topUp);
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		throw failure('invalid-input', `The top-up cannot be paid: ${error.message}`);
	}
}

/**
 * Prepares a transaction that adds AVAX to the balance of an L1 validation: reads the validation, the price of
 * gas and the payers' outputs from the node, and returns the bytes to sign and what they do. It signs nothing and
 * sends nothing. Anyone can top up a validation, and what is left of its balance at its end goes to its remaining
 * balance owner, who is in the result. Throws `Failure`: `invalid-input` if the payers cannot pay, or the fee is
 * above `maxFee`; `rpc` for a validation that does not exist.
 *
 * @example
 * const { hash, summary } = await prepareL1TopUp(client, { validationID, amount: '1.5', addresses: [wallet] });
 */
export async function prepareL1TopUp(
	client: AnyClient,
	given: PrepareL1TopUpInput,
): Promise<PreparedTopUp> {
	const {
		validationID,
		amount,
		addresses: payers,
		maxFee = DEFAULT_MAX_FEE,
	} = parseFields(topUpFields, given, SUBJECT);
	const [first] = payers;
	const { networkId, avaxId, hrp } = await networkOf(client, first);
	const validator = await client.call(getL1Validator, { validationID });
	if (validator.validationID && validator.validationID !== validationID) {
		throw failure(
			'invalid-response',
			`The node returned the validation ${validator.validationID} for ${validationID}`,
		);
	}
	const { price } = await client.call(getFeeState, {});
	const { timestamp } = await client.call(getTimestamp, {});
	const { bytes, fee, change, inputs } = built({
		networkId,
		avaxId,
		validationId: validationID,
		balance: baseUnits(amount, DECIMALS),
		payers,
		utxos: await utxosOf(client, payers, hrp),
		gasPrice: BigInt(price) * PRICE_FACTOR,
		time: BigInt(Math.floor(Date.parse(timestamp) / 1000)),
	});
	if (fee > baseUnits(maxFee, DECIMALS)) {
		throw failure(
			'invalid-input',
			`The fee of ${fee} nAVAX is above the maximum of ${baseUnits(maxFee, DECIMALS)} nAVAX`,
			'Wait until the price of gas has fallen, or raise Maximum Fee.',
		);
	}
	const {
		summary,
		statements = [],
		unusual = [],
		hash = '',
	} = explained(readTransaction(bytes, 'P'), payers);
	const { subnetID, nodeID, balance, remainingBalanceOwner } = validator;
	return {
		unsignedTx: `0x${bytesToHex(bytes)}`,
		unsignedTxWithChecksum: hexWithChecksum(bytes),
		hash: hash as string,
		amount: String(baseUnits(amount, DECIMALS)),
		fee: String(fee),
		change: String(change),
		inputs: inputs.map(({ txId, outputIndex, output }) => ({
			txId,
			outputIndex,
			amount: String(output.amount),
			address: output.owners.addresses[0],
		})),
		validator: { validationID, subnetID, nodeID, balance, remainingBalanceOwner },
		summary,
		statements: statements ?? [],
		unusual: [...(unusual ?? []), ...aboutValidator(validator, payers)],
	};
}
