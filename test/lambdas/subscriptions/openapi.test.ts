import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import Ajv from '@redocly/ajv/dist/2020';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import {
	type ApiAnswer,
	type SubscriptionsBench,
	startSubscriptionsBench,
} from '../../../lab/kit/lambda/subscriptionKit';
import { rulesOf } from '../../../core/alertLife/rules';
import { lifeStep } from '../../../core/alertLife/step';
import type { Life } from '../../../lambdas/notify/heldStore';
import { FORMATS } from '../../../lambdas/subscriptions/destination';
import { NEW } from '../../../lambdas/subscriptions/input';

/** docs/subscriptions.openapi.yaml is valid, and the function does what it says. */

const FILE = path.resolve(__dirname, '../../../docs/subscriptions.openapi.yaml');
const source = readFileSync(FILE, 'utf8');

// The test looks into a document of many shapes.
/* eslint-disable @typescript-eslint/no-explicit-any */
const document = parse(source) as any;

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv as never);
ajv.addSchema({ ...document, $id: 'api' });

const resolved = (part: any): any =>
	part?.$ref === undefined
		? part
		: String(part.$ref)
				.slice(2)
				.split('/')
				.reduce((at, key) => at[key], document);
const METHODS = ['get', 'post', 'patch', 'delete'];
const operations = Object.entries<any>(document.paths).flatMap(([at, item]) =>
	METHODS.filter((method) => item[method]).map((method) => ({ at, method, ...item[method] })),
);
const operation = (id: string) => operations.find(({ operationId }) => operationId === id);

