import type { Check } from '../lambdas/classes';
import { MINUTE, acceptedBy, begin, checkComplete } from './checks';
import { awsError } from './table';
import { makeWorld, staking, targetNamed } from './world';

/** Faults of the services and of the table. */

export const SERVICE_CLASSES = {
	/** The node does not answer; the data service does. */
	async 'hanging source'(check: Check) {
		const sources = [{ name: 'node', event: 'validator', source: 'primary' }, staking];
		const world = makeWorld({ sources, targets: [targetNamed('a')] });
		await begin(world);
		world.state.silent.add('node');
		// The source that is read first changes from run to run.
		const ids: string[] = [];
		for (let run = 0; run < 4; run++) {
			ids.push(...world.add(5));
			const sent = world.arrivals.length;
			const { killed } = await world.pass(30);
			check(!killed, `run ${run + 1} was ended by Lambda`);
			check(world.arrivals.length > sent || run === 0, `run ${run + 1} sent nothing`);
			world.clock.time += MINUTE;
		}
		world.state.silent.clear();
		await world.pass();
		checkComplete(check, world, ids, ['a']);
	},

	/** The table refuses half of all calls, and all of them for half a minute. */
	async 'throttled table'(check: Check) {
		const world = makeWorld({ targets: [targetNamed('a')] });
		await begin(world);
		let call = 0;
		let refusesAll = [0, 0];
		world.table.state.refuse = () => {
			const { time } = world.clock;
			const all = time >= refusesAll[0] && time < refusesAll[1];
			return all || call++ % 2 === 0
				? awsError('ProvisionedThroughputExceededException')
				: undefined;
		};
		const ids = world.add(100);
		const first = await world.pass();
		check(!first.killed && !first.error, `half throttled, the run failed: ${first.error?.name}`);
		check(world.arrivals.length > 0, 'half throttled, nothing was sent');
		world.clock.time += MINUTE;
		ids.push(...world.add(100));
		// All the time for sources, once the run has begun.
		refusesAll = [world.clock.time + 1_500, world.clock.time + 30_000];
		const second = await world.pass();
		check(!second.killed, 'throttled, the run was ended by Lambda');
		check(!second.error, `throttled, the run failed: ${second.error?.message}`);
		for (let run = 0; run < 3; run++) {
			world.clock.time += MINUTE;
			await world.pass();
		}
		checkComplete(check, world, ids, ['a']);
	},

	/** Half of all writes take effect and are answered with an error; others collide with another. */
	async 'conflict answers'(check: Check) {
		const world = makeWorld({ targets: [targetNamed('a'), targetNamed('b')] });
		await begin(world);
		let writes = 0;
		const isWrite = (command: string) => /^(Put|Update)/.test(command);
		const every = (share: number, error: () => Error) => (command: string) =>
			isWrite(command) && ++writes % share === 0 ? error() : undefined;
		world.table.state.refuse = every(5, () => awsError('TransactionConflictException'));
		world.table.state.lose = every(2, () =>
			Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }),
		);
		const ids: string[] = [];
		for (let run = 1; run <= 3; run++) {
			ids.push(...world.add(50));
			const { killed, error } = await world.pass();
			check(!killed && !error, `run ${run} failed: ${error?.name}: ${error?.message}`);
			world.clock.time += MINUTE;
		}
		world.table.state.refuse = undefined;
		world.table.state.lose = undefined;
		for (let run = 0; run < 3; run++) {
			await world.pass();
			world.clock.time += MINUTE;
		}
		checkComplete(check, world, ids, ['a', 'b']);
		const repeats = world.arrivals.length - ids.length * 2;
		check(repeats === 0, `${repeats} deliveries were sent twice`);
	},

	/** A service answers an error, a page and nothing, all with status 200. */
	async '200 with an error body'(check: Check) {
		const sources = [{ name: 'node', event: 'validator', source: 'primary' }, staking];
		const world = makeWorld({ sources, targets: [targetNamed('a')] });
		await begin(world);
		const ids: string[] = [];
		const bodies = [
			'{"message":"Internal server error","error":"Internal","statusCode":500}',
			'<html><body>Bad gateway</body></html>',
			'',
			'null',
		];
		const validator = { txID: 'validation', nodeID: 'NodeID-1', startTime: '1', weight: '1' };
		for (const [at, body] of bodies.entries()) {
			const broken = at % 2 === 0 ? 'data' : 'node';
			world.state.body = { [broken]: body };
			ids.push(...world.add(3));
			world.service.validators.push({ ...validator, txID: `validation-${at}` });
			ids.push(`validator.joined:validation-${at}`);
			const { error, killed } = await world.pass();
			check(!killed, `answered ${body}, the run was ended by Lambda`);
			const told = `${error?.name}: ${error?.message}`;
			const name = broken === 'data' ? 'staking' : 'node';
			check(
				error?.name === 'SourceFailed' && told.includes(`${name} (`),
				`answered ${body}, the run says ${told}`,
			);
			const other = broken === 'data' ? ids.slice(-1) : ids.slice(-4, -1);
			const got = acceptedBy(world.arrivals, 'a');
			check(
				other.every((id) => got.has(id)),
				`answered ${body}, the other source was not told`,
			);
			world.clock.time += MINUTE;
		}
		world.state.body = {};
		await world.pass();
		checkComplete(check, world, ids, ['a']);
		const strangers = world.arrivals.filter(({ id }) => !ids.includes(id)).length;
		check(strangers === 0, `${strangers} events that never happened were delivered`);
	},

	/** A set of validators that no table item can hold. */
	async 'oversized cursor'(check: Check) {
		const sources = [{ name: 'node', event: 'validator', source: 'primary' }, staking];
		const world = makeWorld({ sources, targets: [targetNamed('a')] });
		const validator = (_: unknown, at: number) => ({
			txID: `validation-${at * 7919}`,
			nodeID: `NodeID-${at}`,
			startTime: '1700000000',
			weight: '1',
		});
		world.service.validators = Array.from({ length: 100_000 }, validator);
		const { error } = await world.pass();
		check(error === undefined, `100,000 validators fail: ${error?.message}`);
		world.clock.time += MINUTE;
		world.service.validators.push(validator(undefined, 100_000));
		const ids = world.add(2);
		const units = world.table.count.writeUnits;
		await world.pass();
		const written = world.table.count.writeUnits - units;
		check(written < 300, `one more validator wrote ${written} units`);
		checkComplete(check, world, [...ids, 'validator.joined:validation-791900000'], ['a']);
	},
} as const;
