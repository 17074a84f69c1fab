import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
	type ApiRequest,
	echoed,
	startSubscriptionsBench,
} from '../../../lab/kit/lambda/subscriptionKit';
import { forTests } from '../../emulatorForTests';

/** Every curl of docs/subscriptions.md, in the order of the page, against the function. */

const page = readFileSync(path.resolve(__dirname, '../../../docs/subscriptions.md'), 'utf8');

/** The commands of the page, each in one line. */
const commands = [...page.matchAll(/```sh\n([^]*?)```/g)]
	.flatMap(([, block]) => block.replace(/\\\n\s*/g, '').split('\n'))
	.filter((line) => line.startsWith('curl '));

const bench = forTests(startSubscriptionsBench);

/** The words of a shell command, without quotes; `$NAME` is replaced within double quotes only. */
function wordsOf(command: string, variables: Readonly<Record<string, string>>): string[] {
	const words = [...command.matchAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|([^\s'"]+)/g)];
	return words.map(([, literal, text, bare]) => {
		if (text === undefined) return literal ?? bare;
		const filled = text.replace(/\$(\w+)/g, (_, name: string) => variables[name]);
		return filled.replace(/\\(.)/g, '$1');
	});
}

/** The request that curl sends. */
function requestOf(command: string, variables: Readonly<Record<string, string>>): ApiRequest {
	const [, ...words] = wordsOf(command, variables);
	const headers: Record<string, string> = {};
	let method: string | undefined;
	let body: string | undefined;
	let url = '';
	for (let word = words.shift(); word !== undefined; word = words.shift()) {
		if (word === '--request') method = words.shift();
		else if (word === '--data') body = words.shift();
		else if (word === '--header') {
			const [name, ...value] = (words.shift() ?? '').split(': ');
			headers[name] = value.join(': ');
		} else url = word;
	}
	const { pathname, searchParams } = new URL(url);
	return {
		method: method ?? (body === undefined ? 'GET' : 'POST'),
		path: pathname,
		query: Object.fromEntries(searchParams),
		headers,
		...(body !== undefined && { body }),
	};
}

test('the page has a command for each call', () => {
	expect(commands).toHaveLength(16);
});

test('each is accepted, in the order of the page', async () => {
	// The receiver cannot answer the challenge: its owner confirms it.
	bench.answer = () => ({ status: 204, body: '' });
	const variables: Record<string, string> = {
		URL: 'https://api.example.org',
		TOKEN: await bench.token(),
		UNTIL: new Date(bench.clock.now() + 3_600_000).toISOString(),
		KEY: 'staking.transaction/NodeID-1',
	};
	// The page confirms after it sends a sample; a pending subscription gets none.
	const at = (word: string) => commands.findIndex((one) => one.includes(word));
	const ordered = [...commands];
	const [confirm] = ordered.splice(at('/confirm'), 1);
	ordered.splice(1, 0, confirm);
	// The page goes on after the end of the subscription.
	const [unsubscribe] = ordered.splice(
		ordered.findIndex((one) => /DELETE.*\$ID"$/.test(one)),
		1,
	);
	ordered.push(unsubscribe);
	const answers: Array<[string, number]> = [];
	for (const command of ordered) {
		const { status, body } = await bench.request(requestOf(command, variables));
		if (command === commands[0]) {
			variables.ID = body.id;
			const [, challenge] = /"challenge":"([\w-]{43})"/.exec(bench.sent[0].body) ?? [];
			variables.CHALLENGE = challenge;
		}
		if (command.includes('--data') && command.includes('/silences'))
			variables.SILENCE = body.silence.id;
		if (command === confirm) bench.answer = echoed;
		answers.push([command, status]);
	}
	const refused = answers.filter(([, status]) => status < 200 || status > 299);
	expect(refused).toEqual([]);
});
