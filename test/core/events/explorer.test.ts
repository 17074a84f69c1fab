import { validatorPage } from '../../../core/events/explorer';

test('a network without an explorer has no page of a validator', () => {
	expect(validatorPage('local', 'NodeID-x')).toBeUndefined();
	expect(validatorPage('mainnet', 'NodeID-x')).toMatch(/^https:.*\/validators\/NodeID-x$/);
});
