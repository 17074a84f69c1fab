import { clock } from '../../core/transports/clock';
import { createTelemetry } from '../shared/telemetry';
import { createHandler } from './create';
import { startEnvironment } from './environment';
import { lambdaExecutions } from './executions';

const environment = startEnvironment(process.env);

/** Starts exports by a schedule's rule, and returns their states. */
export const handler = createHandler({
	executions: lambdaExecutions(environment.EXPORT_FUNCTION_ARN),
	clock,
	telemetry: createTelemetry('startExport'),
});
