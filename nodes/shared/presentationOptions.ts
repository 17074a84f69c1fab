import type { INodeProperties } from 'n8n-workflow';
import type { FieldSet } from '../../core/fields/fieldSet';
import type { Output } from '../../core/fields/outputs';
import { hasKind, isTime } from '../../core/fields/present';
import { hasWholeUnits } from '../../core/fields/wholeUnits';
import { locatedIn, optionalProperty } from './fieldProperties';
import { presentationFields } from './presentation';

/** The options that apply to the parts of a response. */
export function presentationOptions(output: Output): INodeProperties[] {
	const hasAmounts = hasKind(output, hasWholeUnits);
	const hasTimes = hasKind(output, isTime);
	const applicable = { amounts: hasAmounts, times: hasTimes } as Readonly<Record<string, boolean>>;
	return locatedIn(presentationFields as unknown as FieldSet)
		.filter(({ key }) => applicable[key])
		.map(optionalProperty);
}
