import { HandlerError } from '../shared/errors';
import { QUEUE_INDEX } from './store';

/** Error texts with the remedy, by the name of DynamoDB's error. */
const REMEDIES: Readonly<Record<string, (table: string, message: string) => string | undefined>> = {
	ResourceNotFoundException: (table) =>
		`The table ${table} does not exist in this account and region. Set NOTIFY_TABLE to the name of the table (output NotifyTableName), or restore it from a backup under this name: a new, empty table makes each source start with the events from then on`,
	AccessDeniedException: (table) =>
		`The function's role may not use the table ${table}. Allow it dynamodb:GetItem, PutItem, UpdateItem, DeleteItem and Query on the table, and dynamodb:Query on its index ${QUEUE_INDEX}`,
	ValidationException: (table, message) =>
		/index|key/i.test(message)
			? `The table ${table} has another layout than notify needs: partition key pk and sort key sk (texts), index ${QUEUE_INDEX} over queue (text) and dueAt (number). DynamoDB: ${message}`
			: undefined,
};

/**
 * The error `TableUnusable` if the table cannot be used until it is repaired; else the error
 * unchanged.
 */
export function tableError(error: unknown, table: string): unknown {
	if (!(error instanceof Error) || error instanceof HandlerError) return error;
	const remedy = REMEDIES[error.name]?.(JSON.stringify(table), error.message);
	return remedy ? new HandlerError('TableUnusable', remedy, { cause: error }) : error;
}
