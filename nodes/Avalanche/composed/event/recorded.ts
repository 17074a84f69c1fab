import type { IExecuteFunctions } from 'n8n-workflow';
import { Failure } from '../../../../core/failure';
import * as out from '../../../../core/fields/outputs';

/** Common parts of the operations that write to n8n's record of processed data, for the trigger. */

/** The lines of their sections in the reference; `use`: a link to the guide. */
export function referenceTo(use: string): string[] {
	const writes = "- Call: none; it writes to n8n's record of processed data";
	return [writes, '- Credential: none', `- Use: ${use}`];
}

/** The lines about silences and acknowledgements. */
export const SILENCES = referenceTo(
	'[Silences and acknowledgements](../alertLife.md#silences-and-acknowledgements)',
);

/** The hint that a manual execution records no silence or acknowledgement. */
export const NOT_SILENCED =
	'A manual execution records no silence and no acknowledgement: those are of the published workflow.';

/** The field of an item that says whether it was recorded. */
export const recordedFlag = () =>
	out.essential(
		out.flag('True if it was recorded; false in a manual execution, which records nothing'),
	);

/** Runs what records, except in a manual execution, which gives this hint. */
export async function recordedBy(
	context: IExecuteFunctions,
	hint: string,
	task: () => Promise<void>,
): Promise<boolean> {
	if (context.getMode() === 'manual') {
		context.addExecutionHints({ message: hint });
		return false;
	}
	await task();
	return true;
}

/** The failure for a value of a form. */
export function refusedValue(operation: string, field: string, message: string): Failure {
	return new Failure({ kind: 'invalid-input', message, field, operation });
}
