/** An error that a method answers with: the message of a JSON-RPC error. */
export class MethodError extends Error {
	constructor(
		message: string,
		/** The default of both servers of the node. */
		readonly code = -32000,
		/** The data of the error, such as what a contract reverted with. */
		readonly data?: string,
	) {
		super(message);
	}
}

/** Arguments of the wrong type, before the method runs. */
export class ArgumentError extends MethodError {
	constructor() {
		super(
			"couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls",
		);
	}
}

/** Runs a step, putting words before the message of its error as the node's wrapped errors do. */
export function wrapping<T>(prefix: string, step: () => T): T {
	try {
		return step();
	} catch (error) {
		if (error instanceof ArgumentError || !(error instanceof MethodError)) throw error;
		throw new MethodError(`${prefix}: ${error.message}`, error.code);
	}
}
