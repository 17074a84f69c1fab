import type { Finding } from './classes';

/** The shared parts of campaigns of the Lambda functions. */
export interface Campaign {
	names: readonly string[];
	runClass(name: string): Promise<Finding[]>;
}

/**
 * Runs classes one after the other and prints their findings. Returns true if all guarantees held.
 */
export async function runClasses({ names, runClass }: Campaign, only?: string): Promise<boolean> {
	if (only !== undefined && !names.includes(only)) {
		throw new Error(`--class must be one of ${names.join(', ')}`);
	}
	let good = true;
	for (const name of only === undefined ? names : [only]) {
		const findings = await runClass(name);
		console.log(`${findings.length === 0 ? 'holds  ' : 'BROKEN '} ${name}`);
		for (const finding of findings) console.log(`        ${finding}`);
		good &&= findings.length === 0;
	}
	return good;
}

/** Runs a script: exit status 1 if it returns false or throws. */
export function ending(main: Promise<boolean>): void {
	main.then(
		(good) => {
			if (!good) process.exitCode = 1;
		},
		(error: unknown) => {
			console.error(error instanceof Error ? error.message : error);
			process.exitCode = 1;
		},
	);
}

/** Prints rows as a table of Markdown, after an empty line. */
export function printRows(say: (line: string) => void, title: string, rows: object): void {
	say(`\n| ${title} | |\n|---|---:|`);
	for (const [name, value] of Object.entries(rows)) say(`| ${name} | ${value} |`);
}
