import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build/freshness';
import { installBrowserDriver, installN8n } from '../lab/kit/n8n/install';
import { createCopy, createOriginal } from '../lab/kit/n8n/copies';
import { packPackage } from '../lab/kit/n8n/instance';

const HELP = `npm run test:e2e -- [--images | --install] [--all] [jest's options] [words of file names]

Runs the package in the real n8n, with its editor in Chromium. The first run installs n8n into
.cache/n8n (about 2 GB) and the driver of the browser.

  trigger      only the files whose name contains this word, or any other word
  --images     runs only the tests of the editor, of the first hour, of lookups and of the validator
               dashboard, and replaces the images in docs/images with their screenshots
  --install    only installs n8n and the driver of the browser
  --all        every form and every example, polls each minute, and what else is only tested at night
  --n8n <version>
               tests another version of n8n, such as 2.35.3, which it installs into
               .cache/n8n-<version>
  --help       this text

All other options are passed to jest, such as -t "Fetch Test Event".

  E2E_CHROMIUM      path of the browser, if it is not in a standard location
  E2E_SCREENSHOTS   folder of the screenshots; by default .cache/screenshots
`;

const ROOT = path.resolve(__dirname, '..');
const IMAGES = path.join(ROOT, 'docs/images');
const SCREENSHOTS = process.env.E2E_SCREENSHOTS ?? path.join(ROOT, '.cache/screenshots');
/** The tests whose screenshots are images of the documents. */
const IMAGE_TESTS = ['e2e/editor.e2e', 'e2e/firstHour', 'e2e/lookups', 'e2e/validatorDashboard'];
const BROWSERS = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}

function findBrowser(): string {
	const given = process.env.E2E_CHROMIUM;
	const found = given ?? BROWSERS.find((file) => existsSync(file));
	if (found && existsSync(found)) return found;
	throw new Error(
		`There is no Chromium at ${given ?? BROWSERS.join(', ')}. Install it (Debian: apt-get install chromium) or set E2E_CHROMIUM to its path.`,
	);
}

/** Replaces each image in docs/images by the screenshot of the same name. */
function updateImages(): void {
	for (const file of readdirSync(IMAGES)) {
		copyFileSync(path.join(SCREENSHOTS, file), path.join(IMAGES, file));
		say(`docs/images/${file}`);
	}
}

const OPTIONS = {
	images: { type: 'boolean' },
	install: { type: 'boolean' },
	all: { type: 'boolean' },
	n8n: { type: 'string' },
	help: { type: 'boolean' },
} as const;

interface Settings {
	images: boolean;
	install: boolean;
	all: boolean;
	version?: string;
	/** Arguments for jest. */
	args: string[];
}

function settingsOf(given: string[]): Settings | undefined {
	// Not strict: the options of jest are unknown here.
	const { values, tokens } = parseArgs({
		args: given,
		options: OPTIONS,
		strict: false,
		tokens: true,
	});
	if (values.help) return undefined;
	const { images, install, all, n8n: version } = values;
	if (version !== undefined && !/^\d+\.\d+\.\d+$/.test(String(version)))
		throw new RangeError('--n8n must be a version such as 2.35.3. See --help.');
	const own = tokens.flatMap((token) => {
		if (token.kind !== 'option' || !(token.name in OPTIONS)) return [];
		return token.inlineValue === false ? [token.index, token.index + 1] : [token.index];
	});
	return {
		images: images === true,
		install: install === true,
		all: all === true,
		...(version !== undefined && { version: String(version) }),
		args: images ? IMAGE_TESTS : given.filter((_, index) => !own.includes(index)),
	};
}

/** Runs jest with these variables. Gives its status. */
async function runJest(args: string[], variables: Record<string, string>): Promise<number> {
	say('Running the end-to-end tests');
	const jest = path.join(path.dirname(require.resolve('jest/package.json')), 'bin/jest.js');
	const config = path.join(ROOT, 'test/e2e/jest.config.js');
	const child = spawn(process.execPath, [jest, '--config', config, ...args], {
		cwd: ROOT,
		stdio: 'inherit',
		env: { ...process.env, ...variables },
	});
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
	return await new Promise((resolve) => child.on('close', (ended) => resolve(ended ?? 1)));
}

async function main(): Promise<number> {
	const settings = settingsOf(process.argv.slice(2));
	if (!settings) {
		process.stdout.write(HELP);
		return 0;
	}
	const { images, install, all, version, args } = settings;
	const browser = findBrowser();
	const command = await installN8n(say, version);
	const driver = await installBrowserDriver(say);
	if (install) return 0;
	await ensureBuilt(say);
	const folder = mkdtempSync(path.join(tmpdir(), 'packed-'));
	process.once('exit', () => rmSync(folder, { recursive: true }));
	const tarball = await packPackage(folder);
	say('Preparing n8n');
	const original = await createOriginal(command, tarball);
	const logFile = path.join(folder, 'n8n.log');
	const shared = await createCopy(command, original.folder, {
		variables: { N8N_LOG_LEVEL: 'debug' },
		logFile,
	});
	try {
		await shared.start();
		const code = await runJest(args, {
			E2E_N8N: command,
			E2E_PACKAGE: tarball,
			E2E_ORIGINAL: original.folder,
			E2E_SHARED: shared.url,
			E2E_SHARED_LOG: logFile,
			E2E_DRIVER: driver,
			E2E_CHROMIUM: browser,
			TEST_CASES: all ? 'all' : '',
		});
		if (images && code === 0) updateImages();
		return code;
	} finally {
		await shared.remove();
		await original.remove();
	}
}

main().then(
	(code) => {
		process.exitCode = code;
	},
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	},
);
