import { preview } from './preview';

/** A mismatch of a response with its declaration. */
export class Mismatch extends Error {
	/** Path from the root of the response to the part. */
	readonly path: Array<string | number> = [];

	constructor(
		/** The rule that the part breaks. */
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
