import { parseFields } from '../../core';
import { infoOf } from '../../core/fields/fieldSet';
import { eventDeclarations } from '../../core/subjects/events/all';
import type { EventDeclaration } from '../../core/events/declare';
import { isFailure } from '../../core/failure';
import type { HttpRequest } from '../../core/protocol/ports';
import { emulatorForTests } from '../emulatorForTests';
import { caught } from '../core/protocol/fakes';
import { eventCases } from '../../lab/kit/events/case';
import { pollContext } from '../../lab/kit/events/run';

/** Events that need a node of one's own, on the default Node URL. */

const emulator = emulatorForTests({ transactions: 40, validators: 30 });

/** The failure of the first poll on the public endpoint, and the requests before it. */
async function firstPoll({ fields, source }: EventDeclaration, given: Record<string, unknown>) {
	const requests: HttpRequest[] = [];
	const services = { dataUrl: '', metricsUrl: '', nodeUrl: 'https://api.avax.network' };
	const context = pollContext(
		{ ...services, world: emulator.world },
		{
			transport: async (request) => {
				requests.push(request);
				return await Promise.reject(new Error('no network'));
			},
		},
	);
	const settings: unknown = parseFields(fields, given, 'avalancheTrigger');
	const failure = await caught(() => source.poll(settings, undefined, context));
	return { failure, requests };
}

function needsOwnNode({ ownNode }: EventDeclaration, given: Record<string, unknown>): boolean {
	return ownNode === true || (ownNode?.values.includes(String(given[ownNode.field])) ?? false);
}

describe.each(eventCases)('$name', (each) => {
	test('fails at once, and names the field to change, only if it says that it needs an own node', async () => {
		const given = each.settings(emulator.world);
		const { failure, requests } = await firstPoll(each.event, given);
		expect(isFailure(failure)).toBe(true);
		if (needsOwnNode(each.event, given)) {
			expect(requests).toEqual([]);
			expect(failure).toMatchObject({ kind: 'invalid-input', retryable: false });
			expect(failure.message).toContain('Set Node URL in the credential to your node');
		} else {
			expect(requests).not.toEqual([]);
			expect(failure.message).not.toContain('your own node');
		}
	});
});

// A watch leaves out the events that it cannot read.
const observing = eventDeclarations.filter(
	({ fields, watched }) => fields.keys.includes('observer') && !watched,
);

test.each(observing.map((event) => [event.name, event] as const))(
	'%s: the default view works with the default credential, and the error of the others names it',
	async (_, event) => {
		const nodeIds = [emulator.world.node.primary.current()[3].nodeId];
		const { default: observer } = infoOf(event.fields, 'observer');
		expect(needsOwnNode(event, { observer })).toBe(false);
		const { requests } = await firstPoll(event, { observer, nodeIds });
		expect(requests[0].url).toContain('https://data-api.avax.network/');
		const { failure } = await firstPoll(event, { observer: 'node', nodeIds });
		expect(failure.message).toMatch(/or set Seen By \(observer\) to Data Service$/);
	},
);
