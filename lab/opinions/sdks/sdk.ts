/** Parts of the services' clients that the command uses. */

/** URL and key of a service. */
export interface Access {
	/** URL of the service. */
	url: string;
	key: string;
}

/** One function of a client, and the endpoint that it calls. */
export interface SdkFunction {
	/** As in the client's documentation. */
	name: string;
	method: string;
	/** With `{name}` for values. */
	template: string;
	/**
	 * Calls it with the values of a request. Resolves if the client accepts the response, and for
	 * lists that of some further pages. Throws `NotTaken` if the client's own input check refuses the
	 * values, and what the client throws for anything else.
	 */
	call(access: Access, values: Values): Promise<void>;
}

/** The values of a request by the names of its parameters. */
export interface Values {
	path: Readonly<Record<string, string>>;
	/** A parameter that is repeated has a list. */
	query: Readonly<Record<string, string | string[]>>;
	body?: unknown;
}

/** The client's input check refused the values: nothing was sent. */
export class NotTaken extends Error {
	override readonly name = 'NotTaken';
}

export interface Sdk {
	/** Name and version of the package. */
	name: string;
	/** True if it checks responses. */
	checks: boolean;
	functions: readonly SdkFunction[];
}

/** Pages of a list that are read. */
export const PAGES = 3;
