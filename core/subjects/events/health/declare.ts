import { type Health, failingChecks } from '../../health/checks';
import { getHealth, getLiveness, getReadiness, tagList } from '../../health/health';
import { field } from '../../../fields/field';
import { choice } from '../../../fields/inputs';
import * as out from '../../../fields/outputs';
import { Failure } from '../../../failure';
import { declareFlips } from '../../../events/flipEvent';
import { type NodeNow, nodeLines, nodeNow } from '../shared/nodeNow';

interface Facts {
	statusCode: number;
	health: Health;
	/** Of an unhealthy node. */
	now?: NodeNow;
}

const OPERATIONS = { health: getHealth, readiness: getReadiness, liveness: getLiveness } as const;

const PATHS = [
	{
		value: 'health',
		name: 'Health',
		description: 'The health of the whole node; use this to monitor it',
	},
	{ value: 'liveness', name: 'Liveness', description: 'Whether the endpoint responds at all' },
	{
		value: 'readiness',
		name: 'Readiness',
		description: 'Whether the node has finished starting',
	},
] as const;

/** The health of a node, which turns from 200 to 503 or back. */
export const health = declareFlips({
	value: 'health',
	type: 'health.changed',
	name: 'Node Health Changed',
	description:
		'A node turns from healthy (200) to unhealthy (503, or no answer in 2 polls) or back',
	what: 'health state of the node',
	reads: 'your own node: `GET /ext/health`, `/ext/health/readiness` or `/ext/health/liveness`',
	remembers: 'the state, since when, and the number of polls with events, about 100 bytes',
	ownNode: true,
	fields: {
		path: field(choice(['health', 'liveness', 'readiness'], PATHS), {
			in: 'form',
			label: 'Health Check',
			description: 'Which health check of the node to watch',
			default: 'health',
		}),
		tags: field(tagList(), {
			in: 'form',
			label: 'Tags',
			description:
				'Only checks with these tags and the global checks, separated by commas; subnet IDs are tags',
			placeholder: '29uVeLPJB1eQJkzRemU8g8wZDw5uJRqpab5U2mX9euieVwiEbL',
			show: 'main',
		}),
	},
	columns: {
		statusCode: out.count('200 or 503; null if the node did not respond'),
		failingChecks: out.open(
			'The checks that fail: name, message, error, since when, and how often in a row',
		),
	},
	service: 'node',
	subject: 'node',
	states: { good: 'healthy', bad: 'unhealthy' },
	/** Throws for all statuses but 200 and 503, which are not health states. */
	async read({ path, tags }, context): Promise<{ isBad: boolean; facts: Facts }> {
		const { client } = context;
		const operation = OPERATIONS[path];
		const answer = await client.call(operation, tags && tags.length > 0 ? { tags } : {});
		const statusCode = Number(answer.statusCode);
		if (statusCode !== 200 && statusCode !== 503) {
			throw new Failure({
				kind: 'invalid-response',
				status: statusCode,
				message: `The node answered with status ${statusCode}, which is not a health state: only 200 and 503 are`,
				operation: operation.id,
			});
		}
		if (statusCode === 200) return { isBad: false, facts: { statusCode, health: answer } };
		const now = await nodeNow(context, answer);
		return { isBad: true, facts: { statusCode, health: answer, now } };
	},
	say({ isBad, isChange, facts, failure }) {
		if (!isBad) {
			const again = isChange ? ' again' : '';
			return { title: `The node is healthy${again}`, text: `The node answers with 200${again}.` };
		}
		if (failure) {
			return {
				title: 'The node cannot be reached',
				text: `The node does not respond: ${failure.message}`,
			};
		}
		const lines = facts ? nodeLines(facts.now ?? { health: facts.health }) : [];
		const text = ['The node answers with 503.', ...lines].join(' ');
		return { title: 'The node is unhealthy', text };
	},
	show: (facts) => ({
		statusCode: facts?.statusCode ?? null,
		failingChecks: facts ? failingChecks(facts.health) : [],
	}),
	/** The first of the node's checks fails. */
	example({ health: { checks } }, now) {
		const [name = 'network'] = Object.keys(checks ?? {});
		const failing = {
			message: checks?.[name]?.message ?? null,
			error: `${name} is unhealthy`,
			contiguousFailures: 3,
			timeOfFirstFailure: new Date(now - 60_000).toISOString(),
		};
		const unhealthy = { checks: { [name]: failing }, healthy: false };
		return { statusCode: 503, health: unhealthy as unknown as Health };
	},
});
