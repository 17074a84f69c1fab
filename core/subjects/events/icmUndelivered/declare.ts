import { field } from '../../../fields/field';
import { asDurations, duration, durations } from '../../../fields/lines';
import * as out from '../../../fields/outputs';
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
	sentOnly,
} from '../shared/icm';
import { declareLevels } from '../../../events/levelEvent';
import { linesBelow } from '../../../events/levelSteps';
import { readBack } from '../../../events/lists';
import { moment, span } from '../../../events/words';
import { DAY, MINUTE } from '../../../formats/timeUnits';

interface Facts {
	message: IcmMessage;
	/** Time from sending to delivery, or to now. */
	seconds: number;
}

const TIERS = [10 * MINUTE, 60 * MINUTE];

/** Messages between chains that are not delivered in time. */
export const icmUndelivered = declareLevels({
	value: 'icmUndelivered',
	type: 'icm.undelivered',
	name: 'ICM Message Undelivered',
	description: 'An interchain message is not delivered 10 minutes or 1 hour after it was sent',
	what: 'interchain message',
	reads: 'the data service: ICM messages, newest first, back to Look Back, 100 per request',
	remembers: 'messages that are not delivered in time, about 140 bytes each',
	fields: {
		...messageFields(),
		after: field(durations().optional(), {
			in: 'form',
			label: 'Not Delivered After',
			description:
				'How long after sending a message may stay undelivered before the event fires, separated by commas',
			placeholder: '10m, 1h',
			default: asDurations(TIERS),
			show: 'main',
			wasOption: true,
		}),
		lookBack: field(duration(60, 7 * DAY).optional(), {
			in: 'form',
			label: 'Look Back',
			description:
				'How far back each poll reads messages, 100 per request; an older message that is not delivered is reported as gone',
			default: '24h',
			placeholder: '24h',
			show: 'option',
		}),
	},
	columns: {
		...MESSAGE_COLUMNS,
		seconds: out.duration('s', 'Time from sending to delivery, or to now'),
	},
	repeat: [DAY, 21_600],
	goneText: 'is not listed any more, or is older than Look Back, and was not delivered',
	async read({ after = TIERS, lookBack = DAY, ...settings }, context) {
		const lines = [...after].sort((a, b) => a - b);
		const now = Math.floor(context.clock.now() / 1000);
		const list = messages(settings, context);
		const found = new Map<string, IcmMessage>();
		for await (const { items } of readBack(list, now - lookBack, sentAt, context)) {
			for (const message of items) found.set(String(message.messageId), message);
		}
		return [...found].map(([subject, message]) => {
			const arrived = deliveredAt(message);
			const seconds = Math.max(0, (arrived ?? now) - sentAt(message));
			const level = message.status === 'pending' ? linesBelow(seconds, lines) : 0;
			const facts: Facts = { message, seconds };
			// A message passes each of its stages once.
			return { subject, occurrence: String(message.status), level, facts };
		});
	},
	say({ message, seconds }) {
		const { sourceTransaction, sourceEvmChainId } = message;
		const pending = message.status === 'pending';
		const state = pending ? `is not delivered for ${span(seconds)}` : 'is delivered';
		return {
			name: nameOf(message),
			bad: `not delivered for ${span(seconds)}`,
			good: pending ? 'on its way' : `delivered after ${span(seconds)}`,
			reached: `delivered after ${span(seconds)}`,
			text: `${described(message)}, sent at ${moment(sentAt(message))}, ${state}.`,
			url:
				sourceTransaction?.txHash &&
				evmTransactionPage(String(sourceEvmChainId), sourceTransaction.txHash),
		};
	},
	show: ({ message, seconds }) => ({ ...messageColumns(message), seconds }),
	example({ settings: { after = TIERS, ...settings }, read, now }) {
		const lines = [...after].sort((a, b) => a - b);
		const seconds = lines[0] + Math.min(60, lines[0]);
		const given = read?.message ?? exampleMessage(settings, now);
		const message = sentOnly(given, now - seconds);
		return {
			bad: {
				subject: String(message.messageId),
				level: Math.max(1, linesBelow(seconds, lines)),
				facts: { message, seconds },
			},
			good: { message: delivered(message, now), seconds },
		};
	},
});
