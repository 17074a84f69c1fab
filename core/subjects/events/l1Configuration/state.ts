import * as evmSubnet from '../../evmSubnet/evmSubnet';
import { getChainConfig } from '../../evmSubnet/chainConfig';
import * as pChainSubnet from '../../pChainSubnet/pChainSubnet';
import * as pChainStaking from '../../pChainStaking/pChainStaking';
import { preview } from '../../../fields/preview';
import { isMap } from '../../../formats/json';
import { markOf } from '../../../events/event';
import { type Lenient, hasNeeds, maybeIn, needed } from '../../../events/unreadable';

/** The configuration of an L1 at one poll: on its EVM chain and on the P-Chain. */

export const OF_CHAIN = ['precompile', 'upgrade', 'configuration', 'rule'] as const;
export const KINDS = [...OF_CHAIN, 'subnet', 'weight'] as const;
export type Kind = (typeof KINDS)[number];

export interface Settings {
	subnetId: string;
	blockchainId?: string;
	kinds?: readonly Kind[];
}

/** Values by kind and name, such as `precompile txAllowListConfig`. */
export type Values = Readonly<Record<string, string>>;

const MOST_WEIGHTS = 1000;

/** The current values, and the validations whose weights are among them, by key. */
interface Current {
	values: Values;
	validations: ReadonlyMap<string, Validation>;
	/** True for a value whose record may be there, but cannot be read. */
	isUnread(name: string): boolean;
}

interface Validation {
	validationId: string;
	nodeId: string;
}

/** The values of now, of the kinds that the settings select. Throws `Failure`. */
export async function readValues(settings: Settings, context: Lenient): Promise<Current> {
	const { subnetId, blockchainId, kinds = KINDS } = settings;
	const { client } = context;
	const found: Record<string, string> = {};
	const validations = new Map<string, Validation>();
	const put = (kind: Kind, name: string, value: unknown) => {
		if (kinds.includes(kind) && value !== null)
			found[`${kind} ${name}`] = typeof value === 'string' ? value : textOf(value);
	};
	if (blockchainId !== undefined && OF_CHAIN.some((kind) => kinds.includes(kind))) {
		const rules = await client.call(evmSubnet.getActiveRules, { blockchainId });
		for (const [name, { timestamp }] of Object.entries(needed(rules.precompiles, 'precompiles')))
			put('precompile', name, String(needed(timestamp, 'timestamp of a precompile')));
		const avalancheRules = needed(rules.avalancheRules, 'avalancheRules');
		for (const [name, value] of Object.entries({ ...rules.ethRules, ...avalancheRules }))
			if (value === true) put('rule', name.replace(/^Is/, ''), '1');
		// Numbers beyond 2^53 are their digits.
		const all = await client.call(getChainConfig, { blockchainId }, { exact: false });
		const { upgrades, ...config } = all;
		for (const [name, value] of Object.entries(config)) put('configuration', name, value);
		for (const [name, value] of Object.entries(upgrades ?? {})) {
			const isList = name === 'precompileUpgrades' && Array.isArray(value);
			if (!isList) put('configuration', `upgrades.${name}`, value);
			for (const [precompile, one] of isList ? value.flatMap(Object.entries<unknown>) : []) {
				const at = isMap(one) ? one.blockTimestamp : '';
				put('upgrade', `${precompile} ${typeof at === 'object' ? preview(at) : String(at)}`, one);
			}
		}
	}
	if (kinds.includes('subnet')) {
		const subnet = await client.call(pChainSubnet.getSubnet, { subnetID: subnetId });
		const { conversionID, managerAddress, managerChainID } = subnet;
		const threshold = needed(subnet.threshold, 'threshold');
		const keys = [...needed(subnet.controlKeys, 'controlKeys')].sort();
		put('subnet', 'owner', `${threshold} of ${keys.join(', ')}`);
		put('subnet', 'conversion', needed(conversionID, 'conversionID'));
		if (managerAddress) put('subnet', 'manager', `${managerAddress} on ${managerChainID}`);
	}
	if (kinds.includes('weight')) {
		const operation = pChainStaking.getManyValidators;
		const { validators } = await client.call(operation, { subnetID: subnetId });
		const weighed = validators.filter((one) => typeof one.validationID === 'string');
		if (weighed.length > MOST_WEIGHTS)
			context.note?.(
				`The L1 has ${weighed.length} validators: the weights of ${MOST_WEIGHTS} are watched, the others are left out`,
			);
		// The same ones in each poll, whatever the order of the answer.
		const byId = (one: { validationID?: unknown }) => String(one.validationID);
		weighed.sort((a, b) => (byId(a) < byId(b) ? -1 : 1));
		for (const one of weighed.slice(0, MOST_WEIGHTS)) {
			const needs = [['validationID'], ['nodeID'], ['weight'], ['minNonce']] as const;
			if (!hasNeeds(one, needs, operation.id, context)) continue;
			const { validationID, weight, minNonce, nodeID } = one;
			const validationId = String(validationID);
			const name = weightName(validationId);
			put('weight', name, `${weight} ${minNonce}`);
			validations.set(`weight ${name}`, { validationId, nodeId: nodeID });
		}
	}
	const unread = context.skipped.map((one) => ({ ...one, names: one.names?.map(weightName) }));
	return { values: found, validations, isUnread: maybeIn(unread) };
}

