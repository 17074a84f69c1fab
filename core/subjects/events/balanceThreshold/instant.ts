import { field } from '../../../fields/field';
import { addresses } from '../../../fields/identifiers';
import { choice } from '../../../fields/inputs';
import { avaxAmount } from '../../../fields/lines';
import * as out from '../../../fields/outputs';
import { network } from '../../shared/data/fields';
import { addressesOfNetwork } from '../../shared/data/rules';
import { BALANCE_TYPE_CHOICES, valuesOf } from '../../webhook/webhookValues';
import { HEADLINE, headed } from '../../../events/item';
import { transactionPage } from '../../../events/explorer';
import { avax, inNAvax } from '../../../events/words';
import { amountNamed } from '../../../webhooks/amounts';
import { isPrimaryAddress } from '../../../webhooks/fields';
import { unlistedOf } from '../../../webhooks/instantEvent';
import { PRIMARY_ADDRESS } from '../../../webhooks/message';
import { hashesIn } from '../../../webhooks/openPayload';
import { receivedAt } from '../../../webhooks/received';

interface Own {
	network: string;
	addresses: string[];
	balanceType: string;
	balanceThreshold: string;
}

const TYPE = 'balance.belowThreshold';

/** The balance of addresses on the P-Chain falls below an amount. */
export const balanceThreshold = unlistedOf({
	value: 'balanceThreshold',
	name: 'Balance Threshold',
	description:
		'A balance of your P-Chain addresses together falls below an amount; no list has this, so a lost message is not sent again',
	types: [TYPE],
	fields: {
		network: network('form'),
		addresses: field(addresses(), {
			in: 'form',
			label: 'Addresses',
			description: 'P-Chain addresses (bech32), separated by commas; their balances are added up',
			placeholder: 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
		}),
		balanceType: field(choice(valuesOf(BALANCE_TYPE_CHOICES), BALANCE_TYPE_CHOICES), {
			in: 'form',
			label: 'Balance Type',
			description: 'The balance to watch',
			default: 'unlockedUnstaked',
		}),
		balanceThreshold: field(avaxAmount(), {
			in: 'form',
			label: 'Balance Threshold (AVAX)',
			description: 'The amount below which the event fires, in AVAX',
			placeholder: '1.5',
		}),
	},
	rules: [addressesOfNetwork('addresses'), isPrimaryAddress('addresses')],
	output: out.object({
		...HEADLINE,
		addresses: out.list(out.address()),
		balanceType: out.text(),
		balance: out.nAvax('Null where the message does not have it'),
		balanceThreshold: out.nAvax(),
		txHash: out.hash('Null where the message has none'),
	}),
	webhooks({ own }) {
		const { addresses: keys, balanceType, balanceThreshold, ...rest } = own as unknown as Own;
		return [
			{
				eventType: PRIMARY_ADDRESS,
				network: rest.network,
				chainId: 'p-chain',
				keyType: 'addresses',
				keys,
				addressSubEvents: ['balance_threshold'],
				balanceType,
				balanceThreshold,
			},
		];
	},
	async eventsOf({ eventType, messageId, event }, { own }, { clock }) {
		if (eventType !== PRIMARY_ADDRESS) return { events: [] };
		const { network: on, addresses: mine, balanceType, ...rest } = own as unknown as Own;
		const balanceThreshold = inNAvax(rest.balanceThreshold);
		const [txHash = null] = hashesIn(event);
		const balance = amountNamed(event, [balanceType]) ?? null;
		const subject = mine.join(', ');
		const least = avax(balanceThreshold);
		const id = `${TYPE}:${balanceType}:${txHash ?? messageId}`;
		const headline = {
			id,
			event: TYPE,
			severity: 'warning',
			subject,
			title: `${listText(mine)}: balance below ${least}`,
			text: `The balance (${balanceType}) of ${subject} is ${balance === null ? '' : `${avax(balance)}, `}below ${least}.`,
			occurredAt: receivedAt(event, clock),
			url: (txHash !== null && transactionPage(on, 'p-chain', txHash)) || null,
			alertKey: id,
		} as const;
		const columns = { addresses: mine, balanceType, balance, balanceThreshold, txHash };
		return { events: [headed(headline, columns)] };
	},
});

function listText([first, ...others]: readonly string[]): string {
	return others.length === 0 ? first : `${first} and ${others.length} more`;
}
