import {
	type DurableExecutionConfig,
	type DurableLambdaHandler,
	withDurableExecution,
} from '@aws/durable-execution-sdk-js';
import { toHandlerError } from '../shared/errors';
import type { Telemetry } from '../shared/telemetry';
import { executionName } from './keys';
import { type WorkflowOptions, exportTransactions } from './workflow';

/** The dependencies of the handler. */
export interface HandlerOptions extends WorkflowOptions {
	telemetry: Telemetry;
	durable?: DurableExecutionConfig;
}

/** The Lambda handler of exportTransactions over the given ports. */
export function createHandler({
	telemetry,
	durable,
	...options
}: HandlerOptions): DurableLambdaHandler {
	const run = withDurableExecution(async (event: unknown, context) => {
		// Log messages of replayed steps are not written again.
		context.configureLogger({ customLogger: telemetry.logger });
		try {
			const manifest = await exportTransactions(event, context, options);
			const { execution, bucket, key, bytes, files } = manifest;
			context.logger.info('exported', { execution, bucket, key, bytes, files: files.length });
			telemetry.measure('ExportedFiles', files.length);
			return manifest;
		} catch (error) {
			const thrown = toHandlerError(error);
			context.logger.error('export ended', { errorType: thrown.name, reason: thrown.message });
			telemetry.measure('FailedExports');
			throw thrown;
		}
	}, durable);
	return async (event, context) => {
		telemetry.begin(context, executionOf(event));
		try {
			return await run(event, context);
		} finally {
			telemetry.flush();
		}
	};
}

/** The execution that an invocation belongs to; absent if the event is not of a durable execution. */
function executionOf(event: unknown): string | undefined {
	const { DurableExecutionArn: arn } = (event ?? {}) as { DurableExecutionArn?: unknown };
	return typeof arn === 'string' ? executionName(arn) : undefined;
}
