/**
 * Options of an AWS client that ends calls without a response: otherwise a connection without data
 * would block an invocation until its timeout.
 *
 * @param callMs milliseconds of one request
 */
export function endingCalls(callMs: number) {
	return {
		requestHandler: {
			connectionTimeout: 2_000,
			requestTimeout: callMs,
			throwOnRequestTimeout: true,
		},
	};
}
