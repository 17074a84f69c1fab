import { parseArgs } from 'node:util';
import { type Severity, channels, clock, channelFields, sampleAlert } from '../core';
import { sendMessage } from '../lambdas/notify/send';
import { type Target, targetSchema } from '../lambdas/notify/targetSettings';
import { testTarget } from '../lambdas/notify/testTarget';
import { messageOf } from '../lambdas/notify/webhook';

const flag = (field: string) => `--${field.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)}`;

const HELP = `Sends a sample alert to one target of notify, and prints in words what its answer means. A channel
that keeps incidents is then sent the end of the sample. Exits with 1 if the message is not accepted.

Usage: npm run lambdas -- notify --url <url> [options]

  --url <url>              Incoming webhook, server or queue; the channel is known by the host of most
  --format <name>          The channel, where the URL does not tell it
  --routing-key, --chat, --thread, --token, --room, --topic, --from, --to, --template <text>
                           What the channel needs beyond the URL; --to can be repeated
  --secret <whsec_...>     Signs the request (Standard Webhooks); can be repeated, the newest first
  --header "Name: value"   Header for a receiver of your own; can be repeated
  --severity <severity>    info, warning (default), critical or resolved
  --allow-private-network  Also to addresses that are private or without TLS
  --timeout-seconds <n>    1 to 30 (default 15)
  --print                  Prints the body of the message, and sends nothing
  --help                   This text

Secrets can be given in the environment, so that no process list shows them: NOTIFY_URL, NOTIFY_TOKEN,
NOTIFY_ROUTING_KEY and NOTIFY_SECRET in place of --url, --token, --routing-key and --secret. SQS, SNS and
SES use the credentials and the region that the AWS SDK finds.

Formats, and what they need (in brackets: what they can have):
${channels
	.map(({ value, needs, takes = [] }) => {
		const wanted = needs.map((need) => [need].flat().map(flag).join(' or '));
		const more = takes.length > 0 ? [`[${takes.map(flag).join(', ')}]`] : [];
		return `  ${value.padEnd(14)} ${[...wanted, ...more].join(', ')}`;
	})
	.join('\n')}
`;

class UsageError extends Error {}

const SEVERITIES: readonly string[] = ['info', 'warning', 'critical', 'resolved'];
/** Texts of a destination, in the words of the command. */
const TEXTS = ['url', 'format', 'chat', 'thread', 'token', 'room', 'topic', 'from', 'template'];
const FROM_ENVIRONMENT = ['url', 'token', 'routing-key'];

interface Order {
	target: Target;
	severity: Severity;
	print: boolean;
}

/**
 * Order that the arguments give; undefined for the help. Throws `UsageError` that names each wrong
 * one.
 */
function orderOf(args: string[], environment: NodeJS.ProcessEnv): Order | undefined {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({
		args,
		options: {
			...Object.fromEntries([...TEXTS, 'routing-key'].map((name) => [name, text])),
			to: { type: 'string', multiple: true },
			secret: { type: 'string', multiple: true },
			header: { type: 'string', multiple: true },
			severity: { type: 'string', default: 'warning' },
			'allow-private-network': { type: 'boolean', default: false },
			'timeout-seconds': text,
			print: { type: 'boolean', default: false },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	if (values.help) return undefined;
	const given = values as Record<string, unknown> as Record<string, string | undefined>;
	const destination = Object.fromEntries(
		[...TEXTS, 'routing-key'].flatMap((name) => {
			const variable = `NOTIFY_${name.toUpperCase().replace('-', '_')}`;
			const value =
				given[name] ?? (FROM_ENVIRONMENT.includes(name) ? environment[variable] : undefined);
			return value === undefined ? [] : [[name === 'routing-key' ? 'routingKey' : name, value]];
		}),
	);
	const secrets = values.secret ?? (environment.NOTIFY_SECRET ? [environment.NOTIFY_SECRET] : []);
	const headers = (values.header ?? []).map((line) => {
		const [, name, value] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
		if (name === undefined) throw new UsageError('--header must be "Name: value"');
		return [name.trim(), value];
	});
	if (!SEVERITIES.includes(values.severity)) {
		throw new UsageError(`--severity must be one of ${SEVERITIES.join(', ')}`);
	}
	const settings = {
		name: 'test',
		...destination,
		...(values.to && { to: values.to }),
		...(secrets.length > 0 && { secrets }),
		...(headers.length > 0 && { headers: Object.fromEntries(headers) as Record<string, string> }),
		...(given['timeout-seconds'] && { timeoutSeconds: Number(given['timeout-seconds']) }),
		allowPrivateNetwork: values['allow-private-network'],
	};
	return { target: checked(settings), severity: values.severity as Severity, print: values.print };
}

/** The same rules as those of notify. Without a secret, a test is unsigned. */
function checked(settings: object): Target {
	const first = targetSchema().safeParse(settings);
	const isUnsigned = first.error?.issues.some(({ path }) => path[0] === 'secrets');
	const result =
		isUnsigned && !('secrets' in settings)
			? targetSchema().safeParse({ ...settings, unsigned: true })
			: first;
	if (result.success) return result.data;
	const lines = result.error.issues.map(
		({ path, message }) =>
			`- ${flag(String(path[0]).replace(/s$/, ''))} ${message.replace(/\b(allowPrivateNetwork)\b/, flag)}`,
	);
	throw new UsageError(`The target is not valid:\n${[...new Set(lines)].join('\n')}`);
}

/** Secrets beside a URL, which only the body shows. */
const HIDDEN = { routingKey: '(the key)', token: '(the token)' };

function bodyText({ target, severity }: Order): string {
	const event = sampleAlert(severity, clock.now());
	const channel = channels.find(({ value }) => value === target.format) ?? channels[0];
	const own = new Set(channelFields(channel));
	const hidden = Object.fromEntries(
		Object.entries(HIDDEN).filter(([name]) => own.has(name as keyof typeof HIDDEN)),
	);
	const message = messageOf('msg_sample', event, clock.now());
	return JSON.stringify(channel.body(message, { ...target, ...hidden }), null, 2);
}

async function main(): Promise<number> {
	const order = orderOf(process.argv.slice(2), process.env);
	if (!order) {
		console.log(HELP);
		return 0;
	}
	if (order.print) {
		console.log(bodyText(order));
		return 0;
	}
	const answer = await testTarget(order.target, order.severity, { send: sendMessage, clock });
	for (const { severity, said } of answer.requests) console.log(`${severity}: ${said}`);
	return answer.accepted ? 0 : 1;
}

main().then(
	(code) => {
		process.exitCode = code;
	},
	(error: unknown) => {
		const isUsage =
			error instanceof UsageError ||
			(error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
		const words = error instanceof Error ? error.message : String(error);
		process.stderr.write(`${words}${isUsage ? '\nSee npm run lambdas -- notify --help.' : ''}\n`);
		process.exitCode = 2;
	},
);