const weightName = (validationId: string) => markOf(validationId).slice(0, 8);

/** The same text for equal values, whatever the order of their names, and however long numbers are read. */
function textOf(value: unknown): string {
	return JSON.stringify(value, (_, each: unknown) => {
		if (typeof each === 'number') return String(each);
		return isMap(each)
			? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
			: each;
	});
}

/** A change of one value; absent before or after, the value was not there. */
export interface Change {
	key: string;
	kind: Kind;
	name: string;
	before?: string;
	after?: string;
	/** Of a weight. */
	validation?: Validation;
}

/** The state of a subject: its values, and those before their last change, with its time (Unix seconds). */
export interface Known {
	values: Values;
	recent: Readonly<Record<string, readonly [before: string | null, time: number]>>;
}

/** Seconds in which a value that returns is that of a node behind, or of one with another configuration. */
const BACK = 600;

/** The changes since the known values, and what is known after the first `most` of them. `now`: Unix seconds. */
export function changesSince(
	{ values, recent }: Known,
	{ values: current, validations, isUnread }: Current,
	now: number,
	most: number,
): { changes: Change[]; known: Known; more: boolean } {
	const after: Record<string, string> = { ...values };
	const held = Object.fromEntries(
		Object.entries(recent).filter(([, [, time]]) => now - time < BACK),
	);
	const set = (key: string) => {
		if (key in current) after[key] = current[key];
		else delete after[key];
	};
	const changes: Change[] = [];
	let more = false;
	for (const key of [...new Set([...Object.keys(values), ...Object.keys(current)])].sort()) {
		const [before, value] = [values[key] as string | undefined, current[key] as string | undefined];
		if (before === value) continue;
		const at = key.indexOf(' ');
		const [kind, name] = [key.slice(0, at) as Kind, key.slice(at + 1)];
		if (kind === 'weight') {
			// Members that join and leave are other events; a node behind has the smaller nonce.
			const isMember = before !== undefined && value !== undefined;
			if (isMember ? nonceOf(value) <= nonceOf(before) : isUnread(name)) continue;
			if (!isMember || value.split(' ')[0] === before.split(' ')[0]) {
				set(key);
				continue;
			}
		} else if (held[key]?.[0] === (value ?? null)) continue;
		if (changes.length === most) {
			more = true;
			continue;
		}
		changes.push({ key, kind, name, before, after: value, validation: validations.get(key) });
		set(key);
		if (kind !== 'weight') held[key] = [before ?? null, now];
	}
	return { changes, known: { values: after, recent: held }, more };
}

const nonceOf = (weight: string) => BigInt(weight.split(' ')[1]);
