export {
	GetDurableExecutionCommand,
	InvokeCommand,
	LambdaClient,
	ListDurableExecutionsByFunctionCommand,
} from '@aws-sdk/client-lambda';
