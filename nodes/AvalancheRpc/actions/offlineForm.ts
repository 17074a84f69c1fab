import type { FieldSet } from '../../../core/fields/fieldSet';
import type { Output } from '../../../core/fields/outputs';
import type { ActionForm } from '../../shared/action';
import { locatedIn } from '../../shared/fieldProperties';
import { mainProperties, optionsOf } from '../../shared/properties';

type About = Pick<ActionForm, 'resource' | 'entry' | 'action' | 'description'>;

/** The form of an operation that sends no request: it has no options of calls. */
export function offlineForm(fields: FieldSet, output: Output, about: About): ActionForm {
	const located = locatedIn(fields);
	const options = optionsOf(located, []);
	const hasOptions = options.options && options.options.length > 0;
	const properties = [...mainProperties(located), ...(hasOptions ? [options] : [])];
	return { ...about, properties, output };
}
