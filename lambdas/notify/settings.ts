import * as z from 'zod/v4';
import { type EventDeclaration, isId, isNodeId } from '../../core';
import { HandlerError } from '../shared/errors';
import { isPublicUrl } from '../shared/addresses';
import { declarationsOf, EVENT_VALUES, eventsIn } from './events';

const unique = (items: ReadonlyArray<{ name: string }>) =>
	new Set(items.map((item) => item.name)).size === items.length;

/** The schema of settings, with the given declared events. */
const schemaOf = (declarations: readonly EventDeclaration[]) => {
	const name = z
		.string('must be text')
		.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, dashes or underscores')
		// The states of all targets are one object by name, which cannot have a property of this one.
		.refine((text) => text !== '__proto__', 'must not be __proto__');
	const subnetId = z.string().refine(isId, 'must be a subnet id (cb58)');
	const startFrom = z.union(
		[z.literal('now'), z.number().int().min(0)],
		'must be "now" or Unix seconds',
	);
	const network = z.enum(['mainnet', 'fuji', 'testnet'], 'must be mainnet, fuji or testnet');
	const nodeId = z.string().refine(isNodeId, 'must be a node id (NodeID-…)');

	const stakingTransaction = z.strictObject({
		name,
		event: z.literal('stakingTransaction'),
		network: network.default('mainnet'),
		blockchainId: z.string().default('p-chain'),
		addresses: z.array(z.string()).max(64).optional(),
		txTypes: z.array(z.string()).optional(),
		minAmountStaked: z
			.string()
			.regex(/^\d{1,20}$/, 'must be nAVAX in decimal digits')
			.optional(),
		nodeIds: z.array(nodeId).optional(),
		subnetId: subnetId.optional(),
		startFrom: startFrom.optional(),
		overlapSeconds: z.number().int().min(0).max(86_400).optional(),
	});

	const validator = z.strictObject({
		name,
		event: z.literal('validator'),
		source: z.enum(['node', 'l1', 'evm'], 'must be node, l1 or evm'),
		network: network.optional(),
		subnetId: subnetId.optional(),
		nodeId: nodeId.optional(),
		includeInactive: z.boolean().optional(),
		blockchainId: z.string().optional(),
		leaves: z.boolean().optional(),
		activity: z.boolean().optional(),
		startFrom: startFrom.optional(),
	});

	const health = z.strictObject({
		name,
		event: z.literal('health'),
		path: z
			.enum(['health', 'readiness', 'liveness'], 'must be health, readiness or liveness')
			.optional(),
		tags: z.array(z.string()).optional(),
		confirmations: z.number().int().min(1).max(1000).optional(),
		unreachableAfter: z.number().int().min(0).max(1000).optional(),
		fireFirst: z.boolean().optional(),
	});

	/** A declared event has the fields of its form, by the same names. */
	const declaredSource = ({ value, fields }: EventDeclaration) => {
		const own = Object.entries(fields.fields).map(([key, each]) => [key, each.schema] as const);
		const source = z
			.strictObject({ name, event: z.literal(value), ...Object.fromEntries(own) })
			.superRefine(({ name: _, event: __, ...given }, context) => {
				const { error } = fields.schema().safeParse(given);
				for (const { path, message } of error?.issues ?? []) {
					context.addIssue({ code: 'custom', path: [...path], message });
				}
			});
		// Its type is that of its field set, which only its own source uses.
		return source as unknown as typeof health;
	};

	const secret = z
		.string()
		.regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'must be whsec_ and 24 bytes or more in base64');

	const target = z
		.strictObject({
			name,
			url: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }),
			/** `event`: one event as JSON (Zapier, n8n and anything else). `slack`: `{ text }`. */
			format: z.enum(['event', 'slack'], 'must be event or slack').default('event'),
			template: z.string().max(3_000).optional(),
			/** Newest first; two or more while a secret rotates. */
			secrets: z.array(secret).min(1).max(5).optional(),
			/** Sends without a signature: receivers cannot verify the sender. */
			unsigned: z.boolean().optional(),
			/** Names of sources; all by default. */
			sources: z.array(name).optional(),
			/** Event types, such as validator.joined; all by default. */
			types: z.array(z.string()).optional(),
			/** Allows a target in a private network, and without TLS. */
			allowPrivateNetwork: z.boolean().default(false),
			timeoutSeconds: z.number().int().min(1).max(30).default(15),
			/** Maximum number of simultaneous requests. */
			concurrency: z.number().int().min(1).max(20).default(10),
			/** Requests that one run starts per minute; unlimited by default. */
			perMinute: z.number().int().min(1).max(60_000).optional(),
		})
		.superRefine(({ url, format, secrets, unsigned, allowPrivateNetwork }, context) => {
			const wrong = (field: string, message: string) =>
				context.addIssue({ code: 'custom', path: [field], message });
			if (!allowPrivateNetwork && !isPublicUrl(url)) {
				wrong('url', 'must be https and public (or set allowPrivateNetwork)');
			}
			if (format === 'event' && !secrets && !unsigned) {
				wrong('secrets', 'are required: receivers check them (or set unsigned)');
			}
		});

	return z.strictObject({
		sources: z
			.array(
				z.discriminatedUnion(
					'event',
					[stakingTransaction, validator, health, ...declarations.map(declaredSource)],
					`must be one of ${EVENT_VALUES.join(', ')}`,
				),
			)
			.min(1, 'needs at least one')
			.refine(unique, 'must have unique names'),
		targets: z.array(target).min(1, 'needs at least one').refine(unique, 'must have unique names'),
	});
};

export type Settings = z.output<ReturnType<typeof schemaOf>>;
export type SourceSettings = Settings['sources'][number];
export type Target = Settings['targets'][number];

/**
 * Parses sources and targets from JSON. Throws `ConfigurationError` that lists every invalid field;
 * values are not shown, because they contain secrets.
 */
export async function settingsOf(text: string): Promise<Settings> {
	let json: unknown;
	try {
		// It also removes a byte order mark.
		json = JSON.parse(text.trim());
	} catch {
		throw wrong(['the text is not valid JSON']);
	}
	const result = schemaOf(await declarationsOf(eventsIn(json))).safeParse(json);
	if (result.success) return result.data;
	throw wrong(
		result.error.issues.map((issue) => {
			const at = issue.path.map(String).join('.');
			if (issue.code === 'unrecognized_keys') {
				return `there is no field ${issue.keys.map((key) => (at ? `${at}.${key}` : key)).join(', ')}`;
			}
			return `${at || 'it'} ${issue.message}`;
		}),
	);
}

function wrong(problems: readonly string[]): HandlerError {
	const list = [...new Set(problems)].map((line) => `- ${line}`).join('\n');
	return new HandlerError('ConfigurationError', `The notify settings are invalid:\n${list}`);
}
