import { field } from '../../../fields/field';
import { choices } from '../../../fields/inputs';
import { duration } from '../../../fields/lines';
import * as out from '../../../fields/outputs';
import { declareArrivals } from '../../../events/arrivalEvent';
import { markOf } from '../../../events/event';
import { evmTransactionPage } from '../../../events/explorer';
import {
	MESSAGE_COLUMNS,
	type IcmMessage,
	delivered,
	deliveredAt,
	described,
	exampleMessage,
	messageColumns,
	messageFields,
	messages,
	nameOf,
	sentAt,
} from '../shared/icm';
import { readBack } from '../../../events/lists';
import { span } from '../../../events/words';
import { DAY } from '../../../formats/timeUnits';

const STAGES = ['sent', 'delivered', 'notExecuted'] as const;

/** A step of a message at a time (Unix seconds). */
interface Step {
	stage: (typeof STAGES)[number];
	at: number;
	message: IcmMessage;
}

const LONGEST_DELIVERY = 3600;

/** Messages between chains that are sent, or arrive. */
export const icmMessage = declareArrivals({
	value: 'icmMessage',
	type: 'icm.message',
	name: 'ICM Message',
	description: 'An interchain message is sent, delivered, or delivered but not executed',
	what: 'interchain message',
	reads:
		'the data service: ICM messages, newest first, back to Longest Delivery before the overlap',
	remembers: '24 characters of each matching message in the overlap, 15 minutes',
	fields: {
		...messageFields(),
		stages: field(
			choices(STAGES, [
				{ value: 'sent', name: 'Sent' },
				{ value: 'delivered', name: 'Delivered' },
				{ value: 'notExecuted', name: 'Delivered but Not Executed' },
			]).optional(),
			{
				in: 'form',
				label: 'Stages',
				description: 'Only these stages; all by default',
				show: 'filter',
			},
		),
		longestDelivery: field(duration(60, 7 * DAY).optional(), {
			in: 'form',
			label: 'Longest Delivery',
			description:
				'The event fires for a delivery within this time after the message was sent; each poll reads the messages of this time again, 100 per request',
			default: '1h',
			placeholder: '1h',
			show: 'option',
		}),
	},
	columns: {
		stage: out.choice(STAGES),
		...MESSAGE_COLUMNS,
		deliverySeconds: out.duration('s', 'From sending to delivery'),
	},
	async *pages({ longestDelivery = LONGEST_DELIVERY, ...settings }, context, reading) {
		if (reading.order === 'newest') {
			for await (const { items, more } of messages(settings, context)) {
				yield { items: items.flatMap(stepsOf).sort((a, b) => b.at - a.at), more };
			}
			return;
		}
		const { from } = reading;
		const list = messages(settings, context);
		for await (const { items } of readBack(list, from - longestDelivery, sentAt, context)) {
			const steps = items.flatMap(stepsOf).filter(({ at }) => at >= from);
			yield { items: steps.sort((a, b) => a.at - b.at), more: false };
		}
	},
	timeOf: ({ at }: Step) => at,
	markOf: (step: Step) => markOf(idOf(step)),
	matcher({ stages }) {
		const wanted = new Set<string>(stages ?? STAGES);
		return ({ stage }) => wanted.has(stage);
	},
	tell(step: Step) {
		const { stage, message } = step;
		const { messageId = '', sourceTransaction, destinationTransaction } = message;
		const sent = sourceTransaction?.timestamp;
		const arrived = deliveredAt(message);
		const took = sent && arrived ? Math.max(0, arrived - sent) : undefined;
		const after = took === undefined ? '' : ` after ${span(took)}`;
		const what = {
			sent: 'sent',
			delivered: `delivered${after}`,
			notExecuted: `delivered${after}, but not executed`,
		}[stage];
		const carrier = stage === 'sent' ? sourceTransaction : destinationTransaction;
		const chainId = stage === 'sent' ? message.sourceEvmChainId : message.destinationEvmChainId;
		return {
			id: idOf(step),
			subject: String(messageId),
			title: `${nameOf(message)}: ${what}`,
			text: `${described(message)} was ${what}.`,
			url: carrier?.txHash ? evmTransactionPage(String(chainId), carrier.txHash) : undefined,
			severity: stage === 'notExecuted' ? 'warning' : 'info',
			columns: { stage, ...messageColumns(message), deliverySeconds: took ?? null },
		};
	},
	example(settings, now): Step {
		const stage = (settings.stages?.[0] ?? 'sent') as Step['stage'];
		if (stage === 'sent') return { stage, at: now, message: exampleMessage(settings, now) };
		const message = exampleMessage(settings, now - 60);
		return { stage, at: now, message: delivered(message, now, stage === 'delivered') };
	},
});

/** The steps of a message so far: sent, and delivered or not executed. */
function stepsOf(message: IcmMessage): Step[] {
	const steps: Step[] = [];
	const sent = message.sourceTransaction?.timestamp;
	const arrived = deliveredAt(message);
	if (sent) steps.push({ stage: 'sent', at: sent, message });
	if (arrived === undefined) return steps;
	const stage = message.messageExecuted === false ? 'notExecuted' : 'delivered';
	return [...steps, { stage, at: arrived, message }];
}

/** A message arrives once, whether it was executed or not. */
function idOf({ stage, message }: Step): string {
	return `${message.messageId}:${stage === 'sent' ? 'sent' : 'delivered'}`;
}
