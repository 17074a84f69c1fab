import type { FieldSet } from '../../../core/fields/fieldSet';
import type { Action, Run } from '../../shared/action';
import { outputItem } from '../../shared/output';
import { inputFromParameters } from '../../shared/parameters';

/** An action by its fields, and its function from their values to items. */
export function actionOf(
	fields: unknown,
	items: (input: never, run: Run) => readonly unknown[] | Promise<readonly unknown[]>,
): Action {
	return {
		async run(run) {
			const input = inputFromParameters(fields as FieldSet, run);
			const made = await items(input as never, run);
			return made.map((item) => outputItem(item, run.itemIndex));
		},
	};
}
