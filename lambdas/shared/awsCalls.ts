/**
 * Options of an AWS client that gives a call up where no answer comes: without them a connection that
 * falls silent would hold an invocation until its timeout.
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
