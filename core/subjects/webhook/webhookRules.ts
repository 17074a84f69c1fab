import type { z } from 'zod/v4';
import { isAddress, isId, isNodeId } from '../../formats/ids';
import { isChain } from '../../fields/identifiers';
import { broken } from '../../fields/rules';
import { EVM_ADDRESS, FIELDS, OF_SOME, PRIMARY_ADDRESS, VALIDATOR } from './webhookEventTypes';

/** Rules for a new webhook, which depend on its event type. */

type Values = Record<string, unknown>;

/** The rules between the fields of a new webhook. */
export function webhookRules(input: Values, context: z.RefinementCtx): void {
	const type = String(input.eventType);
	const fields = FIELDS[type] ?? {};
	for (const key of OF_SOME) {
		const given = input[key] !== undefined;
		if (given && !(key in fields)) broken(context, key, `is not allowed for a webhook of ${type}`);
		if (!given && fields[key]) broken(context, key, `is required for a webhook of ${type}`);
	}
	if (type === EVM_ADDRESS) evmChainOnly(input, context);
	if (type === PRIMARY_ADDRESS) primaryAddresses(input, context);
	if (type === VALIDATOR) oneKey(input, context);
	if ((input.balanceType === undefined) !== (input.balanceThreshold === undefined)) {
		const missing = input.balanceType === undefined ? 'balanceType' : 'balanceThreshold';
		broken(context, missing, 'is required together with the other half of the balance threshold');
	}
}

function evmChainOnly({ chainId }: Values, context: z.RefinementCtx): void {
	if (chainId === undefined || isChain(String(chainId))) return;
	broken(context, 'chainId', 'must be an EVM chain id such as 43114, or a blockchain id (cb58)');
}

function primaryAddresses({ keyType, keys }: Values, context: z.RefinementCtx): void {
	if (keyType !== undefined && keyType !== 'addresses') {
		broken(context, 'keyType', `must be addresses for a webhook of ${PRIMARY_ADDRESS}`);
	}
	((keys ?? []) as string[]).forEach((key, at) => {
		if (!isAddress(key)) {
			broken(context, 'keys', 'must hold addresses of the primary network (bech32)', at);
		}
	});
}

/** The service accepts one node or one subnet per webhook. */
function oneKey({ keyType, keys = [] }: Values, context: z.RefinementCtx): void {
	const all = keys as string[];
	if (keyType === 'addresses') {
		broken(context, 'keyType', `must be nodeId or subnetId for a webhook of ${VALIDATOR}`);
		return;
	}
	if (all.length > 1) broken(context, 'keys', `must hold exactly one key for ${VALIDATOR}`);
	const isKey = keyType === 'nodeId' ? isNodeId : isId;
	const rule = keyType === 'nodeId' ? 'must be a node id' : 'must be a subnet id (cb58)';
	if (all.length === 1 && !isKey(all[0])) broken(context, 'keys', rule, 0);
}

/** The rule that an update changes at least one field. */
export function changesSomething(input: Values, context: z.RefinementCtx): void {
	const keys = ['name', 'description', 'url', 'status', 'includeInternalTxs', 'includeLogs'];
	if (keys.some((key) => input[key] !== undefined)) return;
	broken(context, 'name', `is required, or another of ${keys.slice(1).join(', ')}`);
}
