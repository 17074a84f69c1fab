import type { Channel, ChannelDestination, ChannelField } from './channel';

/** Checks where a channel delivers to, before anything is sent. */

interface Rule {
	pattern: RegExp;
	rule: string;
}

const RULES: Readonly<Partial<Record<ChannelField, Rule>>> = {
	routingKey: {
		pattern: /^[A-Za-z0-9]{32}$/,
		rule: 'must be the 32 letters and digits of an integration key',
	},
	chat: {
		pattern: /^(-?\d{1,20}|@[A-Za-z]\w{3,63})$/,
		rule: 'must be the ID of a chat, such as -1001234567890, or @ and the name of a channel',
	},
	thread: { pattern: /^\d{1,20}$/, rule: 'must be the ID of a thread or topic in digits' },
	token: {
		pattern: /^[!-.0-~]{8,1000}$/,
		rule: 'must be 8 or more characters without spaces and slashes',
	},
	room: {
		pattern: /^![^\s/\p{Surrogate}]{1,254}$/u,
		rule: 'must be the ID of a room, such as !abc:example.org, not an alias',
	},
	topic: {
		pattern: /^[-\w]{1,64}$/,
		rule: 'must be 1 to 64 letters, digits, dashes or underscores',
	},
	from: { pattern: /^[^\s@<>]+@[^\s@<>]+$/, rule: 'must be an e-mail address' },
	to: { pattern: /^[^\s@<>]+@[^\s@<>]+$/, rule: 'must be e-mail addresses' },
};

/** Rule for a `topic` that is the ARN of an SNS topic. */
const ARN: Rule = {
	pattern: /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}(\.fifo)?$/,
	rule: 'must be the ARN of a topic',
};

const fieldsOf = (need: Channel['needs'][number]): readonly ChannelField[] =>
	typeof need === 'string' ? [need] : need;

/** The fields that a channel has, required ones first. */
export function channelFields({ needs, takes = [] }: Channel): ChannelField[] {
	return [...needs.flatMap(fieldsOf), ...takes];
}

/**
 * The mistakes in a destination for a channel: each field, with the rule that completes a sentence.
 */
export function channelMistakes(
	channel: Channel,
	destination: ChannelDestination,
): Array<[field: ChannelField, rule: string]> {
	const own = new Set(channelFields(channel));
	const given = (Object.keys(destination) as ChannelField[]).filter(
		(key) => destination[key] !== undefined,
	);
	const missing = channel.needs
		.map(fieldsOf)
		.filter((fields) => !fields.some((name) => given.includes(name)));
	return [
		...missing.map(([first, ...others]): [ChannelField, string] => [
			first,
			`is required for ${channel.name}${others.length > 0 ? ` (or ${others.join(', ')})` : ''}`,
		]),
		...given
			.filter((name) => !own.has(name))
			.map((name): [ChannelField, string] => [name, `is not a setting of ${channel.name}`]),
		...given.flatMap((name): Array<[ChannelField, string]> => {
			const { pattern, rule } =
				(channel.value === 'sns' && name === 'topic' ? ARN : RULES[name]) ?? {};
			const values = [destination[name]].flat().map(String);
			const isRight = pattern === undefined || values.every((value) => pattern.test(value));
			return !own.has(name) || isRight ? [] : [[name, String(rule)]];
		}),
	];
}
