import { sampleAlert } from '../../../../../core';
import type { ComposedExample } from '../../../../../lab/kit/nodes/case';

export const example: ComposedExample = ({ world }) => ({
	url: 'https://hooks.slack.com/services/T000/B000/XXXX',
	item: JSON.stringify(sampleAlert('warning', world.clock.now()).data),
});
