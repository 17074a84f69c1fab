/** Names of temporary errors of AWS's services and of connections to them: the same call may succeed later. */
const PASSING = new Set([
	'ProvisionedThroughputExceededException',
	'ThrottlingException',
	'TooManyRequestsException',
	'RequestLimitExceeded',
	'LimitExceededException',
	'InternalServerError',
	'ServiceException',
	'ServiceUnavailable',
	'TransactionConflictException',
	'TimeoutError',
	'ECONNRESET',
	'ECONNREFUSED',
	'EPIPE',
	'ETIMEDOUT',
]);

/** True if an error of an AWS client, or the cause of an error, is temporary. */
export function isPassing(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	const { name, cause, code, $metadata } = error as Error & {
		code?: string;
		$metadata?: { httpStatusCode?: number };
	};
	return (
		PASSING.has(name) ||
		(code !== undefined && PASSING.has(code)) ||
		($metadata?.httpStatusCode ?? 0) >= 500 ||
		isPassing(cause)
	);
}
