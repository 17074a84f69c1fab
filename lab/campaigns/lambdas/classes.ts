/**
 * A campaign: classes of what goes wrong around a function. A class returns what it found: promises
 * of the function that did not hold.
 */

export type Finding = string;
/** Notes the finding where a promise does not hold. */
export type Check = (holds: boolean, finding: Finding) => void;
export type Classes = Readonly<Record<string, (check: Check) => Promise<void>>>;

/** Runs one class and returns its findings. An error that ends it is one, too. */
export async function runClass(classes: Classes, name: string): Promise<Finding[]> {
	const findings: Finding[] = [];
	try {
		await classes[name]((holds, finding) => {
			if (!holds) findings.push(finding);
		});
	} catch (error) {
		findings.push(`the class itself ended: ${(error as Error).stack}`);
	}
	return findings;
}

/** Prints rows as a table of Markdown, after an empty line. */
export function printRows(say: (line: string) => void, title: string, rows: object): void {
	say(`\n| ${title} | |\n|---|---:|`);
	for (const [name, value] of Object.entries(rows)) say(`| ${name} | ${value} |`);
}
