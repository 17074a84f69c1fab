import { field } from '../../../fields/field';
import { id, nodeIds } from '../../../fields/identifiers';
import { choices } from '../../../fields/inputs';
import { avaxAmount } from '../../../fields/lines';
import { broken } from '../../../fields/rules';
import * as out from '../../../fields/outputs';
import { isId, isNodeId } from '../../../formats/ids';
import { network } from '../../shared/data/fields';
import { transactionPage } from '../../../events/explorer';
import { aboutNodes } from '../../../events/fields';
import { HEADLINE, type Severity, headed } from '../../../events/item';
import { avax } from '../../../events/words';
import { amountNamed } from '../../../webhooks/amounts';
import { unlistedOf } from '../../../webhooks/instantEvent';
import { VALIDATOR } from '../../../webhooks/message';
import { firstNamed, hashesIn } from '../../../webhooks/openPayload';
import { receivedAt } from '../../../webhooks/received';

interface Own {
	network: string;
	nodeIds?: string[];
	subnetId?: string;
	changes?: string[];
	feeBalanceThreshold?: string;
}

const TYPE = 'l1.validator';
const THRESHOLD = 'l1_validator_balance_threshold';

/** The changes, each with its severity and words for title and text. */
const CHANGES: Readonly<Record<string, { name: string; severity: Severity; words: string }>> = {
	l1_validator_balance_increased: {
		name: 'Balance Increased',
		severity: 'info',
		words: 'balance was increased',
	},
	[THRESHOLD]: { name: 'Balance Low', severity: 'warning', words: 'balance is low' },
	l1_validator_disabled: {
		name: 'Disabled',
		severity: 'critical',
		words: 'validator is disabled',
	},
	l1_validator_removed: { name: 'Removed', severity: 'warning', words: 'validator was removed' },
};

const NAMES = Object.keys(CHANGES);

const isTextId = (value: unknown): value is string => typeof value === 'string' && isId(value);
const isTextNode = (value: unknown): value is string =>
	typeof value === 'string' && isNodeId(value);

/** Changes of L1 validators. */
export const l1Validator = unlistedOf({
	value: 'l1Validator',
	name: 'L1 Validator',
	description:
		'The balance of an L1 validator is increased or low, or it is disabled or removed; no list has this, so a lost message is not sent again',
	types: [TYPE],
	fields: {
		network: network('form'),
		nodeIds: field(
			nodeIds().optional(),
			aboutNodes(
				'L1 validators on these nodes, separated by commas, one webhook each',
				'Subnet ID',
			),
		),
		subnetId: field(id('a subnet id').optional(), {
			in: 'form',
			label: 'Subnet ID',
			either: 'Node IDs',
			description: 'All validators of this L1 (cb58); a subnet ID or node IDs are required',
			placeholder: '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt',
			show: 'main',
		}),
		changes: field(
			choices(
				NAMES,
				NAMES.map((value) => ({ value, name: CHANGES[value].name })),
			).optional(),
			{
				in: 'form',
				label: 'Changes',
				description: 'Only these changes; Balance Low also needs a threshold',
				show: 'filter',
			},
		),
		feeBalanceThreshold: field(avaxAmount().optional(), {
			in: 'form',
			label: 'Balance Threshold (AVAX)',
			description:
				'The balance below which Balance Low fires, in AVAX; without it, Balance Low does not fire',
			placeholder: '1.5',
			show: 'main',
		}),
	},
	rules: [
		({ nodeIds: nodes, subnetId, changes, feeBalanceThreshold }, context) => {
			if (!nodes && !subnetId) {
				broken(context, 'subnetId', 'or node IDs are required: the validators to watch');
			}
			if (changes?.includes(THRESHOLD) && !feeBalanceThreshold) {
				broken(context, 'feeBalanceThreshold', 'is required for the change Balance Low');
			}
		},
	],
	output: out.object({
		...HEADLINE,
		change: out.choice(NAMES),
		nodeId: out.nodeId(),
		validationId: out.id('cb58'),
		subnetId: out.id('cb58'),
		balance: out.nAvax('Remaining for the continuous fee; null where the message does not have it'),
		txHash: out.hash('Null where the message has none'),
	}),
	webhooks({ own }) {
		const { network: on, nodeIds: nodes, subnetId, ...rest } = own as unknown as Own;
		const { feeBalanceThreshold: least, changes = NAMES } = rest;
		const common = {
			eventType: VALIDATOR,
			network: on,
			validatorSubEvents: changes.filter((name) => name !== THRESHOLD || least !== undefined),
			...(least !== undefined && { l1ValidatorFeeBalanceThreshold: least }),
		};
		if (!nodes) return [{ ...common, keyType: 'subnetId', keys: [subnetId] }];
		return nodes.map((nodeId) => ({
			...common,
			keyType: 'nodeId',
			keys: [nodeId],
			...(subnetId !== undefined && { subnetIds: [subnetId] }),
		}));
	},
	async eventsOf({ eventType, subEvent = '', messageId, event }, { own }, { clock }) {
		if (eventType !== VALIDATOR || !Object.hasOwn(CHANGES, subEvent)) return { events: [] };
		const { network: on, nodeIds: nodes, subnetId: chosen } = own as unknown as Own;
		const { severity, words } = CHANGES[subEvent];
		const [txHash = null] = hashesIn(event);
		const nodeId = firstNamed(event, ['nodeId'], isTextNode) ?? namedKey(event, isTextNode);
		const subnetId = firstNamed(event, ['subnetId'], isTextId) ?? chosen ?? null;
		const validationId = firstNamed(event, ['validationId'], isTextId) ?? null;
		const balance = amountNamed(event, ['remainingBalance', 'balance', 'feeBalance']) ?? null;
		const subject = nodeId ?? validationId ?? nodes?.[0] ?? String(subnetId);
		const id = [TYPE, subEvent, validationId ?? subject, txHash ?? messageId].join(':');
		const rest = balance === null ? '' : `; its balance is ${avax(balance)}`;
		const onL1 = subnetId === null ? '' : ` on L1 ${subnetId}`;
		const headline = {
			id,
			event: TYPE,
			severity,
			subject,
			title: `${subject}: ${words}`,
			text: `${subject}${onL1}: ${words}${rest}.`,
			occurredAt: receivedAt(event, clock),
			url: (txHash !== null && transactionPage(on, 'p-chain', txHash)) || null,
			alertKey: id,
		};
		const columns = {
			change: subEvent,
			nodeId: nodeId ?? null,
			validationId,
			subnetId,
			balance,
			txHash,
		};
		return { events: [headed(headline, columns)] };
	},
});

/** The key of the webhook that a message names. */
function namedKey(event: unknown, isOne: (value: unknown) => value is string): string | undefined {
	return firstNamed(event, ['key'], isOne);
}
