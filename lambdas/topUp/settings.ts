import * as z from 'zod/v4';
import { readJson, RepeatedName } from '../../core/fields/jsonText';
import { bech32Decode } from '../../core/formats/bech32';
import { bareAddress, isAddress, isId } from '../../core/formats/ids';
import { hrpOf } from '../../core/transactions/parts';
import { KNOWN_AVAX } from '../../core/subjects/shared/money';
import { targetSchema } from '../notify/targetSettings';
import { isPublicUrl } from '../shared/addresses';
import { HandlerError, fieldOf } from '../shared/errors';
import { lazily } from '../shared/remembered';

/** The settings of topUp: what it may pay. What they do not name is refused. */

const LONGEST_DAYS = 365;
const OF_AWS: readonly string[] = ['sqs', 'sns', 'ses'];
const NOT_AN_ID = 'must be an id in cb58';

const nAvax = () =>
	z
		.string('must be a whole number of nAVAX in quotes')
		.regex(/^[1-9]\d{0,17}$/, 'must be a whole number of nAVAX in quotes, 1 to 18 digits')
		.transform(BigInt);
const id = () => z.string(NOT_AN_ID).refine(isId, NOT_AN_ID);
const days = () => {
	const rule = `must be a number of days, more than 0 and at most ${LONGEST_DAYS}`;
	return z.number(rule).positive(rule).max(LONGEST_DAYS, rule);
};
const pAddress = () => {
	const rule = 'must be an address of the P-Chain';
	return z.string(rule).refine((text) => text.startsWith('P-') && isAddress(text), rule);
};

/** Owner of what is left of the balance of a validation, as the chain has it. */
const owner = () =>
	z.strictObject({
		addresses: z.array(pAddress(), 'must be a list of addresses').min(1, 'needs at least one'),
		threshold: z.int('must be a whole number').min(1, 'must be 1 or more').default(1),
		locktime: z.int('must be a whole number of Unix seconds').min(0).default(0),
	});

const SCHEMA = lazily(() =>
	z
		.strictObject({
			/** `dry` says what would be paid, and signs nothing. */
			mode: z.enum(['dry', 'pay'], 'must be "dry" or "pay"').default('dry'),
			/** The switch that stops all: nothing is signed, and nothing is sent. */
			stopped: z.boolean('must be true or false').default(false),
			/** The permission to pay ends at this time. */
			validUntil: z.iso
				.datetime({ offset: true, error: 'must be a time, such as 2027-06-30T00:00:00Z' })
				.transform(Date.parse)
				.optional(),
			networkId: z.int('must be the number of a network, such as 1 or 5').min(1),
			/** Asset ID of AVAX on a network other than Mainnet (1) and Fuji (5). */
			avaxAssetId: id().optional(),
			/** The address of the key: another key is refused. */
			payer: pAddress(),
			/** Limits in nAVAX, including fees. */
			caps: z
				.strictObject({ payment: nAvax(), validationPerDay: nAvax(), walletPerDay: nAvax() })
				.optional(),
			/** nAVAX that the fee of one transaction may be. */
			maxFee: nAvax().optional(),
			/** nAVAX below which the payer's balance is an alarm. */
			lowPayer: nAvax().optional(),
			/** Below `minimum` a validation is paid up to `target`. */
			runwayDays: z.strictObject({ minimum: days(), target: days() }),
			/** Seconds by which the time of the chain may differ from that of the function. */
			mostLagSeconds: z.int('must be a whole number').min(1).max(86_400).default(60),
			/** A person releases each payment before it is signed. */
			approval: z
				.strictObject({
					/** The question ends so long after it was asked, and the release after it was given. */
					minutes: z.int('must be a whole number of minutes').min(5).max(10_080),
					/** The target that questions are sent to, as in the settings of notify. */
					alert: targetSchema()
						.refine((target) => !OF_AWS.includes(target.format), {
							path: ['format'],
							error: 'must not be of AWS: the role of the function may not send by it',
						})
						.refine(({ holds }) => !holds, 'must not hold events: a question is told at once')
						.optional(),
					/** URL of the function, for links. */
					url: z
						.string('must be a URL')
						.refine(isPublicUrl, 'must be the https URL of the function')
						.optional(),
				})
				.optional(),
			validations: z
				.array(
					z.strictObject({ validationId: id(), remainingBalanceOwner: owner() }),
					'must be a list of validations',
				)
				.min(1, 'needs at least one')
				.max(100, 'must have at most 100'),
		})
		.superRefine((given, context) => {
			for (const [field, message] of mistakesIn(given)) {
				context.addIssue({ code: 'custom', path: field.split('.'), message });
			}
		}),
);

