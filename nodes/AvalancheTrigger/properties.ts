import type { INodeProperties } from 'n8n-workflow';
import { eventDeclarations } from '../../core/subjects/events/all';
import { eventMenu } from '../shared/menu';
import { sharedProperties } from '../shared/sharedProperties';
import { searchMethods } from '../shared/searchMethods';
import { subtitleOf } from '../shared/subtitle';
import { eventForms } from './declared';

const event: INodeProperties = {
	displayName: 'Event',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	options: eventMenu(eventDeclarations),
	default: 'watchValidator',
};

export const triggerProperties: INodeProperties[] = [
	event,
	...sharedProperties(eventForms(eventDeclarations)),
];

export const subtitle = subtitleOf(triggerProperties, 'event');
export const searches = searchMethods(triggerProperties);
