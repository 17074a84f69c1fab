import { execFile } from 'node:child_process';
import path from 'node:path';
import { startTarget } from '../../lab/kit/lambda/notifyKit';
import { forTests } from '../emulatorForTests';

/** `npm run lambdas -- notify`, as users begin it. */

const ROOT = path.resolve(__dirname, '../..');
const target = forTests(startTarget);
beforeEach(() => void (target.received.length = 0));

const TOKEN = 'T000-very-secret';

/** The command's exit code and output. */
function begin(args: readonly string[], environment: Record<string, string> = {}) {
	return new Promise<{ code: number; out: string; errors: string }>((resolve) => {
		execFile(
			process.execPath,
			['--import', 'tsx', 'scripts/notifyTest.ts', ...args],
			{ cwd: ROOT, env: { ...process.env, ...environment } },
			(error, out, errors) => resolve({ code: Number(error?.code ?? 0), out, errors }),
		);
	});
}

test('sends a sample and prints the answer in words, without the URL', async () => {
	const url = `${target.url}/${TOKEN}`;
	const { code, out, errors } = await begin([
		...['--url', url, '--format', 'slack', '--allow-private-network'],
	]);
	expect([code, errors]).toEqual([0, '']);
	expect(out).toBe('warning: Slack accepted the message (status 200).\n');
	expect(target.received).toHaveLength(1);
	expect(JSON.parse(target.received[0].body)).toMatchObject({
		text: expect.stringMatching(/Sample: /),
		blocks: expect.any(Array),
	});
	target.answer = () => 404;
	const refused = await begin(['--format', 'slack', '--allow-private-network'], {
		NOTIFY_URL: url,
	});
	expect(refused.code).toBe(1);
	expect(refused.out).toBe(
		'warning: Slack accepts no messages here: Slack returned status 404. The target would be disabled.\n',
	);
	expect(refused.out + refused.errors).not.toContain(TOKEN);
});

test('what is wrong with the options is named, with its rule and no secret', async () => {
	const { code, errors } = await begin([
		...['--url', `http://example.org/${TOKEN}`, '--format', 'pagerDuty', '--routing-key', TOKEN],
	]);
	expect(code).toBe(2);
	expect(errors).toContain('- --url must be https and public (or set --allow-private-network)');
	expect(errors).toContain(
		'- --routing-key must be the 32 letters and digits of an integration key',
	);
	expect(errors).not.toContain(TOKEN);
	expect((await begin(['--colour', 'red'])).errors).toMatch(
		/--colour.*\nSee npm run lambdas -- notify/,
	);
	expect(target.received).toEqual([]);
});

test('--help lists the formats; --print shows a body and sends nothing', async () => {
	expect((await begin(['--help'])).out).toMatch(/telegram +--url or --token, --chat, \[--thread\]/);
	const key = 'ab'.repeat(16);
	const { out } = await begin(['--format', 'pagerDuty', '--print'], { NOTIFY_ROUTING_KEY: key });
	expect(JSON.parse(out)).toMatchObject({ event_action: 'trigger', routing_key: '(the key)' });
	expect(out).not.toContain(key);
	expect(target.received).toEqual([]);
});