/** Mistakes of a body by the schema of a response or a request. */
function mistakes(schema: any, body: unknown): string[] {
	const pointed = JSON.parse(JSON.stringify(schema).replace(/"#\//g, '"api#/')) as object;
	const check = ajv.compile(pointed);
	return check(body) ? [] : (check.errors ?? []).map((one) => `${one.instancePath} ${one.message}`);
}
const contentOf = (part: any) => resolved(part)?.content?.['application/json'];

test('the document has no mistake and no warning of the recommended rules', async () => {
	const config = await createConfig({ extends: ['recommended'] });
	const problems = await lintFromString({ source, absoluteRef: FILE, config });
	expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test('its examples have the forms that it describes', () => {
	for (const { operationId, requestBody, responses } of operations) {
		const parts = [requestBody, ...Object.values(responses)].map(contentOf);
		for (const { schema, example } of parts.filter((one) => one?.example)) {
			expect([operationId, mistakes(schema, example)]).toEqual([operationId, []]);
		}
	}
});

test('its formats and fields are those of the function', () => {
	const { Format, NewSubscription } = document.components.schemas;
	expect([...Format.enum].sort()).toEqual([...FORMATS].sort());
	expect(Object.keys(NewSubscription.properties).sort()).toEqual(Object.keys(NEW().shape).sort());
});

/** A life in which an event is held by a window. */
function lifeWith(event: string, now: number): Life {
	const alert = { id: 'e', alertKey: 'k', event, subject: 's', title: 't' };
	const rules = rulesOf({
		windows: [{ name: 'w', kind: 'quiet', once: { from: 0, until: now + 1 } }],
	});
	const latest = { ...alert, severity: 'warning' as const };
	const { state, held } = lifeStep(rules, undefined, { now, events: [latest] });
	const { alertKey: _, ...note } = { ...latest, because: held[0].because, at: now };
	return { version: 0, state, held: [note], sent: {} };
}

describe('the function', () => {
	let bench: SubscriptionsBench;
	let token: string;
	beforeEach(async () => {
		bench = await startSubscriptionsBench();
		token = await bench.token({ limits: { perMinute: 60 } });
	});
	afterEach(async () => await bench.close());

	/** The id of a silence in paths. */
	let silence = 'a'.repeat(12);
	/** Sends the example of an operation; the response must be one that the document describes. */
	async function replay(operationId: string, id = '', change: object = {}): Promise<ApiAnswer> {
		const { at, method, requestBody, responses } = operation(operationId);
		const answer = await bench.request({
			method: method.toUpperCase(),
			path: at.replace('{id}', id).replace('{silence}', silence),
			token,
			body: contentOf(requestBody)?.example,
			...change,
		});
		const described = resolved(responses[answer.status]);
		expect([operationId, answer.status, described !== undefined]).toEqual([
			operationId,
			answer.status,
			true,
		]);
		const content = contentOf(described);
		if (content === undefined) expect(answer.body).toBeUndefined();
		else expect(mistakes(content.schema, answer.body)).toEqual([]);
		return answer;
	}
	/** The names in a value, at all depths. */
	const names = (value: unknown): unknown =>
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, names(inner)]))
			: Array.isArray(value)
				? value.slice(0, 1).map(names)
				: null;
	const example = (operationId: string, status: number) =>
		contentOf(operation(operationId).responses[status]).example as unknown;

	it('answers every example as the document says', async () => {
		const answered = new Set<string>();
		async function same(operationId: string, status: number, id?: string, change?: object) {
			const answer = await replay(operationId, id, change);
			answered.add(operationId);
			expect([operationId, answer.status]).toEqual([operationId, status]);
			if (status !== 204) {
				expect([operationId, names(answer.body)]).toEqual([
					operationId,
					names(example(operationId, status)),
				]);
			}
			return answer;
		}
		const { id } = (await same('createSubscription', 201)).body as { id: string };
		await same('listSubscriptions', 200);
		await same('getSubscription', 200, id);
		await same('testSubscription', 200, id);
		const target = `sub:${(await same('getCaller', 200)).body.owner}:${id}`;
		await bench.store
			.lives(target)
			.moveLife(target, lifeWith('validator.uptime', bench.clock.now()));
		await same('listHeld', 200, id);
		await same('acknowledgeAlert', 200, id);
		silence = (await same('silenceAlerts', 201, id)).body.silence.id;
		await same('listSilences', 200, id);
		await same('endSilence', 204, id);
		await bench.store.noteAttempts([
			{
				target,
				...{ message: 'msg_1', type: 'staking.transaction', at: bench.clock.now(), attempt: 1 },
				...{ outcome: 'pending', status: 503, reason: 'status 503', ms: 120 },
			},
		]);
		await same('listDeliveries', 200, id);
		await replay('listSampleEvents');
		answered.add('listSampleEvents');
		await same('changeSubscription', 200, id);
		bench.answer = () => ({ status: 200 });
		const pending = (await replay('createSubscription')).body;
		const [, challenge] = /"challenge":"([\w-]+)"/.exec(bench.sent.at(-1)?.body ?? '') ?? [];
		await same('confirmSubscription', 200, pending.id, { body: { challenge } });
		await same('deleteSubscription', 204, id);
		expect([...answered].sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
	});

	it('refuses as the document says', async () => {
		const { id } = (await replay('createSubscription')).body as { id: string };
		const weak = await bench.token({ scopes: [], limits: { perMinute: 1 } });
		const body = { url: 'https://127.0.0.1/hook' };
		const invalid = await replay('createSubscription', '', { body });
		expect(invalid.body).toEqual(example('createSubscription', 400));
		for (const { operationId, responses } of operations) {
			const unauthorized = await replay(operationId, id, { token: 'avn_x' });
			expect(unauthorized.status).toBe(401);
			if (responses[403]) {
				expect((await replay(operationId, id, { token: weak })).status).toBe(403);
			}
			if (responses[404]) expect((await replay(operationId, 'a'.repeat(20))).status).toBe(404);
			const query = { strange: '1' };
			if (responses[400]) expect((await replay(operationId, id, { query })).status).toBe(400);
			if (responses[413]) {
				const large = `"${'a'.repeat(40_000)}"`;
				expect((await replay(operationId, id, { body: large })).status).toBe(413);
			}
		}
		expect((await replay('confirmSubscription', id)).status).toBe(409);
		const busy = await bench.token({ limits: { perMinute: 1 } });
		await replay('createSubscription', '', { token: busy });
		for (const { operationId, responses } of operations) {
			if (!responses[429]) continue;
			expect((await replay(operationId, id, { token: busy })).status).toBe(429);
		}
	});
});
