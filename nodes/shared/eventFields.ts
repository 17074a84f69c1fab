import type { EventDeclaration } from '../../core/events/declare';
import { type Located, locatedIn } from './fieldProperties';

/**
 * The fields of an event. Lists of an event with a network come from the data service, those of
 * other events from the node.
 */
export function eventFields({ fields }: EventDeclaration): Located[] {
	return locatedIn(fields, fields.keys.includes('network') ? 'data' : 'node');
}
