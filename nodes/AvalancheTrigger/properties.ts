import type { INodeProperties } from 'n8n-workflow';
import { eventDeclarations } from '../../subjects/events/all';
import { sharedProperties } from '../shared/sharedProperties';
import { searchMethods } from '../shared/searchMethods';
import { subtitleOf } from '../shared/subtitle';
import { eventForms } from './declared';

/** "On …" in n8n's list of actions; without it, n8n divides "L1" and capitalizes every word. */
function actionOf(name: string): string {
	const words = name
		.split(' ')
		.map((word) => (/^[A-Z][a-z]/.test(word) ? word.toLowerCase() : word));
	return `On ${words.join(' ')}`;
}

const event: INodeProperties = {
	displayName: 'Event',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	options: eventDeclarations
		.map(({ name, value, description }) => ({ name, value, description, action: actionOf(name) }))
		.sort((a, b) => (a.name < b.name ? -1 : 1)),
	default: 'stakingTransaction',
};

export const triggerProperties: INodeProperties[] = [
	event,
	...sharedProperties(eventForms(eventDeclarations)),
];

export const subtitle = subtitleOf(triggerProperties, 'event');
export const searches = searchMethods(triggerProperties);
