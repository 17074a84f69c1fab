import type { ComposedExample } from '../../../../../lab/kit/nodes/case';

export const example: ComposedExample = ({ world }) => ({
	eventType: 'validator.uptime',
	until: world.clock.now() / 1_000 + 3_600,
});
