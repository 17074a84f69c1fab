/**
 * Events and results of the functions, for programs that invoke them (docs/callingFunctions.md). This
 * file imports nothing, so that a program can have a copy of it. A test compares it with the functions.
 */

/** An event of exportTransactions. Days are YYYY-MM-DD, in UTC. */
export interface ExportEvent {
	request: {
		type: string;
		firstDate?: string;
		lastDate?: string;
		options: { includeChains: string[]; addresses?: string[]; cChainEvmAddresses?: string[] };
	};
	destination?: { bucket?: string; prefix?: string; neutralizeFormulas?: boolean };
	wait?: { deadlineMinutes?: number; maxAttempts?: number };
	/** URL that is called when the files are stored or the execution has failed. */
	callback?: string;
}

/** One file of an export: that of one window of its range. */
export interface ExportedFile {
	operationId: string;
	key: string;
	bytes: number;
	etag: string;
	/** Names in its header line. The service documents none, so that a new one changes nothing else. */
	columns: string[];
	/** True if the file does not end with a line break: its last row may be incomplete. */
	endsWithinRow?: true;
	/** Days in UTC, both inclusive; absent if the request omits them. */
	firstDate?: string;
	lastDate?: string;
	/** The first day of the next window, if the service truncated this one. */
	nextDate?: string;
	/** The warning of the service. */
	warning?: string;
}

/**
 * The result of an execution of exportTransactions, and the content of `manifest.json`, which is written last. The
 * same execution always gives the same one.
 */
export interface Manifest {
	version: 1;
	/** The name of the execution. */
	execution: string;
	bucket: string;
	/** Key of the manifest itself. */
	key: string;
	/** The export as it was started. */
	request: object;
	/** True if formulas in the files were converted to texts. */
	neutralizeFormulas: boolean;
	/** False if the service truncated the range without a day to continue from, or a file ends within a row. */
	complete: boolean;
	bytes: number;
	files: ExportedFile[];
}

/** An event of startExport. */
export interface StartEvent {
	rule: 'yesterday' | 'lastWeek' | 'lastMonth' | { firstDate: string; lastDate: string };
	chains: string[];
	/** ISO 8601; the rule is relative to it. Default: now. */
	time?: string;
	type?: string;
	addresses?: string[];
	cChainEvmAddresses?: string[];
	batchSize?: number;
	label?: string;
	destination?: ExportEvent['destination'];
	wait?: ExportEvent['wait'];
	/** Only for an order of one execution. */
	callback?: ExportEvent['callback'];
}

/** The result of `StartEvent`: executions of exportTransactions, by their names. */
export interface StartReport {
	started: Array<{ name: string; arn?: string }>;
	/** Executions of the same name that were there before. */
	already: Array<{ name: string; arn?: string; status: string }>;
}

/** An event of aggregateSignatures: `message`, `justification` or both, or `txHash`. */
export interface AggregationEvent {
	network?: 'mainnet' | 'fuji';
	message?: string;
	justification?: string;
	txHash?: string;
	signingSubnetId?: string;
	quorumPercentage?: number;
	quorumPercentageBuffer?: number;
	pChainHeight?: number;
	verification?: 'required' | 'report' | 'off';
}

/** The result of aggregateSignatures. Weights are decimal strings. */
export interface Aggregation {
	/** Hex without 0x. */
	signedMessage: string;
	messageId?: string;
	verified: boolean;
	verification: 'required' | 'report' | 'off';
	signedWeight?: string;
	totalWeight?: string;
	/** In percent, with two decimal places: `67.05`. */
	percentage?: string;
	signingSubnetId?: string;
	/** The reason why a message is not verified, with `verification: "report"`. */
	reason?: string;
	detail?: string;
}

/** An event of aggregateSignatures with several messages, 1 to 25. */
export interface AggregationListEvent {
	messages: AggregationEvent[];
}

/** The result of `AggregationListEvent`: for each message, in its order, a result or an error. */
export interface AggregationList {
	results: Array<Aggregation | { error: string; message: string; field?: string }>;
}

/** An event of receive: checks the webhooks. Its other events are requests of its URL. */
export interface CheckEvent {
	action: 'check';
	/** The URL of the function. Default: its variable `RECEIVE_URL`. */
	url?: string;
}

/** The result of `CheckEvent`. */
export interface CheckReport {
	webhooks: Array<{
		/** As the settings have it. */
		name: string;
		/** Changes at the service, by the ids of its webhooks. */
		repairs: Array<{
			id: string;
			what:
				| 'reactivated'
				| 'redirected'
				| 'left'
				| 'taken over'
				| 'changed'
				| 'created'
				| 'removed';
		}>;
		/** Events that its list had. */
		events: number;
		/** True if more is pending for the next check. */
		unfinished: boolean;
		error?: string;
	}>;
	/** True if another check was running: this one did nothing. */
	busy?: true;
}

/**
 * The functions that return a result directly; executions of exportTransactions are queried by
 * name.
 */
export interface Functions {
	startExport: { event: StartEvent; result: StartReport };
	aggregateSignatures: { event: AggregationEvent; result: Aggregation };
	receive: { event: CheckEvent; result: CheckReport };
}