interface Given {
	mode: 'dry' | 'pay';
	validUntil?: number;
	networkId: number;
	avaxAssetId?: string;
	payer: string;
	caps?: Record<'payment' | 'validationPerDay' | 'walletPerDay', bigint>;
	maxFee?: bigint;
	runwayDays: { minimum: number; target: number };
	validations: ReadonlyArray<{
		validationId: string;
		remainingBalanceOwner: { addresses: readonly string[]; threshold: number };
	}>;
}

/** Rules between fields: a field and what it breaks. */
function mistakesIn(given: Given): Array<[field: string, rule: string]> {
	const { mode, networkId, avaxAssetId, payer, caps, maxFee, runwayDays, validations } = given;
	const found: Array<[string, string]> = [];
	if (mode === 'pay') {
		for (const name of ['caps', 'maxFee', 'validUntil'] as const) {
			if (given[name] === undefined) found.push([name, 'is required with mode "pay"']);
		}
	}
	if (caps && caps.payment > caps.validationPerDay) {
		found.push(['caps.payment', 'must be at most caps.validationPerDay']);
	}
	if (caps && caps.validationPerDay > caps.walletPerDay) {
		found.push(['caps.validationPerDay', 'must be at most caps.walletPerDay']);
	}
	if (caps && maxFee !== undefined && maxFee >= caps.payment) {
		found.push(['maxFee', 'must be less than caps.payment']);
	}
	if (runwayDays.target <= runwayDays.minimum) {
		found.push(['runwayDays.target', 'must be more than runwayDays.minimum']);
	}
	if ((avaxAssetId ?? KNOWN_AVAX[networkId]) === undefined) {
		found.push(['avaxAssetId', `is required for the network ${networkId}`]);
	} else if (avaxAssetId && (KNOWN_AVAX[networkId] ?? avaxAssetId) !== avaxAssetId) {
		found.push(['avaxAssetId', `is not the AVAX of the network ${networkId}`]);
	}
	const isOfNetwork = (address: string) =>
		bech32Decode(bareAddress(address))?.prefix === hrpOf(networkId);
	const foreign = `must be of the network ${networkId} (P-${hrpOf(networkId)}1…)`;
	if (!isOfNetwork(payer)) found.push(['payer', foreign]);
	const ids = new Set<string>();
	for (const [at, { validationId, remainingBalanceOwner }] of validations.entries()) {
		const { addresses, threshold } = remainingBalanceOwner;
		const path = `validations.${at}`;
		if (!addresses.every(isOfNetwork)) {
			found.push([`${path}.remainingBalanceOwner.addresses`, foreign]);
		}
		if (threshold > addresses.length) {
			found.push([`${path}.remainingBalanceOwner.threshold`, 'is more than there are addresses']);
		}
		if (ids.has(validationId)) found.push([`${path}.validationId`, 'is there twice']);
		ids.add(validationId);
	}
	return found;
}

type Checked = z.output<ReturnType<typeof SCHEMA>>;
/** The settings, checked; amounts in nAVAX, times in Unix milliseconds. */
export type TopUpSettings = Checked & { avaxId: string };
export type ListedValidation = Checked['validations'][number];
export type Caps = NonNullable<Checked['caps']>;

/** Parses the settings (JSON). Throws `ConfigurationError` that lists every mistake. */
export function topUpSettings(text: string): TopUpSettings {
	let json: unknown;
	try {
		json = readJson(text);
	} catch (error) {
		const mistake = error instanceof RepeatedName ? `: ${error.message}` : '';
		throw wrong([`the text is not valid JSON${mistake}`]);
	}
	const { data, error } = SCHEMA().safeParse(json);
	if (data) return { ...data, avaxId: data.avaxAssetId ?? KNOWN_AVAX[data.networkId] };
	throw wrong(
		error.issues.map((issue) => {
			const { field, strays } = fieldOf(issue);
			return strays
				? `there is no field ${strays.join(', ')}`
				: `${field || 'it'} ${issue.message}`;
		}),
	);
}

function wrong(problems: readonly string[]): HandlerError {
	const list = [...new Set(problems)].map((line) => `- ${line}`).join('\n');
	return new HandlerError('ConfigurationError', `The settings of topUp are invalid:\n${list}`);
}

/** The reason for which the settings do not permit to pay; undefined if they do. */
export function whyNot({ mode, stopped, validUntil = 0 }: TopUpSettings, now: number) {
	if (stopped) return 'stopped is true';
	if (mode !== 'pay') return 'mode is "dry"';
	return now >= validUntil
		? `the permission ended at ${new Date(validUntil).toISOString()}`
		: undefined;
}
