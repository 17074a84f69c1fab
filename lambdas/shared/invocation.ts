/** The used part of Lambda's context. */
export interface Invocation {
	awsRequestId?: string;
	invokedFunctionArn?: string;
	getRemainingTimeInMillis(): number;
}
