import type { Finding } from './classes';
import { type Weakening, findingsOf } from './weakened';

/** The shared parts of campaigns of the Lambda functions. */
export interface Campaign {
	/** The file that the self-test bundles: it exports `runClass(name)`. */
	entry: string;
	names: readonly string[];
	weakenings: readonly Weakening[];
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

/**
 * Removes one safeguard after the other from the sources and prints the findings of its class.
 * Returns true if each caused a finding, and there was none with all of them.
 */
export async function selfTest(campaign: Campaign, only?: string): Promise<boolean> {
	const { entry, names, weakenings } = campaign;
	const chosen = weakenings.filter(({ finds }) => only === undefined || finds === only);
	const untried = names.filter((name) => !weakenings.some(({ finds }) => finds === name));
	for (const name of untried) console.log(`MISSED  no safeguard is removed for ${name}`);
	const alone = await findingsOf(entry, only === undefined ? names : [only]);
	for (const finding of alone) console.log(`with all safeguards: ${finding}`);
	let good = alone.length === 0 && untried.length === 0;
	for (const weakening of chosen) {
		const findings = await findingsOf(entry, [weakening.finds], weakening);
		const found = findings.length > 0;
		console.log(`${found ? 'found  ' : 'MISSED '} ${weakening.name} (${weakening.finds})`);
		if (found) console.log(`        ${findings[0].split('\n')[0]}`);
		good &&= found;
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
