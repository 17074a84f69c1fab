import { type WebhookReceiver, startReceiver } from '../../lab/kit/webhookReceiver';
import { type Bench, STAKING, startBench } from './triggerKit';

/** The URL of a dead man's switch, which polls request. */

let bench: Bench;
let receiver: WebhookReceiver;
beforeEach(async () => {
	bench = await startBench();
	receiver = await startReceiver();
});
afterEach(async () => {
	await receiver.close();
	await bench.close();
});

const SECRET = '/ping/secret-of-the-check';

test('each poll that succeeds requests it, without the credential; one that fails does not', async () => {
	const options = { heartbeatUrl: `${receiver.url}${SECRET}` };
	const host = bench.trigger('default', { ...STAKING, options });
	await host.publish();
	await host.poll();
	expect(receiver.received.map(({ path }) => path)).toEqual([SECRET, SECRET]);
	bench.control.addFaults({ faults: [{ kind: 'status', status: 500, times: 1 }] });
	await host.poll();
	expect(host.errors).toHaveLength(1);
	expect(receiver.received).toHaveLength(2);
	await host.poll();
	expect(receiver.received).toHaveLength(3);
});

test('a switch that fails costs no event, and its URL is in no message', async () => {
	const options = { heartbeatUrl: `${receiver.url}${SECRET}` };
	const host = bench.trigger('default', { ...STAKING, options });
	receiver.answer = () => 404;
	await host.publish();
	expect(bench.warnings()).toEqual(['Trigger: no heartbeat: status 404']);
	await receiver.close();
	const staked = bench.stake(bench.world.clock.seconds());
	expect((await host.poll()).items.map(({ txHash }) => txHash)).toEqual(staked);
	expect(host.errors).toEqual([]);
	const [warning] = bench.warnings();
	expect(warning).toMatch(/refused the connection/);
	expect(warning).not.toContain('secret-of');
	receiver = await startReceiver();
});
