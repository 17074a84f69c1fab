import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** The compose file; .ci/run lints the Dockerfile, install.slow.ts runs its steps. */

const FOLDER = path.resolve(__dirname, '../../examples/docker');
const HOST = path.resolve(__dirname, '../../lab/kit/n8n/host/package.json');
const read = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8');

interface Service {
	image: string;
	build?: { context: string; dockerfile: string };
	command?: string;
	environment: Record<string, string>;
	depends_on?: Record<string, { condition: string }>;
	healthcheck?: { test: string[] };
	volumes?: string[];
	ports?: string[];
}

const { services, volumes } = parse(read('compose.yaml'), { merge: true }) as {
	services: Record<string, Service>;
	volumes: Record<string, unknown>;
};

test('n8n and the worker are of one image, which the Dockerfile makes, and share their settings', () => {
	const { n8n, worker } = services;
	expect(worker.image).toBe(n8n.image);
	expect(worker.build).toBeUndefined();
	expect(Object.keys(worker.depends_on ?? {})).toEqual(['n8n', 'postgres', 'redis']);
	const { context, dockerfile } = n8n.build as { context: string; dockerfile: string };
	expect(path.resolve(FOLDER, context, dockerfile)).toBe(path.join(FOLDER, 'Dockerfile'));
	expect(worker.environment).toEqual(n8n.environment);
	expect([n8n.command, worker.command]).toEqual([undefined, 'worker']);
	// A volume there would hide the package of a newer image.
	expect([n8n.volumes, worker.volumes]).toEqual([undefined, undefined]);
});

test('n8n finds its database and its queue, and waits for both', () => {
	const { n8n, postgres } = services;
	expect(n8n.environment).toMatchObject({
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: 'postgres',
		DB_POSTGRESDB_DATABASE: postgres.environment.POSTGRES_DB,
		DB_POSTGRESDB_USER: postgres.environment.POSTGRES_USER,
		DB_POSTGRESDB_PASSWORD: postgres.environment.POSTGRES_PASSWORD,
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: 'redis',
	});
	for (const [name, { condition }] of Object.entries(n8n.depends_on ?? {})) {
		expect(condition).toBe('service_healthy');
		expect(services[name].healthcheck?.test.length).toBeGreaterThan(1);
		expect(services[name].volumes?.every((one) => one.split(':')[0] in volumes)).toBe(true);
	}
	expect(Object.keys(n8n.depends_on ?? {})).toEqual(['postgres', 'redis']);
});

test('the time zone and the public address have one variable each, and cursors are durable', () => {
	const { environment } = services.n8n;
	for (const name of ['GENERIC_TIMEZONE', 'TZ'])
		expect(environment[name]).toBe('${TIMEZONE:-Etc/UTC}');
	for (const name of ['N8N_EDITOR_BASE_URL', 'N8N_WEBHOOK_URL']) {
		expect(environment[name]).toBe('${N8N_URL:-http://localhost:5678}');
	}
	const triggers = readFileSync(path.resolve(FOLDER, '../../docs/triggers.md'), 'utf8');
	for (const name of [
		'N8N_USE_WORKFLOW_PUBLICATION_SERVICE',
		'N8N_SCHEDULER_ENABLED',
		'N8N_SCHEDULER_POLL_TRIGGERS_ENABLED',
		'N8N_POLLER_DURABLE_CURSORS_ENABLED',
	]) {
		expect(environment[name]).toBe('true');
		expect(triggers).toContain(name);
	}
});

test('no secret is in the file, and only this machine reaches the editor', () => {
	const secrets = Object.entries(services.n8n.environment).filter(([name]) =>
		/PASSWORD|KEY/.test(name),
	);
	expect(secrets).toHaveLength(2);
	for (const [, value] of secrets) expect(value).toMatch(/^\$\{\w+:\?.+\}$/);
	const ports = Object.values(services).flatMap((service) => service.ports ?? []);
	expect(ports).toEqual(['127.0.0.1:5678:5678']);
});

test("the image's n8n is the one that the tests run", () => {
	const { dependencies } = JSON.parse(readFileSync(HOST, 'utf8')) as {
		dependencies: { n8n: string };
	};
	expect(read('Dockerfile')).toContain(`FROM n8nio/n8n:${dependencies.n8n}\n`);
});
