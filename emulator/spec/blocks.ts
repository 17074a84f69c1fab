/** Blocks of a transcription: a head line, and the lines that are indented under it. */

export interface Line {
	text: string;
	/** File and line, for errors. */
	at: string;
}

export interface Block extends Line {
	lines: readonly Line[];
}

/** A fault in a transcription. The message begins with file and line. */
export class SpecError extends Error {
	constructor(at: string, problem: string) {
		super(`${at}: ${problem}`);
	}
}

/** Runs what reads one line; what it throws names the line. */
export function reading<T>({ at }: Line, read: () => T): T {
	try {
		return read();
	} catch (error) {
		if (error instanceof SpecError) throw error;
		throw new SpecError(at, (error as Error).message);
	}
}

/** Splits a file into its blocks. What follows a "#" after a blank, or at the start, is a comment. */
export function blocksOf(file: string, content: string): Block[] {
	const blocks: Array<Block & { lines: Line[] }> = [];
	content.split(/\r?\n/).forEach((raw, index) => {
		const at = `${file}:${index + 1}`;
		const uncommented = raw.replace(/(^|\s)#.*$/, '').trimEnd();
		if (uncommented === '') return;
		const line = { text: uncommented.trim(), at };
		if (!/^\s/.test(uncommented)) blocks.push({ ...line, lines: [] });
		else if (blocks.length === 0) throw new SpecError(at, 'an indented line belongs to nothing');
		else blocks[blocks.length - 1].lines.push(line);
	});
	return blocks;
}
