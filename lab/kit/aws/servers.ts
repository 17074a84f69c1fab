import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { ToolsMissing, cached, pythonPackages, runTool } from '../system/tools';
import { freePort } from '../system/freePort';

/** A server of another language, in a process of its own. */
export interface Server {
	url: string;
	close(): Promise<void>;
}

const PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.0';
const MAIN = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner';
const file = (name: string) => path.join(__dirname, name);

/** The jars of DynamoDB Local from Maven Central, each with the checksum that is written down. */
function dynamoJars(): string {
	const list = readFileSync(file('jars.sha256'), 'utf8');
	return cached('dynamodb-local', list, (target) => {
		copyFileSync(file('pom.xml'), path.join(target, 'pom.xml'));
		runTool('mvn', ['-q', '-B', `${PLUGIN}:copy-dependencies`, '-DoutputDirectory=jars'], target);
		for (const line of list.trim().split('\n')) {
			const [expected, name] = line.split(/\s+/);
			const bytes = readFileSync(path.join(target, 'jars', name));
			if (createHash('sha256').update(bytes).digest('hex') !== expected) {
				throw new Error(`${name} is not the file that jars.sha256 lists`);
			}
		}
		// The database loads its native part by this name.
		const native = path.join(target, 'natives');
		mkdirSync(native);
		const [, from] = /\s(libsqlite4java-linux-amd64-\S+)/.exec(list) ?? [];
		copyFileSync(
			path.join(target, 'jars', from),
			path.join(native, 'libsqlite4java-linux-amd64.so'),
		);
	});
}

/** DynamoDB Local, in memory, with one database for all callers. */
export async function startDynamoDbLocal(): Promise<Server> {
	if (process.platform !== 'linux' || process.arch !== 'x64') {
		throw new ToolsMissing('the native part of DynamoDB Local is kept for Linux on x86-64 only');
	}
	runTool('java', ['-version']);
	const folder = dynamoJars();
	const port = await freePort();
	const library = `-Dsqlite4java.library.path=${path.join(folder, 'natives')}`;
	const classes = path.join(folder, 'jars', '*');
	const options = ['-inMemory', '-sharedDb', '-disableTelemetry', '-port', String(port)];
	const child = spawn('java', [library, '-cp', classes, MAIN, ...options], {
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	const url = `http://127.0.0.1:${port}`;
	await answers(url, child);
	return serverOf(url, child);
}

/** S3 as moto serves it: conditional writes, rules of multipart uploads. */
export async function startMotoS3(): Promise<Server> {
	const { environment } = pythonPackages('moto', file('requirements.txt'));
	const child = spawn('python3', [file('s3Server.py')], {
		stdio: ['pipe', 'pipe', 'ignore'],
		env: { ...process.env, ...environment },
	});
	const lines = createInterface({ input: child.stdout });
	const [port] = (await Promise.race([once(lines, 'line'), failed(child)])) as [string];
	return serverOf(`http://127.0.0.1:${port}`, child);
}

async function failed(child: ChildProcess): Promise<never> {
	const [code] = (await once(child, 'exit')) as [number | null];
	throw new Error(`${child.spawnfile} ended with status ${code} before it served`);
}

/** Waits until the server answers; throws where its process ends instead. */
async function answers(url: string, child: ChildProcess): Promise<void> {
	const ended = failed(child);
	ended.catch(() => undefined);
	for (;;) {
		const up = await fetch(url).then(
			() => true,
			() => false,
		);
		if (up) return;
		await Promise.race([wait(100), ended]);
	}
}

function serverOf(url: string, child: ChildProcess): Server {
	return {
		url,
		async close() {
			const ended = once(child, 'exit');
			child.kill('SIGKILL');
			await ended;
		},
	};
}
