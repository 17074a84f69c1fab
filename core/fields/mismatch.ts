import { preview } from './preview';

/** A part of a response that does not match its declaration. */
export class Mismatch extends Error {
	/** From the whole response to the part. */
	readonly path: Array<string | number> = [];

	constructor(
		/** What the part must be. */
		readonly rule: string,
		readonly given: unknown,
	) {
		super();
	}

	override get message(): string {
		return `${this.withoutValue}; given: ${preview(this.given)}`;
	}

	/** The message for a response whose content must not be shown. */
	get withoutValue(): string {
		const where = this.path.length > 0 ? ` at ${this.path.join('.')}` : '';
		return `${where}: ${this.rule}`;
	}
}
